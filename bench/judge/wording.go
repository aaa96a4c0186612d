package judge

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// A token is a word of an entry as it stands beside the words of another one.
type token struct {
	id   int32
	sort tokenSort
}

// A tokenSort is what a word does in its entry.
type tokenSort uint8

const (
	contentWord  tokenSort = iota
	functionWord           // it may change what is said: negations, limits, prepositions
	dyadWord               // the user or the agent: who does a thing, not what it is
	grammarWord            // it says nothing
)

// A knownWord is what a [words] keeps of a word.
type knownWord struct {
	token
	passive, every bool
	gist           lang.Gist
}

// A wording is how an entry is worded.
type wording struct {
	tokens  []token
	own     []int32 // those that it does not share with every other entry, sorted
	passive bool
	every   bool        // it speaks of all of a thing, or of all times
	gist    lang.Gist   // of length 1 if any word is known
	parts   []lang.Gist // of its clauses, those of known words, of length 1
}

// wording reads what only entries of one turn are compared by.
func (w *words) wording(list []lang.Word) *wording {
	r := &wording{tokens: make([]token, len(list)), own: make([]int32, 0, len(list))}
	var part lang.Gist
	end := func() {
		r.gist.Add(&part)
		if part.Scale() {
			r.parts = append(r.parts, part)
		}
		part = lang.Gist{}
	}
	for i := range list {
		if i > 0 && lang.EndsClause(list[i].Break) {
			end()
		}
		k := w.known(&list[i])
		r.tokens[i] = k.token
		r.passive, r.every = r.passive || k.passive, r.every || k.every
		if k.sort < dyadWord {
			r.own = append(r.own, k.id)
		}
		part.Add(&k.gist)
	}
	end()
	r.gist.Scale()
	slices.Sort(r.own)
	return r
}

// known returns what is kept of a word, which is found once.
func (w *words) known(x *lang.Word) *knownWord {
	k, ok := w.tokens[x.Term]
	if !ok {
		if w.tokens == nil {
			w.tokens = make(map[string]*knownWord)
		}
		t := strings.Clone(x.Term)
		k = &knownWord{gist: lang.GistOf(t), passive: t == "by" || t == "由" || t == "被", every: everyWords[t]}
		k.id = int32(len(w.tokens))
		switch {
		case grammarWords[t]:
			k.sort = grammarWord
		case dyadWords[t]:
			k.sort = dyadWord
		case x.Stop:
			k.sort = functionWord
		}
		w.tokens[t] = k
	}
	return k
}

func wordSet(list string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// Words as [lang.Words] has them: English ones by stem.
var (
	grammarWords = wordSet(`a an and are as at be by can do does for from has have in is it its may must of on or s shall should so than that the their then there these this those to want what which who will with would
		上 与 个 中 为 之 也 了 从 以 会 其 再 到 及 后 和 在 对 将 就 希望 并 应 应该 得 想 所 把 时 是 由 的 着 等 给 而 被 要 要求 让 请 过 这 那 都 里 需 需要 须`)
	dyadWords  = wordSet("user agent ask he she his her him they them 用户 助手")
	everyWords = wordSet(`all every each ani alway whatev whenev everi everyth everyon both whole anyth never
		所有 任何 一律 凡 凡是 无论 不论 每 每次 总 总是 全 全部 永远 都 各 长期 以后 往后`)
)

// strays returns how many words of weight each has that the other lacks: the lesser number.
func (a *wording) strays(b *wording) int {
	x, y := a.own, b.own
	left, rite := 0, 0
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case j == len(y) || i < len(x) && x[i] < y[j]:
			left++
			i++
		case i == len(x) || x[i] > y[j]:
			rite++
			j++
		default:
			for id := x[i]; i < len(x) && x[i] == id; i++ {
			}
			for id := y[j]; j < len(y) && y[j] == id; j++ {
			}
		}
	}
	return min(left, rite)
}

// frame returns the share of the longer one's words that begin and end both alike. Two
// people who write down one remark do not come upon one frame.
func (a *wording) frame(b *wording) float64 {
	x, y := a.tokens, b.tokens
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(y) == 0 {
		return 0
	}
	n := 0
	for n < len(x) && x[n].id == y[n].id {
		n++
	}
	for i := 1; n < len(x) && x[len(x)-i].id == y[len(y)-i].id; i++ {
		n++
	}
	return float64(n) / float64(len(y))
}

// turned reports whether two words of the one stand in each other's place in the
// other, about a third one that stays: "Ada lends, Ben keeps" against "Ben lends, Ada
// keeps". What is only moved to the front turns nothing, and a passive may.
func (a *wording) turned(b *wording) bool {
	if a.passive != b.passive {
		return false
	}
	type place struct {
		at    int  // in b
		plain bool // a word of content
	}
	shared := make([]place, 0, 24)
	for _, t := range a.tokens {
		if t.sort == grammarWord || a.once(t.id) < 0 {
			continue
		}
		if at := b.once(t.id); at >= 0 {
			shared = append(shared, place{at, t.sort == contentWord})
		}
	}
	for i, x := range shared {
		for j, z := range shared[i+1:] {
			if !z.plain || z.at > x.at {
				continue
			}
			for _, y := range shared[i+j+2:] {
				if y.at < z.at {
					return true
				}
			}
		}
	}
	return false
}

// once returns where the word stands if it comes once, else -1.
func (a *wording) once(id int32) int {
	at := -1
	for i, t := range a.tokens {
		if t.id == id {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// spansApart reports whether the one tells of what lasts and the other of what passes:
// "for good" against "this week".
func (p *comparison) spansApart() bool {
	a, b := spanOf(p.a.folded), spanOf(p.b.folded)
	return a*b < 0
}

// spanOf returns +1 for what lasts, -1 for what passes, 0 if the text says neither or both.
func spanOf(text string) int {
	says := func(phrases []string) bool {
		return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, p) })
	}
	switch lasts, passes := says(lasting), says(passing); {
	case lasts == passes:
		return 0
	case lasts:
		return 1
	}
	return -1
}

var (
	lasting = []string{"from now on", "for good", "permanently", "in future", "going forward", "henceforth", "indefinitely", "往后", "今后", "永远", "永久", "长期", "从此", "用户以后", "助手以后", "，以后", "。以后"}
	passing = []string{"this week", "this month", "this time", "this once", "this year", "this term", "this season", "tonight", "today", "tomorrow", "until ", "for now", "for the time being", "for the moment", "temporar", "just once", "one-off", "meanwhile",
		"这周", "本周", "这个周", "本月", "这个月", "这学期", "本学期", "今年", "今天", "今晚", "明天", "这几天", "这次", "暂时", "临时", "眼下", "直到", "为止"}
)
