package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/go-json-experiment/json"
)

// A unitKey names a unit: the stage, the episode and the id of the session or
// question.
type unitKey struct {
	stage         Stage
	episode, unit string
}

func (p *Prediction) key() unitKey {
	unit := p.Question
	if unit == "" {
		unit = p.Session
	}
	return unitKey{p.Stage, p.Episode, unit}
}

// A journal is the append-only file of a run in progress: a header line that
// names the run, then predictions in the order they were made. Every line that
// Append has returned for is on disk. Safe for concurrent use.
type journal struct {
	f *os.File

	mu      sync.Mutex
	cond    sync.Cond
	encoded bytes.Buffer
	asked   int // batches handed to append
	synced  int // batches on disk
	writing bool
	err     error
	size    int64
	at      map[unitKey]span // where the last line of each unit is
	failed  map[unitKey]bool
	// pipeline are the units of each episode's pipeline, which counts as a whole.
	pipeline map[string][]unitKey
}

// A span is a line of the journal: where it begins and how long it is.
type span struct {
	offset int64
	length int
}

type journalHeader struct {
	Journal string `json:"journal"`
	Run     string `json:"run"`
}

const journalSchema = "dyadmem/journal/v1"

// errOtherRun says that a journal belongs to another configuration or data set.
var errOtherRun = errors.New("it holds a run with another configuration, data set or version")

// openJournal opens or makes the journal at path for the run named run. A torn
// last line, which a kill in the middle of a write leaves, is cut off.
func openJournal(path, run string) (*journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	j := &journal{f: f, at: make(map[unitKey]span), failed: make(map[unitKey]bool), pipeline: make(map[string][]unitKey)}
	j.cond.L = &j.mu
	if err := j.load(run); err != nil {
		f.Close()
		return nil, fmt.Errorf("open journal %s: %w", path, err)
	}
	return j, nil
}

func (j *journal) load(run string) error {
	r := bufio.NewReaderSize(j.f, 1<<16)
	var line []byte
	for n := 1; ; n++ {
		var err error
		line, err = readLine(r, line[:0])
		if err == io.EOF {
			break // what is left is torn: it ends without a line break
		}
		if err != nil {
			return err
		}
		if n == 1 {
			var h journalHeader
			if err := json.Unmarshal(line, &h); err != nil || h.Journal != journalSchema {
				return errors.New("its first line is not the header of a journal; use another --out, or --fresh to start over")
			}
			if h.Run != run {
				return errOtherRun
			}
		} else {
			var p Prediction
			if err := json.Unmarshal(line, &p); err != nil {
				return fmt.Errorf("line %d: %w; use --fresh to start over", n, err)
			}
			j.note(&p, span{j.size, len(line)})
		}
		j.size += int64(len(line))
	}
	if err := j.f.Truncate(j.size); err != nil {
		return err
	}
	if _, err := j.f.Seek(j.size, io.SeekStart); err != nil {
		return err
	}
	if j.size > 0 {
		return nil
	}
	header, err := json.Marshal(journalHeader{journalSchema, run})
	if err != nil {
		return err
	}
	n, err := j.f.Write(append(header, '\n'))
	j.size = int64(n)
	return errors.Join(err, j.f.Sync())
}

func (j *journal) note(p *Prediction, at span) {
	if p.isAnew() {
		for _, k := range j.pipeline[p.Episode] {
			delete(j.at, k)
			delete(j.failed, k)
		}
		delete(j.pipeline, p.Episode)
		return
	}
	k := p.key()
	switch k.stage {
	case PipelineCapture, BankStage, PipelineQA:
		j.pipeline[k.episode] = append(j.pipeline[k.episode], k)
	}
	j.at[k] = at
	if p.Error != "" {
		j.failed[k] = true
	} else {
		delete(j.failed, k)
	}
}

// Append writes lines and returns once they are on disk. Calls that come
// while the disk is busy share the next write.
func (j *journal) Append(lines []Prediction) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for i := range lines {
		start := j.encoded.Len()
		if json.MarshalWrite(&j.encoded, &lines[i], json.Deterministic(true)) != nil {
			// What a system made cannot be written, as text that is no UTF-8: that unit has failed, not the run.
			j.encoded.Truncate(start)
			lines[i] = Prediction{Stage: lines[i].Stage, Episode: lines[i].Episode, Session: lines[i].Session, Question: lines[i].Question, Error: "format"}
			if err := json.MarshalWrite(&j.encoded, &lines[i], json.Deterministic(true)); err != nil {
				j.encoded.Truncate(start)
				return fmt.Errorf("journal %v: %w", lines[i].key(), err)
			}
		}
		j.encoded.WriteByte('\n')
		j.note(&lines[i], span{j.size + int64(start), j.encoded.Len() - start})
	}
	j.asked++
	mine := j.asked
	for j.synced < mine && j.err == nil {
		if j.writing {
			j.cond.Wait()
			continue
		}
		j.flush()
	}
	return j.err
}

// flush writes and syncs what is encoded. The lock is held before and after,
// not while the disk works.
func (j *journal) flush() {
	batch := bytes.Clone(j.encoded.Bytes())
	upto := j.asked
	j.encoded.Reset()
	j.size += int64(len(batch))
	j.writing = true
	j.mu.Unlock()
	_, err := j.f.Write(batch)
	if err == nil {
		err = j.f.Sync()
	}
	j.mu.Lock()
	j.writing = false
	if err != nil {
		j.err = fmt.Errorf("write journal: %w", err)
	} else {
		j.synced = upto
	}
	j.cond.Broadcast()
}

// Done reports whether the journal holds t's work without a failure.
func (j *journal) Done(t task) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	done := func(stage Stage, unit string) bool {
		k := unitKey{stage, t.episode.ID, unit}
		_, ok := j.at[k]
		return ok && !j.failed[k]
	}
	if t.stage != PipelineQA {
		return done(t.stage, t.unit)
	}
	for _, s := range t.episode.Sessions {
		if j.failed[unitKey{PipelineCapture, t.episode.ID, s.ID}] {
			return false
		}
	}
	for i, s := range t.episode.Sessions {
		if t.episode.bankNamed(i) && !done(BankStage, s.ID) {
			return false
		}
	}
	for i := range t.episode.Questions {
		if !done(PipelineQA, t.episode.Questions[i].ID) {
			return false
		}
	}
	return true
}

// Read returns the last line of unit k, without its line break, or nil.
func (j *journal) Read(k unitKey) ([]byte, error) {
	at, ok := j.at[k]
	if !ok {
		return nil, nil
	}
	line := make([]byte, at.length)
	if _, err := j.f.ReadAt(line, at.offset); err != nil {
		return nil, fmt.Errorf("read journal: %w", err)
	}
	return bytes.TrimSuffix(line, []byte("\n")), nil
}

// Close closes the file.
func (j *journal) Close() error { return j.f.Close() }
