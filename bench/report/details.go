package report

import (
	"strings"

	"github.com/dyadmem/dyadmem/bench/score"
)

// details returns the tables of groups and errors.
func details(s *score.Summary) []Table {
	var ts []Table
	add := func(t Table) {
		t.Detail = true
		if !t.empty() {
			ts = append(ts, t)
		}
	}
	if b := s.Capture; b != nil {
		columns := []column{
			{"gold", "gold", true}, {"predicted", "predicted", true}, {"matched", "tp", true},
			{"precision", "precision", false}, {"recall", "recall", false}, {"F1", "f1", false}, {"coverage", "coverage", false},
		}
		kinds := grouped("Capture by kind", "kind", b.Grouping("by_kind"), columns)
		kinds.Columns = append(kinds.Columns, Column{"F1 reported", true})
		for _, section := range kinds.Sections {
			for i, row := range section.Rows {
				section.Rows[i] = append(row, reportedByKind(row[0]))
			}
		}
		add(kinds)
		for _, by := range []struct{ by, title string }{{"by_focus", "focus"}, {"by_domain", "domain"}, {"by_lang", "language"}, {"by_session_index", "session"}} {
			add(grouped("Capture by "+by.title, by.title, b.Grouping(by.by), columns))
		}
		add(causes("Capture: what was missed, and what was surplus", b.Causes))
	}
	if b := s.Update; b != nil {
		add(grouped("Update by session", "session", b.Grouping("by_session_index"), []column{
			{"Add F1", "add.f1", false}, {"Delete F1", "delete.f1", false}, {"op-F1", "op_f1", false},
			{"unsafe", "unsafe_deletion_rate", false}, {"missed deletes", "missed_deletes", false}, {"state error", "state_error", false},
		}))
		add(causes("Update: deletes missed, by why and kind, and what misled the unsafe ones", b.Causes))
	}
	if b := s.Recall; b != nil {
		columns := []column{
			{"questions", "questions", true}, {"R@n", "at_n", false}, {"R@n+4", "at_n_plus_4", false}, {"R@All", "at_all", false},
			{"precision", "precision", false}, {"Hit@1", "hit_at_1", false}, {"nDCG@10", "ndcg_at_10", false}, {"MRR", "mrr", false},
		}
		add(grouped("Recall by the size of the bank", "entries", b.Grouping("by_bank"), columns))
		add(grouped("Recall by the number of sessions", "sessions", b.Grouping("by_sessions"), columns))
	}
	qa := []column{{"questions", "questions", true}, {"right", "correct", true}, {"abstained", "abstained", true}, {"accuracy", "accuracy", false}}
	if b := s.GoldQA; b != nil {
		add(grouped("Gold-Memory QA by type", "type", b.Grouping("by_type"), qa))
	}
	if b := s.PipelineQA; b != nil {
		qa = append(qa, column{"grounded", "grounded", false}, column{"over-abstention", "over_abstention", false}, column{"false answers", "false_answers", false})
		for _, by := range []struct{ by, title, label string }{
			{"by_type", "type", "type"}, {"by_focus", "focus", "focus"}, {"by_lang", "language", "language"},
			{"by_supports", "number of supports", "supports"}, {"by_support_age", "age of the newest support, in sessions", "age"},
			{"by_sessions", "number of sessions", "sessions"}, {"by_bank", "size of the gold bank", "entries"},
		} {
			add(grouped("Full-Pipeline QA by "+by.title, by.label, b.Grouping(by.by), qa))
		}
	}
	return ts
}

// A column is a figure of groups.
type column struct {
	title, figure string
	count         bool
}

// grouped returns a table with a row for each group in which there is anything.
func grouped(title, label string, groups []score.Group, columns []column) Table {
	t := Table{Title: title, Columns: []Column{{label, true}}, Sections: []Section{{}}}
	for _, c := range columns {
		t.Columns = append(t.Columns, Column{c.title, false})
	}
	for _, g := range groups {
		cells, any := []string{g.Label}, false
		for _, c := range columns {
			v := g.Figures.Get(c.figure)
			_, defined := v.Value()
			if c.count {
				cells = append(cells, integer(v))
				any = any || v.Num > 0
			} else {
				cells = append(cells, percent(v))
				any = any || defined
			}
		}
		if any {
			t.Sections[0].row(cells...)
		}
	}
	return t
}

// causes returns a table of the counts that are not 0.
func causes(title string, cs score.Figures) Table {
	t := Table{Title: title, Columns: []Column{{"", true}, {"count", false}}}
	for _, c := range cs {
		if c.Value.Num == 0 {
			continue
		}
		of, class, _ := strings.Cut(strings.TrimPrefix(c.Name, "errors."), ".")
		if n := len(t.Sections); n == 0 || t.Sections[n-1].Title != of {
			t.Sections = append(t.Sections, Section{Title: of})
		}
		t.Sections[len(t.Sections)-1].row(strings.ReplaceAll(class, ".", ", "), integer(c.Value))
	}
	return t
}
