package model

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
)

// A Recaller is a Recaller: the model picks, out of the listed bank, the
// entries that a query needs. Of a bank that does not fit its context it is
// shown the entries that are nearest to the query in words.
type Recaller struct {
	Model Model

	// pool, where set, returns the entries that the model is shown.
	Pool func(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Entry, error)
}

// recallFormat is what the model has to reply with.
var recallFormat = &llm.Format{Name: "recall", List: "entries", Schema: json.RawMessage(`{"type":"object","properties":{"entries":{"type":"array","items":{"type":"integer"}}},"required":["entries"],"additionalProperties":false}`)}

// recallView is what the prompt shows.
type recallView struct {
	Time, Query string
	Limit       int
	Entries     []entryLine
	Left        bool
	All         int
}

// Recall returns what the model picks, in its order.
func (r Recaller) Recall(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
	entries := b.Entries
	if r.Pool != nil {
		var err error
		if entries, err = r.Pool(ctx, b, q); err != nil {
			return nil, err
		}
	}
	if len(entries) == 0 {
		return nil, nil
	}
	var hits []dyadmem.Hit
	err := r.Model.fit("recall", func(room int) error {
		view := recallView{Time: Stamp(q.At), Query: shorten(q.Text, room/2), Limit: q.K(), All: len(b.Entries)}
		view.Entries, view.Left = nearest(entries, q.Text, "", room-llm.EstimateTokens(view.Query), nil)
		left := view.Left
		view.Left = left || len(entries) < len(b.Entries)
		p, err := r.Model.prompt("recall", view, recallFormat)
		if err != nil {
			return err
		}
		p.Expect = 40
		p.Read = func(reply json.RawMessage) (repairs []llm.Repair, err error) {
			hits, repairs, err = readHits(reply, entries, q.K())
			if left {
				repairs = append(repairs, neighbour)
			}
			return repairs, err
		}
		return r.Model.ask(ctx, p)
	})
	return hits, err
}

// readHits reads a reply of recall. Numbers that name no entry are dropped; a
// reply of nothing else is none.
func readHits(reply json.RawMessage, entries []dyadmem.Entry, k int) (hits []dyadmem.Hit, repairs []llm.Repair, err error) {
	var form struct {
		Entries *references `json:"entries"`
	}
	if err := json.Unmarshal(reply, &form); err != nil {
		return nil, nil, err
	}
	if form.Entries == nil {
		return nil, nil, errors.New("it has no entries")
	}
	taken := make(map[int]bool)
	for _, ref := range *form.Entries {
		n := number(ref)
		if n < 1 || n > len(entries) {
			repairs = append(repairs, invented)
			continue
		}
		if !taken[n] && len(hits) < k {
			taken[n] = true
			hits = append(hits, dyadmem.Hit{Entry: entries[n-1], Score: 1 / float64(len(hits)+1), Reason: "the model's choice"})
		}
	}
	if len(hits) == 0 && len(repairs) > 0 {
		return nil, nil, errors.New("none of its numbers names an entry")
	}
	return hits, unique(repairs), nil
}
