package server

import (
	"fmt"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
)

// An Entry is one memory, as it is shown.
type Entry struct {
	Key       string     `json:"key"`
	Kind      string     `json:"kind" enum:"user_profile,fact,agent_identity,agent_method,agent_knowledge,episodic"`
	Side      string     `json:"side" enum:"user,agent,neither" doc:"Whose memory it is: the user's world, or how this agent works for them."`
	Content   string     `json:"content"`
	Evidence  []string   `json:"evidence,omitempty" doc:"The turns that show it."`
	At        *time.Time `json:"at,omitempty" doc:"The time of the session that stated it."`
	Until     *time.Time `json:"until,omitempty" doc:"A temporary state ends then."`
	State     string     `json:"state,omitempty" enum:"active,invalid,archived"`
	Why       string     `json:"why,omitempty" doc:"Why it is not active, or why it is doubted."`
	Successor string     `json:"successor,omitempty" doc:"The entry that holds instead."`
	Since     *time.Time `json:"since,omitempty" doc:"When the state began."`
	Pinned    bool       `json:"pinned,omitempty"`
	Doubted   bool       `json:"doubted,omitempty" doc:"A delete was proposed and not borne out: it waits for review."`
	ByHand    bool       `json:"by_hand,omitempty"`
}

// when returns t as it is shown: nothing if it is unknown.
func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func entryOf(e dyadmem.Entry) Entry {
	v := Entry{
		Key: string(e.Key), Kind: string(e.Kind), Side: string(e.Kind.Side()), Content: e.Content,
		At: when(e.At), Until: when(e.Until), Pinned: e.Pinned, Doubted: e.Doubted,
	}
	for _, t := range e.Evidence {
		v.Evidence = append(v.Evidence, string(t))
	}
	return v
}

func recordOf(r dyadmem.Record) Entry {
	v := entryOf(r.Entry)
	v.State, v.Why, v.Successor, v.Since, v.ByHand = string(r.State), string(r.Why), string(r.Successor), when(r.Since), r.Hand
	return v
}

// An Op is one operation of the log.
type Op struct {
	ID        string     `json:"id" doc:"Names it for revert." example:"12.0"`
	Action    string     `json:"action"`
	Key       string     `json:"key,omitempty"`
	Kind      string     `json:"kind,omitempty"`
	Content   string     `json:"content,omitempty"`
	Why       string     `json:"why,omitempty"`
	Successor string     `json:"successor,omitempty"`
	Evidence  []string   `json:"evidence,omitempty"`
	Actor     string     `json:"actor"`
	Reason    string     `json:"reason,omitempty"`
	Session   string     `json:"session,omitempty"`
	At        *time.Time `json:"at,omitempty" doc:"When it took effect."`
	Recorded  *time.Time `json:"recorded,omitempty" doc:"When it was written."`
}

func opOf(c dyadmem.Change, index int, op dyadmem.Op) Op {
	at := op.At
	if at.IsZero() {
		at = c.At
	}
	v := Op{
		ID: fmt.Sprintf("%d.%d", c.Rev, index), Action: string(op.Action), Key: string(op.Entry.Key), Kind: string(op.Entry.Kind), Content: op.Entry.Content,
		Why: string(op.Why), Successor: string(op.Successor), Actor: c.Actor, Reason: c.Reason, Session: c.Session, At: when(at), Recorded: when(c.Recorded),
	}
	for _, t := range op.Evidence {
		v.Evidence = append(v.Evidence, string(t))
	}
	return v
}

// A Turn is one utterance.
type Turn struct {
	ID      string `json:"id,omitempty" maxLength:"1024" doc:"Unique in the dyad; absent: the id of the session, a dot and its number."`
	Speaker string `json:"speaker" enum:"user,agent,tool"`
	Text    string `json:"text"`
}

func turnsOf(list []dyadmem.Turn) []Turn {
	out := make([]Turn, len(list))
	for i, t := range list {
		out[i] = Turn{string(t.ID), string(t.Speaker), t.Text}
	}
	return out
}

// A Job is the observing of a session.
type Job struct {
	ID       string     `json:"id"`
	Agent    string     `json:"agent"`
	User     string     `json:"user"`
	Session  string     `json:"session"`
	Status   string     `json:"status" enum:"pending,applied,quarantined" doc:"quarantined: its capture kept failing; its turns are kept, and it can be retried."`
	Attempts int        `json:"attempts" doc:"Failures that count."`
	Reason   string     `json:"reason,omitempty" doc:"Of the latest failure."`
	Received *time.Time `json:"received,omitempty"`
	At       *time.Time `json:"at,omitempty" doc:"The time of the session, in a list of sessions."`
}

func jobOf(j queue.Job) Job {
	return Job{j.ID, j.Dyad.Agent, j.Dyad.User, j.Session, string(j.Status), j.Attempts, j.Reason, when(j.Received), nil}
}

// By is who acts by hand.
type By struct {
	Actor  string     `json:"actor,omitempty" enum:"user,agent" default:"user" doc:"Who decided: the person, or the assistant, which may state and retire less."`
	Reason string     `json:"reason,omitempty" maxLength:"1000"`
	At     *time.Time `json:"at,omitempty" doc:"When; absent: now."`
}

// hand returns by as the engine takes it.
func (s *Server) hand(by By) dyadmem.Hand {
	h := dyadmem.Hand{Actor: by.Actor, Reason: by.Reason, At: s.config.Now()}
	if h.Actor == "" {
		h.Actor = dyadmem.ActorUser
	}
	if by.At != nil {
		h.At = *by.At
	}
	return h
}
