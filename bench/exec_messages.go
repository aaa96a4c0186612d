package bench

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem"
)

type execRequest struct {
	ID       int          `json:"id"`
	Op       string       `json:"op"`
	Protocol int          `json:"protocol,omitzero"`
	Lang     string       `json:"lang,omitempty"`
	Role     string       `json:"role,omitempty"`
	Session  *execSession `json:"session,omitempty"`
	Bank     *[]Entry     `json:"bank,omitzero"`
	Captured *[]Entry     `json:"captured,omitzero"`
	Query    string       `json:"query,omitempty"`
	Time     *Time        `json:"time,omitempty"`
	K        int          `json:"k,omitzero"`
	Entries  *[]Entry     `json:"entries,omitzero"`
	Recalled bool         `json:"recalled,omitzero"` // the entries are the program's own recall, not gold
}

type execSession struct {
	ID    string `json:"id"`
	Time  Time   `json:"time"`
	Lang  string `json:"lang,omitempty"`
	Role  string `json:"role,omitempty"`
	Turns []Turn `json:"turns"`
}

type execReply struct {
	ID        int                `json:"id"`
	Error     string             `json:"error"`
	Name      string             `json:"name"`
	Version   string             `json:"version"`
	Stages    []Stage            `json:"stages"`
	Entries   []Entry            `json:"entries"`
	Keys      []dyadmem.EntryKey `json:"keys"`
	Add       []Addition         `json:"add"`
	Delete    []Deletion         `json:"delete"`
	Text      string             `json:"text"`
	Abstained bool               `json:"abstained"`
	Cites     []dyadmem.EntryKey `json:"cites"`
}

func decodeReply(req execRequest, line []byte) (execReply, error) {
	var r execReply
	if err := json.Unmarshal(line, &r); err != nil {
		return r, &brokenError{"format", fmt.Errorf("%s: unreadable reply %.80q: %w", req.Op, line, err)}
	}
	if r.ID != req.ID {
		return r, &brokenError{"format", fmt.Errorf("%s: the reply has id %d, the request %d", req.Op, r.ID, req.ID)}
	}
	if r.Error != "" {
		return r, fmt.Errorf("%s: %s", req.Op, r.Error)
	}
	return r, nil
}

func viewed(s dyadmem.Session) *execSession {
	v := &execSession{ID: s.ID, Time: At(s.At), Lang: s.Lang, Role: s.Role, Turns: make([]Turn, len(s.Turns))}
	for i, t := range s.Turns {
		v.Turns[i] = Turn{ID: t.ID, Speaker: t.Speaker, Text: t.Text}
	}
	return v
}

// sound refuses entries of a reply that say nothing, or are of a kind that there isn't. One without a kind is of none.
func sound(op string, list []Entry) error {
	for i, e := range list {
		switch {
		case strings.TrimSpace(e.Content) == "":
			return &brokenError{"format", fmt.Errorf("%s: entry %d of the reply has no content", op, i+1)}
		case e.Kind != "" && !e.Kind.Valid():
			return &brokenError{"format", fmt.Errorf("%s: entry %d of the reply is of the kind %q (want one of %v)", op, i+1, e.Kind, dyadmem.Kinds())}
		}
	}
	return nil
}

// writtenOut returns the added entries that a reply does not merely name by their keys.
func writtenOut(add []Addition) (out []Entry) {
	for _, a := range add {
		if a.Whole && (a.Key == "" || a.Content != "") {
			out = append(out, a.Entry)
		}
	}
	return out
}

func written(list []dyadmem.Entry) *[]Entry {
	entries := fromMemories(list)
	return &entries
}

// keyOf returns the key of an entry in a reply: its own, or that of the entry
// in b which says the same word for word.
func keyOf(b dyadmem.Bank, e Entry) dyadmem.EntryKey {
	if e.Key != "" {
		return e.Key
	}
	for _, m := range b.Entries {
		if dyadmem.Normalize(m.Content) == dyadmem.Normalize(e.Content) {
			return m.Key
		}
	}
	return ""
}

// memories returns entries of a reply as they stand in a bank, nil for nil.
func memories(list []Entry, at time.Time) []dyadmem.Entry {
	var out []dyadmem.Entry
	for _, e := range list {
		out = append(out, e.Memory(at))
	}
	return out
}
