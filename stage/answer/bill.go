package answer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
)

// A bill is what the question orders out of a price list of the entries.
type bill struct {
	items []billItem
	unit  string
}

// A billItem is one thing on a bill.
type billItem struct {
	name         string
	price, count float64
}

func (b bill) total() float64 {
	total := 0.0
	for _, it := range b.items {
		total += it.price * it.count
	}
	return total
}

// bill multiplies what entries price by how many of it the question counts:
// 每碗12元 and 三碗面, "$5 a loaf" and "four loaves".
func (a *answer) bill() bill {
	var b bill
	counted := false
	for _, f := range a.chosen {
		parts := pricedParts(f.Entry.Content)
		half := slices.ContainsFunc(parts, halfPrice.MatchString)
		last := 0.0
		for _, p := range parts {
			amounts, unit := moneyIn(p)
			switch {
			case len(amounts) == 1:
				last = amounts[0]
			case half && last > 0 && halfPrice.MatchString(p):
				amounts, unit, p = []float64{last / 2}, b.unit, halfPrice.ReplaceAllString(p, "")
			}
			if len(amounts) != 1 || !half && !rated.MatchString(p) || b.unit != "" && unit != b.unit {
				continue
			}
			name := cmp.Or(pricedName(p), p)
			count, n := a.countOf(name)
			if count == 0 {
				continue
			}
			counted = counted || n && count > 1
			b.unit = unit
			b.items = append(b.items, billItem{name, amounts[0], count})
		}
	}
	if !counted {
		return bill{}
	}
	return b
}

// halfPrice is half of the price that stands before it.
var halfPrice = regexp.MustCompile(`(?i)半价|减半|\b(?:at |pay )?half(?: price| that)?\b`)

// billed writes the total of a bill and, where there are several things on it,
// what each comes to.
func (a *answer) billed() string {
	b := a.bill()
	if len(b.items) == 0 || a.han && !moneyTalk.MatchString(a.query.Text) || a.perUnit() != "" || !priceAsked.MatchString(a.query.Text) {
		return ""
	}
	total := money(b.total(), b.unit)
	var parts []string
	for _, it := range b.items {
		switch {
		case len(b.items) > 1 && a.han:
			parts = append(parts, it.name+money(it.price*it.count, b.unit))
		case len(b.items) > 1:
			parts = append(parts, it.name+" "+money(it.price*it.count, b.unit))
		default:
			parts = append(parts, formatNumber(it.count)+" × "+money(it.price, b.unit))
		}
	}
	if a.han {
		return "共" + total + "：" + strings.Join(parts, "、")
	}
	return total + ": " + strings.Join(parts, ", ")
}

var priceAsked = regexp.MustCompile(`(?i)多少|几(?:块|元)|报价|报个价|价钱|怎么算|一共|总共|合计|\b(?:how much|cost|price|quote|total|pay|charge|owe|bill|invoice|tip)\b`)

// pricedParts cuts a price list into its lines.
func pricedParts(content string) []string {
	var out []string
	for _, p := range clauses(content) {
		for _, s := range listAnd.Split(p, -1) {
			out = append(out, strings.Split(s, "、")...)
		}
	}
	return out
}

// rated is a price for one of a thing.
var rated = regexp.MustCompile(`(?i)每\p{Han}|一\p{Han}{1,2}[\d一二三四五六七八九十百千万]|[元块](?:钱)?(?:一|/|每)\p{Han}|单价|\b(?:each|apiece|per|an?|every)\b`)

var listAnd = regexp.MustCompile(`(?i) and (?:the )?`)

// pricedName returns what a line of a price list prices: what stands before
// the amount, without the verb and the unit.
func pricedName(p string) string {
	for _, v := range lang.Values(p) {
		if _, ok := priceOf(p, v); ok {
			return strings.TrimSpace(priceVerb.ReplaceAllString(p[:v.Start], ""))
		}
	}
	return ""
}

var priceVerb = regexp.MustCompile(`(?i)票$|\s+pays?\s*$|(?:的?(?:价格|单价|售价|价)?(?:是|为|要)?(?:每|一)\p{Han}{1,2}|是|要)$|\s+(?:costs?|is|are|goes? for|sells? (?:for|at)|at|for)\s*$|^(?i:the|a|an) `)

// countOf returns how many of a thing the question counts, and whether it says
// a number; 0 if it does not name the thing.
func (a *answer) countOf(name string) (count float64, said bool) {
	at, end := namedAt(a.query.Text, name, a.han)
	if at < 0 {
		return 0, false
	}
	q := a.query.Text
	for _, v := range a.question.Values {
		if v.Num <= 0 || v.Kind == lang.Money {
			continue
		}
		if v.End <= at && near(q[v.End:at], a.han) || v.Start >= end && a.han && after.MatchString(q[end:v.Start]) {
			return v.Num, true
		}
	}
	if m := oneOf.FindString(q[:at]); m != "" {
		return 1, true
	}
	return 1, false
}

var (
	oneOf = regexp.MustCompile(`(?i)一\p{Han}$|\b(?:an?|one) (?:\w+ of )?$`)
	after = regexp.MustCompile(`^(?:要|来|买|订|拿|点|各)?$`)
)

// near reports whether what stands between a number and a thing is no more than
// a measure: 盘, "-hour ", " bags of ".
func near(between string, han bool) bool {
	if han {
		return utf8.RuneCountInString(between) == 1
	}
	return measureOfThing.MatchString(between)
}

var measureOfThing = regexp.MustCompile(`(?i)^(?:[- ]\w+)?(?: of)?(?: the)? $`)

// namedAt finds where the question names a thing: by a run of at least two
// characters of a Chinese name, by a word of an English one.
func namedAt(q, name string, han bool) (at, end int) {
	if han {
		rs := []rune(name)
		for n := len(rs); n >= 2; n-- {
			for i := 0; i+n <= len(rs); i++ {
				s := string(rs[i : i+n])
				if j := strings.Index(q, s); j >= 0 && lang.IsHan(s) {
					return j, j + len(s)
				}
			}
		}
		return -1, -1
	}
	low := strings.ToLower(q)
	for w := range strings.FieldsSeq(strings.ToLower(name)) {
		stem := strings.TrimSuffix(w, "s")
		if len(stem) < 3 {
			continue
		}
		if j := strings.Index(low, " "+stem); j >= 0 {
			return j + 1, j + 1 + len(stem)
		}
	}
	return -1, -1
}
