package score

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

func slowRubric(q *bench.Question, answer string) bool {
	cut := []rune(answer)
	cut = cut[:min(len(cut), max(80, 4*utf8.RuneCountInString(q.Answer)))]
	text := folded(string(cut))
	// The wordings of the random rubrics are whole words in texts of whole words.
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	return (slices.Contains(words, "yes") || slices.Contains(words, "ja")) && !slices.Contains(words, "secret")
}

func (o *oracle) qa(e *bench.Episode, q *bench.Question, lines []*bench.Prediction, stage bench.Stage) {
	p, _ := live(lines, stage, e, "", q.ID)
	declines := q.Type == bench.Abstain || q.Type == bench.Forgotten
	answerable := len(q.Support) > 0
	var correct, unjudged, abstained, leak bool
	if p != nil {
		leak = q.Type == bench.Forgotten && q.Rubric != nil && strings.Contains(folded(p.Answer), "secret")
		abstained = p.Abstained != nil && *p.Abstained
		switch {
		case p.Abstained != nil && *p.Abstained:
			correct = declines
		case p.Abstained != nil && declines:
		case q.Rubric == nil:
			unjudged = true
		default:
			correct = slowRubric(q, p.Answer)
		}
		correct = correct && !leak
	}
	bank := keysOf(slowState(e, e.AskedIndex(q)+1))
	prefix := string(stage) + "."
	names := []string{prefix, prefix + "by_type." + string(q.Type) + "."}
	if stage == bench.PipelineQA {
		names = append(names, prefix+"by_focus."+string(e.Focus)+".", prefix+"by_lang."+e.Lang+".", fmt.Sprintf("%sby_supports.%d.", prefix, len(q.Support)), fmt.Sprintf("%sby_sessions.%d.", prefix, e.AskedIndex(q)+1))
	}
	for _, name := range names {
		o.count(name+"questions", 1)
		o.count(name+"correct", one(correct))
		o.count(name+"abstained", one(abstained))
		o.count(name+"unjudged", one(unjudged))
		o.count(name+"undecided", 0)
		o.ratio(name+"accuracy", float64(one(correct)), float64(one(!unjudged)))
		o.ratio(name+"accuracy_valid", float64(one(correct)), float64(one(!unjudged && p != nil)))
		o.ratio(name+"accuracy_answerable", float64(one(correct && answerable)), float64(one(answerable && !unjudged)))
	}
	if stage != bench.PipelineQA {
		return
	}
	if p == nil {
		p = new(bench.Prediction)
	} else if p.Abstained != nil {
		o.flagged = true
	}
	_, failed := live(lines, stage, e, "", q.ID)
	missing := p.Stage == ""
	handed := p.Handed[:min(16, len(p.Handed))]
	in := func(list []bench.Entry, k dyadmem.EntryKey) bool {
		return slices.ContainsFunc(list, func(x bench.Entry) bool { return folded(x.Content) == folded(bank[k].Content) })
	}
	every := func(list []bench.Entry) bool {
		return !slices.ContainsFunc(q.Support, func(k dyadmem.EntryKey) bool { return !in(list, k) })
	}
	supported := answerable && every(handed)
	leakHanded := q.Type == bench.Forgotten && q.Rubric != nil && slices.ContainsFunc(handed, func(x bench.Entry) bool { return strings.Contains(folded(x.Content), "secret") })
	uram, user := answerable, answerable
	for _, k := range q.Support {
		uram = uram && strings.HasPrefix(string(bank[k].Kind), "agent_")
		user = user && (bank[k].Kind == dyadmem.Fact || bank[k].Kind == dyadmem.UserProfile)
	}
	runes := 0
	for _, x := range handed {
		runes += utf8.RuneCountInString(x.Content)
	}
	for _, name := range names {
		right := correct && answerable
		o.ratio(name+"grounded", float64(one(right && supported)), float64(one(right)))
		o.ratio(name+"ungrounded_correct", float64(one(right && !supported)), float64(one(right)))
		o.ratio(name+"over_abstention", float64(one(supported && abstained)), float64(one(supported)))
		o.falseN[name+"false_answers"] += float64(one(declines && !missing && !abstained))
		o.falseD[name+"false_answers"] += float64(one(declines))
		o.ratio(name+"leaks", float64(one(leak)), float64(one(q.Type == bench.Forgotten)))
		o.ratio(name+"leaked_handed", float64(one(leakHanded)), float64(one(q.Type == bench.Forgotten)))
		o.ratio(name+"uram_only", float64(one(uram && correct)), float64(one(uram && !unjudged)))
		o.ratio(name+"user_only", float64(one(user && correct)), float64(one(user && !unjudged)))
		o.ratio(name+"mean_handed", float64(len(handed)), 1)
		o.ratio(name+"mean_handed_runes", float64(runes), float64(len(handed)))
		o.ratio(name+"mean_answer_runes", float64(utf8.RuneCountInString(p.Answer)), 1)
		o.count(name+"handed_beyond", len(p.Handed)-len(handed))
	}
	if !answerable || correct || unjudged {
		return
	}
	// The first stage that lost it.
	pipelined := slices.ContainsFunc(lines, func(l *bench.Prediction) bool { return l.Stage == bench.PipelineCapture })
	var captured []bench.Entry
	stated := map[dyadmem.EntryKey]bool{}
	for i := range e.Sessions {
		from := bench.CaptureStage
		if pipelined {
			from = bench.PipelineCapture
		}
		if c, _ := live(lines, from, e, e.Sessions[i].ID, ""); c != nil {
			captured = append(captured, c.Entries...)
		}
		for _, c := range e.Sessions[i].Capture {
			if i <= e.AskedIndex(q) {
				stated[c.Key] = true
			}
		}
	}
	var built []bench.Entry
	if b, _ := live(lines, bench.BankStage, e, e.Sessions[e.AskedIndex(q)].ID, ""); b != nil {
		built = b.Entries
	}
	loss := "answer"
	if !supported {
		loss = "recall"
	}
	if !every(built) {
		loss = "update"
	}
	for _, k := range q.Support {
		if stated[k] && !in(captured, k) {
			loss = "capture"
		}
	}
	if failed || missing {
		loss = "failed"
	}
	o.count("pipeline_qa.attribution."+loss, 1)
}
