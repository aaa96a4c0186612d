package lang

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
			if !p.notes[i].barred {
				p.rank(i+1, to, 1)
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
			for k := i + 1; k < to; k++ {
				if p.word(k) == "to" && !p.used[k] {
					p.leg(i+1, k, to)
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

var reachedZh = set("到 改到 改成 改为 换成 换到 变成 变为 搬到 转到 调到 升到 升级 至")

// rankValues gives values the rank and the clause of the words that they stand on.
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
			values[k].Rank, values[k].Clause = p.notes[i].leg, p.notes[i].segment
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
	end := i + 1
	for end < to && (p.words[end].Stop || p.used[end]) {
		end++
	}
	for end < to && !p.words[end].Stop && !userWords[p.word(end)] {
		end++
	}
	p.rank(i+1, end, r)
	p.rank(end, to, -r)
	p.rankNext(to, -r)
}

// leg marks what lies between from and the turning point as left, what lies
// behind it as reached.
func (p *parser) leg(from, turn, to int) {
	p.rank(from, turn, -1)
	p.rank(turn+1, to, 1)
	for k := from; k < to; k++ {
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
