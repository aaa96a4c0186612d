package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A swap is somebody or something that has gone, or was said by mistake, and who or what is there in its place.
type swap struct {
	gone, new string
	rest      []string // the words of content of what the user says besides
	slip      bool     // it was never so
	does      bool     // what the new one does is told, and not that it takes the other's place
}

// swapped puts what is there now in the place of what has gone, in each entry that tells a thing of the one which the user
// tells of the other: of "the cleaner is Olga, who comes on Mondays" and "Olga has left, Tess cleans for us now" becomes
// "the cleaner is Tess, who comes on Mondays". What else such an entry says stays.
func (u *update) swapped() {
	u.swaps(func(o *gist.Gloss, text string, turn dyadmem.TurnRef) {
		if !u.gone[o.Entry.Key] {
			u.putRight(o, text, turn)
		}
	})
}

// swaps hands f each entry that a turn of the user's swaps something in, as it should be.
func (u *update) swaps(f func(o *gist.Gloss, text string, turn dyadmem.TurnRef)) {
	for i, t := range u.scene.Session.Turns {
		own, _ := u.scene.Parted(i)
		if t.Speaker != dyadmem.User || lang.CuesOf(own).Has(lang.Hypothesis, lang.Jest) || strings.HasSuffix(strings.TrimRight(own, " \n"), "?") || strings.HasSuffix(own, "？") {
			continue
		}
		for _, s := range swapsIn(own) {
			for _, o := range u.old {
				if text, ok := s.in(o); ok {
					f(o, text, t.ID)
				}
			}
		}
	}
}

// swapsIn returns what a turn swaps.
func swapsIn(turn string) (out []swap) {
	forms := swapsEN
	if lang.IsHan(turn) {
		forms = swapsZH
	}
	for _, form := range forms {
		for _, m := range form.FindAllStringSubmatchIndex(turn, -1) {
			s := swap{gone: group(form, turn, m, "gone"), new: group(form, turn, m, "new"), slip: form.SubexpIndex("slip") > 0, does: form.SubexpIndex("does") > 0}
			if s.gone == "" || s.new == "" || strings.EqualFold(s.gone, s.new) || pointsOnly(s.gone) || pointsOnly(s.new) {
				continue
			}
			said := turn[m[0]:m[1]]
			if at := strings.LastIndex(said, s.new); lang.IsHan(said) && at >= 0 { // a clause between tells why
				said = said[max(0, strings.LastIndexAny(said[:at], "，。；！")):]
			}
			besides := leavingZH.ReplaceAllString(strings.NewReplacer(s.gone, " , ", s.new, " , ").Replace(said), "，")
			for _, term := range lang.Terms(besides) {
				if !lang.Light(term) && !lang.Frame(term) && !gist.Timely[term] && !leaving[term] {
					s.rest = append(s.rest, term)
				}
			}
			out = append(out, s)
		}
	}
	return out
}

func group(form *gist.Pattern, text string, m []int, name string) string {
	i := form.SubexpIndex(name)
	if i < 0 || m[2*i] < 0 {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(strings.Trim(text[m[2*i]:m[2*i+1]], " .,"), "'s"), "’s")
}

// pointsOnly reports whether a text names nothing.
func pointsOnly(text string) bool {
	return !slices.ContainsFunc(lang.Words(text), func(w lang.Word) bool { return !w.Stop })
}

// in returns an entry with what is new in the place of what has gone; ok is false where it names that more than once or not at
// all, tells what is new already, or tells of it what the user does not tell of the new one.
func (s swap) in(o *gist.Gloss) (text string, ok bool) {
	at := wordAt(o.Entry.Content, s.gone)
	if at < 0 || o.Entry.Kind == dyadmem.Episodic || wordAt(o.Entry.Content, s.new) >= 0 || wordAt(o.Entry.Content[at+len(s.gone):], s.gone) >= 0 || o.Past() {
		return "", false
	}
	if s.does && len(s.rest) == 0 || !s.slip && len(s.rest) > 0 && !slices.ContainsFunc(s.rest, func(term string) bool { return speaksOf(o, term) }) {
		return "", false
	}
	if !s.slip && len(s.rest) == 0 && !isOne(o.Entry.Content, at, len(s.gone)) {
		return "", false
	}
	return o.Entry.Content[:at] + s.new + o.Entry.Content[at+len(s.gone):], true
}

// speaksOf reports whether an entry holds a term, one related to it, or the noun of who does it: cleaner of "clean".
func speaksOf(o *gist.Gloss, term string) bool {
	if o.Terms[term] || slices.ContainsFunc(lang.Related(term), func(r string) bool { return o.Terms[r] }) {
		return true
	}
	for t := range o.Terms {
		if len(term) >= 4 && strings.HasPrefix(t, term) && !lang.IsHan(t) {
			return true
		}
	}
	return false
}

// wordAt returns where a text holds a word or name as a whole, -1 if nowhere.
func wordAt(text, word string) int {
	low, w := strings.ToLower(text), strings.ToLower(word)
	if len(low) != len(text) || len(w) != len(word) {
		return -1
	}
	for from := 0; ; {
		i := strings.Index(low[from:], w)
		if i < 0 {
			return -1
		}
		i += from
		if lang.IsHan(word) || !letterAt(low, i-1) && !letterAt(low, i+len(w)) {
			return i
		}
		from = i + len(w)
	}
}

func letterAt(text string, i int) bool {
	return i >= 0 && i < len(text) && (text[i] >= 'a' && text[i] <= 'z' || text[i] >= '0' && text[i] <= '9')
}

// isOne reports whether a text says of something that it is, or is with, what stands at a byte: then nothing else needs to be
// said of what comes in its place.
func isOne(text string, at, size int) bool {
	return beforeOne.MatchString(text[:at]) && afterOne.MatchString(text[at+size:])
}

var (
	beforeOne = gist.Compile(`(?i)(?:\b(?:is|are|at|for|with|to|uses?|drives?|called|from|by|in|on) (?:an? |the )?|[是在用找叫和、为去喝吃开订穿送])$`)
	afterOne  = gist.Compile(`^(?:$|[ ,.;，。；、和与的]|'s|\p{Han})`)
	leaving   = gist.SetOf("switch trade change cancel dump sign leave quit retire resign move die go sell drop ditch swap replace join buy use new now instead back sorry actually wrong mean")
	leavingZH = gist.Compile(`走了|离职了?|辞职了?|退休了?|调走了?|黄了|不干了|不做了|来不了了?|关门了?|倒闭了?|卖了|那边|不合作了|换成|换了|改成|改用|改订|订|让|由|归|找了?|提了[辆台]?|新的?是|顶|接手?|管|负责|代|现在|太[小大远贵吵挤旧]了?|不?[喝吃用去坐开骑穿]|改|换|了|说错|搞错|弄错|记错|不对|不是|是`)
)

const (
	nameEN   = `[A-Z][\w'’&.-]*(?: (?:[A-Z][\w'’&.-]*|[0-9]+))*`
	thingEN  = `(?:(?:the|my|our|his|her|an?) )?(?P<gone>[\w'’&.-]+(?: [A-Z0-9][\w'’&.-]*)*)`
	newEN    = `(?:(?:the|my|our|an?) )?(?P<new>[A-Z0-9][\w'’&-]*(?:[ .][A-Z0-9][\w'’&-]*)*)`
	markZH   = `[，。；！、 ]*`
	slipsEN  = `(?i:sorry|actually|wait|oops|no|my mistake|my bad|correction|i (?:got|had) (?:that|it) wrong|i (?:misspoke|mixed it up|meant)|not)`
	departed = `(?i:(?:'s|’s| has| is| have)? ?(?:left|quit|retired|resigned|gone(?: back)?|moved (?:away|on|out|back|to)|died|passed away|been (?:fired|replaced|let go)|no longer (?:here|with us))\b[^.!?;,]{0,30})`
)

var (
	swapsEN = []*gist.Pattern{
		// "Heathrow, not Gatwick"
		gist.Compile(`(?P<slip>` + slipsEN + `)\b[^.!?]{0,40}[.,:!]+ (?:[Ii]t['’]?s |[Ii]t is |[Mm]ake it )?(?P<new>` + nameEN + `), not (?P<gone>` + nameEN + `)`),
		gist.Compile(`(?P<slip>[Ii]t['’]?s |[Ii]t is |[Ii] meant |[Ii] mean )(?P<new>` + nameEN + `), not (?P<gone>` + nameEN + `)`),
		// "ditched LastPass for Bitwarden", "left PureGym and joined Anytime"
		gist.Compile(`\b(?:ditched|dropped|swapped|replaced|traded|left|quit|switched from|moved from|changed from|cancelled|dumped) ` + thingEN + ` (?:for|with|to|and (?:joined|went to|moved to|switched to|signed up (?:with|at)|now use|got|bought)) ` + newEN),
		// "quit Siemens, I'm with Bosch now"
		gist.Compile(`\b(?:ditched|dropped|left|quit|sold|cancelled|dumped) ` + thingEN + `[,;.!]+ (?:(?:I|i|we|We)(?:['’](?:m|ve|re)| am| have| are)? ?)?(?:now )?(?:got|bought|joined|with|at|got myself|use|using|work(?:ing)? (?:at|for))(?: now)? ` + newEN),
		// "Olga has left, Tess cleans for us now", "Joost has left. New person is Marieke"
		gist.Compile(`(?P<gone>` + nameEN + `)` + departed + `[,;.!]+ (?:(?:[Tt]he |[Oo]ur |[Mm]y )?[Nn]ew [\w ]{1,24} is (?P<new>` + nameEN + `))`),
		gist.Compile(`(?P<gone>` + nameEN + `)` + departed + `[,;.!]+ (?:(?:[Ss]o|[Aa]nd|[Nn]ow|[Ii]t['’]s|[Bb]ut) )*(?P<new>` + nameEN + `)(?P<does>(?:['’]s| is| does| has| will| \w+s| took| takes)? [^.!?,;]{1,40})`),
	}
	swapsZH = []*gist.Pattern{
		// 小美走了，抄送换成阿May
		gist.Compile(`(?P<gone>[\p{Han}A-Za-z0-9]{2,6}?)(?:已经)?(?:走了|离职了?|辞职了?|退休了?|调走了?|黄了|不干了|不做了|来不了了?|关门了?|倒闭了?|卖了|那边不合作了|不合作了)` + markZH +
			`[^，。；！]{0,8}?(?:换成|换了|改成|改用|改订|订了?|让|由|归|找了?|提了[辆台]?|新的?是)(?P<new>[\p{Han}A-Za-z][\p{Han}A-Za-z0-9]{1,5}?)(?:顶|接手?|管|负责|代|来|了|做|$|[，。；！])`),
		// 301太小，订405
		gist.Compile(`(?P<gone>[\p{Han}A-Za-z0-9]{2,6}?)太[小大远贵吵挤旧]了?` + markZH + `(?:换成?|改成?|改订|订|去|用)(?P<new>[\p{Han}A-Za-z0-9]{2,6}?)(?:吧|了|$|[，。；！])`),
		// 不喝拿铁了，改喝美式
		gist.Compile(`不(?:喝|吃|用|去|坐|开|骑|穿)(?P<gone>[\p{Han}A-Za-z]{2,6})了[，。；](?:[^。！]{0,12}[，；])?(?:改|换)(?:喝|吃|用|去|坐|开|骑|穿|成)(?P<new>[\p{Han}A-Za-z]{2,6}?)(?:了|吧|$|[，。；！])`),
		// 是首都机场，不是大兴
		gist.Compile(`(?P<slip>说错了?|搞错了?|弄错了?|记错了?|不对)[，。！、 ]*(?:应该|其实)?是(?P<new>[\p{Han}A-Za-z]{2,6})[，,]不是(?P<gone>[\p{Han}A-Za-z]{2,6})`),
	}
)
