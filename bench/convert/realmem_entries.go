package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// A source is where an entry of RealMem says that it comes from: the number of
// a turn, from 1, with a copy of its text and its speaker.
type source struct {
	turn     int
	number   bool // turn could be read
	snapshot string
	role     string
}

// A snapshot of more bytes than this is worth a line in the report.
const longSnapshot = 20_000

func sourceOf(o object) source {
	var s source
	s.turn, s.number = integer(o["source_turn"])
	snapshot, _ := text(o["source_content_snapshot"])
	s.snapshot = fold(snapshot)
	s.role, _ = text(o["source_role_snapshot"])
	return s
}

// fits reports whether u may be the turn that s means, by its text.
func (s source) fits(u utterance) bool {
	said := fold(u.text)
	return s.snapshot == said || s.snapshot != "" && said != "" && (strings.Contains(said, s.snapshot) || strings.Contains(s.snapshot, said))
}

// by reports whether u has the speaker that s names.
func (s source) by(u utterance) bool {
	speaker, ok := speakerOf(s.role)
	return !ok || speaker == u.speaker
}

// find returns the turn of d that s means and how it had to be mended, or why
// there is none. A number that is one is believed unless another turn has the
// text of the snapshot; RealMem edits turns after it has copied them. A number
// that is none (0 and −1 stand for "unknown") is made good only by a turn that
// has the very text and speaker.
func (s source) find(d *dialogue) (turn dyadmem.TurnRef, repair, none string) {
	inside := s.number && 1 <= s.turn && s.turn <= len(d.turns)
	if inside {
		if u := d.turns[s.turn-1]; u.id != "" && s.by(u) && (s.snapshot == "" || s.fits(u)) {
			return u.id, "", ""
		}
	}
	for _, u := range d.turns {
		if u.id != "" && s.snapshot != "" && s.snapshot == fold(u.text) && s.by(u) {
			return u.id, "another turn has the text of the snapshot: that one", ""
		}
	}
	switch {
	case !s.number:
		return "", "", "the source turn is no number"
	case s.turn < 1:
		return "", "", fmt.Sprintf("source turn %d, which is no turn", s.turn)
	case !inside:
		return "", "", "the source turn is behind the last"
	}
	u := d.turns[s.turn-1]
	switch {
	case u.id == "":
		return "", "", "the source turn is empty"
	case !s.by(u):
		return "", "", "the source turn has neither the text of the snapshot nor its speaker"
	}
	return u.id, "the snapshot is another wording of the turn: the number holds", ""
}

// An entry is an entry of the episode: what one index of RealMem says, until
// it says something else.
type entry struct {
	key     dyadmem.EntryKey
	content string
	first   *dialogue // that states it first
	names   []useName // what queries may call it
}

// A statement is an entry as one session states it.
type statement struct {
	*entry
	memory
	evidence []dyadmem.TurnRef
	repairs  []string
}

// A useName is how RealMem says which entry a reply uses: the session of the
// entry, and its content word for word.
type useName struct{ session, content string }

// capture makes gold of the entries, session by session.
func (p *persona) capture() {
	lastUse := p.lastUses()
	current := make(map[string]*statement) // by index
	for _, d := range p.sessions {
		for _, m := range d.memories {
			st := &statement{memory: m, evidence: p.evidence(m, d)}
			if m.odd {
				st.repairs = append(st.repairs, "an object where text should be")
			}
			if len(m.source.snapshot) > longSnapshot {
				st.repairs = append(st.repairs, fmt.Sprintf("a snapshot of more than %d bytes: not kept", longSnapshot))
			}
			if m.index == "" {
				st.repairs = append(st.repairs, "no index: an entry of its own")
			}
			old := current[m.index]
			if old == nil || m.index == "" {
				p.state(d, st)
			} else {
				st = p.again(d, old, st, lastUse)
			}
			current[m.index] = st
		}
		p.write(d)
	}
}

// state makes st an entry of its own.
func (p *persona) state(d *dialogue, st *statement) {
	p.keys++
	st.entry = &entry{
		key: dyadmem.EntryKey(fmt.Sprintf("m%d", p.keys)), content: st.memory.content, first: d,
		names: []useName{{d.uuid, fold(st.memory.content)}},
	}
	d.statements = append(d.statements, st)
}

// again decides about an index that is used again: st beside old, which is
// current. It returns what is current then.
func (p *persona) again(d *dialogue, old, st *statement, lastUse map[useName]int) *statement {
	used := -1
	for _, name := range old.names {
		if n, ok := lastUse[name]; ok {
			used = max(used, n)
		}
	}
	same := fold(old.entry.content) == fold(st.memory.content)
	stated := slices.Contains(d.statements, old)
	switch {
	case same && stated:
		p.report.dropped(Entries, "its session has the index and the content already")
		old.evidence = union(old.evidence, st.evidence)
		return old
	case same:
		st.repairs = append(st.repairs, "an index with its content again: a restatement under the old key")
		st.entry = old.entry
		st.names = append(st.names, useName{d.uuid, fold(st.memory.content)})
		d.statements = append(d.statements, st)
		return st
	case used > d.index || used >= 0 && old.first == d:
		st.repairs = append(st.repairs, "an index with other content, while a later query uses the old one: both stay")
		p.state(d, st)
		return st
	case old.first == d:
		p.report.dropped(Entries, "replaced in its session by a later version of its index")
		old.memory, old.entry.content, old.names = st.memory, st.memory.content, []useName{{d.uuid, fold(st.memory.content)}}
		old.evidence = union(old.evidence, st.evidence)
		old.repairs = append(st.repairs, "an index with other content in one session: the later version, with the source of the earlier")
		return old
	}
	st.repairs = append(st.repairs, "an index with other content in a later session: a new version, the old one corrected")
	p.state(d, st)
	d.gold.Delete = append(d.gold.Delete, bench.Deletion{Key: old.key, Why: dyadmem.WhyCorrected, Evidence: st.evidence})
	return st
}

// lastUses returns for each name the last session in which a query uses it.
func (p *persona) lastUses() map[useName]int {
	uses := make(map[useName]int)
	for _, d := range p.sessions {
		for j, u := range d.turns {
			if !u.query {
				continue
			}
			for _, v := range d.used(j) {
				uses[nameUsed(v)] = d.index
			}
		}
	}
	return uses
}

// write makes gold of what d states.
func (p *persona) write(d *dialogue) {
	for _, st := range d.statements {
		p.report.mapped(Entries)
		for _, repair := range slices.Compact(slices.Sorted(slices.Values(st.repairs))) {
			p.report.repaired(Entries, repair)
		}
		kind, known := kindOf(st.memory)
		if !known {
			p.report.repaired(Entries, "an unknown type: taken as Dynamic")
		}
		e := bench.Entry{Key: st.key, Kind: kind, Content: st.memory.content, Evidence: st.evidence, Unknown: origin(struct {
			Source string `json:"source"`
			Type   string `json:"source_type"`
		}{st.index, st.label})}
		d.gold.Capture = append(d.gold.Capture, e)
		if st.first == d {
			d.gold.Add = append(d.gold.Add, bench.Addition{Entry: bench.Entry{Key: st.key}})
		}
	}
	p.statements = append(p.statements, d.statements...)
}

func (p *persona) evidence(m memory, d *dialogue) []dyadmem.TurnRef {
	p.report.read(Sources, 1)
	turn, repair, none := m.source.find(d)
	if none != "" {
		p.report.dropped(Sources, none)
		return nil
	}
	p.report.mapped(Sources)
	if repair != "" {
		p.report.repaired(Sources, repair)
	}
	return []dyadmem.TurnRef{turn}
}

// union returns a and what b has more.
func union(a, b []dyadmem.TurnRef) []dyadmem.TurnRef {
	out := slices.Clone(a)
	for _, ref := range b {
		if !slices.Contains(out, ref) {
			out = append(out, ref)
		}
	}
	return out
}

// origin returns members that say where something comes from.
func origin(members any) jsontext.Value {
	b, err := json.Marshal(members)
	if err != nil {
		panic(err) // strings alone
	}
	return b
}
