package llm

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/dyadmem/dyadmem"
)

// A wave collects the requests of one start that the cache does not answer,
// in files of the form that batch APIs and `vllm run-batch` read: one file for
// each path, wave-001-chat.requests.jsonl. Any other .jsonl file in the folder is
// read as replies, whatever its name. A counting wave has no folder and writes
// nothing. It is safe for concurrent use.
type wave struct {
	dir    string
	number int

	mu    sync.Mutex
	seen  map[key]bool
	files map[string]*waveFile // by path
}

// A waveFile is a file of requests while it is written, under a name that
// begins with a dot.
type waveFile struct {
	f *os.File
	w *bufio.Writer
	n int
}

func countingWave() *wave { return &wave{seen: make(map[key]bool)} }

// A batchRequest is a line that asks, in the form of OpenAI's Batch API.
type batchRequest struct {
	ID     string          `json:"custom_id"`
	Method string          `json:"method"`
	URL    string          `json:"url"`
	Body   json.RawMessage `json:"body"`
}

// A batchReply is a line that answers.
type batchReply struct {
	ID       string `json:"custom_id"`
	Response *struct {
		Status int             `json:"status_code"`
		Body   json.RawMessage `json:"body"`
	} `json:"response"`
	Error json.RawMessage `json:"error"`
}

const (
	requestsSuffix = ".requests.jsonl"
	maxBatchTries  = 3 // of a request that fails in batches for a passing reason
)

// openWave reads the replies in dir into the cache and begins the next wave:
// the last one anew if nothing of it has been answered.
func openWave(dir string, c *Client) (*wave, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the batch folder: %w", err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("read the batch folder: %w", err)
	}
	slices.Sort(paths)
	in := intake{client: c, failed: make(map[key]int)}
	w := &wave{dir: dir, number: 1, seen: make(map[key]bool), files: make(map[string]*waveFile)}
	var last []string
	for _, path := range paths {
		if !strings.HasSuffix(path, requestsSuffix) {
			if err := eachLine(path, in.reply); err != nil {
				return nil, err
			}
			continue
		}
		var n int
		if _, err := fmt.Sscanf(filepath.Base(path), "wave-%d-", &n); err == nil {
			if n > w.number || last == nil {
				w.number, last = max(n, w.number), nil
			}
			last = append(last, path)
		}
	}
	answered := false
	for _, path := range last {
		err := eachLine(path, func(line []byte) error {
			var r batchRequest
			if err := json.Unmarshal(line, &r); err != nil {
				return err
			}
			k, err := batchKey(r.ID)
			answered = answered || c.cache.has(k) || in.failed[k] > 0
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if answered {
		w.number++
	}
	return w, nil
}

// An intake reads replies into the cache.
type intake struct {
	client *Client
	failed map[key]int
}

// reply takes in one line. A reply that the cache holds already changes
// nothing; a failure that may pass is asked again in the next wave.
func (in *intake) reply(line []byte) error {
	var r batchReply
	if err := json.Unmarshal(line, &r); err != nil {
		return err
	}
	k, err := batchKey(r.ID)
	if err != nil {
		return err
	}
	c := in.client
	if c.cache.has(k) {
		return nil
	}
	rec := &record{Key: k.String(), Stage: batchStage(r.ID)}
	e, final := r.failure()
	switch {
	case e == nil:
		rec.Reply = compact(r.Response.Body)
		c.pay(purpose{"", rec.Stage}, rec, request{usage: chatUsage}, 0)
	case e.Stop():
		return nil // the key or the account was at fault, not the request
	case !final:
		if in.failed[k]++; in.failed[k] < maxBatchTries {
			return nil
		}
		fallthrough
	default:
		rec.Refusal = &refusal{Status: e.Status, Message: cmp.Or(e.Message, "failed in the batch"), Code: e.Code}
	}
	return c.cache.put(rec)
}

// failure returns what went wrong with a request of a batch, nil if it was
// answered, and whether the same request would fail again. The server's words
// are the body of the response, or, as `vllm run-batch` has it, the error beside
// a response without a body; a bare text there tells of a failure of the engine.
func (r *batchReply) failure() (e *CallError, final bool) {
	e = &CallError{Wait: -1}
	words := r.Error
	if r.Response != nil {
		e.Status = r.Response.Status
		if bodied := len(r.Response.Body) > 0 && string(r.Response.Body) != "null"; bodied && e.Status < 300 {
			return nil, true
		} else if bodied {
			words = r.Response.Body
		}
	}
	if len(words) > 0 && string(words) != "null" {
		e.Message, e.Code, e.Param = serverWords(words)
	}
	engine := json.Unmarshal(r.Error, new(string)) == nil && !e.overflow()
	return e, !engine && !e.passing()
}

// batchID returns the custom_id of a request: the stage and the hash.
func batchID(stage string, k key) string { return stage + "-" + k.String() }

func batchKey(id string) (key, error) { return parseKey(id[strings.LastIndex(id, "-")+1:]) }

func batchStage(id string) string { return id[:max(0, strings.LastIndex(id, "-"))] }

// eachLine calls do for the lines of a file that are not blank.
func eachLine(path string, do func(line []byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("read batch file: %w", err)
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if len(strings.TrimSpace(string(line))) > 0 {
			if err := do(line); err != nil {
				return fmt.Errorf("batch file %s, line %d: %w: %w", path, n, dyadmem.ErrInvalid, err)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read batch file %s: %w", path, err)
		}
	}
}

// add writes a request unless this wave has it or afford, which is asked before,
// returns an error. It reports whether it did.
func (w *wave) add(stage string, k key, path string, body []byte, afford func() error) (fresh bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen[k] {
		return false, nil
	}
	if err := afford(); err != nil {
		return false, err
	}
	w.seen[k] = true
	if w.dir == "" {
		return true, nil
	}
	f := w.files[path]
	if f == nil {
		tmp, err := os.CreateTemp(w.dir, ".wave-*")
		if err != nil {
			return false, fmt.Errorf("write batch file: %w", err)
		}
		f = &waveFile{f: tmp, w: bufio.NewWriterSize(tmp, 1<<16)}
		w.files[path] = f
	}
	line, err := json.Marshal(batchRequest{ID: batchID(stage, k), Method: "POST", URL: "/v1/" + path, Body: body})
	if err != nil {
		return false, fmt.Errorf("write batch file: %w", err)
	}
	f.n++
	f.w.Write(line) // the error is kept until Flush
	f.w.WriteByte('\n')
	return true, nil
}

// end gives the files their names and returns a WaveError for the first, nil
// if nothing was asked.
func (w *wave) end() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var ended *WaveError
	for path, f := range w.files {
		name := filepath.Join(w.dir, fmt.Sprintf("wave-%03d-%s%s", w.number, pathName(path), requestsSuffix))
		err := errors.Join(f.w.Flush(), f.f.Sync(), f.f.Close())
		if err == nil {
			err = os.Rename(f.f.Name(), name)
		}
		if err != nil {
			return fmt.Errorf("write batch file %s: %w", name, err)
		}
		if ended == nil || f.n > ended.Requests {
			ended = &WaveError{Wave: w.number, Requests: f.n, File: name}
		}
	}
	clear(w.files)
	if ended == nil {
		return nil
	}
	return ended
}

// pathName returns the last word of a path: chat, embeddings, rerank.
func pathName(path string) string {
	name, _, _ := strings.Cut(path, "/")
	return name
}

// close drops the files of a wave that was not ended.
func (w *wave) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var err error
	for _, f := range w.files {
		err = errors.Join(err, f.f.Close(), os.Remove(f.f.Name()))
	}
	clear(w.files)
	return err
}
