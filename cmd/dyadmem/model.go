package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage"
)

// modelFlags say which models a run asks, and how.
type modelFlags struct {
	Model       string        `group:"models" help:"The chat model, as the endpoint calls it."`
	BaseURL     string        `group:"models" placeholder:"URL" help:"Its endpoint, OpenAI-compatible: http://127.0.0.1:8000/v1."`
	APIKey      string        `group:"models" name:"api-key" env:"DYADMEM_API_KEY,OPENAI_API_KEY" placeholder:"KEY" help:"Its key; better in the environment."`
	Extra       string        `group:"models" placeholder:"JSON" help:"Fields that join each request, as vLLM takes them."`
	Structured  string        `group:"models" default:"auto" enum:"auto,schema,guided,object,plain" help:"How JSON is asked for: by schema, by guided_json (older vLLM), as any object, or by the prompt alone (auto: as far as the endpoint goes)."`
	Context     int           `group:"models" placeholder:"TOKENS" help:"What the model can read and write at once (default: 8192)."`
	ReplyTokens int           `group:"models" placeholder:"TOKENS" help:"The longest reply (default: 2048)."`
	InFlight    int           `group:"models" default:"32" help:"Requests at a time at most."`
	CallTimeout time.Duration `group:"models" default:"5m" help:"Deadline of one call."`
	Patience    time.Duration `group:"models" help:"How long to wait for an endpoint that is away (default: for ever, if it was ever reached)."`

	EmbedModel  string `group:"models" help:"The embedder, for recall=dense and recall=hybrid, the semantic judge, and the vectors that a worker keeps."`
	EmbedURL    string `group:"models" name:"embed-url" placeholder:"URL" help:"Its endpoint (default: that of the chat model)."`
	EmbedKey    string `group:"models" placeholder:"KEY" help:"Its key (default: that of the chat model, on the same host)."`
	EmbedQuery  string `group:"models" placeholder:"TEXT" help:"What the embedder wants before a query (E5: 'query: ')."`
	EmbedEntry  string `group:"models" placeholder:"TEXT" help:"What it wants before an entry (E5: 'passage: ')."`
	RerankModel string `group:"models" help:"The reranker, for recall=NAME+rerank."`
	RerankURL   string `group:"models" name:"rerank-url" placeholder:"URL" help:"Its endpoint."`
	RerankKey   string `group:"models" placeholder:"KEY" help:"Its key (default: that of the chat model, on the same host)."`
	JudgeModel  string `group:"models" help:"The model of the model judges."`
	JudgeURL    string `group:"models" name:"judge-url" placeholder:"URL" help:"Its endpoint (default: that of the chat model)."`
	JudgeKey    string `group:"models" placeholder:"KEY" help:"Its key (default: that of the chat model, on the same host)."`

	Offline     bool    `group:"models" help:"Ask nobody: replay the calls that are kept."`
	Batch       string  `group:"models" placeholder:"DIR" help:"Write requests as OpenAI Batch files to DIR and stop; go on when the replies are there."`
	DryRun      bool    `group:"models" help:"Count requests, tokens and money by stage, and ask nobody."`
	MaxUSD      float64 `group:"models" name:"max-usd" help:"Stop before all calls together cost more."`
	MaxTokens   int64   `group:"models" help:"Stop before all calls together take more tokens."`
	PriceIn     float64 `group:"models" placeholder:"USD" help:"What a million prompt tokens cost."`
	PriceCached float64 `group:"models" placeholder:"USD" help:"What a million prompt tokens cost that the endpoint had read before (default: as --price-in)."`
	PriceOut    float64 `group:"models" placeholder:"USD" help:"What a million completion tokens cost."`
	Prices      string  `group:"models" placeholder:"FILE" help:"Prices by model, YAML: 'NAME: {prompt: 0.15, cached: 0.075, completion: 0.6}', for a million tokens."`
	Calls       string  `group:"models" placeholder:"FILE" help:"Where finished calls are kept (default: calls.jsonl in the output folder)."`
	CallLog     string  `group:"models" placeholder:"FILE" help:"Append each request and reply to FILE, without keys."`
}

// modelSettings are those of the model flags that results depend on.
type modelSettings struct {
	Model       string `json:"model"`
	Extra       string `json:"extra,omitempty"`
	Structured  string `json:"structured"`
	Context     int    `json:"context,omitempty"`
	ReplyTokens int    `json:"reply_tokens,omitempty"`
	Prompts     string `json:"prompts_sha256"`
	Embed       string `json:"embed,omitempty"`
	Rerank      string `json:"rerank,omitempty"`
	Judge       string `json:"judge,omitempty"`
}

// named reports whether the flags name a model.
func (f modelFlags) named() bool {
	return f.Model != "" || f.EmbedModel != "" || f.RerankModel != "" || f.JudgeModel != ""
}

func (f modelFlags) settings() *modelSettings {
	if !f.named() {
		return nil
	}
	return &modelSettings{f.Model, f.Extra, f.Structured, f.Context, f.ReplyTokens, stage.PromptsVersion(), f.EmbedModel, f.RerankModel, f.JudgeModel}
}

// A role is what a model is asked for in a run.
type role string

// The roles, in the order in which they are shown.
const (
	chatRole   role = "chat"
	embedRole  role = "embed"
	rerankRole role = "rerank"
	judgeRole  role = "judge"
)

func roles() []role { return []role{chatRole, embedRole, rerankRole, judgeRole} }

// use returns what a client of the role is used for.
func (r role) use() llm.Use {
	switch r {
	case embedRole:
		return llm.Embedding
	case rerankRole:
		return llm.Reranking
	}
	return llm.Chatting
}

// endpoint returns the model, the URL and the key of a role, and the flags that
// name the first two.
func (f modelFlags) endpoint(r role) (model, url, key, modelFlag, urlFlag string) {
	switch r {
	case embedRole:
		model, url, key, modelFlag, urlFlag = f.EmbedModel, f.EmbedURL, f.EmbedKey, "--embed-model", "--embed-url"
	case rerankRole:
		model, url, key, modelFlag, urlFlag = f.RerankModel, f.RerankURL, f.RerankKey, "--rerank-model", "--rerank-url"
	case judgeRole:
		model, url, key, modelFlag, urlFlag = f.JudgeModel, f.JudgeURL, f.JudgeKey, "--judge-model", "--judge-url"
	default:
		return f.Model, f.BaseURL, f.APIKey, "--model", "--base-url"
	}
	url = cmp.Or(url, f.BaseURL)
	if key == "" && sameHost(url, f.BaseURL) {
		key = f.APIKey
	}
	return model, url, key, modelFlag, urlFlag
}

// sameHost reports whether two URLs lead to one host: a key is sent to no other
// than the one that it was given for.
func sameHost(a, b string) bool {
	x, err := url.Parse(a)
	if err != nil {
		return false
	}
	y, err := url.Parse(b)
	return err == nil && (b == "" || x.Hostname() == y.Hostname())
}

// models are the endpoints of a run. Each is opened when a part of the system
// or a judge first asks for it.
type models struct {
	flags  modelFlags
	dir    string // the output folder
	notice func(string)
	budget *llm.Budget   // of all together
	drain  time.Duration // how long calls go on once they are to stop, as llm.Config says
	open   map[role]*llm.Client
	log    *os.File // nil until it is asked for
}

func newModels(f modelFlags, dir string, notice func(string)) *models {
	return &models{
		flags: f, dir: dir, notice: notice, open: make(map[role]*llm.Client),
		budget: &llm.Budget{Tokens: f.MaxTokens, USD: f.MaxUSD},
	}
}

// chat returns the chat model as the stages use it.
func (m *models) chat() (stage.Model, error) {
	c, err := m.client(chatRole)
	if err != nil {
		return stage.Model{}, err
	}
	return stage.Model{Chat: c, Context: m.flags.Context, MaxTokens: m.flags.ReplyTokens}, nil
}

func (m *models) embedder() (*llm.Client, error) { return m.client(embedRole) }

func (m *models) reranker() (*llm.Client, error) { return m.client(rerankRole) }

func (m *models) judge() (*llm.Client, error) { return m.client(judgeRole) }

func (m *models) client(r role) (*llm.Client, error) {
	if c := m.open[r]; c != nil {
		return c, nil
	}
	cfg, err := m.config(r)
	if err != nil {
		return nil, err
	}
	c, err := llm.New(cfg)
	if err != nil {
		return nil, err
	}
	m.open[r] = c
	return c, nil
}

// config returns how the endpoint of a role is talked to.
func (m *models) config(r role) (cfg llm.Config, err error) {
	f := m.flags
	model, url, key, modelFlag, urlFlag := f.endpoint(r)
	if model == "" || url == "" {
		return cfg, usagef("this needs a model endpoint: give %s and %s", modelFlag, urlFlag)
	}
	if f.Offline && f.Batch != "" || f.Offline && f.DryRun || f.DryRun && f.Batch != "" {
		return cfg, usagef("--offline, --batch and --dry-run exclude one another")
	}
	if f.MaxTokens < 0 || f.MaxUSD < 0 || f.ReplyTokens < 0 || f.Context < 0 {
		return cfg, usagef("--max-tokens, --max-usd, --reply-tokens and --context take a number that is not negative")
	}
	cfg = llm.Config{
		BaseURL: url, Model: model, Key: key, Extra: json.RawMessage(f.Extra), Context: f.Context, MaxTokens: f.ReplyTokens,
		InFlight: f.InFlight, Timeout: f.CallTimeout, Patience: f.Patience, Drain: m.drain, Cache: m.calls(r), Budget: m.budget,
		Notice: func(text string) { m.notice(string(r) + " model: " + text) },
	}
	if f.Structured != "auto" {
		cfg.Structured = llm.Structured(f.Structured)
	}
	if cfg.Price, err = f.price(model); err != nil {
		return cfg, err
	}
	if f.MaxUSD > 0 && cfg.Price == nil {
		return cfg, usagef("--max-usd needs to know what tokens of %s cost: give --price-in and --price-out, or name the model in --prices", model)
	}
	if cfg.Log, err = m.callLog(); err != nil {
		return cfg, err
	}
	switch {
	case f.Offline:
		cfg.Mode = llm.Offline
	case f.Batch != "":
		cfg.Mode, cfg.BatchDir = llm.Batch, filepath.Join(f.Batch, string(r))
	case f.DryRun:
		cfg.Mode = llm.DryRun
	}
	return cfg, nil
}

// price returns what tokens of a model cost: by the table of --prices, else by
// the flags; nil where neither tells.
func (f modelFlags) price(model string) (*llm.Price, error) {
	if f.Prices != "" {
		text, err := os.ReadFile(f.Prices)
		if err != nil {
			return nil, usagef("price table: %v", err)
		}
		var table map[string]llm.Price
		dec := yaml.NewDecoder(bytes.NewReader(text))
		dec.KnownFields(true)
		if err := dec.Decode(&table); err != nil {
			return nil, usagef("price table %s: %v", f.Prices, err)
		}
		if p, ok := table[model]; ok {
			return &p, nil
		}
	}
	if f.PriceIn == 0 && f.PriceCached == 0 && f.PriceOut == 0 {
		return nil, nil
	}
	return &llm.Price{Prompt: f.PriceIn, Cached: f.PriceCached, Completion: f.PriceOut}, nil
}

// callLog opens the log of calls, nil if none is wanted. It may hold what people
// said: nobody else is to read it.
func (m *models) callLog() (io.Writer, error) {
	if m.flags.CallLog == "" {
		return nil, nil
	}
	if m.log == nil {
		f, err := os.OpenFile(m.flags.CallLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, usagef("log of calls: %v", err)
		}
		m.log = f
	}
	return m.log, nil
}

// calls returns the file of finished calls of a role.
func (m *models) calls(r role) string {
	path := m.flags.Calls
	if path == "" && m.dir != "" {
		path = filepath.Join(m.dir, "calls.jsonl")
	}
	if path == "" || r == chatRole {
		return path
	}
	ext := filepath.Ext(path)
	return path[:len(path)-len(ext)] + "-" + string(r) + ext
}

// check asks each endpoint for the smallest thing, so that a wrong key, address
// or name is one line now and not a thousand failed units later.
func (m *models) check(ctx context.Context) error {
	for _, r := range roles() {
		if c := m.open[r]; c != nil {
			if err := c.Check(ctx, r.use()); err != nil {
				return stopped(fmt.Errorf("%s: %w", r, err))
			}
		}
	}
	return nil
}

// late turns an error that says that replies are not there yet into what a
// person is told: what a dry run counted, or the files of the batch. Other
// errors it returns.
func (m *models) late(con *console, err error) error {
	var pending interface{ Pending() bool }
	if !errors.As(err, &pending) || !pending.Pending() {
		return err
	}
	if err := m.spent().write(con); err != nil {
		return err
	}
	if m.flags.DryRun {
		return nil
	}
	waves := 0
	for _, r := range roles() {
		c := m.open[r]
		if c == nil {
			continue
		}
		wave := c.Wave()
		if wave == nil {
			continue
		}
		if !errors.As(wave, new(*llm.WaveError)) {
			return wave
		}
		con.say("%v", wave)
		waves++
	}
	if waves == 0 {
		return fmt.Errorf("there is something that waits for replies, and no request is left to write: %w", err)
	}
	return nil
}

func (m *models) close() error {
	var errs []error
	for _, c := range m.open {
		errs = append(errs, c.Close())
	}
	if m.log != nil {
		errs = append(errs, m.log.Close())
	}
	return errors.Join(errs...)
}
