package answer

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// restate writes a text in the form that the rules want: amounts in their
// unit, rounded as they say, times of day in the form they name, words in their
// spelling.
func (a *answer) restate(text string) string {
	for _, f := range a.rules() {
		c := f.Entry.Content
		was := text
		text = inUnit(text, c)
		text = a.inDates(text, c)
		text = inClock(text, c)
		text = inDegrees(text, c)
		text = inPace(text, c)
		text = onlyFigure(text, c)
		text = inDecimals(text, c)
		text = rounded(text, c)
		text = pointed(text, c)
		text = inBands(text, c)
		if m := spellings.FindStringSubmatch(c); m != nil {
			text = respell(text, british(m[1]+m[2]))
		}
		if text != was {
			a.keep(f)
		}
	}
	return text
}

func spaced(unit string) string {
	if lang.IsHan(unit) {
		return ""
	}
	return " "
}

func figure(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// replaceValues rewrites the values of a text, the last first.
func replaceValues(text string, rewrite func(v lang.Value, raw string) string) string {
	vs := lang.Values(text)
	for i := len(vs) - 1; i >= 0; i-- {
		v := vs[i]
		if v.End > len(text) || v.Start >= v.End {
			continue
		}
		text = text[:v.Start] + rewrite(v, text[v.Start:v.End]) + text[v.End:]
	}
	return text
}

// inDegrees writes temperatures on the scale that a rule names.
func inDegrees(text, rule string) string {
	toF := fahrenheit.MatchString(rule) && !banEnds.MatchString(rule[:fahrenheit.FindStringIndex(rule)[0]])
	toC := celsius.MatchString(rule) && !banEnds.MatchString(rule[:celsius.FindStringIndex(rule)[0]])
	if toF == toC {
		return text
	}
	if toF {
		return degreesC.ReplaceAllStringFunc(text, func(s string) string {
			n, _ := strconv.ParseFloat(degreesC.FindStringSubmatch(s)[1], 64)
			return figure(math.Round((n*9/5+32)*10)/10) + " °F"
		})
	}
	return degreesF.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseFloat(degreesF.FindStringSubmatch(s)[1], 64)
		return figure(math.Round((n-32)*5/9*10)/10) + " °C"
	})
}

var (
	fahrenheit = regexp.MustCompile(`(?i)\bfahrenheit\b|华氏`)
	celsius    = regexp.MustCompile(`(?i)\b(?:celsius|centigrade)\b|摄氏`)
	degreesC   = regexp.MustCompile(`(?i)(-?\d+(?:\.\d+)?) ?(?:degrees? (?:celsius|centigrade|c\b)|°? ?c\b|°|celsius|centigrade|摄氏度|度|degrees?)`)
	degreesF   = regexp.MustCompile(`(?i)(-?\d+(?:\.\d+)?) ?(?:degrees? (?:fahrenheit|f\b)|°? ?f\b|°|fahrenheit|华氏度|度|degrees?)`)
)

// inPace writes a speed as the time that a kilometre or a mile takes.
func inPace(text, rule string) string {
	if !paceRule.MatchString(rule) {
		return text
	}
	text = runs.ReplaceAllStringFunc(text, func(s string) string {
		m := runs.FindStringSubmatch(s)
		way, _ := strconv.ParseFloat(m[1], 64)
		min, _ := strconv.Atoi(m[3])
		sec, _ := strconv.Atoi(m[4])
		if way <= 0 {
			return s
		}
		each := int(math.Round(float64(min*60+sec) / way))
		return fmt.Sprintf("%d:%02d per %s", each/60, each%60, m[2])
	})
	return speeds.ReplaceAllStringFunc(text, func(s string) string {
		m := speeds.FindStringSubmatch(s)
		n, err := strconv.ParseFloat(m[1]+m[2]+m[3], 64)
		if err != nil || n <= 0 {
			return s
		}
		seconds := int(math.Round(3600 / n))
		if lang.IsHan(s) {
			return fmt.Sprintf("每公里%d分%02d秒", seconds/60, seconds%60)
		}
		return fmt.Sprintf("%d:%02d per kilometre", seconds/60, seconds%60)
	})
}

var (
	paceRule = regexp.MustCompile(`(?i)配速|\bpace\b|\bminutes per (?:km|kilometre|kilometer)\b`)
	runs     = regexp.MustCompile(`(?i)(\d+(?:\.\d+)?) ?(km|miles?|公里)(?: in|，?用了?|，?用时) ?(\d{1,3}):(\d\d)\b`)
	speeds   = regexp.MustCompile(`(?i)(\d+(?:\.\d+)?) ?(?:公里|千米)(?:每|/|一)小?时|时速(\d+(?:\.\d+)?)(?:公里|千米)?|(\d+(?:\.\d+)?) ?(?:km/h|kph|kmh|kilomet(?:re|er)s (?:per|an) hour)`)
)

// onlyFigure leaves of two figures that go together ("134 over 82", 134/82) the
// one that a rule wants alone.
func onlyFigure(text, rule string) string {
	upper, lower := upperOnly.MatchString(rule), lowerOnly.MatchString(rule)
	if upper == lower {
		return text
	}
	return twoFigures.ReplaceAllStringFunc(text, func(s string) string {
		m := twoFigures.FindStringSubmatch(s)
		if upper {
			return m[1]
		}
		return m[2]
	})
}

var (
	upperOnly  = regexp.MustCompile(`(?i)\b(?:top|upper|first|systolic) (?:number|figure|value|one|reading)? ?(?:only|alone)|\bonly the (?:top|upper|first|systolic)\b|只(?:报|说|写|记|给|看)(?:高压|收缩压|上压|前一个)`)
	lowerOnly  = regexp.MustCompile(`(?i)\b(?:bottom|lower|second|diastolic) (?:number|figure|value|one|reading)? ?(?:only|alone)|\bonly the (?:bottom|lower|second|diastolic)\b|只(?:报|说|写|记|给|看)(?:低压|舒张压|下压|后一个)`)
	twoFigures = regexp.MustCompile(`(?i)\b(\d{2,3}) ?(?:over|/|比) ?(\d{2,3})\b`)
)

// inClock writes times of day in the form of twenty-four hours, or of twelve.
func inClock(text, rule string) string {
	switch {
	case clock24.MatchString(rule) && lang.IsHan(text):
		return spokenClock.ReplaceAllStringFunc(text, func(s string) string {
			for _, v := range lang.Values(s) {
				if v.Kind == lang.Clock {
					return v.Text
				}
			}
			return s
		})
	case clock24.MatchString(rule):
		return twelve.ReplaceAllStringFunc(text, func(s string) string {
			m := twelve.FindStringSubmatch(s)
			h, _ := strconv.Atoi(m[1])
			h %= 12
			if strings.EqualFold(m[3], "p") {
				h += 12
			}
			if m[2] == "" {
				m[2] = "00"
			}
			return fmt.Sprintf("%02d:%s", h, m[2])
		})
	case clock12.MatchString(rule):
		return twentyFour.ReplaceAllStringFunc(text, func(s string) string {
			m := twentyFour.FindStringSubmatch(s)
			h, _ := strconv.Atoi(m[1])
			half := "am"
			if h >= 12 {
				half = "pm"
			}
			if h %= 12; h == 0 {
				h = 12
			}
			return fmt.Sprintf("%d:%s %s", h, m[2], half)
		})
	}
	return text
}

var (
	spokenClock = regexp.MustCompile(`(?:上午|早上|早晨|清早|中午|下午|傍晚|晚上|夜里|凌晨)?(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点(?:半|[一三]刻|(?:\d{1,2}|[一二三四五六七八九十]{1,3})分?)?`)
	clock24     = regexp.MustCompile(`(?i)twenty-four[- ]hour|24[- ]?(?:hour|h\b|小时制)|二十四小时制`)
	clock12     = regexp.MustCompile(`(?i)twelve[- ]hour|12[- ]?hour|\bam and pm\b|\bam/pm\b`)
	twelve      = regexp.MustCompile(`(?i)\b(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b\.?`)
	twentyFour  = regexp.MustCompile(`\b([01]?\d|2[0-3]):([0-5]\d)\b`)
)

// inDecimals writes a span of hours and minutes as a decimal number of hours.
func inDecimals(text, rule string) string {
	if !decimals.MatchString(rule) {
		return text
	}
	return hoursAnd.ReplaceAllStringFunc(text, func(s string) string {
		m := hoursAnd.FindStringSubmatch(s)
		h, _ := strconv.Atoi(m[1])
		min, _ := strconv.Atoi(m[2] + m[3])
		x := figure(math.Round((float64(h)+float64(min)/60)*100) / 100)
		if m[3] != "" {
			return x + "小时"
		}
		return x + " hours"
	})
}

var (
	decimals = regexp.MustCompile(`(?i)hours? (?:\w+ )?(?:in|as) decimals?|decimal hours?|小数.{0,4}小时|小时.{0,6}小数`)
	hoursAnd = regexp.MustCompile(`(?i)(\d+) ?(?:h|hours?)(?: and)? ?(\d{1,2}) ?(?:m|min(?:ute)?s?)?\b|(\d+)小时(\d{1,2})分钟?`)
)

// rounded rounds the amounts of text as a rule says: to so many of a unit, to
// whole numbers, up or down. What the rule wants exact stays as it is.
func rounded(text, rule string) string {
	m := roundTo.FindStringSubmatch(rule)
	if m == nil {
		return roundedPlainly(text, rule)
	}
	parts := strings.Split(text, ", ")
	for i, p := range parts {
		if !exact(p, rule) {
			parts[i] = roundedTo(p, m[1], m[2]+" "+m[3], m[3]+m[4])
		}
	}
	return strings.Join(parts, ", ")
}

// roundedPlainly rounds the numbers of a text to the tens or hundreds that a rule
// wants.
func roundedPlainly(text, rule string) string {
	if roundedBy(rule, 1) != 0 && roundedBy(rule, 1) < 5 { // to no such step
		return text
	}
	return plainNumber.ReplaceAllStringFunc(text, func(s string) string {
		n, ok := amountWritten(s)
		if x := roundedBy(rule, n); ok && n >= 10 && x != n {
			return grouped(figure(x))
		}
		return s
	})
}

var plainNumber = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)

// exact reports whether a rule wants what a part is about to the cent, or to
// the gram.
func exact(part, rule string) bool {
	for _, r := range strings.FieldsFunc(rule, func(r rune) bool { return strings.ContainsRune(",;，；", r) }) {
		if toTheCent.MatchString(r) && banned(part, toTheCent.ReplaceAllString(r, "")) {
			return true
		}
	}
	return false
}

func roundedTo(text, way, step, unit string) string {
	by := 1.0
	if vs := lang.Values(step); len(vs) > 0 && vs[0].Num > 0 {
		by = vs[0].Num
	}
	how := math.Round
	switch way {
	case "up":
		how = math.Ceil
	case "down", "off":
		how = math.Floor
	}
	unit = strings.TrimSuffix(strings.ToLower(unit), "s")
	coin := unit == "dollar" || unit == "euro" || unit == "pound"
	return amounts.ReplaceAllStringFunc(text, func(s string) string {
		p := amounts.FindStringSubmatch(s)
		n, err := strconv.ParseFloat(p[2], 64)
		if err != nil || !coin && !strings.HasPrefix(strings.ToLower(p[3]), unit) {
			return s
		}
		return p[1] + figure(how(n/by)*by) + strings.TrimPrefix(s, p[1]+p[2])
	})
}

var (
	roundTo   = regexp.MustCompile(`(?i)\bround(?:ed)? ?(up|down|off)?[\w ]*? to (?:the (?:nearest|next|full) )?(whole|full|\w+)? ?(minutes?|hours?|dollars?|euros?|pounds?|cents?|metres?|kilometres?|miles?|grams?|kilos?|km|kg)\b|\b(?:in|to) whole (dollars|euros|pounds|minutes|hours|miles|kilometres|kilos)\b`)
	amounts   = regexp.MustCompile(`([$£€]?)(\d+(?:\.\d+)?) ?([a-zA-Z]*)`)
	toTheCent = regexp.MustCompile(`(?i)\b(?:are given |is given |given )?to the (?:cent|penny|gram|minute)\b|精确到.`)
)

// pointed writes a decimal point for a comma where a rule asks for that in the
// language of the text.
func pointed(text, rule string) string {
	if !pointRule.MatchString(rule) {
		return text
	}
	return decimalComma.ReplaceAllString(text, "$1.$2")
}

var (
	pointRule    = regexp.MustCompile(`(?i)\bpoint in English|decimal point`)
	decimalComma = regexp.MustCompile(`\b(\d+),(\d{1,2})\b`)
)

// converts answers with the amounts of the question in the form that a rule
// wants, where no text is to be drafted: with the part that tells them or, of a
// question, with what they become alone.
func (a *answer) converts() string {
	if len(a.brief.Told) > 0 && a.brief.Writes() || a.arranged {
		return ""
	}
	var out []string
	for _, text := range a.material() {
		for _, p := range phrases(text) {
			s := a.restate(p)
			switch {
			case s == p:
			case strings.ContainsAny(p, "?？") || text == a.query.Text:
				out = append(out, changed(p, s))
			default:
				out = append(out, s)
			}
		}
	}
	return strings.Join(out, a.comma())
}

// changed returns the part of a text that is not as it was, in whole words.
func changed(was, is string) string {
	start := 0
	for start < len(was) && start < len(is) && was[start] == is[start] {
		start++
	}
	end := 0
	for end < len(was)-start && end < len(is)-start && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	for start > 0 && !edge(is[start-1]) {
		start--
	}
	for end > 0 && !edge(is[len(is)-end]) {
		end--
	}
	return strings.TrimSpace(is[start : len(is)-end])
}

// edge reports whether a byte ends a word, or is of a Han character.
func edge(b byte) bool { return b == ' ' || b >= 0x80 || strings.IndexByte(",;:?!", b) >= 0 }

// material returns what the question gives to work on: what is told and said
// in it, or all of it.
func (a *answer) material() []string {
	if m := append(append([]string(nil), a.brief.Told...), a.brief.Quotes...); len(m) > 0 {
		return m
	}
	return []string{a.query.Text}
}
