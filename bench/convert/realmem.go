package convert

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// RealMem converts the personas of RealMem, a file each, into an episode each.
//
// Its sessions are put in the order of their dates (those of one date stay as
// they stand). Its memory entries become the captured gold, with the turn that
// they say they come from. A query inside a session becomes a question that is
// asked after the session before it, at the time of its own session; its
// answer is the assistant's reply and its support the entries that the reply
// is said to use, as far as the bank has them then. There is no rubric.
//
// An index that is used again is a new version of its entry:
//   - in the same session, the later version replaces the earlier one and keeps
//     its source; it is one entry;
//   - in a later session, with the same content, it restates the entry;
//   - in a later session, with other content, it is a new entry, and the old one
//     is deleted as corrected.
//
// But where a later query still uses the old version, both stay.
//
// RealMem edits entries of early sessions with what later ones say, so some
// gold of it knows more than its session; that is left as it is.
func RealMem(ctx context.Context, in *Input, out *bench.Writer) (*Report, error) {
	r := newReport("realmem",
		"an answer has no rubric and stays unjudged without a model; kinds are told by rules (see the documentation of kindOf)",
		"some entries hold what later sessions say: RealMem edits them afterwards")
	seen := make(map[string]int)
	err := in.each(ctx, r, func(file string, root object) (bool, error) {
		dialogues, ok := root["dialogues"].([]any)
		if !ok || len(dialogues) == 0 {
			return false, nil
		}
		name := file
		if meta, ok := root["_metadata"].(object); ok {
			if s, _ := text(meta["person_name"]); strings.TrimSpace(s) != "" {
				name = strings.TrimSpace(s)
			}
		}
		p := &persona{report: r, name: name}
		if p.read(dialogues); len(p.sessions) == 0 {
			return false, nil
		}
		seen[name]++
		if n := seen[name]; n > 1 {
			r.repaired(Files, "a person seen before: the episode is numbered")
			p.name = fmt.Sprintf("%s-%d", name, n)
		}
		p.sort()
		p.capture()
		p.ask()
		r.Episodes++
		return true, out.Write(p.episode())
	})
	if err != nil {
		return r, fmt.Errorf("convert realmem: %w", err)
	}
	return r, r.Check()
}

// A persona is a file of RealMem on its way to an episode.
type persona struct {
	report     *Report
	name       string
	sessions   []*dialogue
	keys       int
	statements []*statement
	questions  []bench.Question
}

// A dialogue is a session of RealMem.
type dialogue struct {
	source   string // session_identifier
	uuid     string
	when     string // current_time
	at       bench.Time
	repairs  []string
	turns    []utterance // empty ones too, for sources count them
	memories []memory

	index      int // in the order of time
	id         string
	statements []*statement
	gold       bench.Session
}

// An utterance is a turn of RealMem. One without an id is empty and left out.
type utterance struct {
	id      dyadmem.TurnRef
	speaker dyadmem.Speaker
	text    string
	query   bool
	label   queryLabel
	used    []any // memory_used
}

// A memory is an entry of RealMem, as its session has it.
type memory struct {
	index, label, content string
	odd                   bool // its content is no text
	source                source
}

// read takes the sessions out of a file.
func (p *persona) read(dialogues []any) {
	p.report.read(Sessions, len(dialogues))
	for _, v := range dialogues {
		o, ok := v.(object)
		if !ok {
			p.report.dropped(Sessions, "no object")
			continue
		}
		d := &dialogue{}
		d.source, _ = text(o["session_identifier"])
		d.uuid, _ = text(o["session_uuid"])
		d.when, _ = text(o["current_time"])
		p.readTurns(d, list(o["dialogue_turns"]))
		for _, v := range list(o["extracted_memory"]) {
			p.report.read(Entries, 1)
			if m, ok := readMemory(v); ok {
				d.memories = append(d.memories, m)
			} else {
				p.report.dropped(Entries, "no content")
			}
		}
		p.sessions = append(p.sessions, d)
		p.report.mapped(Sessions)
	}
}

func (p *persona) readTurns(d *dialogue, turns []any) {
	p.report.read(Turns, len(turns))
	previous := dyadmem.Agent
	for _, v := range turns {
		o, ok := v.(object)
		if !ok {
			o = object{"content": v}
		}
		u := utterance{used: list(o["memory_used"]), query: yes(o["is_query"]), label: labelOf(o)}
		content, asText := text(o["content"])
		u.text = strings.TrimSpace(content)
		name, _ := text(o["speaker"])
		speaker, known := speakerOf(name)
		if !known { // people take turns
			speaker = dyadmem.User
			if previous == dyadmem.User {
				speaker = dyadmem.Agent
			}
		}
		u.speaker, previous = speaker, speaker
		if u.text == "" {
			p.report.dropped(Turns, "empty")
		} else {
			u.id = "pending"
			p.report.mapped(Turns)
			if !ok || !asText {
				p.report.repaired(Turns, "an object where text should be")
			}
			if !known {
				p.report.repaired(Turns, "no known speaker: the other one of the turn before")
			}
		}
		d.turns = append(d.turns, u)
	}
}

// speakerOf reads the name of a speaker, and reports whether it is known.
func speakerOf(name string) (dyadmem.Speaker, bool) {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "user", "human":
		return dyadmem.User, true
	case "assistant", "ai", "agent", "bot":
		return dyadmem.Agent, true
	case "tool", "function", "system":
		return dyadmem.Tool, true
	}
	return "", false
}

func readMemory(v any) (memory, bool) {
	o, ok := v.(object)
	if !ok {
		o = object{"content": v}
	}
	content, asText := text(o["content"])
	m := memory{content: strings.TrimSpace(content), odd: !ok || !asText, source: sourceOf(o)}
	m.index, _ = text(o["index"])
	m.label, _ = text(o["type"])
	return m, m.content != ""
}

// sort dates the sessions, puts them in the order of time and names them.
func (p *persona) sort() {
	for _, d := range p.sessions {
		d.at, d.repairs = readDate(d.when)
	}
	// A session without a date is held with the one before it, the first with
	// the first that has one.
	last := bench.At(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))
	for _, d := range p.sessions {
		if !d.at.IsZero() {
			last = d.at
			break
		}
	}
	var latest time.Time
	for _, d := range p.sessions {
		if d.at.IsZero() {
			d.at = last
			d.repairs = append(d.repairs, "no readable date: that of the session before it")
		}
		last = d.at
		if d.at.Before(latest) {
			d.repairs = append(d.repairs, "out of order: put where its date belongs")
		} else {
			latest = d.at.Time
		}
		for _, repair := range d.repairs {
			p.report.repaired(Sessions, repair)
		}
	}
	slices.SortStableFunc(p.sessions, func(a, b *dialogue) int { return a.at.Compare(b.at.Time) })
	for i, d := range p.sessions {
		d.index, d.id = i, fmt.Sprintf("s%03d", i+1)
		d.gold = bench.Session{ID: d.id, Time: d.at, Turns: []bench.Turn{}, Unknown: origin(struct {
			Source string `json:"source"`
		}{d.source})}
		for j := range d.turns {
			if u := &d.turns[j]; u.id != "" {
				u.id = dyadmem.TurnRef(fmt.Sprintf("%s.%d", d.id, j+1))
				d.gold.Turns = append(d.gold.Turns, bench.Turn{ID: u.id, Speaker: u.speaker, Text: u.text})
			}
		}
	}
}

// episode puts everything together.
func (p *persona) episode() *bench.Episode {
	e := &bench.Episode{
		Schema: bench.EpisodeSchema, ID: "realmem-" + p.name, Lang: "en", Focus: bench.UserFocus, Domain: "other",
		Agent: bench.Party{ID: "assistant"}, User: bench.Party{ID: p.name},
		Questions: p.questions,
	}
	if e.Questions == nil {
		e.Questions = []bench.Question{}
	}
	for _, d := range p.sessions {
		e.Sessions = append(e.Sessions, d.gold)
	}
	return e
}
