package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/postgres"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/sqlite"
	"github.com/dyadmem/dyadmem/stage"
)

// storeFlags name a store.
type storeFlags struct {
	Store string `required:"" placeholder:"URL" help:"sqlite:PATH or postgres://…"`
}

// closingStore is a store that a command closes.
type closingStore interface {
	dyadmem.Store
	io.Closer
}

// openStore opens the store that url names.
func openStore(ctx context.Context, url string) (closingStore, error) {
	s, err := openStoreRaw(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", bench.ErrUnusable, err)
	}
	return s, nil
}

func openStoreRaw(ctx context.Context, url string) (closingStore, error) {
	path, isFile := strings.CutPrefix(url, "sqlite:")
	switch {
	case isFile && path != "":
		return sqlite.Open(ctx, path)
	case isPostgres(url):
		return postgres.Open(ctx, url)
	}
	return nil, fmt.Errorf("no store is named by %q (want sqlite:PATH or postgres://…)", url)
}

func isPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// engine returns the engine that a service runs on st: the rules, guarded.
func engine(st dyadmem.Store) dyadmem.Engine { return served(stage.Rules(), st) }

// served returns e as it is served over st.
func served(e dyadmem.Engine, st dyadmem.Store) dyadmem.Engine {
	e.Store = st
	e.Updater = dyadmem.Guarded(e.Updater, dyadmem.Guard{Witness: stage.RuleWitness{}})
	e.Compactor = stage.RuleCompactor{}
	e.Echoes, e.Marks = stage.Echoes, stage.Marks
	return e
}

// dyadFlags name a dyad.
type dyadFlags struct {
	Agent string `required:"" help:"The agent of the dyad."`
	User  string `required:"" help:"The user of the dyad."`
}

func (f dyadFlags) dyad() dyadmem.Dyad { return dyadmem.Dyad{Agent: f.Agent, User: f.User} }

// hand is who acts where a person types a command.
func hand(reason string) dyadmem.Hand {
	return dyadmem.Hand{Actor: "user", At: time.Now(), Reason: reason}
}

type migrateCmd struct{ storeFlags }

// Help is shown by --help.
func (migrateCmd) Help() string {
	return "Example: dyadmem migrate --store postgres://localhost/dyadmem"
}

func (c *migrateCmd) Run(ctx context.Context, con *console) error {
	if isPostgres(c.Store) {
		if err := postgres.Migrate(ctx, c.Store); err != nil {
			return err
		}
	}
	st, err := openStore(ctx, c.Store) // a SQLite file is migrated where it is opened
	if err != nil {
		return err
	}
	defer st.Close()
	if p, ok := st.(*postgres.Store); ok {
		if err := queue.MigratePostgres(ctx, p.Pool(), nil); err != nil {
			return err
		}
	}
	if con.JSON {
		return writeJSON(con.Out, map[string]string{"store": maskURL(c.Store), "version": version()})
	}
	con.say("%s is at the schema of this version", maskURL(c.Store))
	return nil
}

type exportCmd struct {
	storeFlags
	dyadFlags
	Markdown bool   `help:"The relation side alone, as Markdown that a person can read and edit."`
	Out      string `arg:"" optional:"" help:"The file to write (default: standard output)."`
}

// Help is shown by --help.
func (exportCmd) Help() string {
	return "Example: dyadmem export --store sqlite:memory.db --agent desk --user ann ann.jsonl"
}

func (c *exportCmd) Run(ctx context.Context, con *console) error {
	if path, ok := strings.CutPrefix(c.Store, "sqlite:"); ok && path != "" { // opening it would make it
		if _, err := os.Stat(path); err != nil {
			return usagef("export: %v", err)
		}
	}
	st, err := openStore(ctx, c.Store)
	if err != nil {
		return err
	}
	defer st.Close()
	e := engine(st)
	write := func(w io.Writer) error {
		if c.Markdown {
			return e.WriteMarkdown(ctx, c.dyad(), w)
		}
		return e.Export(ctx, c.dyad(), w)
	}
	if c.Out == "" {
		return write(con.Out)
	}
	return bench.ReplaceFile(c.Out, func(w *bufio.Writer) error { return write(w) })
}

type importCmd struct {
	storeFlags
	dyadFlags
	Markdown bool   `help:"IN is an edited Markdown view of the relation side."`
	In       string `arg:"" help:"The file to read."`
}

// Help is shown by --help.
func (importCmd) Help() string {
	return "Example: dyadmem import --store sqlite:memory.db --agent desk --user ann ann.jsonl"
}

func (c *importCmd) Run(ctx context.Context, con *console) error {
	f, err := os.Open(c.In)
	if err != nil {
		return usagef("import: %v", err)
	}
	defer f.Close()
	in := bufio.NewReader(f)
	switch begin, err := in.Peek(1); {
	case err == io.EOF:
		return usagef("import: %s is empty", c.In)
	case err != nil:
		return usagef("import: %v", err)
	case !c.Markdown && begin[0] == '#':
		return usagef("import: %s is Markdown: add --markdown", c.In)
	case c.Markdown && begin[0] == '{':
		return usagef("import: %s is no Markdown: leave --markdown out", c.In)
	}
	st, err := openStore(ctx, c.Store)
	if err != nil {
		return err
	}
	defer st.Close()
	if c.Markdown {
		got, err := engine(st).ReadMarkdown(ctx, c.dyad(), in, hand("edited as Markdown"))
		if err != nil {
			return err
		}
		return con.result(got, "%d rules added, %d corrected, %d retired", got.Added, got.Corrected, got.Retired)
	}
	got, err := engine(st).Import(ctx, c.dyad(), in, hand("imported"))
	if err != nil {
		return err
	}
	for _, r := range got.Refused {
		con.say("refused: %v", r)
	}
	return con.result(got, "%d sessions and %d changes imported, %d known already, %d entries left out because they were erased here, %d refused",
		got.Sessions, got.Changes, got.Known, got.Erased, len(got.Refused))
}

type purgeCmd struct {
	storeFlags
	Agent *string  `help:"The agent of the dyad; without it, everything of the user with every agent goes."`
	User  string   `required:"" help:"The user who asks for it."`
	Entry []string `sep:"none" placeholder:"KEY,…" help:"Erase these entries alone."`
	Text  *string  `help:"Erase every entry and turn that holds this text."`
	scrubFlags
	Yes bool `help:"Do it: what is erased does not come back."`
}

// Help is shown by --help.
func (purgeCmd) Help() string {
	return "Example: dyadmem purge --store sqlite:memory.db --agent desk --user ann --text teal --yes"
}

// target returns what the flags name. A flag that is given and empty (a shell
// variable that isn't set) must not widen an erasure to all there is.
func (c *purgeCmd) target() (t dyadmem.Target, err error) {
	blank := func(s *string) bool { return s != nil && strings.TrimSpace(*s) == "" }
	for _, list := range c.Entry {
		for _, key := range kong.SplitEscaped(list, ',') {
			t.Entries = append(t.Entries, dyadmem.EntryKey(key))
		}
	}
	switch {
	case blank(c.Agent), blank(c.Text), len(t.Entries) < len(c.Entry), slices.Contains(t.Entries, ""):
		return t, usagef("purge: --agent, --entry and --text have to name something where they are given; leave them out to erase all")
	case c.Agent == nil && (len(t.Entries) > 0 || c.Text != nil):
		return t, usagef("purge: --entry and --text are of one dyad: name its --agent too")
	case !c.Yes:
		return t, usagef("purge erases for good: add --yes")
	}
	t.All = len(t.Entries) == 0 && c.Text == nil
	if c.Text != nil {
		t.Text = *c.Text
	}
	return t, nil
}

func (c *purgeCmd) Run(ctx context.Context, con *console) error {
	target, err := c.target()
	if err != nil {
		return err
	}
	st, err := openStore(ctx, c.Store)
	if err != nil {
		return err
	}
	defer st.Close()
	e := engine(st)
	q, err := openQueue(ctx, st, queue.Config{Engine: e, Now: time.Now}) // its jobs name the dyad
	if err != nil {
		return err
	}
	if _, err := c.files(); err != nil { // before anything is erased
		return err
	}
	e.Scrubbers = append(e.Scrubbers, q, c.scrubFlags)
	var receipt dyadmem.Receipt
	by := hand("purge asked for on the command line")
	if c.Agent == nil {
		receipt, err = e.PurgeUser(ctx, c.User, by)
	} else {
		receipt, err = e.Purge(ctx, dyadmem.Dyad{Agent: *c.Agent, User: c.User}, target, by)
	}
	if err != nil {
		return err
	}
	if receipt.Ops+receipt.Entries+receipt.Turns+receipt.Sessions+receipt.Elsewhere == 0 {
		con.say("nothing was found to erase: does the store hold this dyad, by these names?")
	}
	receipt.Rest = append(receipt.Rest, c.unnamed()...)
	return writeJSON(con.Out, receipt)
}

// result writes v as JSON, or a line for a reader.
func (c *console) result(v any, format string, args ...any) error {
	if c.JSON {
		return writeJSON(c.Out, v)
	}
	_, err := fmt.Fprintf(c.Out, format+"\n", args...)
	return err
}
