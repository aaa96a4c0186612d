package server

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
)

// A Queue observes sessions offline; *queue.Queue is one.
type Queue interface {
	Accept(ctx context.Context, d dyadmem.Dyad, s dyadmem.Session) (queue.Job, error)
	Job(ctx context.Context, d dyadmem.Dyad, session string) (queue.Job, error)
	Wait(ctx context.Context, d dyadmem.Dyad, session string) (queue.Job, error)
	Retry(ctx context.Context, d dyadmem.Dyad, session string) error
	Backlog(ctx context.Context) (queue.Backlog, error)
}

// A Config says what is served. Engine (with its Store), Queue, Keys and Now are
// required; the zero value of any other field is its default.
type Config struct {
	Engine dyadmem.Engine
	Queue  Queue
	Keys   dyadmem.KeyStore
	Now    func() time.Time

	Version string
	Open    bool         // nobody needs a key: for a loopback address alone
	ToolsAs string       // who the MCP tools act as: dyadmem.ActorAgent (the default) or, where a person approves each call, dyadmem.ActorUser
	Log     *slog.Logger // nil: nothing is logged. No content ever is
	Metrics *Metrics     // nil: a new one
	Limits  Limits
}

// Limits keep one caller from taking all there is. Zero fields are the defaults.
type Limits struct {
	Body   int64         // bytes of a request; 4 MiB. An import may have 64 times as many
	Turns  int           // of a session; 2,000
	Entry  int           // bytes of an entry written by hand; 8 KiB
	Rate   float64       // requests a second of one key, or of one address where no key is needed; 50
	Burst  int           // how many at once; 4 times Rate
	Wait   time.Duration // the longest that a request waits for a session; 2 minutes
	Ask    time.Duration // the longest that recall and answer take, a model's call in it; 1 minute
	Behind time.Duration // how long a session may wait before the service calls itself degraded; 15 minutes
}

func (l Limits) withDefaults() Limits {
	l.Body = cmp.Or(l.Body, 4<<20)
	l.Turns = cmp.Or(l.Turns, 2000)
	l.Entry = cmp.Or(l.Entry, 8<<10)
	l.Rate = cmp.Or(l.Rate, 50)
	l.Burst = cmp.Or(l.Burst, int(4*l.Rate)+1)
	l.Wait = cmp.Or(l.Wait, 2*time.Minute)
	l.Ask = cmp.Or(l.Ask, time.Minute)
	l.Behind = cmp.Or(l.Behind, 15*time.Minute)
	return l
}

// A Server is an http.Handler. It is safe for concurrent use.
type Server struct {
	config Config
	engine dyadmem.Engine
	api    huma.API
	access *access
	health *health
	served http.Handler

	stopping context.Context // ends when the requests that wait for sessions are to be answered
	stop     context.CancelFunc
}

// New returns the server of c.
func New(c Config) (*Server, error) {
	if c.Engine.Store == nil || c.Queue == nil || c.Keys == nil || c.Now == nil {
		return nil, fmt.Errorf("server: %w: it lacks its store, queue, keys or clock", dyadmem.ErrInvalid)
	}
	c.ToolsAs = cmp.Or(c.ToolsAs, dyadmem.ActorAgent)
	if c.ToolsAs != dyadmem.ActorAgent && c.ToolsAs != dyadmem.ActorUser {
		return nil, fmt.Errorf("server: %w: the tools act as %q (want agent or user)", dyadmem.ErrInvalid, c.ToolsAs)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Metrics == nil {
		c.Metrics = NewMetrics()
	}
	c.Limits = c.Limits.withDefaults()
	s := &Server{config: c, engine: c.Engine}
	s.stopping, s.stop = context.WithCancel(context.Background())
	s.access = newAccess(c)
	s.health = &health{queue: c.Queue, store: c.Engine.Store, now: c.Now, behind: c.Limits.Behind}
	c.Metrics.watch(s.health)

	mux := http.NewServeMux()
	s.api = humago.New(mux, described(c.Version))
	s.api.UseMiddleware(s.counted, s.guarded)
	s.sessions()
	s.recall()
	s.entries()
	s.ops()
	s.whole()
	s.commons()
	mux.Handle("GET /healthz", http.HandlerFunc(s.healthz))
	mux.Handle("GET /readyz", http.HandlerFunc(s.readyz))
	mux.Handle("GET /metrics", c.Metrics)
	mux.Handle("/mcp/{agent}/{user}", s.tools())
	mux.Handle("GET /{$}", console())
	mux.Handle("GET /console/", http.StripPrefix("/console", console()))
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, http.StatusForbidden, "a page of another site asked for it")
	}))
	s.served = s.access.local(sameOrigin.Handler(routed(mux)))
	return s, nil
}

// ServeHTTP serves a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.served.ServeHTTP(w, r) }

// StopWaiting has the requests that wait for a session answered as far as it has
// come, those to come at once. It is for the end of a service.
func (s *Server) StopWaiting() { s.stop() }

// An array of a reply is never null; of a request it may be, where its tag says so.
func init() { huma.DefaultArrayNullable = false }

// described returns the head of the OpenAPI document.
func described(version string) huma.Config {
	c := huma.DefaultConfig("dyadmem", cmp.Or(version, "devel"))
	c.Info.Description = "Dyadic memory: what an assistant remembers of one person, and of how it is to work for them. " +
		"A caller is let in by a key, as a bearer token; a service without keys serves its own machine alone."
	c.Info.License = &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}
	c.DocsPath = "" // its page would load its script from another host
	c.SchemasPath = ""
	c.CreateHooks = nil // no $schema in what is answered
	c.RejectUnknownQueryParameters = true
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"key": {Type: "http", Scheme: "bearer", Description: "A key that dyadmem keys create printed."},
	}
	return c
}

// An operation is a route of the API.
type operation struct {
	method, path, id string
	role             dyadmem.Role // what a key must be good for
	summary          string
	status           int                       // of success; 0: 200
	body             int64                     // the most bytes of a request; 0: Limits.Body
	also             map[string]*huma.Response // successes that the type of its reply doesn't tell
}

// bodyTime is how long a request may take to come in; an import, which may be
// long, ten times as long.
const bodyTime = time.Minute

// problems are what any route may answer instead of a success; 422 and 500 go
// without saying.
var problems = []int{
	http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusTooManyRequests,
	http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout, http.StatusInsufficientStorage,
}

// route serves o by f, whose errors become problem details.
func route[I, O any](s *Server, o operation, f func(context.Context, *I) (*O, error)) {
	errs, within := problems, bodyTime
	if o.method != http.MethodGet && o.method != http.MethodDelete {
		errs = append(slices.Clone(errs), http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if o.body > 0 {
		within *= 10
	}
	huma.Register(s.api, huma.Operation{
		OperationID: o.id, Method: o.method, Path: o.path, Summary: o.summary, DefaultStatus: o.status,
		MaxBodyBytes:    cmp.Or(o.body, s.config.Limits.Body),
		BodyReadTimeout: within,
		Responses:       o.also,
		Security:        []map[string][]string{{"key": {}}},
		Metadata:        map[string]any{"role": o.role},
		Errors:          errs,
	}, func(ctx context.Context, in *I) (*O, error) {
		out, err := f(ctx, in)
		if err != nil {
			return nil, s.problem(ctx, err)
		}
		return out, nil
	})
}

// An InDyad is the part of a path that names a dyad.
type InDyad struct {
	Agent string `path:"agent" maxLength:"1024" example:"desk" doc:"The agent of the dyad."`
	User  string `path:"user" maxLength:"1024" example:"ann" doc:"The user of the dyad."`
}

// dyad is the one way from a path to a dyad.
func (in InDyad) dyad() dyadmem.Dyad { return dyadmem.Dyad{Agent: in.Agent, User: in.User} }

// inDyadPath is where what belongs to a dyad lies.
const inDyadPath = "/v1/dyads/{agent}/{user}"
