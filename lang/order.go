package lang

import "strings"

// order marks what comes first and what comes later: "A before B", "first A,
// then B", 先A再B, "from A to B".
func (p *parser) order() {
	for i, w := range p.words {
		if rule := orders[w.Text]; rule != nil {
			rule(p, i, p.from(i), p.to(i))
		}
	}
}

// orders are the words that tell an order, and what each does at word i of a clause.
var orders = byWord(map[string]func(p *parser, i, from, to int){
	"before":     func(p *parser, i, _, _ int) { p.around(i, 1) },
	"after":      func(p *parser, i, _, _ int) { p.around(i, -1) },
	"since":      func(p *parser, i, _, to int) { p.rank(i+1, to, -1) }, // it holds after that
	"until till": (*parser).until,
	"than":       func(p *parser, i, _, _ int) { p.than(i) },
	"then afterwards afterward finally lastly later": (*parser).then,
	"followed": (*parser).followed,
	"first":    (*parser).first,
	"last":     (*parser).last,
	"with":     (*parser).opening,
	"from":     (*parser).fromTo,
	"swapped swap swaps replaced replace replaces exchanged exchange traded trade": (*parser).swap,

	"比 多过 胜过 强过 大过 好过":   func(p *parser, i, _, _ int) { p.thanZh(i) },
	"比起 相比 较之":           (*parser).comparedZh,
	"换成 改成 改为 变成 变为 换为":  (*parser).becomesZh,
	"先 首先 先是 先要 先给 先说":   func(p *parser, i, _, to int) { p.rankWithout(i, i+1, to, -2) },
	"再 然后 接着 随后 其次":      func(p *parser, i, _, to int) { p.rankWithout(i, i+1, to, 2) },
	"最后":                 func(p *parser, i, _, to int) { p.rank(i+1, to, 2) },
	"之后 以后 后":            (*parser).afterZh,
	"之前 以前":              (*parser).beforeZh,
	"前 前面 最前 最前面 开头 最前头": (*parser).inFrontZh,
	"后面 末尾 最后面 结尾":       (*parser).atTheEndZh,
	"从 由":                (*parser).fromZh,
	"开篇 打头":              func(p *parser, i, from, _ int) { p.rankWithout(i, from, i, -2) },
})

// byWord returns what stands under several words under each of them.
func byWord[T any](lists map[string]T) map[string]T {
	m := make(map[string]T)
	for list, what := range lists {
		for w := range strings.FieldsSeq(list) {
			m[w] = what
		}
	}
	return m
}

func (p *parser) rank(from, to int, r int8) {
	for ; from < to; from++ {
		p.notes[from].rank = r
	}
}

// rankWithout ranks words, and drops the word that tells it.
func (p *parser) rankWithout(i, from, to int, r int8) {
	p.rank(from, to, r)
	p.notes[i].drop = true
}

// rankNext ranks the clause after the one that ends at word to.
func (p *parser) rankNext(to int, r int8) {
	if to < len(p.words) {
		p.rank(to, p.to(to), r)
	}
}

func (p *parser) until(i, from, to int) {
	switch {
	case p.notes[i].barred:
	case p.waits(i): // it comes later
		p.rank(from, i, 1)
		p.rank(i+1, to, -1)
	default:
		p.rank(i+1, to, 1)
		p.end(i+1, to, 1)
	}
}

func (p *parser) then(i, from, to int) {
	if i+1 >= to {
		p.rankWithout(i, from, i, 2)
	} else {
		p.rankWithout(i, i+1, to, 2)
	}
}

func (p *parser) followed(i, from, to int) {
	if p.word(i+1) == "by" {
		p.rank(from, i, -1)
		p.rankWithout(i, i+2, to, 1)
	}
}

func (p *parser) first(i, from, to int) {
	if i+1 >= to || p.words[i+1].Stop {
		p.rankWithout(i, from, i, -2)
	} else {
		p.rankWithout(i, i+1, to, -2)
	}
}

func (p *parser) last(i, from, to int) {
	if i+1 >= to {
		p.rank(from, i, 2)
	}
}

// opening reads "lead with …", "end with …".
func (p *parser) opening(i, _, to int) {
	switch p.word(i - 1) {
	case "lead", "start", "begin", "open", "leads", "starts", "begins", "opens", "leading", "starting", "beginning", "opening":
		p.rankWithout(i-1, i+1, to, -2)
	case "end", "close", "finish", "ends", "finishes":
		p.rank(i+1, to, 2)
	}
}

// swap reads "replace A with B".
func (p *parser) swap(i, _, to int) {
	for k := i + 2; k < to; k++ {
		if w := p.word(k); w == "for" || w == "with" || w == "by" {
			p.leg(i+1, k, to)
		}
	}
}

// fromTo reads "from Monday", "from A to B"; "from now on" is no order.
func (p *parser) fromTo(i, _, to int) {
	next, after := p.word(i+1), p.word(i+2)
	if next == "now" {
		return
	}
	if p.used[min(i+1, to-1)] || next == "the" && (after == "end" || after == "start" || after == "beginning") {
		p.since(i, to)
	}
	for k := i + 1; k < to; k++ {
		if p.word(k) == "to" && !p.used[k] {
			p.leg(i+1, k, to)
			return
		}
	}
}

func (p *parser) fromZh(i, _, to int) {
	for k := i + 1; k < to; k++ {
		if reachedZh[p.word(k)] && !p.used[k] {
			p.leg(i+1, k, to)
		}
	}
}

// comparedZh reads 比起甲，乙….
func (p *parser) comparedZh(i, from, to int) {
	if i == from {
		p.rank(i+1, to, -1)
		p.rankNext(to, 1)
	}
}

// becomesZh reads 甲换成乙, unless 从 opens the clause.
func (p *parser) becomesZh(i, from, to int) {
	if p.word(from) != "从" && p.word(from) != "由" && i > from {
		p.leg(from, i, to)
	}
}

func (p *parser) afterZh(i, from, to int) {
	if i > from && p.used[i-1] {
		return // after ten o'clock
	}
	p.rank(from, i, -1)
	p.rank(i+1, to, 1)
	if i+1 == to {
		p.rankNext(to, 1)
	}
}

func (p *parser) beforeZh(i, from, to int) {
	if i > from && p.used[i-1] {
		return
	}
	p.rank(from, i, 1)
	p.rank(i+1, to, -1)
	if i+1 == to {
		p.rankNext(to, -1)
	}
}

// inFrontZh reads 结论放前面; 前 alone means "before", unless something is put there.
func (p *parser) inFrontZh(i, from, to int) {
	before := p.word(i) == "前"
	switch {
	case i+1 >= to && (!before || p.word(i-1) == "在" || p.word(i-1) == "放"):
		p.rankWithout(i, from, i, -2)
	case before:
		p.rank(from, i, 1)
		p.rank(i+1, to, -1)
	}
}

func (p *parser) atTheEndZh(i, from, to int) {
	if i+1 >= to {
		p.rankWithout(i, from, i, 2)
	}
}

// waits reports whether what stands before the "until" at word i is put off till then.
func (p *parser) waits(i int) bool {
	for k := p.from(i); k < i; k++ {
		switch p.words[k].Term {
		case "wait", "hold", "postpon":
			return i+1 < len(p.words) && !p.used[i+1]
		}
	}
	return false
}

// since marks that something holds from what follows word i on, unless it says till when.
func (p *parser) since(i, to int) {
	for k := i + 1; k < to; k++ {
		if w := p.word(k); w == "to" || w == "until" || w == "till" || w == "through" {
			return
		}
	}
	p.end(i+1, to, -1)
}

// end marks the values right after word from-1 as what is left (-1) or reached (+1).
func (p *parser) end(from, to int, leg int8) {
	for k := from; k < to; k++ {
		switch p.word(k) {
		case "end", "start", "beginning", "middle":
		default:
			if !p.used[k] && !p.words[k].Stop {
				return
			}
		}
		p.notes[k].leg = leg
	}
}

// than ranks what is more before what it is compared with.
func (p *parser) than(i int) {
	from, to := p.from(i), p.to(i)
	if p.used[i] || p.used[min(i+1, to-1)] {
		return
	}
	more := int8(1)
	for k := from; k < i; k++ {
		switch p.word(k) {
		case "rather", "other", "sooner":
			return
		case "less", "fewer", "worse":
			more = -1
		}
	}
	p.rank(from, i, more)
	p.rank(i+1, to, -more)
}

// thanZh does as than does: 甲比乙更…, 甲多过乙.
func (p *parser) thanZh(i int) {
	from, to := p.from(i), p.to(i)
	if i == from || p.used[i] {
		return
	}
	end := to
	if p.word(i) == "比" {
		for end = i + 1; end < to && p.word(end) != "更" && p.word(end) != "还" && !strings.HasPrefix(p.words[end].Tag, "a"); {
			end++
		}
	}
	p.rank(from, i, 1)
	p.rank(i+1, end, -1)
}

var reachedZh = set("到 改到 改成 改为 换成 换到 变成 变为 搬到 转到 调到 升到 升级 至")

// around ranks what a "before" (r is 1) or an "after" (-1) at word i stands
// between. At the beginning of a clause its own part is the phrase after it: "after
// lunch the user reads".
func (p *parser) around(i int, r int8) {
	from, to := p.from(i), p.to(i)
	if i > from {
		p.rank(from, i, -r)
		p.rank(i+1, to, r)
		return
	}
	end := p.ownPart(i, to)
	p.rank(i+1, end, r)
	p.rank(end, to, -r)
	p.rankNext(to, -r)
}

// ownPart returns the end of what belongs to the "before" or "after" at word i, the
// first of a clause that ends at word to: all of it if it has a verb of its own and another
// clause follows ("before the bread is cut, …"), the phrase after it otherwise.
func (p *parser) ownPart(i, to int) int {
	if to < len(p.words) {
		for k := i + 2; k < to; k++ {
			if beForms[p.word(k)] {
				return to
			}
		}
	}
	end := i + 1
	for end < to && (p.words[end].Stop || p.used[end]) {
		end++
	}
	for end < to && !p.words[end].Stop && !userWords[p.word(end)] {
		end++
	}
	return end
}

// leg marks what lies between from and the turning point as left, what lies
// behind it as reached.
func (p *parser) leg(from, turn, to int) {
	p.rank(from, turn, -1)
	p.rank(turn+1, to, 1)
	for k := from; k < to; k++ {
		if k > turn+1 && prepositions[p.word(k)] {
			return // "from Leeds to York on Monday": the day is neither left nor reached
		}
		p.notes[k].leg = p.notes[k].rank
	}
}
