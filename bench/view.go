package bench

import (
	"time"

	"github.com/dyadmem/dyadmem"
)

// What a system may see of an episode: exactly the fields of the root types
// that these functions fill.

// View returns session s of episode e as a system sees it.
func (e *Episode) View(s *Session) dyadmem.Session {
	v := dyadmem.Session{ID: s.ID, At: s.Time.Time, Lang: e.Lang, Role: e.Agent.Role, Turns: make([]dyadmem.Turn, len(s.Turns))}
	for i, t := range s.Turns {
		v.Turns[i] = dyadmem.Turn{ID: t.ID, Speaker: t.Speaker, Text: t.Text}
	}
	return v
}

// Query returns question q of episode e as a system sees it: its text and
// the time of asking.
func (e *Episode) Query(q *Question) dyadmem.Query {
	return dyadmem.Query{Text: q.Text, At: e.askedAt(q)}
}

func (e *Episode) askedAt(q *Question) time.Time {
	if q.Time != nil {
		return q.Time.Time
	}
	if i := e.AskedIndex(q); i >= 0 {
		return e.Sessions[i].Time.Time
	}
	return time.Time{}
}

// AskedIndex returns the index of the session after which q is asked, -1 if
// it names none of the episode.
func (e *Episode) AskedIndex(q *Question) int {
	if q.AskedAfter == "" {
		return len(e.Sessions) - 1
	}
	for i := range e.Sessions {
		if e.Sessions[i].ID == q.AskedAfter {
			return i
		}
	}
	return -1
}

// Memory returns e as an entry of a bank. at is the time of its session.
func (e Entry) Memory(at time.Time) dyadmem.Entry {
	m := dyadmem.Entry{Key: e.Key, Kind: e.Kind, Content: e.Content, Evidence: e.Evidence, At: at}
	if e.Until != nil {
		m.Until = e.Until.Time
	}
	return m
}

// FromMemory returns an entry of a bank as it is written in a file.
func FromMemory(m dyadmem.Entry) Entry {
	e := Entry{Key: m.Key, Kind: m.Kind, Content: m.Content, Evidence: m.Evidence}
	if !m.Until.IsZero() {
		u := At(m.Until)
		e.Until = &u
	}
	return e
}
