package answer

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// stake returns the amount of money that the question puts to be worked with:
// so many at so much, added up over its items; a list; the one amount that it
// states; or the greatest of its bare numbers.
func (a *answer) stake() (amount float64, unit string, ok bool) {
	q := a.query.Text
	if total, n := itemsAt(q); n > 0 {
		_, unit := firstMoney(q)
		return total, unit, true
	}
	if total, n := a.listTotal(); n >= 2 {
		_, unit := firstMoney(q)
		return total, unit, true
	}
	if amounts, unit := moneyIn(q); len(amounts) > 0 {
		return amounts[0], unit, len(amounts) == 1
	}
	amount, ok = a.sumStated()
	if a.han {
		unit = "cny"
	}
	return amount, unit, ok
}

func firstMoney(text string) (float64, string) {
	for _, v := range lang.Values(text) {
		if p, ok := priceOf(text, v); ok {
			return p.n, p.unit
		}
	}
	if lang.IsHan(text) {
		return 0, "cny"
	}
	return 0, ""
}

// itemsAt adds up the items that a text gives as so many at so much.
func itemsAt(text string) (total float64, n int) {
	for _, m := range manyAt.FindAllStringSubmatch(text, -1) {
		count, ok := numberOf(m[1] + m[3] + m[5])
		price, err := strconv.ParseFloat(m[2]+m[4]+m[6], 64)
		if ok && err == nil {
			total, n = total+count*price, n+1
		}
	}
	return total, n
}

var manyAt = regexp.MustCompile(`(?i)\b(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:[a-z]+ ){1,4}?(?:at|for) [$£€]?(\d[\d.]*)\b(?:[a-z ]* each| apiece)?|([\d一二两三四五六七八九十]+)\p{Han}{1,6}?，?(?:每|一)\p{Han}{1,2}?(\d[\d.]*)(?:元|块)|([\d一二两三四五六七八九十]+)\p{Han}{1,4}?，?单价(\d[\d.]*)`)

// exchanged works out an amount by what a rule or a fact says that one of a unit
// is: "a cup being 120 g", 1美元按7.2元算.
func (a *answer) exchanged() string {
	for _, f := range a.chosen {
		if s := a.inCurrency(f); s != "" {
			return s
		}
		m := oneIs.FindStringSubmatch(f.Entry.Content)
		if m == nil || a.kept[f] {
			continue
		}
		unit := m[1] + m[4]
		each, err := strconv.ParseFloat(m[2]+m[5], 64)
		in := m[3] + m[6]
		if err != nil || each <= 0 || unit == in {
			continue
		}
		if n, ok := amountBefore(a.query.Text, unit); ok {
			a.keepRule(f)
			return figure(roundedBy(f.Entry.Content, n*each)) + spaced(in) + in
		}
		if n, ok := amountBefore(a.query.Text, in); ok && f.Ruling() {
			a.keepRule(f)
			return figure(roundedBy(f.Entry.Content, n/each)) + spaced(unit) + unit
		}
	}
	return ""
}

var oneIs = regexp.MustCompile(`(?i)\b(?:an?|one|1) ([a-z]+)(?: of [a-z]+)? (?:is|being|=|equals?|weighs?|holds|counts as|makes|at) (\d[\d.]*) ?([a-z]+)\b|(?:1|一)(\p{Han}{1,2}?)(?:按|等于|合|算|是|为|折|换|=|约)(\d[\d.]*)(\p{Han}{1,2}?)(?:折算|计算|换算|计|算|$|[，,。；）])`)

// inCurrency puts an amount of money into the currency that a rule names, at its
// rate: "in euros at 0.9 to the dollar".
func (a *answer) inCurrency(f *found) string {
	m := atRate.FindStringSubmatch(f.Entry.Content)
	if m == nil || a.kept[f] {
		return ""
	}
	rate, err := strconv.ParseFloat(m[2], 64)
	amounts, unit := moneyIn(a.query.Text)
	if err != nil || len(amounts) != 1 || unit != currencyNames[strings.ToLower(m[3])] {
		return ""
	}
	a.keepRule(f)
	return money(roundedBy(f.Entry.Content, amounts[0]*rate), currencyNames[strings.TrimSuffix(strings.ToLower(m[1]), "s")])
}

var (
	atRate        = regexp.MustCompile(`(?i)\bin (dollars?|pounds?|euros?|yuan)\b.*?\bat (\d[\d.]*)(?: \w+)? (?:to|per|for) (?:the|an?|one) (dollar|pound|euro|yuan)\b`)
	currencyNames = map[string]string{"dollar": "usd", "pound": "gbp", "euro": "eur", "yuan": "cny"}
)

// amountBefore returns the number that stands before a unit in a text.
func amountBefore(text, unit string) (float64, bool) {
	stem := strings.TrimSuffix(strings.ToLower(unit), "s")
	for _, v := range lang.Values(text) {
		if v.Num <= 0 || v.Weak {
			continue
		}
		raw := strings.ToLower(text[v.Start:v.End])
		after := strings.ToLower(strings.TrimLeft(text[v.End:], " "))
		if strings.HasSuffix(strings.TrimSuffix(raw, "s"), stem) && !strings.HasSuffix(raw, "0") || strings.HasPrefix(after, stem) {
			return v.Num, true
		}
	}
	return 0, false
}

// perPeriod puts what the question says that one span costs into another that
// it asks for: 一年2400元 a month, "30 a week" a year.
func (a *answer) perPeriod() string {
	from := spanPrice.FindStringSubmatch(a.query.Text)
	to := spanAskedFor.FindStringSubmatch(a.query.Text)
	if from == nil || to == nil {
		return ""
	}
	x, y := periods[strings.ToLower(from[1]+from[4])], periods[strings.ToLower(to[1]+to[2])]
	n, err := strconv.ParseFloat(strings.ReplaceAll(from[2]+from[3], ",", ""), 64)
	if err != nil || x == 0 || y == 0 || x == y {
		return ""
	}
	_, unit := firstMoney(a.query.Text)
	return money(round2(n*y/x), unit)
}

var (
	// periods are spans in parts of a year
	periods      = map[string]float64{"年": 12, "季度": 3, "半年": 6, "月": 1, "个月": 1, "周": 12.0 / 52, "星期": 12.0 / 52, "天": 12.0 / 365, "year": 12, "quarter": 3, "month": 1, "week": 12.0 / 52, "day": 12.0 / 365}
	spanPrice    = regexp.MustCompile(`(?i)[一每](半?年|季度|个?月|周|星期|天)(?:是|要|收|付|交)?(\d[\d.,]*)(?:元|块)|[$£€]?(\d[\d.,]*)(?: pounds| dollars| euros)? (?:a|per|each|every) (year|quarter|month|week|day)`)
	spanAskedFor = regexp.MustCompile(`(?i)[一每合摊](半?年|季度|个?月|周|星期|天)(?:是|要|合|摊)?多少|\b(?:how much|what)\b.*\b(?:a|per|each|every) (year|quarter|month|week|day)\b`)
)
