package convert

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/go-json-experiment/json"
)

// A Unit is what a report counts.
type Unit string

// The units. A source is where an entry says it comes from; a support is an
// entry that a query is said to need.
const (
	Files    Unit = "files"
	Sessions Unit = "sessions"
	Turns    Unit = "turns"
	Entries  Unit = "entries"
	Sources  Unit = "sources"
	Deletes  Unit = "deletes"
	Queries  Unit = "queries"
	Supports Unit = "supports"
)

// A Report says what a conversion read and what became of it. For each unit,
// what was read is what was mapped and what was dropped. A repaired unit was
// mapped; one can have been repaired in several ways, and then counts for each.
type Report struct {
	Format   string                  `json:"format"`
	Episodes int                     `json:"episodes"`
	Notes    []string                `json:"notes"` // what holds for all of it
	Read     map[Unit]int            `json:"read"`
	Mapped   map[Unit]int            `json:"mapped"`
	Repaired map[Unit]map[string]int `json:"repaired"` // by reason
	Dropped  map[Unit]map[string]int `json:"dropped"`  // by reason
}

func newReport(format string, notes ...string) *Report {
	return &Report{
		Format: format, Notes: notes,
		Read: map[Unit]int{}, Mapped: map[Unit]int{},
		Repaired: map[Unit]map[string]int{}, Dropped: map[Unit]map[string]int{},
	}
}

func (r *Report) read(u Unit, n int) { r.Read[u] += n }

func (r *Report) mapped(u Unit) { r.Mapped[u]++ }

func (r *Report) repaired(u Unit, reason string) { count(r.Repaired, u, reason) }

func (r *Report) dropped(u Unit, reason string) { count(r.Dropped, u, reason) }

func count(m map[Unit]map[string]int, u Unit, reason string) {
	if m[u] == nil {
		m[u] = make(map[string]int)
	}
	m[u][reason]++
}

// Check returns an error unless the counts add up.
func (r *Report) Check() error {
	for _, u := range r.units() {
		if gone := sum(r.Dropped[u]); r.Read[u] != r.Mapped[u]+gone {
			return fmt.Errorf("report of %s: %d %s read, but %d mapped and %d dropped", r.Format, r.Read[u], u, r.Mapped[u], gone)
		}
		for reason, n := range r.Repaired[u] {
			if n > r.Mapped[u] {
				return fmt.Errorf("report of %s: %d %s repaired (%s), but %d mapped", r.Format, n, u, reason, r.Mapped[u])
			}
		}
	}
	return nil
}

func sum(m map[string]int) int {
	n := 0
	for _, k := range m {
		n += k
	}
	return n
}

// units returns the units that occur, in the order of the constants.
func (r *Report) units() []Unit {
	var out []Unit
	for _, u := range []Unit{Files, Sessions, Turns, Entries, Sources, Deletes, Queries, Supports} {
		if r.Read[u]+r.Mapped[u]+len(r.Dropped[u])+len(r.Repaired[u]) > 0 {
			out = append(out, u)
		}
	}
	return out
}

// MarshalJSON writes the members of r's maps in the order of their names.
func (r *Report) MarshalJSON() ([]byte, error) {
	type plain Report
	return json.Marshal((*plain)(r), json.Deterministic(true))
}

// WriteText writes r for a reader.
func (r *Report) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s: %d episodes\n", r.Format, r.Episodes)
	for _, note := range r.Notes {
		fmt.Fprintf(t, "  %s\n", note)
	}
	for _, u := range r.units() {
		fmt.Fprintf(t, "%s\tread %d\tmapped %d\tdropped %d\n", u, r.Read[u], r.Mapped[u], sum(r.Dropped[u]))
		for _, part := range []struct {
			name    string
			reasons map[string]int
		}{{"repaired", r.Repaired[u]}, {"dropped", r.Dropped[u]}} {
			for _, reason := range slices.Sorted(maps.Keys(part.reasons)) {
				fmt.Fprintf(t, "  %s %d: %s\n", part.name, part.reasons[reason], reason)
			}
		}
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
