package bench

import (
	"fmt"
	"slices"

	"github.com/dyadmem/dyadmem"
)

// The checks of the rules whose breach is an error, one function a rule.

func missingField(in *inspection) {
	need := func(missing bool, format string, args ...any) {
		if missing {
			in.report(fmt.Sprintf(format, args...), "this field is required and is missing or empty: fill it in")
		}
	}
	need(in.Schema == "", "$.schema")
	need(blank(in.ID), "$.id")
	need(blank(in.Lang), "$.lang")
	need(in.Focus == "", "$.focus")
	need(blank(in.Domain), "$.domain")
	need(blank(in.Agent.ID), "$.agent.id")
	need(blank(in.User.ID), "$.user.id")
	need(len(in.Sessions) == 0, "$.sessions")
	need(in.Questions == nil, "$.questions")
	for i, s := range in.Sessions {
		need(blank(s.ID), "$.sessions[%d].id", i)
		need(s.Time.IsZero(), "$.sessions[%d].time", i)
		need(s.Turns == nil, "$.sessions[%d].turns", i)
		for j, t := range s.Turns {
			need(t.ID == "", "$.sessions[%d].turns[%d].id", i, j)
			need(t.Speaker == "", "$.sessions[%d].turns[%d].speaker", i, j)
			need(blank(t.Text), "$.sessions[%d].turns[%d].text", i, j)
		}
		for j, d := range s.Delete {
			need(d.Key == "", "$.sessions[%d].delete[%d].key", i, j)
			need(d.Why == "", "$.sessions[%d].delete[%d].why", i, j)
		}
	}
	for e := range in.entries() {
		need(e.Key == "", "$.sessions[%d].%s[%d].key", e.session, e.field, e.index)
		need(e.Kind == "", "$.sessions[%d].%s[%d].kind", e.session, e.field, e.index)
		need(blank(e.Content), "$.sessions[%d].%s[%d].content", e.session, e.field, e.index)
	}
	for i, q := range in.Questions {
		need(blank(q.ID), "$.questions[%d].id", i)
		need(q.Type == "", "$.questions[%d].type", i)
		need(blank(q.Text), "$.questions[%d].text", i)
		need(blank(q.Answer), "$.questions[%d].answer", i)
		need(q.Support == nil, "$.questions[%d].support", i)
	}
}

func unknownSchema(in *inspection) {
	if in.Schema != EpisodeSchema {
		in.report("$.schema", "the schema is %q: only %q can be read", in.Schema, EpisodeSchema)
	}
}

func unknownFocus(in *inspection) {
	if in.Focus != UserFocus && in.Focus != AgentFocus {
		in.report("$.focus", "unknown focus %q: use user or agent", in.Focus)
	}
}

func unknownSpeaker(in *inspection) {
	for i, s := range in.Sessions {
		for j, t := range s.Turns {
			if !t.Speaker.Valid() {
				in.report(fmt.Sprintf("$.sessions[%d].turns[%d].speaker", i, j), "unknown speaker %q: use user, agent or tool", t.Speaker)
			}
		}
	}
}

func unknownKind(in *inspection) {
	for e := range in.entries() {
		if !e.Kind.Valid() {
			in.report(e.path(".kind"), "unknown kind %q: use one of %v", e.Kind, dyadmem.Kinds())
		}
	}
}

func unknownWhy(in *inspection) {
	for i, s := range in.Sessions {
		for j, d := range s.Delete {
			if !slices.Contains(dyadmem.Whys(), d.Why) {
				in.report(fmt.Sprintf("$.sessions[%d].delete[%d].why", i, j), "unknown why %q: use one of %v", d.Why, dyadmem.Whys())
			}
		}
	}
}

func unknownType(in *inspection) {
	for i, q := range in.Questions {
		if !slices.Contains(QuestionTypes(), q.Type) {
			in.report(fmt.Sprintf("$.questions[%d].type", i), "unknown question type %q: use one of %v", q.Type, QuestionTypes())
		}
	}
}

// unique reports every id after the first of its value.
type unique[T ~string] map[T]string

func (u unique[T]) add(in *inspection, id T, path, what string) {
	if id == "" {
		return
	}
	if first, ok := u[id]; ok {
		in.report(path, "the %s %q stands already at %s: give this one another", what, id, first)
		return
	}
	u[id] = path
}

func duplicateSession(in *inspection) {
	seen := unique[string]{}
	for i, s := range in.Sessions {
		seen.add(in, s.ID, fmt.Sprintf("$.sessions[%d].id", i), "session id")
	}
}

func duplicateTurn(in *inspection) {
	seen := unique[dyadmem.TurnRef]{}
	for i, s := range in.Sessions {
		for j, t := range s.Turns {
			seen.add(in, t.ID, fmt.Sprintf("$.sessions[%d].turns[%d].id", i, j), "turn id")
		}
	}
}

func duplicateQuestion(in *inspection) {
	seen := unique[string]{}
	for i, q := range in.Questions {
		seen.add(in, q.ID, fmt.Sprintf("$.questions[%d].id", i), "question id")
	}
}

// duplicateKey: within one capture. Over sessions the same key restates, and an
// add may write out a key of the same session's capture anew.
func duplicateKey(in *inspection) {
	for i, s := range in.Sessions {
		seen := unique[dyadmem.EntryKey]{}
		for j, e := range s.Capture {
			seen.add(in, e.Key, fmt.Sprintf("$.sessions[%d].capture[%d].key", i, j), "key")
		}
	}
}

func sessionOrder(in *inspection) {
	var latest Time
	var where string
	for i, s := range in.Sessions {
		switch {
		case s.Time.IsZero():
		case s.Time.Before(latest.Time):
			in.report(fmt.Sprintf("$.sessions[%d].time", i), "this session is earlier than session %s: put the sessions in the order of their times", where)
		default:
			latest, where = s.Time, s.ID
		}
	}
}

func unknownEvidence(in *inspection) {
	for c := range in.citations() {
		if _, ok := in.turns[c.turn]; !ok {
			in.report(c.path(), "evidence %q is the id of no turn: cite a turn of this or of an earlier session", c.turn)
		}
	}
}

func laterEvidence(in *inspection) {
	for c := range in.citations() {
		if p, ok := in.turns[c.turn]; ok && p.session > c.session {
			in.report(c.path(), "evidence %q is a turn of the later session %s: gold may lean only on what has been said", c.turn, in.Sessions[p.session].ID)
		}
	}
}

func smalltalkEvidence(in *inspection) {
	for c := range in.citations() {
		if p, ok := in.turns[c.turn]; ok && p.smalltalk {
			in.report(c.path(), "evidence %q is a smalltalk turn, which carries nothing worth remembering: unmark the turn or cite another", c.turn)
		}
	}
}

func earlyKnowledge(in *inspection) {
	for e := range in.entries() {
		if e.Kind == dyadmem.AgentKnowledge && e.session < 2 {
			in.report(e.path(".kind"), "agent_knowledge needs repeated evidence and cannot stand before the third session: move it, or choose another kind")
		}
	}
}

func unknownAdd(in *inspection) {
	for i, s := range in.Sessions {
		captured := make(map[dyadmem.EntryKey]bool)
		for _, e := range s.Capture {
			captured[e.Key] = true
		}
		for j, a := range s.Add {
			if !a.Whole && !captured[a.Key] {
				in.report(fmt.Sprintf("$.sessions[%d].add[%d]", i, j), "key %q is not in the capture of this session: capture it here, or write the entry out", a.Key)
			}
		}
	}
}

func unknownDelete(in *inspection) {
	for i, s := range in.Sessions {
		for j, d := range s.Delete {
			if _, ok := in.known[i][d.Key]; !ok {
				in.report(fmt.Sprintf("$.sessions[%d].delete[%d].key", i, j), "key %q is neither in the bank before this session nor in its capture: there is nothing to delete", d.Key)
			}
		}
	}
}

// sameSession: an entry is corrected or superseded in a later session than the
// one that first stated it.
func sameSession(in *inspection) {
	for i, s := range in.Sessions {
		for j, d := range s.Delete {
			first, ok := in.first[d.Key]
			if ok && first == i && (d.Why == dyadmem.WhyCorrected || d.Why == dyadmem.WhySuperseded) {
				in.report(fmt.Sprintf("$.sessions[%d].delete[%d]", i, j), "key %q is first stated in this same session, and is %s in it: evolution crosses sessions; capture only what the session leaves valid", d.Key, d.Why)
			}
		}
	}
}

func unknownSession(in *inspection) {
	for i := range in.Questions {
		q := &in.Questions[i]
		if q.AskedAfter != "" && in.AskedIndex(q) < 0 {
			in.report(fmt.Sprintf("$.questions[%d].asked_after", i), "%q is the id of no session: name one, or leave the field out to ask after the last", q.AskedAfter)
		}
	}
}

func unknownSupport(in *inspection) {
	for i := range in.Questions {
		q := &in.Questions[i]
		bank, ok := in.askedBank(q)
		if !ok {
			continue
		}
		for k, key := range q.Support {
			if _, ok := bank.Entry(key); !ok || key == "" {
				in.report(fmt.Sprintf("$.questions[%d].support[%d]", i, k), "key %q is not in the bank that this question asks: name an entry that is valid then", key)
			}
		}
	}
}

func needlessSupport(in *inspection) {
	for i, q := range in.Questions {
		if slices.Contains(QuestionTypes(), q.Type) && !q.Type.Answerable() && len(q.Support) > 0 {
			in.report(fmt.Sprintf("$.questions[%d].support", i), "a question of type %s has no support: empty the list, or choose another type", q.Type)
		}
	}
}

func missingSupport(in *inspection) {
	for i, q := range in.Questions {
		if slices.Contains(QuestionTypes(), q.Type) && q.Type.Answerable() && len(q.Support) == 0 {
			in.report(fmt.Sprintf("$.questions[%d].support", i), "a question of type %s needs support: name the entries that its answer needs, or choose the type abstain or forgotten", q.Type)
		}
	}
}

func rubricNoMust(in *inspection) {
	for i, q := range in.Questions {
		if q.Rubric != nil && len(q.Rubric.Must) == 0 {
			in.report(fmt.Sprintf("$.questions[%d].rubric.must", i), "the rubric has no must group and would pass every answer: add one, or leave the rubric out")
		}
	}
}

func rubricEmptyGroup(in *inspection) {
	for i, q := range in.Questions {
		if q.Rubric == nil {
			continue
		}
		for g, group := range q.Rubric.Must {
			if len(group) == 0 {
				in.report(fmt.Sprintf("$.questions[%d].rubric.must[%d]", i, g), "an empty group fails every answer: give it a wording, or remove it")
			}
		}
	}
}

func rubricEmptyWord(in *inspection) {
	for i, q := range in.Questions {
		if q.Rubric == nil {
			continue
		}
		check := func(wordings []string, format string, args ...any) {
			for w, wording := range wordings {
				if dyadmem.Normalize(wording) == "" {
					in.report(fmt.Sprintf(format, args...)+fmt.Sprintf("[%d]", w), "an empty wording says nothing: fill it in, or remove it")
				}
			}
		}
		for g, group := range q.Rubric.Must {
			check(group, "$.questions[%d].rubric.must[%d]", i, g)
		}
		check(q.Rubric.MustNot, "$.questions[%d].rubric.must_not", i)
	}
}

// rubricFailsGold leaves broken rubrics to the other rules.
func rubricFailsGold(in *inspection) {
	for i, q := range in.Questions {
		if q.Rubric == nil || blank(q.Answer) || !q.Rubric.whole() || q.Rubric.Passes(q.Answer, q.Answer) {
			continue
		}
		in.report(fmt.Sprintf("$.questions[%d].answer", i), "the gold answer fails its own rubric: %s", q.Rubric.why(q.Answer))
	}
}

// whole reports whether r has a group and no empty group or wording.
func (r *Rubric) whole() bool {
	for _, group := range append([][]string{{"x"}, r.MustNot}, r.Must...) {
		for _, w := range group {
			if dyadmem.Normalize(w) == "" {
				return false
			}
		}
	}
	for _, group := range r.Must {
		if len(group) == 0 {
			return false
		}
	}
	return len(r.Must) > 0
}

// why says how a gold answer fails r, and what to do.
func (r *Rubric) why(answer string) string {
	for g, group := range r.Must {
		if !holdsAny(dyadmem.Normalize(answer), group) {
			return fmt.Sprintf("it holds no wording of must[%d] %q: add the answer's wording to the group, or mend the answer", g, group)
		}
	}
	for _, w := range r.MustNot {
		if holdsAny(dyadmem.Normalize(answer), []string{w}) {
			return fmt.Sprintf("it holds the must_not wording %q: make that wording longer, or mend the answer", w)
		}
	}
	return "it does not pass"
}
