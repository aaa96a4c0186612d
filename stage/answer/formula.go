package answer

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// surcharged adds to a price of the question the fixed amount that a rule puts
// on top of it, or takes off what it takes off: "the work plus a fee of 40
// pounds", 另加上门费30元, 报价先减50元.
func (a *answer) surcharged() string {
	if !priceAsked.MatchString(a.query.Text) {
		return ""
	}
	for _, f := range a.rules() {
		if a.kept[f] || eachUnit.MatchString(f.Entry.Content) {
			continue
		}
		for _, p := range clauses(f.Entry.Content) {
			fees, unit := moneyIn(p)
			sign, mark := 1.0, " + "
			switch {
			case len(fees) != 1:
				continue
			case takenOff.MatchString(p):
				sign, mark = -1, " − "
			case !onTop.MatchString(p):
				continue
			}
			if n, own, ok := a.stake(); ok && (own == unit || own == "") {
				a.keep(f)
				return money(n+sign*fees[0], unit) + a.colon() + money(n, unit) + mark + money(fees[0], unit)
			}
		}
	}
	return ""
}

var onTop = regexp.MustCompile(`(?i)\bplus\b|\bon top\b|\b(?:is|are|gets?) added\b|\badd(?:s|ed|ing)?\b|\bsurcharge\b|[另外]加|另收|加收|加上`)

var takenOff = regexp.MustCompile(`(?i)\bminus\b|\bdeduct\w*|\b(?:knock|take|takes)\w* (?:\w+ ){0,2}off\b|\bless\b|减去?|扣除?|抹掉|少收`)

// sumStated returns the greatest of the question's bare numbers.
func (a *answer) sumStated() (float64, bool) {
	most := 0.0
	for _, v := range a.question.Values {
		if v.Kind == lang.Number && !v.Weak {
			most = max(most, v.Num)
		}
	}
	return most, most > 0
}

// portioned works out the share of an amount where an entry gives the share and
// the question, or another entry, the amount: "a deposit of 30 %" of £900, 打八折.
func (a *answer) portioned() string {
	if a.made {
		return ""
	}
	wants := a.ask.Wants.Any(lang.MoneySlot | lang.CountSlot)
	for _, f := range a.chosen {
		k := shareIn(f)
		if k == 0 || a.kept[f] || !wants && !(f.Ruling() && priceAsked.MatchString(a.query.Text)) {
			continue
		}
		if n, unit, ok := a.stake(); ok {
			a.keepRule(f)
			return money(roundedBy(f.Entry.Content, n*k), unit)
		}
	}
	return ""
}

// shareIn returns the one share that an entry gives of an amount, as a factor:
// what is left of it where the share is taken off.
func shareIn(f *found) float64 {
	if m := discountZH.FindStringSubmatch(f.Entry.Content); m != nil {
		n := 0.0
		for _, r := range m[1] {
			d := strings.IndexRune("零一二三四五六七八九", r) / len("零")
			if r >= '0' && r <= '9' {
				d = int(r - '0')
			}
			n = n*10 + float64(d)
		}
		for n > 1 {
			n /= 10
		}
		return n
	}
	k := 0.0
	for _, v := range f.Values {
		if v.Kind != lang.Percent || v.Bound != 0 {
			continue
		}
		if k != 0 {
			return 0
		}
		k = v.Num / 100
	}
	switch {
	case k > 0 && shareOff.MatchString(f.Entry.Content):
		return 1 - k
	case k > 0 && onTop.MatchString(f.Entry.Content):
		return 1 + k
	}
	return k
}

var (
	discountZH = regexp.MustCompile(`打([一二三四五六七八九\d]{1,2})折`)
	shareOff   = regexp.MustCompile(`(?i)(?:%|percent|per cent) (?:off|discount|less|reduction)|(?:减|降|优惠|便宜|少收?)(?:百分之|\d)`)
)

// keepRule notes a rule that was acted by; a fact is said all the same.
func (a *answer) keepRule(f *found) {
	if f.Ruling() {
		a.keep(f)
	}
	a.made = true
}

// divided divides or multiplies what the question states by the number of a
// rule: 报美元价时除以7, "multiply the metres by 3". A share of days, persons or
// times (按天数除以30) is that of those which the question counts.
func (a *answer) divided() string {
	if a.brief.Writes() {
		return ""
	}
	for _, f := range a.rules() {
		m := operation.FindStringSubmatch(f.Entry.Content)
		if m == nil || a.kept[f] {
			continue
		}
		by, err := strconv.ParseFloat(m[2]+m[4]+m[6]+m[8], 64)
		v, ok := a.stated()
		if err != nil || by == 0 || !ok {
			continue
		}
		k := by
		if m[2]+m[4] != "" {
			k = 1 / by
		}
		if counts := m[1]; counts != "" {
			n, ok := a.countIn(counts)
			if !ok {
				continue
			}
			k *= n
			if amounts, _ := moneyIn(a.query.Text); len(amounts) == 1 {
				v.Num = amounts[0]
			}
		}
		a.keepBut(f, m[0])
		return a.inAsked(math.Round(v.Num*k*100)/100, v)
	}
	return ""
}

var operation = regexp.MustCompile(`(?i)(?:按\p{Han}{0,3}?(天|人|次|日)数?)?除以(\d[\d.]*)|(divid(?:ed?|ing)(?: it| them)? by) (\d[\d.]*)|(乘以?)(\d[\d.]*)|(multipl(?:y|ied|ying)(?: \w+){0,3} by|times) (\d[\d.]*)`)

// inAsked writes a number in the unit that the question asks for (多少美元, "how
// many euros"), else in that of what it was made of.
func (a *answer) inAsked(n float64, of lang.Value) string {
	if m := unitAsked.FindStringSubmatch(a.query.Text); m != nil {
		return figure(n) + spaced(m[1]+m[2]) + m[1] + m[2]
	}
	if of.Kind == lang.Money {
		_, unit := splitAmount(of.Text)
		return money(n, unit)
	}
	return figure(n)
}

var unitAsked = regexp.MustCompile(`(?:多少|几)(美元|欧元|日元|英镑|港币|港元|人民币|[公英]?[斤里尺寸]|[千毫]?克|[厘毫]?米|分钟|小时|块|元|天|页|份|箱|包|盒|袋|瓶|个|只)|(?i:\bhow many ([a-z]+))`)

// keepBut notes that an entry was acted by, but for its clauses beside the one
// that holds part: those are still to be said.
func (a *answer) keepBut(f *found, part string) {
	var rest []string
	for _, p := range clauses(f.Entry.Content) {
		if !strings.Contains(p, part) && !forbids(p) {
			rest = append(rest, p)
		}
	}
	a.keep(f)
	if len(rest) > 0 {
		if a.rest == nil {
			a.rest = make(map[*found]string)
		}
		a.rest[f] = strings.Join(rest, a.comma())
	}
}

// packed says how many full packs an amount of the question takes, of which an
// entry tells how much is in one: 每箱12瓶 and 50瓶, "a tray holds 30 eggs".
func (a *answer) packed() string {
	for _, f := range a.chosen {
		for _, form := range packs {
			m := form.FindStringSubmatch(f.Entry.Content)
			if m == nil {
				continue
			}
			pack, each, unit := m[form.SubexpIndex("pack")], m[form.SubexpIndex("each")], m[form.SubexpIndex("unit")]
			size, ok := numberOf(each)
			n, counted := a.countWith(unit)
			if !ok || !counted || size <= 1 || !a.asksCountOf(pack) {
				continue
			}
			a.keepRule(f)
			whole := math.Ceil(n / size)
			if a.han {
				return formatNumber(whole) + pack + "，共" + formatNumber(whole*size) + unit
			}
			return formatNumber(whole) + " " + plural(pack, whole) + ", " + formatNumber(whole*size) + " " + unit
		}
	}
	return ""
}

var packs = [...]*regexp.Regexp{
	regexp.MustCompile(`(?:每|一)(?P<pack>[箱盒包袋桶板提捆打瓶罐筐车桌组])\p{Han}{0,2}?(?P<each>[\d.]+|[一二两三四五六七八九十百]+)(?P<unit>\p{Han})`),
	regexp.MustCompile(`(?:每|一)(?P<pack>[辆间条艘张排])\p{Han}{1,2}?(?:坐|住|装|放|摆|容|睡)(?P<each>[\d.]+|[一二两三四五六七八九十百]+)(?P<unit>\p{Han})`),
	regexp.MustCompile(`(?i)\b(?:a|an|each|one|every) (?P<pack>[a-z]+) (?:holds|has|contains|is|of|takes|comes with) (?P<each>\d+|[a-z]+) (?P<unit>[a-z]+)`),
	regexp.MustCompile(`(?i)\b(?P<each>\d+) (?P<unit>[a-z]+) (?:to|in|per|a|in each|to each) (?:the |an? )?(?P<pack>box|case|crate|pack|packet|bag|tray|carton|bundle|pallet|tin|roll|table|van|car)\b`),
}

// asksCountOf reports whether the question asks how many of something.
func (a *answer) asksCountOf(what string) bool {
	if a.han {
		return strings.Contains(a.query.Text, "几"+what) || strings.Contains(a.query.Text, "多少"+what)
	}
	return strings.Contains(strings.ToLower(a.query.Text), "how many "+strings.TrimSuffix(what, "s"))
}

// countWith returns how many of a thing the question counts.
func (a *answer) countWith(unit string) (float64, bool) {
	if a.han {
		return a.countIn(unit)
	}
	for _, v := range a.question.Values {
		if v.Kind == lang.Number && v.Num > 1 && lang.Stem(wordAfter(a.query.Text[v.End:])) == lang.Stem(unit) {
			return v.Num, true
		}
	}
	return 0, false
}

func plural(noun string, n float64) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "x") || strings.HasSuffix(noun, "ch") || strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// proportioned puts what the question gives for some into what it is for as
// many as an entry counts: "500 g for four", and a fact of twelve guests.
func (a *answer) proportioned() string {
	m := forSome.FindStringSubmatch(a.query.Text)
	if m == nil {
		return ""
	}
	some, ok := numberOf(m[1] + m[2])
	target := a.headcount()
	if !ok || some <= 0 || target == 0 || target == some {
		return ""
	}
	for _, v := range a.question.Values {
		if v.Num <= 0 || v.Kind != lang.Measure && v.Kind != lang.Money && (v.Kind != lang.Number || v.Num == some) {
			continue
		}
		raw := strings.TrimSpace(strings.TrimLeft(a.query.Text[v.Start:v.End], "0123456789.,零一二三四五六七八九十百千万两半"))
		a.made = true
		return formatNumber(round2(v.Num*target/some)) + a.gap() + raw
	}
	return ""
}

var forSome = regexp.MustCompile(`(?i)\bfor (\d+|two|three|four|five|six|eight|ten|twelve|twenty)\b(?: people| persons| guests)?|([\d一二两三四五六七八九十]+)(?:个?人|位)(?:份|的量|用|吃)`)

// headcount returns how many persons an entry counts.
func (a *answer) headcount() float64 {
	for _, f := range a.chosen {
		for _, v := range f.Values {
			if v.Kind == lang.Number && v.Num > 1 && persons.MatchString(f.Entry.Content[v.End:]) {
				return v.Num
			}
		}
	}
	return 0
}

var persons = regexp.MustCompile(`(?i)^ (?:people|persons|guests|children|pupils|kids|students|members|adults|players|eaters|mouths|of (?:us|them))\b|^(?:个|名|位|口)?(?:人|客人|孩子|学生|小孩|宾客|员工|队员)|^[口位名]`)
