package llm

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"time"
)

// A callLog writes each try and its outcome as a line of JSON, without the key.
// It holds what was said: it is for finding faults, and off unless asked for.
type callLog struct {
	w   io.Writer // nil: nothing is written
	key string

	mu sync.Mutex
}

type logLine struct {
	Stage   string          `json:"stage"`
	Path    string          `json:"path,omitempty"`
	Request json.RawMessage `json:"request,omitempty"`
	Reply   json.RawMessage `json:"reply,omitempty"`
	Error   string          `json:"error,omitempty"`
	Millis  int64           `json:"ms,omitempty"`
	Repairs []Repair        `json:"repairs,omitempty"`
}

func (l *callLog) call(r request, body, reply []byte, err error, took time.Duration) {
	line := logLine{Stage: r.stage, Path: r.path, Request: body, Reply: reply, Millis: took.Milliseconds()}
	if err != nil {
		line.Error = err.Error()
	}
	l.write(line)
}

func (l *callLog) repaired(stage string, repairs []Repair) {
	if len(repairs) > 0 {
		l.write(logLine{Stage: stage, Repairs: repairs})
	}
}

// write writes a line. A log that cannot be written does not stop the work.
func (l *callLog) write(line logLine) {
	if l.w == nil {
		return
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if enc.Encode(line) != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	io.WriteString(l.w, l.scrub(buf.String()))
}

// scrub replaces the key, should it stand in a text.
func (l *callLog) scrub(text string) string {
	if l.key == "" {
		return text
	}
	return strings.ReplaceAll(text, l.key, "***")
}
