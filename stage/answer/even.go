package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// splitEven parts an amount of the question among as many as a rule, or the
// question, counts: 三个人平摊, "split four ways".
func (a *answer) splitEven() string {
	for _, f := range a.rules() {
		c := f.Entry.Content
		if a.kept[f] || !evenSplit.MatchString(c) {
			continue
		}
		total, unit, ok := a.stake()
		n := sharers(c)
		if n == 0 {
			n = sharers(a.query.Text)
		}
		if !ok || n < 2 {
			continue
		}
		a.keep(f)
		each := strings.TrimSpace(money(total/n, unit))
		if a.han {
			return "每人" + each
		}
		return each + " each"
	}
	return ""
}

var evenSplit = regexp.MustCompile(`(?i)平摊|均摊|平分|均分|对半|各出一半|各付一半|AA制?|\bsplit\w*\b|\bshared? (?:equally|evenly)\b|\bhalf each\b|\bfifty-fifty\b|\b50[/-]50\b`)

// sharers returns among how many a text parts a sum: the two of a pair where it
// names no number.
func sharers(text string) float64 {
	if m := waysOf.FindStringSubmatch(text); m != nil {
		if n, ok := numberOf(m[1] + m[2] + m[3]); ok {
			return n
		}
	}
	if pairSplit.MatchString(text) {
		return 2
	}
	return 0
}

var (
	waysOf    = regexp.MustCompile(`(?i)\b(\w+)[- ]ways?\b|\b(?:between|among) (?:the )?(\w+)\b|([\d一二两三四五六七八九十]+)(?:个)?(?:人|家|份)`)
	pairSplit = regexp.MustCompile(`(?i)对半|各出一半|各付一半|(?:和|跟|与)\p{Han}{1,4}?(?:平摊|均摊|平分|均分|AA)|\bhalf each\b|\bfifty-fifty\b|\b50[/-]50\b|\b(?:in half|down the middle)\b|\bsplit\w* (?:\w+ )*with \w+`)
)

// rationed multiplies what a rule gives for each of some by how many of them the
// question counts: "two rolls per guest".
func (a *answer) rationed() string {
	if a.han {
		return "" // paced does
	}
	for _, f := range a.chosen {
		m := forEach.FindStringSubmatch(f.Entry.Content)
		if m == nil || a.kept[f] {
			continue
		}
		rate, ok := numberOf(m[1])
		n := a.countOfNoun(m[3])
		if !ok || n < 2 || moneyWords.MatchString(m[2]) {
			continue
		}
		a.keepRule(f)
		return formatNumber(round2(roundedBy(f.Entry.Content, rate*n))) + " " + m[2]
	}
	return ""
}

var (
	forEach    = regexp.MustCompile(`(?i)\b(\d[\d.]*|half|one|two|three|four|five|six|eight|ten|twelve|twenty|thirty) ([a-z]+(?: of [a-z]+)?) (?:per|for each|for every|to each|to a|a|each) (person|guest|head|child|kid|adult|day|week|night|table|page|mile|room|member|player|pupil|student|visitor|loaf|cake|dog|cat|horse|bed|row|plant)\b`)
	moneyWords = regexp.MustCompile(`(?i)^(?:pounds?|dollars?|euros?|pence|cents?)$`)
)

// countOfNoun returns how many of a noun, or of people, the question counts.
func (a *answer) countOfNoun(noun string) float64 {
	human := strings.Contains(" person guest head child kid adult member player pupil student visitor ", " "+strings.ToLower(noun)+" ")
	for _, v := range a.question.Values {
		if v.Num < 2 || v.Kind != lang.Number && v.Kind != lang.Duration {
			continue
		}
		after := a.query.Text[v.Start:]
		switch {
		case v.Kind == lang.Duration && strings.HasPrefix(strings.TrimLeft(after, "0123456789 abcdefghijklmnopqrstuvwxyz")+noun, noun) && strings.Contains(after[:v.End-v.Start], noun):
			return v.Num
		case lang.Stem(wordAfter(a.query.Text[v.End:])) == lang.Stem(noun), human && persons.MatchString(a.query.Text[v.End:]):
			return v.Num
		}
	}
	if m := ofUs.FindStringSubmatch(a.query.Text); human && m != nil {
		if n, ok := numberOf(m[1]); ok {
			return n
		}
	}
	return 0
}

var ofUs = regexp.MustCompile(`(?i)\b(\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) (?:of us|of them|are coming|will come|come)\b`)
