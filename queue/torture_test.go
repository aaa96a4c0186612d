package queue

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
)

// The processes that are killed are this test binary with childEnv set: the
// place of the store, the role, the life and the seed.
const (
	childEnv = "DYADMEM_TORTURED"
	moreEnv  = "DYADMEM_TORTURE" // how many times as many lives
)

func TestMain(m *testing.M) {
	if args := os.Getenv(childEnv); args != "" {
		if err := tortured(strings.Fields(args)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// The roles of a process.
const (
	both   = "both"
	server = "server" // accepts
	works  = "works"
)

const (
	perLife = 40 // sessions that a server accepts at most
	dyads   = 5
	slots   = 3
)

// tortured accepts sessions, says so on standard output once they are durable,
// and works on them, until it is killed.
func tortured(args []string) error {
	place, role, life, seed := args[0], args[1], args[2], args[3]
	n, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return err
	}
	ctx := context.Background()
	q, _, err := openPlace(ctx, place, faulty(n))
	if err != nil {
		return err
	}
	if role != server {
		if err := q.Start(ctx); err != nil {
			return err
		}
	}
	fmt.Println("ready")
	if role == works {
		select {}
	}
	random := rand.New(rand.NewPCG(n, 2))
	for i := range perLife {
		d := user(random.IntN(dyads))
		s := tortureSession(life, i, random)
		if _, err := q.Accept(ctx, d, s); err != nil {
			return err
		}
		fmt.Println(d.User, s.ID, s.At.UnixMicro())
		time.Sleep(time.Duration(random.IntN(10)) * time.Millisecond)
	}
	select {}
}

// tortureSession makes a session whose time no other one has, and which may
// come late.
func tortureSession(life string, i int, random *rand.Rand) dyadmem.Session {
	n, _ := strconv.Atoi(life)
	s := dyadmem.Session{ID: fmt.Sprintf("l%s-%d", life, i)}
	order := n*perLife + i
	s.At = start.Add(time.Duration(order+random.IntN(12)-6)*time.Hour + time.Duration(order)*time.Microsecond)
	return filled(s)
}

// filled returns s with the turn that its id stands for.
func filled(s dyadmem.Session) dyadmem.Session {
	h := fnv.New32a()
	io.WriteString(h, s.ID)
	s.Turns = []dyadmem.Turn{{ID: dyadmem.TurnRef(s.ID + ".1"), Speaker: dyadmem.User, Text: fmt.Sprintf("slot %d holds %s", h.Sum32()%slots, s.ID)}}
	return s
}

// plain is an engine whose bank depends on the order of the sessions: each
// slot holds what the last one said.
func plain() dyadmem.Engine {
	return dyadmem.Engine{
		Capturer: &model{},
		Updater: dyadmem.UpdateFunc(func(_ context.Context, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) (ops []dyadmem.Op, err error) {
			for _, c := range captured {
				slot, _, _ := strings.Cut(c.Content, " holds ")
				for _, e := range prior.Entries {
					if strings.HasPrefix(e.Content, slot+" ") && e.Key != c.Key {
						ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: e.Key}, Why: dyadmem.WhyCorrected, Successor: c.Key, Evidence: c.Evidence})
					}
				}
			}
			return ops, nil
		}),
	}
}

// faulty is plain with stages that fail in every way.
func faulty(seed uint64) dyadmem.Engine {
	var mu sync.Mutex
	random := rand.New(rand.NewPCG(seed, 1))
	fault := func() error {
		mu.Lock()
		dice, nap := random.IntN(20), time.Duration(random.IntN(5))*time.Millisecond
		mu.Unlock()
		time.Sleep(nap)
		switch dice {
		case 0:
			return refused(context.Background(), dyadmem.Session{})
		case 1, 2:
			return unreadable(context.Background(), dyadmem.Session{})
		case 3:
			panic("torture")
		case 4:
			return errors.New("torture")
		}
		return nil
	}
	e := plain()
	capture, update := e.Capturer, e.Updater
	e.Capturer = dyadmem.CaptureFunc(func(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
		if err := fault(); err != nil {
			return nil, err
		}
		return capture.Capture(ctx, s)
	})
	e.Updater = dyadmem.UpdateFunc(func(ctx context.Context, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) ([]dyadmem.Op, error) {
		if err := fault(); err != nil {
			return nil, err
		}
		return update.Update(ctx, prior, s, captured)
	})
	return e
}

// A life is a process that ends by kill -9.
type life struct {
	cmd   *exec.Cmd
	lines chan string // what it printed, closed at its end
}

func begin(t *testing.T, place, role string, n int, seed uint64) *life {
	t.Helper()
	l := &life{cmd: exec.Command(os.Args[0]), lines: make(chan string, 2*perLife)}
	l.cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %d %d", childEnv, place, role, n, seed))
	l.cmd.Stderr = os.Stderr
	out, err := l.cmd.StdoutPipe()
	ok(t, err)
	ok(t, l.cmd.Start())
	go func() {
		defer close(l.lines)
		// A line counts once its end was written.
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			l.lines <- strings.TrimSuffix(line, "\n")
		}
	}()
	t.Cleanup(l.kill)
	if line, open := <-l.lines; !open || line != "ready" {
		t.Fatalf("life %d of seed %d did not begin: %q", n, seed, line)
	}
	return l
}

// kill ends the process by SIGKILL.
func (l *life) kill() {
	l.cmd.Process.Kill()
	for range l.lines { // the pipe is read to its end before Wait closes it
	}
	l.cmd.Wait()
}

// An acknowledged list holds the sessions of each user that a process said it
// had accepted.
type acknowledged map[string][]dyadmem.Session

func (a acknowledged) take(t *testing.T, line string) {
	t.Helper()
	var name, id string
	var at int64
	if _, err := fmt.Sscan(line, &name, &id, &at); err != nil {
		t.Fatalf("line %q: %v", line, err)
	}
	a[name] = append(a[name], filled(dyadmem.Session{ID: id, At: time.UnixMicro(at).UTC()}))
}

// until reads so many lines, or as many as come before the process ends.
func (a acknowledged) until(t *testing.T, l *life, n int) {
	t.Helper()
	for range n {
		line, open := <-l.lines
		if !open {
			t.Fatal("the process ended by itself")
		}
		a.take(t, line)
	}
}

// kill kills l and reads what it still said.
func (a acknowledged) kill(t *testing.T, l *life) {
	t.Helper()
	l.cmd.Process.Kill()
	for line := range l.lines {
		a.take(t, line)
	}
	l.kill()
}

func lives(t *testing.T, n int) int {
	t.Helper()
	more := os.Getenv(moreEnv)
	if more == "" {
		return n
	}
	times, err := strconv.Atoi(more)
	ok(t, err)
	return n * times
}

func TestKill9SQLite(t *testing.T) {
	place := "sqlite:" + filepath.Join(t.TempDir(), "memory.db")
	torture(t, place, lives(t, 15), func(said acknowledged, n int, seed uint64, random *rand.Rand) {
		l := begin(t, place, both, n, seed)
		said.until(t, l, 1+random.IntN(perLife-1))
		time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
		said.kill(t, l)
	})
}

// On Postgres the server and the worker are processes of their own: either is
// killed first, and the other goes on for a while.
func TestKill9Postgres(t *testing.T) {
	place := testDatabase(t)
	torture(t, place, lives(t, 5), func(said acknowledged, n int, seed uint64, random *rand.Rand) {
		w := begin(t, place, works, n, seed)
		l := begin(t, place, server, n, seed)
		said.until(t, l, 1+random.IntN(perLife/2))
		if random.IntN(2) == 0 {
			w.kill()
			said.until(t, l, 1+random.IntN(perLife/2-1))
			said.kill(t, l)
			return
		}
		said.kill(t, l)
		time.Sleep(time.Duration(random.IntN(100)) * time.Millisecond)
		w.kill()
	})
}

// torture ends so many lives, looks at the store after each, and in the end has
// everything worked off and compares it with what would be had nothing happened.
func torture(t *testing.T, place string, lives int, live func(said acknowledged, n int, seed uint64, random *rand.Rand)) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	said := make(acknowledged)
	for n := range lives {
		live(said, n, seed+uint64(n), random)
		q, closeStore, err := openPlace(t.Context(), place, plain())
		ok(t, err)
		for name, list := range said {
			inspect(t, q, dyadmem.Dyad{Agent: "agent:desk", User: name}, list)
		}
		ok(t, closeStore())
		if t.Failed() {
			t.Fatalf("after life %d of seed %d", n, seed)
		}
	}
	q, closeStore, err := openPlace(t.Context(), place, plain())
	ok(t, err)
	ok(t, q.Start(t.Context()))
	total := 0
	for name, list := range said {
		d := dyadmem.Dyad{Agent: "agent:desk", User: name}
		for _, s := range list {
			wait(t, q, d, s.ID, dyadmem.Applied)
			total++
		}
		// What was accepted just before a kill need not have been acknowledged.
		all, err := q.store.Sessions(t.Context(), d)
		ok(t, err)
		for _, a := range all {
			wait(t, q, d, a.ID, dyadmem.Applied)
		}
	}
	ok(t, q.Stop(t.Context()))
	for name, list := range said {
		d := dyadmem.Dyad{Agent: "agent:desk", User: name}
		inspect(t, q, d, list)
		compare(t, q, d)
	}
	b, err := q.Backlog(t.Context())
	ok(t, err)
	if b.Pending+len(b.Aside) != 0 {
		t.Errorf("left over: %+v", b)
	}
	ok(t, closeStore())
	t.Logf("%d lives, %d sessions acknowledged", lives, total)
}

// inspect checks what must hold at any moment: each acknowledged session is
// there as it came, none is applied twice, and the bank is the fold of its log.
func inspect(t *testing.T, q *Queue, d dyadmem.Dyad, said []dyadmem.Session) {
	t.Helper()
	for _, s := range said {
		a, err := q.store.Session(t.Context(), d, s.ID)
		if err != nil {
			t.Errorf("acknowledged, then lost: %v", err)
			continue
		}
		if diff := gocmp.Diff(s.Turns, a.Turns); diff != "" || !a.At.Equal(s.At) {
			t.Errorf("session %s at %v is there at %v (-want +got):\n%s", s.ID, s.At, a.At, diff)
		}
	}
	applied := make(map[string]int)
	fold := make(map[dyadmem.EntryKey]dyadmem.Record)
	for c, err := range q.store.Changes(t.Context(), d) {
		ok(t, err)
		if c.Session != "" {
			applied[c.Session]++
		}
		changed, err := c.Fold(fold)
		ok(t, err)
		maps.Copy(fold, changed)
	}
	all, err := q.store.Sessions(t.Context(), d)
	ok(t, err)
	for _, a := range all {
		want := 0
		if a.Status == dyadmem.Applied {
			want = 1
		}
		if applied[a.ID] != want {
			t.Errorf("session %s is %s and stands %d times in the log", a.ID, a.Status, applied[a.ID])
		}
	}
	records, err := q.store.Records(t.Context(), d)
	ok(t, err)
	got := make(map[dyadmem.EntryKey]dyadmem.Record)
	for _, r := range records {
		got[r.Key] = r
	}
	if diff := gocmp.Diff(fold, got); diff != "" {
		t.Errorf("the bank of %s differs from the fold of its log (-fold +bank):\n%s", d, diff)
	}
}

// compare checks that the bank is what it would be had the sessions come one
// by one, in the order of their time.
func compare(t *testing.T, q *Queue, d dyadmem.Dyad) {
	t.Helper()
	reference := plain()
	reference.Store = &dyadmem.MemStore{}
	all, err := q.store.Sessions(t.Context(), d)
	ok(t, err)
	for _, a := range all {
		a, err := q.store.Session(t.Context(), d, a.ID)
		ok(t, err)
		_, err = reference.Observe(t.Context(), d, a.Session, a.Received)
		ok(t, err)
	}
	state := func(s dyadmem.Store) map[string]string {
		list, err := s.Records(t.Context(), d)
		ok(t, err)
		states := make(map[string]string)
		for _, r := range list {
			states[r.Content] = cmp.Or(string(r.Successor), string(r.State))
		}
		return states
	}
	if diff := gocmp.Diff(state(reference.Store), state(q.store)); diff != "" {
		t.Errorf("the bank of %s (-one by one +after all the kills):\n%s", d, diff)
	}
}
