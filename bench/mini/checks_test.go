package mini_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// A check says what is wrong with an episode, a string a fault. Doctor breaks
// a good episode so that the check has to speak.
type check struct {
	name   string
	run    func(*bench.Episode) []string
	doctor func(*bench.Episode)
}

// checks are what the validator doesn't check: the plan of the set, and
// shortcuts by which a system could score without memory.
var checks = []check{
	{"four to seven sessions", sessions, func(e *bench.Episode) { e.Sessions = e.Sessions[:3] }},
	{"ten to twenty-five turns a session", turns, func(e *bench.Episode) { e.Sessions[0].Turns = e.Sessions[0].Turns[:4] }},
	{"a tenth to a fifth of the turns is small talk", smallTalkShare, func(e *bench.Episode) {
		for i := range e.Sessions {
			for j := range e.Sessions[i].Turns {
				e.Sessions[i].Turns[j].Smalltalk = false
			}
		}
	}},
	{"fifteen to twenty questions of every type", questions, func(e *bench.Episode) {
		e.Questions = slices.DeleteFunc(e.Questions, func(q bench.Question) bool { return q.Type == bench.Abstain })
	}},
	{"a question about what was forgotten, if something was", forgotten, func(e *bench.Episode) {
		e.Questions = slices.DeleteFunc(e.Questions, func(q bench.Question) bool { return q.Type == bench.Forgotten })
	}},
	{"four questions with two supports or more", multiSupport, func(e *bench.Episode) {
		for i := range e.Questions {
			if q := &e.Questions[i]; len(q.Support) > 1 {
				q.Support = q.Support[:1]
			}
		}
	}},
	{"three deletes in two sessions or more", deletes, func(e *bench.Episode) {
		for i := range e.Sessions {
			e.Sessions[i].Delete = nil
		}
	}},
	{"all six kinds", kinds, func(e *bench.Episode) {
		for i := range e.Sessions {
			for j := range e.Sessions[i].Capture {
				e.Sessions[i].Capture[j].Kind = dyadmem.Fact
			}
			e.Sessions[i].Add = nil
		}
	}},
	{"no rubric is passed by the question itself", echo, func(e *bench.Episode) {
		q := answerable(e)
		q.Text += " " + q.Answer
	}},
	{"no rubric is passed by an admission of ignorance", ignorance, func(e *bench.Episode) {
		answerable(e).Rubric = &bench.Rubric{Must: [][]string{{"know", "record", "记录", "不知道"}}}
	}},
	{"no rubric is passed by an entry that was deleted", stale, func(e *bench.Episode) {
		for i := range e.Questions {
			e.Questions[i].Rubric = &bench.Rubric{Must: [][]string{strings.Split("aeiou的用户一是在不", "")}}
		}
	}},
	{"no answer stands in its question", answerInQuestion, func(e *bench.Episode) {
		q := answerable(e)
		q.Text = "Is it so: " + q.Answer
	}},
	{"no entry is a piece of a turn", copied, func(e *bench.Episode) {
		e.Sessions[0].Capture[0].Content = e.Sessions[0].Turns[0].Text
	}},
	{"no entry has two sentences", bundled, func(e *bench.Episode) {
		c := &e.Sessions[0].Capture[0].Content
		*c += ". And " + *c
	}},
	{"no entry is longer than 220 runes", long, func(e *bench.Episode) {
		e.Sessions[0].Capture[0].Content = strings.Repeat("long ", 50)
	}},
	{"small talk states no number and no date", smallTalkFacts, func(e *bench.Episode) {
		for i := range e.Sessions[0].Turns {
			e.Sessions[0].Turns[i].Smalltalk = true
			e.Sessions[0].Turns[i].Text += " 14"
		}
	}},
	{"small talk holds no entry", smallTalkEntries, func(e *bench.Episode) {
		for i := range e.Sessions[0].Turns {
			e.Sessions[0].Turns[i].Smalltalk = true
			e.Sessions[0].Turns[i].Text = e.Sessions[0].Capture[0].Content
		}
	}},
	{"the user is called the user", userWord, func(e *bench.Episode) {
		for i := range e.Sessions {
			e.Sessions[i].Add = nil
			for j := range e.Sessions[i].Capture {
				c := &e.Sessions[i].Capture[j].Content
				*c = strings.NewReplacer("user", "person", "用户", "他").Replace(*c)
			}
		}
	}},
}

func sessions(e *bench.Episode) []string { return between("sessions", len(e.Sessions), 4, 7) }

func turns(e *bench.Episode) (faults []string) {
	for _, s := range e.Sessions {
		faults = append(faults, between("turns in "+s.ID, len(s.Turns), 10, 25)...)
	}
	return faults
}

func smallTalkShare(e *bench.Episode) []string {
	all, small := 0, 0
	for _, s := range e.Sessions {
		for _, t := range s.Turns {
			all++
			if t.Smalltalk {
				small++
			}
		}
	}
	return between("percent of small talk", 100*small/all, 10, 20)
}

func questions(e *bench.Episode) []string {
	faults := between("questions", len(e.Questions), 15, 20)
	for _, typ := range bench.QuestionTypes() {
		least := 1
		switch typ {
		case bench.Rule:
			least = 3
		case bench.Forgotten:
			continue // only where something was forgotten
		}
		faults = append(faults, between(string(typ)+" questions", countType(e, typ), least, 20)...)
	}
	return faults
}

func forgotten(e *bench.Episode) []string {
	var asked bool
	for _, s := range e.Sessions {
		for _, d := range s.Delete {
			asked = asked || d.Why == dyadmem.WhyForget
		}
	}
	if got := countType(e, bench.Forgotten) > 0; got != asked {
		return []string{fmt.Sprintf("something was forgotten: %v, asked about: %v", asked, got)}
	}
	return nil
}

func multiSupport(e *bench.Episode) []string {
	n := 0
	for _, q := range e.Questions {
		if len(q.Support) > 1 {
			n++
		}
	}
	return between("questions with two supports", n, 4, 20)
}

func deletes(e *bench.Episode) []string {
	n, in := 0, 0
	for _, s := range e.Sessions {
		n += len(s.Delete)
		if len(s.Delete) > 0 {
			in++
		}
	}
	return append(between("deletes", n, 3, 40), between("sessions that delete", in, 2, 7)...)
}

func kinds(e *bench.Episode) (faults []string) {
	have := map[dyadmem.Kind]bool{}
	for _, x := range entries(e) {
		have[x.Kind] = true
	}
	for _, k := range dyadmem.Kinds() {
		if !have[k] {
			faults = append(faults, "no "+string(k))
		}
	}
	return faults
}

func echo(e *bench.Episode) (faults []string) {
	for _, q := range e.Questions {
		if q.Rubric.Passes(q.Text, q.Answer) {
			faults = append(faults, q.ID+" is passed by its own text")
		}
	}
	return faults
}

func ignorance(e *bench.Episode) (faults []string) {
	for _, q := range e.Questions {
		if !q.Type.Answerable() {
			continue
		}
		for _, a := range []string{"I don't know.", "I have no record of that.", "I'm not sure.", "Yes.", "No.", "不知道。", "没有相关记录。", "我不清楚。", "是的。", "不是。"} {
			if q.Rubric.Passes(a, q.Answer) {
				faults = append(faults, q.ID+" is passed by "+a)
			}
		}
	}
	return faults
}

func stale(e *bench.Episode) (faults []string) {
	banks := bench.Replay(e)
	for i := range e.Questions {
		q := &e.Questions[i]
		if !q.Type.Answerable() {
			continue
		}
		after := e.AskedIndex(q) + 1
		live := map[dyadmem.EntryKey]bool{}
		for _, x := range banks[after].Entries {
			live[x.Key] = true
		}
		for _, b := range banks[:after] {
			for _, x := range b.Entries {
				if !live[x.Key] && q.Rubric.Passes(x.Content, q.Answer) {
					faults = append(faults, fmt.Sprintf("%s is passed by %s: %s", q.ID, x.Key, x.Content))
				}
			}
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}

func answerInQuestion(e *bench.Episode) (faults []string) {
	for _, q := range e.Questions {
		if strings.Contains(dyadmem.Normalize(q.Text), strings.TrimRight(dyadmem.Normalize(q.Answer), ".。")) {
			faults = append(faults, q.ID+" holds its answer")
		}
	}
	return faults
}

func copied(e *bench.Episode) (faults []string) {
	for _, x := range entries(e) {
		content := strings.TrimRight(dyadmem.Normalize(x.Content), ".。")
		for _, s := range e.Sessions {
			for _, t := range s.Turns {
				if strings.Contains(dyadmem.Normalize(t.Text), content) {
					faults = append(faults, fmt.Sprintf("%s stands in %s: %s", x.Key, t.ID, x.Content))
				}
			}
		}
	}
	return faults
}

var sentenceEnd = regexp.MustCompile(`[.!?]\s+\p{Lu}|[。！？]\S`)

// notEnds are full stops that end no sentence.
var notEnds = strings.NewReplacer("Dr. ", "Dr ", "St. ", "St ", "Mr. ", "Mr ", "Mrs. ", "Mrs ")

func bundled(e *bench.Episode) (faults []string) {
	for _, x := range entries(e) {
		if sentenceEnd.MatchString(notEnds.Replace(x.Content)) {
			faults = append(faults, fmt.Sprintf("%s has two sentences: %s", x.Key, x.Content))
		}
	}
	return faults
}

func long(e *bench.Episode) (faults []string) {
	for _, x := range entries(e) {
		if n := len([]rune(x.Content)); n > 220 {
			faults = append(faults, fmt.Sprintf("%s has %d runes", x.Key, n))
		}
	}
	return faults
}

var statesFact = regexp.MustCompile(`\d|[€$£¥]|\b(January|February|March|April|June|July|August|September|October|November|December)\b|月[一二三四五六七八九十]+[号日]`)

func smallTalkFacts(e *bench.Episode) (faults []string) {
	for _, t := range smallTalk(e) {
		if statesFact.MatchString(t.Text) {
			faults = append(faults, fmt.Sprintf("%s: %s", t.ID, t.Text))
		}
	}
	return faults
}

func smallTalkEntries(e *bench.Episode) (faults []string) {
	for _, t := range smallTalk(e) {
		said := shingles(t.Text)
		for _, x := range entries(e) {
			want := shingles(x.Content)
			common := 0
			for w := range want {
				if said[w] {
					common++
				}
			}
			if len(want) > 2 && 10*common >= 7*len(want) {
				faults = append(faults, fmt.Sprintf("%s holds %s: %s", t.ID, x.Key, x.Content))
			}
		}
	}
	return faults
}

func userWord(e *bench.Episode) []string {
	word := map[string]string{"en": "user", "zh": "用户"}[e.Lang]
	n := 0
	for _, x := range entries(e) {
		if strings.Contains(strings.ToLower(x.Content), word) {
			n++
		}
	}
	if n == 0 {
		return []string{fmt.Sprintf("no entry says %q", word)}
	}
	return nil
}

// entries are the gold entries of e, captured or written out, every wording.
func entries(e *bench.Episode) (out []bench.Entry) {
	for _, s := range e.Sessions {
		out = append(out, s.Capture...)
		for _, a := range s.Add {
			if a.Whole {
				out = append(out, a.Entry)
			}
		}
	}
	return out
}

func smallTalk(e *bench.Episode) (out []bench.Turn) {
	for _, s := range e.Sessions {
		for _, t := range s.Turns {
			if t.Smalltalk {
				out = append(out, t)
			}
		}
	}
	return out
}

// answerable returns the first answerable question of e.
func answerable(e *bench.Episode) *bench.Question {
	i := slices.IndexFunc(e.Questions, func(q bench.Question) bool { return q.Type.Answerable() })
	return &e.Questions[i]
}

func countType(e *bench.Episode, typ bench.QuestionType) (n int) {
	for _, q := range e.Questions {
		if q.Type == typ {
			n++
		}
	}
	return n
}

func between(what string, n, least, most int) []string {
	if least <= n && n <= most {
		return nil
	}
	return []string{fmt.Sprintf("%d %s (want %d to %d)", n, what, least, most)}
}

// shingles are the words of an English text of four letters or more, and the
// pairs of neighbouring Chinese characters.
func shingles(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.FieldsFunc(dyadmem.Normalize(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		runes := []rune(w)
		if runes[0] < unicode.MaxLatin1 {
			if len(runes) > 3 {
				set[w] = true
			}
			continue
		}
		for i := range len(runes) - 1 {
			set[string(runes[i:i+2])] = true
		}
	}
	return set
}
