package score

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// A matching pairs predicted with gold entries of one session, one to one.
type matching struct {
	gold   []int  // by predicted entry: the gold entry it is matched with, or -1
	repeat []bool // by predicted entry: it repeats another one, which stands for both
}

// match pairs entries that are judged the same: as many pairs as can be, of
// those the greatest summed similarity, of those by gold keys and the bytes of
// the predicted content (the gold entry of the smallest key is matched if it can
// be, with the smallest content that it can have, then the next). Predicted entries
// of one normalised content are one candidate; the rest of them stay unmatched.
// So the order of the lists does not matter.
func match(predicted, gold []bench.Entry, links []bench.Link) matching {
	m := matching{gold: make([]int, len(predicted)), repeat: make([]bool, len(predicted))}
	for i := range m.gold {
		m.gold[i] = -1
	}
	cands := candidates(predicted)
	type place struct{ cand, rank int }
	places := make([]place, len(predicted)) // of each predicted entry
	for c, cand := range cands {
		for rank, p := range cand.members {
			places[p] = place{c, rank}
		}
	}
	g := newGraph(len(gold))
	g.order = keyOrder(gold)
	for _, l := range links {
		if l.Same == bench.Yes {
			at := places[l.Pred]
			g.add(l.Gold, at.cand, edge{weight(l.Similarity), at.rank})
		}
	}
	chosen := make(map[int]int) // by candidate: the member that is matched
	for i, c := range g.match(len(cands)) {
		if c >= 0 {
			p := cands[c].members[g.edges[i][c].rank]
			m.gold[p] = i
			chosen[c] = p
		}
	}
	for c, cand := range cands {
		stands, ok := chosen[c]
		if !ok {
			stands = cand.members[0]
		}
		for _, p := range cand.members {
			m.repeat[p] = p != stands
		}
	}
	return m
}

// A candidate is the predicted entries of one normalised content, in an order
// that does not depend on that of the input.
type candidate struct{ members []int }

// candidates returns the candidates in the order of their content.
func candidates(predicted []bench.Entry) []candidate {
	order := upTo(len(predicted))
	slices.SortStableFunc(order, func(a, b int) int { return compare(&predicted[a], &predicted[b]) })
	at := make(map[string]int, len(predicted))
	var cands []candidate
	for _, p := range order {
		n := dyadmem.Normalize(predicted[p].Content)
		c, ok := at[n]
		if !ok {
			c = len(cands)
			at[n] = c
			cands = append(cands, candidate{})
		}
		cands[c].members = append(cands[c].members, p)
	}
	return cands
}

// compare orders entries by the bytes of their content, then by all else that
// a judge or a metric reads.
func compare(a, b *bench.Entry) int {
	return cmp.Or(
		strings.Compare(a.Content, b.Content),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Key, b.Key),
		slices.Compare(a.Evidence, b.Evidence),
	)
}

// keyOrder returns the indexes of entries in the order of their keys.
func keyOrder(entries []bench.Entry) []int {
	order := upTo(len(entries))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(entries[a].Key, entries[b].Key), compare(&entries[a], &entries[b]))
	})
	return order
}

// weight returns a similarity as a whole number, so that sums are exact and
// ties are ties.
func weight(similarity float64) int64 {
	return int64(math.Round(min(1, max(0, similarity)) * unit))
}

const unit = 1e9

// An edge says that a gold entry and a candidate are the same, by the member of
// the candidate that is most similar, of those the first.
type edge struct {
	weight int64
	rank   int // of the member
}

// A graph holds for each gold entry its edges, by candidate.
type graph struct {
	edges []map[int]edge
	order []int // the gold entries by key
}

// newGraph returns a graph without edges for so many gold entries, in their order.
func newGraph(gold int) *graph {
	return &graph{edges: make([]map[int]edge, gold), order: upTo(gold)}
}

func (g *graph) add(gold, cand int, e edge) {
	if g.edges[gold] == nil {
		g.edges[gold] = make(map[int]edge, 1)
	}
	was, ok := g.edges[gold][cand]
	if !ok || was.weight < e.weight || was.weight == e.weight && was.rank > e.rank {
		g.edges[gold][cand] = e
	}
}

// match returns for each gold entry its candidate, or -1. Candidates are
// numbered in the order of their content. Parts of the graph that hang together
// are matched one by one; nearly all of them are a single edge.
func (g *graph) match(candidates int) []int {
	matched := make([]int, len(g.edges))
	for i := range matched {
		matched[i] = -1
	}
	root := newForest(len(g.edges) + candidates)
	for i, edges := range g.edges {
		for c := range edges {
			root.join(i, len(g.edges)+c)
		}
	}
	parts := make(map[int]*part)
	var roots []int
	for _, i := range g.order {
		if len(g.edges[i]) == 0 {
			continue
		}
		r := root.of(i)
		if parts[r] == nil {
			parts[r] = new(part)
			roots = append(roots, r)
		}
		parts[r].gold = append(parts[r].gold, i)
	}
	for c := range candidates {
		if p := parts[root.of(len(g.edges)+c)]; p != nil {
			p.cands = append(p.cands, c)
		}
	}
	for _, r := range roots {
		p := parts[r]
		if len(p.gold) == 1 && len(p.cands) == 1 {
			matched[p.gold[0]] = p.cands[0]
			continue
		}
		weights := make([][]int64, len(p.gold))
		for row, i := range p.gold {
			weights[row] = make([]int64, len(p.cands))
			for col, c := range p.cands {
				weights[row][col] = -1
				if e, ok := g.edges[i][c]; ok {
					weights[row][col] = e.weight
				}
			}
		}
		for row, col := range assign(weights) {
			if col >= 0 {
				matched[p.gold[row]] = p.cands[col]
			}
		}
	}
	return matched
}

// A part is gold entries (by key) and candidates (by content) that hang together.
type part struct{ gold, cands []int }

// A forest joins numbers into sets.
type forest []int

func newForest(n int) forest {
	return upTo(n)
}

// upTo returns 0, 1, … n−1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func (f forest) of(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

func (f forest) join(i, j int) { f[f.of(i)] = f.of(j) }
