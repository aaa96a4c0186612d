package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// slotKinds says which values fill a slot that a question asks for, the
// likeliest first.
var slotKinds = []struct {
	slot  lang.Slot
	kinds []lang.ValueKind
}{
	{lang.TimeSlot, []lang.ValueKind{lang.Date, lang.MonthDay, lang.Weekday, lang.Relative}},
	{lang.ClockSlot, []lang.ValueKind{lang.Clock}},
	{lang.MoneySlot, []lang.ValueKind{lang.Money}},
	{lang.CountSlot, []lang.ValueKind{lang.Number, lang.Measure, lang.Percent, lang.Duration, lang.Age, lang.Frequency}},
}

// A filler is a value that may fill a slot of the question, with the part of
// the entry that states it.
type filler struct {
	of    *found
	part  string
	value string // as the entry writes it
	score float64
}

// fillers finds for each slot that the question asks for the value that fills
// it best: out of an entry that is near, in a sentence that holds more of the
// question's words, on the side of the bound that is asked for ("until when"),
// and of two that are equal the newer.
func (a *answer) fillers() []filler {
	var out []filler
	for _, s := range slotKinds {
		if a.ask.Wants&s.slot == 0 {
			continue
		}
		if best, ok := a.filler(s.kinds); ok {
			out = append(out, best)
		}
	}
	return out
}

func (a *answer) filler(kinds []lang.ValueKind) (filler, bool) {
	var best filler
	top := a.ranked[0].score
	if top <= 0 {
		return best, false
	}
	for i, f := range a.ranked[:min(len(a.ranked), slotEntries)] {
		for _, s := range lang.Sentences(f.Entry.Content) {
			if s.Question {
				continue
			}
			inSentence := a.fit(s.Text)
			for _, p := range takenBack(phrases(strings.TrimRight(s.Text, " .。；;"))) {
				for _, v := range lang.Values(p) {
					if v.Weak || !slices.Contains(kinds, v.Kind) || a.held(v) {
						continue
					}
					score := f.score/top + 0.1*inSentence + 0.1*a.fit(p) + a.bound(p, v)
					score += a.recency() * (1 - float64(a.age[i])/float64(len(a.ranked)))
					if score > best.score {
						best = filler{f, p, p[v.Start:v.End], score}
					}
				}
			}
		}
	}
	return best, best.of != nil
}

// slotEntries is how many of the nearest entries a value is looked for in.
const slotEntries = 6

// held reports whether the question itself states the value.
func (a *answer) held(v lang.Value) bool { return v.In(a.question.Values) }

// recency is what the newest entry is worth over the oldest, against the
// nearest one.
func (a *answer) recency() float64 {
	if a.ask.Now {
		return 0.4
	}
	return 0.1
}

// bound rewards a value that stands on the side that the question asks for.
func (a *answer) bound(part string, v lang.Value) float64 {
	if onSide(a.question, part, v) {
		return 0.5
	}
	return 0
}

// onSide reports whether a value stands on the side that a question asks for:
// "until when", 从哪天起.
func onSide(question *gist.Gloss, part string, v lang.Value) bool {
	q := question.Cues.Folded()
	before, after := strings.ToLower(part[:v.Start]), part[v.End:]
	for _, b := range bounds {
		if b.asks.MatchString(q) && (b.before.MatchString(before) || b.after.MatchString(after)) {
			return true
		}
	}
	return false
}

var bounds = []struct{ asks, before, after *regexp.Regexp }{
	{regexp.MustCompile(` (?:until|till|by) (?:when|what|which) | how long |到(?:什么时候|何时|哪天|几号|几点|哪一天)|为止|截止|多久|最后期限`),
		regexp.MustCompile(`(?:until|till|til|through|by|to|before|ends?(?: on)?)\s+(?:the\s+)?$|[到至]$`), regexp.MustCompile(`^(?:日|号)?(?:之?前|为止|截止|以前|到期)`)},
	{regexp.MustCompile(` (?:since|from) (?:when|what|which) |从(?:什么时候|何时|哪天|几号|几点|哪一天)|什么时候开始`),
		regexp.MustCompile(`(?:since|from|starting|starts?(?: on)?|as of)\s+(?:the\s+)?$|[从自]$`), regexp.MustCompile(`^(?:日|号)?(?:起|开始|以后|之后)`)},
}

// lead writes the fillers: the part that states the value, or of a long one
// the value in front of it.
func (a *answer) lead(fs []filler) []string {
	var out []string
	for _, f := range fs {
		text := a.subjectless(f.part)
		if utf8.RuneCountInString(text) > long*2/3 {
			out = append(out, f.value)
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}
