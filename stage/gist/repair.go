package gist

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// A Repair is what somebody puts right in what was said before, by a sentence that says
// nothing without it: "sorry, I said eight for the course, it's nine", 不对，是四点, 说错了，姓章.
type Repair struct {
	Wrong string // what was said, where it is named
	Right string // what should have been
	About string // what it is about, where that is named
}

// RepairOf returns what a sentence puts right; ok is false if it does not, or says what it
// is about in a sentence that stands by itself.
func RepairOf(sentence string) (r Repair, ok bool) {
	forms := repairsEN
	if lang.IsHan(sentence) {
		forms = repairsZH
	}
	text := strings.TrimRight(strings.TrimSpace(sentence), " .!。！")
	for _, f := range forms {
		m := f.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		r = Repair{Wrong: named(f, m, "wrong"), Right: named(f, m, "right"), About: named(f, m, "about")}
		if r.valued() || r.surname() {
			return r, true
		}
	}
	return Repair{}, false
}

func named(f *regexp.Regexp, m []string, group string) string {
	if i := f.SubexpIndex(group); i >= 0 {
		return strings.Trim(m[i], " ,，")
	}
	return ""
}

// valued reports whether what is right is a value, and no more than what is counted.
func (r Repair) valued() bool {
	v, ok := valueOf(r.Right)
	leads := slices.ContainsFunc(lang.Words(r.Right[:v.Start]), func(w lang.Word) bool { return !w.Stop })
	return ok && !leads && len(r.counted()) <= 1 // "my birthday is 8 May" stands by itself
}

// counted returns the words of content beside the value that is right.
func (r Repair) counted() (out []string) {
	v, _ := valueOf(r.Right)
	for _, w := range lang.Words(r.Right[:v.Start] + " " + r.Right[v.End:]) {
		if !w.Stop && len(lang.Values(w.Text)) == 0 {
			out = append(out, w.Text)
		}
	}
	return out
}

// surname reports whether what is right is a Chinese name after 姓.
func (r Repair) surname() bool { return surnameZH.MatchString(r.Right) }

var surnameZH = regexp.MustCompile(`^姓\p{Han}$`)

// valueOf returns the first value that a text gives for sure, names apart.
func valueOf(text string) (lang.Value, bool) {
	for _, v := range lang.Values(text) {
		if !v.Weak && v.Kind != lang.Name {
			return v, true
		}
	}
	return lang.Value{}, false
}

const (
	slipEN = `(?:(?:oops|sorry|wait|hang on|hold on|no|oh|ah|actually|correction|my mistake|my bad|scratch that|i (?:misspoke|was wrong|got (?:that|it) wrong|made a mistake))[ ,.:;–—-]+)`
	isEN   = `(?:it['’]?s|it is|it was|it should be|that['’]?s|that should be|that should have been|make (?:it|that)|i meant(?: to say)?)`
	slipZH = `(?:(?:哦|啊|呃|等等|等一下|抱歉|不好意思|对不起|刚才|刚刚|我|是)?(?:不对|不是|说错了?|记错了?|搞错了?|弄错了?|写错了?|看错了?|错了|更正一?下?|纠正一?下?|口误)[，,：:。 ]*)+`
)

var (
	repairsEN = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^` + slipEN + `*i said (?P<wrong>[^,;]+?)(?: (?:for|about) (?P<about>[^,;]+))?[,;] (?:but )?` + isEN + ` (?:actually |really |in fact )?(?P<right>[^,;]+)$`),
		regexp.MustCompile(`(?i)^` + slipEN + `*(?:` + isEN + ` )?not (?P<wrong>[^,;]+), (?:but |it['’]?s )?(?P<right>[^,;]+)$`),
		regexp.MustCompile(`(?i)^` + slipEN + `*` + isEN + ` (?:actually |really )?(?P<right>[^,;]+), not (?P<wrong>[^,;]+)$`),
		regexp.MustCompile(`(?i)^` + slipEN + `+` + isEN + ` (?:actually |really )?(?P<right>[^,;]+)$`),
	}
	repairsZH = []*regexp.Regexp{
		regexp.MustCompile(`^` + slipZH + `(?:(?P<about>[^，,是在姓叫不]{1,8})?(?P<wrong>不?姓\p{Han})[，,]+)(?P<right>姓\p{Han})(?:[，,].*)?$`),
		regexp.MustCompile(`^` + slipZH + `(?:应该|其实|实际上?)?(?P<right>姓\p{Han})(?:[，,].*)?$`),
		regexp.MustCompile(`^(?:` + slipZH + `)?(?:我)?(?:刚才|之前|上次|上回)说(?:的)?(?P<about>[^，,是]{1,8})?是(?P<wrong>[^，,]+)[，,](?:其实|应该|实际上?)*(?:不对，)?(?:应该)?是(?P<right>[^，,]+)$`),
		regexp.MustCompile(`^(?:` + slipZH + `)?不是(?P<wrong>[^，,]+?)[，,]?(?:而|应该)?是(?P<right>[^，,]+)$`),
		regexp.MustCompile(`^` + slipZH + `(?:应该|其实|实际上?)*(?:是|在)?(?P<right>[^，,]+)$`),
	}
)

// Mend returns a text with what r puts right; ok is false if the text holds nothing of the
// kind, holds what is right already, or holds more than one that it could be.
func (r Repair) Mend(text string) (mended string, ok bool) {
	if r.surname() {
		return r.rename(text)
	}
	right, _ := valueOf(r.Right)
	values := lang.Values(text)
	has := func(kind lang.ValueKind) bool {
		return slices.ContainsFunc(values, func(v lang.Value) bool { return v.Kind == kind && !v.Weak })
	}
	kind := right.Kind
	if kind == lang.Number && !has(kind) && right.Num >= 1 && right.Num <= 24 {
		kind = lang.Clock // "it's nine"
	}
	at := -1
	for i, v := range values {
		switch {
		case v.Kind != kind || v.Weak:
			continue
		case v.Agrees(right):
			return "", false
		case r.Wrong != "" && !says(r.Wrong, v):
			continue
		case at >= 0:
			return "", false
		}
		at = i
	}
	if at < 0 || r.About != "" && !about(text, r.About) ||
		slices.ContainsFunc(r.counted(), func(w string) bool { return !strings.Contains(strings.ToLower(text), w) }) {
		return "", false
	}
	v := values[at]
	was, is := text[v.Start:v.End], r.Right[right.Start:right.End]
	if part := dayPart.FindString(was); kind == lang.Clock && part != "" && dayPart.FindString(is) == "" {
		is = part + is // three in the afternoon is put right to four in the afternoon
	}
	return text[:v.Start] + is + text[v.End:], true
}

var dayPart = regexp.MustCompile(`^(?:上午|下午|早上|早晨|清晨|晚上|夜里|中午|凌晨|傍晚)`)

// says reports whether a text gives a value like v.
func says(text string, v lang.Value) bool {
	return slices.ContainsFunc(lang.Values(text), func(w lang.Value) bool { return w.Kind == v.Kind && w.Agrees(v) })
}

// about reports whether a text holds a word of content of what something is about.
func about(text, subject string) bool {
	terms := lang.Terms(text)
	return slices.ContainsFunc(lang.Terms(subject), func(t string) bool {
		return !lang.Light(t) && !lang.Frame(t) && slices.Contains(terms, t)
	})
}

// rename puts another surname before what somebody is called: 张姨, 张师傅.
func (r Repair) rename(text string) (string, bool) {
	all := calledZH.FindAllStringSubmatchIndex(text, -1)
	right := strings.TrimPrefix(r.Right, "姓")
	if len(all) != 1 {
		return "", false
	}
	m := all[0]
	was := text[m[2]:m[3]]
	if wrong := []rune(r.Wrong); was == right || len(wrong) > 0 && string(wrong[len(wrong)-1]) != was || r.About != "" && !strings.Contains(text, strings.TrimPrefix(r.About, "新")) {
		return "", false
	}
	return text[:m[2]] + right + text[m[3]:], true
}

// calledZH is how one is called by one's surname.
var calledZH = regexp.MustCompile(`(?:是|叫|姓|[，。；老小]|^)(\p{Han})(?:姨|叔|姐|哥|嫂|大爷|大妈|阿姨|师傅|老师|医生|大夫|总|经理|教练)(?:$|[，。；的])`)
