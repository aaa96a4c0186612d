package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/stage"
)

// A workshop builds systems: by rules, by the models of a run, by programs.
type workshop struct {
	models  *models
	timeout time.Duration // of a request to a program
	stderr  io.Writer
}

// system returns the system that spec names: rules, model, hybrid, a control,
// parts by stage (capture=rules,update=expire,recall=bm25,answer=concat), or
// exec:COMMAND.
func (w *workshop) system(ctx context.Context, spec string) (bench.System, error) {
	if command, ok := strings.CutPrefix(spec, "exec:"); ok {
		return bench.NewExecSystem(ctx, strings.Trim(command, `"`), w.timeout, w.stderr)
	}
	for _, c := range controls(w.models.flags.Model != "") {
		if c.name == spec {
			sys, err := c.system(w, bench.EngineSystem{Engine: stage.Rules()})
			return restricted{sys, c.stages}, err
		}
	}
	e, err := w.engine(spec)
	return bench.EngineSystem{Engine: e}, err
}

// engine returns the engine that spec names.
func (w *workshop) engine(spec string) (dyadmem.Engine, error) {
	switch {
	case spec == "rules":
		return stage.Rules(), nil
	case spec == "model" || spec == "hybrid":
		m, err := w.models.chat()
		if err != nil {
			return dyadmem.Engine{}, err
		}
		if spec == "hybrid" {
			return stage.Hybrid(m), nil
		}
		return m.Engine(), nil
	case strings.Contains(spec, "="):
		return w.assemble(spec)
	case spec == "full":
		return dyadmem.Engine{}, usagef("the control full is for systems with a model: give --model")
	}
	return dyadmem.Engine{}, usagef("no system is called %q (want rules, model, hybrid, a control (%s), parts like capture=rules,update=expire,recall=bm25,answer=concat, or exec:COMMAND)", spec, strings.Join(controlNames(), ", "))
}

// assemble puts an engine together from parts by stage. A stage that is not
// named is not run.
func (w *workshop) assemble(spec string) (e dyadmem.Engine, err error) {
	for part := range strings.SplitSeq(spec, ",") {
		name, kind, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return e, usagef("system: %q is not STAGE=NAME", part)
		}
		switch name {
		case "capture":
			e.Capturer, err = pick(w, name, kind, map[string]dyadmem.Capturer{"dump": stage.Dump{}, "none": stage.None{}}, func(e dyadmem.Engine) dyadmem.Capturer { return e.Capturer })
		case "update":
			e.Updater, err = pick(w, name, kind, map[string]dyadmem.Updater{"add_all": stage.AddAll{}, "expire": stage.Expire{}, "none": stage.None{}}, func(e dyadmem.Engine) dyadmem.Updater { return e.Updater })
		case "recall":
			e.Recaller, err = w.recaller(kind)
		case "answer":
			e.Answerer, err = pick(w, name, kind, map[string]dyadmem.Answerer{"concat": stage.Concat{}, "abstain": stage.Abstain{}}, func(e dyadmem.Engine) dyadmem.Answerer { return e.Answerer })
		default:
			err = usagef("system: no stage is called %q (want capture, update, recall or answer)", name)
		}
		if err != nil {
			return e, err
		}
	}
	return e, nil
}

// pick returns a part: one of its own, or that of rules, model or hybrid.
func pick[T any](w *workshop, stageName, name string, own map[string]T, of func(dyadmem.Engine) T) (part T, err error) {
	if p, ok := own[name]; ok {
		return p, nil
	}
	if name == "rules" || name == "model" || name == "hybrid" {
		e, err := w.engine(name)
		if err != nil {
			return part, err
		}
		return of(e), nil
	}
	return part, usagef("system: stage %s has no %q (want rules, model, hybrid or one of %s)", stageName, name, strings.Join(slices.Sorted(maps.Keys(own)), ", "))
}

// recaller returns the retriever of a name: rules, bm25, recent, dense, hybrid
// (both rankings joined), model or none, each but the last two with or without
// +rerank.
func (w *workshop) recaller(name string) (dyadmem.Recaller, error) {
	if base, ok := strings.CutSuffix(name, "+rerank"); ok {
		r, err := w.recaller(base)
		if err != nil {
			return nil, err
		}
		by, err := w.models.reranker()
		if err != nil {
			return nil, err
		}
		return stage.Reranked(r, by, 0), nil
	}
	switch name {
	case "rules":
		return stage.Rules().Recaller, nil
	case "bm25":
		return stage.BM25{}, nil
	case "recent":
		return stage.Recent{}, nil
	case "none":
		return stage.None{}, nil
	case "model":
		m, err := w.models.chat()
		return stage.ModelRecaller{Model: m}, err
	case "dense", "hybrid":
		e, err := w.models.embedder()
		if err != nil {
			return nil, err
		}
		dense := stage.DenseRecaller{Embedder: e, Query: w.models.flags.EmbedQuery, Passage: w.models.flags.EmbedEntry}
		if name == "dense" {
			return dense, nil
		}
		return stage.FusedRecaller{Recallers: []dyadmem.Recaller{stage.BM25{}, dense}}, nil
	}
	return nil, usagef("system: stage recall has no %q (want rules, bm25, recent, dense, hybrid, model or none; +rerank behind it reranks)", name)
}

// A control is what a system is compared with, by the same code.
type control struct {
	name   string
	about  string
	stages []bench.Stage
	system func(w *workshop, tested bench.System) (bench.System, error)

	entries int // of its memory, where it asks a model: for dry runs
}

// controls returns the controls; full needs a model.
func controls(model bool) []control {
	of := func(e dyadmem.Engine) func(*workshop, bench.System) (bench.System, error) {
		return func(*workshop, bench.System) (bench.System, error) { return bench.EngineSystem{Engine: e}, nil }
	}
	none := stage.None{}
	list := []control{
		{"none", "no memory", []bench.Stage{bench.PipelineQA}, func(_ *workshop, tested bench.System) (bench.System, error) {
			return bench.WithoutMemory(tested), nil
		}, 0},
		{"recent", "the last 16 entries", []bench.Stage{bench.RecallStage}, of(dyadmem.Engine{Recaller: stage.Recent{}}), 0},
		{"bm25", "BM25 with the query text", []bench.Stage{bench.RecallStage}, of(dyadmem.Engine{Recaller: stage.BM25{}}), 0},
		{"dump", "each user turn one entry", []bench.Stage{bench.CaptureStage}, of(dyadmem.Engine{Capturer: stage.Dump{}}), 0},
		{"add_all", "adds what is new, deletes nothing", []bench.Stage{bench.UpdateStage}, of(dyadmem.Engine{Updater: stage.AddAll{}}), 0},
		{"expire", "that, and deletes what has passed its until", []bench.Stage{bench.UpdateStage}, of(dyadmem.Engine{Updater: stage.Expire{}}), 0},
		{"concat", "the support joined", []bench.Stage{bench.GoldQA}, of(dyadmem.Engine{Answerer: stage.Concat{}}), 0},
		{"abstain", "never answers", []bench.Stage{bench.GoldQA, bench.PipelineQA}, of(dyadmem.Engine{Capturer: none, Updater: none, Recaller: none, Answerer: stage.Abstain{}}), 0},
	}
	if model {
		list = append(list, control{"full", "the whole history in the prompt", []bench.Stage{bench.PipelineQA}, func(w *workshop, _ bench.System) (bench.System, error) {
			m, err := w.models.chat()
			return bench.EngineSystem{Engine: stage.Full(m)}, err
		}, 1})
	}
	return list
}

// A restricted system does some of its stages.
type restricted struct {
	bench.System
	only []bench.Stage
}

func (s restricted) Stages() []bench.Stage { return s.only }

func controlNames() (names []string) {
	for _, c := range controls(true) {
		names = append(names, c.name)
	}
	return names
}

// parseStages reads a list of stages; empty is all.
func parseStages(list []string) ([]bench.Stage, error) {
	if len(list) == 0 {
		return bench.Stages(), nil
	}
	var stages []bench.Stage
	for _, s := range list {
		st := bench.Stage(s)
		if !slices.Contains(bench.Stages(), st) {
			return nil, usagef("no stage is called %q (want some of %v)", s, fmt.Sprint(bench.Stages()))
		}
		stages = append(stages, st)
	}
	return stages, nil
}
