package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/postgres"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/sqlite"
)

// queueFlags say how sessions are observed.
type queueFlags struct {
	Workers  int           `default:"4" help:"Dyads worked on at a time."`
	Attempts int           `default:"5" help:"Failures after which a session is set aside."`
	Drain    time.Duration `default:"30s" help:"How long to wait for running jobs when told to stop."`
}

// config returns what e is run with.
func (f queueFlags) config(con *console, e dyadmem.Engine) (queue.Config, error) {
	if f.Workers < 1 || f.Attempts < 1 || f.Drain < 0 {
		return queue.Config{}, usagef("--workers and --attempts take a number above 0, --drain a time that is not negative")
	}
	return queue.Config{
		Engine: e, Now: time.Now, Workers: f.Workers, Attempts: f.Attempts, Drain: max(f.Drain, time.Nanosecond),
		Log: slog.New(slog.NewTextHandler(con.Err, nil)),
	}, nil
}

// openQueue returns the queue of a store.
func openQueue(ctx context.Context, st dyadmem.Store, c queue.Config) (*queue.Queue, error) {
	switch st := st.(type) {
	case *sqlite.Store:
		return queue.OnSQLite(ctx, st, c)
	case *postgres.Store:
		return queue.OnPostgres(ctx, st, c)
	}
	return nil, fmt.Errorf("queue: %w: a %T has none", dyadmem.ErrInvalid, st)
}

// servedFlags say which engine is served, and which models it asks.
type servedFlags struct {
	System string `default:"rules" help:"What captures and updates: rules, model, hybrid, or parts by stage as in bench run."`
	modelFlags
}

// models returns the models that a service asks. One that is away pauses the
// queue, so that no call waits for it; and no finished call is kept on disk, where
// an erasure would have to find it, unless --calls names a file. Without one a call
// that is told to stop has nothing to save.
func (f servedFlags) models(con *console) (*models, error) {
	if f.DryRun || f.Batch != "" {
		return nil, usagef("--dry-run and --batch are for bench run: a service answers by what its model says now")
	}
	if f.Patience == 0 {
		f.Patience = -1
	}
	m := newModels(f.modelFlags, "", func(text string) { con.say("%s", text) })
	if f.Calls == "" {
		m.drain = -1
	}
	return m, nil
}

// engine returns the engine that is served over st.
func (f servedFlags) engine(m *models, st dyadmem.Store) (dyadmem.Engine, error) {
	e, err := (&workshop{models: m}).engine(f.System)
	if err != nil {
		return e, err
	}
	if e.Capturer == nil || e.Updater == nil {
		return e, usagef("a service captures and updates: --system %s lacks one of them", f.System)
	}
	if len(m.open) > 0 {
		e.Actor = strings.TrimSpace(f.Model)
	}
	e = served(e, st)
	for _, c := range m.open {
		e.Scrubbers = append(e.Scrubbers, c)
	}
	return e, nil
}

type workCmd struct {
	storeFlags
	queueFlags
	servedFlags
}

// Help is shown by --help.
func (workCmd) Help() string {
	return "Examples:\n  dyadmem work --store postgres://localhost/dyadmem --workers 8\n" +
		"  dyadmem work --store sqlite:memory.db --system hybrid --model Qwen3-8B --base-url http://127.0.0.1:8000/v1\n\n" +
		"On Postgres any number of processes work beside the server, on any machine, and any may be stopped or killed at any time. A SQLite file has one. " +
		"Where no model is serving the work pauses, and goes on by itself. " +
		"With --embed-model the store keeps vectors of its entries; those of another embedder are made anew in the background."
}

func (c *workCmd) Run(ctx context.Context, con *console) error {
	m, err := c.models(con)
	if err != nil {
		return err
	}
	defer m.close()
	st, err := openStore(ctx, c.Store)
	if err != nil {
		return err
	}
	defer st.Close()
	e, err := c.engine(m, st)
	if err != nil {
		return err
	}
	conf, err := c.config(con, e)
	if err != nil {
		return err
	}
	if c.EmbedModel != "" {
		if conf.Embedder, err = c.embedder(ctx, m); err != nil {
			return err
		}
	}
	q, err := openQueue(ctx, st, conf)
	if err != nil {
		return err
	}
	con.say("working on the sessions of the store; interrupt to stop")
	return q.Run(ctx)
}
