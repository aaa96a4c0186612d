package score

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// random returns a case of some random episodes.
func random(seed uint64, episodes int) *scoreCase {
	w := newWorld(seed)
	c := new(scoreCase)
	for i := range episodes {
		e := w.episode(fmt.Sprintf("e%d", i))
		c.episodes = append(c.episodes, e)
		c.lines = append(c.lines, w.predictions(e, true)...)
	}
	return c
}

// What adds up by definition does.
func TestIdentities(t *testing.T) {
	for seed := range uint64(40) {
		s := random(seed, 5).tally().Summary(Options{})
		value := func(name string) float64 {
			v, ok := s.Figure(name).Value()
			if !ok {
				return math.NaN()
			}
			return v
		}
		for _, stage := range bench.Stages() {
			if u := s.Units.Of(stage); u == nil || u.Planned != u.Done+u.Failed+u.Missing {
				t.Errorf("seed %d: %s: units %+v do not add up", seed, stage, u)
			}
		}
		if g, u := value("pipeline_qa.grounded"), value("pipeline_qa.ungrounded_correct"); math.Abs(g+u-1) > 1e-12 {
			t.Errorf("seed %d: grounded %v and ungrounded %v are not all", seed, g, u)
		}
		if h, m := value("update.delete.recall"), value("update.missed_deletes"); math.Abs(h+m-1) > 1e-12 {
			t.Errorf("seed %d: recall %v of deletes and missed %v are not all", seed, h, m)
		}
		if p, u := value("update.delete.precision"), value("update.unsafe_deletion_rate"); math.Abs(p+u-1) > 1e-12 {
			t.Errorf("seed %d: precision %v of deletes and unsafe %v are not all", seed, p, u)
		}
		var answerable, right, unjudged int
		for _, g := range s.PipelineQA.Grouping("by_type") {
			if bench.QuestionType(g.Label).Answerable() {
				answerable += int(g.Figures.Get("questions").Num)
				right += int(g.Figures.Get("correct").Num)
				unjudged += int(g.Figures.Get("unjudged").Num)
			}
		}
		if lost := sum(s.PipelineQA.Causes, "attribution."); lost != answerable-right-unjudged {
			t.Errorf("seed %d: %d questions are attributed, %d are lost", seed, lost, answerable-right-unjudged)
		}
		c := s.Capture
		count := func(name string) int { return int(c.Figures.Get(name).Num) }
		if missed := sum(c.Causes, "errors.missed."); missed != count("gold")-count("tp") {
			t.Errorf("seed %d: %d misses have a class, %d are missed", seed, missed, count("gold")-count("tp"))
		}
		if surplus := sum(c.Causes, "errors.surplus."); surplus != count("predicted")-count("tp") {
			t.Errorf("seed %d: %d surplus entries have a class, %d are surplus", seed, surplus, count("predicted")-count("tp"))
		}
		u := s.Update
		if unsafe := sum(u.Causes, "errors.unsafe."); unsafe != int(u.Figures.Get("delete.predicted").Num-u.Figures.Get("delete.tp").Num) {
			t.Errorf("seed %d: %d unsafe deletes have a class", seed, unsafe)
		}
		if missed := sum(u.Causes, "errors.missed."); missed != int(u.Figures.Get("delete.gold").Num-u.Figures.Get("delete.tp").Num) {
			t.Errorf("seed %d: %d missed deletes have a why and a kind", seed, missed)
		}
		for _, by := range []string{"by_kind", "by_focus", "by_domain", "by_lang", "by_session_index"} {
			for _, name := range []string{"gold", "predicted"} {
				n := 0
				for _, g := range c.Grouping(by) {
					n += int(g.Figures.Get(name).Num)
				}
				if n != count(name) {
					t.Errorf("seed %d: the groups %s have %d %s, all have %d", seed, by, n, name, count(name))
				}
			}
		}
	}
}

func sum(fs Figures, prefix string) int {
	n := 0
	for _, f := range fs {
		if strings.HasPrefix(f.Name, prefix) {
			n += int(f.Value.Num)
		}
	}
	return n
}

// A system that answers with gold has everything right, and one that says
// nothing has nothing: what is undefined then is null, not 0.
func TestOracleAndMute(t *testing.T) {
	w := newWorld(3)
	var episodes []*bench.Episode
	for i := range 20 {
		e := w.episode(fmt.Sprintf("e%d", i))
		for j := range e.Questions { // every question can be judged
			e.Questions[j].Rubric = &bench.Rubric{Must: [][]string{{"yes"}}, MustNot: []string{"secret"}}
		}
		for j := range e.Sessions {
			distinct(&e.Sessions[j])
		}
		episodes = append(episodes, e)
	}
	right, mute := &scoreCase{episodes: episodes}, &scoreCase{episodes: episodes}
	for _, e := range episodes {
		banks := bench.Replay(e)
		for i := range e.Sessions {
			s := &e.Sessions[i]
			right.lines = append(right.lines,
				&bench.Prediction{Stage: bench.CaptureStage, Episode: e.ID, Session: s.ID, Entries: s.Capture},
				&bench.Prediction{Stage: bench.UpdateStage, Episode: e.ID, Session: s.ID, Add: s.Add, Delete: s.Delete},
				&bench.Prediction{Stage: bench.BankStage, Episode: e.ID, Session: s.ID, Entries: entriesOf(banks[i+1])})
			mute.lines = append(mute.lines,
				&bench.Prediction{Stage: bench.CaptureStage, Episode: e.ID, Session: s.ID},
				&bench.Prediction{Stage: bench.UpdateStage, Episode: e.ID, Session: s.ID})
		}
		for i := range e.Questions {
			q := &e.Questions[i]
			var handed []bench.Entry
			for _, k := range q.Support {
				x, _ := banks[e.AskedIndex(q)+1].Entry(k)
				handed = append(handed, bench.FromMemory(x))
			}
			abstained := !q.Type.Answerable()
			right.lines = append(right.lines,
				&bench.Prediction{Stage: bench.RecallStage, Episode: e.ID, Question: q.ID, Keys: q.Support},
				&bench.Prediction{Stage: bench.GoldQA, Episode: e.ID, Question: q.ID, Answer: "yes", Abstained: &abstained},
				&bench.Prediction{Stage: bench.PipelineQA, Episode: e.ID, Question: q.ID, Answer: "yes", Abstained: &abstained, Handed: handed})
			mute.lines = append(mute.lines,
				&bench.Prediction{Stage: bench.RecallStage, Episode: e.ID, Question: q.ID},
				&bench.Prediction{Stage: bench.GoldQA, Episode: e.ID, Question: q.ID},
				&bench.Prediction{Stage: bench.PipelineQA, Episode: e.ID, Question: q.ID})
		}
	}
	ones := []string{
		"capture.precision", "capture.recall", "capture.f1", "capture.coverage", "capture.typed_f1",
		"update.add.f1", "update.delete.f1", "update.op_f1", "recall.at_n", "recall.at_all", "recall.precision", "recall.hit_at_1", "recall.ndcg_at_10", "recall.mrr",
		"gold_qa.accuracy", "pipeline_qa.accuracy", "pipeline_qa.accuracy_valid", "pipeline_qa.accuracy_answerable", "pipeline_qa.grounded", "pipeline_qa.uram_only",
	}
	zeros := []string{"update.unsafe_deletion_rate", "update.missed_deletes", "update.state_error", "pipeline_qa.ungrounded_correct", "pipeline_qa.over_abstention", "pipeline_qa.false_answers", "pipeline_qa.leaks", "gap_pp"}
	check := func(name string, s *Summary, figures []string, want float64) {
		for _, f := range figures {
			if v, ok := s.Figure(f).Value(); !ok || math.Abs(v-want) > 1e-12 {
				t.Errorf("%s: %s = %v (%v), want %v", name, f, v, ok, want)
			}
		}
	}
	s := right.tally().Summary(Options{})
	check("oracle", s, ones, 1)
	check("oracle", s, zeros, 0)
	s = mute.tally().Summary(Options{})
	check("mute", s, []string{
		"capture.recall", "capture.coverage", "update.add.recall", "update.delete.recall",
		"recall.at_n", "recall.at_all", "recall.precision", "recall.mrr", "gold_qa.accuracy", "pipeline_qa.accuracy", "gap_pp",
	}, 0)
	check("mute", s, []string{"update.missed_deletes"}, 1)
	for _, f := range []string{"capture.precision", "capture.f1", "update.op_f1", "update.unsafe_deletion_rate", "pipeline_qa.grounded", "pipeline_qa.over_abstention", "pipeline_qa.false_answers"} {
		if v, ok := s.Figure(f).Value(); ok {
			t.Errorf("mute: %s = %v, want none", f, v)
		}
	}
}

// distinct makes every entry of s read differently: gold that says one thing
// twice cannot all be matched.
func distinct(s *bench.Session) {
	for i := range s.Capture {
		s.Capture[i].Content += fmt.Sprint(" capture ", i)
	}
	for i := range s.Add {
		if s.Add[i].Whole {
			s.Add[i].Content += fmt.Sprint(" add ", i)
		}
	}
}

func entriesOf(b dyadmem.Bank) []bench.Entry {
	var out []bench.Entry
	for _, x := range b.Entries {
		out = append(out, bench.FromMemory(x))
	}
	return out
}

// The same counts give the same bytes, and the members that cli.md names are
// all there.
func TestSummaryJSON(t *testing.T) {
	o := Options{System: "rules", Judges: Judges{"exact", "1", "rubric", "1"}, Seed: 7, Stray: 2}
	first, err := json.Marshal(random(5, 8).tally().Summary(o))
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(random(5, 8).tally().Summary(o))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, again) {
		t.Error("another summary of the same counts")
	}
	var got map[string]any
	decode(t, "summary", first, &got)
	for _, c := range []struct{ at, members string }{
		{"", "schema system judges data units repeated unknown capture update recall gold_qa pipeline_qa gap_pp controls intervals leaky"},
		{"judges", "equivalence equivalence_version answers answers_version"},
		{"data", "sha256 episodes sessions turns questions"},
		{"units.capture", "planned done failed missing"},
		{"capture", "tp predicted gold precision recall f1 coverage copied typed_precision typed_recall typed_f1 by_kind by_focus by_domain by_lang by_session_index errors"},
		{"capture.errors", "missed surplus"},
		{"update", "add delete op_f1 unsafe_deletion_rate missed_deletes state_error by_session_index errors"},
		{"update.add", "tp predicted gold precision recall f1"},
		{"update.delete", "tp predicted gold precision recall f1 by_why"},
		{"update.delete.by_why.forget", "gold tp recall"},
		{"update.errors", "missed unsafe"},
		{"recall", "questions at_n at_n_plus_4 at_all precision hit_at_1 ndcg_at_10 mrr mean_bank"},
		{"gold_qa", "questions correct abstained unjudged undecided accuracy accuracy_valid accuracy_answerable by_type"},
		{"pipeline_qa", "questions correct abstained unjudged undecided accuracy accuracy_valid accuracy_answerable grounded ungrounded_correct over_abstention false_answers leaks leaked_handed uram_only user_only by_type by_focus by_lang by_supports by_support_age by_sessions attribution mean_handed mean_handed_runes mean_answer_runes"},
		{"pipeline_qa.attribution", "capture update recall answer failed"},
	} {
		at := got
		for _, step := range strings.FieldsFunc(c.at, func(r rune) bool { return r == '.' }) {
			at = at[step].(map[string]any)
		}
		for _, m := range strings.Fields(c.members) {
			if _, ok := at[m]; !ok {
				t.Errorf("%s has no member %q", c.at, m)
			}
		}
	}
	in, ok := got["intervals"].(map[string]any)["capture.f1"].([]any)
	f := got["capture"].(map[string]any)["f1"].(float64)
	if !ok || !(in[0].(float64) < f && f < in[1].(float64)) {
		t.Errorf("interval of capture.f1 = %v about %v", in, f)
	}
	if got["unknown"].(float64) < 2 {
		t.Errorf("unknown = %v without the stray lines", got["unknown"])
	}
}

func TestEveryMetricExplainsItself(t *testing.T) {
	names := FigureNames()
	for i, name := range names {
		if Explain(name) == "" || strings.ContainsAny(Explain(name), "\n") {
			t.Errorf("%s: explanation %q", name, Explain(name))
		}
		if slices.Contains(names[:i], name) {
			t.Errorf("%s stands twice", name)
		}
	}
	for _, name := range Headline() {
		if !slices.Contains(names, name) {
			t.Errorf("headline figure %s does not exist", name)
		}
	}
}

// A stage without a line is null, its units are not there, and no figure of it
// has an interval.
func TestStageThatWasNotRun(t *testing.T) {
	c := random(8, 4)
	c.lines = slices.DeleteFunc(c.lines, func(p *bench.Prediction) bool { return p.Stage == bench.GoldQA })
	s := c.tally().Summary(Options{})
	if s.GoldQA != nil || s.Units.GoldQA != nil {
		t.Error("gold_qa has a block")
	}
	if _, ok := s.Figure("gap_pp").Value(); ok {
		t.Error("there is a gap without gold_qa")
	}
	for _, i := range s.Intervals {
		if strings.HasPrefix(i.Name, "gold_qa.") || i.Name == "gap_pp" {
			t.Errorf("%s has an interval", i.Name)
		}
	}
}

func TestCompare(t *testing.T) {
	c := random(9, 60)
	a := c.tally()
	worse := &scoreCase{episodes: c.episodes}
	for _, p := range c.lines { // says no to every question
		q := *p
		if p.Stage == bench.PipelineQA {
			q.Answer = "no"
			q.Abstained = nil
		}
		worse.lines = append(worse.lines, &q)
	}
	b := worse.tally()
	got, err := Compare(a, b, Headline(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if got.Episodes != 60 || len(got.Rows) != len(Headline()) {
		t.Fatalf("%d episodes, %d rows, want 60 and %d", got.Episodes, len(got.Rows), len(Headline()))
	}
	for _, r := range got.Rows {
		switch {
		case r.Figure == "pipeline_qa.accuracy":
			if !r.Distinguishable || *r.Difference >= 0 || r.Interval[1] >= 0 || *r.P > *r.Holm || math.Abs(*r.B-*r.A-*r.Difference) > 1e-12 {
				t.Errorf("the worse run is not told apart: %+v", r)
			}
		case strings.HasPrefix(r.Figure, "capture."):
			if r.Distinguishable || *r.Difference != 0 || *r.P != 1 || *r.Interval != [2]float64{0, 0} {
				t.Errorf("the same predictions are told apart: %+v", r)
			}
		}
	}
	again, err := Compare(a, b, Headline(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("the same comparison again:\n%s", diff)
	}
	if _, err := Compare(a, random(9, 59).tally(), Headline(), 1); err == nil {
		t.Error("runs over different episodes are compared")
	}
}

// Verdicts on other predictions are refused, their own are not.
func TestCheck(t *testing.T) {
	w := newWorld(12)
	e := w.episode("e")
	u := bench.NewUnits(true)
	for _, p := range w.predictions(e, true) {
		u.Add(e, p)
	}
	v := exact(e, u)
	if err := Check(e, u, v); err != nil {
		t.Errorf("its own verdicts: %v", err)
	}
	maps := map[string]map[string][]bench.Link{"capture": v.Capture, "update": v.Update, "state": v.State, "handed": v.Handed, "bank": v.Bank, "captured": v.Captured}
	for name, links := range maps {
		unit := e.Sessions[0].ID
		if name != "capture" && name != "update" && name != "state" {
			unit = e.Questions[0].ID
		}
		kept := links[unit]
		for _, l := range []bench.Link{{Pred: 1000}, {Gold: 1000}, {Pred: -1}} {
			links[unit] = []bench.Link{l}
			if err := Check(e, u, v); err == nil || !strings.Contains(err.Error(), unit) {
				t.Errorf("%s with the link %+v: %v, want an error that names %s", name, l, err, unit)
			}
		}
		links[unit] = kept
	}
}
