package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/dyadmem/dyadmem"
)

// An Embedder turns texts into vectors, in the order of the texts. Name names
// the model and whatever else changes its vectors: the cache is keyed by it. Dims
// is the length of its vectors, 0 as long as it has not been asked for any.
type Embedder interface {
	Name() string
	Dims() int
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// embed is the job that fills the vector cache for a bank.
type embed struct {
	Agent string `json:"agent"`
	User  string `json:"user"`
}

// Kind names the job.
func (embed) Kind() string { return "embed" }

// InsertOpts puts the job into its queue.
func (embed) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: upkeepQueue} }

// embed works on the job of that name. It needs no lock: it changes no bank.
func (q *Queue) embed(ctx context.Context, job *river.Job[embed]) error {
	if q.config.Embedder == nil { // there is one where the job was made
		return foreign(job.JobRow)
	}
	return q.upkeep(ctx, q.embedder, func(ctx context.Context) error {
		_, err := q.fill(ctx, dyadmem.Dyad{Agent: job.Args.Agent, User: job.Args.User})
		return err
	}, job.Attempt)
}

// embedAtOnce is how many vectors are made before they are kept: so many are
// lost at most when the process ends.
const embedAtOnce = 64

// fill keeps vectors for the texts of a bank that have none, and returns how
// many it made.
func (q *Queue) fill(ctx context.Context, d dyadmem.Dyad) (made int, err error) {
	bank, err := q.engine.Store.Bank(ctx, d)
	if err != nil {
		return 0, err
	}
	missing, err := q.unembedded(ctx, bank)
	if err != nil {
		return 0, err
	}
	for texts := range slices.Chunk(missing, embedAtOnce) {
		vectors, err := q.vectors(ctx, texts)
		if err == nil {
			err = q.store.KeepVectors(ctx, q.config.Embedder.Name(), texts, vectors)
		}
		if err != nil {
			return made, err
		}
		made += len(texts)
	}
	return made, nil
}

// vectors asks the embedder, and holds it to the dimension that it names.
func (q *Queue) vectors(ctx context.Context, texts []string) ([][]float32, error) {
	e := q.config.Embedder
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, &stageError{fmt.Errorf("embed: %w", err)}
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != e.Dims() {
			return nil, &stageError{fmt.Errorf("embed: %s made a vector of %d numbers, and its vectors are to have %d", e.Name(), len(v), e.Dims())}
		}
	}
	return vectors, nil
}

// unembedded returns the texts of b that have no vector, or one of another
// dimension than the embedder's.
func (q *Queue) unembedded(ctx context.Context, b dyadmem.Bank) ([]string, error) {
	e := q.config.Embedder
	if e == nil || len(b.Entries) == 0 {
		return nil, nil
	}
	texts := make([]string, len(b.Entries))
	for i, entry := range b.Entries {
		texts[i] = entry.Content
	}
	vectors, err := q.store.Vectors(ctx, e.Name(), texts)
	if err != nil {
		return nil, err
	}
	dims := e.Dims()
	var missing []string
	for i, v := range vectors {
		if v == nil || dims > 0 && len(v) != dims {
			missing = append(missing, texts[i])
		}
	}
	return missing, nil
}

// reembed is the job that embeds all banks by an embedder that is new to the
// store, and then drops the vectors of others. It makes only the vectors that
// are not there: cut off, it goes on where it was.
type reembed struct {
	Embedder string `json:"embedder"`
}

// Kind names the job.
func (reembed) Kind() string { return "reembed" }

// InsertOpts puts the job into a queue of its own, where it holds up no other
// upkeep, once for all workers.
func (reembed) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: reembedQueue, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled}}}
}

// swapped looks whose vectors the store keeps when the queue starts. Where some
// are not of the embedder that is configured it says so, and has all banks
// embedded anew in the background; so too where there are none yet, or where
// the embedder's dimension is not known.
func (q *Queue) swapped(ctx context.Context) error {
	e := q.config.Embedder
	if e == nil {
		return nil
	}
	others, own, err := q.others(ctx)
	if err != nil {
		return err
	}
	q.tellOthers(others)
	if len(others) == 0 && own > 0 && e.Dims() > 0 {
		return nil
	}
	_, err = q.runner.Insert(ctx, reembed{e.Name()}, nil)
	return err
}

// others returns the vectors in the store that are not as the embedder makes
// them, and how many are.
func (q *Queue) others(ctx context.Context) (others []dyadmem.Embedding, own int, err error) {
	kept, err := q.store.Embeddings(ctx)
	if err != nil {
		return nil, 0, err
	}
	e := q.config.Embedder
	for _, k := range kept {
		if k.Embedder == e.Name() && (e.Dims() == 0 || k.Dims == e.Dims()) {
			own += k.Vectors
			continue
		}
		others = append(others, k)
	}
	return others, own, nil
}

func (q *Queue) tellOthers(others []dyadmem.Embedding) {
	if len(others) == 0 {
		return
	}
	e := q.config.Embedder
	kept := make([]string, len(others))
	for i, k := range others {
		kept[i] = fmt.Sprintf("%d by %s/%d", k.Vectors, k.Embedder, k.Dims)
	}
	configured := e.Name()
	if e.Dims() > 0 {
		configured = fmt.Sprintf("%s/%d", e.Name(), e.Dims())
	}
	q.config.Log.Warn("queue: the store keeps vectors of another embedder, and is embedded anew in the background; until then recall goes by words where vectors lack",
		"kept", strings.Join(kept, ", "), "configured", configured)
}

// reembed works on the job of that name, bank by bank. One that fails for good
// holds up no other, but the old vectors stay.
func (q *Queue) reembed(ctx context.Context, job *river.Job[reembed]) error {
	e := q.config.Embedder
	if e == nil || e.Name() != job.Args.Embedder {
		return foreign(job.JobRow)
	}
	if err := q.sized(ctx, job.Attempt); err != nil {
		return err
	}
	made := 0
	var failed error
	for d, err := range q.engine.Store.Dyads(ctx, dyadmem.Dyad{}) {
		if err != nil {
			return fmt.Errorf("embed anew: %w", err)
		}
		err := q.upkeep(ctx, q.embedder, func(ctx context.Context) error {
			n, err := q.fill(ctx, d)
			made += n
			return err
		}, job.Attempt)
		var snooze *river.JobSnoozeError
		if errors.As(err, &snooze) || ctx.Err() != nil {
			return err
		}
		if err != nil {
			failed = err
		}
	}
	if failed != nil {
		return failed
	}
	dropped, err := q.store.DropVectors(ctx, e.Name(), e.Dims())
	if err != nil {
		return fmt.Errorf("embed anew: %w", err)
	}
	q.config.Log.Info("queue: embedded anew", "embedder", fmt.Sprintf("%s/%d", e.Name(), e.Dims()), "vectors made", made, "vectors dropped", dropped)
	return nil
}

// sized makes sure that the embedder's dimension is known, which it is not where
// the model was away at the start.
func (q *Queue) sized(ctx context.Context, attempt int) error {
	if q.config.Embedder.Dims() > 0 {
		return nil
	}
	return q.upkeep(ctx, q.embedder, func(ctx context.Context) error {
		if _, err := q.vectors(ctx, []string{"dimension"}); err != nil {
			return err
		}
		others, _, err := q.others(ctx)
		if err == nil {
			q.tellOthers(others)
		}
		return err
	}, attempt)
}

// foreign leaves a job to a worker that has the embedder for it, and gives it up
// when none takes it.
func foreign(row *rivertype.JobRow) error {
	n, err := snoozes(row)
	if err != nil {
		return err
	}
	if n >= foreignTries {
		return river.JobCancel(errors.New("no worker has the embedder"))
	}
	return later(row)
}

const foreignTries = 20
