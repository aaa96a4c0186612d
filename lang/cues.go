package lang

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Cue is a group of fixed expressions by which a language marks what an
// utterance does. The groups are the same for every language.
type Cue int

// The groups.
const (
	Standing   Cue = iota // holds from now on, always: "from now on", 以后
	Ban                   // tells the hearer not to do something: "don't", 别
	Wish                  // tells the hearer what to do: "I want you to", 你要
	Complaint             // finds fault with what the hearer did: "again", 又
	Procedure             // orders steps: "first", "then", 先…再
	Accept                // takes up a proposal: "ok, let's do that", 就这么办
	Refuse                // turns a proposal down: "no thanks", 不用了
	Propose               // the agent offers a way of working: "shall I", 要不要
	Forget                // asks to erase: "forget", 忘掉
	Hypothesis            // supposes: "if I were", 假如
	Jest                  // not meant: "just kidding", 开玩笑
	Vague                 // undecided: "maybe", 可能
	Reported              // what somebody else says or wants: "he says", 他说
	Plan                  // intends: "I'm going to", 打算
	Change                // something is other than before: "now", "instead", 改成
	Ended                 // something is over: "no longer", 不再
	Bounded               // holds for a while: "until", 暂时
	Trait                 // what somebody is, has, likes, can: "I'm allergic", 我喜欢
	Kin                   // people: "my wife", 老婆
	Work                  // work and affairs: "my boss", 公司
	Chat                  // weather and the like: "raining", 下雨
	Request               // asks for something now: "can you", 帮我
	Thanks                // greetings and thanks
	Outcome               // something was done or settled: "signed", 签了
	Negation              // denies or forbids: "not", 不
	Taste                 // likes, dislikes, cannot, must not, is: "allergic", 过敏
	Noting                // the agent confirms what it will keep: "noted", 记下了
	Form                  // speaks of the hearer's output: "lines", "draft", 句, 称呼
	Imperative            // begins with a verb in the base form; 先, 再
	Repair                // takes back a value: "not 3, 4", 不是…是
)

// Cues are the groups of which a text holds an expression, in the text's own
// language. The zero value holds none.
type Cues struct {
	groups uint64 // bit g is set for group g
	folded string
	han    bool
}

// CuesOf looks up the cues of text.
func CuesOf(text string) Cues { return latelyCues.of(text, readCues) }

var latelyCues lately[Cues]

func readCues(text string) Cues {
	c := Cues{folded: Fold(text), han: IsHan(text)}
	if c.han {
		c.groups = indexZH().groups(c.folded)
	} else {
		c.groups = indexEN().groups(c.folded)
	}
	return c
}

// Has reports whether the text holds an expression of any of the groups.
func (c Cues) Has(groups ...Cue) bool {
	for _, g := range groups {
		if c.groups&(1<<g) != 0 {
			return true
		}
	}
	return false
}

// Folded returns the text as it is compared: see [Fold].
func (c Cues) Folded() string { return c.folded }

// Han reports whether the text is Chinese.
func (c Cues) Han() bool { return c.han }

// A cueIndex holds the expressions of a language by how they begin: English
// ones by their first word, Chinese ones by their first character.
type cueIndex map[string][]cuePattern

// A cuePattern is an expression, in the form of matchPattern but taken apart, and the
// group that it belongs to.
type cuePattern struct {
	group       Cue
	tied        bool // to the beginning
	first, more string
	gapped      bool // more has to follow first, after a gap
}

var (
	indexEN = sync.OnceValue(func() cueIndex { return indexOf(cuesEN) })
	indexZH = sync.OnceValue(func() cueIndex { return indexOf(cuesZH) })
)

func indexOf(table map[Cue][]string) cueIndex {
	index := make(cueIndex)
	for g, patterns := range table {
		for _, p := range patterns {
			key := firstKey(strings.TrimPrefix(p, "^"))
			c := cuePattern{group: g}
			p, c.tied = strings.CutPrefix(p, "^")
			c.first, c.more, c.gapped = strings.Cut(p, "…")
			index[key] = append(index[key], c)
		}
	}
	return index
}

// firstKey returns the word or the Han character that folded text begins with,
// the blank before it left out.
func firstKey(folded string) string {
	folded = strings.TrimPrefix(folded, " ")
	r, n := utf8.DecodeRuneInString(folded)
	if n == 0 || isHan(r) {
		return folded[:n]
	}
	if i := strings.IndexFunc(folded, func(r rune) bool { return r == ' ' || r == '…' || isHan(r) }); i > 0 {
		return folded[:i]
	}
	return folded
}

// groups returns the groups that folded text holds an expression of.
func (x cueIndex) groups(folded string) uint64 {
	var set uint64
	for i := 0; i < len(folded); {
		r, n := utf8.DecodeRuneInString(folded[i:])
		at := i
		i += n
		if !isHan(r) && r != ' ' {
			continue
		}
		own := x[firstKey(folded[at:])]
		for k := range own {
			p := &own[k]
			if set&(1<<p.group) == 0 && p.starts(folded, at) && !(p.group == Forget && denied(folded[:at])) {
				set |= 1 << p.group
			}
		}
	}
	return set
}

// denied reports whether folded text ends in a word that turns the request that
// follows round: "do not forget", 别忘.
func denied(before string) bool {
	for _, w := range [...]string{" not", " never", "别", "不要", "不会", "没", "不能"} {
		if strings.HasSuffix(strings.TrimRight(before, " "), w) {
			return true
		}
	}
	return false
}

// starts reports whether the expression matches folded text from byte at on.
func (p *cuePattern) starts(folded string, at int) bool {
	text := folded[at:]
	if !strings.HasPrefix(p.first, " ") { // a Chinese one: the blank before belongs to none
		text = strings.TrimPrefix(text, " ")
	}
	return strings.HasPrefix(text, p.first) &&
		(!p.gapped || follows(text[len(p.first)-trailingBlank(p.first):], p.more)) &&
		(!p.tied || strings.TrimLeft(folded[:at], " ") == "")
}

func find(folded string, patterns []string) int {
	for _, p := range patterns {
		if i := matchPattern(folded, p); i >= 0 {
			return i
		}
	}
	return -1
}

// gap is the most bytes that "…" in a pattern stands for.
const gap = 48

// matchPattern looks for a pattern in folded text. A pattern is literal text
// in folded form; "…" stands for anything up to gap bytes; a leading "^" ties
// it to the beginning. English patterns begin and end with a blank, so that
// they match whole words.
func matchPattern(folded, pattern string) int {
	if rest, tied := strings.CutPrefix(pattern, "^"); tied {
		if first, more, ok := strings.Cut(rest, "…"); ok {
			if strings.HasPrefix(folded, first) && follows(folded[len(first):], more) {
				return 0
			}
			return -1
		}
		if strings.HasPrefix(folded, rest) {
			return 0
		}
		return -1
	}
	first, more, gapped := strings.Cut(pattern, "…")
	for from := 0; ; {
		i := strings.Index(folded[from:], first)
		if i < 0 {
			return -1
		}
		i += from
		// A blank that closed the first part may open the next.
		rest := folded[i+len(first)-trailingBlank(first):]
		if !gapped || follows(rest, more) {
			return i
		}
		from = i + max(1, len(first)-trailingBlank(first))
	}
}

func trailingBlank(s string) int {
	if strings.HasSuffix(s, " ") {
		return 1
	}
	return 0
}

// follows reports whether what comes after a gap stands in text soon enough.
func follows(text, pattern string) bool {
	next, more, gapped := strings.Cut(pattern, "…")
	i := strings.Index(text, next)
	if i < 0 || i > gap {
		return false
	}
	return !gapped || follows(text[i+len(next)-trailingBlank(next):], more)
}

// Fold returns text in the form in which cues are written: lower case, half
// width, contractions written out ("I'm" → "i am", "can't" → "can not"), every
// English word and every punctuation mark between single blanks, a blank at
// either end. Han characters stand together.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/4 + 2)
	b.WriteByte(' ')
	start := -1
	runes := text
	flush := func(end int) {
		if start >= 0 {
			b.WriteString(expand(strings.ToLower(runes[start:end])))
			b.WriteByte(' ')
			start = -1
		}
	}
	prevHan := false
	for i, r := range runes {
		switch {
		case isHan(r):
			flush(i)
			b.WriteRune(r)
			prevHan = true
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || (r == '\'' || r == '’') && start >= 0 || (r == '.' || r == ',' || r == ':' || r == '-') && betweenWord(runes, i):
			if prevHan {
				b.WriteByte(' ')
			}
			if start < 0 {
				start = i
			}
		case unicode.IsSpace(r):
			flush(i)
		default:
			flush(i)
			if prevHan {
				b.WriteByte(' ')
			}
			b.WriteRune(halfWidth(r))
			b.WriteByte(' ')
		}
		prevHan = false
	}
	flush(len(runes))
	if prevHan {
		b.WriteByte(' ')
	}
	return b.String()
}

// betweenWord reports whether the mark at byte i stands inside a number (3.5,
// 10:30) or a hyphenated word.
func betweenWord(s string, i int) bool {
	if i == 0 || i+1 >= len(s) {
		return false
	}
	p, n := s[i-1], s[i+1]
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	letter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
	return digit(p) && digit(n) || s[i] == '-' && (letter(p) || digit(p)) && (letter(n) || digit(n))
}

func halfWidth(r rune) rune {
	switch r {
	case '，':
		return ','
	case '。':
		return '.'
	case '！':
		return '!'
	case '？':
		return '?'
	case '；':
		return ';'
	case '：':
		return ':'
	}
	return r
}

// expand writes out an English contraction.
func expand(w string) string {
	if !strings.ContainsAny(w, "'’") {
		if full, ok := unmarked[w]; ok {
			return full
		}
		return w
	}
	w = strings.ReplaceAll(w, "’", "'")
	switch w {
	case "won't":
		return "will not"
	case "can't":
		return "can not"
	case "shan't":
		return "shall not"
	case "let's":
		return "let us"
	case "it's", "that's", "there's", "he's", "she's", "what's", "who's", "here's", "where's":
		return strings.TrimSuffix(w, "'s") + " is"
	case "i'm":
		return "i am"
	}
	for _, c := range [...][2]string{{"n't", " not"}, {"'re", " are"}, {"'ve", " have"}, {"'ll", " will"}, {"'d", " would"}} {
		if stem, ok := strings.CutSuffix(w, c[0]); ok {
			return stem + c[1]
		}
	}
	if stem, ok := strings.CutSuffix(w, "'s"); ok {
		return stem + " 's"
	}
	return strings.Trim(w, "'")
}

// unmarked holds contractions as people type them without an apostrophe, where
// they are no other word.
var unmarked = map[string]string{
	"cannot": "can not", "im": "i am", "ive": "i have", "dont": "do not", "didnt": "did not", "doesnt": "does not", "cant": "can not", "wont": "will not", "isnt": "is not",
	"arent": "are not", "wasnt": "was not", "thats": "that is", "havent": "have not", "shouldnt": "should not", "wouldnt": "would not", "couldnt": "could not", "youre": "you are",
	"theyre": "they are", "heres": "here is", "lets": "let us",
}
