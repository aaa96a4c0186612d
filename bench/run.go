package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gofrs/flock"

	"github.com/dyadmem/dyadmem"
)

// A Run puts a system through the stages over a data set and leaves the
// predictions in a folder. It can be killed at any moment and started again:
// what the journal holds is not done twice, and the predictions come out the
// same, byte for byte.
type Run struct {
	Set     *Set
	Limit   int // the first so many episodes; 0: all
	System  System
	Stages  []Stage // those that System can't do are left out
	Workers int     // units at a time; 0: 1
	Dir     string
	Key     string // names configuration, data and code; a journal with another key is refused
	Fresh   bool   // start over whatever Dir holds
	// LongFirst has the pipelines begun before all else: for a system that waits
	// for a model, so that the last to end are single calls, not whole episodes.
	LongFirst bool
	DryRun    bool // count what would be asked: what hangs on replies is asked for as if they were gold's ([dyadmem.Account.Assumed])

	// Progress, where set, is called after each unit, by several goroutines.
	Progress func(done, planned int)
	// Failed, where set, is called for each unit that failed, with its line and
	// what went wrong in its task, by several goroutines.
	Failed func(p *Prediction, err error)
}

// The files of a run.
const (
	PredictionsFile = "predictions.jsonl"
	journalFile     = "journal.jsonl"
	lockFile        = ".lock"
)

// An Outcome counts the tasks of a run, which are its units and one for the
// pipeline of each episode, and the units that failed.
type Outcome struct {
	Planned int `json:"planned"`
	Resumed int `json:"resumed"` // done before by an earlier start of the same run
	Failed  int `json:"failed"`
	Pending int `json:"pending,omitempty"` // waiting for replies: neither done nor failed
}

// Do runs r and writes Dir/predictions.jsonl in the order of the data. A unit
// that fails is a line with an error, not an error of Do: Do fails if it is
// interrupted, if the system does not start or says that the run has to stop
// (an error with a method Stop() bool), or if Dir can't be used ([ErrUnusable],
// also where it holds another run). A unit whose replies are not there yet (an
// error with a method Pending() bool) is left for the next start.
func (r *Run) Do(ctx context.Context) (Outcome, error) {
	if err := os.MkdirAll(r.Dir, 0o755); err != nil {
		return Outcome{}, fmt.Errorf("make output folder: %w: %w", ErrUnusable, err)
	}
	lock := flock.New(filepath.Join(r.Dir, lockFile))
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return Outcome{}, fmt.Errorf("lock output folder %s: %w: %w", r.Dir, ErrUnusable, bare(err))
	case !ok:
		return Outcome{}, fmt.Errorf("output folder %s: %w: another run is writing to it", r.Dir, ErrUnusable)
	}
	defer lock.Unlock()
	path := filepath.Join(r.Dir, journalFile)
	if r.Fresh {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return Outcome{}, fmt.Errorf("start over: %w", err)
		}
	}
	j, err := openJournal(path, r.Key)
	if errors.Is(err, errOtherRun) {
		return Outcome{}, fmt.Errorf("%w: %w; name another --out, or start over with --fresh", ErrUnusable, err)
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	defer j.Close()
	out, err := r.work(ctx, j)
	if err != nil {
		return out, err
	}
	return out, r.writePredictions(j)
}

// Finish removes the journal of a run whose results are all written. A run
// with failed units keeps it: the next start retries only those.
func (r *Run) Finish() error {
	err := os.Remove(filepath.Join(r.Dir, journalFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// episodes yields the episodes of the run, without their banks.
func (r *Run) episodes(yield func(*planned, error) bool) {
	for e, err := range Limited(r.Set.Episodes(), r.Limit) {
		if !yield(&planned{Episode: e}, err) {
			return
		}
	}
}

// Limited yields the first n episodes, all of them where n is 0.
func Limited(episodes iter.Seq2[*Episode, error], n int) iter.Seq2[*Episode, error] {
	return func(yield func(*Episode, error) bool) {
		seen := 0
		for e, err := range episodes {
			if !yield(e, err) || err != nil {
				return
			}
			if seen++; seen == n {
				return
			}
		}
	}
}

// Doing returns those of r.Stages that the system can do, in order.
func (r *Run) Doing() []Stage {
	can := r.System.Stages()
	return slices.DeleteFunc(Stages(), func(st Stage) bool {
		return !slices.Contains(can, st) || !slices.Contains(r.Stages, st)
	})
}

// work does every task that j does not hold.
func (r *Run) work(ctx context.Context, j *journal) (Outcome, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stages := r.Doing()
	var out Outcome
	for e, err := range r.episodes {
		if err != nil {
			return out, err
		}
		for _, t := range tasks(e, stages) {
			out.Planned++
			if j.Done(t) {
				out.Resumed++
			}
		}
	}
	queue := make(chan task, 4*max(1, r.Workers))
	var done, failed, pending atomic.Int64
	done.Store(int64(out.Resumed))
	var workers sync.WaitGroup
	for range max(1, r.Workers) {
		workers.Go(func() {
			w := worker{run: r, journal: j, planned: out.Planned, done: &done, failed: &failed, pending: &pending}
			if err := w.work(ctx, queue); err != nil {
				cancel(err)
			}
		})
	}
	err := r.feed(ctx, queue, j, stages)
	close(queue)
	workers.Wait()
	out.Failed = int(failed.Load())
	out.Pending = int(pending.Load())
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return out, err
}

// feed puts the tasks that j does not hold into the queue.
func (r *Run) feed(ctx context.Context, queue chan<- task, j *journal, stages []Stage) error {
	if i := slices.Index(stages, PipelineQA); r.LongFirst && i >= 0 {
		if err := r.feedStages(ctx, queue, j, stages[i:i+1]); err != nil {
			return err
		}
		stages = slices.Concat(stages[:i], stages[i+1:])
	}
	return r.feedStages(ctx, queue, j, stages)
}

func (r *Run) feedStages(ctx context.Context, queue chan<- task, j *journal, stages []Stage) error {
	for e, err := range r.episodes {
		if err != nil {
			return err
		}
		for _, t := range tasks(e, stages) {
			if j.Done(t) {
				continue
			}
			if e.banks == nil {
				e.banks = Replay(e.Episode)
			}
			t.assume = r.DryRun
			select {
			case queue <- t:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
	return nil
}

// A worker does tasks on an instance of the system, and starts another after
// a crash.
type worker struct {
	run     *Run
	journal *journal
	planned int

	done, failed, pending *atomic.Int64
}

func (w *worker) work(ctx context.Context, queue <-chan task) error {
	in := Instance(notStarted{})
	defer func() { in.Close() }()
	for t := range queue {
		if _, gone := in.(notStarted); gone {
			// A system that does not start fails what it was to work on, and is
			// started again for the next.
			next, err := w.run.System.Start(ctx)
			if err == nil {
				in = next
			} else {
				in = notStarted{fmt.Errorf("start system: %w: %w", ErrCrash, err)}
			}
		}
		lines, failure, err := t.do(ctx, in)
		switch {
		case err != nil:
			return err
		case stopping(failure):
			return failure
		case waiting(failure):
			w.pending.Add(1)
			continue
		}
		if err := w.journal.Append(lines); err != nil {
			return err
		}
		w.report(lines, failure)
		if errors.Is(failure, ErrCrash) {
			in.Close()
			in = notStarted{}
		}
		n := int(w.done.Add(1))
		if w.run.Progress != nil {
			w.run.Progress(n, w.planned)
		}
	}
	return nil
}

// report counts and tells the units among lines that failed.
func (w *worker) report(lines []Prediction, failure error) {
	for i := range lines {
		p := &lines[i]
		if p.Error == "" || p.Stage == BankStage { // a bank is no unit
			continue
		}
		w.failed.Add(1)
		if w.run.Failed != nil {
			w.run.Failed(p, failure)
		}
	}
}

// notStarted is the instance before there is one, or where none could be had.
type notStarted struct{ err error }

func (n notStarted) Capture(context.Context, dyadmem.Session) ([]dyadmem.Entry, error) {
	return nil, n.err
}

func (n notStarted) Update(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
	return nil, n.err
}

func (n notStarted) Recall(context.Context, dyadmem.Bank, dyadmem.Query) ([]dyadmem.Hit, error) {
	return nil, n.err
}

func (n notStarted) Answer(context.Context, dyadmem.Query, []dyadmem.Entry) (dyadmem.Answer, error) {
	return dyadmem.Answer{}, n.err
}

func (n notStarted) Begin(context.Context, Opening) (Memory, error) { return nil, n.err }

func (n notStarted) Close() error { return nil }

// writePredictions writes what j holds in the order of the data.
func (r *Run) writePredictions(j *journal) error {
	return ReplaceFile(filepath.Join(r.Dir, PredictionsFile), func(w *bufio.Writer) error {
		stages := r.Doing()
		for e, err := range r.episodes {
			if err != nil {
				return err
			}
			for _, k := range e.unitKeys(stages) {
				line, err := j.Read(k)
				if err != nil {
					return err
				}
				if line != nil {
					w.Write(line) // the error is kept until Flush
					w.WriteByte('\n')
				}
			}
		}
		return nil
	})
}

// unitKeys returns the units that a run over stages may have lines for.
func (e *planned) unitKeys(stages []Stage) []unitKey {
	var keys []unitKey
	perSession := func(st Stage) {
		for _, s := range e.Sessions {
			keys = append(keys, unitKey{st, e.ID, s.ID})
		}
	}
	for _, st := range stages {
		if st == PipelineQA {
			perSession(PipelineCapture)
			perSession(BankStage)
		}
		if st == CaptureStage || st == UpdateStage {
			perSession(st)
			continue
		}
		for _, q := range e.Questions {
			keys = append(keys, unitKey{st, e.ID, q.ID})
		}
	}
	return keys
}

// ReplaceFile writes the file at path by write, all or nothing: it appears
// under its name once it is whole and on disk.
func ReplaceFile(path string, write func(*bufio.Writer) error) error {
	// One name, so that what a kill leaves is taken over by the next start.
	f, err := os.Create(path + ".part")
	if err != nil {
		return fmt.Errorf("write %s: %w: %w", path, ErrUnusable, bare(err))
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	w := bufio.NewWriterSize(f, 1<<16)
	err = write(w)
	err = errors.Join(err, w.Flush(), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// Direct runs stages over one episode on an instance and returns the
// predictions, without a journal. A unit that fails is a prediction with an
// error. It is how controls are run beside a system. A failure that says that
// the run has to stop ends it; where a reply is not there yet (an error with a
// method Pending() bool) that error comes with the lines of all other units.
func Direct(ctx context.Context, e *Episode, in Instance, stages []Stage) (lines []Prediction, late error) {
	p := &planned{Episode: e, banks: Replay(e)}
	for _, t := range tasks(p, stages) {
		got, failure, err := t.do(ctx, in)
		switch {
		case err != nil:
			return nil, err
		case stopping(failure):
			return nil, failure
		case waiting(failure):
			late = failure
			continue
		}
		lines = append(lines, got...)
	}
	return lines, late
}
