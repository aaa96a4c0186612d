package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Predictions are a predictions file, read episode by episode in any order.
// Opening it finds where the lines of each episode lie; they are decoded when
// they are asked for, so memory stays small whatever the size and order of the
// file. Units is safe for concurrent use.
type Predictions struct {
	name  string // the file as messages name it
	lines *os.File
	temp  bool // lines is an unpacked copy, to be removed

	runs  map[string]*runs
	index *os.File // the second and later runs of an episode, as linkSize bytes each
	links int64

	first     string // the episode of the first line
	pipelined bool
	fitting   atomic.Int64
}

// A run is a stretch of lines of one episode.
type run struct {
	offset, length int64
	line           int64 // the number of its first line
}

// runs are the runs of an episode. The first is in memory; the others are a
// chain in the index, from the last back.
type runs struct {
	run
	last  int64 // the number of the last link; -1 if there is one run alone
	taken atomic.Bool
}

const linkSize = 4 * 8 // the link before, and the three numbers of a run

// OpenPredictions opens a JSON Lines file, plain or compressed, and finds its
// episodes. The error wraps [ErrUnusable] if the file cannot be read or holds no
// line; it is a *LineError for a line that is no prediction of an episode.
func OpenPredictions(path string) (*Predictions, error) {
	p := &Predictions{name: path, runs: make(map[string]*runs)}
	err := p.open(path)
	if err == nil {
		err = p.find()
	}
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

func (p *Predictions) open(path string) error {
	fail := func(err error) error {
		return fmt.Errorf("open predictions %s: %w: %w", path, ErrUnusable, bare(err))
	}
	info, err := os.Stat(path)
	if err != nil {
		return fail(err)
	}
	if info.IsDir() {
		return fail(errors.New("it is a folder; name the file in it"))
	}
	dir, name := filepath.Split(filepath.Clean(path))
	plain, err := openPlain(os.DirFS(filepath.Join(dir, ".")), name)
	if err != nil {
		return fail(err)
	}
	defer plain.Close()
	if _, uncompressed := plain.(plainReader).Reader.(*bufio.Reader); uncompressed && info.Mode().IsRegular() {
		if p.lines, err = os.Open(path); err != nil {
			return fail(err)
		}
		return nil
	}
	// Only a plain file can be read at any place: unpack what isn't.
	if p.lines, err = os.CreateTemp("", "dyadmem-predictions-*"); err != nil {
		return fail(err)
	}
	p.temp = true
	if _, err := io.Copy(p.lines, plain); err != nil {
		return fail(fmt.Errorf("unpack: %w", err))
	}
	if _, err := p.lines.Seek(0, io.SeekStart); err != nil {
		return fail(err)
	}
	return nil
}

// find makes the index of runs.
func (p *Predictions) find() error {
	var (
		dec     jsontext.Decoder
		w       bytes.Buffer
		id      string // of the run that is being read
		current run    // its line is 0 before the first
	)
	end, err := p.scan(p.lines, run{line: 1, length: math.MaxInt64}, func(text []byte, at run) error {
		w.Reset()
		w.Write(text)
		dec.Reset(&w)
		stage, episode, err := head(&dec)
		if err != nil {
			return notPrediction(text, err)
		}
		p.pipelined = p.pipelined || stage == PipelineCapture
		if current.line > 0 && episode == id {
			return nil
		}
		if current.line > 0 {
			current.length = at.offset - current.offset
			err = p.note(id, current)
		}
		if current.line == 0 {
			p.first = episode
		}
		id, current = episode, at
		return err
	})
	if err != nil {
		return err
	}
	if current.line == 0 {
		return fmt.Errorf("open predictions %s: %w: it is empty; predictions have one unit a line", p.name, ErrUnusable)
	}
	current.length = end - current.offset
	return p.note(id, current)
}

// scan calls line for each line of r that is not blank, with where it begins.
// r begins at start, whose length is only a hint. It returns the offset of the
// end; an error of line comes back as a *LineError.
func (p *Predictions) scan(r io.Reader, start run, line func(text []byte, at run) error) (end int64, err error) {
	br := bufio.NewReaderSize(r, int(min(max(start.length, 1<<12), 1<<18)))
	var buf []byte
	for at := start; ; at.line++ {
		buf, err = readLine(br, buf[:0])
		if err != nil && err != io.EOF {
			return 0, &LineError{p.name, int(at.line), fmt.Errorf("read: %w", err)}
		}
		text := buf
		if at.line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			if err := line(text, at); err != nil {
				return 0, &LineError{p.name, int(at.line), err}
			}
		}
		at.offset += int64(len(buf))
		if err == io.EOF {
			return at.offset, nil
		}
	}
}

// head returns the stage and the episode of the line that dec is at the start
// of. It reads no further than it has to; the whole line is checked when it is
// decoded.
func head(dec *jsontext.Decoder) (stage Stage, episode string, err error) {
	if kind := dec.PeekKind(); kind != '{' {
		if _, err := dec.ReadToken(); err != nil {
			return "", "", err
		}
		return "", "", errors.New("it is no JSON object")
	}
	if _, err := dec.ReadToken(); err != nil {
		return "", "", err
	}
	var haveStage, haveEpisode bool
	for !haveStage || !haveEpisode {
		name, err := dec.ReadToken()
		if err != nil {
			return "", "", err
		}
		if name.Kind() == '}' {
			return "", "", errors.New("it has no stage or no episode")
		}
		switch name.String() {
		case "stage":
			haveStage, err = true, json.UnmarshalDecode(dec, &stage)
		case "episode":
			haveEpisode, err = true, json.UnmarshalDecode(dec, &episode)
		default:
			err = dec.SkipValue()
		}
		if err != nil {
			return "", "", err
		}
	}
	return stage, episode, nil
}

// notPrediction says why text, a line, is none: err, or of JSON the first value
// that has not the type that it should have.
func notPrediction(text []byte, err error) error {
	var line map[string]any
	if json.Unmarshal(text, &line) == nil {
		var s shape
		s.fit(line, reflect.TypeFor[Prediction](), "$")
		if len(s.faults) > 0 {
			f := s.faults[0]
			return fmt.Errorf("not a prediction: %s: %s", strings.TrimPrefix(f.Path, "$."), f.Message)
		}
	}
	return fmt.Errorf("not a prediction: %w", err)
}

// note keeps a run of an episode.
func (p *Predictions) note(episode string, r run) error {
	known := p.runs[episode]
	if known == nil {
		p.runs[episode] = &runs{run: r, last: -1}
		return nil
	}
	if p.index == nil {
		f, err := os.CreateTemp("", "dyadmem-index-*")
		if err != nil {
			return fmt.Errorf("index predictions: %w", err)
		}
		p.index = f
	}
	var link [linkSize]byte
	for i, n := range []int64{known.last, r.offset, r.length, r.line} {
		binary.LittleEndian.PutUint64(link[8*i:], uint64(n))
	}
	if _, err := p.index.WriteAt(link[:], p.links*linkSize); err != nil {
		return fmt.Errorf("index predictions: %w", err)
	}
	known.last = p.links
	p.links++
	return nil
}

// all returns the runs of an episode in the order of the file.
func (p *Predictions) all(r *runs) ([]run, error) {
	var list []run
	for at := r.last; at >= 0; {
		var link [linkSize]byte
		if _, err := p.index.ReadAt(link[:], at*linkSize); err != nil {
			return nil, fmt.Errorf("read index of predictions: %w", err)
		}
		var n [4]int64
		for i := range n {
			n[i] = int64(binary.LittleEndian.Uint64(link[8*i:]))
		}
		at = n[0]
		list = append(list, run{n[1], n[2], n[3]})
	}
	list = append(list, r.run)
	slices.Reverse(list)
	return list, nil
}

// decode calls f for each prediction in the runs of an episode.
func (p *Predictions) decode(r *runs, f func(*Prediction)) error {
	list, err := p.all(r)
	if err != nil {
		return err
	}
	for _, at := range list {
		section := io.NewSectionReader(p.lines, at.offset, at.length)
		_, err := p.scan(section, at, func(text []byte, _ run) error {
			line := new(Prediction)
			if err := json.Unmarshal(text, line); err != nil {
				return notPrediction(text, err)
			}
			f(line)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Units returns the predictions for e, empty Units if there are none. An error
// is a *LineError. Ask once for each episode.
func (p *Predictions) Units(e *Episode) (*Units, error) {
	u := NewUnits(p.pipelined)
	r := p.runs[e.ID]
	if r == nil {
		return u, nil
	}
	r.taken.Store(true)
	if err := p.decode(r, func(line *Prediction) { u.Add(e, line) }); err != nil {
		return nil, err
	}
	p.fitting.Add(int64(u.Fitting))
	return u, nil
}

// Rest returns how many lines are for episodes that Units was not asked for,
// which the data set doesn't have. Call it after the last episode. The error
// wraps [ErrUnusable] if no line of the file fitted the data set, and is a
// *LineError for a line that is no prediction.
func (p *Predictions) Rest() (unknown int, err error) {
	left := make([]*runs, 0)
	for _, r := range p.runs {
		if !r.taken.Load() {
			left = append(left, r)
		}
	}
	slices.SortFunc(left, func(a, b *runs) int { return cmp.Compare(a.line, b.line) })
	for _, r := range left {
		if err := p.decode(r, func(*Prediction) { unknown++ }); err != nil {
			return 0, err
		}
	}
	if p.fitting.Load() == 0 {
		return unknown, fmt.Errorf("predictions %s: %w: no line fits the data set (the first is for episode %q)", p.name, ErrUnusable, p.first)
	}
	return unknown, nil
}

// Close closes the file and removes what was written beside it.
func (p *Predictions) Close() error {
	var errs []error
	for _, f := range []*os.File{p.lines, p.index} {
		if f == nil {
			continue
		}
		errs = append(errs, f.Close())
		if f == p.index || p.temp {
			errs = append(errs, os.Remove(f.Name()))
		}
	}
	return errors.Join(errs...)
}
