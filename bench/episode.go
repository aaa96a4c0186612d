// Package bench is the data set of the benchmark and the runner that puts a
// system through it. It is the only part of the project that knows gold: what
// it hands to a stage are root types, which have no field for it.
package bench

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dyadmem/dyadmem"
)

// EpisodeSchema names the format of a line of a data set.
const EpisodeSchema = "dyadmem/episode/v1"

// An Episode is the whole history of one dyad with the gold of every stage.
// The field Unknown of each type keeps the members that this version does not
// know, so that a round trip loses none.
type Episode struct {
	Schema    string         `json:"schema"`
	ID        string         `json:"id"`
	Lang      string         `json:"lang"`
	Focus     Focus          `json:"focus"`
	Domain    string         `json:"domain"`
	Subdomain string         `json:"subdomain,omitempty"`
	Agent     Party          `json:"agent"`
	User      Party          `json:"user"`
	Sessions  []Session      `json:"sessions"`
	Questions []Question     `json:"questions"`
	Unknown   jsontext.Value `json:",embed"`
}

// A Focus is the side of the dyad that an episode mainly evolves.
type Focus string

// The two foci.
const (
	UserFocus  Focus = "user"
	AgentFocus Focus = "agent"
)

// A Party is one half of the dyad. A system sees an agent's Role and nothing
// else of it.
type Party struct {
	ID      string         `json:"id"`
	Role    string         `json:"role,omitempty"`
	Sketch  string         `json:"sketch,omitempty"`
	Unknown jsontext.Value `json:",embed"`
}

// A Session is one conversation with its gold: what it states (Capture), what
// the bank gains (Add) and what stops being valid (Delete).
type Session struct {
	ID      string         `json:"id"`
	Time    Time           `json:"time"`
	Turns   []Turn         `json:"turns"`
	Capture []Entry        `json:"capture,omitempty"`
	Add     []Addition     `json:"add,omitempty"`
	Delete  []Deletion     `json:"delete,omitempty"`
	Unknown jsontext.Value `json:",embed"`
}

// A Turn is one utterance. Smalltalk marks chat that carries nothing worth
// remembering; no system sees it.
type Turn struct {
	ID        dyadmem.TurnRef `json:"id"`
	Speaker   dyadmem.Speaker `json:"speaker"`
	Text      string          `json:"text"`
	Smalltalk bool            `json:"smalltalk,omitzero"`
	Unknown   jsontext.Value  `json:",embed"`
}

// An Entry is a gold or predicted entry. A prediction needs no Key.
type Entry struct {
	Key      dyadmem.EntryKey  `json:"key,omitempty"`
	Kind     dyadmem.Kind      `json:"kind"`
	Content  string            `json:"content"`
	Evidence []dyadmem.TurnRef `json:"evidence,omitempty"`
	Until    *Time             `json:"until,omitempty"`
	Unknown  jsontext.Value    `json:",embed"`
}

// An Addition is what a bank gains: the key of a captured entry (then Entry
// has a key alone), or a whole entry that Update made.
type Addition struct {
	Entry
	Whole bool
}

// MarshalJSON writes a key as a string and a whole entry as an object.
func (a Addition) MarshalJSON() ([]byte, error) {
	if !a.Whole {
		return json.Marshal(a.Key)
	}
	return json.Marshal(a.Entry)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (a *Addition) UnmarshalJSON(b []byte) error {
	*a = Addition{Whole: jsontext.Value(b).Kind() == '{'}
	if a.Whole {
		return json.Unmarshal(b, &a.Entry)
	}
	return json.Unmarshal(b, &a.Key)
}

// A Deletion is an entry that stops being valid, why, and the turns of its
// session that show it. A prediction may be the key alone, as a string.
type Deletion struct {
	Key      dyadmem.EntryKey  `json:"key"`
	Why      dyadmem.Why       `json:"why,omitempty"`
	Evidence []dyadmem.TurnRef `json:"evidence,omitempty"`
	Unknown  jsontext.Value    `json:",embed"`
}

// UnmarshalJSON reads an object, or a key as a string.
func (d *Deletion) UnmarshalJSON(b []byte) error {
	*d = Deletion{}
	if jsontext.Value(b).Kind() == '"' {
		return json.Unmarshal(b, &d.Key)
	}
	type plain Deletion
	return json.Unmarshal(b, (*plain)(d))
}

// A QuestionType is what a question asks for.
type QuestionType string

// The seven types.
const (
	SingleHop QuestionType = "single_hop"
	MultiHop  QuestionType = "multi_hop"
	Temporal  QuestionType = "temporal"
	Update    QuestionType = "update"    // asks for the latest value
	Rule      QuestionType = "rule"      // makes the agent act by a URAM rule
	Abstain   QuestionType = "abstain"   // nothing in the bank answers it
	Forgotten QuestionType = "forgotten" // asks for what the user had erased
)

// QuestionTypes returns the seven types.
func QuestionTypes() []QuestionType {
	return []QuestionType{SingleHop, MultiHop, Temporal, Update, Rule, Abstain, Forgotten}
}

// Answerable reports whether a question of type t has support in the bank.
func (t QuestionType) Answerable() bool { return t != Abstain && t != Forgotten }

// A Question is asked after a session of the episode: after AskedAfter, or
// after the last where that is empty.
type Question struct {
	ID         string             `json:"id"`
	Type       QuestionType       `json:"type"`
	Text       string             `json:"text"`
	Answer     string             `json:"answer"`
	Support    []dyadmem.EntryKey `json:"support"`
	AskedAfter string             `json:"asked_after,omitempty"`
	Time       *Time              `json:"time,omitempty"`
	Rubric     *Rubric            `json:"rubric,omitempty"`
	Unknown    jsontext.Value     `json:",embed"`
}

// A Rubric decides an answer without a model: one wording of each group of
// Must has to stand in it, and none of MustNot.
type Rubric struct {
	Must    [][]string     `json:"must"`
	MustNot []string       `json:"must_not,omitempty"`
	Unknown jsontext.Value `json:",embed"`
}

// A Time is an instant that is written as it was read: RFC 3339 with a zone,
// or a date alone, which is that day 00:00 UTC.
type Time struct {
	time.Time
	text string
}

// ParseTime reads an RFC 3339 time or a date.
func ParseTime(s string) (Time, error) {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return Time{t, s}, nil
	}
	var t time.Time
	if err := t.UnmarshalText([]byte(s)); err == nil { // stricter than time.Parse
		return Time{t, s}, nil
	}
	return Time{}, fmt.Errorf("unreadable time %q (want RFC 3339 with a zone, or a date)", s)
}

// At returns t as a Time.
func At(t time.Time) Time { return Time{Time: t} }

// MarshalJSON writes t as it was read, or as RFC 3339.
func (t Time) MarshalJSON() ([]byte, error) {
	if t.text != "" {
		return json.Marshal(t.text)
	}
	return json.Marshal(t.Format(time.RFC3339))
}

// UnmarshalJSON reads what ParseTime reads.
func (t *Time) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	p, err := ParseTime(s)
	if err != nil {
		return err
	}
	*t = p
	return nil
}
