package score

import (
	"slices"
	"strconv"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// A stage is what is measured of a stage: its figures, its counts of what
// failed by cause, and the groups of items for which the figures stand too.
type stage[T any] struct {
	metrics, causes []Metric[T]
	by              []string // in the order of the summary
	always          []group  // shown though nothing be in them
}

func captureStage() stage[Captured] {
	s := stage[Captured]{
		metrics: captureMetrics(), causes: captureErrors(),
		by: []string{"by_kind", "by_focus", "by_domain", "by_lang", bySessionIndex},
	}
	for _, k := range dyadmem.Kinds() {
		s.always = append(s.always, kindGroup(k))
	}
	return s
}

func updateStage() stage[Updated] {
	return stage[Updated]{metrics: updateMetrics(), causes: updateErrors(), by: []string{bySessionIndex}}
}

func recallStage() stage[Recalled] {
	return stage[Recalled]{metrics: recallMetrics(), by: []string{"by_bank", "by_sessions"}}
}

func goldStage() stage[Answered] {
	return stage[Answered]{metrics: qaMetrics(), by: []string{"by_type"}, always: typeGroups()}
}

func pipelineStage() stage[Answered] {
	return stage[Answered]{
		metrics: pipelineMetrics(), causes: attribution(),
		by:     []string{"by_type", "by_focus", "by_lang", "by_supports", "by_support_age", "by_sessions", "by_bank"},
		always: typeGroups(),
	}
}

func gapStage() stage[answers] { return stage[answers]{metrics: []Metric[answers]{gap}} }

// A group is a part of the items of a stage.
type group struct {
	by    string // the member of the summary that holds it
	label string
	rank  int // groups of one kind are ordered by rank, then by label
}

// bySessionIndex is the one member that is an array: its groups are 1, 2, ….
const bySessionIndex = "by_session_index"

func numbered(by string, n int) group { return group{by, strconv.Itoa(n), n} }

func kindGroup(k dyadmem.Kind) group {
	return group{"by_kind", string(k), slices.Index(dyadmem.Kinds(), k)}
}

// oddKind is the group of predictions whose kind is none of the six.
var oddKind = group{"by_kind", "unknown", len(dyadmem.Kinds())}

func typeGroup(t bench.QuestionType) group {
	return group{"by_type", string(t), slices.Index(bench.QuestionTypes(), t)}
}

func typeGroups() []group {
	var gs []group
	for _, t := range bench.QuestionTypes() {
		gs = append(gs, typeGroup(t))
	}
	return gs
}

// bankGroup puts banks into classes that double in size; 16 entries are what is
// handed over.
func bankGroup(entries int) group {
	low, high := 0, 8
	for rank := 0; ; rank++ {
		if entries <= high {
			return group{"by_bank", strconv.Itoa(low) + "-" + strconv.Itoa(high), rank}
		}
		low, high = high+1, 2*high
	}
}
