package forget

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// An exchange is what the user asks to forget, with all that is said to settle
// what that is: the turn that asks, what the agent asks back and the user's answers
// to it, and the agent's word that it is done.
type exchange struct {
	last   int      // the user's last turn of it
	points bool     // the user speaks of what was told, or of its being private
	done   bool     // the agent tells that it is done
	sure   bool     // and that it is something remembered
	wanted []string // what is to go, in the user's words
	echo   []string // in the agent's: what it asks back and the user affirms, and what it says is gone
	kept   []string // what either says is to stay
	gone   string   // the agent's word for what is gone
}

// exchange returns the one that the user's turn i begins, ok if it asks to forget
// something: it does so in words that the agent takes up and asks back about, or in
// words of its own that the agent understands.
func (tk dialogue) exchange(i int) (x exchange, ok bool) {
	x.last, x.done = tk.settled(i)
	if !x.done || x.last == i && supposed(tk.Session.Turns[i].Text) {
		return x, false
	}
	erases := false
	for k := i; k <= x.last; k += 2 {
		erases = tk.wants(&x, k, k > i) || erases
	}
	tk.answers(&x, i)
	return x, len(x.wanted) > 0 && (x.last > i || erases && (x.sure || x.points) && !tk.atHand(&x, i))
}

// request reads x, which turn i begins, as one request of all its turns, whose parts are
// what the user and the agent name.
func (x *exchange) plea(tk dialogue, i int) plea {
	p := utterance{tk: tk, turn: i, sentences: []lang.Sentence{{Text: strings.Join(x.wanted, ", ")}}}
	r := p.plea(0, x.wanted, x.gone)
	r.talked, r.kept = true, termsOf(x.kept)
	seen := make(map[string]bool)
	for _, text := range x.summary() {
		for _, part := range joinedBy.Split(text, -1) {
			if seen[part] || len(termsOf([]string{part})) == 0 {
				continue
			}
			seen[part] = true
			one := p.plea(0, []string{part}, x.gone)
			one.part, one.kept = true, r.kept
			r.parts = append(r.parts, one)
		}
	}
	return r
}

// summary returns what names the things that go: the agent's account of them, and the
// user's own words where that is no account of all.
func (x *exchange) summary() []string {
	said := 0
	for _, text := range x.echo {
		if says(text) {
			said++
		}
	}
	if said == 0 || said < counted(x.gone) || addsEN.MatchString(lang.Fold(x.gone)) || addsZH.MatchString(x.gone) {
		return slices.Concat(x.wanted, x.echo)
	}
	return x.echo
}

var (
	addsEN = gist.Compile(` (?:too|also|as well|along with) `)
	addsZH = gist.Compile(`连同|连带`)
)

// settled follows the talk from the user's turn i on while the agent asks back what
// is meant, and returns the user's last turn of it, and whether the agent then tells
// that it is done.
func (tk dialogue) settled(i int) (last int, done bool) {
	turns := tk.Session.Turns
	for k := i; k < len(turns) && k-i <= 2*askedBack && turns[k].Speaker == dyadmem.User; k += 2 {
		if tk.erased(k + 1) {
			return k, true
		}
		if !tk.asksBack(k+1) && (k == i || !tk.nods(k+1)) {
			break
		}
	}
	if last = i + 2; tk.asksBack(i+1) && last < len(turns) && turns[last].Speaker == dyadmem.User {
		return last, affirms(turns[last].Text) || doneEN.MatchString(tk.folded(last+1)) || doneZH.MatchString(tk.folded(last+1))
	}
	return i, false
}

// recounts reports whether a sentence speaks of what the user told the agent.
func recounts(sentence string) bool {
	if lang.IsHan(sentence) {
		return recountsZH.MatchString(sentence)
	}
	return tells(sentence)
}

var recountsZH = gist.Compile(`(?:[跟给同向]你|上[回次]|之前|以前|先前|那天)[^，。]{0,10}[说讲提聊]|[说讲提]过|当没|该[说讲提]`)

// nods reports whether the agent says no more in turn i than that it listens.
func (tk dialogue) nods(i int) bool {
	if i >= len(tk.Session.Turns) {
		return false
	}
	text := tk.Session.Turns[i].Text
	return len(strings.Fields(text)) <= nodWords && utf8.RuneCountInString(text) <= nodRunes
}

const (
	nodWords = 10
	nodRunes = 60
)

// atHand reports whether what an exchange is about stands in the agent's turn before it:
// then it is the text at hand that is to lose something, and no memory.
func (tk dialogue) atHand(x *exchange, i int) bool {
	if i == 0 || x.points || tk.Session.Turns[i-1].Speaker != dyadmem.Agent || tk.asksBack(i-1) || tk.offered(i) != "" {
		return false
	}
	shown := termsOf([]string{tk.Session.Turns[i-1].Text})
	for term := range termsOf(x.wanted) {
		if shown[term] && !lang.Light(term) {
			return true
		}
	}
	return false
}

// supposed reports whether a turn supposes or jests.
func supposed(turn string) bool {
	return lang.CuesOf(turn).Has(lang.Hypothesis, lang.Jest) && !lang.CuesOf(turn).Has(lang.Forget) || supposesZH.MatchString(turn)
}

var supposesZH = gist.Compile(`(?:要是|如果|假如|哪天|万一)[^，。]{0,6}我`)

// askedBack is how often the agent may ask back.
const askedBack = 3

func (tk dialogue) folded(i int) string {
	if i >= len(tk.Session.Turns) {
		return ""
	}
	return lang.Fold(tk.Session.Turns[i].Text)
}

// asksBack reports whether turn i asks what is to be forgotten, or whether it is.
func (tk dialogue) asksBack(i int) bool {
	if i >= len(tk.Session.Turns) || tk.Session.Turns[i].Speaker != dyadmem.Agent {
		return false
	}
	return slices.ContainsFunc(lang.Sentences(tk.Session.Turns[i].Text), func(s lang.Sentence) bool {
		folded := lang.Fold(s.Text)
		return s.Question && short(s.Text) && (meansEN.MatchString(folded) || meansZH.MatchString(folded)) && (tk.erases(i-1) || youMean.MatchString(folded) || erasedEN.MatchString(folded) || surelyGoneZH.MatchString(folded))
	})
}

// erases reports whether a sentence of turn i has a word of erasing.
func (tk dialogue) erases(i int) bool {
	return i >= 0 && slices.ContainsFunc(lang.Sentences(tk.Session.Turns[i].Text), func(s lang.Sentence) bool {
		folded := lang.Fold(s.Text)
		return lang.CuesOf(s.Text).Has(lang.Forget) || lang.IsHan(s.Text) && recounts(s.Text) || unkeptZH.MatchString(folded) || outZH.MatchString(folded) || aboutAllEN.MatchString(folded)
	})
}

var (
	erasedEN = gist.Compile(` (?:taken out|take (?:\w+ )?out|deleted?|removed?|erased?|wiped?|forget|forgotten) `)
)

// wants reads the user's turn k of an exchange: what it wants gone, what to stay, and
// whether it has a word of erasing. later is set where it answers what the agent has
// asked back.
func (tk dialogue) wants(x *exchange, k int, later bool) (erases bool) {
	own, _ := tk.Parted(k)
	p := utterance{tk: tk, turn: k, sentences: lang.Sentences(lang.MaskQuotes(own)), offer: tk.offered(k)}
	asked := false
	var rest []string
	for j, s := range p.sentences {
		folded := lang.Fold(s.Text)
		x.points = x.points || recounts(s.Text) || pointsBack(s.Text) || privateEN.MatchString(folded) || aboutAllEN.MatchString(folded)
		switch {
		case p.asks(j, true, asked) || !s.Question && !asked && (erasing(s.Text) || p.offer != ""):
			erases, asked = true, true
			for _, text := range p.names(j, len(x.wanted) > 0) {
				x.put(text)
			}
		case !s.Question && !(later && affirms(s.Text)):
			rest = append(rest, s.Text)
		}
	}
	for _, text := range rest {
		if later || !asked {
			x.put(text)
		} else if _, stays := exceptions(text); stays != "" || keeps(text) {
			x.kept = append(x.kept, text)
		}
	}
	return erases
}

// erasing reports whether a sentence has a word of erasing, of whatever.
func erasing(sentence string) bool {
	c := lang.CuesOf(sentence)
	if c.Has(lang.Hypothesis, lang.Jest) {
		return false
	}
	if c.Han() {
		return (c.Has(lang.Forget) || surelyErasingZH.MatchString(c.Folded())) && !gist.ThingZH.MatchString(c.Folded())
	}
	return (c.Has(lang.Forget) || erasingEN.MatchString(c.Folded())) && !gist.ThingEN.MatchString(c.Folded()) && !marksEN.MatchString(c.Folded())
}

// put takes the clauses of text for what is to go, but for those that tell what stays.
func (x *exchange) put(text string) {
	for _, c := range clauseMarks.Split(text, -1) {
		gone, stays := exceptions(c)
		if stays != "" {
			x.kept = append(x.kept, stays)
		}
		if strings.TrimSpace(gone) == "" {
			continue
		}
		if keeps(gone) {
			x.kept = append(x.kept, gone)
		} else {
			x.wanted = append(x.wanted, gone)
		}
	}
}

// answers reads the agent's turns of an exchange that turn first begins, up to the one
// that tells that it is done.
func (tk dialogue) answers(x *exchange, first int) {
	turns := tk.Session.Turns
	for k := first + 1; k < x.last; k += 2 {
		affirmed := k+1 == x.last && !lang.CuesOf(turns[x.last].Text).Has(lang.Refuse) || affirms(turns[k+1].Text)
		for _, s := range lang.Sentences(turns[k].Text) {
			x.hear(s.Text, affirmed && !askEN.MatchString(lang.Fold(s.Text)) && !askZH.MatchString(s.Text))
		}
	}
	if x.gone = " "; x.last+1 >= len(turns) {
		return
	}
	x.gone = turns[x.last+1].Text
	for _, s := range lang.Sentences(x.gone) {
		x.hear(asserted(s.Text), tellsGone(asserted(s.Text)))
	}
	folded := lang.Fold(x.gone)
	x.sure = memoryEN.MatchString(folded) || memoryZH.MatchString(folded)
}

// hear takes a sentence of the agent's: what it says is gone, where that is so, and
// what it says is to stay.
func (x *exchange) hear(sentence string, gone bool) {
	for _, c := range clauseMarks.Split(sentence, -1) {
		c, stays := exceptions(c)
		if stays != "" {
			x.kept = append(x.kept, stays)
		}
		if staysEN.MatchString(lang.Fold(c)) || staysZH.MatchString(c) || keeps(c) {
			x.kept = append(x.kept, c)
		} else if gone && strings.TrimSpace(c) != "" {
			x.echo = append(x.echo, c)
		}
	}
}

// erased reports whether turn i is the agent's word that something is gone, in a short
// sentence: a long one tells of the world.
func (tk dialogue) erased(i int) bool {
	return i < len(tk.Session.Turns) && tk.Session.Turns[i].Speaker == dyadmem.Agent && slices.ContainsFunc(lang.Sentences(lang.MaskQuotes(tk.Session.Turns[i].Text)), func(s lang.Sentence) bool {
		return short(s.Text) && tellsGone(asserted(s.Text))
	})
}

// short reports whether a sentence is no longer than one that settles what to forget.
func short(sentence string) bool {
	return len(strings.Fields(sentence)) <= shortWords && utf8.RuneCountInString(sentence) <= shortRunes
}

const (
	shortWords = 20
	shortRunes = 100
)

func tellsGone(text string) bool {
	folded := gist.NotAsked.Replace(goneOn.ReplaceAllString(lang.Fold(text), " … "))
	return surelyGoneEN.MatchString(folded) || surelyGoneZH.MatchString(folded) || offEN.MatchString(folded) || offZH.MatchString(folded) || doneEN.MatchString(folded)
}

// goneOn is one who has gone somewhere or through something.

// asserted returns what a text says without what it asks: its sentences, and of its
// questions the clauses before the last.
func asserted(text string) string {
	var out []string
	for _, s := range lang.Sentences(text) {
		if s.Question {
			at := strings.LastIndexAny(s.Text, ",;，；")
			if at < 0 || lang.IsHan(s.Text) && !strings.Contains(s.Text, "已") {
				continue
			}
			s.Text = s.Text[:at]
		}
		out = append(out, s.Text)
	}
	return strings.Join(out, " ")
}

var (
	askEN = gist.Compile(` (?:which|what|who|whose|how) `)
	askZH = gist.Compile(`哪|什么|怎么|谁|多少|几`)
)
