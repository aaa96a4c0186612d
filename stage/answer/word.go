package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// worded says what a rule wants to be said word for word: 不说“快点”，说“还有五分钟”,
// "asked for a discount, answer 'I'll see'".
func (a *answer) worded() string {
	if !wordsAsked.MatchString(a.query.Text) && !a.brief.Writes() && !gist.Demands(a.brief.Request) {
		return ""
	}
	for _, f := range a.rules() {
		if s := sayInstead(f.Entry.Content); s != "" && a.bearsOn(f) {
			a.keepBut(f, s)
			for _, word := range withheldBy(f.Entry.Content).words {
				for _, text := range a.brief.Told {
					if strings.Contains(text, word) {
						a.arranged = true
						return strings.ReplaceAll(text, word, s)
					}
				}
			}
			return s
		}
	}
	return ""
}

var wordsAsked = regexp.MustCompile(`(?i)怎么.{0,12}(?:说|讲|叫|答|写|回|问|劝|提醒)|说什么|说哪|回一句|\b(?:what|how) (?:do|should|will|would|can) (?:you|i) (?:say|write|ask|answer|reply|put|call|tell|remind)\b`)

// sayInstead returns the words that a rule quotes as those to be said.
func sayInstead(rule string) string {
	for _, p := range clauses(rule) {
		m := sayThis.FindStringSubmatchIndex(p)
		if m == nil || forbids(p) || banEnds.MatchString(p[:m[0]]) {
			continue
		}
		for _, g := range [...]int{2, 4} {
			if m[g] >= 0 {
				return p[m[g]:m[g+1]]
			}
		}
	}
	return ""
}

var sayThis = regexp.MustCompile(`(?i)(?:^|而|要|改|只|该|都|就|一律|统一)(?:说|叫|写|问|答|回|回答|回复|用)成?[“"「]([^”"」]+)[”"」]|\b(?:say|says|said|write|writes|ask|asks|use|uses|answer|answers|answered|reply|replies|respond|responds)(?: only| with| just| simply| her| him| them)* ["“']([^”"]+?)["”'](?:$|[ ,.;])`)

// marked says as what a rule wants the case to be put down: 要标“未核实”,
// "mark it as 'unsettled'".
func (a *answer) marked() string {
	if !markAsked.MatchString(a.query.Text) {
		return ""
	}
	for _, f := range a.rules() {
		if m := markThis.FindStringSubmatch(f.Entry.Content); m != nil && !banEnds.MatchString(f.Entry.Content[:strings.Index(f.Entry.Content, m[0])]) {
			if a.han {
				return "标“" + m[1] + m[2] + "”"
			}
			return "Mark it \"" + m[1] + m[2] + "\""
		}
	}
	return ""
}

var (
	markAsked = regexp.MustCompile(`(?i)怎么(?:标|记|归|算|登|写)|标(?:成|为)?什么|记(?:成|为|作)?什么|\bhow (?:do|should|will|would) you (?:mark|label|list|enter|record|file|put|note)\b|\bwhat (?:do|should|will|would) you (?:mark|label|put|enter|file)\b`)
	markThis  = regexp.MustCompile(`(?i)(?:标|记|归|登记|归类|归)(?:成|为|作|上|到|入)?[“「]([^”」]{1,12})[”」]|\b(?:mark|label|tag|file|list|enter)(?:ed|ged|s)?(?: \w+)?(?: as| under)? ["“]([^"”]{1,24})["”]`)
)

// signed closes a text with the name or words that a rule wants at its end.
func (a *answer) signed() string {
	if !a.ask.Act && !a.brief.Writes() {
		return ""
	}
	for _, f := range a.rules() {
		if s := endingIn(f.Entry.Content); s != "" {
			if len(clauses(f.Entry.Content)) == 1 {
				a.keep(f)
			}
			return s
		}
	}
	return ""
}

// called opens a text to somebody else as a rule wants them to be called:
// 称对方“老师”, 叫她“楠姐”.
func (a *answer) called() string {
	if !a.brief.Writes() {
		return ""
	}
	for _, f := range a.rules() {
		m := calling.FindStringSubmatchIndex(f.Entry.Content)
		if m != nil && !banEnds.MatchString(f.Entry.Content[:m[0]]) {
			for g := 2; g < len(m); g += 2 {
				if m[g] >= 0 {
					a.greeted = true
					return f.Entry.Content[m[g]:m[g+1]]
				}
			}
		}
	}
	return ""
}

var calling = regexp.MustCompile(`(?:邮件|消息|信|回复|短信|留言|便签|便条|纸条|卡片|通知|的话)(?:里)?(?:一律)?称(?:呼)?(?:写|用|为)?[“「](\p{Han}{1,5})[”」]|(?:称呼?|叫|喊|管)(?:对方|客户|客人|顾客|房客|家长|对面|人家|它|她|他|他们|她们)(?:为|作|叫)?[“「](\p{Han}{1,5})[”」]`)

// listed puts a price list of the facts into the order that a rule wants.
func (a *answer) listed() string {
	if !listAsked.MatchString(a.query.Text) {
		return ""
	}
	for _, f := range a.rules() {
		c := strings.ToLower(f.Entry.Content)
		small, large := smallFirst.MatchString(c), largeFirst.MatchString(c)
		fact := a.fact()
		if small == large || fact == nil || firstAsked.MatchString(a.query.Text) {
			continue
		}
		lines := a.lines(fact)
		if len(lines) < 2 {
			continue
		}
		slices.SortStableFunc(lines, func(x, y tallied) int {
			if (x.n < y.n) == small {
				return -1
			}
			return 1
		})
		var out []string
		for _, l := range lines {
			out = append(out, l.part)
		}
		a.keep(f, fact)
		return strings.Join(out, a.comma())
	}
	return ""
}

var listAsked = regexp.MustCompile(`(?i)排(?:出|好|一|个|列|开)|列(?:出|个|一)|(?:写|报|念)(?:出|成|一)|\b(?:list|order|sort|show|write|give|put)\b`)

// lines are the parts of a fact that hold one amount each, all of one kind.
func (a *answer) lines(f *found) []tallied {
	var out []tallied
	for _, p := range pricedParts(f.Entry.Content) {
		own := amountsIn(p)
		if len(own) != 1 || len(out) > 0 && own[0].kind != out[0].kind {
			return nil
		}
		out = append(out, own[0])
	}
	return out
}

// amountsIn returns the amounts of one part.
func amountsIn(part string) []tallied {
	var out []tallied
	for _, v := range lang.Values(part) {
		if t, ok := tallyOf(part, v); ok {
			out = append(out, t)
		}
	}
	return out
}
