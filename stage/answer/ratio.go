package answer

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// partOfWhole gives what the question tells of a whole as the share that a rule
// wants: 12页里的9页 as 75%, "30 of 40" in tenths.
func (a *answer) partOfWhole() string {
	for _, f := range a.rules() {
		c := f.Entry.Content
		percent, tenths := inPercent.MatchString(c), inTenths.MatchString(c)
		if a.kept[f] || !percent && !tenths {
			continue
		}
		part, whole, ok := partAndWhole(a.query.Text)
		if !ok {
			continue
		}
		a.keep(f)
		if tenths {
			return formatNumber(math.Round(part/whole*100)/10) + "成"
		}
		return formatNumber(math.Round(part/whole*100)) + "%"
	}
	return ""
}

var (
	inPercent = regexp.MustCompile(`(?i)(?:用|按|报|写|说)百分比|\b(?:in|as|by|a) percent(?:age)?s?\b`)
	inTenths  = regexp.MustCompile(`(?:用|按|报|写)(?:几)?成(?:数)?(?:说|报|计|算|$|[，,。；])`)
	outOf     = regexp.MustCompile(`(?i)\b(\d[\d.]*)(?: \w+)? (?:out )?of (?:the |all )?(\d[\d.]*)\b`)
	wholeOf   = regexp.MustCompile(`(\d[\d.]*)\p{Han}{0,3}?(?:里|中|当中)的?\p{Han}{0,4}?(\d[\d.]*)`)
	inAllZH   = regexp.MustCompile(`(?:一共|总共|共|全书|全程|全部)\p{Han}{0,3}?(\d[\d.]*)`)
)

// partAndWhole reads a part and its whole off a text.
func partAndWhole(text string) (part, whole float64, ok bool) {
	read := func(x, y string) (float64, float64, bool) {
		p, err := strconv.ParseFloat(x, 64)
		w, err2 := strconv.ParseFloat(y, 64)
		return p, w, err == nil && err2 == nil && w > 0 && p <= w
	}
	if m := outOf.FindStringSubmatch(text); m != nil {
		return read(m[1], m[2])
	}
	if m := wholeOf.FindStringSubmatch(text); m != nil {
		return read(m[2], m[1])
	}
	if m := inAllZH.FindStringSubmatch(text); m != nil {
		for _, v := range lang.Values(text) {
			if n := formatNumber(v.Num); v.Num > 0 && n != m[1] && v.Kind != lang.Clock && v.Kind != lang.Date {
				return read(n, m[1])
			}
		}
	}
	return 0, 0, false
}

// perOther divides two amounts of the question as a rule wants them: "in miles
// per gallon".
func (a *answer) perOther() string {
	for _, f := range a.rules() {
		m := ratioOf.FindStringSubmatch(f.Entry.Content)
		if m == nil || a.kept[f] {
			continue
		}
		x, ok := amountBefore(a.query.Text, m[1])
		y, ok2 := amountBefore(a.query.Text, m[2])
		if !ok || !ok2 || y <= 1 {
			continue
		}
		a.keep(f)
		return formatNumber(math.Round(x/y*10)/10) + " " + m[1] + " per " + strings.TrimSuffix(m[2], "s")
	}
	return ""
}

var ratioOf = regexp.MustCompile(`(?i)\bin ([a-z]+) per ([a-z]+)\b`)

// takenBy works out what so many of a thing take, where an entry tells what one
// or some of it take: "a pie takes five apples", "twelve rolls take 500 g of
// flour".
func (a *answer) takenBy() string {
	for _, f := range a.chosen {
		m := takes.FindStringSubmatch(f.Entry.Content)
		if m == nil || a.kept[f] {
			continue
		}
		some, ok := 1.0, true
		if low := strings.ToLower(m[1]); low != "a" && low != "an" && low != "each" && low != "every" {
			some, ok = numberOf(m[1])
		}
		give, ok2 := numberOf(m[3])
		n := a.countOfNoun(m[2])
		if n == 0 {
			n = a.countNear(m[2])
		}
		if !ok || !ok2 || n < 2 || some <= 0 {
			continue
		}
		a.keepRule(f)
		return strings.TrimSpace(formatNumber(round2(give*n/some)) + " " + m[4])
	}
	return ""
}

var takes = regexp.MustCompile(`(?i)\b(an?|each|every|\d+|one|two|three|four|six|eight|ten|twelve|twenty) ([a-z]+) (?:takes?|needs?|uses?|requires?) (\d[\d.]*|one|two|three|four|five|six|eight|ten|twelve) ([a-z]+)\b`)

// countNear returns how many of a noun the question counts, a word between
// them: "three of my pies".
func (a *answer) countNear(noun string) float64 {
	stem := lang.Stem(noun)
	for _, v := range a.question.Values {
		if v.Kind != lang.Number || v.Num < 2 {
			continue
		}
		words := strings.Fields(a.query.Text[v.End:])
		for i := 0; i < len(words) && i < 3; i++ {
			if lang.Stem(strings.Trim(words[i], ",.;:?!")) == stem {
				return v.Num
			}
		}
	}
	return 0
}

// stoodFor says what a rule puts for a word of the question: "fine being three",
// 一般般算三分.
func (a *answer) stoodFor() string {
	q := strings.ToLower(a.query.Text)
	for _, f := range a.rules() {
		if a.kept[f] {
			continue
		}
		for _, p := range clauses(f.Entry.Content) {
			for _, m := range standsFor.FindAllStringSubmatch(p, -1) {
				word := strings.ToLower(strings.TrimSpace(m[1] + m[3]))
				if len(word) > 2 && strings.Contains(q, word) {
					a.keep(f)
					return strings.TrimSpace(m[2] + m[4])
				}
			}
		}
	}
	return ""
}

var standsFor = regexp.MustCompile(`(?i)^(?:and |with )?([a-z' -]{3,24}?) (?:being|counts? as|counting as|is logged as|stands? for) ([\w -]{1,24})$|^([\p{Han}]{2,6}?)(?:算作?|记作|记成|标作|标成)([\p{Han}\d]{1,8})$`)
