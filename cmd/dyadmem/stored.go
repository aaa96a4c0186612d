package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/judge"
	"github.com/dyadmem/dyadmem/bench/report"
	"github.com/dyadmem/dyadmem/bench/score"
)

// A stored run is a folder that bench run or bench score left.
type stored struct {
	dir string
	*manifest
	set    *bench.Set
	errata *bench.Errata
}

// openStored opens a run, and checks that its data set is still the one that
// it was over.
func openStored(dir string) (*stored, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, fmt.Errorf("open run %s: %w: it has no %s; name a folder that bench run or bench score left", dir, bench.ErrUnusable, manifestFile)
	}
	if m.Ended == nil {
		return nil, fmt.Errorf("open run %s: %w: it is not finished; start it again to go on", dir, bench.ErrUnusable)
	}
	set, err := openSet(m.Paths.Data)
	if err != nil {
		return nil, fmt.Errorf("open run %s: %w", dir, err)
	}
	data, err := set.Surveyed(m.Settings.Limit)
	if err != nil {
		return nil, fmt.Errorf("open run %s: %w", dir, err)
	}
	if data.SHA256 != m.Data.SHA256 {
		return nil, fmt.Errorf("open run %s: %w: the data set %s has changed since", dir, bench.ErrUnusable, m.Paths.Data)
	}
	errata, err := openErrata(m.Settings.Errata)
	return &stored{dir, m, set, errata}, err
}

// predictions returns the path of the predictions: beside the manifest, or
// where bench score read them.
func (r *stored) predictions() string {
	beside := filepath.Join(r.dir, bench.PredictionsFile)
	if _, err := os.Stat(beside); err == nil {
		return beside
	}
	return r.Paths.Predictions
}

// tally adds up a run from its predictions and verdicts, without judging again.
func (r *stored) tally() (*score.Tally, error) {
	predictions, err := bench.OpenPredictions(r.predictions())
	if err != nil {
		return nil, err
	}
	defer predictions.Close()
	f, err := os.Open(filepath.Join(r.dir, verdictsFile))
	if err != nil {
		return nil, fmt.Errorf("open run %s: %w: %w", r.dir, bench.ErrUnusable, err)
	}
	defer f.Close()
	verdicts, err := judge.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("open run %s: %w", r.dir, err)
	}
	t := new(score.Tally)
	id, next, err := verdicts.Read()
	for e, failed := range bench.Limited(r.set.Episodes(), r.Settings.Limit) {
		if failed != nil {
			return nil, failed
		}
		units, failed := predictions.Units(e)
		if failed != nil {
			return nil, failed
		}
		v := new(bench.Verdicts)
		if err == nil && id == e.ID {
			v = next
			id, next, err = verdicts.Read()
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("open run %s: %w", r.dir, err)
		}
		if err := score.Check(e, units, v); err != nil {
			return nil, fmt.Errorf("open run %s: %w; run bench judge on it", r.dir, err)
		}
		t.Add(score.Episode(e, units, v))
	}
	if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("open run %s: verdicts on episode %s, which the data set doesn't have there; run bench judge on it", r.dir, id)
	}
	return t, nil
}

type judgeCmd struct {
	Dir     string `arg:"" help:"A folder that bench run or bench score left."`
	Seed    uint64 `default:"1" help:"Seed of the bootstrap."`
	Workers int    `help:"Episodes at a time (default: one a core)."`
	judgeFlags
	modelFlags
}

// Help is shown by --help.
func (judgeCmd) Help() string { return "Example: dyadmem bench judge out --equivalence lexical" }

func (c *judgeCmd) Run(ctx context.Context, con *console) error {
	m := newModels(c.modelFlags, c.Dir, func(text string) { con.say("%s", text) })
	defer m.close()
	judges, err := c.judges(m)
	if err != nil {
		return err
	}
	r, err := openStored(c.Dir)
	if err != nil {
		return err
	}
	if err := m.check(ctx); err != nil {
		return err
	}
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	v := &evaluation{
		set: r.set, data: r.Data, limit: r.Settings.Limit, errata: r.errata, judges: judges, system: r.Settings.System,
		seed: c.Seed, workers: workers, progress: newProgress(con.Err, "judging"),
	}
	got, err := v.write(ctx, c.Dir, r.predictions())
	v.progress.Close()
	if err != nil {
		return stopped(m.late(con, err))
	}
	return got.print(con)
}

type compareCmd struct {
	Dirs []string `arg:"" name:"dir" help:"Folders that bench run or bench score left; each is compared with the first."`
	Seed uint64   `default:"1" help:"Seed of the bootstrap and of the permutation test."`
}

// Help is shown by --help.
func (compareCmd) Help() string { return "Example: dyadmem bench compare out/bm25 out/rules" }

func (c *compareCmd) Run(con *console) error {
	if len(c.Dirs) < 2 {
		return usagef("bench compare takes two folders or more")
	}
	var runs []*stored
	var tallies []*score.Tally
	for _, dir := range c.Dirs {
		r, err := openStored(dir)
		if err != nil {
			return err
		}
		if len(runs) > 0 && r.Data.SHA256 != runs[0].Data.SHA256 {
			return fmt.Errorf("compare: %w: %s and %s are runs over different data", bench.ErrUnusable, runs[0].dir, dir)
		}
		t, err := r.tally()
		if err != nil {
			return err
		}
		runs, tallies = append(runs, r), append(tallies, t)
	}
	var list []*score.Comparison
	for i := 1; i < len(runs); i++ {
		got, err := score.Compare(tallies[0], tallies[i], score.Headline(), c.Seed)
		if err != nil {
			return err
		}
		got.A, got.B = label(runs, 0), label(runs, i)
		list = append(list, got)
	}
	switch {
	case con.JSON && len(list) == 1:
		return writeSummary(con.Out, list[0])
	case con.JSON:
		return writeSummary(con.Out, struct {
			Comparisons []*score.Comparison `json:"comparisons"`
		}{list})
	}
	for _, got := range list {
		if err := report.OfComparison(got).Text(con.Out, con.color()); err != nil {
			return err
		}
	}
	return nil
}

// label names a run by its system, and by its folder where two have the same.
func label(runs []*stored, i int) string {
	name := runs[i].Settings.System
	for j, r := range runs {
		if j != i && r.Settings.System == name {
			return name + " (" + strings.TrimSuffix(runs[i].dir, "/") + ")"
		}
	}
	return name
}

type calibrateCmd struct {
	Judge string `required:"" help:"exact, lexical, anchored, semantic or model; rubric or model-answers for planted answers."`
	Pairs string `required:"" placeholder:"FILE" help:"Labelled lines."`
	modelFlags
}

// Help is shown by --help.
func (calibrateCmd) Help() string {
	return "Example: dyadmem bench calibrate --judge lexical --pairs pairs.jsonl"
}

func (c *calibrateCmd) Run(ctx context.Context, con *console) error {
	f, err := os.Open(c.Pairs)
	if err != nil {
		return usagef("labelled lines: %v", err)
	}
	defer f.Close()
	m := newModels(c.modelFlags, ".", func(text string) { con.say("%s", text) })
	defer m.close()
	got, err := c.calibrate(ctx, m, f)
	if err != nil {
		return stopped(m.late(con, fmt.Errorf("%s: %w", c.Pairs, err)))
	}
	if got.N == 0 {
		return fmt.Errorf("%s: %w: it holds no labelled line", c.Pairs, bench.ErrUnusable)
	}
	if con.JSON {
		return writeSummary(con.Out, got)
	}
	return writeCalibration(con.Out, got)
}

func (c *calibrateCmd) calibrate(ctx context.Context, m *models, f *os.File) (*judge.Calibration, error) {
	if name, ok := strings.CutSuffix(c.Judge, "-answers"); ok || c.Judge == "rubric" {
		a, err := answers(name, m)
		if err == nil {
			err = m.check(ctx)
		}
		if err != nil {
			return nil, err
		}
		return judge.CalibrateAnswers(ctx, a, f)
	}
	e, err := equivalence(c.Judge, m)
	if err == nil {
		err = m.check(ctx)
	}
	if err != nil {
		return nil, err
	}
	return judge.Calibrate(ctx, e, f)
}

func writeCalibration(w io.Writer, c *judge.Calibration) error {
	share := func(v *float64) string {
		if v == nil {
			return "–"
		}
		return fmt.Sprintf("%.1f %%", 100**v)
	}
	kappa := "–"
	if c.Kappa != nil {
		kappa = fmt.Sprintf("%.2f (%.2f to %.2f)", *c.Kappa, c.KappaCI[0], c.KappaCI[1])
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s %s\t%d lines, %d undecided\n", c.Judge, c.Version, c.N, c.Undecided)
	for _, row := range [][2]string{
		{"accuracy", share(c.Accuracy)}, {"precision", share(c.Precision)}, {"recall", share(c.Recall)},
		{"specificity", share(c.Specificity)}, {"F1", share(c.F1)}, {"Cohen's κ", kappa},
	} {
		fmt.Fprintf(t, "%s\t%s\n", row[0], row[1])
	}
	return t.Flush()
}
