package lang

// negations finds the operators and what they reach. An operator turns the sign
// of the words of its clause; two of them over one word cancel out: 不是不能, "doesn't dislike".
func (p *parser) negations() {
	for i := 0; i < len(p.words); {
		if p.used[i] && p.words[i].Script != Han {
			i++
			continue
		}
		var next int
		if p.words[i].Script == Han {
			next = p.negationZh(i)
		} else {
			next = p.negationEn(i)
		}
		i = max(next, i+1)
	}
}

// flip turns the words from i on to the end of the clause, as far as no other
// clause begins.
func (p *parser) flip(from, to int) {
	for ; from < to; from++ {
		p.notes[from].flips++
	}
}

// reach opens the sign of the words before i in its clause: a negated
// predicate may have its object there.
func (p *parser) reach(i int) {
	for k := p.from(i); k < i; k++ {
		p.notes[k].open = true
	}
}

func (p *parser) dropped(from, to int, as string) {
	for k := from; k < to; k++ {
		p.notes[k].drop = true
	}
	if as != "" {
		p.notes[from].as = as
	}
}

// subordinate begin a part of a clause that a negation before it does not reach.
var subordinate = set("because since due owing thanks when whenever if while until unless after before so 因为 由于 因 所以 以便 以免")

// reached returns the end of what a negation at word i reaches.
func (p *parser) reached(i int) int { return p.notes[i].reach }
