package convert

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem"
)

var (
	attribute = regexp.MustCompile(`^(【[^】]*】\s*)+`)
	byAgent   = regexp.MustCompile(`(?i)^(the )?(ai|assistant|agent|chatbot)('s)?\b`)
	proposal  = regexp.MustCompile(`(?i)^(proposed|proposal|recommended|suggested)\b`)
	ofUser    = regexp.MustCompile(`(?i)^(the )?user\b`)
	demand    = regexp.MustCompile(`(?i)\b(prefers?|wants?|would like|asks?|asked|requests?|requested|requires?|expects?|demands?|demanded|insists?|instructs?|instructed|needs?) (that )?(the |an |their )?(ai|assistant|agent)\b`)
)

// kindOf tells the kind of an entry of RealMem, which knows three types, by its
// type and by what its first sentence is about (behind the attribute in 【】):
//
//	Schedule                                         → fact (a plan in the user's world)
//	what the assistant did, proposed or recommended  → episodic
//	the user wants the assistant to …                → agent_identity
//	Static                                           → user_profile
//	Dynamic, and what has another type               → fact
//
// It reports whether the type is one of the three. No rule gives agent_method
// or agent_knowledge: RealMem does not mark what the two agreed on, or learnt.
func kindOf(m memory) (kind dyadmem.Kind, known bool) {
	label := strings.ToLower(strings.TrimSpace(m.label))
	known = label == "static" || label == "dynamic" || label == "schedule"
	said := attribute.ReplaceAllString(m.content, "")
	sentence, _, _ := strings.Cut(said, ". ")
	switch {
	case label == "schedule":
		return dyadmem.Fact, known
	case byAgent.MatchString(said), proposal.MatchString(said):
		return dyadmem.Episodic, known
	case ofUser.MatchString(said) && demand.MatchString(sentence):
		return dyadmem.AgentIdentity, known
	case label == "static":
		return dyadmem.UserProfile, known
	}
	return dyadmem.Fact, known
}
