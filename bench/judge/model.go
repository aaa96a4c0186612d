package judge

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/template"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var (
	equivalencePrompt = template.Must(template.ParseFS(promptFiles, "prompts/equivalence.tmpl"))
	answerPrompt      = template.Must(template.ParseFS(promptFiles, "prompts/answer.tmpl"))
)

// A Model is a language model as a judge: a role of its own, apart from the
// model that answers. It judges entries ([Equivalence]) as ModelEquivalence and
// answers ([Answerer]) as ModelAnswers. Both fields are required.
type Model struct {
	Chat  llm.Chatter
	Label string // which model it is, for the version
}

// version returns the hash of a prompt with the name of the model.
func (m Model) version(file string) string {
	text, err := promptFiles.ReadFile("prompts/" + file)
	if err != nil {
		panic(err) // the file is in the binary
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6]) + " " + m.Label
}

// ask asks the model. undecided says that its reply was of no use: unreadable,
// refused, or the call failed. An error means that nothing can be judged now.
func (m Model) ask(ctx context.Context, t *template.Template, view any, p llm.Prompt) (undecided bool, err error) {
	for part, to := range map[string]*string{"system": &p.System, "user": &p.User} {
		var b strings.Builder
		if err := t.ExecuteTemplate(&b, part, view); err != nil {
			return false, fmt.Errorf("fill in the prompt of the judge: %w", err)
		}
		*to = strings.TrimSpace(b.String())
	}
	_, err = m.Chat.Chat(ctx, p)
	var late interface{ Pending() bool }
	var end interface{ Stop() bool }
	switch {
	case err == nil:
		return false, nil
	case ctx.Err() != nil, errors.As(err, &late) && late.Pending(), errors.As(err, &end) && end.Stop(), errors.Is(err, dyadmem.ErrUnavailable):
		return false, err
	case !failedAlone(err):
		return false, err
	}
	return true, nil
}

// failedAlone reports whether err is a failure of this one question.
func failedAlone(err error) bool {
	var format *dyadmem.FormatError
	var classed interface{ Class() string }
	return errors.As(err, &format) || errors.As(err, &classed)
}

// ModelEquivalence is an Equivalence: a model that is shown both lists and
// names the pairs that are related. Pairs that it could not decide are
// undecided.
type ModelEquivalence Model

// Name returns "model".
func (ModelEquivalence) Name() string { return "model" }

// Version returns the hash of the prompt and the name of the model.
func (j ModelEquivalence) Version() string { return Model(j).version("equivalence.tmpl") }

// pairsAtOnce is how many predicted entries one question shows.
const pairsAtOnce = 20

// Links asks about the predicted entries in portions. Equal contents are not
// asked about. Of long lists only entries are shown that share a word, a
// synonym or a value with a gold one.
func (j ModelEquivalence) Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error) {
	long := len(predicted) > 2*pairsAtOnce
	byPred := make(map[int][]bench.Link)
	var ask, against []int
	for g := range gold {
		if gold[g].Content != "" {
			against = append(against, g)
		}
	}
	for i := range predicted {
		a := &predicted[i]
		if a.Content == "" {
			continue
		}
		near := !long
		for _, g := range against {
			b := &gold[g]
			if c.normalized(a.Content) == c.normalized(b.Content) {
				byPred[i] = append(byPred[i], equal(i, g, a, b))
			}
			near = near || shared(c.read(b.Content).keys, c.read(a.Content).keys) > 0
		}
		if near && byPred[i] == nil {
			ask = append(ask, i)
		}
	}
	var wait error
	for len(ask) > 0 && len(against) > 0 {
		n := min(len(ask), pairsAtOnce)
		links, err := j.portion(ctx, c, predicted, gold, ask[:n], against)
		var late interface{ Pending() bool }
		switch {
		case errors.As(err, &late) && late.Pending():
			wait = err // the other portions can be asked for meanwhile
		case err != nil:
			return nil, err
		}
		for _, l := range links {
			byPred[l.Pred] = append(byPred[l.Pred], l)
		}
		ask = ask[n:]
	}
	if wait != nil {
		return nil, wait
	}
	var out []bench.Link
	for i := range predicted {
		out = append(out, byPred[i]...)
	}
	return out, nil
}

var equivalenceFormat = &llm.Format{Name: "pairs", List: "pairs", Schema: json.RawMessage(`{"type":"object","properties":{"pairs":{"type":"array","items":{"type":"object","properties":` +
	`{"p":{"type":"integer"},"g":{"type":"integer"},"verdict":{"type":"string","enum":["same","entails","conflict"]}},"required":["p","g","verdict"],"additionalProperties":false}}},"required":["pairs"],"additionalProperties":false}`)}

// A judgedEntry is an entry as the prompt shows it.
type judgedEntry struct {
	N       int
	Kind    dyadmem.Kind
	Content string
	Until   string
}

func shownEntries(entries []bench.Entry, which []int) []judgedEntry {
	var out []judgedEntry
	for n, i := range which {
		e := judgedEntry{N: n + 1, Kind: entries[i].Kind, Content: entries[i].Content}
		if u := entries[i].Until; u != nil {
			e.Until = u.Format(time.DateOnly)
		}
		out = append(out, e)
	}
	return out
}

// portion asks about some predicted entries against some gold ones, by their
// indexes.
func (j ModelEquivalence) portion(ctx context.Context, c *Case, predicted, gold []bench.Entry, ps, gs []int) ([]bench.Link, error) {
	view := struct{ Predicted, Gold []judgedEntry }{shownEntries(predicted, ps), shownEntries(gold, gs)}
	said := make(map[[2]int]string)
	p := llm.Prompt{Stage: "judge", Format: equivalenceFormat, Expect: 20 * len(ps)}
	p.Read = func(reply json.RawMessage) ([]llm.Repair, error) {
		var form struct {
			Pairs *[]struct {
				P, G    int
				Verdict string
			}
		}
		if err := json.Unmarshal(reply, &form); err != nil {
			return nil, err
		}
		if form.Pairs == nil {
			return nil, errors.New("it has no pairs")
		}
		clear(said)
		for _, v := range *form.Pairs {
			if v.P < 1 || v.P > len(ps) || v.G < 1 || v.G > len(gs) {
				return nil, fmt.Errorf("there is no pair p%d, g%d", v.P, v.G)
			}
			if v.Verdict != "same" && v.Verdict != "entails" && v.Verdict != "conflict" {
				return nil, fmt.Errorf("%q is no verdict", v.Verdict)
			}
			said[[2]int{ps[v.P-1], gs[v.G-1]}] = v.Verdict
		}
		return nil, nil
	}
	undecided, err := Model(j).ask(ctx, equivalencePrompt, view, p)
	if err != nil {
		return nil, err
	}
	var out []bench.Link
	for _, i := range ps {
		for _, g := range gs {
			l := bench.Link{Pred: i, Gold: g}
			switch verdict := said[[2]int{i, g}]; {
			case undecided: // both verdicts stay at their zero
			case verdict == "same":
				l.Same, l.Entails = bench.Yes, bench.Yes
			case verdict == "entails":
				l.Same, l.Entails = bench.No, bench.Yes
			case verdict == "conflict":
				l.Same, l.Entails, l.Conflict = bench.No, bench.No, true
			default:
				continue
			}
			l.Similarity = round(c.compare(c.read(predicted[i].Content), c.read(gold[g].Content)).similarity())
			out = append(out, l)
		}
	}
	return out, nil
}

// ModelAnswers is an Answerer: a model that compares the answer with the gold
// one. Replies that are unsure, unreadable, refused or failed are undecided.
type ModelAnswers Model

// Name returns "model".
func (ModelAnswers) Name() string { return "model" }

// Version returns the hash of the prompt and the name of the model.
func (j ModelAnswers) Version() string { return Model(j).version("answer.tmpl") }

var answerFormat = &llm.Format{Name: "verdict", Schema: json.RawMessage(`{"type":"object","properties":{"verdict":{"type":"string","enum":["correct","wrong","unsure"]}},"required":["verdict"],"additionalProperties":false}`)}

// Answer judges an answer by q's gold answer. It sees as much of it as a rubric
// does ([bench.Cut]).
func (j ModelAnswers) Answer(ctx context.Context, q *bench.Question, answer string) (bench.Verdict, error) {
	view := struct{ Question, Reference, Answer string }{q.Text, q.Answer, bench.Cut(answer, q.Answer)}
	verdict := bench.Undecided
	p := llm.Prompt{Stage: "judge", Format: answerFormat, Expect: 10, MaxTokens: 512}
	p.Read = func(reply json.RawMessage) ([]llm.Repair, error) {
		var form struct{ Verdict string }
		if err := json.Unmarshal(reply, &form); err != nil {
			return nil, err
		}
		switch form.Verdict {
		case "correct":
			verdict = bench.Yes
		case "wrong":
			verdict = bench.No
		case "unsure":
			verdict = bench.Undecided
		default:
			return nil, fmt.Errorf("%q is no verdict", form.Verdict)
		}
		return nil, nil
	}
	undecided, err := Model(j).ask(ctx, answerPrompt, view, p)
	if undecided || err != nil {
		return bench.Undecided, err
	}
	return verdict, nil
}
