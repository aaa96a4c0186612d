package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage"
)

// modelFlags say which models a run asks, and how.
type modelFlags struct {
	Model       string        `group:"models" help:"The chat model, as the endpoint calls it."`
	BaseURL     string        `group:"models" placeholder:"URL" help:"Its endpoint, OpenAI-compatible: http://127.0.0.1:8000/v1."`
	APIKey      string        `group:"models" name:"api-key" env:"DYADMEM_API_KEY,OPENAI_API_KEY" placeholder:"KEY" help:"Its key; better in the environment."`
	Extra       string        `group:"models" placeholder:"JSON" help:"Fields that join each request, as vLLM takes them."`
	Context     int           `group:"models" placeholder:"TOKENS" help:"What the model can read and write at once (default: 8192)."`
	InFlight    int           `group:"models" default:"32" help:"Requests at a time at most."`
	CallTimeout time.Duration `group:"models" default:"5m" help:"Deadline of one call."`
	Patience    time.Duration `group:"models" help:"How long to wait for an endpoint that is away (default: for ever)."`

	EmbedModel  string `group:"models" help:"The embedder, for recall=dense and recall=hybrid and the semantic judge."`
	EmbedURL    string `group:"models" name:"embed-url" placeholder:"URL" help:"Its endpoint (default: that of the chat model)."`
	EmbedQuery  string `group:"models" placeholder:"TEXT" help:"What the embedder wants before a query (E5: 'query: ')."`
	EmbedEntry  string `group:"models" placeholder:"TEXT" help:"What it wants before an entry (E5: 'passage: ')."`
	RerankModel string `group:"models" help:"The reranker, for recall=NAME+rerank."`
	RerankURL   string `group:"models" name:"rerank-url" placeholder:"URL" help:"Its endpoint."`
	JudgeModel  string `group:"models" help:"The model of the model judges."`
	JudgeURL    string `group:"models" name:"judge-url" placeholder:"URL" help:"Its endpoint (default: that of the chat model)."`

	Offline   bool    `group:"models" help:"Ask nobody: replay the calls that are kept."`
	Batch     string  `group:"models" placeholder:"DIR" help:"Write requests as OpenAI Batch files to DIR and stop; go on when the replies are there."`
	DryRun    bool    `group:"models" help:"Count requests, tokens and money by stage, and ask nobody."`
	MaxUSD    float64 `group:"models" name:"max-usd" help:"Stop before the calls cost more."`
	MaxTokens int64   `group:"models" help:"Stop before the calls take more tokens."`
	PriceIn   float64 `group:"models" placeholder:"USD" help:"What a million prompt tokens cost."`
	PriceOut  float64 `group:"models" placeholder:"USD" help:"What a million completion tokens cost."`
	Calls     string  `group:"models" placeholder:"FILE" help:"Where finished calls are kept (default: calls.jsonl in the output folder)."`
}

// modelSettings are those of the model flags that results depend on.
type modelSettings struct {
	Model   string `json:"model"`
	Extra   string `json:"extra,omitempty"`
	Context int    `json:"context,omitempty"`
	Prompts string `json:"prompts_sha256"`
	Embed   string `json:"embed,omitempty"`
	Rerank  string `json:"rerank,omitempty"`
	Judge   string `json:"judge,omitempty"`
}

func (f modelFlags) settings() *modelSettings {
	if f.Model == "" && f.EmbedModel == "" && f.RerankModel == "" && f.JudgeModel == "" {
		return nil
	}
	return &modelSettings{f.Model, f.Extra, f.Context, stage.PromptsVersion(), f.EmbedModel, f.RerankModel, f.JudgeModel}
}

// models are the endpoints of a run. Each is opened when a part of the system
// or a judge first asks for it.
type models struct {
	flags  modelFlags
	dir    string // the output folder
	notice func(string)
	open   map[string]*llm.Client // by role
}

func newModels(f modelFlags, dir string, notice func(string)) *models {
	return &models{flags: f, dir: dir, notice: notice, open: make(map[string]*llm.Client)}
}

// chat returns the chat model as the stages use it.
func (m *models) chat() (stage.Model, error) {
	c, err := m.client("chat", m.flags.Model, m.flags.BaseURL, "--model", "--base-url")
	if err != nil {
		return stage.Model{}, err
	}
	return stage.Model{Chat: c, Context: m.flags.Context}, nil
}

func (m *models) embedder() (*llm.Client, error) {
	return m.client("embed", m.flags.EmbedModel, cmp.Or(m.flags.EmbedURL, m.flags.BaseURL), "--embed-model", "--embed-url")
}

func (m *models) reranker() (*llm.Client, error) {
	return m.client("rerank", m.flags.RerankModel, cmp.Or(m.flags.RerankURL, m.flags.BaseURL), "--rerank-model", "--rerank-url")
}

func (m *models) judge() (*llm.Client, error) {
	return m.client("judge", m.flags.JudgeModel, cmp.Or(m.flags.JudgeURL, m.flags.BaseURL), "--judge-model", "--judge-url")
}

func (m *models) client(role, model, url, modelFlag, urlFlag string) (*llm.Client, error) {
	if c := m.open[role]; c != nil {
		return c, nil
	}
	if model == "" || url == "" {
		return nil, usagef("this needs a model endpoint: give %s and %s", modelFlag, urlFlag)
	}
	f := m.flags
	if f.Offline && f.Batch != "" || f.Offline && f.DryRun || f.DryRun && f.Batch != "" {
		return nil, usagef("--offline, --batch and --dry-run exclude one another")
	}
	cfg := llm.Config{
		BaseURL: url, Model: model, Key: f.APIKey, Extra: json.RawMessage(f.Extra), Context: f.Context,
		InFlight: f.InFlight, Timeout: f.CallTimeout, Patience: f.Patience,
		Cache: m.calls(role), Price: llm.Price{Prompt: f.PriceIn, Completion: f.PriceOut}, MaxUSD: f.MaxUSD, MaxTotal: f.MaxTokens,
		Notice: func(text string) { m.notice(role + " model: " + text) },
	}
	switch {
	case f.Offline:
		cfg.Mode = llm.Offline
	case f.Batch != "":
		cfg.Mode, cfg.BatchDir = llm.Batch, filepath.Join(f.Batch, role)
	case f.DryRun:
		cfg.Mode = llm.DryRun
	}
	c, err := llm.New(cfg)
	if err != nil {
		return nil, err
	}
	m.open[role] = c
	return c, nil
}

// calls returns the file of finished calls of a role.
func (m *models) calls(role string) string {
	path := cmp.Or(m.flags.Calls, filepath.Join(m.dir, "calls.jsonl"))
	if role == "chat" {
		return path
	}
	ext := filepath.Ext(path)
	return path[:len(path)-len(ext)] + "-" + role + ext
}

// check asks each chat endpoint for a word, so that a wrong key or name is one
// line now and not a thousand failed units later.
func (m *models) check(ctx context.Context) error {
	for _, role := range []string{"chat", "judge"} {
		if c := m.open[role]; c != nil {
			if err := c.Check(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// wave ends the waves of batch clients; what it returns names their files.
func (m *models) wave() error {
	var errs []error
	for _, c := range m.open {
		errs = append(errs, c.Wave())
	}
	return errors.Join(errs...)
}

func (m *models) close() error {
	var errs []error
	for _, c := range m.open {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// spent is what a run asked of its models, by role.
type spent map[string][]llm.Line

func (m *models) spent() spent {
	if len(m.open) == 0 {
		return nil
	}
	s := make(spent)
	for role, c := range m.open {
		s[role] = c.Ledger().Lines()
	}
	return s
}

// write prints requests, tokens and money by stage.
func (s spent) write(con *console) error {
	if len(s) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(con.Err, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "model\tstage\tcalls\tkept\twaiting\tprompt tokens\tcompletion tokens\tUSD\t")
	for _, role := range []string{"chat", "embed", "rerank", "judge"} {
		for _, l := range s[role] {
			fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%.4f\t\n", role, l.Stage, l.Calls, l.Kept, l.Waiting, l.Tokens.Prompt, l.Tokens.Completion, l.USD)
		}
	}
	return t.Flush()
}
