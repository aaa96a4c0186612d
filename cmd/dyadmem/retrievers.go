package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"text/tabwriter"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/judge"
	"github.com/dyadmem/dyadmem/bench/report"
	"github.com/dyadmem/dyadmem/bench/score"
)

type retrieveCmd struct {
	Data       string   `required:"" help:"The data set: mini, mini:dev, mini:test, a file or a folder."`
	Retrievers []string `default:"recent,bm25,rules" help:"The retrievers to compare (recent, bm25, rules, dense, hybrid, model, each with or without +rerank); the first is what the others are compared with."`
	Limit      int      `help:"The first N episodes only."`
	Seed       uint64   `default:"1" help:"Seed of the bootstrap and of the permutation test."`
	Workers    int      `help:"Episodes at a time (default: one a core)."`
	ExportTREC string   `name:"export-trec" placeholder:"DIR" help:"Write runs and qrels as trec_eval reads them."`
	modelFlags
}

// Help is shown by --help.
func (retrieveCmd) Help() string {
	return "Example: dyadmem bench retrievers --data mini --export-trec trec"
}

// A retriever's figures over a data set.
type retrieved struct {
	Name    string         `json:"name"`
	Summary *score.Summary `json:"summary"`
	tally   *score.Tally
	lines   [][]bench.Prediction // by episode
}

func (c *retrieveCmd) Run(ctx context.Context, con *console) error {
	set, err := openSet(c.Data)
	if err != nil {
		return err
	}
	data, err := set.Surveyed(c.Limit)
	if err != nil {
		return fmt.Errorf("%w: %w", bench.ErrUnusable, err)
	}
	m := newModels(c.modelFlags, c.ExportTREC, func(text string) { con.say("%s", text) })
	defer m.close()
	list, err := c.compare(ctx, &workshop{models: m}, set, data)
	if err != nil {
		return stopped(m.late(con, err))
	}
	if c.ExportTREC != "" {
		if err := c.export(set, list); err != nil {
			return err
		}
	}
	if con.JSON {
		return writeSummary(con.Out, list)
	}
	if err := writeRetrieved(con.Out, list); err != nil {
		return err
	}
	for _, r := range list[1:] {
		got, err := score.Compare(list[0].tally, r.tally, score.Headline(), c.Seed)
		if err != nil {
			return err
		}
		got.A, got.B = list[0].Name, r.Name
		if err := report.OfComparison(got).Text(con.Out, con.color()); err != nil {
			return err
		}
	}
	return nil
}

// compare runs all retrievers. Replies that are not there yet keep none of them
// from being asked for.
func (c *retrieveCmd) compare(ctx context.Context, w *workshop, set *bench.Set, data bench.Survey) (list []*retrieved, err error) {
	var recallers []dyadmem.Recaller
	for _, name := range c.Retrievers {
		r, err := w.recaller(name)
		if err != nil {
			return nil, err
		}
		recallers = append(recallers, r)
	}
	if err := w.models.check(ctx); err != nil {
		return nil, err
	}
	var late error
	for i, r := range recallers {
		got, err := c.retrieve(ctx, set, data, c.Retrievers[i], r)
		var p interface{ Pending() bool }
		switch {
		case errors.As(err, &p) && p.Pending():
			late = err
		case err != nil:
			return nil, err
		}
		list = append(list, got)
	}
	return list, late
}

func (c *retrieveCmd) retrieve(ctx context.Context, set *bench.Set, data bench.Survey, name string, r dyadmem.Recaller) (*retrieved, error) {
	in, err := bench.EngineSystem{Engine: dyadmem.Engine{Recaller: r}}.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	type recalled struct {
		counts *score.Counts
		lines  []bench.Prediction
	}
	got := &retrieved{Name: name, tally: new(score.Tally)}
	var late atomic.Pointer[error]
	for one, err := range bench.Ordered(ctx, workers, bench.Limited(set.Episodes(), c.Limit), func(ctx context.Context, e *bench.Episode) (recalled, error) {
		lines, err := bench.Direct(ctx, e, in, []bench.Stage{bench.RecallStage})
		var p interface{ Pending() bool }
		switch {
		case errors.As(err, &p) && p.Pending():
			late.Store(&err)
		case err != nil:
			return recalled{}, err
		}
		units := bench.NewUnits(false)
		for i := range lines {
			units.Add(e, &lines[i])
		}
		return recalled{score.Episode(e, units, new(bench.Verdicts)), lines}, nil
	}) {
		if err != nil {
			return nil, err
		}
		got.tally.Add(one.counts)
		got.lines = append(got.lines, one.lines)
	}
	if err := late.Load(); err != nil {
		return nil, *err
	}
	// Recall is scored by keys: no judge has a say in it.
	judges := score.Judges{Equivalence: judge.Exact{}.Name(), EquivalenceVersion: judge.Exact{}.Version()}
	got.Summary = got.tally.Summary(score.Options{System: name, Judges: judges, Data: data, Seed: c.Seed})
	return got, nil
}

// export writes qrels.txt and a run for each retriever.
func (c *retrieveCmd) export(set *bench.Set, list []*retrieved) error {
	if err := os.MkdirAll(c.ExportTREC, 0o755); err != nil {
		return fmt.Errorf("export: %w: %w", bench.ErrUnusable, err)
	}
	err := bench.ReplaceFile(filepath.Join(c.ExportTREC, "qrels.txt"), func(w *bufio.Writer) error {
		for e, err := range bench.Limited(set.Episodes(), c.Limit) {
			if err != nil {
				return err
			}
			for _, q := range e.Questions {
				for _, k := range q.Support {
					fmt.Fprintf(w, "%s/%s 0 %s/%s 1\n", e.ID, q.ID, e.ID, k)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range list {
		err := bench.ReplaceFile(filepath.Join(c.ExportTREC, r.Name+".run"), func(w *bufio.Writer) error {
			for _, lines := range r.lines {
				for _, p := range lines {
					for i, k := range p.Keys {
						// Places, not scores: trec_eval sorts by score, and the order is what is scored.
						fmt.Fprintf(w, "%s/%s Q0 %s/%s %d %d %s\n", p.Episode, p.Question, p.Episode, k, i+1, len(p.Keys)-i, r.Name)
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeRetrieved writes a row a retriever.
func writeRetrieved(w io.Writer, list []*retrieved) error {
	columns := []string{"at_n", "at_n_plus_4", "at_all", "precision", "hit_at_1", "ndcg_at_10", "mrr"}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "retriever\t%s\t\n", strings.Join(columns, "\t"))
	for _, r := range list {
		fmt.Fprintf(t, "%s\t", r.Name)
		for _, c := range columns {
			if v, ok := r.Summary.Figure("recall." + c).Value(); ok {
				fmt.Fprintf(t, "%.3f\t", v)
			} else {
				fmt.Fprint(t, "–\t")
			}
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintln(t)
	return t.Flush()
}
