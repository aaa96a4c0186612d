package score

import (
	"cmp"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// A Block is what the summary says of a stage.
type Block struct {
	Figures   Figures
	Groupings []Grouping
	Causes    Figures // counts of what failed, by cause
}

// A Grouping is the figures of a stage for the groups that its items fall into.
type Grouping struct {
	By     string // by_kind, say
	Groups []Group
}

// A Group is one of them.
type Group struct {
	Label   string
	Figures Figures
}

// Grouping returns the groups of that name, nil if there are none.
func (b *Block) Grouping(by string) []Group {
	i := slices.IndexFunc(b.Groupings, func(g Grouping) bool { return g.By == by })
	if i < 0 {
		return nil
	}
	return b.Groupings[i].Groups
}

// block returns what the terms of a stage come to.
func block[T any](s stage[T], c *counts[T]) *Block {
	ms := measures(s.metrics)
	b := &Block{Figures: figures(ms, c.total, c.total), Causes: figures(measures(s.causes), c.causes, c.causes)}
	all := maps.Clone(c.groups)
	for _, g := range s.always {
		if _, ok := all[g]; !ok {
			if all == nil {
				all = make(map[group][]Terms)
			}
			all[g] = nil
		}
	}
	order := slices.SortedFunc(maps.Keys(all), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.label, b.label))
	})
	for _, by := range s.by {
		g := Grouping{By: by}
		for _, in := range order {
			if in.by == by {
				g.Groups = append(g.Groups, Group{in.label, figures(ms, all[in], c.total)})
			}
		}
		b.Groupings = append(b.Groupings, g)
	}
	return b
}

// figures returns what terms come to, where whole are those of the whole stage.
// No terms are all 0.
func figures(ms []measure, terms, whole []Terms) Figures {
	fs := make(Figures, len(ms))
	for i, m := range ms {
		var t Terms
		if terms != nil {
			t = terms[i]
		}
		if m.whole > 0 && whole != nil {
			copy(t[m.whole:], whole[i][m.whole:])
		}
		fs[i] = m.figure(t)
	}
	return fs
}

// MarshalJSONTo writes an object: the figures, each grouping as an object by
// label or, by session index, as an array, then the causes.
func (b *Block) MarshalJSONTo(enc *jsontext.Encoder) error {
	return object(enc, func(w *writer) {
		w.nested(b.Figures)
		for _, g := range b.Groupings {
			w.token(jsontext.String(g.By))
			if g.By == bySessionIndex {
				w.array(g.Groups)
				continue
			}
			w.token(jsontext.BeginObject)
			for _, x := range g.Groups {
				w.token(jsontext.String(x.Label))
				w.token(jsontext.BeginObject)
				w.nested(x.Figures)
				w.token(jsontext.EndObject)
			}
			w.token(jsontext.EndObject)
		}
		w.nested(b.Causes)
	})
}

// array writes groups that are numbered from 1.
func (w *writer) array(groups []Group) {
	w.token(jsontext.BeginArray)
	for i, x := range groups {
		w.token(jsontext.BeginObject)
		w.token(jsontext.String("session"))
		w.token(jsontext.Int(int64(i + 1)))
		w.nested(x.Figures)
		w.token(jsontext.EndObject)
	}
	w.token(jsontext.EndArray)
}
