package answer

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// Rules are the Answerer of the system `rules`. It answers with the
// words of the entries: the nearest first, of what changed only the newest,
// and in front of them what can be worked out: days between dates, which came
// first, sums and differences, yes or no. Where no entry is near enough to the
// question it abstains. It cites what it used. The zero value is ready to use.
type Rules struct{ Memo *gist.Memo }

// Answer answers q from evidence.
func (r Rules) Answer(ctx context.Context, q dyadmem.Query, evidence []dyadmem.Entry) (dyadmem.Answer, error) {
	if err := ctx.Err(); err != nil {
		return dyadmem.Answer{}, err
	}
	if len(evidence) == 0 {
		return dyadmem.Answer{Text: NoRecord(lang.IsHan(q.Text)), Abstained: true}, nil
	}
	a := answer{query: q, question: gist.ReadText(q.Text), han: lang.IsHan(q.Text), memo: r.Memo}
	a.ask, a.brief = gist.AskOf(q.Text)
	a.bearing = recall.BearingOn(a.question, a.ask)
	a.trait = recall.TraitOf(a.question)
	a.rank(evidence)
	a.age = ages(a.ranked)
	a.choose()
	if !a.supported() && !a.workable() {
		return dyadmem.Answer{Text: NoRecord(a.han), Abstained: true}, nil
	}
	text := a.compose()
	if strings.TrimSpace(text) == "" { // all of it was left out: what is known is said all the same
		text = a.say(a.chosen[0])
	}
	return dyadmem.Answer{Text: a.toYou(withoutMasks(text)), Cites: a.cites()}, nil
}

// withoutMasks returns an answer without the clauses in which a secret was masked, as long as there are others: a mask answers
// nothing.
func withoutMasks(text string) string {
	if plain := strings.TrimLeft(maskedClause.ReplaceAllString(text, ""), ",，;；.。 "); plain != "" {
		return plain
	}
	return text
}

var maskedClause = regexp.MustCompile(`(?:^|[,，;；.。]) ?[^,，;；.。]*\[secret:\w+\][^,，;；.。]*`)

// An answer is the work on one question.
type answer struct {
	memo     *gist.Memo
	query    dyadmem.Query
	ask      lang.Ask
	question *gist.Gloss
	bearing  recall.Bearing // on the question
	trait    *recall.Trait  // of the user, that is asked for
	han      bool
	ranked   []*found // all evidence, the nearest first
	brief    gist.Brief
	done     []string               // what came of acting by the rules
	made     bool                   // something was made by a rule
	wrote    bool                   // the answer is a text that was asked for
	kept     map[*found]bool        // chosen entries that are acted by and need not be said
	age      []int                  // of each ranked entry: how many entries are newer
	chosen   []*found               // what the answer is made of
	news     *found                 // of many entries, the one that tells of a change in what the nearest is about
	used     []*found               // of many entries, those that the answer says something of
	texts    map[string]*gist.Gloss // parts of entries that have been read
}

// A found is an entry with how near it is to the question.
type found struct {
	*gist.Gloss
	score float64
}

// rank orders the evidence by the recaller's own measure.
func (a *answer) rank(evidence []dyadmem.Entry) {
	bank := dyadmem.Bank{Entries: evidence}
	for _, h := range answerWeights.Recall(a.memo, bank, dyadmem.Query{Text: a.query.Text, At: a.query.At}) {
		a.ranked = append(a.ranked, &found{Gloss: a.memo.Entry(h.Entry), score: h.Score})
	}
	if len(a.ranked) < len(evidence) { // nothing in common with the question, or more than the recaller hands over
		for _, e := range evidence {
			if !slices.ContainsFunc(a.ranked, func(f *found) bool { return f.Entry.DedupKey() == e.DedupKey() }) {
				a.ranked = append(a.ranked, &found{Gloss: a.memo.Entry(e)})
			}
		}
	}
}

// ages counts for each entry those of later sessions.
func ages(ranked []*found) []int {
	out := make([]int, len(ranked))
	for i, f := range ranked {
		for _, o := range ranked {
			if o.Entry.At.After(f.Entry.At) {
				out[i]++
			}
		}
	}
	return out
}

// fewEnough is how many entries may be handed over before they have to prove
// that they are about the question: so few were picked for it.
const fewEnough = 5

// workable reports whether a rule makes something of what the question states,
// which shows that it was meant.
func (a *answer) workable() bool {
	if len(a.brief.Quotes) == 0 && !slices.ContainsFunc(a.question.Values, func(v lang.Value) bool { return v.Num > 0 && !v.Weak }) {
		return false
	}
	a.done = a.acts()
	return len(a.done) > 0
}

// choose picks what the answer is made of: all of a handful, of more the
// nearest and those that come close to it; more of them where rules are to be
// acted by, of which many say nothing that is not done.
func (a *answer) choose() {
	limit := 4
	if a.ask.Act {
		limit = fewEnough
	}
	for i, f := range a.ranked {
		if a.many() && (i >= limit || i > 0 && f.score < 0.2*a.ranked[0].score) {
			break
		}
		a.chosen = append(a.chosen, f)
	}
	a.freshFirst()
	if a.ask.Act { // to act by a rule is not to recite it: facts first
		slices.SortStableFunc(a.chosen, func(x, y *found) int { return cmp.Compare(sideOrder(x), sideOrder(y)) })
	}
}

func sideOrder(f *found) int {
	if f.Ruling() {
		return 1
	}
	return 0
}

// compose writes the answer: what was worked out, then the entries that show
// it. A sum stands alone: its parts are not what was asked.
func (a *answer) compose() string {
	parts := a.done
	if parts == nil {
		parts = a.acts()
	}
	if s := a.billed(); s != "" {
		if len(parts) == 0 && !a.compound() && !a.many() {
			return s
		}
		parts = append(parts, s)
	} else if s := a.reckon(); s != "" {
		if !a.compound() && !a.many() {
			return s
		}
		parts = append([]string{s}, parts...)
	}
	for _, work := range [...]func(*answer) string{(*answer).countdown, (*answer).between, (*answer).lasted, (*answer).ends, (*answer).next, (*answer).longer, (*answer).first, (*answer).verdict} {
		if s := work(a); s != "" {
			parts = append(parts, s)
		}
	}
	if a.many() && !a.made {
		return strings.Join(append(parts, a.pieces()...), a.separator())
	}
	if len(a.chosen) > 1 && !a.ask.Act && !a.made && !a.han { // a Chinese entry is short enough to be said as it stands
		return strings.Join(append(parts, a.tell(a.chosen)...), a.separator())
	}
	if a.han && !a.ask.Act && !a.made && a.lengthy() {
		return strings.Join(append(parts, a.nearFirst()...), a.separator())
	}
	for _, f := range a.chosen {
		if s := a.line(f); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, a.separator())
}

// lengthy reports whether a handful of entries picked for the question is more
// than a reader takes in at once.
func (a *answer) lengthy() bool {
	n := 0
	for _, f := range a.chosen {
		n += utf8.RuneCountInString(a.line(f))
	}
	return len(a.chosen) > 1 && !a.many() && n > glance
}

// glance is how many runes of Chinese are read at a glance.
const glance = 80

// nearFirst says of each entry what bears on the question, and the rest after
// all of that.
func (a *answer) nearFirst() []string {
	var first, last []string
	for _, f := range a.chosen {
		near, rest := a.halve(f)
		first = append(first, near)
		if rest != "" {
			last = append(last, rest)
		}
	}
	return append(first, last...)
}

// halve parts an entry into the clauses that bear on the question and the
// others, each in their order; a short one stays whole.
func (a *answer) halve(f *found) (near, rest string) {
	line := a.line(f)
	if utf8.RuneCountInString(line) <= glance/2 {
		return line, ""
	}
	parts := clauses(line)
	best := 0.0
	for _, p := range parts {
		best = max(best, a.fit(p))
	}
	var on, off []string
	for _, p := range parts {
		if 2*a.fit(p) > best {
			on = append(on, p)
		} else {
			off = append(off, p)
		}
	}
	if len(on) == 0 {
		on, off = off, nil
	}
	return a.joined(on), a.joined(off)
}

// compound reports whether the question asks for several things, so that a sum
// does not answer all of it.
func (a *answer) compound() bool {
	return len(gist.Interrogatives.FindAllString(a.query.Text, -1)) > 1
}

// line writes one chosen entry.
func (a *answer) line(f *found) string {
	switch {
	case a.kept[f]:
		return ""
	case a.ask.Act && f.Ruling():
		return a.precept(f)
	}
	return a.say(f)
}

func quotes(s string) bool { return len(gist.Quoted(s)) > 0 }

func (a *answer) separator() string {
	if a.han {
		return "；"
	}
	return ". "
}

func (a *answer) cites() []dyadmem.EntryKey {
	from := a.chosen
	if a.used != nil {
		from = a.used
	}
	keys := make([]dyadmem.EntryKey, 0, len(from))
	for _, f := range from {
		keys = append(keys, f.Entry.Key)
	}
	return keys
}

// NoRecord says that the memory holds no answer.
func NoRecord(han bool) string {
	if han {
		return "没有相关记录。"
	}
	return "There is no record of that."
}

// answerWeights are those of the recaller but for a value of the kind that is
// asked for, which an answer cannot do without.
var answerWeights = func() recall.Weights {
	w := recall.Usual
	w.Value = 0.7
	w.Beside = 0 // they come by rank: neighbours were not said together
	w.About = 0  // what is of its kind is no answer to what is asked
	return w
}()
