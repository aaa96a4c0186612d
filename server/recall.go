package server

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
)

// recall serves what asks a bank.
func (s *Server) recall() {
	route(s, operation{
		method: http.MethodPost, path: inDyadPath + "/recall", id: "recall", role: dyadmem.RoleRead,
		summary: "What the bank holds for a query, as entries and as a block for a prompt. It may be nothing.",
	}, func(ctx context.Context, in *recallIn) (*recallOut, error) {
		if err := in.Body.validate(); err != nil {
			return nil, err
		}
		ctx, done := s.asking(ctx)
		defer done()
		found, err := s.engine.Recall(ctx, in.dyad(), in.Body.request(s.config.Now()))
		if err != nil {
			return nil, err
		}
		return &recallOut{in.Body.shown(found)}, nil
	})
	route(s, operation{
		method: http.MethodPost, path: inDyadPath + "/answer", id: "answer", role: dyadmem.RoleRead,
		summary: "An answer from what is recalled, naming the entries it used, or an abstention.",
	}, func(ctx context.Context, in *recallIn) (*answerOut, error) {
		if err := in.Body.validate(); err != nil {
			return nil, err
		}
		ctx, done := s.asking(ctx)
		defer done()
		a, found, err := s.engine.Answer(ctx, in.dyad(), in.Body.request(s.config.Now()))
		if err != nil {
			return nil, err
		}
		if a.Abstained {
			s.config.Metrics.abstained.Inc()
		}
		out := &answerOut{}
		out.Body.Text, out.Body.Abstained, out.Body.Cites, out.Body.Recalled = a.Text, a.Abstained, []string{}, in.Body.shown(found)
		for _, k := range a.Cites {
			out.Body.Cites = append(out.Body.Cites, string(k))
		}
		return out, nil
	})
}

// asking returns ctx with an end: whoever asks a memory waits to go on speaking.
func (s *Server) asking(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.config.Limits.Ask)
}

// An Asking is a query to a bank.
type Asking struct {
	Query     string     `json:"query" minLength:"1" maxLength:"20000"`
	Limit     int        `json:"limit,omitempty" minimum:"0" maximum:"16" doc:"The most entries; 0: 16."`
	Kinds     []string   `json:"kinds,omitempty" nullable:"true" enum:"user_profile,fact,agent_identity,agent_method,agent_knowledge,episodic" doc:"Entries of these kinds only."`
	At        *time.Time `json:"at,omitempty" doc:"The time of asking; absent: now."`
	AsOf      *time.Time `json:"as_of,omitempty" doc:"The bank as it was then."`
	MinScore  float64    `json:"min_score,omitempty" minimum:"0" doc:"Below it nothing is returned."`
	MaxTokens int        `json:"max_tokens,omitempty" minimum:"0" doc:"Of the context; 0: any number."`
	Commons   bool       `json:"commons,omitempty" doc:"Also what the agent shares with all its users."`
	Explain   bool       `json:"explain,omitempty" doc:"Say of each entry why it was recalled."`
}

// validate refuses what a schema does not, or where there is none: what is no
// question, and the time that stands for none, which would ask for the bank as it is.
func (a *Asking) validate() error {
	if strings.TrimSpace(a.Query) == "" || a.Limit < 0 || a.Limit > 16 || a.MaxTokens < 0 {
		return fmt.Errorf("recall: %w: it takes a query, a limit of 1 to 16 and no negative number", dyadmem.ErrInvalid)
	}
	if err := validKinds(a.Kinds); err != nil {
		return err
	}
	if a.AsOf != nil && a.AsOf.IsZero() || a.At != nil && a.At.IsZero() {
		return fmt.Errorf("at and as_of: %w: the first instant of the year 1 is no time", dyadmem.ErrInvalid)
	}
	return nil
}

// validKinds returns an error if one of kinds is none.
func validKinds(kinds []string) error {
	for _, k := range kinds {
		if !dyadmem.Kind(k).Valid() {
			return fmt.Errorf("kinds: %w: %q is none of %v", dyadmem.ErrInvalid, k, dyadmem.Kinds())
		}
	}
	return nil
}

func (a *Asking) request(now time.Time) dyadmem.Request {
	r := dyadmem.Request{Query: dyadmem.Query{Text: a.Query, At: now, Limit: a.Limit, ByUser: true}, MinScore: a.MinScore, Commons: a.Commons}
	for _, k := range a.Kinds {
		r.Kinds = append(r.Kinds, dyadmem.Kind(k))
	}
	if a.AsOf != nil {
		r.AsOf, r.At = *a.AsOf, *a.AsOf
	}
	if a.At != nil {
		r.At = *a.At
	}
	return r
}

// A Hit is a recalled entry.
type Hit struct {
	Entry
	Score  float64 `json:"score" doc:"Comparable within one reply only."`
	Reason string  `json:"reason,omitempty"`
	Aside  bool    `json:"aside,omitempty" doc:"Nothing in it bears on the query: it only comes along."`
}

// A Waiting is a session that the bank does not hold yet.
type Waiting struct {
	Session string    `json:"session"`
	At      time.Time `json:"at"`
	Status  string    `json:"status" enum:"pending,quarantined"`
	Turns   []Turn    `json:"turns"`
}

// A Recalled is what was found.
type Recalled struct {
	Known           bool      `json:"known" doc:"false: nothing was ever recorded of this dyad. Is its name right?"`
	Rev             int64     `json:"rev" doc:"The revision of the bank."`
	Entries         []Hit     `json:"entries"`
	Abstained       bool      `json:"abstained" doc:"Nothing that was returned bears on the query."`
	BestScore       float64   `json:"best_score" doc:"The best there was, returned or not."`
	CompleteThrough string    `json:"complete_through,omitempty" doc:"The last session that the bank holds before the first pending one."`
	Pending         []Waiting `json:"pending,omitempty" doc:"Sessions that the bank does not hold yet, as they were said."`
	Context         string    `json:"context" doc:"A block for a prompt, rules of the relation first, within max_tokens."`
}

func (a *Asking) shown(r dyadmem.Recalled) Recalled {
	out := Recalled{
		Known: r.Rev > 0 || r.CompleteThrough != "" || len(r.Pending) > 0, Rev: r.Rev, Entries: []Hit{}, Abstained: true,
		BestScore: r.Best, CompleteThrough: r.CompleteThrough, Context: r.Context(a.MaxTokens),
	}
	for _, h := range r.Hits {
		v := Hit{Entry: entryOf(h.Entry), Score: h.Score, Aside: h.Aside}
		if a.Explain {
			v.Reason = h.Reason
		}
		out.Abstained = out.Abstained && h.Aside
		out.Entries = append(out.Entries, v)
	}
	for _, w := range r.Pending {
		out.Pending = append(out.Pending, Waiting{w.ID, w.At, string(w.Status), turnsOf(w.Turns)})
	}
	return out
}

type recallIn struct {
	InDyad
	Body Asking
}

type recallOut struct{ Body Recalled }

type answerOut struct {
	Body struct {
		Text      string   `json:"text"`
		Abstained bool     `json:"abstained"`
		Cites     []string `json:"cites" doc:"The keys of the entries that the answer used."`
		Recalled  Recalled `json:"recalled"`
	}
}
