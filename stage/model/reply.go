package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// What the readers of replies put right.
const (
	invented  llm.Repair = "invented"  // a number or key that names nothing, dropped
	neighbour llm.Repair = "neighbors" // the bank did not fit: the nearest entries were shown
	traced    llm.Repair = "traced"    // an entry without evidence: the turn of the user's that says it was found by its words
)

// A modelEntry is an entry as a model writes it. Small models call the fields
// by other names; those that can mean one thing only are taken.
type modelEntry struct {
	kind, content string
	evidence      []string
	until         string
	renamed       bool
}

// UnmarshalJSON reads an object.
func (e *modelEntry) UnmarshalJSON(b []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return fmt.Errorf("an entry has to be an object with kind and content, not %.40s", b)
	}
	take := func(into any, names ...string) {
		for i, n := range names {
			if v, ok := fields[n]; ok && json.Unmarshal(v, into) == nil {
				e.renamed = e.renamed || i > 0
				return
			}
		}
	}
	take(&e.kind, "kind", "type", "category")
	take(&e.content, "content", "text", "memory", "statement", "value")
	take(&e.until, "until", "valid_until", "expires")
	var refs references
	take(&refs, "evidence", "turns", "sources", "source", "turn")
	e.evidence = refs
	if strings.TrimSpace(e.content) == "" {
		return errors.New("an entry has no content")
	}
	return nil
}

// references are numbers or keys as a model writes them: 3, "3", "[3]", "b3",
// or one alone for a list.
type references []string

// UnmarshalJSON reads a list or a single value.
func (r *references) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) != nil {
		list = []json.RawMessage{b}
	}
	*r = nil
	for _, v := range list {
		var text string
		var object struct{ Key, ID, N json.RawMessage }
		switch {
		case string(v) == "null":
			continue
		case json.Unmarshal(v, &text) == nil:
		case v[0] == '{' && json.Unmarshal(v, &object) == nil:
			for _, o := range []json.RawMessage{object.Key, object.ID, object.N} {
				if o != nil {
					text = strings.Trim(string(o), `"`)
				}
			}
		default:
			text = string(v)
		}
		*r = append(*r, strings.ToLower(strings.Trim(text, "[]# \t")))
	}
	return nil
}

// number returns the number that a reference names, without a letter before
// it, 0 if it names none.
func number(ref string) int {
	n, err := strconv.Atoi(strings.TrimLeft(ref, "abcdefghijklmnopqrstuvwxyz "))
	if err != nil {
		return 0
	}
	return n
}

// kinds of another name that can mean one kind only.
var kindNames = map[string]dyadmem.Kind{
	"profile": dyadmem.UserProfile, "user_preference": dyadmem.UserProfile, "preference": dyadmem.UserProfile, "preferences": dyadmem.UserProfile, "trait": dyadmem.UserProfile,
	"facts": dyadmem.Fact, "user_fact": dyadmem.Fact,
	"identity": dyadmem.AgentIdentity, "agent_rule": dyadmem.AgentIdentity, "agent_identify": dyadmem.AgentIdentity, "agent_behavior": dyadmem.AgentIdentity, "agent_behaviour": dyadmem.AgentIdentity,
	"method": dyadmem.AgentMethod, "procedure": dyadmem.AgentMethod, "agent_procedure": dyadmem.AgentMethod, "agent_methods": dyadmem.AgentMethod,
	"knowledge": dyadmem.AgentKnowledge,
	"episode":   dyadmem.Episodic, "event": dyadmem.Episodic, "episodic_memory": dyadmem.Episodic,
}

// entry returns e as an entry of session s. What has to be put right in it is
// among the repairs.
func (e modelEntry) entry(s dyadmem.Session) (dyadmem.Entry, []llm.Repair, error) {
	var repairs []llm.Repair
	name := strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(e.kind)))
	kind := dyadmem.Kind(name)
	if !kind.Valid() {
		kind = kindNames[name]
	}
	if kind == "" {
		return dyadmem.Entry{}, nil, fmt.Errorf("%q is no kind; want one of %v", e.kind, dyadmem.Kinds())
	}
	if string(kind) != e.kind || e.renamed {
		repairs = append(repairs, llm.KindFixed)
	}
	out := dyadmem.Entry{Kind: kind, Content: strings.TrimSpace(e.content), At: s.At}
	refs, dropped := turnRefs(s, e.evidence)
	if dropped {
		repairs = append(repairs, invented)
	}
	out.Evidence = refs
	if !endless[strings.ToLower(e.until)] {
		until, ok := readUntil(e.until, s.At.Location())
		if !ok { // what passes must not be kept for good
			return dyadmem.Entry{}, nil, fmt.Errorf("until %q is no time; want RFC 3339", e.until)
		}
		out.Until = until
	}
	return out, repairs, nil
}

// endless are ways of a model to say that nothing ends.
var endless = map[string]bool{"": true, "null": true, "none": true, "n/a": true, "never": true, "ongoing": true, "permanent": true, "indefinite": true, "indefinitely": true, "unknown": true}

// readUntil reads a time, or a date as the end of its day.
func readUntil(text string, zone *time.Location) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, true
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t, true
		}
	}
	if t, err := time.ParseInLocation(time.DateOnly, text, zone); err == nil {
		return t.AddDate(0, 0, 1).Add(-time.Second), true
	}
	return time.Time{}, false
}

// turnRefs returns the ids of the turns that numbers name, in the order of the
// session, and whether a number named none.
func turnRefs(s dyadmem.Session, refs []string) (ids []dyadmem.TurnRef, dropped bool) {
	named := make(map[int]bool)
	for _, r := range refs {
		n := number(r)
		if n == 0 { // the turn's id, should the dialogue tell it
			n = 1 + slices.IndexFunc(s.Turns, func(t dyadmem.Turn) bool { return strings.EqualFold(string(t.ID), r) })
		}
		if n < 1 || n > len(s.Turns) {
			dropped = true
			continue
		}
		named[n] = true
	}
	for i, t := range s.Turns {
		if named[i+1] {
			ids = append(ids, t.ID)
		}
	}
	return ids, dropped
}

// trace returns the turn of the user's in turns that says content by its words:
// the one that holds most of them, and two in three at least. What was pasted says
// nothing. ok is false where there is none.
func trace(content string, turns []dyadmem.Turn) (at dyadmem.TurnRef, ok bool) {
	cast := lang.Terms("user agent 用户 助手") // in whatever the user says by "I" and "you"
	wanted := slices.DeleteFunc(lang.Terms(content), func(t string) bool { return slices.Contains(cast, t) })
	most := 0
	for _, turn := range turns {
		if turn.Speaker != dyadmem.User {
			continue
		}
		own, _ := gist.SplitPasted(turn.Text)
		said, held := lang.Terms(own), 0
		for _, t := range wanted {
			if slices.Contains(said, t) {
				held++
			}
		}
		if held > most && 3*held >= 2*len(wanted) {
			at, most = turn.ID, held
		}
	}
	return at, most > 0
}

// unique returns repairs without repetitions: a reply counts once for each.
func unique(repairs []llm.Repair) []llm.Repair {
	slices.Sort(repairs)
	return slices.Compact(repairs)
}
