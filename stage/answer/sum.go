package answer

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// reckon works out sums, differences, shares and products of the amounts that
// the chosen entries hold.
func (a *answer) reckon() string {
	q := a.question.Cues.Folded()
	if s := a.perUnit(); s != "" {
		return s
	}
	if s := a.reckonMoney(q); s != "" {
		return s
	}
	return a.tally()
}

// reckonMoney works with the one amount of money of each of several entries.
func (a *answer) reckonMoney(q string) string {
	switch {
	case a.han && !moneyTalk.MatchString(q): // 块 counts more than money
		return ""
	case a.asks(q, []string{" together ", " in all ", " in total ", " altogether ", " combined ", " total ", " add up ", " plus "}, []string{"一共", "总共", "合计", "加起来", "总额", "共花", "共计"}):
		return a.amount(sum)
	case a.asks(q, []string{" left over ", " is left ", " are left ", " cleared ", " how much more ", " how much less ", " difference ", " remains ", " still owe "}, []string{"还剩多少", "剩多少", "剩下多少", "差多少", "还差", "相差多少", "多多少", "少多少", "涨了多少", "便宜多少"}):
		return a.remains()
	case !a.han && strings.Contains(q, " per "):
		return a.per(q)
	}
	return ""
}

var moneyTalk = regexp.MustCompile(`[钱花费价元款租薪账付收缴交赚赔欠存贷]|工资|预算|成本|多少块(?:$|[？?，])|差多少|相差`)

func (a *answer) asks(q string, en, zh []string) bool {
	if a.han {
		return gist.ContainsAny(q, zh...)
	}
	return gist.ContainsAny(q, en...)
}

func sum(amounts []float64) float64 {
	total := 0.0
	for _, n := range amounts {
		total += n
	}
	return total
}

// remains works out what is left of what comes in when what goes out is paid,
// or how much is missing. Where nothing says what comes in, it is the largest
// amount.
func (a *answer) remains() string {
	in, out, largest, n := 0.0, 0.0, 0.0, 0
	unit := ""
	for _, f := range a.chosen {
		own := prices(f)
		if len(own) != 1 {
			continue
		}
		if unit != "" && own[0].unit != unit {
			return ""
		}
		unit = own[0].unit
		n++
		largest = max(largest, own[0].n)
		if comesIn.MatchString(f.Cues.Folded()) {
			in += own[0].n
		} else {
			out += own[0].n
		}
	}
	if n < 2 {
		return ""
	}
	if in == 0 || out == 0 {
		return money(math.Abs(2*largest-in-out), unit)
	}
	return money(math.Abs(in-out), unit)
}

var comesIn = regexp.MustCompile(` (?:gives?|gave|pays? (?:the user|her|him)|earns?|earned|salary|wages?|income|sells?|sold|grant|allowance|refund|received?) |卖出|卖了|成交|工资|收入|到手|给用户|进账|退款|存款`)

// money returns the amount of money of each chosen entry that holds just one,
// or all that a single entry holds.
func (a *answer) money() (amounts []float64, unit string) {
	for _, f := range a.chosen {
		own := prices(f)
		if len(own) != 1 && len(a.chosen) > 1 {
			continue
		}
		for _, p := range own {
			if unit != "" && p.unit != unit {
				return nil, ""
			}
			amounts, unit = append(amounts, p.n), p.unit
		}
	}
	return amounts, unit
}

// A price is an amount and what it is of.
type price struct {
	n    float64
	unit string
}

// prices returns the amounts of money of an entry; where it names none, the
// numbers of some hundred and more with the word after them: a currency that
// has no sign.
func prices(f *found) []price {
	var out, bare []price
	for _, v := range f.Values {
		p, ok := priceOf(f.Entry.Content, v)
		switch {
		case v.Weak:
		case ok:
			out = append(out, p)
		case v.Kind == lang.Number && v.Num >= 100:
			if u := wordAfter(f.Entry.Content[v.End:]); u != "" {
				bare = append(bare, price{v.Num, u})
			}
		}
	}
	if len(out) == 0 {
		return bare
	}
	return out
}

// wordAfter returns the English word that follows, as it is written.
func wordAfter(s string) string {
	word, _, _ := strings.Cut(strings.TrimLeft(s, " "), " ")
	word = strings.Trim(word, ",.;:?!")
	if word == "" || strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) >= 0 {
		return ""
	}
	return word
}

// splitAmount parts a canonical amount ("200cny") into number and unit.
func splitAmount(text string) (float64, string) {
	i := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '-' })
	if i < 0 {
		i = len(text)
	}
	n, err := strconv.ParseFloat(text[:i], 64)
	if err != nil {
		return 0, ""
	}
	return n, text[i:]
}

func (a *answer) amount(op func(amounts []float64) float64) string {
	amounts, unit := a.money()
	if len(amounts) < 2 {
		return ""
	}
	return money(op(amounts), unit)
}

// per works out an amount for each of the things that another entry counts.
func (a *answer) per(q string) string {
	amounts, unit := a.money()
	_, after, _ := strings.Cut(q, " per ")
	words := strings.Fields(after)
	if len(amounts) != 1 || len(words) == 0 {
		return ""
	}
	what := lang.Stem(words[0])
	for _, f := range a.chosen {
		if !f.Terms[what] {
			continue
		}
		for _, v := range f.Values {
			if v.Kind == lang.Number && v.Num > 1 && !v.Weak {
				return "about " + money(math.Round(amounts[0]/v.Num), unit)
			}
		}
	}
	return ""
}

// perUnit multiplies what an entry gives for one of a unit by how many of it
// another entry or the question counts: 每平方米2.3元 and 68平.
func (a *answer) perUnit() string {
	if a.ask.Wants&lang.MoneySlot == 0 || a.han && !moneyTalk.MatchString(a.query.Text) {
		return ""
	}
	for _, f := range a.chosen {
		m := eachUnit.FindStringSubmatch(f.Entry.Content)
		if m == nil {
			continue
		}
		amounts, unit := moneyIn(m[0])
		counts := unitForms(m[1] + m[2])
		if len(amounts) != 1 || counts == nil {
			continue
		}
		texts := []string{a.query.Text}
		for _, o := range a.chosen {
			if o != f {
				texts = append(texts, o.Entry.Content)
			}
		}
		for _, t := range texts {
			if c := counts.FindStringSubmatch(t); c != nil {
				if n, err := strconv.ParseFloat(c[1], 64); err == nil && n > 1 {
					if bothWays.MatchString(a.query.Text) && oneWay.MatchString(a.query.Text) {
						n *= 2
					}
					return money(amounts[0]*n, unit)
				}
			}
		}
	}
	return ""
}

var eachUnit = regexp.MustCompile(`每(平方米|平米|平|人|位|公里|小时|斤|公斤|份|节|次|间|件|块)(?:是|要|收|付|按)?(?:\d[\d.]*|[一二两三四五六七八九十]+)(?:元|块|毛|角)|[$£€]?\d[\d.,]*(?: dollars| pounds| euros)? (?:a|an|per|each|for each|for every) (head|person|hour|kilo|kg|mile|km|lesson|visit|piece|bag|box|sq(?:uare)? (?:metre|meter|foot))`)

// A way there and back is twice the way that is told one way.
var (
	bothWays = regexp.MustCompile(`(?i)来回|往返|\bround trip\b|\bthere and back\b|\bboth ways\b`)
	oneWay   = regexp.MustCompile(`(?i)单程|\bone way\b|\beach way\b`)
)

// unitForms returns how a count of a unit is written.
func unitForms(unit string) *regexp.Regexp {
	switch unit {
	case "平方米", "平米", "平":
		unit = "(?:平方米|平米|平|㎡)"
	case "head", "person":
		unit = "(?:people|persons|guests|heads|of us|of them)"
	default:
		unit = regexp.QuoteMeta(unit)
	}
	re, err := regexp.Compile(`(?i)(\d[\d.]*) ?` + unit)
	if err != nil {
		return nil
	}
	return re
}

// money writes an amount, with separators as English has them.
func money(n float64, unit string) string {
	s := strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64)
	whole, frac, _ := strings.Cut(s, ".")
	if frac != "" {
		frac = "." + frac
	}
	switch unit {
	case "cny":
		if n >= 1e5 {
			return strconv.FormatFloat(math.Round(n/100)/100, 'f', -1, 64) + "万元"
		}
		return whole + frac + "元"
	case "usd":
		return "$" + grouped(whole) + frac
	case "gbp":
		return "£" + grouped(whole) + frac
	case "eur":
		return "€" + grouped(whole) + frac
	}
	return strings.TrimSpace(grouped(whole) + frac + " " + unit)
}

func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

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

func round2(x float64) float64 { return float64(int64(x*100+0.5)) / 100 }
