package judge

import (
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/lang"
)

// A Case is what a judge may look at beside the entries themselves: the turns
// of their episode. It also keeps what was read of each entry, so that no
// text is read twice. It is not safe for concurrent use; the zero Case knows no
// turn.
type Case struct {
	*words
	turns  map[dyadmem.TurnRef]string
	facts  map[string]*facts
	folded map[string]string
	kept   []*index
	opined map[uint64]opinion
	laid   comparison // the last one, whose room the next one takes

	stances    map[uint64]*stance // by the numbers of the entry and the turn
	sumA, sumB []float64          // room for sums over clauses
}

// NewCase returns the case of e.
func NewCase(e *bench.Episode) *Case {
	turns := make(map[dyadmem.TurnRef]string)
	for i := range e.Sessions {
		for _, t := range e.Sessions[i].Turns {
			turns[t.ID] = t.Text
		}
	}
	return CaseOf(turns)
}

// CaseOf returns the case of some turns by id.
func CaseOf(turns map[dyadmem.TurnRef]string) *Case { return &Case{turns: turns} }

// normalized returns text as [dyadmem.Normalize] does.
func (c *Case) normalized(text string) string {
	if n, ok := c.folded[text]; ok {
		return n
	}
	if c.folded == nil {
		c.folded = make(map[string]string)
	}
	n := dyadmem.Normalize(text)
	c.folded[text] = n
	return n
}

// Facts are what the judges read of one entry's content.
type facts struct {
	said   lang.Statement
	folded string
	terms  []term
	weight float64  // of all terms
	keys   []key    // what an entry on the same matter can share with it, in order
	items  []item   // terms and values in the order of the text
	worded *wording // nil until it is asked for
	heats  []heat
	num    uint32 // in the order of reading
	runes  int
}

// A term is a content word of an entry.
type term struct {
	id     int32
	weight float64
	sign   int8
	rank   int8
	way    int8
	scoped bool
	named  bool
}

// read returns the facts of text.
func (c *Case) read(text string) *facts {
	if f, ok := c.facts[text]; ok {
		return f
	}
	if c.words == nil {
		c.words = new(words)
	}
	if c.facts == nil {
		c.facts = make(map[string]*facts)
	}
	f := &facts{said: c.reader.Read(text), folded: strings.ToLower(text), runes: utf8.RuneCountInString(text)}
	f.terms = make([]term, 0, len(f.said.Terms))
	for _, t := range f.said.Terms {
		id := c.id(t.Text)
		w := weight(t)
		if t.Name {
			w = min(w, nameWeight) // two entries on one person are not on one matter yet
		}
		f.terms = append(f.terms, term{id: id, weight: w, sign: t.Sign, rank: t.Rank, way: t.Way, scoped: t.Scoped, named: t.Name})
		f.weight += w
	}
	f.keys = c.keysOf(f)
	f.items = itemsOf(f)
	f.num = uint32(len(c.facts))
	c.facts[text] = f
	return f
}

// wordingOf returns how f is worded, which is read when first asked for: most entries are told apart without it.
func (c *Case) wordingOf(f *facts) *wording {
	if f.worded == nil {
		f.worded = c.wording(c.reader.Words(f.folded))
	}
	return f.worded
}

// nameWeight is what a name counts for.
const nameWeight = 0.6

// weight says how much a term tells of the topic. Verbs that go with any
// object tell little.
func weight(t lang.Term) float64 {
	switch {
	case light[t.Text]:
		return 0.35
	case utf8.RuneCountInString(t.Text) == 1 && !t.Noun:
		return 0.7
	}
	return 1
}

// light are the stems and words of verbs and nouns that say little alone.
var light = stems(`like prefer use do make give get take keep have go want need ask let put set be come try help work start stop become provide follow apply
	用 使用 做 给 有 进行 用户 喜欢 要求 需要 希望 想 觉得 表示 采用 处理 打 开 放 弄 搞 来 去 当 算 作为 属于 情况 事情 东西 方式 时间 问题 内容 事 方面 部分
	answer reply respond response question ask say said tell mention message request topic talk speak call name try goal aim target ago already later mr mrs ms dr prof certain offer hold attend remain total person people
	提问 询问 回答 回复 答复 说 提到 提及 请求 谈到 谈 涉及 相关 有关 关于 遇到 消息 叫 名叫 名字 目标 已有 出现 提供 固定 动 做 这次 次 一律 含 当 多 事 仍 多半
	way case thing time matter question issue part kind sort type currently now`)

func stems(list string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		m[lang.Stem(w)] = true
	}
	return m
}
