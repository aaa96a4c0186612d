package report

import (
	"fmt"
	"strings"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/score"
	"github.com/dyadmem/dyadmem/bench/stats"
)

// Of returns the report on a run. mended is the summary of the same
// predictions over the data with its errata, nil where there are none.
func Of(s, mended *score.Summary) *Report {
	r := &Report{Title: s.System, Warnings: warnings(s)}
	r.Facts = []Fact{
		{"data", fmt.Sprintf("%s, %s, %s, %s", counted(s.Data.Episodes, "episode"), counted(s.Data.Sessions, "session"), counted(s.Data.Turns, "turn"), counted(s.Data.Questions, "question"))},
		{"judges", strings.TrimSpace(s.Judges.Equivalence+" "+s.Judges.EquivalenceVersion) + " (same memory), " + strings.TrimSpace(s.Judges.Answers+" "+s.Judges.AnswersVersion) + " (right answer)"},
	}
	r.Tables = append(r.Tables, figures(s, mended), lost(s))
	if len(s.Controls) > 0 {
		r.Tables = append(r.Tables, controls(s))
	}
	if s.Cost != nil {
		r.Tables = append(r.Tables, cost(s.Cost))
	}
	r.Tables = append(r.Tables, details(s)...)
	r.Notes = []string{
		"in %; the interval is a 95 % percentile bootstrap over episodes; of: the units or entries that the figure is over; – is undefined",
		reportedNote,
	}
	return r
}

// A line is a row of the table of figures.
type line struct {
	figure, label string
	kind          lineKind
}

type lineKind int

const (
	share  lineKind = iota // a ratio with its denominator
	mixed                  // a ratio whose denominator says nothing, an F1 say
	number                 // no ratio
)

type stageLines struct {
	stage bench.Stage
	title string
	unit  string
	lines []line
}

// layout is the table of figures.
func layout() []stageLines {
	return []stageLines{
		{bench.CaptureStage, "Capture", "session", []line{
			{"capture.precision", "Precision", share},
			{"capture.recall", "Recall", share},
			{"capture.f1", "F1", mixed},
			{"capture.coverage", "Coverage", share},
			{"capture.typed_f1", "F1, kinds agree", mixed},
			{"capture.copied", "Copied word for word", share},
		}},
		{bench.UpdateStage, "Update, given gold", "session", []line{
			{"update.add.f1", "Add F1", mixed},
			{"update.delete.f1", "Delete F1", mixed},
			{"update.op_f1", "Op-F1", mixed},
			{"update.unsafe_deletion_rate", "Unsafe deletions", share},
			{"update.missed_deletes", "Missed deletes", share},
			{"update.state_error", "State error", share},
		}},
		{bench.RecallStage, "Recall, given gold", "question", []line{
			{"recall.at_n", "Recall@n", share},
			{"recall.at_n_plus_4", "Recall@n+4", share},
			{"recall.at_all", "Recall@All", share},
			{"recall.precision", "Precision", share},
			{"recall.hit_at_1", "Hit@1", share},
			{"recall.ndcg_at_10", "nDCG@10", share},
			{"recall.mrr", "MRR", share},
		}},
		{bench.GoldQA, "Gold-Memory QA", "question", []line{
			{"gold_qa.accuracy", "Accuracy", share},
			{"gold_qa.accuracy_valid", "  of valid answers", share},
			{"gold_qa.accuracy_answerable", "  of answerable questions", share},
		}},
		{bench.PipelineQA, "Full-Pipeline QA", "question", []line{
			{"pipeline_qa.accuracy", "Accuracy", share},
			{"pipeline_qa.accuracy_valid", "  of valid answers", share},
			{"pipeline_qa.accuracy_answerable", "  of answerable questions", share},
			{"pipeline_qa.uram_only", "  URAM-only support", share},
			{"pipeline_qa.user_only", "  user-only support", share},
			{"pipeline_qa.grounded", "Grounded, of the right", share},
			{"pipeline_qa.ungrounded_correct", "Ungrounded, of the right", share},
			{"pipeline_qa.over_abstention", "Over-abstention", share},
			{"pipeline_qa.false_answers", "False answers", share},
			{"pipeline_qa.leaks", "Leaks of the forgotten", share},
			{"pipeline_qa.leaked_handed", "  in entries handed over", share},
			{"pipeline_qa.mean_handed", "Entries handed over", number},
			{"pipeline_qa.mean_handed_runes", "Runes of such an entry", number},
			{"pipeline_qa.mean_answer_runes", "Runes of an answer", number},
		}},
	}
}

// figures returns the table of figures.
func figures(s, mended *score.Summary) Table {
	t := Table{Columns: []Column{{"", true}, {s.System, false}, {"95 % interval", false}, {"of", false}}}
	if mended != nil {
		t.Columns = append(t.Columns, Column{"with errata", false})
	}
	t.Columns = append(t.Columns, Column{"reported", true})
	for _, st := range layout() {
		section := Section{Title: st.title, Note: units(s.Units.Of(st.stage), st.unit)}
		if s.Units.Of(st.stage) != nil {
			for _, l := range st.lines {
				section.Rows = append(section.Rows, l.cells(s, mended))
			}
		}
		t.Sections = append(t.Sections, section)
	}
	gap := line{"gap_pp", "Gap, in points", number}
	t.Sections = append(t.Sections, Section{Title: "Gold-Memory less Full-Pipeline QA", Rows: [][]string{gap.cells(s, mended)}})
	return t
}

func (l line) cells(s, mended *score.Summary) []string {
	value, scale := percent, 100.0
	if l.kind == number {
		value, scale = plain, 1
	}
	v := s.Figure(l.figure)
	of := ""
	if l.kind == share {
		of = thousands(int(v.Den))
	}
	cells := []string{l.label, value(v), spread(s.Intervals.Get(l.figure), scale), of}
	if mended != nil {
		cells = append(cells, value(mended.Figure(l.figure)))
	}
	return append(cells, reported(l.figure))
}

// units returns "24 sessions", and what became of them if not all are done.
func units(u *bench.UnitCount, one string) string {
	if u == nil {
		return "not run"
	}
	note := counted(u.Planned, one)
	if u.Done == u.Planned {
		return note
	}
	return fmt.Sprintf("%s: %s done, %s failed, %s missing", note, thousands(u.Done), thousands(u.Failed), thousands(u.Missing))
}

// lost returns the table of failed questions by the stage that lost them.
func lost(s *score.Summary) Table {
	t := Table{Title: "Answerable questions that are not right, by the first stage that lost them"}
	if s.PipelineQA == nil {
		return t
	}
	total := 0.0
	for _, c := range s.PipelineQA.Causes {
		total += c.Value.Num
	}
	counts, shares := []string{"questions"}, []string{"%"}
	t.Columns = []Column{{"", true}}
	for _, c := range s.PipelineQA.Causes {
		t.Columns = append(t.Columns, Column{strings.TrimPrefix(c.Name, "attribution."), false})
		counts = append(counts, integer(c.Value))
		shares = append(shares, percent(stats.Ratio{Num: c.Value.Num, Den: total}))
	}
	t.Columns = append(t.Columns, Column{"all", false})
	counts = append(counts, thousands(int(total)))
	shares = append(shares, percent(stats.Ratio{Num: total, Den: total}))
	t.Sections = []Section{{Rows: [][]string{counts, shares}}}
	return t
}

// controls returns the system with the controls under it.
func controls(s *score.Summary) Table {
	columns := []struct{ title, figure string }{
		{"Capture F1", "capture.f1"},
		{"op-F1", "update.op_f1"},
		{"unsafe", "update.unsafe_deletion_rate"},
		{"state error", "update.state_error"},
		{"R@n", "recall.at_n"},
		{"R@All", "recall.at_all"},
		{"Gold QA", "gold_qa.accuracy"},
		{"Pipeline QA", "pipeline_qa.accuracy"},
		{"grounded", "pipeline_qa.grounded"},
	}
	t := Table{Title: "Beside the controls", Columns: []Column{{"", true}}}
	rows := Section{}
	own := []string{s.System}
	for _, c := range columns {
		t.Columns = append(t.Columns, Column{c.title, false})
		own = append(own, percent(s.Figure(c.figure)))
	}
	rows.row(own...)
	for _, control := range s.Controls {
		cells := []string{control.Name}
		for _, c := range columns {
			cells = append(cells, percent(control.Figures.Get(c.figure)))
		}
		rows.row(cells...)
	}
	t.Sections = []Section{rows}
	return t
}
