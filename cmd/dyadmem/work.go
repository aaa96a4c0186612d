package main

import (
	"context"
	"fmt"
	"log/slog"
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

type workCmd struct {
	storeFlags
	queueFlags
}

// Help is shown by --help.
func (workCmd) Help() string {
	return "Example: dyadmem work --store postgres://localhost/dyadmem --workers 8\n\n" +
		"On Postgres any number of processes work beside the server, on any machine, and any may be stopped or killed at any time. A SQLite file has one."
}

func (c *workCmd) Run(ctx context.Context, con *console) error {
	st, err := openStore(ctx, c.Store)
	if err != nil {
		return err
	}
	defer st.Close()
	conf, err := c.config(con, engine(st))
	if err != nil {
		return err
	}
	q, err := openQueue(ctx, st, conf)
	if err != nil {
		return err
	}
	con.say("working on the sessions of the store; interrupt to stop")
	return q.Run(ctx)
}
