package llm

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
)

// A key is the hash of a request as it is first asked: its path and its body.
type key [sha256.Size]byte

func keyOf(path string, body []byte) key {
	h := sha256.New()
	h.Write([]byte(path))
	h.Write([]byte{'\n'})
	h.Write(body)
	return key(h.Sum(nil))
}

func (k key) String() string { return hex.EncodeToString(k[:]) }

func parseKey(s string) (key, error) {
	var k key
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(k) {
		return k, fmt.Errorf("%q is no hash of a request", cut(s, 80))
	}
	return key(b), nil
}

// A record is a finished call as the cache keeps it, one line of JSON: the
// endpoint's reply, or its final refusal of this one request.
type record struct {
	Key       string          `json:"key"`
	Stage     string          `json:"stage"`
	Reply     json.RawMessage `json:"reply,omitempty"`
	Refusal   *refusal        `json:"refusal,omitempty"`
	Tokens    Tokens          `json:"tokens"`
	Estimated bool            `json:"estimated,omitempty"` // the endpoint reported no usage
	USD       float64         `json:"usd,omitempty"`
	Millis    int64           `json:"ms,omitempty"`
}

// A refusal is a CallError that is kept, so that a request that can never
// succeed is not sent again.
type refusal struct {
	Status  int    `json:"status"`
	Message string `json:"message"`
	Code    string `json:"code,omitempty"`
}

// A cache is an append-only file of records. What put has returned for has
// been written, so that a kill does not lose it, and is on disk within a second
// of work; a torn last line, which a kill leaves, is cut off when the file is
// opened. It is safe for concurrent use, by one process.
type cache struct {
	path string

	mu      sync.Mutex
	f       *os.File
	old     []*os.File // what f took the place of
	cond    sync.Cond
	at      map[key]span
	size    int64
	buffer  []byte // encoded and not yet written
	asked   int    // batches handed to put
	written int    // of those, in the file
	writing bool
	synced  time.Time
	err     error
}

// A span is a line of the file.
type span struct {
	offset int64
	length int32
}

// openCache opens or makes the file at path and calls each for every record in
// it.
func openCache(path string, each func(*record)) (*cache, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the cache of model calls: %w", err)
	}
	c := &cache{path: path, f: f, at: make(map[key]span)}
	c.cond.L = &c.mu
	if err := c.load(each); err != nil {
		return nil, errors.Join(fmt.Errorf("open the cache of model calls %s: %w", path, err), f.Close())
	}
	return c, nil
}

func (c *cache) load(each func(*record)) error {
	r := bufio.NewReaderSize(c.f, 1<<16)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			break // what is left is torn: it ends without a line break
		}
		if err != nil {
			return err
		}
		var rec record
		k, err := key{}, json.Unmarshal(line, &rec)
		if err == nil {
			k, err = parseKey(rec.Key)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		c.at[k] = span{c.size, int32(len(line))}
		c.size += int64(len(line))
		each(&rec)
	}
	if err := c.f.Truncate(c.size); err != nil {
		return err
	}
	_, err := c.f.Seek(c.size, io.SeekStart)
	return err
}

// has reports whether the cache holds k.
func (c *cache) has(k key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.at[k]
	return ok
}

// get returns the record of k, nil if there is none.
func (c *cache) get(k key) (*record, error) {
	c.mu.Lock()
	at, ok := c.at[k]
	for ok && c.err == nil && at.offset+int64(at.length) > c.size {
		c.cond.Wait() // it is still on its way to the disk
	}
	err, f := c.err, c.f
	c.mu.Unlock()
	if !ok || err != nil {
		return nil, err
	}
	line := make([]byte, at.length)
	if _, err := f.ReadAt(line, at.offset); err != nil {
		return nil, fmt.Errorf("read the cache of model calls: %w", err)
	}
	var rec record
	if err := json.Unmarshal(line, &rec); err != nil {
		return nil, fmt.Errorf("read the cache of model calls: %w", err)
	}
	return &rec, nil
}

// put appends records and returns when they are written. Calls that come
// together share one write.
func (c *cache) put(recs ...*record) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, rec := range recs {
		k, err := parseKey(rec.Key)
		if err != nil {
			return err
		}
		line, err := json.Marshal(rec)
		if err != nil {
			return fmt.Errorf("keep a model call: %w", err)
		}
		line = append(line, '\n')
		c.at[k] = span{c.size + int64(len(c.buffer)), int32(len(line))}
		c.buffer = append(c.buffer, line...)
	}
	c.asked++
	for mine := c.asked; c.written < mine && c.err == nil; {
		if c.writing {
			c.cond.Wait()
			continue
		}
		c.flush()
	}
	return c.err
}

// flush writes the buffer, and syncs the file if that was not done within the
// last second. The lock is held before and after, not while the disk works;
// what is put meanwhile goes behind it.
func (c *cache) flush() {
	batch, upto := bytes.Clone(c.buffer), c.asked
	c.writing = true
	c.mu.Unlock()
	_, err := c.f.Write(batch)
	if now := time.Now(); err == nil && now.Sub(c.synced) > time.Second {
		err = c.f.Sync()
		c.synced = now // one flush at a time: writing is set
	}
	c.mu.Lock()
	c.writing = false
	c.buffer = c.buffer[:copy(c.buffer, c.buffer[len(batch):])]
	if err != nil {
		c.err = fmt.Errorf("keep a model call: %w", err)
	} else {
		c.size += int64(len(batch))
		c.written = upto
	}
	c.cond.Broadcast()
}

// erase deletes the records whose reply holds any of texts and returns how many
// there were. It writes the file anew.
func (c *cache) erase(texts []string) (n int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.writing || c.err == nil && c.written < c.asked {
		c.cond.Wait()
	}
	if c.err != nil {
		return 0, c.err
	}
	gone := make(map[key]bool)
	line := []byte(nil)
	for k, at := range c.at {
		line = append(line[:0], make([]byte, at.length)...)
		if _, err := c.f.ReadAt(line, at.offset); err != nil {
			return 0, fmt.Errorf("read the cache of model calls: %w", err)
		}
		if holds(string(line), texts) {
			gone[k] = true
		}
	}
	if len(gone) == 0 {
		return 0, nil
	}
	next, err := os.OpenFile(c.path+".new", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return 0, fmt.Errorf("write the cache of model calls: %w", err)
	}
	at, size := make(map[key]span, len(c.at)), int64(0)
	for k, old := range c.at {
		if gone[k] {
			continue
		}
		if _, err = io.Copy(next, io.NewSectionReader(c.f, old.offset, int64(old.length))); err != nil {
			break
		}
		at[k] = span{size, old.length}
		size += int64(old.length)
	}
	if err == nil {
		err = next.Sync()
	}
	if err == nil {
		err = os.Rename(next.Name(), c.path)
	}
	if err != nil {
		return 0, errors.Join(fmt.Errorf("write the cache of model calls: %w", err), next.Close())
	}
	c.old = append(c.old, c.f) // who reads at this moment may go on
	c.f, c.at, c.size = next, at, size
	return len(gone), nil
}

// holds reports whether a line of the cache has one of texts in it. A reply is
// JSON within JSON: the escapes are undone as often.
func holds(line string, texts []string) bool {
	for range 3 {
		plain := dyadmem.Normalize(line)
		if slices.ContainsFunc(texts, func(t string) bool {
			t = dyadmem.Normalize(t)
			return utf8.RuneCountInString(t) >= shortest && strings.Contains(plain, t)
		}) {
			return true
		}
		line = unescaped(line)
	}
	return false
}

// shortest is the fewest runes of a text that is looked for: one that is shorter
// says nothing of anybody and stands in every other reply.
const shortest = 3

var escape = regexp.MustCompile(`\\(?:u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|.)`)

// unescaped returns text with the escapes of JSON undone.
func unescaped(text string) string {
	return escape.ReplaceAllStringFunc(text, func(e string) string {
		var s string
		if err := json.Unmarshal([]byte(`"`+e+`"`), &s); err != nil {
			return e
		}
		return s
	})
}

// Close syncs and closes the file.
func (c *cache) Close() error {
	err := errors.Join(c.f.Sync(), c.f.Close())
	for _, f := range c.old {
		err = errors.Join(err, f.Close())
	}
	return err
}

// Scrub deletes from the cache the replies that hold any of texts; it makes a
// Client a [dyadmem.Scrubber]. The cache keeps no request, and knows a
// request by its hash alone: the vectors of an embedded text stay.
func (c *Client) Scrub(_ context.Context, _ dyadmem.Dyad, texts, _ []string) (int, error) {
	if c.cache == nil {
		return 0, nil
	}
	return c.cache.erase(texts)
}

var _ dyadmem.Scrubber = (*Client)(nil)
