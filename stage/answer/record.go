package answer

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// recorded writes what the question tells as a line in the order of fields
// that a rule gives: 依次为小区、楼层、面积, "in the order: make, year, price".
func (a *answer) recorded() string {
	for _, f := range a.rules() {
		names := fieldsOf(f.Entry.Content)
		if len(names) < 3 {
			continue
		}
		material := append(append([]string(nil), a.brief.Quotes...), a.brief.Told...)
		if len(material) == 0 {
			continue
		}
		if line := fill(names, material, a.han); line != "" {
			a.keep(f)
			return line
		}
	}
	return ""
}

// fieldsOf reads a list of fields off a rule.
func fieldsOf(rule string) []string {
	m := fieldList.FindStringSubmatch(rule)
	if m == nil {
		return nil
	}
	var out []string
	for _, n := range fieldSeparators.Split(m[1]+m[2], -1) {
		if n = strings.TrimSpace(n); n != "" {
			out = append(out, n)
		}
	}
	return out
}

var (
	fieldList       = regexp.MustCompile(`(?:依次|按顺序|顺序)(?:为|是|写|记)?[：:]?([^。；]+)|(?i:in (?:the|this) order(?: of)?|in order|the fields|columns?)[:,]? ([^.;]+)`)
	fieldSeparators = regexp.MustCompile(`、|，|,\s*(?:and )?|\s+then\s+|\s+and\s+|和`)
)

// fill finds for each field the part of the material that has its kind of
// value; the last field takes what is left. A field that nothing fills stays
// out, and with fewer than two there is no line.
func fill(names, material []string, han bool) string {
	var pieces []string
	for _, m := range material {
		for _, s := range lang.Sentences(m) {
			pieces = append(pieces, pieceMarks.Split(gist.Closed(s.Text), -1)...)
		}
	}
	used := make([]bool, len(pieces))
	values := make([]string, len(names))
	for i, n := range names {
		for _, k := range fieldKinds {
			if !k.name.MatchString(strings.ToLower(n)) {
				continue
			}
			for j, p := range pieces {
				if v := k.value.FindString(p); v != "" && !used[j] {
					values[i], used[j] = trimField(v), true
					break
				}
			}
			break
		}
	}
	for i := len(names) - 1; i >= 0; i-- {
		for j, p := range pieces {
			if values[i] == "" && !used[j] && strings.TrimSpace(p) != "" {
				values[i], used[j] = strings.TrimSpace(p), true
			}
		}
	}
	var line []string
	for _, v := range values {
		if v != "" {
			line = append(line, v)
		}
	}
	if len(line) < 2 {
		return ""
	}
	if han {
		return strings.Join(line, "｜")
	}
	return strings.Join(line, " | ")
}

var pieceMarks = regexp.MustCompile(`[，,、；;：:]\s*`)

func trimField(s string) string {
	return strings.TrimFunc(fieldLeads.ReplaceAllString(s, ""), func(r rune) bool { return unicode.IsSpace(r) || r == '的' })
}

var fieldLeads = regexp.MustCompile(`^(?:要|叫|是|朝|价钱|名叫|called |named |倒是朝|倒朝)`)

// fieldKinds says what value a field of a name holds.
var fieldKinds = []struct{ name, value *regexp.Regexp }{
	{regexp.MustCompile(`价|钱|费|金额|price|cost|fee|amount`), regexp.MustCompile(`(?i)[$£€] ?[\d.,]+|[\d.,一二三四五六七八九十百千万两]+ ?(?:元|块|dollars|pounds|euros)|[\d.一二三四五六七八九十两]+[万千]$`)},
	{regexp.MustCompile(`面积|大小|size|area`), regexp.MustCompile(`(?i)[\d.]+ ?(?:平方米|平米|平|㎡|m²|sq ?m|square (?:metres|meters|feet))`)},
	{regexp.MustCompile(`楼层|层|floor`), regexp.MustCompile(`(?i)[\d一二三四五六七八九十]+ ?(?:楼|层)|\d+(?:st|nd|rd|th) floor|(?:ground|first|second|third|fourth|fifth|top) floor`)},
	{regexp.MustCompile(`朝向|facing|aspect`), regexp.MustCompile(`(?i)朝?[东南西北]{1,2}向?$|朝[东南西北]{1,2}|\b(?:north|south|east|west)(?:-facing)?\b`)},
	{regexp.MustCompile(`日期|时间|几号|date|day|when`), regexp.MustCompile(`(?i)\d+月\d+[日号]?|\d{4}-\d\d-\d\d|\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)|[上下]?(?:周|星期|礼拜)[一二三四五六日天]|(?:mon|tues|wednes|thurs|fri|satur|sun)day`)},
	{regexp.MustCompile(`几点|钟点|time`), regexp.MustCompile(`(?i)\d{1,2}[:：]\d\d|[\d一二三四五六七八九十]+点(?:半|\d+分?)?|\d{1,2} ?[ap]m`)},
	{regexp.MustCompile(`里程|公里|距离|mileage|distance`), regexp.MustCompile(`(?i)[\d.,一二三四五六七八九十百千万两]+ ?(?:公里|km|miles?|米|metres)`)},
	{regexp.MustCompile(`重量|体重|weight`), regexp.MustCompile(`(?i)[\d.]+ ?(?:公斤|斤|kg|千克|克|g|lb)`)},
	{regexp.MustCompile(`年份|年|year`), regexp.MustCompile(`(?:19|20)\d\d`)},
	{regexp.MustCompile(`名|小区|店|地点|地址|place|name|who|title|make|model`), regexp.MustCompile(`(?i)(?:叫|名叫|called |named )[^，,。；]+|\p{Han}+(?:新村|小区|花园|苑|居|店|路|街|镇|村)$`)},
}
