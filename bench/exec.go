package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem"
)

// ExecProtocol is the version of the protocol that ExecSystem speaks.
const ExecProtocol = 1

// An ExecSystem is a program in any language as a System. It speaks JSON
// Lines over standard input and output, one reply a request:
//
//	hello    protocol                        → name, version, stages
//	begin    lang, role                      → {}
//	session  session                         → entries (optional: what was captured)
//	bank                                     → entries
//	recall   query, time, k                  → entries (of the program's own memory)
//	recall   query, time, k, bank            → entries (of the bank given) or their keys, best first
//	answer   query, time, entries, recalled  → text, abstained, cites
//	capture  session                         → entries
//	update   bank, session, captured         → add, delete
//	end                                      → {}
//
// Every request has an id that the reply repeats, and op, its name; a reply may
// be {"id":…,"error":"…"}, which fails that unit. A session is {"id","time","lang",
// "role","turns":[{"id","speaker","text"}]}. After a crash, a reply that can't be
// read or one that comes too late the program is started again, and what it
// was working on fails.
type ExecSystem struct {
	Name    string // as the program says
	Version string

	command string
	stages  []Stage
	timeout time.Duration
	stderr  io.Writer

	mu    sync.Mutex
	first *execInstance // the one that said hello, until a worker takes it
}

// NewExecSystem starts command, by the shell, and asks what it can do. Each
// request has to be answered within timeout. What the program writes to
// standard error goes to stderr.
func NewExecSystem(ctx context.Context, command string, timeout time.Duration, stderr io.Writer) (*ExecSystem, error) {
	s := &ExecSystem{command: command, timeout: timeout, stderr: stderr}
	in, hello, err := s.launch(ctx)
	if err != nil {
		return nil, fmt.Errorf("system exec:%q: %w: %w", command, ErrUnusable, err)
	}
	for _, st := range hello.Stages {
		if !slices.Contains(Stages(), st) {
			in.Close()
			return nil, fmt.Errorf("system exec:%q: hello names an unknown stage %q (want some of %v)", command, st, Stages())
		}
	}
	s.Name, s.Version, s.stages, s.first = hello.Name, hello.Version, hello.Stages, in
	return s, nil
}

// Stages returns what the program said.
func (s *ExecSystem) Stages() []Stage { return s.stages }

// Start starts the program once more, or hands out the one that said hello.
func (s *ExecSystem) Start(ctx context.Context) (Instance, error) {
	s.mu.Lock()
	in := s.first
	s.first = nil
	s.mu.Unlock()
	if in != nil {
		return in, nil
	}
	in, _, err := s.launch(ctx)
	if err != nil {
		return nil, fmt.Errorf("system exec:%q: %w", s.command, err)
	}
	return in, nil
}

func (s *ExecSystem) launch(ctx context.Context) (*execInstance, execReply, error) {
	cmd := exec.Command("sh", "-c", "exec "+s.command)
	cmd.Stderr = s.stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, execReply{}, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, execReply{}, err
	}
	if err := cmd.Start(); err != nil {
		return nil, execReply{}, err
	}
	in := &execInstance{cmd: cmd, stdin: stdin, timeout: s.timeout, lines: make(chan []byte), ended: make(chan struct{})}
	go in.read(stdout)
	hello, err := in.call(ctx, execRequest{Op: "hello", Protocol: ExecProtocol})
	if err != nil {
		in.Close()
		return nil, execReply{}, fmt.Errorf("say hello: %w", err)
	}
	return in, hello, nil
}

// A brokenError says that the program can't go on: it has to be started
// again. It is an [ErrCrash].
type brokenError struct {
	class string
	err   error
}

func (e *brokenError) Error() string        { return e.err.Error() }
func (e *brokenError) Unwrap() error        { return e.err }
func (e *brokenError) Class() string        { return e.class }
func (e *brokenError) Is(target error) bool { return target == ErrCrash }

// An execInstance is one running program.
type execInstance struct {
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	timeout time.Duration
	lines   chan []byte   // replies
	ended   chan struct{} // closed when the instance is closed
	close   sync.Once
	id      int
	open    bool // a dyad has begun
	broken  bool // it can't be spoken to any more
}

// read hands on the lines of stdout, and closes the channel at its end.
func (in *execInstance) read(stdout io.Reader) {
	defer close(in.lines)
	r := bufio.NewReader(stdout)
	for {
		line, err := readLine(r, nil)
		if len(line) > 0 {
			select {
			case in.lines <- line:
			case <-in.ended:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// call sends req and waits for its reply.
func (in *execInstance) call(ctx context.Context, req execRequest) (execReply, error) {
	r, err := in.exchange(ctx, req)
	in.broken = in.broken || errors.Is(err, ErrCrash) || ctx.Err() != nil
	return r, err
}

func (in *execInstance) exchange(ctx context.Context, req execRequest) (execReply, error) {
	in.id++
	req.ID = in.id
	text, err := json.Marshal(req)
	if err != nil {
		return execReply{}, err
	}
	// A program that does not read must not hold the run up either.
	written := make(chan error, 1)
	go func() {
		_, err := in.stdin.Write(append(text, '\n'))
		written <- err
	}()
	timer := time.NewTimer(in.timeout)
	defer timer.Stop()
	for {
		select {
		case err := <-written:
			if err != nil {
				return execReply{}, &brokenError{"crash", fmt.Errorf("%s: the program does not read: %w", req.Op, err)}
			}
			written = nil
		case line, ok := <-in.lines:
			if !ok {
				return execReply{}, &brokenError{"crash", fmt.Errorf("%s: the program ended", req.Op)}
			}
			return decodeReply(req, line)
		case <-timer.C:
			return execReply{}, &brokenError{"timeout", fmt.Errorf("%s: no reply within %v", req.Op, in.timeout)}
		case <-ctx.Done():
			return execReply{}, context.Cause(ctx)
		}
	}
}

// Close ends the program: it is asked to by the end of its input, and killed if
// it stays.
func (in *execInstance) Close() error {
	in.close.Do(func() {
		if in.open && !in.broken {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			in.call(ctx, execRequest{Op: "end"}) // it goes either way
			cancel()
		}
		close(in.ended)
		in.stdin.Close()
		gone := make(chan struct{})
		go func() {
			in.cmd.Wait()
			close(gone)
		}()
		select {
		case <-gone:
		case <-time.After(time.Second):
			in.cmd.Process.Kill()
			<-gone
		}
	})
	return nil
}

// Capture asks for the entries of a session.
func (in *execInstance) Capture(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	r, err := in.call(ctx, execRequest{Op: "capture", Session: viewed(s)})
	if err == nil {
		err = sound("capture", r.Entries)
	}
	return memories(r.Entries, s.At), err
}

// Update asks for the operations of a session.
func (in *execInstance) Update(ctx context.Context, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) ([]dyadmem.Op, error) {
	r, err := in.call(ctx, execRequest{Op: "update", Bank: written(prior.Entries), Session: viewed(s), Captured: written(captured)})
	if err == nil {
		err = sound("update", writtenOut(r.Add))
	}
	return Ops(r.Add, r.Delete, s.At), err
}

// Recall asks for keys of a bank that is given.
func (in *execInstance) Recall(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
	at := At(q.At)
	r, err := in.call(ctx, execRequest{Op: "recall", Query: q.Text, Time: &at, K: q.K(), Bank: written(b.Entries)})
	if err != nil {
		return nil, err
	}
	keys := r.Keys
	for _, e := range r.Entries {
		keys = append(keys, keyOf(b, e))
	}
	var hits []dyadmem.Hit
	for _, k := range keys {
		e, ok := b.Entry(k)
		if !ok {
			e.Key = k // not in the bank: it keeps its place and is a miss
		}
		hits = append(hits, dyadmem.Hit{Entry: e})
	}
	return hits, nil
}

// Answer asks for an answer from entries.
func (in *execInstance) Answer(ctx context.Context, q dyadmem.Query, evidence []dyadmem.Entry) (dyadmem.Answer, error) {
	at := At(q.At)
	r, err := in.call(ctx, execRequest{Op: "answer", Query: q.Text, Time: &at, Entries: written(evidence), Recalled: q.Recalled})
	return dyadmem.Answer{Text: r.Text, Abstained: r.Abstained, Cites: r.Cites}, err
}

// Begin ends the dyad before and begins another.
func (in *execInstance) Begin(ctx context.Context, o Opening) (Memory, error) {
	if in.open {
		if _, err := in.call(ctx, execRequest{Op: "end"}); err != nil {
			return nil, err
		}
	}
	in.open = true
	_, err := in.call(ctx, execRequest{Op: "begin", Lang: o.Lang, Role: o.Role})
	return execMemory{in}, err
}

// An execMemory is the dyad that the program is at.
type execMemory struct{ in *execInstance }

func (m execMemory) Observe(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	r, err := m.in.call(ctx, execRequest{Op: "session", Session: viewed(s)})
	if err == nil {
		err = sound("session", r.Entries)
	}
	return memories(r.Entries, s.At), err
}

func (m execMemory) Bank(ctx context.Context) (dyadmem.Bank, error) {
	r, err := m.in.call(ctx, execRequest{Op: "bank"})
	return dyadmem.Bank{Entries: memories(r.Entries, time.Time{})}, err
}

func (m execMemory) Recall(ctx context.Context, q dyadmem.Query) ([]dyadmem.Entry, error) {
	at := At(q.At)
	r, err := m.in.call(ctx, execRequest{Op: "recall", Query: q.Text, Time: &at, K: q.K()})
	return memories(r.Entries, time.Time{}), err
}
