package forget

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A request is the user's turns in which something may be asked to be forgotten, up to the one
// that settles it, with what is said in them and around them by the part it plays.
type request struct {
	first, last int // the user's turns of it
	texts       [roles][]string
	all         bool        // all that belongs to it is meant
	hush        bool        // it speaks of keeping something quiet
	own         bool        // it is something of the user's own
	firstDay    bool        // it was told on the first day
	when        []lang.When // when it was told
	count       int         // how many things the agent says are gone
	gone        bool        // it says that something is
}

// The parts that a text plays.
const (
	asked  = iota // the user's sentences that ask, and what leads up to them
	around        // the user's other sentences
	echoed        // the agent's words for what is to go
	kept          // what either says is to stay
	before        // what the agent said before
	roles
)

// mostLinked is how many answers to the agent one request may take.
const mostLinked = 4

// linked reports whether the user's turn i goes on with what the user's turn before began:
// between them the agent asks what is meant, or asks anything where the user has begun to speak
// of what was told, or only nods and the user goes on.
func (sc *scene) linked(i int) bool {
	if i < 2 || i >= len(sc.turns) || !sc.turns[i].user || !sc.turns[i-2].user || sc.turns[i-1].user {
		return false
	}
	u, a := &sc.turns[i-2], &sc.turns[i-1]
	asks := a.any(func(s *sentence) bool { return s.question })
	begins := u.any(func(s *sentence) bool { return (s.erases || s.points || s.private || s.tells) && !s.reported })
	back := a.any(func(s *sentence) bool { return s.question && (youMean.MatchString(s.folded) || s.offers || s.means) })
	if back || asks && (a.tellsGone() || begins && a.words() <= 30) {
		return true
	}
	nods := !a.tellsGone() && a.words() <= 10 && sc.turns[i].any(func(s *sentence) bool { return s.erases || s.private })
	return nods && u.any(func(s *sentence) bool { return (s.erases || s.private) && s.tells && !s.reported })
}

// begins returns the user's turn that begins what the user's turn i settles.
func (sc *scene) begins(i int) int {
	for n := 0; n < mostLinked && sc.linked(i); n++ {
		i -= 2
	}
	return i
}

// request reads the one of the user's turns from first to last.
func (sc *scene) request(first, last int) *request {
	r := &request{first: first, last: last}
	for i := r.first; i <= last; i += 2 {
		sc.hearUser(r, i)
	}
	for i := r.first + 1; i < last; i += 2 {
		no := sc.turns[i+1].declines()
		for _, s := range sc.turns[i].sentences {
			if s.question && no {
				r.texts[kept] = append(r.texts[kept], s.text)
			} else {
				r.put(echoed, s.text)
			}
		}
	}
	n := sc.agentAt(last + 1)
	for _, s := range n.sentences {
		if !s.question {
			r.put(echoed, s.text)
		}
		r.count = max(r.count, counted(s.text))
	}
	r.gone = n.tellsGone()
	p := sc.agentAt(r.first - 1)
	offer := p.any(func(s *sentence) bool { return s.question && s.offers })
	for _, s := range p.sentences {
		if offer && s.question {
			r.put(asked, s.text)
		} else {
			r.texts[before] = append(r.texts[before], s.text)
		}
	}
	for _, text := range slices.Concat(r.texts[asked], r.texts[around], r.texts[echoed]) {
		r.note(text, sc)
	}
	return r
}

// hearUser takes the sentences of the user's turn i: those that ask and the one before each, and
// the rest. An answer, and a turn in which nothing asks in words that are known, is about what is
// asked as a whole.
func (sc *scene) hearUser(r *request, i int) {
	t := &sc.turns[i]
	asks, some := make([]bool, len(t.sentences)), false
	for k := range t.sentences {
		if s := &t.sentences[k]; (s.forgets || s.erases) && !s.reported || s.private && s.tells {
			asks[k], some = true, true
			if k > 0 {
				asks[k-1] = true
			}
		}
	}
	for k := range t.sentences {
		role := around
		if asks[k] || !some && r.first == r.last || i > r.first {
			role = asked
		}
		r.put(role, t.sentences[k].text)
	}
}

// note reads how a text speaks of what is meant as a whole.
func (r *request) note(text string, sc *scene) {
	c := lang.CuesOf(text)
	f := c.Folded()
	r.hush = r.hush || hushAskEN.MatchString(f) || hushAskZH.MatchString(f)
	r.all = r.all || wholeEN.MatchString(f) || wholeZH.MatchString(f)
	r.firstDay = r.firstDay || firstDayEN.MatchString(f) || firstDayZH.MatchString(f)
	if gist.RememberedEN.MatchString(f) || gist.RememberedZH.MatchString(f) {
		r.when = append(r.when, lang.Whens(text, sc.Session.At)...)
	}
	r.own = r.own || (ownEN.MatchString(f) || strings.Contains(f, "我")) && len(lang.Read(text).Persons) == 0 && !c.Has(lang.Kin)
}

// put takes a text for a part, but for those of its clauses that tell what stays. In the agent's
// mouth "I still have her" tells that too.
func (r *request) put(role int, text string) {
	stay := keeps
	if role == echoed {
		stay = func(c string) bool {
			return keeps(c) || staysEN.MatchString(lang.Fold(c)) || staysZH.MatchString(strings.TrimSpace(c))
		}
	}
	rest, stays := exceptions(text)
	if stays != "" {
		r.texts[kept] = append(r.texts[kept], stays)
	}
	var gone []string
	for _, c := range clauseMarks.Split(rest, -1) {
		switch {
		case strings.TrimSpace(c) == "":
		case stay(c):
			r.texts[kept] = append(r.texts[kept], c)
		default:
			gone = append(gone, c)
		}
	}
	if len(gone) > 0 {
		r.texts[role] = append(r.texts[role], strings.Join(gone, ", "))
	}
}

// declines reports whether an answer begins with a no, or with what stays.
func (t *turn) declines() bool {
	if len(t.sentences) == 0 {
		return false
	}
	s := &t.sentences[0]
	return noEN.MatchString(s.folded) || noZH.MatchString(s.text) || s.refuses || s.keeps && !affirms(s.text)
}

var (
	noEN = gist.Compile(`^ (?:no|nah|nope|not|never|leave|keep) `)
	noZH = gist.Compile(`^(?:不|别|那不|那个不|没有?必要|留|照)`)
)

// exceptions parts a clause into what it says and what it excepts.
func exceptions(clause string) (gone, stays string) {
	if m := exceptEN.FindStringIndex(clause); m != nil {
		return clause[:m[0]], clause[m[1]:]
	}
	if i := strings.Index(clause, "除了"); i >= 0 {
		rest := clause[i+len("除了"):]
		if j := strings.IndexAny(rest, " ，,"); j > 0 {
			return clause[:i] + rest[j:], rest[:j]
		}
		return clause[:i], rest
	}
	return clause, ""
}

// counted returns how many things the agent says are gone: "both", "all three notes", 两条; 0 if it
// gives no number.
func counted(gone string) int {
	folded := lang.Fold(gone)
	if m := countEN.FindStringSubmatch(folded); m != nil {
		return smallNumbers[m[1]+m[2]]
	}
	if m := countZH.FindStringSubmatch(folded); m != nil {
		return smallNumbers[m[1]]
	}
	return 0
}
