package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
	"github.com/dyadmem/dyadmem/stage"
	"github.com/dyadmem/dyadmem/storetest"
)

var (
	dyad  = dyadmem.Dyad{Agent: "desk", User: "u1"}
	start = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

	// Every turn is a fact, and nothing replaces anything.
	byTurn = dyadmem.CaptureFunc(func(_ context.Context, s dyadmem.Session) (list []dyadmem.Entry, err error) {
		for _, t := range s.Turns {
			if t.Text != "" {
				list = append(list, dyadmem.Entry{Kind: dyadmem.Fact, Content: t.Text, Evidence: []dyadmem.TurnRef{t.ID}})
			}
		}
		return list, nil
	})
	nothing = dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
		return nil, nil
	})
)

func session(n int, texts ...string) dyadmem.Session {
	s := dyadmem.Session{ID: fmt.Sprintf("s%d", n), At: start.AddDate(0, 0, n)}
	for i, text := range texts {
		s.Turns = append(s.Turns, dyadmem.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("s%d.%d", n, i+1)), Speaker: dyadmem.User, Text: text})
	}
	return s
}

func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) dyadmem.Store { return open(t, filepath.Join(t.TempDir(), "a b?#%.db")) })
}

func TestAcceptingFailsTheAcceptance(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "a.db"))
	fail := true
	s.Accepting = func(context.Context, *sql.Tx, dyadmem.Dyad, string) error {
		if fail {
			return errors.New("no job")
		}
		return nil
	}
	a := dyadmem.Accepted{Session: dyadmem.Session{ID: "s1"}, Progress: dyadmem.Progress{Status: dyadmem.Pending}}
	if _, err := s.Accept(t.Context(), dyad, a); err == nil {
		t.Error("no error")
	}
	if _, err := s.Session(t.Context(), dyad, "s1"); !errors.Is(err, dyadmem.ErrNotFound) {
		t.Errorf("the session is there without its job: %v", err)
	}
	fail = false
	if fresh, err := s.Accept(t.Context(), dyad, a); err != nil || !fresh {
		t.Errorf("accept again: %t, %v", fresh, err)
	}
}

// A file of each schema that ever was opens, keeps what it holds, and takes
// more. testdata/vN.sql makes one as version N left it.
func TestUpgrade(t *testing.T) {
	scripts, err := filepath.Glob("testdata/v*.sql")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no schema to upgrade from: %v", err)
	}
	for _, script := range scripts {
		t.Run(filepath.Base(script), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "old.db")
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(string(text)); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			s := open(t, path)
			b, err := s.Bank(t.Context(), dyad)
			if err != nil {
				t.Fatal(err)
			}
			if len(b.Entries) != 1 || b.Entries[0].Content != "茶=红茶" || b.Rev != 2 {
				t.Errorf("bank after the upgrade: %+v", b)
			}
			a, err := s.Session(t.Context(), dyad, "s1")
			if err != nil || a.Status != dyadmem.Applied || a.Turns[0].Text != "茶=绿茶" {
				t.Errorf("session after the upgrade: %+v, %v", a, err)
			}
			spoken, err := s.Spoken(t.Context(), dyad, []dyadmem.TurnRef{"s1.1", "s2.1", "s3.1"})
			if want := (map[dyadmem.TurnRef]dyadmem.Spoken{"s1.1": {Session: "s1", Speaker: dyadmem.User}, "s2.1": {Session: "s2", Speaker: dyadmem.User}}); err != nil || !maps.Equal(spoken, want) {
				t.Errorf("turns after the upgrade: %+v, %v", spoken, err)
			}
			if _, err := s.Commit(t.Context(), dyad, dyadmem.Change{Base: 2, Actor: "x", Ops: []dyadmem.Op{{Action: dyadmem.Pin, Entry: dyadmem.Entry{Key: b.Entries[0].Key}}}}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestANewerFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.db")
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB().Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("open a newer file: %v", err)
	}
}

// What is wrong with the file is said on one line, with the class that callers
// branch on.
func TestTroubleIsExplained(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, bytes.Repeat([]byte("no database "), 200), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{text: "no SQLite database", filepath.Join(dir, "nowhere", "a.db"): "have to be there", dir: "have to be there"} {
		if _, err := sqlite.Open(t.Context(), path); !errors.Is(err, dyadmem.ErrStoreDenied) || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("open %s: %v", filepath.Base(path), err)
		}
	}
	s := open(t, filepath.Join(dir, "small.db"))
	if _, err := s.DB().Exec("PRAGMA max_page_count = 1"); err != nil { // it sets what there is
		t.Fatal(err)
	}
	a := dyadmem.Accepted{Session: session(1, strings.Repeat("x", 1<<20)), Progress: dyadmem.Progress{Status: dyadmem.Pending}}
	if _, err := s.Accept(t.Context(), dyad, a); !errors.Is(err, dyadmem.ErrStoreFull) {
		t.Errorf("accept where there is no room: %v", err)
	}
	if _, err := s.DB().Exec("PRAGMA max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	if fresh, err := s.Accept(t.Context(), dyad, a); err != nil || !fresh {
		t.Errorf("accept with room again: %t, %v", fresh, err)
	}
}

// After a purge, no file of the store holds a piece of what was purged: not
// the database, its write-ahead log or its index pages.
func TestPurgeLeavesNoBytes(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "mem.db"))
	e := dyadmem.Engine{Store: s, Capturer: byTurn, Updater: nothing}
	const secret = "琉璃teal-8731"
	for i := range 40 {
		texts := []string{fmt.Sprintf("value %d", i)}
		if i%7 == 3 {
			texts = append(texts, "my badge is "+secret, "so is the locker: "+secret)
		}
		if _, err := e.Observe(t.Context(), dyad, session(i, texts...), start); err != nil {
			t.Fatal(err)
		}
	}
	b, err := s.Bank(t.Context(), dyad)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range b.Entries {
		if err := s.KeepVectors(t.Context(), "m", []string{entry.Content}, [][]float32{{1, 2}}); err != nil {
			t.Fatal(err)
		}
	}
	if !onDisk(t, dir, secret) {
		t.Fatal("the value was never on disk: the test is blind")
	}
	receipt, err := e.Purge(t.Context(), dyad, dyadmem.Target{Text: secret}, dyadmem.Hand{Actor: dyadmem.ActorUser, At: start.AddDate(1, 0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if receipt.Entries != 2 || receipt.Turns != 12 || receipt.Vectors != 2 || len(receipt.Rest) != 0 {
		t.Errorf("receipt: %+v", receipt)
	}
	for _, piece := range []string{secret, "teal-8731", "琉璃", string(dyadmem.KeyFor("my badge is " + secret))} {
		if onDisk(t, dir, piece) {
			t.Errorf("%q is still on disk", piece)
		}
	}
	if after, err := s.Bank(t.Context(), dyad); err != nil || len(after.Entries) != len(b.Entries)-2 {
		t.Errorf("the purge took more than it should: %d of %d left, %v", len(after.Entries), len(b.Entries), err)
	}
	if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{All: true}, dyadmem.Hand{Actor: dyadmem.ActorUser, At: start.AddDate(1, 0, 0)}); err != nil {
		t.Fatal(err)
	}
	if onDisk(t, dir, "value 1") {
		t.Error("after all was purged something is still on disk")
	}
}

// A purge of one entry leaves no byte of a value of its own either, though other
// turns and entries told it in other words.
func TestPurgeByEntryLeavesNoBytes(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "mem.db"))
	e := dyadmem.Engine{Store: s, Capturer: byTurn, Updater: nothing, Echoes: stage.Echoes, Marks: stage.Marks}
	said := "The laptop opens with Bosko1970"
	for i, texts := range [][]string{{said, "The tea is green"}, {"The tablet takes Bosko1970 too"}, {"Is it Bosko1970 or with a small b?", "The cup is blue"}} {
		if _, err := e.Observe(t.Context(), dyad, session(i, texts...), start); err != nil {
			t.Fatal(err)
		}
	}
	if !onDisk(t, dir, "Bosko1970") {
		t.Fatal("the value was never on disk: the test is blind")
	}
	if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{Entries: []dyadmem.EntryKey{dyadmem.KeyFor(said)}}, dyadmem.Hand{Actor: dyadmem.ActorUser, At: start.AddDate(1, 0, 0)}); err != nil {
		t.Fatal(err)
	}
	for _, piece := range []string{"Bosko", "bosko1970", string(dyadmem.KeyFor(said))} {
		if onDisk(t, dir, piece) {
			t.Errorf("%q is still on disk", piece)
		}
	}
	if !onDisk(t, dir, "The cup is blue") || !onDisk(t, dir, "The tea is green") {
		t.Error("the purge took more than it should")
	}
}

func onDisk(t *testing.T, dir, needle string) bool {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(raw, []byte(needle)) {
			return true
		}
	}
	return false
}

// Two processes may use one file; here, two stores.
func TestTwoStoresOnOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	a, b := open(t, path), open(t, path)
	var wg sync.WaitGroup
	for i, s := range []*sqlite.Store{a, b} {
		wg.Go(func() {
			for n := range 25 {
				d := dyadmem.Dyad{Agent: "desk", User: fmt.Sprint(i)}
				if _, err := s.Commit(t.Context(), d, dyadmem.Change{Base: int64(n), Actor: "x", Ops: []dyadmem.Op{{Action: dyadmem.Add, Entry: dyadmem.Entry{Key: dyadmem.EntryKey(fmt.Sprint(n)), Kind: dyadmem.Fact, Content: "x"}}}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for i := range 2 {
		bank, err := a.Bank(t.Context(), dyadmem.Dyad{Agent: "desk", User: fmt.Sprint(i)})
		if err != nil || len(bank.Entries) != 25 {
			t.Errorf("dyad %d has %d entries, %v", i, len(bank.Entries), err)
		}
	}
}
