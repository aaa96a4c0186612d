package bench

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"text/tabwriter"
	"unicode"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem"
)

// Stats are the figures of a data set. The zero Stats are those of an empty one.
type Stats struct {
	Figures
	ByLang   map[string]*Figures `json:"by_lang"`
	ByFocus  map[string]*Figures `json:"by_focus"`
	ByDomain map[string]*Figures `json:"by_domain"`
}

// Figures describe some episodes. A mean or a share of nothing is nil.
type Figures struct {
	Episodes  int `json:"episodes"`
	Sessions  int `json:"sessions"`
	Turns     int `json:"turns"`
	Questions int `json:"questions"`
	Tokens    int `json:"tokens"` // of the turns, estimated by Tokens

	Smalltalk      int      `json:"smalltalk"` // turns
	SmalltalkShare *float64 `json:"smalltalk_share"`

	Captured int                  `json:"captured"` // entries in capture, restatements too
	Restated int                  `json:"restated"` // of these, under a key that was captured or written out before
	Entries  int                  `json:"entries"`  // keys
	ByKind   map[dyadmem.Kind]int `json:"by_kind"`  // keys, by the kind that they have first

	Adds    int                 `json:"adds"`    // operations
	Written int                 `json:"written"` // of these, entries written out
	Deletes int                 `json:"deletes"`
	ByWhy   map[dyadmem.Why]int `json:"by_why"` // deletes

	ByType     map[QuestionType]int `json:"by_type"`     // questions
	BySupports map[int]int          `json:"by_supports"` // questions, by the number of their supports

	Bank Sizes `json:"bank"` // entries in the bank after the last session
}

// Sizes are the middle and the greatest of some sizes, nil where there are none.
type Sizes struct {
	Mean   *float64 `json:"mean"`
	Median *float64 `json:"median"`
	Max    *int     `json:"max"`

	all []int
}

// MarshalJSON writes the members of s's maps in the order of their names.
func (s *Stats) MarshalJSON() ([]byte, error) {
	type plain Stats
	return json.Marshal((*plain)(s), json.Deterministic(true))
}

// NewStats counts episodes in one pass.
func NewStats(episodes iter.Seq2[*Episode, error]) (*Stats, error) {
	s := &Stats{Figures: newFigures(), ByLang: map[string]*Figures{}, ByFocus: map[string]*Figures{}, ByDomain: map[string]*Figures{}}
	for e, err := range episodes {
		if err != nil {
			return nil, fmt.Errorf("count data set: %w", err)
		}
		one := figuresOf(e)
		s.Figures.add(one)
		group(s.ByLang, e.Lang).add(one)
		group(s.ByFocus, string(e.Focus)).add(one)
		group(s.ByDomain, e.Domain).add(one)
	}
	s.finish()
	for _, m := range []map[string]*Figures{s.ByLang, s.ByFocus, s.ByDomain} {
		for _, f := range m {
			f.finish()
		}
	}
	return s, nil
}

func newFigures() Figures {
	return Figures{ByKind: map[dyadmem.Kind]int{}, ByWhy: map[dyadmem.Why]int{}, ByType: map[QuestionType]int{}, BySupports: map[int]int{}}
}

func group(m map[string]*Figures, name string) *Figures {
	if m[name] == nil {
		f := newFigures()
		m[name] = &f
	}
	return m[name]
}

func figuresOf(e *Episode) Figures {
	f := newFigures()
	f.Episodes, f.Sessions, f.Questions = 1, len(e.Sessions), len(e.Questions)
	seen := make(map[dyadmem.EntryKey]bool)
	state := func(entry Entry) {
		if !seen[entry.Key] {
			seen[entry.Key] = true
			f.Entries++
			f.ByKind[entry.Kind]++
		}
	}
	for _, s := range e.Sessions {
		f.Turns += len(s.Turns)
		for _, t := range s.Turns {
			f.Tokens += Tokens(t.Text)
			if t.Smalltalk {
				f.Smalltalk++
			}
		}
		for _, c := range s.Capture {
			f.Captured++
			if seen[c.Key] {
				f.Restated++
			}
			state(c)
		}
		for _, a := range s.Add {
			f.Adds++
			if a.Whole {
				f.Written++
				state(a.Entry)
			}
		}
		for _, d := range s.Delete {
			f.Deletes++
			f.ByWhy[d.Why]++
		}
	}
	for _, q := range e.Questions {
		f.ByType[q.Type]++
		f.BySupports[len(q.Support)]++
	}
	banks := Replay(e)
	f.Bank.all = []int{len(banks[len(banks)-1].Entries)}
	return f
}

func (f *Figures) add(g Figures) {
	f.Episodes += g.Episodes
	f.Sessions += g.Sessions
	f.Turns += g.Turns
	f.Questions += g.Questions
	f.Tokens += g.Tokens
	f.Smalltalk += g.Smalltalk
	f.Captured += g.Captured
	f.Restated += g.Restated
	f.Entries += g.Entries
	f.Adds += g.Adds
	f.Written += g.Written
	f.Deletes += g.Deletes
	addCounts(f.ByKind, g.ByKind)
	addCounts(f.ByWhy, g.ByWhy)
	addCounts(f.ByType, g.ByType)
	addCounts(f.BySupports, g.BySupports)
	f.Bank.all = append(f.Bank.all, g.Bank.all...)
}

func addCounts[K comparable](to, from map[K]int) {
	for k, n := range from {
		to[k] += n
	}
}

// finish computes what is made from counts.
func (f *Figures) finish() {
	if f.Turns > 0 {
		f.SmalltalkShare = new(float64(f.Smalltalk) / float64(f.Turns))
	}
	all := f.Bank.all
	if len(all) == 0 {
		return
	}
	slices.Sort(all)
	sum := 0
	for _, n := range all {
		sum += n
	}
	f.Bank.Mean = new(float64(sum) / float64(len(all)))
	f.Bank.Median = new(float64(all[(len(all)-1)/2]+all[len(all)/2]) / 2)
	f.Bank.Max = new(all[len(all)-1])
}

// Tokens estimates how many tokens a language model makes of text: one for each
// Chinese, Japanese or Korean character, one for 4.5 other characters. (English
// text of RealMem has 4.5 to 4.8 characters a token by its authors' count.)
func Tokens(text string) int {
	var wide, narrow int
	for _, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			wide++
		} else {
			narrow++
		}
	}
	return wide + (2*narrow+8)/9
}

// WriteText writes s for a reader: a table with a column for all episodes and
// one for each language and focus, and a line for each domain.
func (s *Stats) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	columns := []*Figures{&s.Figures}
	fmt.Fprint(t, "\tall\t")
	for _, m := range []map[string]*Figures{s.ByLang, s.ByFocus} {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			columns = append(columns, m[name])
			fmt.Fprint(t, name, "\t")
		}
	}
	fmt.Fprintln(t)
	row := func(name string, cell func(*Figures) string) {
		fmt.Fprint(t, name, "\t")
		for _, f := range columns {
			fmt.Fprint(t, cell(f), "\t")
		}
		fmt.Fprintln(t)
	}
	count := func(name string, n func(*Figures) int) {
		row(name, func(f *Figures) string { return fmt.Sprint(n(f)) })
	}
	count("episodes", func(f *Figures) int { return f.Episodes })
	count("sessions", func(f *Figures) int { return f.Sessions })
	count("turns", func(f *Figures) int { return f.Turns })
	row("smalltalk", func(f *Figures) string { return percent(f.SmalltalkShare) })
	count("tokens (estimate)", func(f *Figures) int { return f.Tokens })
	count("captured", func(f *Figures) int { return f.Captured })
	count("restated", func(f *Figures) int { return f.Restated })
	count("entries", func(f *Figures) int { return f.Entries })
	for _, k := range keysOf(s.ByKind, dyadmem.Kinds()) {
		count("· "+string(k), func(f *Figures) int { return f.ByKind[k] })
	}
	count("adds", func(f *Figures) int { return f.Adds })
	count("· written out", func(f *Figures) int { return f.Written })
	count("deletes", func(f *Figures) int { return f.Deletes })
	for _, why := range keysOf(s.ByWhy, dyadmem.Whys()) {
		count("· "+string(why), func(f *Figures) int { return f.ByWhy[why] })
	}
	count("questions", func(f *Figures) int { return f.Questions })
	for _, q := range keysOf(s.ByType, QuestionTypes()) {
		count("· "+string(q), func(f *Figures) int { return f.ByType[q] })
	}
	row("last bank, mean", func(f *Figures) string { return optional(f.Bank.Mean, "%.1f") })
	row("last bank, median", func(f *Figures) string { return optional(f.Bank.Median, "%.1f") })
	row("last bank, max", func(f *Figures) string { return optional(f.Bank.Max, "%d") })
	if err := t.Flush(); err != nil {
		return fmt.Errorf("write figures: %w", err)
	}
	return s.writeDomains(w)
}

func (s *Stats) writeDomains(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\ndomain\tepisodes\tsessions\tquestions\tentries\t")
	for _, name := range slices.Sorted(maps.Keys(s.ByDomain)) {
		f := s.ByDomain[name]
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t\n", name, f.Episodes, f.Sessions, f.Questions, f.Entries)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("write figures: %w", err)
	}
	return nil
}

// keysOf returns the known names, then those of m that are not known.
func keysOf[K cmp.Ordered](m map[K]int, known []K) []K {
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains(known, k) {
			known = append(known, k)
		}
	}
	return known
}

// percent and optional write what may have no value.
func percent(share *float64) string {
	if share == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100**share)
}

func optional[T any](v *T, format string) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf(format, *v)
}
