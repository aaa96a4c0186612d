package llm

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
)

// A Config says which model at which endpoint a [Client] talks to, and how.
// BaseURL and Model are required; the zero value of every other field is a
// usable default.
type Config struct {
	BaseURL    string          // the part before /chat/completions: "http://127.0.0.1:8000/v1"
	Model      string          // as the endpoint calls it
	Key        string          // bearer token; empty for servers that want none
	Extra      json.RawMessage // a JSON object whose fields join each request: {"chat_template_kwargs":{"enable_thinking":false}}
	Structured Structured      // how JSON is asked for
	Context    int             // tokens that the model can read and write at once; 0: 8192
	MaxTokens  int             // tokens of one completion, where the prompt sets none; 0: 2048

	InFlight int           // requests at a time at most; 0: 32
	Attempts int           // tries of one request that fails for a passing reason; 0: 6
	Timeout  time.Duration // deadline of one try; 0: 5 min
	Backoff  time.Duration // the first pause before a try again, doubled each time up to 64 times that; 0: 500 ms
	Patience time.Duration // how long to wait for an endpoint that is away; 0: for ever, if it was ever reached; negative: not at all
	Drain    time.Duration // how long calls in flight may go on after the context is done; 0: 20 s; negative: not at all

	Mode      Mode
	Cache     string  // file of finished calls; empty: none are kept
	BatchDir  string  // folder of request and response files, for Batch
	Price     *Price  // what tokens cost; nil: that is not known
	Budget    *Budget // what may be spent, by all clients that share it; nil: any amount
	Log       io.Writer
	Notice    func(text string) // told in a line when the endpoint goes, comes back, or wants to be asked otherwise
	Transport http.RoundTripper // nil: a pool of connections of the client's own
}

// A Mode says what a Client does with a request that its cache does not hold.
type Mode string

// The modes. The zero Mode sends.
const (
	Online  Mode = ""        // send it
	Offline Mode = "offline" // refuse it with an [OfflineError]
	Batch   Mode = "batch"   // write it to a file and return a [PendingError]
	DryRun  Mode = "dry-run" // count it and return a [PendingError]
)

// A Structured is a way to ask for JSON that fits a schema.
type Structured string

// The ways. Auto begins with Schema and goes down to Object and Plain as far
// as the endpoint makes it.
const (
	Auto   Structured = ""
	Schema Structured = "schema" // response_format json_schema, strict
	Guided Structured = "guided" // guided_json, of older vLLM
	Object Structured = "object" // response_format json_object
	Plain  Structured = "plain"  // by the words of the prompt alone
)

// A Price is what a million tokens cost, in US dollars. Cached is for prompt
// tokens that the endpoint had read before; 0 means as Prompt.
type Price struct {
	Prompt     float64 `json:"prompt" yaml:"prompt"`
	Cached     float64 `json:"cached" yaml:"cached"`
	Completion float64 `json:"completion" yaml:"completion"`
}

// of returns the cost of t, 0 where no price is known.
func (p *Price) of(t Tokens) float64 {
	if p == nil {
		return 0
	}
	cached := cmp.Or(p.Cached, p.Prompt)
	return (float64(t.Prompt-t.Cached)*p.Prompt + float64(t.Cached)*cached + float64(t.Completion)*p.Completion) / 1e6
}

// Validate returns an error that wraps [dyadmem.ErrInvalid] if c cannot be
// used, and says what to change.
func (c Config) Validate() error {
	u, err := url.Parse(c.BaseURL)
	switch {
	case c.BaseURL == "":
		err = errors.New("there is no base URL; it is the part before /chat/completions, such as http://127.0.0.1:8000/v1")
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		err = fmt.Errorf("the base URL %q is none; want http://HOST[:PORT]/v1 or https://…", redactURL(c.BaseURL))
	case c.Model == "":
		err = errors.New("there is no model name")
	case c.Budget != nil && c.Budget.USD > 0 && c.Price == nil:
		err = errors.New("a bound in US dollars needs the price of the tokens")
	case c.Mode == Batch && c.BatchDir == "":
		err = errors.New("batch mode needs a folder")
	case (c.Mode == Batch || c.Mode == Offline) && c.Cache == "":
		err = fmt.Errorf("%s mode needs a cache file", c.Mode)
	case !slices.Contains([]Structured{Auto, Schema, Guided, Object, Plain}, c.Structured):
		err = fmt.Errorf("there is no way %q to ask for JSON; want %s, %s, %s or %s", c.Structured, Schema, Guided, Object, Plain)
	default:
		_, err = fields(c.Extra)
	}
	if err != nil {
		return fmt.Errorf("model endpoint: %w: %w", dyadmem.ErrInvalid, err)
	}
	return nil
}

// withDefaults returns c with its zero fields filled in.
func (c Config) withDefaults() Config {
	c.Context = cmp.Or(c.Context, 8192)
	c.MaxTokens = cmp.Or(c.MaxTokens, 2048)
	c.InFlight = max(1, cmp.Or(c.InFlight, 32))
	c.Attempts = max(1, cmp.Or(c.Attempts, 6))
	c.Timeout = cmp.Or(c.Timeout, 5*time.Minute)
	c.Backoff = cmp.Or(c.Backoff, 500*time.Millisecond)
	c.Drain = max(0, cmp.Or(c.Drain, 20*time.Second))
	if c.Budget == nil {
		c.Budget = new(Budget)
	}
	if c.Notice == nil {
		c.Notice = func(string) {}
	}
	return c
}

// fields returns the fields of a JSON object, none for no JSON at all.
func fields(object json.RawMessage) (map[string]json.RawMessage, error) {
	if len(object) == 0 {
		return nil, nil
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(object, &m); err != nil {
		return nil, fmt.Errorf("the extra fields of the request are no JSON object: %w", err)
	}
	return m, nil
}

// redactURL returns u without a password.
func redactURL(u string) string {
	p, err := url.Parse(u)
	if err != nil {
		return "(unreadable)"
	}
	return p.Redacted()
}
