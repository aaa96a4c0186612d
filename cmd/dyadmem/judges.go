package main

import (
	"github.com/dyadmem/dyadmem/bench/judge"
)

// judgeFlags choose the judges of a run.
type judgeFlags struct {
	Equivalence string `default:"anchored" help:"Judge of whether two entries are the same memory: exact, lexical, anchored, semantic or model."`
	Answers     string `default:"rubric" help:"Judge of answers: rubric or model."`
}

func (f judgeFlags) judges(m *models) (j judge.Judges, err error) {
	j.Vocabulary = new(judge.Vocabulary)
	if j.Equivalence, err = equivalence(f.Equivalence, m); err != nil {
		return j, err
	}
	if j.Answers, err = answers(f.Answers, m); err != nil {
		return j, err
	}
	return j, nil
}

func equivalence(name string, m *models) (judge.Equivalence, error) {
	switch name {
	case "exact":
		return judge.Exact{}, nil
	case "lexical":
		return judge.Lexical{}, nil
	case "anchored":
		return judge.Anchored{}, nil
	case "semantic":
		e, err := m.embedder()
		if err != nil {
			return nil, err
		}
		return judge.Semantic{Embedder: e, Label: e.Model()}, nil
	case "model":
		c, err := m.judge()
		if err != nil {
			return nil, err
		}
		return judge.ModelEquivalence{Chat: c, Label: c.Model()}, nil
	}
	return nil, usagef("no equivalence judge is called %q (want exact, lexical, anchored, semantic or model)", name)
}

func answers(name string, m *models) (judge.Answerer, error) {
	switch name {
	case "rubric":
		return judge.Rubric{}, nil
	case "model":
		c, err := m.judge()
		if err != nil {
			return nil, err
		}
		return judge.ModelAnswers{Chat: c, Label: c.Model()}, nil
	}
	return nil, usagef("no answer judge is called %q (want rubric or model)", name)
}
