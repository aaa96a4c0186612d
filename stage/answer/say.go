package answer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A part is a sentence or clause of an entry as an answer may say it.
type part struct {
	text  string
	score float64 // how much of the question it holds
}

// tell writes several entries: the values that are asked for, then of each
// entry what bears on the question, the nearest first, and the rest after that.
func (a *answer) tell(entries []*found) []string {
	out := a.lead(a.fillers())
	var far []string
	for _, f := range entries {
		near, rest := a.split(f)
		for _, p := range near {
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
		far = append(far, rest...)
	}
	return append(out, far...)
}

// split parts what an entry says into what bears on the question, the best
// first where it is long, and the rest.
func (a *answer) split(f *found) (near, rest []string) {
	parts := a.parts(f)
	best, runes := 0.0, 0
	for _, p := range parts {
		best = max(best, p.score)
		runes += utf8.RuneCountInString(p.text)
	}
	whole := runes <= long
	if !whole {
		slices.SortStableFunc(parts, func(x, y part) int { return cmp.Compare(y.score, x.score) })
	}
	for _, p := range parts {
		if p.score > 0 || whole || best == 0 {
			near = append(near, a.subjectless(p.text))
		} else {
			rest = append(rest, a.subjectless(p.text))
		}
	}
	return near, rest
}

// say writes an entry as part of an answer: what the question is about first,
// without what asks and what is taken back.
func (a *answer) say(f *found) string {
	parts := a.sentences(f)
	first := 0
	for i := range parts {
		if parts[i].score > parts[first].score {
			first = i
		}
	}
	var said []string
	for i := first; i < len(parts); i++ {
		said = append(said, parts[i].text)
	}
	for i := first - 1; i >= 0; i-- {
		said = append(said, parts[i].text)
	}
	return a.subjectless(strings.Join(said, a.separator()))
}

// sentences cuts an entry into what can be said of it one by one. A question
// inside an entry is what it answers and is not said; nor is a value that the
// entry takes back. Of a state that has ended it is said that it has.
func (a *answer) sentences(f *found) []part {
	var texts []string
	for _, s := range lang.Sentences(strings.TrimRight(f.Entry.Content, " .。")) {
		if !s.Question {
			texts = append(texts, a.current(strings.TrimRight(s.Text, " .。；;")))
		}
	}
	texts = takenBack(texts)
	if len(texts) == 0 {
		texts = []string{f.Entry.Content}
	}
	if a.over(f) {
		texts[len(texts)-1] += map[bool]string{true: "（已经过去）", false: " (over by now)"}[a.han]
	}
	parts := make([]part, len(texts))
	for i, t := range texts {
		parts[i] = part{t, a.fit(t)}
	}
	return parts
}

// current writes a sentence without the part that it takes back.
func (a *answer) current(sentence string) string {
	all := phrases(sentence)
	if kept := takenBack(all); len(kept) > 0 && len(kept) < len(all) {
		return a.joined(kept)
	}
	return sentence
}

// joined joins clauses to a sentence: an English one that began a sentence and stands behind another begins in lower case,
// but for a name.
func (a *answer) joined(clauses []string) string {
	if !a.han {
		clauses = slices.Clone(clauses)
		for i, c := range clauses {
			if w := lang.Words(c); i > 0 && len(w) > 0 && w[0].Stop && w[0].Text != "i" && !strings.HasPrefix(w[0].Text, "i'") {
				clauses[i] = strings.ToLower(c[:1]) + c[1:]
			}
		}
	}
	return strings.Join(clauses, a.comma())
}

// parts cuts an entry into its sentences, and a long one into its clauses.
func (a *answer) parts(f *found) []part {
	var out []part
	for _, s := range a.sentences(f) {
		if utf8.RuneCountInString(s.text) <= long {
			out = append(out, s)
			continue
		}
		for _, t := range takenBack(phrases(s.text)) {
			out = append(out, part{t, a.fit(t)})
		}
	}
	return out
}

// long is how many runes of an entry are said as they stand before it is cut
// into clauses.
const long = 80

// fit scores how well a text answers the question: the words that it shares
// and whether it holds the kind of value that is asked for.
func (a *answer) fit(text string) float64 {
	g := a.read(text)
	score := 2 * gist.PairShare(a.question, g)
	for t := range a.question.Terms {
		if g.Terms[t] {
			score++
		}
	}
	if a.ask.Wants != 0 && g.Slots().Any(a.ask.Wants) {
		score += 0.8
	}
	return score
}

// read reads a part of an entry, once for all that is asked of it.
func (a *answer) read(text string) *gist.Gloss {
	g := a.texts[text]
	if g == nil {
		if a.texts == nil {
			a.texts = make(map[string]*gist.Gloss)
		}
		g = gist.ReadText(text)
		a.texts[text] = g
	}
	return g
}

// takenBack leaves out a part that denies or dates back a value where another
// part states one: "not the 12th", 原来六点半那点作废.
func takenBack(parts []string) []string {
	var out []string
	stated := 0
	for _, p := range parts {
		if !deniesValue(p) && len(gist.StrongValues(p)) > 0 {
			stated++
		}
	}
	for _, p := range parts {
		if stated > 0 && deniesValue(p) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// deniesValue reports whether a part is there to say what does not hold (any
// more): it holds a value and begins by denying it, or calls it the old one.
func deniesValue(p string) bool {
	if len(gist.StrongValues(p)) == 0 {
		return false
	}
	low := strings.ToLower(strings.TrimSpace(p))
	for _, lead := range [...]string{"not ", "instead of ", "rather than ", "no longer ", "it was ", "used to ", "不是", "而不是", "并非", "原来", "以前", "之前", "原先", "本来"} {
		if strings.HasPrefix(low, lead) {
			return true
		}
	}
	return gist.ContainsAny(low, "作废", "不再是")
}

// subjectless takes off the subject that every answer in Chinese has, and moves a date in
// front of an English one to the end.
func (a *answer) subjectless(s string) string {
	if m := datedFirst.FindStringSubmatch(s); m != nil {
		return m[2] + " (" + m[1] + ")"
	}
	if rest, ok := strings.CutPrefix(s, "用户"); ok && rest != "" && !strings.HasPrefix(rest, "的") {
		s = rest
	}
	return strings.ReplaceAll(s, "不再", "不")
}

var datedFirst = regexp.MustCompile(`^On (\d{1,2} [A-Z][a-z]+(?: \d{4})?),? the user (.+)$`)

// phrases cuts a sentence at every comma outside quotation marks, in both
// languages.
func phrases(sentence string) []string {
	var out []string
	for _, c := range lang.Clauses(sentence) {
		for p := range strings.SplitSeq(c, ", ") {
			if p = strings.TrimSpace(p); p != "" {
				out = append(out, p)
			}
		}
	}
	return out
}

// clauses cuts a rule at its commas and semicolons.
func clauses(rule string) []string {
	var out []string
	for _, p := range phrases(strings.TrimRight(rule, " .。")) {
		for s := range strings.FieldsFuncSeq(p, func(r rune) bool { return r == ';' || r == '；' || r == '。' }) {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}
