package dyadmem

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Who made a change, where it was no model by its name.
const (
	ActorUser  = "user"  // a person, by hand
	ActorAgent = "agent" // the assistant, by hand
	ActorRules = "rules" // an engine without a model
	ActorAdmin = "admin" // an operator who carries out the user's request to erase; nothing else needs one
)

// Attributed returns nil if what stands behind an entry of kind k may state
// it, and an error that wraps [ErrInvalid] otherwise. It is the one rule of
// who may say what, for every writer: capture, update, hand, import and
// compaction.
//
// said holds the speakers of the entry's evidence; by is the one who wrote it.
// What the user said, or wrote by hand, may be of any kind. What the agent
// said, or what is concluded without a turn of its own, states neither
// the user's side nor a demand on the agent. What only a tool said is from
// outside: it can be told as something that happened, and states nothing.
func Attributed(k Kind, by string, said []Speaker) error {
	switch {
	case by == ActorUser || slices.Contains(said, User):
		return nil
	case len(said) > 0 && !slices.Contains(said, Agent):
		if k == Episodic {
			return nil
		}
		return fmt.Errorf("%s backed by tool output alone: %w", k, ErrInvalid)
	case k == Episodic || k == AgentMethod || k == AgentKnowledge:
		return nil
	}
	return fmt.Errorf("%s without a turn of the user: %w", k, ErrInvalid)
}

// A Refusal is an entry that was not taken, and why.
type Refusal struct {
	Entry Entry
	Err   error
}

// MarshalJSON writes the key of the entry and why it was refused.
func (r Refusal) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Key   EntryKey `json:"key"`
		Error string   `json:"error"`
	}{r.Entry.Key, r.Err.Error()})
}

// A cast knows who said a turn.
type cast map[TurnRef]Speaker

// castOf returns what prior and s alone tell of who said what. The turns of s
// are known. Of the evidence of the bank's entries only the least is known: that
// of a kind that needs a user's turn counts as the user's, that of an
// agent_method or agent_knowledge as the agent's, and that of an episodic entry
// may be a tool's.
func castOf(prior Bank, s Session) cast {
	c := make(cast)
	for _, e := range prior.Entries {
		least := Tool
		switch {
		case Attributed(e.Kind, "", nil) != nil:
			least = User
		case e.Kind != Episodic:
			least = Agent
		}
		for _, ref := range e.Evidence {
			if least.rank() > c[ref].rank() {
				c[ref] = least
			}
		}
	}
	c.hear(s)
	return c
}

// hear takes in the speakers of s.
func (c cast) hear(s Session) {
	for _, t := range s.Turns {
		c[t.ID] = t.Speaker
	}
}

// rank orders speakers by what they may state; that of nobody is 0.
func (s Speaker) rank() int {
	switch s {
	case User:
		return 3
	case Agent:
		return 2
	case Tool:
		return 1
	}
	return 0
}

// rank returns that of the best of evidence.
func (c cast) rank(evidence []TurnRef) (best int) {
	for _, ref := range evidence {
		best = max(best, c[ref].rank())
	}
	return best
}

// admit parts entries into those that their evidence may state and those that
// it may not. Evidence that names no known turn is dropped.
func (c cast) admit(entries []Entry) (taken []Entry, refused []Refusal) {
	for _, e := range entries {
		e = e.clone()
		e.Evidence = slices.DeleteFunc(e.Evidence, func(r TurnRef) bool { return c[r] == "" })
		said := make([]Speaker, len(e.Evidence))
		for i, r := range e.Evidence {
			said[i] = c[r]
		}
		if err := Attributed(e.Kind, "", said); err != nil {
			refused = append(refused, Refusal{e, err})
			continue
		}
		taken = append(taken, e)
	}
	return taken, refused
}

// settle parts entries that s states into those that may stand and those that
// may not because prior holds their key on better evidence. An entry takes the
// place of what it restates only where the turns of s that show it could state
// that too; where they can't, it is what the bank holds already, or gets a key
// of its own if it says something else. The kind of a key that is known stays.
// What repeats an entry and changes nothing in it passes.
func (c cast) settle(prior Bank, s Session, entries []Entry) (taken []Entry, refused []Refusal) {
	for _, e := range entries {
		old, ok := prior.Entry(e.Key)
		if ok && !c.mayReplace(old, e, s) && Normalize(e.Content) != Normalize(old.Content) {
			e.Key = KeyFor(e.Content)
			old, ok = prior.Entry(e.Key)
		}
		if ok && !c.mayReplace(old, e, s) {
			refused = append(refused, Refusal{e, fmt.Errorf("%q is known by better evidence: %w", e.Key, ErrInvalid)})
			continue
		}
		if ok {
			e.Kind = old.Kind
			if !e.Until.IsZero() && e.Until.Before(s.At) && (old.Until.IsZero() || old.Until.After(e.Until)) {
				e.Until = old.Until // what is stated now has not ended
			}
		}
		taken = append(taken, e)
	}
	return taken, refused
}

// mayReplace reports whether e, stated in s, may stand in the place of old. What
// has no evidence was written by hand.
func (c cast) mayReplace(old, e Entry, s Session) bool {
	if e.Kind == old.Kind && e.Content == old.Content && e.Until.Equal(old.Until) && len(old.Evidence) > 0 && !slices.ContainsFunc(e.Evidence, func(r TurnRef) bool { return !slices.Contains(old.Evidence, r) }) {
		return true
	}
	own := slices.DeleteFunc(slices.Clone(e.Evidence), func(r TurnRef) bool {
		return !slices.ContainsFunc(s.Turns, func(t Turn) bool { return t.ID == r })
	})
	need := User.rank()
	if len(old.Evidence) > 0 {
		need = c.rank(old.Evidence)
	}
	return c.rank(own) >= need
}
