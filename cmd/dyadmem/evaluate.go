package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/judge"
	"github.com/dyadmem/dyadmem/bench/report"
	"github.com/dyadmem/dyadmem/bench/score"
)

// An evaluation judges and scores predictions: the passes after a run, which
// need neither a model nor a network unless a judge is one.
type evaluation struct {
	set      *bench.Set
	data     bench.Survey
	limit    int
	errata   *bench.Errata // nil: none
	judges   judge.Judges
	system   string
	seed     uint64
	workers  int
	tested   bench.System // what controls are run beside; nil: none are
	workshop *workshop    // where controls are built
	stages   []bench.Stage
	progress *progress

	waiting atomic.Pointer[error] // that of a control whose reply is not there yet
}

// A result is what an evaluation came to.
type result struct {
	summary *score.Summary
	tally   *score.Tally
	mended  *score.Summary // with the errata; nil without
}

// write evaluates the predictions in dir and leaves the verdicts, the summary
// and the report beside them.
func (v *evaluation) write(ctx context.Context, dir, predictions string) (*result, error) {
	var r *result
	err := bench.ReplaceFile(filepath.Join(dir, verdictsFile), func(w *bufio.Writer) (err error) {
		r, err = v.evaluate(ctx, predictions, w)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := writeJSONFile(filepath.Join(dir, summaryFile), r.summary); err != nil {
		return nil, err
	}
	if r.mended != nil {
		if err := writeJSONFile(filepath.Join(dir, summaryErrataFile), r.mended); err != nil {
			return nil, err
		}
	}
	return r, bench.ReplaceFile(filepath.Join(dir, reportFile), func(w *bufio.Writer) error {
		return report.Of(r.summary, r.mended).Markdown(w)
	})
}

// evaluate scores a predictions file; the verdicts go to w. Every question to a
// judge is asked before the first that waits for its reply ends the pass.
func (v *evaluation) evaluate(ctx context.Context, predictions string, w *bufio.Writer) (*result, error) {
	judges := v.judges
	gathered, waiting := judges.Gathered()
	v.judges = gathered
	defer func() { v.judges = judges }()
	tally, summary, err := v.pass(ctx, v.set.Episodes(), predictions, w)
	if err == nil {
		err = waiting()
	}
	if late := v.waiting.Load(); err == nil && late != nil {
		err = *late
	}
	if err != nil {
		return nil, err
	}
	r := &result{summary: summary, tally: tally}
	if v.errata != nil {
		_, r.mended, err = v.pass(ctx, v.errata.Apply(v.set.Episodes()), predictions, nil)
	}
	return r, err
}

// judged is what one episode came to, under the system and each control.
type judged struct {
	counts   *score.Counts
	verdicts *bench.Verdicts
	controls []*score.Counts
	episode  *bench.Episode
}

func (v *evaluation) pass(ctx context.Context, episodes iter.Seq2[*bench.Episode, error], path string, w *bufio.Writer) (*score.Tally, *score.Summary, error) {
	predictions, err := bench.OpenPredictions(path)
	if err != nil {
		return nil, nil, err
	}
	defer predictions.Close()
	beside := v.controls()
	defer beside.close()
	tally := new(score.Tally)
	controlled := make([]score.Tally, len(beside.list))
	var verdicts *judge.Writer
	if w != nil {
		if verdicts, err = judge.NewWriter(w, v.judges); err != nil {
			return nil, nil, err
		}
	}
	done := 0
	for j, err := range bench.Ordered(ctx, v.workers, bench.Limited(episodes, v.limit), func(ctx context.Context, e *bench.Episode) (judged, error) {
		return v.episode(ctx, e, predictions, beside)
	}) {
		if err != nil {
			return nil, nil, err
		}
		tally.Add(j.counts)
		for i, c := range j.controls {
			controlled[i].Add(c)
		}
		if verdicts != nil {
			if err := verdicts.Write(j.episode, j.verdicts); err != nil {
				return nil, nil, err
			}
		}
		done++
		if v.progress != nil {
			v.progress.Set(done, v.data.Episodes)
		}
	}
	if verdicts != nil {
		if err := verdicts.Flush(); err != nil {
			return nil, nil, err
		}
	}
	stray, err := predictions.Rest()
	if err != nil {
		return nil, nil, err
	}
	s := tally.Summary(score.Options{System: v.system, Judges: v.names(), Data: v.data, Stray: stray, Seed: v.seed})
	for i, c := range beside.list {
		s.Controls = append(s.Controls, score.Control{Name: c.name, Figures: controlled[i].Figures()})
		if c.name == "full" {
			s.Cost.Against(controlled[i].Cost())
		}
		if c.name == "none" {
			s.Leaky = append(s.Leaky, controlled[i].Right()...)
		}
	}
	return tally, s, nil
}

func (v *evaluation) names() score.Judges {
	return score.Judges{
		Equivalence: v.judges.Equivalence.Name(), EquivalenceVersion: v.judges.Equivalence.Version(),
		Answers: v.judges.Answers.Name(), AnswersVersion: v.judges.Answers.Version(),
	}
}

func (v *evaluation) episode(ctx context.Context, e *bench.Episode, predictions *bench.Predictions, beside *controlPool) (judged, error) {
	units, err := predictions.Units(e)
	if err != nil {
		return judged{}, err
	}
	j := judged{episode: e}
	if j.verdicts, j.counts, err = v.judge(onAccount(ctx, systemAccount), e, units); err != nil {
		return j, err
	}
	for i := range beside.list {
		units, err := v.control(ctx, beside, i, e)
		if err != nil {
			return j, err
		}
		_, counts, err := v.judge(onAccount(ctx, beside.list[i].name), e, units)
		if err != nil {
			return j, err
		}
		j.controls = append(j.controls, counts)
	}
	return j, nil
}

// systemAccount is the account of the judging of the system under test; that of
// a control is its name.
const systemAccount = "scores"

func onAccount(ctx context.Context, name string) context.Context {
	return dyadmem.WithAccount(ctx, &dyadmem.Account{For: name})
}

// control runs control i over an episode. Where a reply is not there yet it is
// noted, so that everything else is asked for before the pass ends.
func (v *evaluation) control(ctx context.Context, beside *controlPool, i int, e *bench.Episode) (*bench.Units, error) {
	name := beside.list[i].name
	lines, err := beside.run(onAccount(ctx, name), i, e)
	var late interface{ Pending() bool }
	switch {
	case errors.As(err, &late) && late.Pending():
		v.waiting.Store(&err)
	case err != nil:
		return nil, fmt.Errorf("control %s: %w", name, err)
	}
	units := bench.NewUnits(true)
	for k := range lines {
		units.Add(e, &lines[k])
	}
	return units, nil
}

// presume has judges and controls ask for what they will ask for about
// predictions that are there, and about gold-like ones where they are not: in a
// dry run that counts the requests.
func (v *evaluation) presume(ctx context.Context, path string, stages []bench.Stage) error {
	judges := v.judges
	v.judges, _ = judges.Gathered()
	defer func() { v.judges = judges }()
	predictions, err := bench.OpenPredictions(path)
	if err == nil {
		defer predictions.Close()
	} else if !errors.Is(err, bench.ErrUnusable) { // there are none yet
		return err
	}
	beside := v.controls()
	defer beside.close()
	ask := func(ctx context.Context, account string, e *bench.Episode, u *bench.Units, stages []bench.Stage, most int) error {
		presumed := bench.Presume(e, u, stages, most) > 0
		_, _, err := v.judge(dyadmem.WithAccount(ctx, &dyadmem.Account{For: account, Assumed: presumed}), e, u)
		return err
	}
	for _, err := range bench.Ordered(ctx, v.workers, bench.Limited(v.set.Episodes(), v.limit), func(ctx context.Context, e *bench.Episode) (struct{}, error) {
		units := bench.NewUnits(true)
		if predictions != nil {
			var err error
			if units, err = predictions.Units(e); err != nil {
				return struct{}{}, err
			}
		}
		if err := ask(ctx, systemAccount, e, units, stages, math.MaxInt); err != nil {
			return struct{}{}, err
		}
		for i, c := range beside.list {
			units, err := v.control(ctx, beside, i, e)
			if err != nil {
				return struct{}{}, err
			}
			if err := ask(ctx, c.name, e, units, c.stages, c.entries); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, nil
	}) {
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *evaluation) judge(ctx context.Context, e *bench.Episode, u *bench.Units) (*bench.Verdicts, *score.Counts, error) {
	verdicts, err := judge.Episode(ctx, e, u, v.judges)
	if err != nil {
		return nil, nil, fmt.Errorf("judge episode %s: %w", e.ID, err)
	}
	return verdicts, score.Episode(e, u, verdicts), nil
}

// controls returns the controls that fit the stages that were run.
func (v *evaluation) controls() *controlPool {
	p := &controlPool{tested: v.tested, workshop: v.workshop}
	if v.tested == nil {
		return p
	}
	for _, c := range controls(v.workshop.models.flags.Model != "") {
		c.stages = slices.DeleteFunc(c.stages, func(s bench.Stage) bool { return !slices.Contains(v.stages, s) })
		if len(c.stages) > 0 {
			p.list = append(p.list, c)
		}
	}
	p.free = make([][]bench.Instance, len(p.list))
	return p
}

// A controlPool keeps instances of the controls: to start one can be to start
// a program.
type controlPool struct {
	tested   bench.System
	workshop *workshop
	list     []control

	mu   sync.Mutex
	free [][]bench.Instance // by control
}

// run runs control i over one episode.
func (p *controlPool) run(ctx context.Context, i int, e *bench.Episode) ([]bench.Prediction, error) {
	c := p.list[i]
	in, err := p.take(ctx, i)
	if err != nil {
		return nil, err
	}
	lines, err := bench.Direct(ctx, e, in, c.stages)
	p.mu.Lock()
	p.free[i] = append(p.free[i], in)
	p.mu.Unlock()
	return lines, err
}

func (p *controlPool) take(ctx context.Context, i int) (bench.Instance, error) {
	p.mu.Lock()
	if n := len(p.free[i]); n > 0 {
		in := p.free[i][n-1]
		p.free[i] = p.free[i][:n-1]
		p.mu.Unlock()
		return in, nil
	}
	p.mu.Unlock()
	s, err := p.list[i].system(p.workshop, p.tested)
	if err != nil {
		return nil, err
	}
	return s.Start(ctx)
}

func (p *controlPool) close() {
	for _, list := range p.free {
		for _, in := range list {
			in.Close()
		}
	}
}

func writeJSONFile(path string, v any) error {
	return bench.ReplaceFile(path, func(w *bufio.Writer) error { return writeSummary(w, v) })
}
