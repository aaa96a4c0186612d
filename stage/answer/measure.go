package answer

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A measure is a unit: what it is of, how much of the base unit it is, and how
// it is written.
type measure struct {
	of     string
	factor float64
	write  string
}

// measureNames lists for each kind of measure the factor and the names of its
// units, in both languages; the first name of each language is written.
const measureNames = `length: 0.001 mm millimetres millimetre millimeters millimeter 毫米; 0.01 cm centimetres centimetre centimeters centimeter 厘米 公分; 1 m metres metre meters meter 米; 1000 km kilometres kilometre kilometers kilometer 公里 千米; 0.0254 inches inch 英寸; 0.3048 feet foot ft 英尺; 0.9144 yards yard 码; 1609.344 miles mile 英里; 500 里 里路 华里
weight: 0.001 g grams gram 克; 1 kg kilograms kilogram kilos kilo 公斤 千克; 0.0283495 oz ounces ounce 盎司; 0.453592 lb pounds pound lbs 磅; 6.35029 stone 英石; 0.5 斤 市斤; 0.05 两; 1000 tonnes tonne tons ton 吨
volume: 0.001 ml millilitres millilitre milliliters milliliter 毫升; 0.01 cl centilitres; 0.1 dl decilitres decilitre deciliters; 1 litres litre liters liter 升 公升; 0.568261 pints pint 品脱; 4.54609 gallons gallon 加仑; 0.24 cups cup
area: 1 m² sqm 平方米 平米 平 ㎡; 666.667 亩; 10000 hectares hectare ha 公顷; 4046.86 acres acre 英亩; 0.092903 sq_ft square_feet 平方英尺
speed: 1 km/h kph kmh 公里/小时; 1.609344 mph; 1.852 knots knot 节
time: 1 minutes minute min mins 分钟; 60 hours hour hrs 小时 个小时 钟头; 1440 days day 天; 10080 weeks week 周 星期`

// measures are the units by name, and the names that stand after a number and
// in a rule.
var measures = sync.OnceValue(func() (m struct {
	by            map[string]measure
	amount, named *regexp.Regexp
}) {
	m.by = make(map[string]measure)
	var en, zh []string
	for line := range strings.SplitSeq(measureNames, "\n") {
		of, groups, _ := strings.Cut(line, ": ")
		for g := range strings.SplitSeq(groups, "; ") {
			names := strings.Fields(g)
			factor, err := strconv.ParseFloat(names[0], 64)
			if err != nil {
				panic("stage: units: " + err.Error()) // the source is wrong
			}
			writeEN, writeZH := "", ""
			for _, n := range names[1:] {
				n = strings.ReplaceAll(n, "_", " ")
				if n[0] < 0x80 {
					if writeEN == "" {
						writeEN = n
					}
					m.by[n] = measure{of, factor, writeEN}
					en = append(en, regexp.QuoteMeta(n))
					continue
				}
				if writeZH == "" {
					writeZH = n
				}
				m.by[n] = measure{of, factor, writeZH}
				zh = append(zh, n)
			}
		}
	}
	// the longest name first
	sortByLength(en)
	sortByLength(zh)
	units := `(?:(` + strings.Join(en, "|") + `)(?:\b|$)|(` + strings.Join(zh, "|") + `))`
	m.amount = regexp.MustCompile(`(?i)(\d[\d,]*(?:\.\d+)?|[一二两三四五六七八九十百千半]+) ?-?` + units)
	m.named = regexp.MustCompile(`(?i)(?:\b(?:in|into|to|as|use|uses|using)(?: whole| full| plain)? |[用写按报成以记算给说注])` + units + `|\b(` + strings.Join(en, "|") + `),? (?:not|never|instead|rather)\b`)
	return m
})

func sortByLength(names []string) {
	for i := range names {
		for j := i; j > 0 && len(names[j]) > len(names[j-1]); j-- {
			names[j], names[j-1] = names[j-1], names[j]
		}
	}
}

// unitWanted returns the unit that a rule wants amounts in.
func unitWanted(rule string) (measure, bool) {
	for _, m := range measures().named.FindAllStringSubmatchIndex(rule, -1) {
		if banEnds.MatchString(rule[:m[0]]) || notIn.MatchString(rule[:m[0]]) {
			continue
		}
		for g := 2; g <= 6; g += 2 {
			if m[g] >= 0 {
				return measures().by[strings.ToLower(rule[m[g]:m[g+1]])], true
			}
		}
	}
	return measure{}, false
}

// notIn stands before a unit that is not wanted.
var notIn = regexp.MustCompile(`(?i)\b(?:not|never|no|instead of|rather than) $|[不别][要再]?$`)

// inUnit puts the amounts of a text into the unit that a rule asks for. Only
// what is of another unit of the same kind changes.
func inUnit(text, rule string) string {
	u, ok := unitWanted(rule)
	if !ok {
		return text
	}
	text = feetInches.ReplaceAllStringFunc(text, func(s string) string {
		m := feetInches.FindStringSubmatch(s)
		ft, _ := strconv.ParseFloat(m[1], 64)
		in, _ := strconv.ParseFloat(m[2], 64)
		return figure(ft*12+in) + " inches"
	})
	return measures().amount.ReplaceAllStringFunc(text, func(s string) string {
		m := measures().amount.FindStringSubmatch(s)
		own := measures().by[strings.ToLower(m[2]+m[3])]
		n, ok := amountWritten(m[1])
		if !ok || own.of != u.of || own.factor == u.factor {
			return s
		}
		x := n * own.factor / u.factor
		switch {
		case u.write == "oz" || u.write == "lb":
			x = math.Round(x)
		case x >= 20 || x == math.Trunc(x):
			x = math.Round(x*10) / 10
		default:
			x = math.Round(x*100) / 100
		}
		return figure(x) + spaced(u.write) + u.write
	})
}

// feetInches is a length in feet and inches.
var feetInches = regexp.MustCompile(`(?i)\b(\d{1,2})(?:'| ?ft\.? | foot | feet )(\d{1,2})(?:"|”| ?in(?:ches)?\b)?`)

// amountWritten reads a number in figures or in Chinese.
func amountWritten(s string) (float64, bool) {
	if s == "半" {
		return 0.5, true
	}
	if n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64); err == nil {
		return n, true
	}
	return numberOf(s)
}
