package answer

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// reckoned works out what a rule makes of an amount in the question: so many
// of a unit of the rule's own, or more of it by a factor.
func (a *answer) reckoned() string {
	for _, f := range a.rules() {
		if s := a.converted(f); s != "" {
			a.keep(f)
			return s
		}
	}
	return ""
}

// A rate is a unit that a rule counts in, and how much one of it is.
type rate struct {
	unit string
	one  lang.Value
}

// rateOf reads a rate off a rule: "as a number of dog washes at $75 each",
// 一尺按320毫米折算.
func rateOf(rule string) (rate, bool) {
	if m := rateOfUnit.FindStringSubmatch(rule); m != nil {
		for _, v := range lang.Values(m[1] + m[3]) {
			if v.Num > 0 && v.Kind != lang.Name {
				return rate{m[2] + m[4], v}, true
			}
		}
	}
	for _, form := range rates {
		m := form.FindStringSubmatch(rule)
		if m == nil {
			continue
		}
		for _, v := range lang.Values(m[2]) {
			if v.Num > 0 && v.Kind != lang.Name {
				return rate{strings.TrimSpace(m[1]), v}, true
			}
		}
	}
	return rate{}, false
}

var rates = []*regexp.Regexp{
	regexp.MustCompile(`(?i)how many (?:of (?:her|his|their|the user's|my) )?([a-z][a-z -]*?) (?:it|that|they|this) (?:is|are|comes? to|makes?|would be),? at ([$£€]? ?[\d.,]+ ?[a-z%]*)(?: an? | per | each|\b)`),
	regexp.MustCompile(`(?i)(?:number of|in terms of|count(?:ed)? in|measured? in|in units of|in|as) (?:a number of )?([a-z][a-z -]*?),? (?:at|of|each(?: worth)?|worth) ([$£€]? ?[\d.,]+ ?[a-z%]*)(?: each| apiece| a piece|\b)`),
	regexp.MustCompile(`一(\p{Han}{1,2}?)(?:按|等于|合|算作?|是|为|折)(\d[\d.]*\p{Han}{1,3}?)(?:折算|计算|计|算|$|[，,。；）])`),
}

// rateOfUnit is a rate that gives the amount first: 20克为1份, "20 g make one portion".
var rateOfUnit = regexp.MustCompile(`(\d[\d.]*\p{Han}{1,3}?)(?:为|是|算|折|合|等于|抵|记作?)(?:1|一)(\p{Han}{1,2})(?:$|[，,。；、）])|(?i:(\d[\d.]* ?[a-z%]+) (?:is|are|makes?|equals?|counts? as|to) (?:one|a|1) ([a-z]+))`)

// converted puts an amount of the question into the unit of a rule.
func (a *answer) converted(f *found) string {
	r, ok := rateOf(f.Entry.Content)
	if !ok {
		return ""
	}
	v, ok := a.amountLike(r.one)
	if !ok {
		return ""
	}
	n := v.Num / r.one.Num
	if own, one := amountOf(v.Text), amountOf(r.one.Text); own > 0 && one > 0 {
		n = own / one // in the same unit
	}
	count := strconv.FormatFloat(math.Round(n*10)/10, 'f', -1, 64)
	if a.han {
		return a.query.Text[v.Start:v.End] + "（" + countZH(math.Round(n*100)/100) + r.unit + "）"
	}
	return "That's " + count + " " + r.unit
}

// amountLike returns the amount of the question that has the kind of v, with
// what is added to it or taken off it in the question. A bare number is a price
// where no amount of money stands there.
func (a *answer) amountLike(v lang.Value) (lang.Value, bool) {
	for _, kind := range [...]lang.ValueKind{v.Kind, lang.Number} {
		for _, own := range a.question.Values {
			if own.Kind != kind || own.Weak {
				continue
			}
			if v.Kind == lang.Money {
				own.Num, own.Text = net(a.query.Text[own.Start:], own.Num), ""
			}
			return own, true
		}
		if v.Kind != lang.Money {
			break
		}
	}
	return lang.Value{}, false
}

// amountOf returns the number that a canonical amount begins with.
func amountOf(text string) float64 {
	n, _ := splitAmount(text)
	return n
}

// net adds to a price what the words after it put on top, and takes off what
// they take off: "$750 plus 10 % GST", 标价96元、店铺券减20.
func net(text string, price float64) float64 {
	if i := strings.IndexAny(text, "。;；\n"); i > 0 {
		text = text[:i]
	}
	for _, m := range added.FindAllStringSubmatch(text, -1) {
		if n, err := strconv.ParseFloat(m[1]+m[2], 64); err == nil {
			price += price * n / 100
		}
	}
	for _, m := range discounted.FindAllStringSubmatch(text, -1) {
		n, err := strconv.ParseFloat(m[1]+m[3], 64)
		switch {
		case err != nil:
		case m[2]+m[4] != "":
			price -= price * n / 100
		default:
			price -= n
		}
	}
	return price
}

var (
	added      = regexp.MustCompile(`(?i)(?:plus|\+|and) (\d[\d.]*) ?(?:%|percent|per cent)|(?:另|再|外)?加(?:收)?(\d[\d.]*) ?%`)
	discounted = regexp.MustCompile(`(?i)(?:减|优惠|便宜|抵|立减|少)(\d[\d.]*)(%?)|(?:less|minus|off|discount of) [$£€]?(\d[\d.]*) ?(%?)`)
)
