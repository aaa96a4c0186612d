package main

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/dyadmem/dyadmem/bench"
)

type scoreCmd struct {
	Data        string `required:"" help:"The data set: mini, mini:dev, mini:test, a file or a folder."`
	Predictions string `required:"" placeholder:"FILE" help:"Predictions, one unit a line."`
	Errata      string `placeholder:"FILE" help:"Errata that overlay the data set; both scores are printed."`
	System      string `default:"predictions" help:"What to call the system."`
	Seed        uint64 `default:"1" help:"Seed of the bootstrap."`
	Workers     int    `help:"Episodes at a time (default: one a core)."`
	Out         string `placeholder:"DIR" help:"The folder for verdicts, summary and report."`
	judgeFlags
	modelFlags
}

// Help is shown by --help.
func (scoreCmd) Help() string {
	return "Example: dyadmem bench score --data mini --predictions mine.jsonl --out out"
}

func (c *scoreCmd) Run(ctx context.Context, con *console) error {
	roomy()
	m := newModels(c.modelFlags, c.Out, func(text string) { con.say("%s", text) })
	defer m.close()
	judges, err := c.judges(m)
	if err != nil {
		return err
	}
	if err := m.check(ctx); err != nil {
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
		return stopped(m.late(con, err))
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
