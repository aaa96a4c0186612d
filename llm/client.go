package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// A Client is one model at one endpoint: a [Chatter], an [Embedder] and a
// [Reranker], as far as the endpoint is. It is safe for concurrent use. Make it
// with [New].
type Client struct {
	cfg     Config
	url     string // the base URL, without a password
	api     openai.Client
	limiter *limiter
	ledger  *Ledger
	cache   *cache // nil if there is none
	wave    *wave  // nil but for Batch and DryRun
	log     *callLog
	dialect atomic.Pointer[dialect]
	gone    atomic.Int64 // since when the endpoint is away, in Unix nanoseconds; 0: it is not
	reached atomic.Bool  // it has answered, now or in an earlier start with this cache

	mu      sync.Mutex
	flights map[key]chan struct{}
	vectors map[key][]float32 // of texts embedded last
}

// New returns a Client. It reads the cache and, for Batch, the replies that
// have come in; it does not talk to the endpoint. Close it after use.
func New(cfg Config) (*Client, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	c := &Client{
		cfg: cfg.withDefaults(), url: redactURL(cfg.BaseURL), ledger: newLedger(),
		log:     &callLog{w: cfg.Log, key: cfg.Key},
		flights: make(map[key]chan struct{}), vectors: make(map[key][]float32),
	}
	d := cfg.dialect()
	c.dialect.Store(&d)
	c.limiter = newLimiter(c.cfg.InFlight)
	// A Client made in parts reads nothing from the environment, as NewClient
	// would: what holds is the Config.
	c.api = openai.Client{Options: []option.RequestOption{
		option.WithBaseURL(strings.TrimSuffix(cfg.BaseURL, "/") + "/"),
		option.WithAPIKey(cfg.Key),
		option.WithMaxRetries(0), // insist decides
		option.WithHTTPClient(&http.Client{Transport: c.transport()}),
		option.WithMiddleware(c.reject),
	}}
	if cfg.Key == "" {
		c.api.Options = append(c.api.Options, option.WithHeaderDel("Authorization"))
	}
	if cfg.Cache != "" {
		var err error
		if c.cache, err = openCache(cfg.Cache, c.known); err != nil {
			return nil, err
		}
	}
	var err error
	switch cfg.Mode {
	case Batch:
		c.wave, err = openWave(cfg.BatchDir, c)
	case DryRun:
		c.wave = countingWave()
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// known counts a record that the cache held at the start.
func (c *Client) known(rec *record) {
	c.ledger.known(rec)
	c.cfg.Budget.spend(rec.Tokens, rec.USD)
	c.reached.Store(true)
}

// Ledger returns the counts of what was called.
func (c *Client) Ledger() *Ledger { return c.ledger }

// Model returns the name of the model.
func (c *Client) Model() string { return c.cfg.Model }

// Context returns how many tokens the model can read and write at once.
func (c *Client) Context() int { return c.cfg.Context }

// Wave ends the wave of requests that a batch client has written. Where there
// are any it returns a [WaveError] that names the file.
func (c *Client) Wave() error {
	if c.cfg.Mode != Batch {
		return nil
	}
	return c.wave.end()
}

// Close closes the files of c. Replies that have been returned are on disk.
func (c *Client) Close() error {
	var err error
	if c.wave != nil {
		err = c.wave.close()
	}
	if c.cache != nil {
		err = errors.Join(err, c.cache.Close())
	}
	return err
}

func (c *Client) transport() http.RoundTripper {
	if c.cfg.Transport != nil {
		return c.cfg.Transport
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost, t.MaxIdleConns = c.cfg.InFlight, c.cfg.InFlight
	return t
}

// maxReply bounds the bytes of a reply that are read.
const maxReply = 64 << 20

var errNoReply = errors.New("this is no reply of a model; is it an OpenAI-compatible endpoint?")

// post sends one request and returns the reply, one line of JSON. The deadline
// of a try holds for the whole of it; when ctx is done the call may still go on
// for the time of Drain, so that what was paid for is kept.
func (c *Client) post(ctx context.Context, path string, body []byte) ([]byte, error) {
	call, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.cfg.Timeout)
	defer cancel()
	drain := make(chan *time.Timer, 1)
	stop := context.AfterFunc(ctx, func() { drain <- time.AfterFunc(c.cfg.Drain, cancel) })
	defer func() {
		if !stop() {
			(<-drain).Stop()
		}
	}()
	var begun atomic.Bool
	call = httptrace.WithClientTrace(call, &httptrace.ClientTrace{GotFirstResponseByte: func() { begun.Store(true) }})
	var raw []byte
	err := c.api.Post(call, path, body, &raw)
	if err == nil {
		raw, err = compactReply(raw)
	}
	var failed *CallError
	switch {
	case err == nil:
		return raw, nil
	case errors.As(err, &failed):
		return nil, failed
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	return nil, &CallError{URL: c.url + "/" + path, Err: bareURL(err), Wait: -1, begun: begun.Load()}
}

// bareURL returns err without the URL that net/http puts before it.
func bareURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// reject turns a response that is no success, or no JSON, into a CallError
// before the library reads it: servers write their errors in many forms.
func (c *Client) reject(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		return nil, err
	}
	media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if res.StatusCode < 300 && strings.HasSuffix(media, "json") {
		return res, nil
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxReply))
	if err != nil && res.StatusCode < 300 {
		return nil, err
	}
	if res.StatusCode < 300 && json.Valid(text) { // JSON under a wrong name
		res.Header.Set("Content-Type", "application/json")
		res.Body = io.NopCloser(bytes.NewReader(text))
		return res, nil
	}
	e := &CallError{URL: req.URL.Redacted(), Status: res.StatusCode, Wait: retryAfter(res.Header)}
	if res.StatusCode < 300 {
		e.Err = errNoReply
	}
	e.Message, e.Code, e.Param = serverWords(text)
	e.Message = c.log.scrub(e.Message)
	return nil, e
}

// retryAfter returns what the header asks for, negative if nothing.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms >= 0 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s >= 0 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, time.Until(at))
	}
	return -1
}

// serverWords returns what an error body says: OpenAI's form, that of vLLM
// before it, of TEI and of FastAPI, or the text itself.
func serverWords(body []byte) (message, code, param string) {
	type words struct {
		Message string          `json:"message"`
		Code    json.RawMessage `json:"code"`
		Type    string          `json:"type"`
		Param   string          `json:"param"`
	}
	var form struct {
		words
		Error  json.RawMessage `json:"error"`
		Detail json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &form) != nil {
		return cut(strings.Join(strings.Fields(string(body)), " "), 300), "", ""
	}
	w := form.words
	if len(form.Error) > 0 && json.Unmarshal(form.Error, &w) != nil {
		json.Unmarshal(form.Error, &w.Message) // a string, or nothing that can be shown
	}
	if w.Message == "" {
		w.Message = string(form.Detail)
	}
	if w.Message == "" {
		w.Message = string(body)
	}
	if json.Unmarshal(w.Code, &code) != nil || code == "" {
		code = w.Type
	}
	return cut(w.Message, 300), code, w.Param
}
