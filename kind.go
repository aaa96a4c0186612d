package dyadmem

import "slices"

// A Kind is one of the six sorts of memory. The zero Kind is none of them.
type Kind string

// The six kinds. The first two are the user's side, the three agent_* kinds
// are the relation's side (user-conditioned agent memory, URAM), and episodic
// is neither.
const (
	UserProfile    Kind = "user_profile"    // stable traits, preferences, conditions, roles
	Fact           Kind = "fact"            // things true in the user's world
	AgentIdentity  Kind = "agent_identity"  // a standing demand on how this agent behaves for this user
	AgentMethod    Kind = "agent_method"    // a procedure the two settled on
	AgentKnowledge Kind = "agent_knowledge" // a judgement rule learnt from repeated evidence
	Episodic       Kind = "episodic"        // what happened in a session
)

// Kinds returns the six kinds in the paper's order.
func Kinds() []Kind {
	return []Kind{UserProfile, Fact, AgentIdentity, AgentMethod, AgentKnowledge, Episodic}
}

// Valid reports whether k is one of the six.
func (k Kind) Valid() bool { return slices.Contains(Kinds(), k) }

// A Side is the half of the dyad that an entry is about.
type Side string

// The sides: the user's world, the relation (how the agent is to work), or
// what happened between the two.
const (
	UserSide    Side = "user"
	AgentSide   Side = "agent"
	NeitherSide Side = "neither"
)

// Side returns the side that k belongs to.
func (k Kind) Side() Side {
	switch k {
	case UserProfile, Fact:
		return UserSide
	case AgentIdentity, AgentMethod, AgentKnowledge:
		return AgentSide
	}
	return NeitherSide
}

// URAM reports whether k is user-conditioned agent memory.
func (k Kind) URAM() bool { return k.Side() == AgentSide }

// A Schema says which kinds a bank may hold; the paper's ablations are
// Schemas. The nil Schema allows all six.
type Schema []Kind

// Allows reports whether an entry of kind k may stand in a bank of schema s.
func (s Schema) Allows(k Kind) bool {
	if s == nil {
		return k.Valid()
	}
	return slices.Contains(s, k)
}
