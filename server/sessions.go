package server

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
)

// sessions serves what takes sessions in.
func (s *Server) sessions() {
	route(s, operation{
		method: http.MethodPost, path: inDyadPath + "/sessions", id: "record-session", role: dyadmem.RoleWrite, status: http.StatusAccepted,
		summary: "Record a session. It is kept durably once this returns, and captured offline.",
		also: map[string]*huma.Response{"200": {
			Description: "With wait or dry_run: what the session did, or would do.",
			Content:     map[string]*huma.MediaType{"application/json": {Schema: s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Recorded](), true, "")}},
		}},
	}, s.record)
	route(s, operation{method: http.MethodGet, path: inDyadPath + "/sessions", id: "list-sessions", role: dyadmem.RoleRead, summary: "The sessions of the dyad by time, as far as each has come."}, s.listSessions)
	route(s, operation{method: http.MethodGet, path: "/v1/jobs/{job}", id: "get-job", role: dyadmem.RoleRead, summary: "How far a session has come."}, s.job)
	route(s, operation{
		method: http.MethodPost, path: "/v1/jobs/{job}/retry", id: "retry-job", role: dyadmem.RoleWrite,
		summary: "Queue a session that was set aside once more.",
	}, s.retry)
}

type recordIn struct {
	InDyad
	Wait   bool `query:"wait" doc:"Answer once the session is applied, with what it did."`
	DryRun bool `query:"dry_run" doc:"Keep nothing: show what would be captured and changed."`
	Body   struct {
		ID    string    `json:"id" minLength:"1" maxLength:"1024" doc:"Yours. The same session sent again changes nothing; the same id with other turns is a conflict."`
		At    time.Time `json:"at" doc:"When it was held. It is never replaced by now."`
		Lang  string    `json:"lang,omitempty" maxLength:"100" example:"en" doc:"BCP 47 tag of the dialogue."`
		Role  string    `json:"role,omitempty" maxLength:"1000" doc:"What the agent is to the user."`
		Turns []Turn    `json:"turns" minItems:"1"`
	}
}

// session returns what was sent as a session.
func (in *recordIn) session(most int) (dyadmem.Session, error) {
	b := in.Body
	if len(b.Turns) > most {
		return dyadmem.Session{}, fmt.Errorf("session %q: %w: it has %d turns, the most is %d; send it as several sessions", b.ID, dyadmem.ErrInvalid, len(b.Turns), most)
	}
	out := dyadmem.Session{ID: b.ID, At: b.At, Lang: b.Lang, Role: b.Role}
	for i, t := range b.Turns {
		if t.ID == "" {
			t.ID = fmt.Sprintf("%s.%d", b.ID, i+1)
		}
		out.Turns = append(out.Turns, dyadmem.Turn{ID: dyadmem.TurnRef(t.ID), Speaker: dyadmem.Speaker(t.Speaker), Text: t.Text})
	}
	return out, out.Validate()
}

// A Recorded is a session that was taken in, or tried.
type Recorded struct {
	Job      *Job    `json:"job,omitempty"`
	Captured []Entry `json:"captured,omitempty" doc:"With dry_run: what would be captured."`
	Ops      []Op    `json:"ops,omitzero" required:"false" doc:"With wait: what the session did. With dry_run: what it would do beyond adding what it captured."`
}

type recordOut struct {
	Status   int
	Location string `header:"Location"`
	Body     Recorded
}

func (s *Server) record(ctx context.Context, in *recordIn) (*recordOut, error) {
	session, err := in.session(s.config.Limits.Turns)
	if err != nil {
		return nil, err
	}
	d := in.dyad()
	if in.DryRun {
		return s.tried(ctx, d, session)
	}
	j, err := s.config.Queue.Accept(ctx, d, session)
	if err != nil {
		return nil, err
	}
	out := &recordOut{Status: http.StatusAccepted, Location: "/v1/jobs/" + j.ID}
	if in.Wait {
		if j, out.Body.Ops, err = s.waited(ctx, d, j); err != nil {
			return nil, err
		}
		if j.Status != dyadmem.Pending {
			out.Status = http.StatusOK
		}
	}
	job := jobOf(j)
	out.Body.Job = &job
	return out, nil
}

// waited returns the job of a session once it is no longer pending, or when the
// longest wait is over, and what it did.
func (s *Server) waited(ctx context.Context, d dyadmem.Dyad, accepted queue.Job) (queue.Job, []Op, error) {
	wait, cancel := context.WithTimeout(ctx, s.config.Limits.Wait)
	defer cancel()
	defer context.AfterFunc(s.stopping, cancel)()
	j, err := s.config.Queue.Wait(wait, d, accepted.Session)
	switch {
	case err != nil && (wait.Err() == nil || ctx.Err() != nil):
		return j, nil, err
	case err != nil: // the wait is over, maybe before the job was looked at
		return accepted, nil, nil
	}
	if j.Status != dyadmem.Applied { // it was set aside
		return j, nil, nil
	}
	ops := []Op{} // applied, and maybe to nothing
	for c, err := range s.engine.Store.Changes(ctx, d) {
		if err != nil {
			return j, nil, err
		}
		if c.Session != accepted.Session {
			continue
		}
		for i, op := range c.Ops {
			ops = append(ops, opOf(c, i, op))
		}
	}
	return j, ops, nil
}

// tried returns what a session would do to the bank as it is, and keeps nothing.
func (s *Server) tried(ctx context.Context, d dyadmem.Dyad, session dyadmem.Session) (*recordOut, error) {
	for i := range session.Turns {
		session.Turns[i].Text = dyadmem.MaskSecrets(session.Turns[i].Text)
	}
	ctx, done := context.WithTimeout(ctx, s.config.Limits.Wait)
	defer done()
	bank, err := s.engine.Store.Bank(ctx, d)
	if err != nil {
		return nil, err
	}
	step, err := s.engine.Step(ctx, bank, session)
	if err != nil {
		return nil, err
	}
	out := &recordOut{Status: http.StatusOK}
	for _, e := range step.Captured {
		out.Body.Captured = append(out.Body.Captured, entryOf(e))
	}
	out.Body.Ops = []Op{}
	all := bank.Apply(step.Captured, nil)
	for i, op := range step.Ops {
		if e, ok := all.Entry(op.Entry.Key); ok && op.Entry.Content == "" { // a delete names its entry by its key alone
			op.Entry.Kind, op.Entry.Content = e.Kind, e.Content
		}
		out.Body.Ops = append(out.Body.Ops, opOf(dyadmem.Change{At: session.At, Session: session.ID, Actor: cmp.Or(s.engine.Actor, dyadmem.ActorRules)}, i, op))
	}
	return out, nil
}

type jobsOut struct {
	Body struct {
		Jobs []Job `json:"jobs"`
	}
}

func (s *Server) listSessions(ctx context.Context, in *InDyad) (*jobsOut, error) {
	list, err := s.engine.Store.Sessions(ctx, in.dyad())
	if err != nil {
		return nil, err
	}
	out := &jobsOut{}
	out.Body.Jobs = make([]Job, len(list))
	for i, a := range list {
		out.Body.Jobs[i] = jobOf(queue.JobOf(in.dyad(), a))
		out.Body.Jobs[i].At = when(a.At)
	}
	return out, nil
}

type jobIn struct {
	Job string `path:"job"`
}

type jobOut struct{ Body Job }

// of returns the dyad and the session that a job is of. An id that names none is
// that of no job.
func (in *jobIn) of() (dyadmem.Dyad, string, error) {
	d, session, err := queue.ParseJobID(in.Job)
	if err != nil {
		return d, "", fmt.Errorf("job: %w", dyadmem.ErrNotFound)
	}
	return d, session, nil
}

func (s *Server) job(ctx context.Context, in *jobIn) (*jobOut, error) {
	d, session, err := in.of()
	if err != nil {
		return nil, err
	}
	j, err := s.config.Queue.Job(ctx, d, session)
	if err != nil {
		return nil, err
	}
	return &jobOut{jobOf(j)}, nil
}

func (s *Server) retry(ctx context.Context, in *jobIn) (*jobOut, error) {
	d, session, err := in.of()
	if err != nil {
		return nil, err
	}
	if err := s.config.Queue.Retry(ctx, d, session); err != nil {
		return nil, err
	}
	return s.job(ctx, in)
}
