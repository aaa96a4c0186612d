package capture

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// What a demand is about gets lost where the agent confirms it in fewer words ("five
// sentences at most"), or where the sentence before set it ("keep them short"). Its scope
// is the case in which it holds, or the kind of text that it is the object or topic of.

// A scope is what a demand is about, in the user's words.
type scope struct {
	text string
	when bool // a case: "when I ask for prices", 报价的时候
}

// scoped puts the scope of the user's demand before what the agent settles, where that
// names none of it.
func (c *capture) scoped(st *settlement, content string) string {
	if st.source == nil {
		return content
	}
	sc := scopeOf(st.source.text, st.text)
	if lead := st.source.lead; sc.text == "" && lead != nil {
		sc = ledBy(lead.text, st.source.text)
	}
	if sc.text == "" || sc.namedIn(st.text) {
		return content
	}
	return sc.before(content, c.rewrite(sc.text))
}

// about puts what "them" or "it" of a demand means before it, where the sentence before
// it named a kind of text.
func (c *capture) about(u *utterance, content string) string {
	lead := u.lead
	if lead == nil || u.cues.Han() || !objectEN.MatchString(u.cues.Folded()) {
		return content
	}
	sc := ledBy(lead.text, u.text)
	if sc.text == "" || sc.namedIn(u.text) {
		return content
	}
	return sc.before(content, c.rewrite(sc.text))
}

// namedIn reports whether a text names a word of a scope.
func (s scope) namedIn(text string) bool {
	said := make(map[string]bool)
	for _, t := range lang.Terms(text) {
		said[t] = true
	}
	return slices.ContainsFunc(lang.Terms(s.text), func(t string) bool { return said[t] || lang.IsHan(t) && strings.Contains(text, t) })
}

// before writes a scope, told in the third person, and what holds for it.
func (s scope) before(content, told string) string {
	if !lang.IsHan(content) {
		return gist.Upper(told) + ": " + lowered(content)
	}
	words := lang.Words(content)
	if gist.ContainsAny(content[:min(len(content), len("用户"))], "用户", "助手") || len(words) > 0 && strings.HasPrefix(words[0].Tag, "n") && !s.when {
		return told + "：" + content
	}
	if s.when && suddenZH.MatchString(told) {
		return told + "，" + content
	}
	return told + content
}

// labelled is a demand with what it is for before a colon: "shop window: …".
var labelled = regexp.MustCompile(`^((?:\w[\w'-]* ?){1,4}|\p{Han}{2,8})[:：] *\S`)

// properEN begins with a word that has its capital everywhere: a language, a day, a month.
var properEN = gist.Compile(`^(?:\w+(?:ish|ese|ian|ican|nch|eek)|\w+day|German|January|February|March|April|May|June|July|August|September|October|November|December)\b`)

// lowered returns an English text with a small letter first, if that is no name's or
// abbreviation's.
func lowered(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[n:]); !unicode.IsLower(next) && next != ' ' || strings.HasPrefix(text, "I ") || properEN.MatchString(text) {
		return text
	}
	return string(unicode.ToLower(r)) + text[n:]
}

// scopeOf returns the scope of a demand that its own sentence names.
func scopeOf(demand, settled string) scope {
	if m := labelled.FindStringSubmatch(demand); m != nil && len(lang.Terms(m[1])) > 1 && !lang.CuesOf(m[1]).Has(lang.Standing, lang.Wish, lang.Ban) {
		return scope{text: strings.TrimSpace(m[1])}
	}
	if lang.IsHan(demand) {
		return scopeZH(demand, settled)
	}
	for _, p := range [...]*gist.Pattern{caseLeadEN, caseTailEN} {
		if m := p.FindStringSubmatch(demand); m != nil && !strings.Contains(m[0], "even ") {
			return scope{strings.TrimSpace(m[1]), true}
		}
	}
	for _, n := range nounsEN(demand) {
		if n.demanded(demand) {
			return scope{text: n.text}
		}
	}
	return scope{}
}

// ledBy returns the scope that the sentence before a demand sets: in English what a
// pronoun of the demand's stands for, in Chinese what the user wants written time and
// again.
func ledBy(lead, demand string) scope {
	if lang.IsHan(demand) {
		if m := taskZH.FindStringSubmatch(strings.TrimRight(lead, "。！ ")); m != nil && oftenZH.MatchString(demand) {
			return scope{text: m[1]}
		}
		return scope{}
	}
	m := objectEN.FindStringSubmatch(lang.Fold(demand))
	if m == nil {
		return scope{}
	}
	nouns := nounsEN(lead)
	if n := len(nouns); n > 0 && nouns[n-1].plural == (m[1] != "it") && !nouns[n-1].one {
		return scope{text: nouns[n-1].text}
	}
	return scope{}
}

// A noun is a phrase for a kind of text, and where it stands.
type noun struct {
	text       string
	start, end int
	plural     bool
	one        bool // "a", "this": a single one
}

// nounsEN returns the phrases for kinds of text in an English sentence: the noun, what
// stands before it up to a word of grammar, and whom it is to or what it is about.
func nounsEN(sentence string) (out []noun) {
	for _, m := range textEN.FindAllStringSubmatchIndex(sentence, -1) {
		n := noun{start: m[2], end: m[3], plural: strings.HasSuffix(sentence[m[2]:m[3]], "s")}
		head := strings.Fields(sentence[:n.start])
		for k := len(head) - 1; k >= 0 && len(head)-k <= 3; k-- {
			w := strings.ToLower(head[k])
			n.one = n.one || oneOf[w]
			if w != "my" && w != "our" && (!wordEN.MatchString(w) || lang.Words(w)[0].Stop || beforeEN[w]) {
				break
			}
			n.start = strings.LastIndex(sentence[:n.start], head[k])
			if w == "my" || w == "our" {
				break
			}
		}
		n.end += len(partyOf(sentence[n.end:]))
		n.text = sentence[n.start:n.end]
		out = append(out, n)
	}
	return out
}

// partyOf returns whom what stands before a text is to, or what it is about: " to the
// council", " for my pottery page"; "" if it does not say.
func partyOf(text string) string {
	m := partyEN.FindStringSubmatch(text)
	if m == nil {
		m = partiesEN.FindStringSubmatch(text)
	}
	if m == nil {
		return ""
	}
	if words := lang.Words(m[1]); words[len(words)-1].Stop {
		return ""
	}
	return m[1]
}

// demanded reports whether a kind of text is the object, the subject or the topic of a
// demand: "keep supplier emails short", "captions must …", "for captions, …", "no emojis in captions".
func (n noun) demanded(sentence string) bool {
	if n.one || !n.plural {
		return false
	}
	before, after := lang.Fold(sentence[:n.start]), lang.Fold(sentence[n.end:])
	return objectOfEN.MatchString(before) || (strings.TrimSpace(before) == "" || leadsEN.MatchString(before)) && mustEN.MatchString(after) || placeEN.MatchString(before)
}

var (
	textEN     = regexp.MustCompile(`(?i)\b(` + gist.TextsEN + `)\b`)
	wordEN     = gist.Compile(`^[a-z][a-z'’-]*$`)
	partyEN    = gist.Compile(`^((?i: (?:to|for|about|from|with) (?:my|our|the) [a-z'-]{3,} [a-z'-]{3,}))(?:[.,;:!?]|$)`)
	partiesEN  = gist.Compile(`^((?i: (?:to|for|about|from|with) (?:(?:my|our|the) )?[a-z'-]{3,}))\b`)
	oneOf      = gist.SetOf("a an this that one another")
	beforeEN   = gist.SetOf("need want help with write writing send sending draft drafting keep make answer reply sign format put start end begin use please always never some more any all every these those love like hate give show")
	caseLeadEN = gist.Compile(`^(?i:(?:and|also|so|but|please|oh)[, ]+)*((?i:when|whenever|if|every time|any time|each time|before|after|once) (?i:I|we|you|it|they|he|she|someone|somebody|a|an|the|my) [^,;.:!?]{2,60})[,:]`)
	caseTailEN = gist.Compile(`[a-z]+,? ((?i:when|whenever|every time|any time|each time) (?:I|we|you) [^,;.:!?]{2,60})[.!]?$`)
	objectOfEN = gist.Compile(`^ (?:(?:please|always|also|and|so|but|can you|could you|you should|you must|i want you to|i would like you to|,) )*(?:keep|make|write|draft|send|sign|format|put|start|end|begin|limit|shorten|give|list|title|phrase) (?:the |all |any |your )?$`)
	leadsEN    = gist.Compile(`^ (?:(?:and|also|so|but|all|any|the|for|in|on|with|your|,) )*$`)
	mustEN     = gist.Compile(`^ (?:(?:,|please) )*(?:should|must|have to|need to|needs to|has to|are to|is to|can|may|never|always|you|keep|use|no|do not|put|write|only|at most) `)
	placeEN    = gist.Compile(` (?:in|for|on) (?:the |all |any |your )?$`)
	objectEN   = gist.Compile(`^ .{0,40}\b(?:keep|make|write|draft|send|sign|format|put|start|end|begin|limit|shorten|give|list|want|like|prefer|have) (them|these|it) `)
)

// scopeZH returns the scope of a Chinese demand: of the clause that says what was settled
// and those before it.
func scopeZH(demand, settled string) scope {
	clauses := lang.Clauses(strings.TrimRight(demand, "。！ "))
	last := settledClause(clauses, settled)
	for k := last; k >= 0; k-- {
		clause := generallyZH.ReplaceAllString(lang.TrimOpening(clauses[k]), "")
		if m := caseOfZH.FindStringSubmatch(clause); m != nil {
			return scope{m[1], true}
		}
		if m := taskZH.FindStringSubmatch(clause); k < last && m != nil && oftenZH.MatchString(demand) {
			return scope{text: m[1]}
		}
		if m := topicZH.FindStringSubmatch(clause); m != nil && !singleOfZH.MatchString(m[1]) {
			return scope{text: m[1]}
		}
		if m := workOfZH.FindStringSubmatch(clause); m != nil && !singleOfZH.MatchString(m[1]) {
			return scope{text: m[1]}
		}
	}
	return scope{}
}

// settledClause returns which clause of a demand shares most words with what was settled,
// the last of them all if none does.
func settledClause(clauses []string, settled string) int {
	said := make(map[string]bool)
	for _, t := range lang.Terms(settled) {
		said[t] = true
	}
	best, most := len(clauses)-1, 0
	for k, clause := range clauses {
		n := 0
		for _, t := range lang.Terms(clause) {
			if said[t] {
				n++
			}
		}
		if n > most {
			best, most = k, n
		}
	}
	return best
}

const demandZH = `都|别|不要|不许|不得|不能|不超过|不用|要|先|只|一律|最多|至多|控制|尽量|用|统一|必须|务必|得|可以|就`

var (
	generallyZH = gist.Compile(`^(?:以后|往后|今后|平时|从今以后|从现在起|从今天起|还有|另外|请|麻烦|你|您|凡是|所有|改成|改为|那|就|，)+`)
	caseOfZH    = gist.Compile(`^([^，。；：]{1,14}?(?:的时候|的话)|(?:写|发|回|报|问|说|做|列|算|提|聊|讲|拟)[^，。；：]{0,8}?时|(?:如果|要是|遇到|碰到|遇上|只要)[^，。；：]{1,16}$)`)
	suddenZH    = gist.Compile(`^(?:如果|要是|遇到|碰到|遇上|只要)`)
	topicZH     = gist.Compile(`^([^，。；：别不都先只用最就要]{0,10}?(?:` + gist.TextsZH + `))(?:里面?|里头|中|上)?(?:$|` + demandZH + `)`)
	workOfZH    = gist.Compile(`^((?:[给跟对向][^，。；：]{1,6}?)?(?:写|发|回|拟|做|列|报|翻译|整理|回复|起草)[^，。；：别不都先只用最就要]{1,8}?)(?:` + demandZH + `)`)
	taskZH      = gist.Compile(`(?:帮|替|给|为)我(?:写|拟|起草|列|做|编|翻译|整理|发|回|改)(?:一?下)?([^，。；：一这那几两0-9个]{2,10})$`)
	oftenZH     = gist.Compile(`以后|往后|今后|每次|每回|每[条封篇张份]|一律|都|永远|平时|始终|统一`)
	singleOfZH  = gist.Compile(`^[帮替]|^.{0,3}(?:一[封条篇份个段]|[这那][封条篇份个段]|这|那)`)
)
