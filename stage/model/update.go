package model

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// A Updater is the Updater of the system `model`: the model compares what
// was captured with the bank and says what is new, what only repeats, and what
// is no longer valid. Of a bank that does not fit the model's context it reads
// the entries that are nearest to the session; a long session is read in parts.
type Updater struct {
	Model Model

	// hints, where set, are the operations that rules propose.
	Hints func(ctx context.Context, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) ([]dyadmem.Op, error)
}

// updateFormat is what the model has to reply with.
var updateFormat = &llm.Format{Name: "update", Schema: json.RawMessage(`{"type":"object","properties":{` +
	`"add":{"type":"array","items":{"type":"string"}},"merge":{"type":"array","items":{"type":"string"}},` +
	`"new":{"type":"array","items":` + entrySchema + `},` +
	`"delete":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"why":{"type":"string","enum":["forget","corrected","superseded","expired"]},` +
	`"evidence":{"type":"array","items":{"type":"integer"}}},"required":["key","why","evidence"],"additionalProperties":false}}},` +
	`"required":["add","merge","new","delete"],"additionalProperties":false}`)}

// updateView is what the prompt shows.
type updateView struct {
	Role, Time string
	Bank       []entryLine
	Left       bool // entries were left out
	All        int
	Captured   []entryLine
	Turns      []turnLine
	Proposals  []string
}

// An entryLine is an entry as a prompt shows it.
type entryLine struct {
	N              int
	Key            string
	Kind           dyadmem.Kind
	Content        string
	At, Until      string
	Expired        bool
	Evidence       []int
	tokens, number int // of the text; of the entry in its list
}

// Update returns what the model makes of the session.
func (u Updater) Update(ctx context.Context, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) ([]dyadmem.Op, error) {
	if len(captured) == 0 && len(prior.Entries) == 0 {
		return nil, nil // there is nothing to add, merge or delete
	}
	var proposed []dyadmem.Op
	if u.Hints != nil {
		var err error
		if proposed, err = u.Hints(ctx, prior, s, captured); err != nil {
			return nil, err
		}
	}
	var ops []dyadmem.Op
	err := u.Model.fit("update", func(room int) error {
		var wait error
		ops = nil
		parts := windows(s, room*2/5, nil)
		for i, w := range parts {
			job := updating{prior: prior, session: s, window: w, proposed: proposed, room: room}
			for j, e := range captured {
				if belongs(s, parts, e) == i {
					job.captured = append(job.captured, j)
				}
			}
			got, err := u.window(ctx, job, captured)
			switch {
			case pending(err):
				wait = err
			case err != nil:
				return err
			}
			ops = append(ops, got...)
		}
		return wait
	})
	if err != nil {
		return nil, err
	}
	return once(ops), nil
}

// belongs returns the window that shows the first evidence of e, the first if
// none does.
func belongs(s dyadmem.Session, parts []window, e dyadmem.Entry) int {
	for i, w := range parts {
		if slices.ContainsFunc(s.Turns[w.first:w.to], func(t dyadmem.Turn) bool { return slices.Contains(e.Evidence, t.ID) }) {
			return i
		}
	}
	return 0
}

// An updating is the update of one window.
type updating struct {
	prior    dyadmem.Bank
	session  dyadmem.Session
	window   window
	captured []int // of the entries captured in the session, those of the window
	proposed []dyadmem.Op
	room     int
}

func (u Updater) window(ctx context.Context, job updating, captured []dyadmem.Entry) ([]dyadmem.Op, error) {
	s := job.session
	view := updateView{Role: s.Role, Time: Stamp(s.At), Turns: turnLines(s, job.window, job.room*2/5), All: len(job.prior.Entries)}
	used := 0
	for _, t := range view.Turns {
		used += llm.EstimateTokens(t.Text) + 8
	}
	near := make([]string, 0, len(view.Turns)+len(job.captured))
	for _, j := range job.captured {
		l := lineOf(captured[j], "c", j)
		for i, t := range s.Turns {
			if slices.Contains(captured[j].Evidence, t.ID) {
				l.Evidence = append(l.Evidence, i+1)
			}
		}
		used += l.tokens
		view.Captured = append(view.Captured, l)
		near = append(near, l.Content)
	}
	for _, t := range view.Turns {
		near = append(near, t.Text)
	}
	view.Bank, view.Left = nearest(job.prior.Entries, strings.Join(near, "\n"), "b", job.room-used, func(i int, e dyadmem.Entry) bool {
		return e.Expired(s.At) || slices.ContainsFunc(job.proposed, func(op dyadmem.Op) bool { return op.Entry.Key == e.Key })
	})
	for i := range view.Bank {
		view.Bank[i].Expired = job.prior.Entries[view.Bank[i].number].Expired(s.At)
	}
	keys := updateKeys{prior: job.prior.Entries, captured: captured}
	for _, op := range job.proposed {
		if op.Action == dyadmem.Delete {
			if k := keys.short(op.Entry.Key); k != "" {
				view.Proposals = append(view.Proposals, fmt.Sprintf("%s %s: %s", deleteOrMerge(op), k, op.Why))
			}
		}
	}
	p, err := u.Model.prompt("update", view, updateFormat)
	if err != nil {
		return nil, err
	}
	p.Expect = 60 + 20*len(view.Captured)
	var ops []dyadmem.Op
	p.Read = func(reply json.RawMessage) (repairs []llm.Repair, err error) {
		ops, repairs, err = keys.read(reply, s)
		if view.Left {
			repairs = append(repairs, neighbour)
		}
		return repairs, err
	}
	return ops, u.Model.ask(ctx, p)
}

func deleteOrMerge(op dyadmem.Op) string {
	if op.Why == dyadmem.WhyMerged {
		return "merge"
	}
	return "delete"
}

// lineOf returns entry e, number n of its list, as a prompt shows it.
func lineOf(e dyadmem.Entry, list string, n int) entryLine {
	l := entryLine{N: n + 1, Key: fmt.Sprintf("%s%d", list, n+1), Kind: e.Kind, Content: e.Content, At: day(e.At), Until: day(e.Until), number: n}
	l.tokens = llm.EstimateTokens(e.Content) + 16
	return l
}

// nearest returns the entries as lines, in their order. Those that do not fit
// into room are left out: first what must holds goes in, then what is nearest
// to the text in words, then the newest.
func nearest(entries []dyadmem.Entry, text, list string, room int, must func(i int, e dyadmem.Entry) bool) (lines []entryLine, left bool) {
	total := 0
	for i, e := range entries {
		l := lineOf(e, list, i)
		total += l.tokens
		lines = append(lines, l)
	}
	if total <= room {
		return lines, false
	}
	scores := recall.BM25{}.Scores(gist.Contents(entries), text)
	order := make([]int, len(entries))
	for i, e := range entries {
		order[i] = i
		if must != nil && must(i, e) {
			scores[i] += 1e6
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(b, a)) })
	var fitting []entryLine
	for _, i := range order {
		if lines[i].tokens > room {
			break
		}
		room -= lines[i].tokens
		fitting = append(fitting, lines[i])
	}
	slices.SortFunc(fitting, func(a, b entryLine) int { return cmp.Compare(a.number, b.number) })
	return fitting, true
}

// updateKeys are the two lists that the short keys of a prompt number: b1, b2,
// … of the bank and c1, c2, … of what was captured.
type updateKeys struct{ prior, captured []dyadmem.Entry }

// entry returns the entry that a short key names.
func (k updateKeys) entry(ref string) (e dyadmem.Entry, isCaptured, ok bool) {
	list := k.prior
	if isCaptured = strings.HasPrefix(ref, "c"); isCaptured {
		list = k.captured
	}
	n := number(ref)
	if n < 1 || n > len(list) {
		return e, isCaptured, false
	}
	return list[n-1], isCaptured, true
}

// short returns the short key of an entry, empty if there is none.
func (k updateKeys) short(key dyadmem.EntryKey) string {
	for i, e := range k.prior {
		if e.Key == key {
			return fmt.Sprintf("b%d", i+1)
		}
	}
	for i, e := range k.captured {
		if e.Key == key {
			return fmt.Sprintf("c%d", i+1)
		}
	}
	return ""
}

// updateReply is a reply of update. What is left out is empty, but a reply
// without any of the four is none.
type updateReply struct {
	Add    *references   `json:"add"`
	Merge  *references   `json:"merge"`
	New    *[]modelEntry `json:"new"`
	Delete *[]struct {
		Key      references `json:"key"`
		Why      string     `json:"why"`
		Evidence references `json:"evidence"`
	} `json:"delete"`
}

// read returns a reply as operations. A delete of a key that is not there stays
// one: whoever scores or guards it is to see it.
func (k updateKeys) read(reply json.RawMessage, s dyadmem.Session) (ops []dyadmem.Op, repairs []llm.Repair, err error) {
	var form updateReply
	if err := json.Unmarshal(reply, &form); err != nil {
		return nil, nil, err
	}
	if form.Add == nil && form.Merge == nil && form.New == nil && form.Delete == nil {
		return nil, nil, errors.New("it has none of add, merge, new and delete")
	}
	if form.Merge != nil {
		for _, ref := range *form.Merge {
			e, isCaptured, ok := k.entry(ref)
			if !ok || !isCaptured {
				repairs = append(repairs, invented)
				continue
			}
			ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: e.Key}, Why: dyadmem.WhyMerged, Evidence: e.Evidence})
		}
	}
	if form.Delete != nil {
		for _, d := range *form.Delete {
			evidence, dropped := turnRefs(s, d.Evidence)
			if dropped {
				repairs = append(repairs, invented)
			}
			why := dyadmem.Why(strings.ToLower(strings.TrimSpace(d.Why)))
			if !slices.Contains(dyadmem.Whys(), why) {
				return nil, nil, fmt.Errorf("%q is no reason of a delete; want one of %v", d.Why, dyadmem.Whys())
			}
			for _, ref := range d.Key {
				key := dyadmem.EntryKey(ref)
				if e, _, ok := k.entry(ref); ok {
					key = e.Key
				} else {
					repairs = append(repairs, invented)
				}
				ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: key}, Why: why, Evidence: evidence})
			}
		}
	}
	if form.Add != nil {
		for _, ref := range *form.Add {
			e, isCaptured, ok := k.entry(ref)
			if !ok || !isCaptured {
				repairs = append(repairs, invented)
				continue
			}
			ops = append(ops, dyadmem.Op{Action: dyadmem.Add, Entry: dyadmem.Entry{Key: e.Key}, Evidence: e.Evidence})
		}
	}
	if form.New != nil {
		for _, m := range *form.New {
			e, fixed, err := m.entry(s)
			if err != nil {
				return nil, nil, err
			}
			repairs = append(repairs, fixed...)
			e.Key = dyadmem.KeyFor(e.Content)
			ops = append(ops, dyadmem.Op{Action: dyadmem.Add, Entry: e, Evidence: e.Evidence})
		}
	}
	return ops, unique(repairs), nil
}

// once returns ops without a second one of the same action on the same key.
func once(ops []dyadmem.Op) []dyadmem.Op {
	type act struct {
		action dyadmem.Action
		key    dyadmem.EntryKey
	}
	seen := make(map[act]bool)
	return slices.DeleteFunc(ops, func(op dyadmem.Op) bool {
		a := act{op.Action, op.Entry.Key}
		repeated := seen[a]
		seen[a] = true
		return repeated
	})
}
