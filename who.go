package dyadmem

import (
	"fmt"
	"slices"
)

// Who made a change, where it was neither the rules nor a model by its name.
const (
	ActorUser  = "user"  // a person, by hand
	ActorAgent = "agent" // the assistant, by hand
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

// A cast knows who said a turn: the turns of a session, and what the bank's
// own entries stand on. Those were checked when they came in, so the evidence
// of an entry that needed a user's turn counts as the user's.
type cast map[TurnRef]Speaker

func castOf(prior Bank, s Session) cast {
	c := make(cast)
	for _, e := range prior.Entries {
		for _, ref := range e.Evidence {
			switch {
			case Attributed(e.Kind, "", nil) != nil:
				c[ref] = User
			case c[ref] == "":
				c[ref] = Agent
			}
		}
	}
	for _, t := range s.Turns {
		c[t.ID] = t.Speaker
	}
	return c
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
