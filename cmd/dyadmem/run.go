package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/judge"
	"github.com/dyadmem/dyadmem/bench/report"
)

// judgeFlags choose the judges of a run.
type judgeFlags struct {
	Equivalence string `default:"anchored" help:"Judge of whether two entries are the same memory: exact, lexical or anchored."`
	Answers     string `default:"rubric" help:"Judge of answers: rubric."`
}

func (f judgeFlags) judges() (judge.Judges, error) {
	var j judge.Judges
	for _, e := range []judge.Equivalence{judge.Exact{}, judge.Lexical{}, judge.Anchored{}} {
		if e.Name() == f.Equivalence {
			j.Equivalence = e
		}
	}
	if f.Answers == (judge.Rubric{}).Name() {
		j.Answers = judge.Rubric{}
	}
	switch {
	case j.Equivalence == nil:
		return j, usagef("no equivalence judge is called %q (want exact, lexical or anchored)", f.Equivalence)
	case j.Answers == nil:
		return j, usagef("no answer judge is called %q (want rubric)", f.Answers)
	}
	return j, nil
}

type runCmd struct {
	Data     string        `required:"" help:"The data set: mini, mini:dev, mini:test, a file or a folder."`
	System   string        `default:"rules" help:"The system: rules, a control, parts (capture=rules,update=expire,recall=bm25,answer=concat), or exec:COMMAND."`
	Stages   []string      `help:"Stages to run: capture, update, recall, gold_qa, pipeline_qa (default: all)."`
	Errata   string        `placeholder:"FILE" help:"Errata that overlay the data set; both scores are printed."`
	Limit    int           `help:"The first N episodes only."`
	Workers  int           `help:"Units at a time (default: one a core)."`
	Seed     uint64        `default:"1" help:"Seed of the bootstrap."`
	Timeout  time.Duration `default:"2m" help:"How long an exec system may take for one request."`
	Controls bool          `default:"true" negatable:"" help:"Run the controls beside the system."`
	Fresh    bool          `help:"Start over, whatever DIR holds."`
	Out      string        `required:"" placeholder:"DIR" help:"The folder for the results; the same command on it goes on where it stopped."`
	judgeFlags
}

// Help is shown by --help.
func (runCmd) Help() string {
	return "Example: dyadmem bench run --data mini --system rules --out out"
}

func (c *runCmd) Run(ctx context.Context, con *console) error {
	judges, err := c.judges()
	if err != nil {
		return err
	}
	if c.Limit < 0 || c.Workers < 0 {
		return usagef("--limit and --workers take a number that is not negative")
	}
	stages, err := parseStages(c.Stages)
	if err != nil {
		return err
	}
	set, err := openSet(c.Data)
	if err != nil {
		return err
	}
	errata, err := openErrata(c.Errata)
	if err != nil {
		return err
	}
	data, err := set.Surveyed(c.Limit)
	if err != nil {
		return fmt.Errorf("%w: %w", bench.ErrUnusable, err)
	}
	system, err := newSystem(ctx, c.System, c.Timeout, con.Err)
	if err != nil {
		return err
	}
	m, complete, err := c.begin(data)
	if err != nil {
		return err
	}
	run := &bench.Run{
		Set: set, Limit: c.Limit, System: system, Stages: stages, Workers: c.workers(), Dir: c.Out, Key: m.Key, Fresh: c.Fresh,
		Failed: func(stage bench.Stage, episode, unit string, err error) {
			con.say("failed: %s %s %s: %v", stage, episode, unit, err)
		},
	}
	if !complete {
		if m.Outcome, err = c.predict(ctx, con, run); err != nil {
			return err
		}
	}
	v := &evaluation{
		set: set, data: data, limit: c.Limit, errata: errata, judges: judges, system: c.System, seed: c.Seed, workers: c.workers(),
		stages: stages, progress: newProgress(con.Err, "scoring"),
	}
	if c.Controls {
		v.tested = system
	}
	r, err := v.write(ctx, c.Out, filepath.Join(c.Out, bench.PredictionsFile))
	v.progress.Close()
	if err != nil {
		return err
	}
	if err := c.finish(m, run, complete); err != nil {
		return err
	}
	if err := r.print(con); err != nil {
		return err
	}
	if m.Outcome.Failed > 0 {
		return &statusError{exitUnitsFailed, fmt.Sprintf("%d units failed (they are listed above); the same command retries those alone", m.Outcome.Failed)}
	}
	return nil
}

func (c *runCmd) workers() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return runtime.NumCPU()
}

// begin writes the manifest of the run, and reports whether the folder holds
// it complete already. It refuses a folder that holds another run.
func (c *runCmd) begin(data bench.Survey) (m *manifest, complete bool, err error) {
	m, err = newManifest(runSettings{
		Data: c.Data, System: c.System, Stages: c.Stages, Equivalence: c.Equivalence, Answers: c.Answers, Errata: c.Errata,
		Limit: c.Limit, Seed: c.Seed, Controls: c.Controls,
	}, data, c.Out)
	if err != nil {
		return nil, false, err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return nil, false, fmt.Errorf("make output folder: %w: %w", bench.ErrUnusable, err)
	}
	before, err := readManifest(c.Out)
	if err != nil && !c.Fresh {
		return nil, false, err
	}
	if c.Fresh {
		for _, name := range []string{bench.PredictionsFile, verdictsFile, summaryFile, summaryErrataFile, reportFile} {
			if err := os.Remove(filepath.Join(c.Out, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
				return nil, false, fmt.Errorf("start over: %w", err)
			}
		}
	}
	if before != nil && !c.Fresh {
		if before.Key != m.Key {
			return nil, false, usagef("%s holds a run with another configuration, data set or version; name another --out, or start over with --fresh", c.Out)
		}
		if before.Ended != nil && before.Outcome.Failed == 0 {
			if _, err := os.Stat(filepath.Join(c.Out, bench.PredictionsFile)); err == nil {
				return before, true, nil
			}
		}
		m.Began, m.Starts, m.Seconds = before.Began, before.Starts+1, before.Seconds
	}
	return m, false, m.write(c.Out)
}

func (c *runCmd) predict(ctx context.Context, con *console, run *bench.Run) (bench.Outcome, error) {
	p := newProgress(con.Err, "running")
	run.Progress = p.Set
	out, err := run.Do(ctx)
	p.Close()
	return out, err
}

// finish completes the manifest, and then takes the journal away.
func (c *runCmd) finish(m *manifest, run *bench.Run, complete bool) error {
	if complete {
		return nil
	}
	now := time.Now().UTC().Truncate(time.Second)
	m.Ended = &now
	m.Seconds = now.Sub(m.Began).Seconds()
	if err := m.write(c.Out); err != nil {
		return err
	}
	if m.Outcome.Failed > 0 {
		return nil
	}
	return run.Finish()
}

func openErrata(path string) (*bench.Errata, error) {
	if path == "" {
		return nil, nil
	}
	return bench.OpenErrata(path)
}

// print writes the result to standard output: the table, or the summary as
// JSON.
func (r *result) print(con *console) error {
	if con.JSON {
		return writeSummary(con.Out, r.summary)
	}
	return report.Of(r.summary, r.mended).Text(con.Out, con.color())
}

// writeSummary writes v as summary.json holds it: its types know how.
func writeSummary(w io.Writer, v any) error {
	if err := json.MarshalWrite(w, v, json.Deterministic(true), jsontext.WithIndent("  ")); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

type scoreCmd struct {
	Data        string `required:"" help:"The data set: mini, mini:dev, mini:test, a file or a folder."`
	Predictions string `required:"" placeholder:"FILE" help:"Predictions, one unit a line."`
	Errata      string `placeholder:"FILE" help:"Errata that overlay the data set; both scores are printed."`
	System      string `default:"predictions" help:"What to call the system."`
	Seed        uint64 `default:"1" help:"Seed of the bootstrap."`
	Workers     int    `help:"Episodes at a time (default: one a core)."`
	Out         string `placeholder:"DIR" help:"The folder for verdicts, summary and report."`
	judgeFlags
}

// Help is shown by --help.
func (scoreCmd) Help() string {
	return "Example: dyadmem bench score --data mini --predictions mine.jsonl --out out"
}

func (c *scoreCmd) Run(ctx context.Context, con *console) error {
	judges, err := c.judges()
	if err != nil {
		return err
	}
	set, err := openSet(c.Data)
	if err != nil {
		return err
	}
	errata, err := openErrata(c.Errata)
	if err != nil {
		return err
	}
	data, err := set.Surveyed(0)
	if err != nil {
		return fmt.Errorf("%w: %w", bench.ErrUnusable, err)
	}
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	v := &evaluation{set: set, data: data, errata: errata, judges: judges, system: c.System, seed: c.Seed, workers: workers, progress: newProgress(con.Err, "scoring")}
	var r *result
	if c.Out == "" {
		r, err = v.evaluate(ctx, c.Predictions, nil)
	} else if err = os.MkdirAll(c.Out, 0o755); err != nil {
		err = fmt.Errorf("make output folder: %w: %w", bench.ErrUnusable, err)
	} else {
		r, err = v.write(ctx, c.Out, c.Predictions)
	}
	v.progress.Close()
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := c.manifest(data); err != nil {
			return err
		}
	}
	return r.print(con)
}

// manifest leaves a manifest beside the scores, for bench compare and judge.
func (c *scoreCmd) manifest(data bench.Survey) error {
	m, err := newManifest(runSettings{Data: c.Data, System: c.System, Equivalence: c.Equivalence, Answers: c.Answers, Errata: c.Errata, Seed: c.Seed}, data, c.Out)
	if err != nil {
		return err
	}
	m.Paths.Predictions = c.Predictions
	m.Ended = &m.Began
	return m.write(c.Out)
}
