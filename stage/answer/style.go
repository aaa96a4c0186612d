package answer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A style is a form that a rule may want a text in.
type style struct {
	rule  *regexp.Regexp
	apply func(string) string
}

// styles are forms of letters, spaces and marks.
var styles = [...]style{
	{regexp.MustCompile(`(?i)\b(?:in|all|use) (?:all )?(?:block )?(?:capitals|caps|upper ?case)\b|全大写|用大写字母`), strings.ToUpper},
	{regexp.MustCompile(`(?i)\b(?:in|all|use) (?:all )?lower ?case\b|全小写|用小写字母`), strings.ToLower},
	{regexp.MustCompile(`(?i)\bunderscores?\b|\bsnake[ _]case\b|下划线`), joined("_")},
	{regexp.MustCompile(`(?i)\bhyphens? (?:for|instead of|in place of) spaces\b|\bkebab\b|\bspaces? (?:become|turn into) hyphens\b`), joined("-")},
	{regexp.MustCompile(`(?i)\b(?:no|never|without)(?: \w+){0,2} exclamation (?:marks?|points?)|[不别](?:要|用|打|带|加|写)?(?:连串)?感叹号`), calm},
	{regexp.MustCompile(`(?i)\b(?:no|never|without)(?: \w+){0,2} question marks?|[不别](?:要|用|打|带|加|写)?问号`), strings.NewReplacer("？", "。", "?", ".").Replace},
	{regexp.MustCompile(`(?i)\b(?:no|never|without)(?: \w+){0,2} emojis?\b|[不别](?:要|用|打|带|加|发)?表情`), withoutEmoji},
}

func joined(mark string) func(string) string {
	return func(s string) string { return strings.Join(strings.Fields(s), mark) }
}

func calm(s string) string { return strings.NewReplacer("！", "。", "!", ".").Replace(s) }

func withoutEmoji(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x1F300 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF {
			return -1
		}
		return r
	}, s)
}

// inStyle puts a text into the form that a rule wants.
func inStyle(text, rule string) string {
	for _, s := range styles {
		if at := s.rule.FindStringIndex(rule); at != nil && !banEnds.MatchString(rule[:at[0]]) {
			text = s.apply(text)
		}
	}
	return text
}

// dateForms are ways to write a day that a rule may ask for.
var dateForms = [...]struct {
	rule  *regexp.Regexp
	write func(time.Time) string
}{
	{regexp.MustCompile(`(?i)year[-, ]+(?:then )?month[-, ]+(?:(?:and |then )?)day|\byyyy-mm-dd\b|\biso (?:dates?|format|8601)|\b\d{4}-\d\d-\d\d\b`), func(t time.Time) string { return t.Format("2006-01-02") }},
	{regexp.MustCompile(`(?i)\bdd/mm(?:/yyyy)?\b|\bday/month|\bday first\b|\bday before month\b`), func(t time.Time) string { return t.Format("02/01/2006") }},
	{regexp.MustCompile(`(?i)\bmm/dd(?:/yyyy)?\b|\bmonth/day|\bmonth first\b`), func(t time.Time) string { return t.Format("01/02/2006") }},
	{regexp.MustCompile(`(?i)\bdd\.mm(?:\.yyyy)?\b|\bwith dots\b`), func(t time.Time) string { return t.Format("02.01.2006") }},
	{regexp.MustCompile(`(?:写成|用|按)月/日`), func(t time.Time) string { return t.Format("1/2") }},
	{regexp.MustCompile(`年-月-日|年月日用(?:横|短)?[杠线]`), func(t time.Time) string { return t.Format("2006-01-02") }},
	{regexp.MustCompile(`(?i)(?:with|add|include|give|name)(?:s|ing)? (?:the )?(?:day of the week|weekday)\b|\bdates? (?:always )?(?:carry|carries|come|comes|get|gets)(?: with)? (?:the |a )?weekday`), func(t time.Time) string {
		return t.Weekday().String() + fmt.Sprintf(" %d %s", t.Day(), t.Month())
	}},
	{regexp.MustCompile(`(?:带|加|附|注明|写明|写上|写清|标)(?:上|明|出)?(?:是)?(?:星期|周|礼拜)几?`), func(t time.Time) string {
		return fmt.Sprintf("%d月%d日（周%s）", t.Month(), t.Day(), string([]rune("日一二三四五六")[t.Weekday()]))
	}},
}

// inDates writes the days of a text as a rule wants days written.
func (a *answer) inDates(text, rule string) string {
	for _, f := range dateForms {
		if !f.rule.MatchString(rule) {
			continue
		}
		ws := lang.Whens(text, a.query.At)
		for i := len(ws) - 1; i >= 0; i-- {
			w := ws[i]
			if w.Grain == lang.Day && strings.ContainsAny(text[w.Start:w.End], "0123456789一二三四五六七八九十") {
				text = text[:w.Start] + f.write(w.From) + text[w.End:]
			}
		}
		return text
	}
	return text
}

// rearranged puts the things that the question lists into the order in which a
// rule lists them.
func (a *answer) rearranged() string {
	for _, f := range a.rules() {
		if items := a.toldItems(); alphabetical.MatchString(f.Entry.Content) && len(items) > 2 {
			slices.SortFunc(items, func(x, y string) int { return cmp.Compare(strings.ToLower(x), strings.ToLower(y)) })
			a.keep(f)
			a.arranged = true
			return strings.Join(items, ", ")
		}
		if a.kept[f] || !givesOrder.MatchString(f.Entry.Content) {
			continue
		}
		var inOrder []string
		for _, item := range listItems(f.Entry.Content) {
			if said := itemIn(a.query.Text, item, a.han); said != "" {
				inOrder = append(inOrder, said)
			}
		}
		if len(inOrder) < 3 {
			continue
		}
		if a.han {
			return strings.Join(inOrder, "、")
		}
		return strings.Join(inOrder, ", ")
	}
	return ""
}

// toldItems returns the things that the question lists after a colon.
func (a *answer) toldItems() []string {
	var out []string
	for _, t := range a.brief.Told {
		for _, p := range listAnd.Split(strings.ReplaceAll(t, ", and ", ", "), -1) {
			for s := range strings.SplitSeq(p, ", ") {
				out = append(out, strings.TrimSpace(s))
			}
		}
	}
	return out
}

var alphabetical = regexp.MustCompile(`(?i)\balphabetical(?:ly)?\b|\bA to Z\b`)

var givesOrder = regexp.MustCompile(`(?i)顺序|依次|先后|按.{1,12}排|次序|\border\b|\blisted\b|\bsorted\b|\bsequence\b|\bstand\b`)

// listItems returns the things that a text lists one after another.
func listItems(text string) []string {
	var out []string
	for _, part := range fieldSeparators.Split(text, -1) {
		if _, rest := gist.AfterColon(part); rest != "" {
			part = rest
		}
		words := strings.Fields(gist.Closed(part))
		switch {
		case lang.IsHan(part):
			out = append(out, gist.Closed(part))
		case len(words) > 0:
			out = append(out, words[len(words)-1])
		}
	}
	return out
}

// itemIn returns a thing as the question names it.
func itemIn(q, item string, han bool) string {
	if han {
		if at, end := namedAt(q, item, true); at >= 0 {
			return q[at:end]
		}
		return ""
	}
	low, stem := strings.ToLower(q), strings.TrimSuffix(strings.ToLower(item), "s")
	if len(stem) < 3 {
		return ""
	}
	i := strings.Index(low, stem)
	if i < 0 || i > 0 && low[i-1] != ' ' {
		return ""
	}
	word, _, _ := strings.Cut(q[i:], " ")
	return strings.Trim(word, ",.;:?!")
}
