package model

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
)

// A Answerer is the Answerer of the system `model`: the model answers from
// the entries that it is handed and from nothing else, says which it used, or
// abstains.
type Answerer struct{ Model Model }

// answerFormat is what the model has to reply with.
var answerFormat = &llm.Format{Name: "answer", Schema: json.RawMessage(`{"type":"object","properties":{"answer":{"type":"string"},"abstained":{"type":"boolean"},"used":{"type":"array","items":{"type":"integer"}}},"required":["answer","abstained","used"],"additionalProperties":false}`)}

// answerView is what the prompt shows.
type answerView struct {
	Time, Query string
	Entries     []entryLine
}

// Answer returns the model's answer to q.
func (a Answerer) Answer(ctx context.Context, q dyadmem.Query, evidence []dyadmem.Entry) (dyadmem.Answer, error) {
	var answer dyadmem.Answer
	err := a.Model.fit("answer", func(room int) error {
		view := answerView{Time: Stamp(q.At), Query: shorten(q.Text, room/2)}
		share := (room - llm.EstimateTokens(view.Query)) / max(1, len(evidence))
		for i, e := range evidence {
			l := lineOf(e, "", i)
			if l.tokens > share { // never so with entries that are a memory; a whole history may be
				l.Content = shorten(l.Content, max(1, share-16))
			}
			view.Entries = append(view.Entries, l)
		}
		p, err := a.Model.prompt("answer", view, answerFormat)
		if err != nil {
			return err
		}
		p.Expect = 80
		p.Read = func(reply json.RawMessage) (repairs []llm.Repair, err error) {
			answer, repairs, err = readAnswer(reply, evidence)
			return repairs, err
		}
		return a.Model.ask(ctx, p)
	})
	return answer, err
}

// readAnswer reads a reply of answer. A reply that neither answers nor abstains
// is none.
func readAnswer(reply json.RawMessage, evidence []dyadmem.Entry) (a dyadmem.Answer, repairs []llm.Repair, err error) {
	var form struct {
		Answer    *string    `json:"answer"`
		Abstained *bool      `json:"abstained"`
		Used      references `json:"used"`
	}
	if err := json.Unmarshal(reply, &form); err != nil {
		return a, nil, err
	}
	if form.Answer == nil || form.Abstained == nil {
		return a, nil, errors.New("it has no answer or does not say whether it abstains")
	}
	a = dyadmem.Answer{Text: strings.TrimSpace(*form.Answer), Abstained: *form.Abstained}
	if a.Text == "" && !a.Abstained {
		return a, nil, errors.New("its answer is empty")
	}
	for _, ref := range form.Used {
		n := number(ref)
		if n < 1 || n > len(evidence) {
			repairs = append(repairs, invented)
			continue
		}
		a.Cites = append(a.Cites, evidence[n-1].Key)
	}
	return a, unique(repairs), nil
}
