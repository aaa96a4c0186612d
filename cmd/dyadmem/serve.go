package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/server"
)

// A service is a server with what it stands on.
type service struct {
	*server.Server
	queue *queue.Queue
	store closingStore
	keys  dyadmem.KeyStore
	log   *slog.Logger
	close func()
}

// faceFlags say what is served, to whom and by which engine.
type faceFlags struct {
	Store   string `default:"sqlite:dyadmem.db" placeholder:"URL" help:"sqlite:PATH or postgres://… (default: ${default})"`
	Cap     int    `default:"300" help:"The most active entries of a bank; negative: any number."`
	ToolsAs string `enum:"agent,user" default:"agent" help:"Who the MCP tools act as: agent, or user where a person approves each call."`
	queueFlags
	servedFlags
}

// service opens what is served. Nobody needs a key if open.
func (f *faceFlags) service(ctx context.Context, con *console, open bool) (*service, error) {
	m, err := f.models(con)
	if err != nil {
		return nil, err
	}
	st, err := openStore(ctx, f.Store)
	if err != nil {
		return nil, errors.Join(err, m.close())
	}
	s := &service{store: st, close: func() { st.Close(); m.close() }}
	if err := f.wire(ctx, con, s, m, open); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// wire puts the parts of s together.
func (f *faceFlags) wire(ctx context.Context, con *console, s *service, m *models, open bool) error {
	if f.Cap == 0 {
		return usagef("--cap takes a number above 0, or a negative one for any number")
	}
	e, err := f.engine(m, s.store)
	if err != nil {
		return err
	}
	e.Cap = f.Cap
	metrics := server.NewMetrics()
	e = metrics.Metered(e)
	conf, err := f.config(con, e)
	if err != nil {
		return err
	}
	conf.Applied, s.log = metrics.Applied, conf.Log
	if f.EmbedModel != "" {
		if conf.Embedder, err = f.embedder(ctx, m); err != nil {
			return err
		}
	}
	if s.queue, err = openQueue(ctx, s.store, conf); err != nil {
		return err
	}
	e.Store = dyadmem.Cached(s.store, cachedBanks)
	e.Scrubbers = append(e.Scrubbers, s.queue)
	var ok bool
	if s.keys, ok = s.store.(dyadmem.KeyStore); !ok {
		return fmt.Errorf("serve: %w: a %T keeps no keys", dyadmem.ErrInvalid, s.store)
	}
	s.Server, err = server.New(server.Config{
		Engine: e, Queue: s.queue, Keys: s.keys, Now: time.Now, Version: version(), Open: open, ToolsAs: f.ToolsAs, Log: conf.Log, Metrics: metrics,
	})
	return err
}

// cachedBanks is how many banks a service keeps in memory.
const cachedBanks = 1000

type serveCmd struct {
	Listen string `default:"127.0.0.1:8080" placeholder:"ADDR" help:"Where to listen (default: ${default}). Beyond this machine it takes a key: see dyadmem keys."`
	Idle   bool   `help:"Work on no sessions: workers elsewhere do (dyadmem work)."`
	faceFlags
}

// Help is shown by --help.
func (serveCmd) Help() string {
	return "Examples:\n  dyadmem serve\n  dyadmem serve --store postgres://localhost/dyadmem --listen 0.0.0.0:8080 --idle\n\n" +
		"The API is under /v1 and described at /openapi.json; MCP is at /mcp/AGENT/USER; /healthz, /readyz and /metrics are for who runs it. " +
		"Without a key in the store the service listens on this machine alone."
}

func (c *serveCmd) Run(ctx context.Context, con *console) error {
	local, err := loopback(c.Listen)
	if err != nil {
		return usagef("--listen %s: %v", c.Listen, err)
	}
	l, err := net.Listen("tcp", c.Listen) // before a store is made
	if err != nil {
		return usagef("--listen: %v", err)
	}
	defer l.Close()
	s, err := c.service(ctx, con, local)
	if err != nil {
		return err
	}
	defer s.close()
	keys, err := s.keys.APIKeys(ctx)
	if err != nil {
		return err
	}
	if len(keys) == 0 && !local {
		return usagef("--listen %s reaches beyond this machine, and the store has no key: make one with dyadmem keys create, or listen on 127.0.0.1", c.Listen)
	}
	if !c.Idle {
		if err := s.queue.Start(ctx); err != nil {
			return err
		}
	}
	con.say("serving %s on http://%s%s", maskURL(c.Store), l.Addr(), map[bool]string{true: "; no key is needed, and only this machine is served", false: ""}[len(keys) == 0])
	return c.run(ctx, s, l)
}

// run serves until ctx ends; then it takes no more requests, finishes those that
// run and the sessions that are worked on.
func (c *serveCmd) run(ctx context.Context, s *service, l net.Listener) error {
	// A handler may allow itself more to read; nobody takes longer to send what is refused.
	h := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn)}
	h.RegisterOnShutdown(s.StopWaiting)
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(l) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	s.log.Info("serve: draining")
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), max(c.Drain, time.Nanosecond))
	defer cancel()
	if shut := h.Shutdown(drain); shut != nil {
		h.Close() // those that wait for a session would wait for long
	}
	if !c.Idle {
		err = errors.Join(err, s.queue.Stop(drain))
	}
	return err
}

// loopback reports whether addr can be reached from this machine alone.
func loopback(addr string) (bool, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false, err
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback(), nil
}

type mcpCmd struct {
	dyadFlags
	faceFlags
}

// Help is shown by --help.
func (mcpCmd) Help() string {
	return "Example: dyadmem mcp --agent desk --user ann --store sqlite:memory.db\n\n" +
		"Speaks MCP on standard input and output, as an assistant's program starts it. Sessions that are recorded are captured by this process, " +
		"or by the one that works on the store already."
}

func (c *mcpCmd) Run(ctx context.Context, con *console) error {
	if err := c.dyad().Validate(); err != nil {
		return usagef("--agent and --user: %v", err)
	}
	s, err := c.service(ctx, con, true)
	if err != nil {
		return err
	}
	defer s.close()
	switch err := s.queue.Start(ctx); {
	case errors.Is(err, dyadmem.ErrConflict):
		con.say("another process works on the sessions of this store")
	case err != nil:
		return err
	default:
		defer func() {
			drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), max(c.Drain, time.Nanosecond))
			defer cancel()
			if err := s.queue.Stop(drain); err != nil {
				con.say("dyadmem: %v", err)
			}
		}()
	}
	err = s.Tools(c.dyad(), dyadmem.RoleWrite).Run(ctx, &mcp.StdioTransport{})
	if ctx.Err() != nil {
		return nil // told to stop, and stopped
	}
	return err
}
