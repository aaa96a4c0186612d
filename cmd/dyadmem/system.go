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

// The parts that a system can be put together from, by stage and name.
var (
	capturers = map[string]dyadmem.Capturer{"rules": stage.Rules().Capturer, "dump": stage.Dump{}, "none": stage.None{}}
	updaters  = map[string]dyadmem.Updater{"rules": stage.Rules().Updater, "add_all": stage.AddAll{}, "expire": stage.Expire{}, "none": stage.None{}}
	recallers = map[string]dyadmem.Recaller{"rules": stage.Rules().Recaller, "bm25": stage.BM25{}, "recent": stage.Recent{}, "none": stage.None{}}
	answerers = map[string]dyadmem.Answerer{"rules": stage.Rules().Answerer, "concat": stage.Concat{}, "abstain": stage.Abstain{}}
)

// newSystem returns the system that spec names: rules, a control, parts by
// stage (capture=rules,update=expire,recall=bm25,answer=concat), or exec:COMMAND.
func newSystem(ctx context.Context, spec string, timeout time.Duration, stderr io.Writer) (bench.System, error) {
	if command, ok := strings.CutPrefix(spec, "exec:"); ok {
		return bench.NewExecSystem(ctx, strings.Trim(command, `"`), timeout, stderr)
	}
	if spec == "rules" {
		return bench.EngineSystem{Engine: stage.Rules()}, nil
	}
	for _, c := range controls() {
		if c.name == spec {
			return restricted{c.system(bench.EngineSystem{Engine: stage.Rules()}), c.stages}, nil
		}
	}
	if strings.Contains(spec, "=") {
		e, err := assemble(spec)
		return bench.EngineSystem{Engine: e}, err
	}
	return nil, usagef("no system is called %q (want rules, a control (%s), parts like capture=rules,update=expire,recall=bm25,answer=concat, or exec:COMMAND)", spec, strings.Join(controlNames(), ", "))
}

// assemble puts an engine together from parts by stage. A stage that is not
// named is not run.
func assemble(spec string) (e dyadmem.Engine, err error) {
	for part := range strings.SplitSeq(spec, ",") {
		name, kind, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return e, usagef("system: %q is not STAGE=NAME", part)
		}
		switch name {
		case "capture":
			e.Capturer, err = pick(capturers, name, kind)
		case "update":
			e.Updater, err = pick(updaters, name, kind)
		case "recall":
			e.Recaller, err = pick(recallers, name, kind)
		case "answer":
			e.Answerer, err = pick(answerers, name, kind)
		default:
			err = usagef("system: no stage is called %q (want capture, update, recall or answer)", name)
		}
		if err != nil {
			return e, err
		}
	}
	return e, nil
}

func pick[T any](parts map[string]T, stage, name string) (T, error) {
	p, ok := parts[name]
	if !ok {
		return p, usagef("system: stage %s has no %q (want one of %s)", stage, name, strings.Join(slices.Sorted(maps.Keys(parts)), ", "))
	}
	return p, nil
}

// A control is what a system is compared with, by the same code.
type control struct {
	name   string
	about  string
	stages []bench.Stage
	system func(tested bench.System) bench.System
}

func controls() []control {
	of := func(e dyadmem.Engine) func(bench.System) bench.System {
		return func(bench.System) bench.System { return bench.EngineSystem{Engine: e} }
	}
	none := stage.None{}
	return []control{
		{"none", "no memory", []bench.Stage{bench.PipelineQA}, func(tested bench.System) bench.System { return bench.WithoutMemory(tested) }},
		{"recent", "the last 16 entries", []bench.Stage{bench.RecallStage}, of(dyadmem.Engine{Recaller: stage.Recent{}})},
		{"bm25", "BM25 with the query text", []bench.Stage{bench.RecallStage}, of(dyadmem.Engine{Recaller: stage.BM25{}})},
		{"dump", "each user turn one entry", []bench.Stage{bench.CaptureStage}, of(dyadmem.Engine{Capturer: stage.Dump{}})},
		{"add_all", "adds what is new, deletes nothing", []bench.Stage{bench.UpdateStage}, of(dyadmem.Engine{Updater: stage.AddAll{}})},
		{"expire", "that, and deletes what has passed its until", []bench.Stage{bench.UpdateStage}, of(dyadmem.Engine{Updater: stage.Expire{}})},
		{"concat", "the support joined", []bench.Stage{bench.GoldQA}, of(dyadmem.Engine{Answerer: stage.Concat{}})},
		{"abstain", "never answers", []bench.Stage{bench.GoldQA, bench.PipelineQA}, of(dyadmem.Engine{Capturer: none, Updater: none, Recaller: none, Answerer: stage.Abstain{}})},
	}
}

// A restricted system does some of its stages.
type restricted struct {
	bench.System
	only []bench.Stage
}

func (s restricted) Stages() []bench.Stage { return s.only }

func controlNames() (names []string) {
	for _, c := range controls() {
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
