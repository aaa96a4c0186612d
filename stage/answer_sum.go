package stage

import (
	"math"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// reckon works out sums, differences, shares and products of the amounts that
// the chosen entries hold.
func (a *answer) reckon() string {
	q := a.question.cues.Folded()
	switch {
	case a.asks(q, []string{" together ", " in all ", " in total ", " altogether ", " combined ", " total ", " add up ", " plus "}, []string{"一共", "总共", "合计", "加起来", "总额", "共花", "共计"}):
		return a.amount(sum)
	case a.asks(q, []string{" left over ", " cleared ", " how much more ", " how much less ", " difference ", " remains ", " still owe "}, []string{"差多少", "还差", "相差多少", "多多少", "少多少", "涨了多少", "便宜多少"}):
		return a.amount(difference)
	case !a.han && strings.Contains(q, " per "):
		return a.per(q)
	}
	return ""
}

func (a *answer) asks(q string, en, zh []string) bool {
	if a.han {
		return containsAny(q, zh...)
	}
	return containsAny(q, en...)
}

func sum(amounts []float64) float64 {
	total := 0.0
	for _, n := range amounts {
		total += n
	}
	return total
}

// difference is that of the two amounts nearest to the question.
func difference(amounts []float64) float64 { return math.Abs(amounts[0] - amounts[1]) }

// money returns the amount of money of each chosen entry that holds just one,
// or all that a single entry holds.
func (a *answer) money() (amounts []float64, unit string) {
	for _, f := range a.chosen {
		var own []lang.Value
		for _, v := range f.values {
			if v.Kind == lang.Money && !v.Weak {
				own = append(own, v)
			}
		}
		if len(own) != 1 && len(a.chosen) > 1 {
			continue
		}
		for _, v := range own {
			n, u := splitAmount(v.Text)
			if unit != "" && u != unit {
				return nil, ""
			}
			amounts, unit = append(amounts, n), u
		}
	}
	return amounts, unit
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
		if !f.terms[what] {
			continue
		}
		for _, v := range f.values {
			if v.Kind == lang.Number && v.Num > 1 && !v.Weak {
				return "about " + money(math.Round(amounts[0]/v.Num), unit)
			}
		}
	}
	return ""
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
	return grouped(whole) + frac + " " + unit
}

func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
