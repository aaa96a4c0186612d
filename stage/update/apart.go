package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// apart reports whether the two entries of a pair are of two things of one sort: neither
// takes the other's place, however alike they are worded.
func (p *pair) apart() bool {
	fresh, old := p.fresh.Entry.Content, p.old.Entry.Content
	return labelsDiffer(fresh, old) || subjectsDiffer(p.fresh, p.old) || addresseesDiffer(p.fresh, p.old) || p.severalOf()
}

// A label is what tells a thing from others of its sort: the 12 of "Room 12 has a projector".
type label struct{ sort, mark string }

// labelOf returns the label of what a text begins with; ok is false if it has none.
func labelOf(text string) (l label, ok bool) {
	form := labelEN
	if lang.IsHan(text) {
		form = labelZH
	}
	m := form.FindStringSubmatchIndex(text)
	if m == nil {
		return label{}, false
	}
	l = label{sort: strings.ToLower(text[m[2]:m[3]]), mark: strings.ToLower(text[m[4]:m[5]])}
	if lang.IsHan(text) {
		l.sort += text[m[6]:m[7]]
		return l, true
	}
	counted := slices.ContainsFunc(lang.Values(text), func(v lang.Value) bool {
		return v.Start <= m[4] && m[5] < v.End && v.Kind != lang.Name // "takes 15 minutes"
	})
	return l, !counted && !noLabelEN.MatchString(l.sort)
}

// labelsDiffer reports whether two texts begin with two things that their labels alone tell
// apart: rooms, buses, invoices, 3号楼 and 5号楼.
func labelsDiffer(a, b string) bool {
	x, ok := labelOf(a)
	y, also := labelOf(b)
	return ok && also && x.sort == y.sort && x.mark != y.mark
}

var (
	labelEN   = gist.Compile(`^(?i:the user's |the |our |my )?((?:[A-Za-z-]+ )?[A-Za-z]{2,}) (?i:no\.? ?|number |#)?([0-9][\w-]*|[A-Z]|(?i:alpha|beta|gamma|delta|one|two|three|four|five|six|seven|eight|nine|ten)) (?:is|are|was|were|has|had|can|will|must|[a-z]{2,}(?:s|ed)|went|goes|ran|got)\b`)
	noLabelEN = gist.Compile(`(?:^| )(?:user|i|we|he|she|they|it|is|are|was|at|on|in|to|for|from|of|by|about|have|with|and|than|every)(?: |$)|[^us]s$|ed$`)
	labelZH   = gist.Compile(`^(?:用户的?|我们?的?|公司|学校)?(第?|\p{Han}{1,4}?第?)([0-9]+|[A-Z]|[一二三四五六七八九十]+)(号\p{Han}{0,2}[楼厅室馆门线车机房桌店仓库柜床院厂栋台]|号(?:[0-9])|[路栋幢班组室层楼桌]|单元|车间|会议室|教室|页|章|节|版)`)
)

// subjectOf returns the words of content of what a text says something of, a closed list of
// verbs of state and routine ending it; nil where none follows.
func subjectOf(text string) (out []string) {
	form := subjectEN
	if lang.IsHan(text) {
		form = subjectZH
	}
	m := form.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	for _, w := range lang.Words(m[1]) {
		noun := w.Script != lang.Han || strings.HasPrefix(w.Tag, "n")
		if noun && !w.Stop && !gist.Timely[w.Term] && !gist.Dyadic(w.Text) && !titles[w.Text] && !dayParts[w.Term] && w.Script != lang.Digits {
			out = append(out, w.Term)
		}
	}
	return out
}

// subjectsDiffer reports whether two entries are of two things of one sort: the budget for
// the kitchen and that for the bathroom share "budget", and each has a word of its own.
func subjectsDiffer(a, b *gist.Gloss) bool {
	x, y := subjectOf(a.Entry.Content), subjectOf(b.Entry.Content)
	return meet(x, y) && ownTerm(x, y, b) && ownTerm(y, x, a)
}

// ownTerm reports whether a has a term that neither b nor the text of b knows.
func ownTerm(a, b []string, text *gist.Gloss) bool {
	return slices.ContainsFunc(a, func(t string) bool {
		return !slices.Contains(b, t) && !text.Terms[t] && !slices.ContainsFunc(lang.Related(t), func(r string) bool { return text.Terms[r] })
	})
}

var (
	subjectEN = gist.Compile(`^([^,.;:]{3,70}?) (?:is|are|was|were|has|have|will be|costs?|starts?|begins?|opens?|closes?|ends?|runs?|goes|lives?|works?|needs?)\b`)
	subjectZH = gist.Compile(`^([^，。；]{2,20}?)(?:现在|目前|如今)?(?:是|在|有|为|要|定在|改[到成为]|涨到|降到)`)
)

// addresseesDiffer reports whether two rules are for what is written to two people or bodies.
func addresseesDiffer(a, b *gist.Gloss) bool {
	to := func(g *gist.Gloss) []string {
		if !g.Entry.Kind.URAM() {
			return nil
		}
		form := addresseeEN
		if g.Cues.Han() {
			form = addresseeZH
		}
		if m := form.FindStringSubmatch(g.Entry.Content); m != nil && !strings.ContainsAny(m[1], "一份用") {
			return slices.DeleteFunc(lang.Terms(m[1]), lang.Frame)
		}
		return nil
	}
	x, y := to(a), to(b)
	return len(x) > 0 && len(y) > 0 && !meet(x, y)
}

var (
	addresseeEN = gist.Compile(`\b(?i:e?-?mails?|replies|reply|letters?|messages?|texts?|notes?|answers?|cards?|write|respond) (?:to|for) (?:the |my |our |his |her )?(\w+)`)
	addresseeZH = gist.Compile(`(?:给|回复?|发给|写给)([\p{Han}A-Za-z]{1,6}?)的?(?:邮件|回复|消息|信|短信|微信|留言)`)
)

// severalOf reports whether both entries tell what the user drinks, meets or plays, of which
// there are several, and each names its own; with a verb that tells of one thing at a time as
// well ("take the bus"), the times have to differ too.
func (p *pair) severalOf() bool {
	if p.fresh.Entry.Kind.URAM() || p.old.Entry.Kind.URAM() || p.fresh.Cues.Has(lang.Ended) || givesWayEN.MatchString(p.turns.Folded()) || givesWayZH.MatchString(p.turns.Folded()) {
		return false
	}
	a, verbA, many := severalIn(p.fresh)
	b, verbB, _ := severalIn(p.old)
	if verbA == "" || verbA != verbB || !many && !p.values.rivalAmount && !timesDiffer(p.fresh, p.old) {
		return false
	}
	lacks := func(a, b []string) bool {
		return slices.ContainsFunc(a, func(t string) bool { return !slices.Contains(b, t) })
	}
	return lacks(a, b) && lacks(b, a) // tea and coffee are related, and two things
}

// severalIn returns what a text says that the user does one or more of, by which verb, and
// whether the verb alone shows that there are several.
func severalIn(g *gist.Gloss) (what []string, verb string, many bool) {
	form := severalEN
	text := g.Entry.Content
	if g.Cues.Han() {
		form = severalZH
	}
	m := form.FindStringSubmatch(text)
	if m == nil {
		return nil, "", false
	}
	for _, w := range lang.Words(m[2]) {
		timed := slices.ContainsFunc(lang.Values(m[2]), func(v lang.Value) bool { return v.Kind != lang.Name && v.Start <= w.Start && w.End <= v.End })
		if !w.Stop && !gist.Timely[w.Term] && !timed && !dayParts[w.Term] && w.Script != lang.Digits {
			what = append(what, w.Term)
		}
	}
	verb = lang.Stem(strings.ToLower(m[1]))
	return what, verb, !onceVerbs[verb]
}

// timesDiffer reports whether two texts name two parts of the day.
func timesDiffer(a, b *gist.Gloss) bool {
	of := func(g *gist.Gloss) (out []string) {
		for _, w := range lang.Words(g.Entry.Content) {
			if dayParts[w.Term] {
				out = append(out, w.Term)
			}
		}
		return out
	}
	x, y := of(a), of(b)
	return len(x) > 0 && len(y) > 0 && !meet(x, y)
}

var (
	severalEN = gist.Compile(`^(?:The user|the user|\w+) (?:does not |do not |doesn't |don't |never |always |usually )?(drinks?|eats?|meets?|plays?|speaks?|likes?|enjoys?|takes?|has|does) ([^,.;]+)`)
	severalZH = gist.Compile(`^(?:用户|我)\P{Han}*(?:每?[周天]?[一二三四五六日末]?|早上|晚上|中午|下午|现在|每天|平时)*(?:不|从不|爱|也)?(喝|吃|见|玩|学|练|做|上)([^，。；]+)`)
	onceVerbs = gist.SetOf("takes has does 做 上")
	dayParts  = gist.SetOf("am pm morning mornings evening evenings night nights noon afternoon afternoons bedtime breakfast dinner", "早上 晚上 中午 下午 早晨 睡前 饭后 饭前 上午 傍晚")
)

// adding reports whether the new entry of a pair comes beside what there is ("I also teach on
// Fridays"): by its own words, or by those of the user's sentence that tells it where no word
// tells of a change.
func (sc scene) adding(p *pair) bool {
	if p.bothRules() || p.retakes && p.fresh.Place().Verb != "" {
		return false
	}
	if adding(p.fresh.Entry.Content) {
		return true
	}
	return !p.told() && slices.ContainsFunc(p.fresh.Entry.Evidence, func(ref dyadmem.TurnRef) bool {
		i, ok := sc.Index[ref]
		return ok && sc.Session.Turns[i].Speaker == dyadmem.User && adding(sentenceOf(sc.Session.Turns[i].Text, p.fresh))
	})
}

// adding reports whether a text adds to what was said before.
func adding(text string) bool {
	if lang.IsHan(text) {
		return addingZH.MatchString(text) && !givesWayZH.MatchString(text)
	}
	folded := lang.Fold(text)
	return addingEN.MatchString(folded) && !givesWayEN.MatchString(folded)
}

var (
	addingEN   = gist.Compile(` (?:also|as well|in addition|additionally|on top of that) | too (?:[.,;!]|$)`)
	addingZH   = gist.Compile(`还(?:有|会|兼|另外?|负责|喜欢|[做教学打去吃喝练养开订管玩弹唱跑带])|[^，。]也(?:[^不没许好行是可]|$)|(?:^|[，。])另外|除此之外|此外|同时还`)
	givesWayEN = gist.Compile(` (?:instead|rather than|no longer|anymore|any more|moved|changed|switched|swapped|replaced|gave up|given up|cancell?ed|stopped|dropped|quit|sold) `)
	givesWayZH = gist.Compile(`换|改|搬|调[到成]|挪|戒|代替|取代|而不是|不再|不[喝吃见玩学练做上][^，。]{0,6}了|取消|停|推迟|提前|涨|降`)
)
