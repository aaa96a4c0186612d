package score

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// An oracle computes the same figures a second time, for the judge exact: slow,
// line by line after the text of the specification, and with nothing of this
// package. Ratios are kept as numerator and denominator by name.
type oracle struct {
	n map[string]float64
	d map[string]float64
	f map[string][3]float64 // F1: matched, predicted, gold

	flagged bool
	falseN  map[string]float64
	falseD  map[string]float64
}

func newOracle() *oracle {
	return &oracle{n: map[string]float64{}, d: map[string]float64{}, f: map[string][3]float64{}, falseN: map[string]float64{}, falseD: map[string]float64{}}
}

func (o *oracle) ratio(name string, num, den float64) { o.n[name] += num; o.d[name] += den }

func (o *oracle) count(name string, n int) { o.n[name] += float64(n); o.d[name] = 1 }

func (o *oracle) prf(name string, tp, predicted, gold int) {
	o.count(name+"tp", tp)
	o.count(name+"predicted", predicted)
	o.count(name+"gold", gold)
	o.halves(name, tp, predicted, gold)
}

func (o *oracle) halves(name string, tp, predicted, gold int) {
	o.ratio(name+"precision", float64(tp), float64(predicted))
	o.ratio(name+"recall", float64(tp), float64(gold))
	f := o.f[name+"f1"]
	o.f[name+"f1"] = [3]float64{f[0] + float64(tp), f[1] + float64(predicted), f[2] + float64(gold)}
}

func f1of(f [3]float64) float64 {
	p, r := f[0]/f[1], f[0]/f[2] // NaN or Inf without a denominator
	if f[1] == 0 || f[2] == 0 {
		return math.NaN()
	}
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// values returns the figures; an undefined one is NaN.
func (o *oracle) values() map[string]float64 {
	out := map[string]float64{}
	for name, d := range o.d {
		if out[name] = o.n[name] / d; d == 0 {
			out[name] = math.NaN()
		}
	}
	for name, f := range o.f {
		out[name] = f1of(f)
	}
	for name := range o.f { // op-F1 wherever there are both
		if prefix, ok := strings.CutSuffix(name, "add.f1"); ok {
			out[prefix+"op_f1"] = (out[prefix+"add.f1"] + out[prefix+"delete.f1"]) / 2
		}
	}
	for name, d := range o.falseD {
		if out[name] = o.falseN[name] / d; d == 0 || !o.flagged {
			out[name] = math.NaN()
		}
	}
	out["gap_pp"] = 100 * (out["gold_qa.accuracy"] - out["pipeline_qa.accuracy"])
	return out
}

// live returns the last line for a unit, nil if there is none or it failed.
func live(lines []*bench.Prediction, stage bench.Stage, e *bench.Episode, session, question string) (p *bench.Prediction, failed bool) {
	for _, l := range lines {
		at := l.Session
		if l.Stage == bench.BankStage && at == "" {
			at = e.Sessions[len(e.Sessions)-1].ID
		}
		if l.Stage == stage && l.Episode == e.ID && (session != "" && at == session || question != "" && l.Question == question) {
			p = l
		}
	}
	if p != nil && p.Error != "" {
		return nil, true
	}
	return p, false
}

func folded(s string) string { return dyadmem.Normalize(s) }

// slowState is the bank by the definition, on maps.
func slowState(e *bench.Episode, upto int) []dyadmem.Entry {
	var bank []dyadmem.Entry
	for i := range e.Sessions[:upto] {
		s := &e.Sessions[i]
		gone := map[dyadmem.EntryKey]bool{}
		for _, d := range s.Delete {
			gone[d.Key] = true
		}
		var next []dyadmem.Entry
		put := func(x dyadmem.Entry) {
			next = slices.DeleteFunc(next, func(y dyadmem.Entry) bool { return y.Key == x.Key })
			next = append(next, x)
		}
		held := map[dyadmem.EntryKey]dyadmem.Entry{}
		for _, x := range bank {
			held[x.Key] = x
			if !gone[x.Key] {
				put(x)
			}
		}
		for _, c := range s.Capture {
			held[c.Key] = dyadmem.Entry{Key: c.Key, Kind: c.Kind, Content: c.Content}
			if !gone[c.Key] {
				put(held[c.Key])
			}
		}
		for _, a := range s.Add {
			if a.Whole {
				put(dyadmem.Entry{Key: a.Key, Kind: a.Kind, Content: a.Content})
			} else if x, ok := held[a.Key]; ok {
				put(x)
			}
		}
		bank = next
	}
	return bank
}

func keysOf(bank []dyadmem.Entry) map[dyadmem.EntryKey]dyadmem.Entry {
	m := map[dyadmem.EntryKey]dyadmem.Entry{}
	for _, x := range bank {
		m[x.Key] = x
	}
	return m
}

func (o *oracle) capture(e *bench.Episode, i int, lines []*bench.Prediction) {
	s := &e.Sessions[i]
	p, _ := live(lines, bench.CaptureStage, e, s.ID, "")
	var predicted []bench.Entry
	if p != nil {
		predicted = slices.Clone(p.Entries)
	}
	// One pair for each folded content on both sides; of gold entries that read
	// alike the first key has it, of predicted ones the first by bytes stands for all.
	slices.SortFunc(predicted, func(a, b bench.Entry) int {
		return strings.Compare(a.Content+"\x00"+string(a.Kind), b.Content+"\x00"+string(b.Kind))
	})
	type pair struct{ p, g bench.Entry }
	var pairs []pair
	seen := map[string]bool{}
	for _, x := range predicted {
		if seen[folded(x.Content)] {
			continue
		}
		seen[folded(x.Content)] = true
		best := -1
		for j, g := range s.Capture {
			if folded(g.Content) == folded(x.Content) && (best < 0 || g.Key < s.Capture[best].Key) {
				best = j
			}
		}
		if best >= 0 {
			pairs = append(pairs, pair{x, s.Capture[best]})
		}
	}
	covered := 0
	for _, g := range s.Capture {
		covered += one(seen[folded(g.Content)])
	}
	copied := 0
	for _, x := range predicted {
		for _, t := range s.Turns {
			a, b := folded(x.Content), folded(t.Text)
			if a != "" && strings.Contains(b, a) && 2*utf8.RuneCountInString(a) >= utf8.RuneCountInString(b) {
				copied++
				break
			}
		}
	}
	typed := 0
	kinds := map[dyadmem.Kind][3]int{}
	for _, k := range dyadmem.Kinds() {
		kinds[k] = [3]int{}
	}
	for _, x := range predicted {
		if x.Kind.Valid() {
			k := kinds[x.Kind]
			k[1]++
			kinds[x.Kind] = k
		}
	}
	for _, g := range s.Capture {
		k := kinds[g.Kind]
		k[2]++
		kinds[g.Kind] = k
	}
	for _, m := range pairs {
		if m.p.Kind == m.g.Kind {
			typed++
			k := kinds[m.p.Kind]
			k[0]++
			kinds[m.p.Kind] = k
		}
	}
	for _, name := range []string{"capture.", "capture.by_focus." + string(e.Focus) + ".", "capture.by_domain." + e.Domain + ".", "capture.by_lang." + e.Lang + ".", fmt.Sprintf("capture.by_session_index.%d.", i)} {
		o.prf(name, len(pairs), len(predicted), len(s.Capture))
		o.halves(name+"typed_", typed, len(predicted), len(s.Capture))
		o.ratio(name+"coverage", float64(covered), float64(len(s.Capture)))
		o.ratio(name+"copied", float64(copied), float64(len(predicted)))
	}
	for k, n := range kinds {
		o.prf("capture.by_kind."+string(k)+".", n[0], n[1], n[2])
	}
}

func (o *oracle) update(e *bench.Episode, i int, lines []*bench.Prediction) {
	s := &e.Sessions[i]
	p, _ := live(lines, bench.UpdateStage, e, s.ID, "")
	if p == nil {
		p = new(bench.Prediction)
	}
	before, after := keysOf(slowState(e, i)), keysOf(slowState(e, i+1))
	held := map[dyadmem.EntryKey]string{} // content
	for k, x := range before {
		held[k] = x.Content
	}
	for _, c := range s.Capture {
		held[c.Key] = c.Content
	}
	goldAdd := map[dyadmem.EntryKey]string{}
	for _, a := range s.Add {
		goldAdd[a.Key] = a.Content
		if !a.Whole {
			goldAdd[a.Key] = held[a.Key]
		}
	}
	// By key.
	content := func(a bench.Addition) string {
		if a.Content != "" {
			return folded(a.Content)
		}
		if g, ok := goldAdd[a.Key]; ok { // a key alone says what gold says
			return folded(g)
		}
		return folded(held[a.Key])
	}
	open := map[dyadmem.EntryKey]bool{}
	for k := range goldAdd {
		open[k] = true
	}
	said := map[string]bool{}
	tp := 0
	for _, a := range p.Add {
		if _, ok := goldAdd[a.Key]; ok && a.Key != "" {
			said[content(a)] = true
			if open[a.Key] {
				open[a.Key] = false
				tp++
			}
		}
	}
	// By the judge, what does not repeat.
	for _, a := range p.Add {
		c := content(a)
		if _, byKey := goldAdd[a.Key]; byKey && a.Key != "" || c == "" || said[c] {
			continue
		}
		said[c] = true
		best := dyadmem.EntryKey("")
		for k := range goldAdd {
			if open[k] && folded(goldAdd[k]) == c && (best == "" || k < best) {
				best = k
			}
		}
		if best != "" {
			open[best] = false
			tp++
		}
	}
	// Deletes, without those that gold's add holds again.
	pred, gold := map[dyadmem.EntryKey]bool{}, map[dyadmem.EntryKey]dyadmem.Why{}
	all := map[dyadmem.EntryKey]bool{}
	for _, d := range p.Delete {
		all[d.Key] = true
		if _, again := goldAdd[d.Key]; !again {
			pred[d.Key] = true
		}
	}
	hits := 0
	for _, d := range s.Delete {
		if _, again := goldAdd[d.Key]; !again {
			gold[d.Key] = d.Why
		}
	}
	for k := range gold {
		hits += one(pred[k])
	}
	// The bank that the predicted operations make, as a list: what is left of
	// the bank and the session, then the adds; of one key or content the last.
	type member struct{ key, content string }
	var bank []member
	for k, c := range held {
		if !all[k] {
			bank = append(bank, member{string(k), folded(c)})
		}
	}
	named := map[dyadmem.EntryKey]bool{}
	for _, a := range p.Add {
		m := member{string(a.Key), content(a)}
		if m.content == "" {
			continue
		}
		named[a.Key] = true
		bank = slices.DeleteFunc(bank, func(x member) bool {
			return x.key == m.key && (m.key != "" || x.content == m.content)
		})
		bank = append(bank, m)
	}
	// By key; then what no key tells goes for a gold entry that the bank lacks,
	// or else for a gold add that it holds unasked, if the content is the same.
	apart := 0
	lacks := map[dyadmem.EntryKey]bool{}
	for k := range after {
		lacks[k] = true
	}
	var own []member
	for _, m := range bank {
		k := dyadmem.EntryKey(m.key)
		_, inHeld := held[k]
		_, inGold := goldAdd[k]
		switch {
		case k == "" || !inHeld && !inGold:
			own = append(own, m)
		case lacks[k]:
			lacks[k] = false
		default:
			apart++
		}
	}
	used := map[dyadmem.EntryKey]bool{}
	stands := func(m member, for_ func(dyadmem.EntryKey) bool) bool {
		for k, x := range after {
			if !used[k] && for_(k) && folded(x.Content) == m.content {
				used[k] = true
				return true
			}
		}
		return false
	}
	for _, m := range own {
		if stands(m, func(k dyadmem.EntryKey) bool { return lacks[k] }) {
			continue
		}
		if !stands(m, func(k dyadmem.EntryKey) bool { _, add := goldAdd[k]; return add && !lacks[k] && !named[k] }) {
			apart++
		}
	}
	for k, lack := range lacks {
		apart += one(lack && !used[k])
	}
	for _, name := range []string{"update.", fmt.Sprintf("update.by_session_index.%d.", i)} {
		o.prf(name+"add.", tp, len(p.Add), len(goldAdd))
		o.prf(name+"delete.", hits, len(pred), len(gold))
		o.ratio(name+"unsafe_deletion_rate", float64(len(pred)-hits), float64(len(pred)))
		o.ratio(name+"missed_deletes", float64(len(gold)-hits), float64(len(gold)))
		for _, why := range dyadmem.Whys() {
			n, h := 0, 0
			for k, w := range gold {
				if w == why {
					n++
					h += one(pred[k])
				}
			}
			o.count(name+"delete.by_why."+string(why)+".gold", n)
			o.count(name+"delete.by_why."+string(why)+".tp", h)
			o.ratio(name+"delete.by_why."+string(why)+".recall", float64(h), float64(n))
		}
		if len(after) > 0 {
			o.ratio(name+"state_error", float64(apart)/float64(len(after)), 1)
		} else {
			o.ratio(name+"state_error", 0, 0)
		}
		o.count(name+"state_left_out", one(len(after) == 0))
	}
}

func (o *oracle) recall(e *bench.Episode, q *bench.Question, lines []*bench.Prediction) {
	if len(q.Support) == 0 {
		return
	}
	p, _ := live(lines, bench.RecallStage, e, "", q.ID)
	var list []dyadmem.EntryKey
	if p != nil {
		for _, k := range p.Keys {
			if !slices.Contains(list, k) {
				list = append(list, k)
			}
		}
	}
	list = list[:min(16, len(list))]
	n := len(q.Support)
	top := func(n int) float64 {
		hits := 0
		for _, k := range list[:min(n, len(list))] {
			hits += one(slices.Contains(q.Support, k))
		}
		return float64(hits)
	}
	var precision, first, mrr, dcg, idcg float64
	if len(list) > 0 {
		precision, first = top(16)/float64(len(list)), top(1)
	}
	for i, k := range list {
		if slices.Contains(q.Support, k) {
			if mrr == 0 {
				mrr = 1 / float64(i+1)
			}
			if i < 10 {
				dcg += math.Ln2 / math.Log(float64(i+2))
			}
		}
	}
	for i := range min(n, 10) {
		idcg += math.Ln2 / math.Log(float64(i+2))
	}
	asked := e.AskedIndex(q)
	for _, name := range []string{"recall.", fmt.Sprintf("recall.by_sessions.%d.", asked+1)} {
		o.count(name+"questions", 1)
		o.ratio(name+"at_n", top(n)/float64(n), 1)
		o.ratio(name+"at_n_plus_4", top(n+4)/float64(n), 1)
		o.ratio(name+"at_all", top(16)/float64(n), 1)
		o.ratio(name+"precision", precision, 1)
		o.ratio(name+"hit_at_1", first, 1)
		o.ratio(name+"ndcg_at_10", dcg/idcg, 1)
		o.ratio(name+"mrr", mrr, 1)
		o.ratio(name+"mean_bank", float64(len(slowState(e, asked+1))), 1)
	}
}

// TestAgainstOracle scores random predictions for random episodes twice.
func TestAgainstOracle(t *testing.T) {
	figures := 0
	for seed := range uint64(150) {
		w := newWorld(seed)
		w.again = 0.5
		c := new(scoreCase)
		pipelined := w.chance(0.5)
		for i := range 1 + w.IntN(4) {
			e := w.episode(fmt.Sprintf("e%d", i))
			c.episodes = append(c.episodes, e)
			c.lines = append(c.lines, w.predictions(e, pipelined)...)
		}
		o := newOracle()
		for _, e := range c.episodes {
			for i := range e.Sessions {
				o.capture(e, i, c.lines)
				o.update(e, i, c.lines)
			}
			for i := range e.Questions {
				q := &e.Questions[i]
				o.recall(e, q, c.lines)
				o.qa(e, q, c.lines, bench.GoldQA)
				o.qa(e, q, c.lines, bench.PipelineQA)
			}
		}
		got := c.summary(t)
		for name, v := range o.values() {
			if got.(map[string]any)[strings.SplitN(name, ".", 2)[0]] == nil {
				continue // the stage has no line
			}
			w := want{path: name, text: "null"}
			if !math.IsNaN(v) {
				w.text, w.number = fmt.Sprint(v), v
			}
			if err := w.check(got); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			figures++
		}
		if t.Failed() {
			return
		}
	}
	if figures < 10000 {
		t.Errorf("only %d figures were compared", figures)
	}
}

// Whatever the order of lines for different units, of entries, adds, deletes
// and gold, the summary is the same. The ranks of keys and of handed entries are
// not an order of this kind.
func TestOrderDoesNotMatter(t *testing.T) {
	for seed := range uint64(60) {
		w := newWorld(seed)
		e := w.episode("e")
		lines := w.predictions(e, w.chance(0.5))
		before := summaryOf(t, e, lines)
		shuffle := func(n int, swap func(i, j int)) { w.Shuffle(n, swap) }
		for i := range e.Sessions {
			s := &e.Sessions[i]
			shuffle(len(s.Capture), func(i, j int) { s.Capture[i], s.Capture[j] = s.Capture[j], s.Capture[i] })
			shuffle(len(s.Add), func(i, j int) { s.Add[i], s.Add[j] = s.Add[j], s.Add[i] })
			shuffle(len(s.Delete), func(i, j int) { s.Delete[i], s.Delete[j] = s.Delete[j], s.Delete[i] })
		}
		for _, p := range lines {
			shuffle(len(p.Entries), func(i, j int) { p.Entries[i], p.Entries[j] = p.Entries[j], p.Entries[i] })
			shuffle(len(p.Add), func(i, j int) { p.Add[i], p.Add[j] = p.Add[j], p.Add[i] })
			shuffle(len(p.Delete), func(i, j int) { p.Delete[i], p.Delete[j] = p.Delete[j], p.Delete[i] })
		}
		if after := summaryOf(t, e, lines); before != after {
			t.Fatalf("seed %d: another summary in another order:\n%s\n%s", seed, before, after)
		}
	}
}

func summaryOf(t *testing.T, e *bench.Episode, lines []*bench.Prediction) string {
	t.Helper()
	c := &scoreCase{episodes: []*bench.Episode{e}, lines: lines}
	data, err := json.Marshal(c.tally().Summary(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
