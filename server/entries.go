package server

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
)

// entries serves the bank of a dyad entry by entry.
func (s *Server) entries() {
	route(s, operation{method: http.MethodGet, path: inDyadPath + "/entries", id: "list-entries", role: dyadmem.RoleRead, summary: "The entries of the bank, in their order."},
		func(ctx context.Context, in *struct {
			InDyad
			Filter
		}) (*listOut, error) {
			return s.list(ctx, in.dyad(), in.Filter)
		})
	route(s, operation{
		method: http.MethodPost, path: inDyadPath + "/entries", id: "remember", role: dyadmem.RoleWrite, status: http.StatusCreated, summary: "Remember an entry by hand.",
	}, s.remember)
	route(s, operation{method: http.MethodGet, path: inDyadPath + "/entries/{key}", id: "get-entry", role: dyadmem.RoleRead, summary: "One entry, in whatever state."},
		func(ctx context.Context, in *InEntry) (*entryOut, error) { return s.entry(ctx, in.dyad(), in.Key) })
	route(s, operation{
		method: http.MethodPatch, path: inDyadPath + "/entries/{key}", id: "correct", role: dyadmem.RoleWrite,
		summary: "Correct what an entry says. Another value gets an entry of its own, to which the old one is linked.",
	}, s.correct)
	for _, a := range acts {
		route(s, operation{method: http.MethodPost, path: inDyadPath + "/entries/{key}/" + a.name, id: a.name, role: dyadmem.RoleWrite, summary: a.summary},
			func(ctx context.Context, in *actIn) (*entryOut, error) {
				return s.act(ctx, in.dyad(), in.Key, a, in.Body)
			})
	}
	route(s, operation{method: http.MethodPost, path: inDyadPath + "/entries/{key}/promote", id: "promote", role: dyadmem.RoleWrite, summary: "Copy a rule to what the agent shares with all its users."}, s.promote)
	route(s, operation{method: http.MethodGet, path: inDyadPath + "/entries/{key}/history", id: "history", role: dyadmem.RoleRead, summary: "What became of an entry, oldest first."},
		func(ctx context.Context, in *InEntry) (*opsOut, error) { return s.history(ctx, in.dyad(), in.Key) })
}

// inCommonsPath is where what an agent shares with all its users lies.
const inCommonsPath = "/v1/agents/{agent}/commons"

// An InCommons is the part of a path that names a commons.
type InCommons struct {
	Agent string `path:"agent" maxLength:"1024"`
}

func (in InCommons) dyad() dyadmem.Dyad { return dyadmem.Commons(in.Agent) }

// An InCommonsEntry is the part of a path that names an entry of a commons.
type InCommonsEntry struct {
	InCommons
	Key string `path:"key"`
}

// commons serves what an agent shares with all its users. Nothing is remembered
// in it: it grows by promotion alone.
func (s *Server) commons() {
	route(s, operation{method: http.MethodGet, path: inCommonsPath + "/entries", id: "list-commons", role: dyadmem.RoleRead, summary: "What the agent shares with all its users."},
		func(ctx context.Context, in *struct {
			InCommons
			Filter
		}) (*listOut, error) {
			return s.list(ctx, in.dyad(), in.Filter)
		})
	route(s, operation{method: http.MethodGet, path: inCommonsPath + "/entries/{key}", id: "get-commons-entry", role: dyadmem.RoleRead, summary: "One entry of the commons."},
		func(ctx context.Context, in *InCommonsEntry) (*entryOut, error) {
			return s.entry(ctx, in.dyad(), in.Key)
		})
	route(s, operation{method: http.MethodGet, path: inCommonsPath + "/entries/{key}/history", id: "commons-history", role: dyadmem.RoleRead, summary: "What became of an entry of the commons."},
		func(ctx context.Context, in *InCommonsEntry) (*opsOut, error) {
			return s.history(ctx, in.dyad(), in.Key)
		})
	for _, a := range acts {
		route(s, operation{method: http.MethodPost, path: inCommonsPath + "/entries/{key}/" + a.name, id: "commons-" + a.name, role: dyadmem.RoleWrite, summary: a.summary},
			func(ctx context.Context, in *struct {
				InCommonsEntry
				Body *actBody
			}) (*entryOut, error) {
				return s.act(ctx, in.dyad(), in.Key, a, in.Body)
			})
	}
}

// A Filter picks entries.
type Filter struct {
	State   string   `query:"state" enum:"active,invalid,archived,all" default:"active" doc:"What the user asked to forget is in none of them."`
	Kinds   []string `query:"kinds" enum:"user_profile,fact,agent_identity,agent_method,agent_knowledge,episodic"`
	Doubted bool     `query:"doubted" doc:"The entries alone that wait for review."`
	Limit   int      `query:"limit" minimum:"1" maximum:"1000" default:"300"`
	After   string   `query:"after" doc:"The key of the last entry of the page before."`
}

type listOut struct {
	Body struct {
		Known   bool    `json:"known" doc:"false: nothing was ever recorded of this dyad."`
		Entries []Entry `json:"entries"`
		Next    string  `json:"next,omitempty" doc:"The after of the next page."`
	}
}

func (s *Server) list(ctx context.Context, d dyadmem.Dyad, f Filter) (*listOut, error) {
	records, err := s.engine.Store.Records(ctx, d)
	if err != nil {
		return nil, err
	}
	out := &listOut{}
	out.Body.Entries = []Entry{}
	out.Body.Known, err = s.known(ctx, d, len(records))
	if err != nil {
		return nil, err
	}
	records = slices.DeleteFunc(records, func(r dyadmem.Record) bool {
		return r.Hidden() || f.State != "all" && string(r.State) != f.State || f.Doubted && !r.Doubted || len(f.Kinds) > 0 && !slices.Contains(f.Kinds, string(r.Kind))
	})
	if f.After != "" {
		i := slices.IndexFunc(records, func(r dyadmem.Record) bool { return string(r.Key) == f.After })
		if i < 0 {
			return nil, fmt.Errorf("entries: %w: no entry of this list has the key that after names; begin again", dyadmem.ErrInvalid)
		}
		records = records[i+1:]
	}
	if len(records) > f.Limit {
		records = records[:f.Limit]
		out.Body.Next = string(records[f.Limit-1].Key)
	}
	for _, r := range records {
		out.Body.Entries = append(out.Body.Entries, recordOf(r))
	}
	return out, nil
}

// known reports whether anything was ever recorded of d.
func (s *Server) known(ctx context.Context, d dyadmem.Dyad, records int) (bool, error) {
	if records > 0 {
		return true, nil
	}
	if rev, err := s.engine.Store.Rev(ctx, d); rev > 0 || err != nil {
		return rev > 0, err
	}
	list, err := s.engine.Store.Sessions(ctx, d)
	return len(list) > 0, err
}

// An InEntry is the part of a path that names an entry.
type InEntry struct {
	InDyad
	Key string `path:"key"`
}

type entryOut struct{ Body Entry }

// shownRecord returns the record of a key. What the user asked to forget is as good as
// not there.
func (s *Server) shownRecord(ctx context.Context, d dyadmem.Dyad, key string) (r dyadmem.Record, err error) {
	if wellFormed(key) {
		r, err = s.engine.Store.Record(ctx, d, dyadmem.EntryKey(key))
	}
	if err == nil && (r.Key == "" || r.Hidden()) {
		err = fmt.Errorf("entry: %w", dyadmem.ErrNotFound)
	}
	return r, err
}

func (s *Server) entry(ctx context.Context, d dyadmem.Dyad, key string) (*entryOut, error) {
	r, err := s.shownRecord(ctx, d, key)
	if err != nil {
		return nil, err
	}
	return &entryOut{recordOf(r)}, nil
}

// A Statement is what an entry is to say.
type Statement struct {
	Kind     string     `json:"kind,omitempty" enum:"user_profile,fact,agent_identity,agent_method,agent_knowledge,episodic"`
	Content  string     `json:"content,omitempty" doc:"One separable thing, in the third person, in the language of the dialogue."`
	Until    *time.Time `json:"until,omitempty" doc:"A temporary state ends then."`
	Evidence []string   `json:"evidence,omitempty" nullable:"true" maxItems:"100" doc:"The turns that show it."`
	By
}

// over puts what st says over e, secrets masked. Its evidence must be there.
func (s *Server) over(ctx context.Context, d dyadmem.Dyad, e dyadmem.Entry, st Statement) (dyadmem.Entry, error) {
	if len(st.Content) > s.config.Limits.Entry {
		return e, fmt.Errorf("entry: %w: it has %d bytes, the most is %d; one entry says one thing", dyadmem.ErrInvalid, len(st.Content), s.config.Limits.Entry)
	}
	if st.Content != "" {
		e.Content = dyadmem.MaskSecrets(st.Content)
	}
	if st.Kind != "" {
		e.Kind = dyadmem.Kind(st.Kind)
	}
	if st.Until != nil {
		e.Until = *st.Until
	}
	if len(st.Evidence) == 0 {
		return e, nil
	}
	e.Evidence = nil
	for _, t := range st.Evidence {
		if wellFormed(t) {
			e.Evidence = append(e.Evidence, dyadmem.TurnRef(t))
		}
	}
	spoken, err := s.engine.Store.Spoken(ctx, d, e.Evidence)
	for _, t := range st.Evidence {
		if _, ok := spoken[dyadmem.TurnRef(t)]; err == nil && !ok {
			return e, fmt.Errorf("entry: %w: its evidence names turn %q, which is not there", dyadmem.ErrInvalid, t)
		}
	}
	return e, err
}

func (s *Server) remember(ctx context.Context, in *struct {
	InDyad
	Body Statement
}) (*entryOut, error) {
	by := s.hand(in.Body.By)
	e, err := s.over(ctx, in.dyad(), dyadmem.Entry{At: by.At}, in.Body)
	if err != nil {
		return nil, err
	}
	key, err := s.engine.Remember(ctx, in.dyad(), e, by)
	if err != nil {
		return nil, err
	}
	return s.entry(ctx, in.dyad(), string(key))
}

func (s *Server) correct(ctx context.Context, in *struct {
	InEntry
	Body Statement
}) (*entryOut, error) {
	r, err := s.shownRecord(ctx, in.dyad(), in.Key)
	if err != nil {
		return nil, err
	}
	e, err := s.over(ctx, in.dyad(), r.Entry, in.Body)
	if err != nil {
		return nil, err
	}
	key, err := s.engine.Correct(ctx, in.dyad(), r.Key, e, s.hand(in.Body.By))
	if err != nil {
		return nil, err
	}
	return s.entry(ctx, in.dyad(), string(key))
}

// An act is what can be done to an entry by hand.
type act struct {
	name, summary string
	do            func(e dyadmem.Engine, ctx context.Context, d dyadmem.Dyad, k dyadmem.EntryKey, why dyadmem.Why, by dyadmem.Hand) error
}

// plain is an act that needs no reason of a kind.
func plain(do func(dyadmem.Engine, context.Context, dyadmem.Dyad, dyadmem.EntryKey, dyadmem.Hand) error) func(dyadmem.Engine, context.Context, dyadmem.Dyad, dyadmem.EntryKey, dyadmem.Why, dyadmem.Hand) error {
	return func(e dyadmem.Engine, ctx context.Context, d dyadmem.Dyad, k dyadmem.EntryKey, _ dyadmem.Why, by dyadmem.Hand) error {
		return do(e, ctx, d, k, by)
	}
}

var acts = []act{
	{"retire", "Retire an entry: it is kept, and recalled no more. By the assistant alone, what is the user's is only doubted.", dyadmem.Engine.Retire},
	{"restore", "Make a retired or archived entry active again.", plain(dyadmem.Engine.Restore)},
	{"pin", "See to it that only a person can retire an entry.", plain(dyadmem.Engine.Pin)},
	{"unpin", "Take the pin away.", plain(dyadmem.Engine.Unpin)},
	{"confirm", "Clear the doubt about an entry: it holds.", plain(dyadmem.Engine.Confirm)},
}

type actBody struct {
	Why string `json:"why,omitempty" enum:"forget,corrected,superseded,expired" doc:"Of retire: why; absent: corrected."`
	By
}

type actIn struct {
	InEntry
	Body *actBody
}

func (s *Server) act(ctx context.Context, d dyadmem.Dyad, key string, a act, body *actBody) (*entryOut, error) {
	if body == nil {
		body = &actBody{}
	}
	why := dyadmem.Why(body.Why)
	if why == "" {
		why = dyadmem.WhyCorrected
	}
	if err := a.do(s.engine, ctx, d, dyadmem.EntryKey(key), why, s.hand(body.By)); err != nil {
		return nil, err
	}
	if a.name == "restore" {
		s.config.Metrics.deletes.WithLabelValues("restored").Inc()
	}
	r, err := s.engine.Store.Record(ctx, d, dyadmem.EntryKey(key))
	if err != nil {
		return nil, err
	}
	if r.Hidden() {
		r.Content, r.Evidence = "", nil
	}
	return &entryOut{recordOf(r)}, nil
}

func (s *Server) promote(ctx context.Context, in *actIn) (*entryOut, error) {
	if k := callerOf(ctx); k.User != "" {
		return nil, forbidden("this key is bound to one user; the commons is every user's")
	}
	if in.Body == nil {
		in.Body = &actBody{}
	}
	key, err := s.engine.Promote(ctx, in.dyad(), dyadmem.EntryKey(in.Key), s.hand(in.Body.By))
	if err != nil {
		return nil, err
	}
	return s.entry(ctx, dyadmem.Commons(in.Agent), string(key))
}
