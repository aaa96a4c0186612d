package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"golang.org/x/time/rate"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
)

// NewKey makes a key with a role and a binding, and returns what of it is to be
// kept and the key itself, which is never seen again.
func NewKey(name string, role dyadmem.Role, agent, user string, now time.Time) (k dyadmem.APIKey, secret string, err error) {
	id, half := random(5), random(32)
	secret = "dm_" + id + "_" + half
	k = dyadmem.APIKey{ID: id, Hash: hashOf(secret), Name: name, Role: role, Agent: agent, User: user, Created: now.UTC().Truncate(time.Microsecond)}
	return k, secret, k.Validate()
}

func random(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b) // never fails
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}

// hashOf needs no salt and no slow hash: a key is random, of 256 bits.
func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// An access lets callers in.
type access struct {
	store dyadmem.KeyStore
	limit rate.Limit
	burst int
	now   func() time.Time

	mu      sync.Mutex
	open    bool                      // and no key was ever seen
	keys    map[string]dyadmem.APIKey // by hash, as of read
	read    time.Time
	buckets map[string]*rate.Limiter
}

func newAccess(c Config) *access {
	return &access{store: c.Keys, open: c.Open, limit: rate.Limit(c.Limits.Rate), burst: c.Limits.Burst, now: c.Now, buckets: make(map[string]*rate.Limiter)}
}

// keysLast is how long a revoked key may still let in.
const keysLast = 2 * time.Second

// anyone is who calls a service that needs no key.
var anyone = dyadmem.APIKey{Role: dyadmem.RoleAdmin}

// errNoKey says that a request has no key that is known.
var errNoKey = errors.New("a key is needed: send it as Authorization: Bearer dm_…")

// refresh reads the keys anew where they are too old. A service that has ever
// seen a key is not open: who revokes the last one shuts it.
func (a *access) refresh(ctx context.Context) error {
	now := a.now()
	if a.keys != nil && now.Sub(a.read) <= keysLast {
		return nil
	}
	list, err := a.store.APIKeys(ctx)
	if err != nil {
		return err
	}
	a.keys, a.read = make(map[string]dyadmem.APIKey, len(list)), now
	for _, k := range list {
		a.keys[k.Hash] = k
	}
	a.open = a.open && len(list) == 0
	return nil
}

// asksNobody reports whether no key is needed; where the keys can't be read, as
// far as is known.
func (a *access) asksNobody(ctx context.Context) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.open && (a.refresh(ctx) != nil || a.open)
}

// caller returns who calls by the given header. A service that is open asks
// nobody as long as it has no keys.
func (a *access) caller(ctx context.Context, authorization string) (dyadmem.APIKey, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.refresh(ctx); err != nil {
		return dyadmem.APIKey{}, err
	}
	if a.open {
		return anyone, nil
	}
	scheme, secret, _ := strings.Cut(authorization, " ")
	k, ok := a.keys[hashOf(strings.TrimSpace(secret))]
	if !ok || !strings.EqualFold(scheme, "bearer") {
		return k, errNoKey
	}
	return k, nil
}

// mostBuckets is how many callers are told apart at a time.
const mostBuckets = 10_000

// within reports whether a caller keeps to its rate.
func (a *access) within(caller string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.buckets[caller]
	if b == nil {
		if len(a.buckets) >= mostBuckets {
			clear(a.buckets)
		}
		b = rate.NewLimiter(a.limit, a.burst)
		a.buckets[caller] = b
	}
	return b.AllowN(a.now(), 1)
}

// local refuses, where no key is asked for, what comes by another name than
// this machine's: a page in a browser can point a name of its own at it.
func (a *access) local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		host = strings.Trim(host, "[]")
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) && a.asksNobody(r.Context()) {
			writeProblem(w, http.StatusMisdirectedRequest, "this service has no keys and serves its own machine alone, by the name localhost")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// A refusal is why a request is turned away.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

// headers sets what goes with the refusal.
func (r *refusal) headers(set func(name, value string)) {
	switch r.status {
	case http.StatusTooManyRequests:
		set("Retry-After", again)
	case http.StatusUnauthorized:
		set("WWW-Authenticate", `Bearer realm="dyadmem"`)
	}
}

// admit returns the key of a request that needs role for d, which is the zero
// Dyad where the request is for no single one.
func (s *Server) admit(r *http.Request, role dyadmem.Role, d dyadmem.Dyad) (dyadmem.APIKey, error) {
	k, err := s.access.caller(r.Context(), r.Header.Get("Authorization"))
	caller := k.ID
	if caller == "" {
		caller, _, _ = net.SplitHostPort(r.RemoteAddr)
	}
	switch {
	case !s.access.within(caller):
		return k, &refusal{http.StatusTooManyRequests, "too many requests; slow down"}
	case errors.Is(err, errNoKey):
		return k, &refusal{http.StatusUnauthorized, err.Error()}
	case err != nil:
		return k, err
	case d != (dyadmem.Dyad{}) && !k.Reaches(d):
		return k, &refusal{http.StatusNotFound, absent}
	case !wellFormed(d.Agent) || !wellFormed(d.User):
		return k, &refusal{http.StatusBadRequest, idForm}
	case !k.Role.May(role):
		return k, &refusal{http.StatusForbidden, fmt.Sprintf("this key is for %s; this needs %s", k.Role, role)}
	case d != (dyadmem.Dyad{}) && d.User == "" && k.User != "" && role != dyadmem.RoleRead:
		return k, &refusal{http.StatusForbidden, "this key is bound to one user; the commons is every user's"}
	}
	return k, nil
}

// idForm says what an id has to be.
var idForm = fmt.Sprintf("an id of an agent or a user is UTF-8 text of at most %d bytes, without NUL", dyadmem.MaxID)

// wellFormed reports whether id may be the name of anything. What a store says to
// any other is its own affair.
func wellFormed(id string) bool {
	return len(id) <= dyadmem.MaxID && utf8.ValidString(id) && !strings.ContainsRune(id, 0)
}

type callerKey struct{}

// callerOf returns the key that a request was admitted by.
func callerOf(ctx context.Context) dyadmem.APIKey {
	if k, ok := ctx.Value(callerKey{}).(*dyadmem.APIKey); ok {
		return *k
	}
	return dyadmem.APIKey{}
}

// guarded turns away who may not do what an operation does, where it does it.
// It is the one place where that is decided, for by-id paths too.
func (s *Server) guarded(ctx huma.Context, next func(huma.Context)) {
	role, ok := ctx.Operation().Metadata["role"].(dyadmem.Role)
	if !ok { // the OpenAPI document
		next(ctx)
		return
	}
	d := dyadmem.Dyad{Agent: ctx.Param("agent"), User: ctx.Param("user")}
	if id := ctx.Param("job"); id != "" {
		var err error
		if d, _, err = queue.ParseJobID(id); err != nil {
			d = dyadmem.Dyad{Agent: absent, User: absent} // asks for the key first, as any other job
		}
	}
	if d.Agent == "" { // all of a user
		d = dyadmem.Dyad{}
	}
	r, _ := humago.Unwrap(ctx)
	k, err := s.admit(r, role, d)
	var refused *refusal
	switch {
	case errors.As(err, &refused):
		refused.headers(ctx.SetHeader)
		huma.WriteErr(s.api, ctx, refused.status, refused.text)
	case err != nil:
		status := http.StatusServiceUnavailable
		var p huma.StatusError
		if errors.As(s.problem(ctx.Context(), err), &p) {
			status = p.GetStatus()
		}
		huma.WriteErr(s.api, ctx, status, "the keys can't be read")
	default:
		if admitted, ok := ctx.Context().Value(callerKey{}).(*dyadmem.APIKey); ok {
			*admitted = k
		}
		next(ctx)
	}
}
