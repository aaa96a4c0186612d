package lang

import (
	"strconv"
	"strings"
)

// A dimension is what a unit measures and the unit that it is converted to.
type dimension uint8

const (
	minutes dimension = iota + 1
	months
	kilograms
	metres
	litres
	kilocalories
	celsius
	money
	share
	age
)

// A unit is a unit of measurement: so many of its dimension's unit.
type unit struct {
	dim    dimension
	factor float64
	name   string // of a currency
}

var dimensionNames = map[dimension]string{minutes: "min", months: "mo", kilograms: "kg", metres: "m", litres: "l", kilocalories: "kcal", celsius: "c"}

// unitsEn are the units by their English names and signs.
var unitsEn = unitTable(map[dimension]string{
	minutes: `1 min mins minute minutes; 60 h hr hrs hour hours; 0.0166667 sec secs second seconds; 1440 day days night nights;
		10080 week weeks wk wks; 20160 fortnight fortnights`,
	months:       "1 month months mo; 12 year years yr yrs; 120 decade decades",
	kilograms:    "1 kg kgs kilo kilos kilogram kilograms; 0.001 g gram grams; 1e-6 mg milligram milligrams; 0.453592 lb lbs pound pounds; 0.0283495 oz ounce ounces",
	metres:       "1 m meter meters metre metres; 1000 km kms kilometer kilometers kilometre kilometres; 0.01 cm centimeter centimeters centimetre centimetres; 0.001 mm; 1609.34 mile miles mi; 0.3048 ft foot feet; 0.0254 inch inches",
	litres:       "1 l liter liters litre litres; 0.001 ml milliliter milliliters",
	kilocalories: "1 kcal kcals cal cals calorie calories",
	celsius:      "1 degree degrees celsius",
	share:        "1 percent pct",
})

// unitsZh are the units by their Chinese names.
var unitsZh = unitTable(map[dimension]string{
	minutes:      "1 分钟 分; 60 个小时 小时 个钟头 钟头 个钟; 0.0166667 秒钟 秒; 15 刻钟; 1440 天 日 晚; 10080 个星期 星期 个礼拜 礼拜 周",
	months:       "1 个月; 12 年 周年",
	kilograms:    "1 公斤 千克; 0.001 克; 1e-6 毫克; 0.5 斤; 0.05 两; 0.453592 磅",
	metres:       "1 米 公尺; 1000 公里 千米; 0.01 厘米 公分; 0.001 毫米; 1609.34 英里; 0.3048 英尺; 0.0254 英寸 寸",
	litres:       "1 升 公升; 0.001 毫升",
	kilocalories: "1 大卡 千卡 卡路里 卡",
	celsius:      "1 摄氏度 度",
	share:        "1 ％ %; 10 成",
	age:          "1 周岁 岁",
})

// unitTable reads, for each dimension, "factor name name; factor name …".
func unitTable(lists map[dimension]string) map[string]unit {
	table := make(map[string]unit)
	for dim, list := range lists {
		for group := range strings.SplitSeq(list, ";") {
			names := strings.Fields(group)
			factor, err := strconv.ParseFloat(names[0], 64)
			if err != nil {
				panic("lang: unit table: " + err.Error()) // the source is wrong
			}
			for _, name := range names[1:] {
				table[name] = unit{dim: dim, factor: factor}
			}
		}
	}
	return table
}

// currencies by their names and signs.
var currencies = map[string]string{
	"$": "usd", "usd": "usd", "dollar": "usd", "dollars": "usd", "buck": "usd", "bucks": "usd", "美元": "usd", "美金": "usd", "刀": "usd",
	"€": "eur", "eur": "eur", "euro": "eur", "euros": "eur", "欧元": "eur", "欧": "eur",
	"£": "gbp", "gbp": "gbp", "英镑": "gbp",
	"¥": "cny", "￥": "cny", "rmb": "cny", "cny": "cny", "yuan": "cny", "元": "cny", "块": "cny", "块钱": "cny", "元钱": "cny", "人民币": "cny", "元人民币": "cny",
	"yen": "jpy", "jpy": "jpy", "日元": "jpy", "港币": "hkd", "港元": "hkd", "hkd": "hkd",
}

// unit returns the unit at atom i and the index after it; its dim is 0 if there is none.
func (r *reader) unit(i int) (unit, int) {
	if i >= len(r.atoms) {
		return unit{}, i
	}
	a := &r.atoms[i]
	if a.script == Letters && !a.isMark() {
		if c, ok := currencies[a.text]; ok {
			return unit{dim: money, factor: 1, name: c}, i + 1
		}
		if u, ok := unitsEn[a.text]; ok {
			return u, i + 1
		}
		return unit{}, i
	}
	if a.text == "°" {
		if r.at(i+1) == "c" {
			i++
		}
		return unit{dim: celsius, factor: 1}, i + 1
	}
	for n := 4; n > 0; n-- { // the longest name first
		if i+n > len(r.atoms) || r.atoms[i+n-1].script == Letters && !r.atoms[i+n-1].isMark() {
			continue
		}
		name := r.text[a.start:r.atoms[i+n-1].end]
		if c, ok := currencies[name]; ok {
			return unit{dim: money, factor: 1, name: c}, i + n
		}
		if u, ok := unitsZh[name]; ok && r.at(i+n) != "级" { // 二年级 is no time
			return u, i + n
		}
	}
	return unit{}, i
}
