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
