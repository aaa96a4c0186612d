package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/dyadmem/dyadmem"
)

// absent is said of what is not there and of what lies outside of a key alike,
// so that nobody learns which of the two it is.
const absent = "nothing of this name is there for this key"

// again is how long a caller waits before it tries again, in seconds.
const again = "5"

// problem returns err as the problem details that its caller gets: what the
// caller did wrong in words of its own; of the service's own troubles the class
// alone, which goes to the log as well.
func (s *Server) problem(ctx context.Context, err error) error {
	var ready huma.StatusError
	var headed huma.HeadersError
	switch {
	case errors.As(err, &headed), errors.As(err, &ready):
		return err
	case errors.Is(err, dyadmem.ErrNotFound):
		return huma.Error404NotFound(absent)
	case errors.Is(err, dyadmem.ErrInvalid):
		return huma.Error400BadRequest(err.Error())
	case errors.Is(err, dyadmem.ErrConflict), errors.Is(err, dyadmem.ErrNotYet):
		return huma.Error409Conflict(err.Error())
	case errors.Is(err, context.Canceled):
		return huma.NewError(499, "the caller went away")
	}
	for _, c := range []struct {
		class  error
		status int
		detail string
	}{
		{dyadmem.ErrUnavailable, http.StatusServiceUnavailable, dyadmem.ErrUnavailable.Error()},
		{dyadmem.ErrStoreAway, http.StatusServiceUnavailable, dyadmem.ErrStoreAway.Error()},
		{dyadmem.ErrStoreFull, http.StatusInsufficientStorage, dyadmem.ErrStoreFull.Error()},
		{dyadmem.ErrStoreDenied, http.StatusInternalServerError, dyadmem.ErrStoreDenied.Error()},
		{context.DeadlineExceeded, http.StatusGatewayTimeout, "this took longer than the service allows a request; ask again, or for less"},
	} {
		if errors.Is(err, c.class) {
			s.config.Log.ErrorContext(ctx, "request failed", "class", c.class.Error())
			return huma.ErrorWithHeaders(huma.NewError(c.status, c.detail), http.Header{"Retry-After": {again}})
		}
	}
	var format *dyadmem.FormatError
	if errors.As(err, &format) {
		s.config.Log.ErrorContext(ctx, "request failed", "class", "unreadable reply", "stage", format.Stage)
		return huma.Error502BadGateway("the model's reply could not be read; nothing was changed")
	}
	var call interface{ Brief() string } // of a model's endpoint
	if errors.As(err, &call) {
		s.config.Log.ErrorContext(ctx, "request failed", "class", "model", "cause", call.Brief())
		return huma.Error502BadGateway("the model's endpoint failed; nothing was changed")
	}
	s.config.Log.ErrorContext(ctx, "request failed", "class", "internal", "type", fmt.Sprintf("%T", err))
	return huma.Error500InternalServerError("the request failed; nothing is said of it here, since an error may quote what was said")
}

// writeProblem answers with a problem where no route of the API does.
func writeProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(huma.NewError(status, detail))
}

// routed serves by mux, and answers what it has no route for with problems. It
// redirects nobody: a path with an empty or a dot segment would come out as that of
// something else, DELETE …/entries/.. as that of the whole dyad.
func routed(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := r.URL.EscapedPath()
		served, pattern := mux.Handler(r)
		switch {
		case strings.TrimSuffix(at, "/") != strings.TrimSuffix(path.Clean(at), "/"):
			writeProblem(w, http.StatusNotFound, "the path has an empty or a dot segment; percent-encode what stands in an id")
		case pattern != "":
			mux.ServeHTTP(w, r)
		default:
			refused := &statusOnly{header: w.Header(), status: http.StatusNotFound}
			served.ServeHTTP(refused, r) // sets Allow
			writeProblem(w, refused.status, "no route of this path and method; /openapi.json has all")
		}
	})
}

// A statusOnly keeps the status and the header of a reply.
type statusOnly struct {
	header http.Header
	status int
}

func (s *statusOnly) Header() http.Header         { return s.header }
func (s *statusOnly) Write(p []byte) (int, error) { return len(p), nil }
func (s *statusOnly) WriteHeader(status int)      { s.status = status }

// forbidden is the problem of a key that is not good for what was asked.
func forbidden(text string) error { return huma.Error403Forbidden(text) }
