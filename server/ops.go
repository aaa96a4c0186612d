package server

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem"
)

// ops serves the log of a dyad.
func (s *Server) ops() {
	route(s, operation{method: http.MethodGet, path: inDyadPath + "/ops", id: "list-ops", role: dyadmem.RoleRead, summary: "The operation log, oldest first. The bank is its fold."}, s.log)
	route(s, operation{
		method: http.MethodPost, path: inDyadPath + "/ops/{op}/revert", id: "revert", role: dyadmem.RoleWrite,
		summary: "Take back one operation, by an operation of its own. A purge cannot be taken back.",
	}, s.revert)
}

type opsOut struct {
	Body struct {
		Ops  []Op  `json:"ops"`
		Next int64 `json:"next,omitempty" doc:"The after of the next page."`
	}
}

// hiddenIn returns the keys of what the user asked to forget: the log tells that
// it was there and what became of it, not what it said.
func (s *Server) hiddenIn(ctx context.Context, d dyadmem.Dyad) (map[dyadmem.EntryKey]bool, error) {
	records, err := s.engine.Store.Records(ctx, d)
	hidden := make(map[dyadmem.EntryKey]bool)
	for _, r := range records {
		if r.Hidden() {
			hidden[r.Key] = true
		}
	}
	return hidden, err
}

func (s *Server) log(ctx context.Context, in *struct {
	InDyad
	After int64 `query:"after" minimum:"0" doc:"The revision after which to begin."`
	Limit int   `query:"limit" minimum:"1" maximum:"10000" default:"1000" doc:"The most operations; a change is never cut."`
}) (*opsOut, error) {
	hidden, err := s.hiddenIn(ctx, in.dyad())
	if err != nil {
		return nil, err
	}
	out := &opsOut{}
	out.Body.Ops = []Op{}
	last := in.After
	for c, err := range s.engine.Store.Changes(ctx, in.dyad()) {
		if err != nil {
			return nil, err
		}
		if c.Rev <= in.After {
			continue
		}
		if n := len(out.Body.Ops); n > 0 && n+len(c.Ops) > in.Limit {
			out.Body.Next = last
			break
		}
		for i, op := range c.Ops {
			out.Body.Ops = append(out.Body.Ops, shownOp(c, i, op, hidden))
		}
		last = c.Rev
	}
	return out, nil
}

func shownOp(c dyadmem.Change, i int, op dyadmem.Op, hidden map[dyadmem.EntryKey]bool) Op {
	v := opOf(c, i, op)
	if hidden[op.Entry.Key] {
		v.Content, v.Evidence = "", nil
	}
	return v
}

func (s *Server) history(ctx context.Context, d dyadmem.Dyad, key string) (*opsOut, error) {
	events, err := s.engine.History(ctx, d, dyadmem.EntryKey(key))
	if err != nil {
		return nil, err
	}
	hidden, err := s.hiddenIn(ctx, d)
	if err != nil {
		return nil, err
	}
	out := &opsOut{}
	for _, e := range events {
		out.Body.Ops = append(out.Body.Ops, shownOp(e.Change, e.Index, e.Op, hidden))
	}
	return out, nil
}

func (s *Server) revert(ctx context.Context, in *struct {
	InDyad
	Op   string `path:"op" example:"12.0" doc:"The id of the operation."`
	Body *By
}) (*opsOut, error) {
	left, right, _ := strings.Cut(in.Op, ".")
	rev, err := strconv.ParseInt(left, 10, 64)
	index, err2 := strconv.Atoi(right)
	if err != nil || err2 != nil {
		return nil, fmt.Errorf("revert: %w", dyadmem.ErrNotFound)
	}
	if in.Body == nil {
		in.Body = &By{}
	}
	if err := s.engine.Revert(ctx, in.dyad(), rev, index, s.hand(*in.Body)); err != nil {
		return nil, err
	}
	now, err := s.engine.Store.Rev(ctx, in.dyad())
	if err != nil {
		return nil, err
	}
	hidden, err := s.hiddenIn(ctx, in.dyad())
	if err != nil {
		return nil, err
	}
	out := &opsOut{}
	out.Body.Ops = []Op{}
	for c, err := range s.engine.Store.Changes(ctx, in.dyad()) {
		if err != nil {
			return nil, err
		}
		for i, op := range c.Ops {
			if c.Rev == now {
				out.Body.Ops = append(out.Body.Ops, shownOp(c, i, op, hidden))
			}
		}
	}
	return out, nil
}
