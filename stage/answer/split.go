package answer

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// shared parts an amount of the question by the percentages of a rule, in the
// rule's order: "30 percent taxes, 10 percent repair fund".
func (a *answer) shared() string {
	for _, f := range a.rules() {
		parts := portion.FindAllStringSubmatch(f.Entry.Content, -1)
		if len(parts) < 2 {
			continue
		}
		amounts, unit := moneyIn(a.query.Text)
		if len(amounts) != 1 {
			continue
		}
		var out []string
		for _, m := range parts {
			n, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				continue
			}
			sum := money(amounts[0]*n/100, unit)
			if a.han {
				out = append(out, m[2]+sum)
			} else {
				out = append(out, sum+" for "+strings.TrimSpace(m[2]))
			}
		}
		a.keep(f)
		return strings.Join(out, a.comma())
	}
	return ""
}

var portion = regexp.MustCompile(`(\d+(?:\.\d+)?) ?(?:%|percent|per cent)(?: (?:for|to|into|of it to))? ?(?:the )?([a-zA-Z][a-zA-Z ]*|\p{Han}+)`)

// moneyIn returns the amounts of money in text, if they are of one currency.
func moneyIn(text string) (amounts []float64, unit string) {
	for _, v := range lang.Values(text) {
		p, ok := priceOf(text, v)
		if !ok {
			continue
		}
		if unit != "" && p.unit != unit {
			return nil, ""
		}
		amounts, unit = append(amounts, p.n), p.unit
	}
	return amounts, unit
}

// priceOf reads a value as an amount of money. Pounds are money here: nobody
// divides or adds up a weight.
func priceOf(text string, v lang.Value) (price, bool) {
	switch {
	case v.Kind == lang.Money:
		n, u := splitAmount(v.Text)
		return price{n, u}, true
	case v.Kind == lang.Measure && strings.HasSuffix(strings.ToLower(text[v.Start:v.End]), "pounds"):
		return price{v.Num, "gbp"}, true
	}
	return price{}, false
}

// An item is one thing that is priced in a question.
type item struct {
	name  string
	total float64
}

// quotedPrice adds up what the question prices item by item, the total first
// and the parts after it.
func (a *answer) quotedPrice() string {
	if !totalling.MatchString(a.query.Text) {
		return ""
	}
	asked := totalling.MatchString(a.brief.Request)
	for _, f := range a.rules() {
		asked = asked || totals.MatchString(f.Entry.Content)
	}
	items, unit := a.items()
	if !asked || len(items) < 2 {
		return ""
	}
	sum := 0.0
	var parts []string
	for _, it := range items {
		sum += it.total
		parts = append(parts, it.name+a.gap()+money(it.total, unit))
	}
	if a.han {
		return "总数" + money(sum, unit) + "：" + strings.Join(parts, "，")
	}
	return "Total " + money(sum, unit) + ": " + strings.Join(parts, ", ")
}

func (a *answer) gap() string {
	if a.han {
		return ""
	}
	return " "
}

var (
	totalling = regexp.MustCompile(`(?i)报价|总价|总数|一共|合计|算一下|多少钱|\b(?:quote|total|price|cost|bill|invoice)\b`)
	totals    = regexp.MustCompile(`(?i)总数|总价|总额|合计|\b(?:total|sum|overall)\b`)
	perUnit   = regexp.MustCompile(`(?i)每(晚|天|日|人|次|小时|个?月|周|位|节|份|间)|\b(?:per|a|each|an) (night|day|person|hour|week|month|head|lesson|room)\b`)
	itemHead  = regexp.MustCompile(`^\p{Han}{2,3}?(?:每|共|一共|两人|\d)`)
)

// items reads what the told of the question is made of: a rate times how many
// of its unit there are, or an amount as it stands.
func (a *answer) items() ([]item, string) {
	var out []item
	unit := ""
	for _, told := range a.brief.Told {
		for _, p := range phrases(told) {
			amounts, u := moneyIn(p)
			if len(amounts) != 1 {
				continue
			}
			if unit != "" && u != unit {
				return nil, ""
			}
			unit = u
			total := amounts[0]
			for _, m := range perUnit.FindAllStringSubmatch(p, -1) {
				if k := a.howMany(m[1]+m[2], p); k > 0 {
					total *= k
				}
			}
			out = append(out, item{itemName(p), total})
		}
	}
	return out, unit
}

// howMany returns how many of a unit there are, in the phrase or else in the
// whole question.
func (a *answer) howMany(unit, phrase string) float64 {
	for _, text := range [...]string{phrase, a.query.Text} {
		for _, v := range lang.Values(text) {
			if v.Num <= 1 || v.Kind == lang.Money {
				continue
			}
			raw := strings.ToLower(text[v.Start:min(len(text), v.End+len(unit)+3)])
			if strings.Contains(raw, unit) {
				return v.Num
			}
		}
	}
	return 0
}

// itemName returns what a priced phrase is about: the words before its first
// number.
func itemName(p string) string {
	if lang.IsHan(p) {
		if m := itemHead.FindString(p); m != "" {
			return strings.TrimRight(strings.TrimRight(m, "0123456789"), "每共一两人")
		}
	}
	i := strings.IndexFunc(p, func(r rune) bool { return r >= '0' && r <= '9' || strings.ContainsRune("$£€", r) })
	if i <= 0 {
		return p
	}
	return strings.Trim(p[:i], " ,:：，")
}
