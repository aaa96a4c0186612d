package lang

import "strings"

// conditionsEn begin a condition that goes on to the end of its clause.
var conditionsEn = set("when whenever if unless while during whilst where wherever regarding concerning")

// conditionsZh likewise.
var conditionsZh = set("如果 要是 假如 若 当 除非 一旦 只要 每当 每逢 凡是 遇到 碰到 遇上 涉及 关于 对于 针对 有关 至于 倘若 假使 万一")

// conditionEndsZh end a condition that began with their clause.
var conditionEndsZh = set("时 时候 期间 的时候 之时 的话 相关 有关 方面")

// subjectsOf are the nouns of "for questions about …".
var subjectsOf = set("question questions issue issues topic topics matter matters request requests query queries")

// conditions marks the words that stand in a condition.
func (p *parser) conditions() {
	for i, w := range p.words {
		if p.notes[i].plain {
			continue
		}
		switch {
		case conditionsEn[w.Text]:
			end := p.to(i)
			for k := i + 3; k < end; k++ {
				if i == p.from(i) && (p.word(k) == "user" || p.word(k) == "assistant") && articles[p.word(k-1)] {
					end = k - 1 // "While on skis the user …"
				}
			}
			p.scope(i+1, end)
		case w.Text == "for" || w.Text == "on" || w.Text == "about":
			for k := i + 1; k < p.to(i); k++ {
				if subjectsOf[p.word(k)] {
					p.scope(i+1, p.to(i))
					break
				}
			}
		case w.Text == "when" && p.word(i+1) == "it", w.Text == "anything" && p.word(i+1) == "to" && p.word(i+2) == "do":
			p.scope(i+1, p.to(i))
		case w.Text == "in" && p.word(i+1) == "case", w.Text == "as" && p.word(i+1) == "long":
			p.scope(i+2, p.to(i))
		case conditionsZh[w.Text]:
			end := p.to(i)
			for k := i + 1; k < end; k++ {
				if conditionEndsZh[p.word(k)] || p.word(k) == "问题" {
					end = k
				}
			}
			p.scope(i+1, end)
		case conditionEndsZh[w.Text] && i > p.from(i):
			p.scope(p.from(i), i)
		case w.Text == "问题" && i > p.from(i)+1 && i+1 < p.to(i) && (p.word(i-1) == "的" || p.word(i-1) == "类"):
			p.scope(p.from(i), i)
		}
	}
}

func (p *parser) scope(from, to int) {
	for ; from < to; from++ {
		p.notes[from].scoped = true
	}
}

// order marks what comes first and what comes later: "A before B", "first A,
// then B", 先A再B, "from A to B".
func (p *parser) order() {
	for i, w := range p.words {
		from, to := p.from(i), p.to(i)
		switch w.Text {
		case "before":
			p.around(i, 1)
		case "after":
			p.around(i, -1)
		case "since": // it holds after that
			p.rank(i+1, to, -1)
		case "until", "till":
			switch {
			case p.notes[i].barred:
			case p.waits(i): // it comes later
				p.rank(from, i, 1)
				p.rank(i+1, to, -1)
			default:
				p.rank(i+1, to, 1)
				p.end(i+1, to, 1)
			}
		case "than":
			p.than(i)
		case "比", "多过", "胜过", "强过", "大过", "好过":
			p.thanZh(i)
		case "比起", "相比", "较之":
			if i == from {
				p.rank(i+1, to, -1)
				p.rankNext(to, 1)
			}
		case "then", "afterwards", "afterward", "finally", "lastly", "later":
			if i+1 >= to {
				p.rank(from, i, 2)
			} else {
				p.rank(i+1, to, 2)
			}
			p.notes[i].drop = true
		case "followed":
			if p.word(i+1) == "by" {
				p.rank(from, i, -1)
				p.rank(i+2, to, 1)
				p.notes[i].drop = true
			}
		case "first":
			if i+1 >= to || p.words[i+1].Stop {
				p.rank(from, i, -2)
			} else {
				p.rank(i+1, to, -2)
			}
			p.notes[i].drop = true
		case "last":
			if i+1 >= to {
				p.rank(from, i, 2)
			}
		case "with":
			switch p.word(i - 1) {
			case "lead", "start", "begin", "open", "leads", "starts", "begins", "opens", "leading", "starting", "beginning", "opening":
				p.rank(i+1, to, -2)
				p.notes[i-1].drop = true
			case "end", "close", "finish", "ends", "finishes":
				p.rank(i+1, to, 2)
			}
		case "swapped", "swap", "swaps", "replaced", "replace", "replaces", "exchanged", "exchange", "traded", "trade":
			for k := i + 2; k < to; k++ {
				if w := p.word(k); w == "for" || w == "with" || w == "by" {
					p.leg(i+1, k, to)
				}
			}
		case "from":
			if p.word(i+1) == "now" {
				continue // from now on
			}
			if p.used[min(i+1, to-1)] || p.word(i+1) == "the" && (p.word(i+2) == "end" || p.word(i+2) == "start" || p.word(i+2) == "beginning") {
				p.since(i, to)
			}
			for k := i + 1; k < to; k++ {
				if p.word(k) == "to" && !p.used[k] {
					p.leg(i+1, k, to)
					break
				}
			}
		case "换成", "改成", "改为", "变成", "变为", "换为":
			if k := p.from(i); p.word(k) != "从" && p.word(k) != "由" && i > k {
				p.leg(from, i, to)
			}
		case "先", "首先", "先是", "先要", "先给", "先说":
			p.rank(i+1, to, -2)
			p.notes[i].drop = true
		case "再", "然后", "接着", "随后", "最后", "其次":
			p.rank(i+1, to, 2)
			p.notes[i].drop = p.notes[i].drop || w.Text != "最后"
		case "之后", "以后", "后":
			if i > from && p.used[i-1] {
				continue // after ten o'clock
			}
			p.rank(from, i, -1)
			p.rank(i+1, to, 1)
			if i+1 == to {
				p.rankNext(to, 1)
			}
		case "前", "前面", "最前", "最前面", "开头", "最前头":
			if i+1 >= to && (w.Text != "前" || p.word(i-1) == "在" || p.word(i-1) == "放") {
				p.rank(from, i, -2)
				p.notes[i].drop = true
			} else if w.Text == "前" {
				p.rank(from, i, 1)
				p.rank(i+1, to, -1)
			}
		case "后面", "末尾", "最后面", "结尾":
			if i+1 >= to {
				p.rank(from, i, 2)
				p.notes[i].drop = true
			}
		case "之前", "以前":
			if i > from && p.used[i-1] {
				continue
			}
			p.rank(from, i, 1)
			p.rank(i+1, to, -1)
			if i+1 == to {
				p.rankNext(to, -1)
			}
		case "从", "由":
			for k := i + 1; k < to; k++ {
				if reachedZh[p.word(k)] && !p.used[k] {
					p.leg(i+1, k, to)
				}
			}
		case "开篇", "打头":
			p.rank(from, i, -2)
			p.notes[i].drop = true
		}
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

// rankValues gives values the rank, the clause and the actor of the words that they stand on.
func (p *parser) rankValues(values []Value) {
	i := 0
	for k := range values {
		for i > 0 && p.words[i].Start > values[k].Start {
			i--
		}
		for i+1 < len(p.words) && p.words[i].End <= values[k].Start {
			i++
		}
		if i < len(p.words) {
			values[k].Rank, values[k].Clause, values[k].Of = p.notes[i].leg, p.notes[i].segment, p.notes[i].of
		}
	}
}

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

// rankNext ranks the clause after the one that ends at word to.
func (p *parser) rankNext(to int, r int8) {
	if to < len(p.words) {
		p.rank(to, p.to(to), r)
	}
}

func (p *parser) rank(from, to int, r int8) {
	for ; from < to; from++ {
		p.notes[from].rank = r
	}
}
