package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"github.com/dyadmem/dyadmem"
)

// A Chatter answers prompts. A *Client is one.
type Chatter interface {
	Chat(ctx context.Context, p Prompt) (Reply, error)
}

// A Prompt is one request to a chat model. Stage, System and User are
// required.
type Prompt struct {
	Stage     string  // whose call it is, in the ledger
	System    string  // what the model is to do
	User      string  // what it is to do it with
	Format    *Format // the JSON that the reply has to be; nil: text
	MaxTokens int     // of the completion; 0: the client's
	Expect    int     // tokens that a usual completion has, for estimates; 0: a quarter of MaxTokens

	// Read, where Format is set, takes the reply in and says what it had to
	// put right in it. An error means that the reply is not what was asked for.
	// It may be called twice.
	Read func(reply json.RawMessage) ([]Repair, error)
}

// A Format is a JSON schema that a reply has to fit.
type Format struct {
	Name   string          // letters, digits, underscores
	Schema json.RawMessage // JSON Schema of an object
	List   string          // the property that a bare list stands for; empty: none
}

// A Reply is what the model wrote.
type Reply struct {
	Text    string // as it came, reasoning and all
	Cut     bool   // it ran out of tokens before its end
	Repairs []Repair
}

// Chat asks the model. With a Format it returns when p.Read has taken the reply
// in: a reply that cannot be read is asked for once more, with more room if it
// was cut off, and then is a [dyadmem.FormatError]. Other errors are a
// [CallError], [BudgetError], [PendingError], [OfflineError], [RefusedError] or
// the context's.
func (c *Client) Chat(ctx context.Context, p Prompt) (Reply, error) {
	if p.MaxTokens == 0 {
		p.MaxTokens = c.cfg.MaxTokens
	}
	reply, err := c.ask(ctx, p, nil)
	if err != nil || p.Format == nil {
		return reply, err
	}
	first := p.read(&reply)
	if first == nil {
		c.repaired(ctx, p.Stage, reply.Repairs)
		return reply, nil
	}
	repair, turns := Round, []openai.ChatCompletionMessageParamUnion{
		openai.AssistantMessage(cut(reply.Text, 4000)),
		openai.UserMessage(fmt.Sprintf("This reply cannot be read: %v. Reply again, with the JSON alone.", first)),
	}
	if errors.Is(first, errCut) {
		repair, turns = Longer, nil
		p.MaxTokens *= 2
	}
	again, err := c.ask(ctx, p, turns)
	var call *CallError
	if errors.As(err, &call) && !call.Stop() || errors.As(err, new(*RefusedError)) {
		c.ledger.on(purposeOf(ctx, p.Stage), func(line *Line) { line.Format++ })
		return reply, formatError(p, reply, first) // the first reply was all that could be had
	}
	if err != nil {
		return reply, err
	}
	if err := p.read(&again); err != nil {
		c.ledger.on(purposeOf(ctx, p.Stage), func(line *Line) { line.Format++ })
		return again, formatError(p, again, err)
	}
	again.Repairs = append([]Repair{repair}, again.Repairs...)
	c.repaired(ctx, p.Stage, again.Repairs)
	return again, nil
}

// repaired counts and logs what a reply needed.
func (c *Client) repaired(ctx context.Context, stage string, repairs []Repair) {
	c.ledger.repaired(purposeOf(ctx, stage), repairs)
	c.log.repaired(stage, repairs)
}

func formatError(p Prompt, r Reply, err error) error {
	return &dyadmem.FormatError{Stage: p.Stage, Reply: cut(r.Text, 500), Err: err}
}

// ReadReply takes text in as a client does with a reply of the model, and
// returns what had to be mended. It is for Chatters that are no Client.
func ReadReply(p Prompt, text string) ([]Repair, error) {
	r := Reply{Text: text}
	if err := p.read(&r); err != nil {
		return nil, formatError(p, r, err)
	}
	return r.Repairs, nil
}

// read cuts the JSON out of r and hands it to p.Read.
func (p Prompt) read(r *Reply) error {
	raw, repairs, err := extract(r.Text, !r.Cut)
	if err != nil {
		return err
	}
	raw, wrapped := wrap(raw, p.Format.List)
	own, err := p.Read(raw)
	r.Repairs = slices.Concat(repairs, wrapped, own)
	return err
}

// perMessages is about how many tokens the frame of a prompt takes.
const perMessages = 16

// ask sends one chat request; more are the turns after the prompt's own.
func (c *Client) ask(ctx context.Context, p Prompt, more []openai.ChatCompletionMessageParamUnion) (Reply, error) {
	expect := p.Expect
	if expect == 0 {
		expect = p.MaxTokens / 4
	}
	read := EstimateTokens(p.System) + EstimateTokens(p.User) + perMessages
	if len(more) > 0 {
		text, err := json.Marshal(more)
		if err != nil {
			return Reply{}, fmt.Errorf("write chat request: %w", err)
		}
		read += EstimateTokens(string(text))
	}
	estimate := Tokens{Prompt: int64(read), Completion: int64(min(expect, p.MaxTokens))}
	raw, err := c.call(ctx, request{
		stage: p.Stage, path: "chat/completions", estimate: estimate, limit: int64(p.MaxTokens),
		body:  func(d dialect) ([]byte, error) { return c.chatBody(p, more, d) },
		usage: chatUsage,
	})
	if err != nil {
		return Reply{}, err
	}
	return readChat(raw)
}

// chatBody returns the request as the endpoint's dialect wants it.
func (c *Client) chatBody(p Prompt, more []openai.ChatCompletionMessageParamUnion, d dialect) ([]byte, error) {
	var messages []openai.ChatCompletionMessageParamUnion
	if d.noSystem {
		messages = append(messages, openai.UserMessage(p.System+"\n\n"+p.User))
	} else {
		messages = append(messages, openai.SystemMessage(p.System), openai.UserMessage(p.User))
	}
	params := openai.ChatCompletionNewParams{Model: c.cfg.Model, Messages: append(messages, more...)}
	if !d.noTemperature {
		params.Temperature = openai.Float(0)
	}
	if d.completionTokens {
		params.MaxCompletionTokens = openai.Int(int64(p.MaxTokens))
	} else {
		params.MaxTokens = openai.Int(int64(p.MaxTokens))
	}
	extra, err := fields(c.cfg.Extra)
	if err != nil {
		return nil, err
	}
	own := map[string]json.RawMessage{}
	if p.Format != nil {
		switch d.structured {
		case Schema:
			params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: p.Format.Name, Strict: openai.Bool(true), Schema: p.Format.Schema,
			}}
		case Guided:
			own["guided_json"] = p.Format.Schema
		case Object:
			params.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
		}
	}
	body, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("write chat request: %w", err)
	}
	return join(body, own, extra)
}

// join returns the JSON object base with the fields of others, in the order of
// their names, so that equal requests are equal bytes.
func join(base []byte, others ...map[string]json.RawMessage) ([]byte, error) {
	all, err := fields(base)
	if err != nil {
		return nil, err
	}
	for _, o := range others {
		for name, v := range o {
			all[name] = v
		}
	}
	return json.Marshal(all)
}

// readChat returns the text of a chat completion.
func readChat(raw []byte) (Reply, error) {
	var done openai.ChatCompletion
	if err := json.Unmarshal(raw, &done); err != nil || len(done.Choices) == 0 {
		return Reply{}, &CallError{Status: 200, Message: cut(string(raw), 200), Err: errNoReply}
	}
	choice := done.Choices[0]
	if choice.Message.Refusal != "" || choice.FinishReason == "content_filter" {
		return Reply{}, &RefusedError{Message: choice.Message.Refusal}
	}
	text := choice.Message.Content
	if strings.TrimSpace(text) == "" && choice.FinishReason == "length" {
		return Reply{Cut: true}, nil // all tokens went into reasoning
	}
	return Reply{Text: text, Cut: choice.FinishReason == "length"}, nil
}

// chatUsage returns the tokens that a completion reports, and whether it does.
func chatUsage(raw []byte) (Tokens, bool) {
	var done struct {
		Usage openai.CompletionUsage `json:"usage"`
	}
	if json.Unmarshal(raw, &done) != nil || done.Usage.PromptTokens == 0 {
		return Tokens{}, false
	}
	u := done.Usage
	return Tokens{Prompt: u.PromptTokens, Cached: u.PromptTokensDetails.CachedTokens, Completion: u.CompletionTokens}, true
}
