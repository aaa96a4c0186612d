package answer

import (
	"math"
	"regexp"
	"sync"

	"github.com/dyadmem/dyadmem/lang"
)

// paced multiplies what a rule gives for each person, day or time by how many
// of them the question tells, or divides an amount of the question by it:
// 每人三两 for four people, 每天二十页 for 300 pages.
func (a *answer) paced() string {
	if !a.han || !paceAsked.MatchString(a.query.Text) {
		return ""
	}
	for _, f := range a.chosen {
		m := eachGets.FindStringSubmatch(f.Entry.Content)
		if m == nil {
			continue
		}
		rate, ok := numberOf(m[2])
		if !ok {
			continue
		}
		by, unit := m[1], m[3]
		if n, ok := a.countIn(unit); ok {
			return formatNumber(math.Ceil(n/rate)) + by
		}
		if by == "天" || by == "次" || by == "节" {
			continue // how many of them there are is asked, not told
		}
		if n, ok := a.countIn(by); ok {
			return formatNumber(round2(n*rate)) + unit
		}
	}
	return ""
}

var (
	paceAsked = regexp.MustCompile(`多少|几(?:天|次|节|周|个)|多久|怎么(?:安排|分|算)`)
	eachGets  = regexp.MustCompile(`每(?:一|个)?(人|天|次|节|位|桌|盘|锅|只|棵|株)(?:只|最多|要|放|配|读|看|背|走|练|吃|喝|发|带|给|写|做|用|收|加|浇)?([\d.]+|[一二两三四五六七八九十百]+?)(两|页|个|斤|克|毫升|杯|片|道|题|条|张|公里|步|章|首|句|块|瓶|勺|升|分钟|件|袋|本)`)
)

// countIn returns how many of a unit the question tells.
func (a *answer) countIn(unit string) (float64, bool) {
	form, ok := countForms.Load(unit)
	if !ok {
		form, _ = countForms.LoadOrStore(unit, regexp.MustCompile(`([\d.]+|[一二两三四五六七八九十百千]+)个?`+regexp.QuoteMeta(unit)))
	}
	m := form.(*regexp.Regexp).FindStringSubmatch(a.query.Text)
	if m == nil {
		return 0, false
	}
	n, ok := numberOf(m[1])
	return n, ok && n > 1
}

// countForms are the counts of a unit, by the unit: few units are ever asked for.
var countForms sync.Map

// numberOf reads a number in figures or in Chinese.
func numberOf(text string) (float64, bool) {
	for _, v := range lang.Values(text) {
		if v.Kind == lang.Number && v.Num > 0 {
			return v.Num, true
		}
	}
	return 0, false
}
