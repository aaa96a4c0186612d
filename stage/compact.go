package stage

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// A RuleCompactor is a dyadmem.Compactor by rules: entries of one kind that say
// the same in other words become the newer of them, and then what happened in
// one month becomes one entry, the oldest first. No word of what is merged by
// month is lost. The zero value is ready to use.
type RuleCompactor struct{}

// folded is the most entries that are put into one.
const folded = 5

// Compact returns merges of b that take out over entries, or as many as there
// are.
func (RuleCompactor) Compact(ctx context.Context, b dyadmem.Bank, over int) ([]dyadmem.Merge, error) {
	u := update{old: (*memo)(nil).entries(b.Entries)}
	u.rarity = rarityOf(u.old)
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
		m := dyadmem.Merge{Keys: []dyadmem.EntryKey{newer.entry.Key}, Into: newer.entry}
		for j := i - 1; j >= 0; j-- {
			o := u.old[j]
			if !taken[j] && o.entry.Kind == newer.entry.Kind && o.entry.Kind != dyadmem.Episodic && o.entry.Until.Equal(newer.entry.Until) && u.same(o, newer) && u.same(newer, o) && !turned(o.entry.Content, newer.entry.Content) {
				taken[j] = true
				m.Keys = append(m.Keys, o.entry.Key)
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
	c, t := digestOf(content), digestOf(text)
	both := 0
	for term := range c.terms {
		if t.terms[term] {
			both++
		}
	}
	share := echoShare
	if len(c.values) > 0 {
		share = echoValued // the values agree as well, however they are written
	}
	return len(c.terms) > 0 && float64(both) >= share*float64(len(c.terms)) && lang.ValuesIn(c.values, t.values)
}

// How many of its words make a text an echo: without values and with them.
const (
	echoShare  = 0.6
	echoValued = 0.4
)
