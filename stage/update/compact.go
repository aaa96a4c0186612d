package update

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A Compactor is a dyadmem.Compactor by rules: entries of one kind that say
// the same in other words become the newer of them, and then what happened in
// one month becomes one entry, the oldest first. No word of what is merged by
// month is lost. The zero value is ready to use.
type Compactor struct{}

// folded is the most entries that are put into one.
const folded = 5

// Compact returns merges of b that take out over entries, or as many as there
// are.
func (Compactor) Compact(ctx context.Context, b dyadmem.Bank, over int) ([]dyadmem.Merge, error) {
	u := update{old: (*gist.Memo)(nil).Entries(b.Entries)}
	u.rarity = gist.RarityOf(u.old)
	merges, err := u.duplicates(ctx)
	if err != nil {
		return nil, err
	}
	merged := make(map[dyadmem.EntryKey]bool)
	for _, m := range merges {
		over -= len(m.Keys) - 1
		for _, k := range m.Keys {
			merged[k] = true
		}
	}
	for _, month := range months(b, merged) {
		if over <= 0 {
			break
		}
		merges = append(merges, month)
		over -= len(month.Keys) - 1
	}
	return merges, nil
}

// duplicates merges the entries that say the same in other words.
func (u *update) duplicates(ctx context.Context) (merges []dyadmem.Merge, err error) {
	taken := make([]bool, len(u.old))
	for i := len(u.old) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if taken[i] {
			continue
		}
		newer := u.old[i]
		m := dyadmem.Merge{Keys: []dyadmem.EntryKey{newer.Entry.Key}, Into: newer.Entry}
		for j := i - 1; j >= 0; j-- {
			o := u.old[j]
			if !taken[j] && o.Entry.Kind == newer.Entry.Kind && o.Entry.Kind != dyadmem.Episodic && o.Entry.Until.Equal(newer.Entry.Until) && u.same(o, newer) && u.same(newer, o) && !turned(o.Entry.Content, newer.Entry.Content) {
				taken[j] = true
				m.Keys = append(m.Keys, o.Entry.Key)
			}
		}
		if len(m.Keys) > 1 {
			merges = append(merges, m)
		}
	}
	return merges, nil
}

// months puts what happened in one month into one entry, the oldest first.
func months(b dyadmem.Bank, merged map[dyadmem.EntryKey]bool) (merges []dyadmem.Merge) {
	var m dyadmem.Merge
	var texts []string
	var in time.Time
	flush := func() {
		if len(m.Keys) > 1 {
			m.Into = dyadmem.Entry{Kind: dyadmem.Episodic, Content: told(in, texts), At: m.Into.At}
			merges = append(merges, m)
		}
		m, texts = dyadmem.Merge{}, nil
	}
	for _, e := range b.Entries {
		if e.Kind != dyadmem.Episodic || merged[e.Key] || e.Pinned || e.At.IsZero() || !e.Until.IsZero() {
			continue
		}
		if len(texts) == folded || e.At.Year() != in.Year() || e.At.Month() != in.Month() {
			flush()
		}
		in, m.Into.At = e.At, e.At
		m.Keys = append(m.Keys, e.Key)
		texts = append(texts, e.Content)
	}
	flush()
	return merges
}

// told returns texts as one, under the month that they tell of.
func told(month time.Time, texts []string) string {
	for i, t := range texts {
		texts[i] = strings.TrimRight(t, ".。;；")
	}
	if lang.IsHan(strings.Join(texts, "")) {
		return fmt.Sprintf("%d年%d月：%s", month.Year(), month.Month(), strings.Join(texts, "；"))
	}
	return month.Format("January 2006: ") + strings.Join(texts, "; ")
}

// Echoes reports whether text tells what content tells in other words: most of
// its words, and all its values. It serves dyadmem.Engine.Purge.
func Echoes(content, text string) bool {
	c, t := gist.DigestOf(content), gist.DigestOf(text)
	both := 0
	for term := range c.Terms {
		if t.Terms[term] {
			both++
		}
	}
	share := echoShare
	if len(c.Values) > 0 {
		share = echoValued // the values agree as well, however they are written
	}
	return len(c.Terms) > 0 && float64(both) >= share*float64(len(c.Terms)) && lang.ValuesIn(c.Values, t.Values)
}

// How many of its words make a text an echo: without values and with them.
const (
	echoShare  = 0.6
	echoValued = 0.4
)
