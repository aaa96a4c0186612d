package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/report"
	"github.com/dyadmem/dyadmem/bench/score"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage"
)

type runCmd struct {
	Data     string        `required:"" help:"The data set: mini, mini:dev, mini:test, a file or a folder."`
	System   string        `default:"rules" help:"The system: rules, a control, parts (capture=rules,update=expire,recall=bm25,answer=concat), or exec:COMMAND."`
	Stages   []string      `help:"Stages to run: capture, update, recall, gold_qa, pipeline_qa (default: all)."`
	Errata   string        `placeholder:"FILE" help:"Errata that overlay the data set; both scores are printed."`
	Limit    int           `help:"The first N episodes only."`
	Workers  int           `help:"Units at a time (default: one a core; with a model twice --in-flight)."`
	Seed     uint64        `default:"1" help:"Seed of the bootstrap."`
	Timeout  time.Duration `default:"2m" help:"How long an exec system may take for one request."`
	Controls bool          `default:"true" negatable:"" help:"Run the controls beside the system."`
	Fresh    bool          `help:"Start over, whatever DIR holds."`
	Store    string        `placeholder:"URL" help:"Run the system as it is served, over a store: sqlite:PATH or postgres://…"`
	Cap      int           `help:"The most entries that a bank may hold (default: any number)."`
	Out      string        `required:"" placeholder:"DIR" help:"The folder for the results; the same command on it goes on where it stopped."`
	judgeFlags
	modelFlags
}

// Help is shown by --help.
func (runCmd) Help() string {
	return "Example: dyadmem bench run --data mini --system rules --out out"
}

func (c *runCmd) Run(ctx context.Context, con *console) error {
	roomy()
	if c.Limit < 0 || c.Workers < 0 || c.Cap < 0 {
		return usagef("--limit, --workers and --cap take a number that is not negative")
	}
	if c.DryRun && strings.HasPrefix(c.System, "exec:") {
		return usagef("--dry-run counts the calls of models; what a program asks is its own")
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
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return fmt.Errorf("make output folder: %w: %w", bench.ErrUnusable, err)
	}
	m := newModels(c.modelFlags, c.Out, func(text string) { con.say("%s", text) })
	defer m.close()
	judges, err := c.judges(m)
	if err != nil {
		return err
	}
	shop := &workshop{models: m, timeout: c.Timeout, stderr: con.Err}
	system, closeStore, err := c.system(ctx, shop)
	if err != nil {
		return err
	}
	defer closeStore()
	if can := system.Stages(); !slices.ContainsFunc(stages, func(st bench.Stage) bool { return slices.Contains(can, st) }) {
		return usagef("the system %s does none of the stages asked for: it does %v, wanted are %v", c.System, can, stages)
	}
	if c.Controls && c.Model != "" && slices.Contains(stages, bench.PipelineQA) {
		if _, err := m.chat(); err != nil { // the control full will ask it
			return err
		}
	}
	if err := m.check(ctx); err != nil {
		return err
	}
	man, complete, err := c.begin(data)
	if err != nil {
		return err
	}
	run := &bench.Run{
		Set: set, Limit: c.Limit, System: system, Stages: stages, Workers: c.workers(), Dir: c.Out, Key: man.Key, Fresh: c.Fresh, DryRun: c.DryRun, LongFirst: c.named(),
		Failed: func(p *bench.Prediction, err error) {
			con.say("failed (%s): %s %s %s: %v", p.Error, p.Stage, p.Episode, cmp.Or(p.Question, p.Session), err)
		},
	}
	if !complete {
		if man.Outcome, err = c.predict(ctx, con, run); err != nil {
			return stopped(err)
		}
		if man.Outcome.Pending > 0 && !c.DryRun {
			return m.late(con, fmt.Errorf("%d tasks: %w", man.Outcome.Pending, new(llm.PendingError)))
		}
	}
	v := &evaluation{
		set: set, data: data, limit: c.Limit, errata: errata, judges: judges, system: c.System, seed: c.Seed, workers: c.workers(),
		stages: stages, progress: newProgress(con.Err, "scoring"), workshop: shop,
	}
	if c.Controls {
		v.tested = system
	}
	if c.DryRun {
		return c.plan(ctx, con, v, run.Doing(), man.Outcome)
	}
	r, err := v.write(ctx, c.Out, filepath.Join(c.Out, bench.PredictionsFile))
	v.progress.Close()
	if err != nil {
		return stopped(m.late(con, err))
	}
	man.Spent, man.Paid = m.spent(), m.paid()
	if err := c.finish(man, run, complete); err != nil {
		return err
	}
	return r.tell(con, man)
}

// tell prints what the run spent and came to, and returns an error for units
// that failed.
func (r *result) tell(con *console, man *manifest) error {
	if err := man.Spent.write(con); err != nil {
		return err
	}
	if man.Starts > 1 && man.Paid.Tokens > 0 {
		con.say("in all %d starts: %d tokens, $%.4f", man.Starts, man.Paid.Tokens, man.Paid.USD)
	}
	if err := r.print(con); err != nil {
		return err
	}
	if man.Outcome.Failed > 0 {
		return &statusError{exitUnitsFailed, fmt.Sprintf("%d units failed (they are listed above); the same command retries those alone", man.Outcome.Failed)}
	}
	return nil
}

// system builds the system under test: by itself, or as it is served over a
// store. A cap alone is served over a store in memory.
func (c *runCmd) system(ctx context.Context, shop *workshop) (bench.System, func() error, error) {
	nothing := func() error { return nil }
	if c.Store == "" && c.Cap == 0 {
		s, err := shop.system(ctx, c.System)
		return s, nothing, err
	}
	e, err := shop.engine(c.System)
	if err != nil {
		return nil, nothing, err
	}
	e.Cap = -1
	if c.Cap > 0 {
		e.Cap = c.Cap
	}
	if c.Store == "" {
		e.Store, e.Compactor = new(dyadmem.MemStore), stage.RuleCompactor{}
		return bench.StoredSystem{Engine: e}, nothing, nil
	}
	st, err := openStore(ctx, c.Store)
	if err != nil {
		return nil, nothing, err
	}
	return bench.StoredSystem{Engine: served(e, st)}, st.Close, nil
}

// plan ends a dry run: it counts what judges and controls would ask too, and
// prints what all of it would take.
func (c *runCmd) plan(ctx context.Context, con *console, v *evaluation, doing []bench.Stage, out bench.Outcome) error {
	defer v.progress.Close()
	if err := v.presume(ctx, filepath.Join(c.Out, bench.PredictionsFile), doing); err != nil {
		return stopped(err)
	}
	v.progress.Close()
	s := v.workshop.models.spent()
	if con.JSON {
		return writeJSON(con.Out, struct {
			DryRun  spent    `json:"dry_run"`
			Total   llm.Line `json:"total"`
			Planned int      `json:"tasks"`
			Done    int      `json:"tasks_done"`
		}{s, s.total(), out.Planned, out.Planned - out.Pending})
	}
	if err := s.write(con); err != nil {
		return err
	}
	total := s.total()
	if total.Waiting+total.Kept == 0 {
		con.say("dry run: the run asks no model")
		return nil
	}
	money := "of no known price"
	if total.USD > 0 {
		money = fmt.Sprintf("$%.4f", total.USD)
	}
	con.say("dry run: nothing was sent. The run would send %d requests, about %d prompt and %d completion tokens, %s; %d more are equal to one of them, or kept from before.",
		total.Waiting, total.Tokens.Prompt, total.Tokens.Completion, money, total.Kept)
	if total.Assumed > 0 {
		con.say("%d of them hang on replies (assumed): they are counted as if the model captured, kept and recalled what gold does, with 16 entries handed to each answer,\n"+
			"and as if judges were asked about every pair. Replies that make requests alike, or banks empty, make them fewer; replies that cannot be read are asked for once more.", total.Assumed)
	}
	return nil
}

// stopped returns the error of a run that a budget has ended as what it is: the
// run is interrupted, and goes on once the bound is raised.
func stopped(err error) error {
	var budget *llm.BudgetError
	if errors.As(err, &budget) {
		return &statusError{exitInterrupted, budget.Error() + " (--max-tokens, --max-usd); the same command goes on from here"}
	}
	return err
}

// workers returns how many units are worked on at a time: one a core, or with a
// model twice as many as it takes requests, so that while some write down what
// came others are ready to ask.
func (c *runCmd) workers() int {
	switch {
	case c.Workers > 0:
		return c.Workers
	case c.named():
		return 2 * max(1, c.InFlight)
	}
	return runtime.NumCPU()
}

// begin writes the manifest of the run, and reports whether the folder holds
// it complete already. It refuses a folder that holds another run.
func (c *runCmd) begin(data bench.Survey) (m *manifest, complete bool, err error) {
	m, err = newManifest(runSettings{
		Data: c.Data, System: c.System, Stages: c.Stages, Equivalence: c.Equivalence, Answers: c.Answers, Errata: c.Errata,
		Limit: c.Limit, Cap: c.Cap, Stored: c.Store != "", Seed: c.Seed, Controls: c.Controls, Models: c.modelFlags.settings(),
	}, data, c.Out)
	if err != nil {
		return nil, false, err
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
// JSON, with errata both.
func (r *result) print(con *console) error {
	if con.JSON {
		return writeSummary(con.Out, struct {
			*score.Summary
			Errata *score.Summary `json:"errata,omitzero"`
		}{r.summary, r.mended})
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
