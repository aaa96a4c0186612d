package capture

import (
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A Passage is a turn of a session with how likely it is to show something
// worth remembering. Scores are comparable across sessions and languages; 0 is
// even odds.
type Passage struct {
	Turn  dyadmem.TurnRef
	Text  string
	Score float64
}

// Candidates returns every turn of s with its score, in order: the filter in
// front of a model, which reads those above a threshold and their neighbours.
func Candidates(s dyadmem.Session) []Passage {
	sc := scan(s)
	out := make([]Passage, len(s.Turns))
	for i, t := range s.Turns {
		out[i] = Passage{Turn: t.ID, Text: t.Text, Score: passageBase}
		for _, sign := range passageSigns {
			if sign.holds(sc, i) {
				out[i].Score += sign.weight
			}
		}
	}
	return out
}

// A scanned is a session, read once for scoring its turns.
type scanned struct {
	dyadmem.Session
	best      []float64 // the highest salience of a sentence of the turn; low where it has none
	sentences []int     // of the user's
	numbered  []bool    // one of them holds a number
	cues      []lang.Cues
	terms     []map[string]bool
}

func scan(s dyadmem.Session) *scanned {
	n := len(s.Turns)
	sc := &scanned{Session: s, best: make([]float64, n), sentences: make([]int, n), numbered: make([]bool, n), cues: make([]lang.Cues, n), terms: make([]map[string]bool, n)}
	for i, t := range s.Turns {
		sc.best[i] = -5
		sc.cues[i] = lang.CuesOf(t.Text)
		sc.terms[i] = make(map[string]bool)
		for _, w := range lang.Terms(t.Text) {
			sc.terms[i][w] = true
		}
	}
	sentences := read((*gist.Memo)(nil).Sitting(s))
	for i := range sentences {
		u := &sentences[i]
		sc.sentences[u.turn]++
		sc.numbered[u.turn] = sc.numbered[u.turn] || u.digits()
		sc.best[u.turn] = max(sc.best[u.turn], salience(u))
	}
	return sc
}

func (sc *scanned) by(i int, who dyadmem.Speaker) bool {
	return i >= 0 && i < len(sc.Turns) && sc.Turns[i].Speaker == who
}

// shared is the share of turn i's terms that turn j has.
func (sc *scanned) shared(i, j int) float64 {
	if j < 0 || j >= len(sc.Turns) || len(sc.terms[i]) == 0 {
		return 0
	}
	n := 0
	for t := range sc.terms[i] {
		if sc.terms[j][t] {
			n++
		}
	}
	return float64(n) / float64(len(sc.terms[i]))
}

func (sc *scanned) asks(i int) bool {
	t := strings.TrimSpace(sc.Turns[i].Text)
	return strings.HasSuffix(t, "?") || strings.HasSuffix(t, "？")
}

// A passageSign is one thing that speaks for or against a turn.
type passageSign struct {
	name   string
	weight float64
	holds  func(sc *scanned, i int) bool
}

// on restricts a sign to turns of one speaker.
func on(who dyadmem.Speaker, f func(sc *scanned, i int) bool) func(sc *scanned, i int) bool {
	return func(sc *scanned, i int) bool { return sc.by(i, who) && f(sc, i) }
}

func saying(groups ...lang.Cue) func(sc *scanned, i int) bool {
	return func(sc *scanned, i int) bool { return sc.cues[i].Has(groups...) }
}

// passageSigns weighs a turn. Source as that of signs; those of how the agent
// sets out a long turn are fitted to half of the personas of RealMem: where it
// emphasises it proposes or sums up for this user, and else it lectures.
var passageSigns = []passageSign{
	{"tool", 0.6, func(sc *scanned, i int) bool { return sc.by(i, dyadmem.Tool) }}, // it is short, and facts stand on it alone
	{"agent", -2.6, func(sc *scanned, i int) bool { return sc.by(i, dyadmem.Agent) }},
	{"salient", 0.8, func(sc *scanned, i int) bool { return sc.best[i] > 0 }},
	{"more salient", 0.5, func(sc *scanned, i int) bool { return sc.best[i] > 0.7 }},
	{"most salient", 0.2, func(sc *scanned, i int) bool { return sc.best[i] > 1.4 }},
	{"user forgets", 0.9, on(dyadmem.User, saying(lang.Forget))},
	{"user accepts", 0.6, on(dyadmem.User, saying(lang.Accept))},
	{"user states", 0.6, on(dyadmem.User, saying(lang.Trait, lang.Taste, lang.Wish, lang.Ban, lang.Bounded, lang.Procedure))},
	{"user counts", 0.4, on(dyadmem.User, func(sc *scanned, i int) bool { return sc.numbered[i] })},
	{"user wavers", -0.6, on(dyadmem.User, saying(lang.Vague, lang.Hypothesis))},
	{"user chats", -0.5, on(dyadmem.User, saying(lang.Chat))},
	{"user thanks", -0.8, on(dyadmem.User, saying(lang.Thanks))},
	{"user says much", 1, on(dyadmem.User, func(sc *scanned, i int) bool { return sc.sentences[i] > 1 })},
	{"user long", 0.6, on(dyadmem.User, func(sc *scanned, i int) bool { return len(sc.terms[i]) >= 11 })},
	{"user asks", -0.5, on(dyadmem.User, func(sc *scanned, i int) bool { return sc.asks(i) })},
	{"user opens", 0.5, on(dyadmem.User, func(sc *scanned, i int) bool { return i <= 1 })},
	{"user closes", -1.1, on(dyadmem.User, func(sc *scanned, i int) bool { return i >= len(sc.Turns)-2 })},
	{"agent takes it up", 0.7, on(dyadmem.User, func(sc *scanned, i int) bool { return sc.shared(i, i+1) >= 0.25 })},
	{"agent notes next", 0.6, on(dyadmem.User, func(sc *scanned, i int) bool { return sc.by(i+1, dyadmem.Agent) && sc.cues[i+1].Has(lang.Noting) })},
	{"agent proposes", 0.1, on(dyadmem.Agent, saying(lang.Propose))},
	{"agent rules", 0.6, on(dyadmem.Agent, saying(lang.Standing, lang.Procedure))},
	{"agent form", 0.8, on(dyadmem.Agent, saying(lang.Form))},
	{"agent asks", -0.6, on(dyadmem.Agent, func(sc *scanned, i int) bool { return sc.asks(i) })},
	{"agent short", -1.0, on(dyadmem.Agent, func(sc *scanned, i int) bool { return len(sc.terms[i]) <= 3 })},
	{"agent long", 0.6, on(dyadmem.Agent, func(sc *scanned, i int) bool { return utf8.RuneCountInString(sc.Turns[i].Text) > 160 })},
	{"agent emphasises", 2.2, on(dyadmem.Agent, func(sc *scanned, i int) bool { return strings.Contains(sc.Turns[i].Text, "**") })},
	{"agent sets out", -0.8, on(dyadmem.Agent, func(sc *scanned, i int) bool { return strings.Count(sc.Turns[i].Text, "\n") >= 3 })},
	{"agent lectures", -0.5, on(dyadmem.Agent, func(sc *scanned, i int) bool { return utf8.RuneCountInString(sc.Turns[i].Text) > 400 })},
	{"then accepted", 1.0, on(dyadmem.Agent, func(sc *scanned, i int) bool { return sc.by(i+1, dyadmem.User) && sc.cues[i+1].Has(lang.Accept) })},
	{"proposal accepted", 0.2, on(dyadmem.Agent, func(sc *scanned, i int) bool {
		return sc.by(i+1, dyadmem.User) && sc.cues[i+1].Has(lang.Accept) && sc.cues[i].Has(lang.Propose)
	})},
	{"then refused", -0.3, on(dyadmem.Agent, func(sc *scanned, i int) bool {
		return sc.by(i+1, dyadmem.User) && sc.cues[i+1].Has(lang.Refuse, lang.Complaint)
	})},
	{"after salience", 0.2, on(dyadmem.Agent, func(sc *scanned, i int) bool { return i > 0 && sc.best[i-1] > 0.7 })},
	{"echoes", 0.5, on(dyadmem.Agent, func(sc *scanned, i int) bool { return sc.shared(i, i-1) >= 0.2 })},
	{"after a rule", 0.1, on(dyadmem.Agent, func(sc *scanned, i int) bool {
		return i > 0 && sc.cues[i-1].Has(lang.Standing, lang.Ban, lang.Wish, lang.Form)
	})},
}

const passageBase = -0.7
