package convert

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// MemoryCode converts the dialogues of MemoryCode, a file each, into an episode
// each. The mentor is the user, the mentee the agent.
//
// An instruction that is added becomes a captured entry, one that is updated a
// new entry and a delete, superseded, of the one before: agent_method where it
// is about code (instruction-*), agent_identity where it is about how to work
// (filler-instruction-*). An instruction that is given again in the same words
// restates its entry. The source names no turn; the mentor's turn that holds
// the values and most of the words of the instruction is cited, if there is one.
//
// Sessions that are nothing but filler are marked as smalltalk. The source has
// no dates: sessions are put a week apart. It has no questions with an answer
// in words either, so an episode has none.
func MemoryCode(ctx context.Context, in *Input, out *bench.Writer) (*Report, error) {
	r := newReport("memorycode",
		"the source has no dates: its sessions are put a week apart, from 2024-01-01",
		"kinds: agent_method for instructions about code, agent_identity for the others",
		"the turns of sessions that are filler alone are marked as smalltalk",
		"queries are coding tasks that are checked by regular expressions: they have no answer in words, and none becomes a question")
	err := in.each(ctx, r, func(file string, root object) (bool, error) {
		sessions, ok := root["sessions"].([]any)
		if _, has := root["context"].(object); !ok || !has || len(sessions) == 0 {
			return false, nil
		}
		m := &mentorship{report: r, name: file, held: map[string]*rule{}}
		e := m.episode(root, sessions)
		if len(e.Sessions) == 0 {
			return false, nil
		}
		r.Episodes++
		return true, out.Write(e)
	})
	if err != nil {
		return r, fmt.Errorf("convert memorycode: %w", err)
	}
	return r, r.Check()
}

// A mentorship is a dialogue of MemoryCode on its way to an episode.
type mentorship struct {
	report         *Report
	name           string
	mentor, mentee string
	keys           int
	held           map[string]*rule // by slot
}

func (m *mentorship) episode(root object, sessions []any) *bench.Episode {
	about := root["context"].(object)
	m.mentor, _ = text(about["mentor"])
	m.mentee, _ = text(about["mentee"])
	company, _ := text(about["company"])
	role := "mentee"
	if company != "" {
		role += " at " + company
	}
	e := &bench.Episode{
		Schema: bench.EpisodeSchema, ID: "memorycode-" + m.name, Lang: "en", Focus: bench.AgentFocus, Domain: "work_study", Subdomain: "work_habits",
		Agent: bench.Party{ID: "mentee", Role: role}, User: bench.Party{ID: "mentor"},
		Questions: []bench.Question{},
	}
	start := time.Date(2024, 1, 1, 9, 0, 0, 0, time.UTC)
	slots, fillers := list(root["instructions"]), list(root["fillers"])
	m.report.read(Sessions, len(sessions))
	for i, v := range sessions {
		o, ok := v.(object)
		if !ok {
			m.report.dropped(Sessions, "no object")
			continue
		}
		m.report.mapped(Sessions)
		m.report.repaired(Sessions, "no date: put a week after the one before")
		s := bench.Session{ID: fmt.Sprintf("s%03d", i+1), Time: bench.At(start.AddDate(0, 0, 7*i))}
		said, _ := text(o["text"])
		s.Turns = m.turns(s.ID, said)
		kinds, topics := list(o["type"]), list(o["topic"])
		if onlyFiller(kinds) {
			for j := range s.Turns {
				s.Turns[j].Smalltalk = true
			}
		}
		for _, in := range m.instructions(kinds, topics, element(slots, i), element(fillers, i)) {
			m.instruct(&s, i, in)
		}
		for range list(o["session_eval_query"]) {
			m.report.read(Queries, 1)
			m.report.dropped(Queries, "a coding task without an answer in words")
		}
		e.Sessions = append(e.Sessions, s)
	}
	return e
}

func element(l []any, i int) any {
	if i < len(l) {
		return l[i]
	}
	return nil
}

func onlyFiller(kinds []any) bool {
	for _, k := range kinds {
		if s, _ := text(k); s != "filler-add" && s != "filler-update" {
			return false
		}
	}
	return len(kinds) > 0
}

// An instruction is what a session adds or updates.
type instruction struct {
	label  string // instruction-add and the like
	topic  string
	slot   string // what it is about: an update has the slot of what it updates
	repair string
}

// instructions pairs the types of a session with their topics and slots.
// Instructions have the numbers of their slots in order, [slot, version] each
// or −1 for none; a filler instruction has that of the session's filler.
func (m *mentorship) instructions(kinds, topics []any, slots, filler any) []instruction {
	var numbers []int
	for _, v := range list(slots) {
		if pair, ok := v.([]any); ok && len(pair) > 0 {
			if n, ok := integer(pair[0]); ok && n >= 0 {
				numbers = append(numbers, n)
			}
		}
	}
	var out []instruction
	for j, v := range kinds {
		label, _ := text(v)
		if !strings.Contains(label, "instruction") {
			continue
		}
		m.report.read(Entries, 1)
		topic, _ := text(element(topics, j))
		topic = strings.TrimSpace(topic)
		if topic == "" {
			m.report.dropped(Entries, "no topic")
			continue
		}
		in := instruction{label: label, topic: topic}
		n, ok := integer(filler)
		switch {
		case strings.HasPrefix(label, "filler") && ok && n >= 0:
			in.slot = fmt.Sprintf("filler %d", n)
		case !strings.HasPrefix(label, "filler") && len(numbers) > 0:
			in.slot = fmt.Sprintf("instruction %d", numbers[0])
			numbers = numbers[1:]
		default:
			in.slot = "words " + strings.Join(contentWords(quoted.ReplaceAllString(topic, " ")), " ")
			in.repair = "no number (−1 or none): what it is about is told by its words"
		}
		out = append(out, in)
	}
	return out
}

// A rule is the instruction that a slot holds.
type rule struct {
	key     dyadmem.EntryKey
	content string
	first   int // the session that states it first
	stated  int // the session that states it last
}

// instruct makes gold of one instruction of session number n.
func (m *mentorship) instruct(s *bench.Session, n int, in instruction) {
	now := &rule{content: "The agent should " + uncapitalised(in.topic), first: n, stated: n}
	evidence := m.evidence(s, in.topic)
	entry := func(r *rule) bench.Entry {
		kind := dyadmem.AgentMethod
		if strings.HasPrefix(in.label, "filler") {
			kind = dyadmem.AgentIdentity
		}
		return bench.Entry{Key: r.key, Kind: kind, Content: r.content, Evidence: evidence, Unknown: origin(struct {
			Type string `json:"source_type"`
		}{in.label})}
	}
	update := strings.HasSuffix(in.label, "update")
	repairs := []string{in.repair}
	switch held := m.held[in.slot]; {
	case held == nil:
		if update {
			repairs = append(repairs, "updated, though never added: taken as an addition")
		}
		m.gain(s, in.slot, now)
		s.Capture = append(s.Capture, entry(now))
	case held.content == now.content && held.stated == n:
		m.report.dropped(Entries, "given twice in its session")
		return
	case held.content == now.content:
		repairs = append(repairs, "given again in the same words: a restatement")
		held.stated = n
		s.Capture = append(s.Capture, entry(held))
	case held.first == n:
		m.report.dropped(Entries, "replaced in its session by a later instruction")
		held.content = now.content
		i := slices.IndexFunc(s.Capture, func(e bench.Entry) bool { return e.Key == held.key })
		s.Capture[i] = entry(held)
	default:
		if !update {
			repairs = append(repairs, "added, though its slot holds another instruction: taken as an update")
		}
		s.Delete = append(s.Delete, bench.Deletion{Key: held.key, Why: dyadmem.WhySuperseded, Evidence: evidence})
		m.gain(s, in.slot, now)
		s.Capture = append(s.Capture, entry(now))
	}
	m.report.mapped(Entries)
	for _, repair := range repairs {
		if repair != "" {
			m.report.repaired(Entries, repair)
		}
	}
}

// uncapitalised returns s as it stands inside a sentence.
func uncapitalised(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[size:])
	if unicode.IsUpper(second) { // an acronym
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}

// gain gives r a key and its slot.
func (m *mentorship) gain(s *bench.Session, slot string, r *rule) {
	m.keys++
	r.key = dyadmem.EntryKey(fmt.Sprintf("m%d", m.keys))
	m.held[slot] = r
	s.Add = append(s.Add, bench.Addition{Entry: bench.Entry{Key: r.key}})
}
