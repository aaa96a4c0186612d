package convert

import (
	"fmt"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// A queryLabel is what RealMem says about a query. It is kept with the question.
type queryLabel struct {
	ID       string `json:"query_id"`
	Topic    string `json:"topic"`
	Category string `json:"category_name"`
	Sessions string `json:"session_type"`
}

func labelOf(o object) queryLabel {
	var l queryLabel
	l.ID, _ = text(o["query_id"])
	l.Topic, _ = text(o["topic"])
	l.Category, _ = text(o["category_name"])
	l.Sessions, _ = text(o["session_type"])
	return l
}

// reply returns the turn that answers turn j, nil if there is none.
func (d *dialogue) reply(j int) *utterance {
	for k := j + 1; k < len(d.turns) && d.turns[k].speaker != dyadmem.User; k++ {
		if u := &d.turns[k]; u.speaker == dyadmem.Agent && u.text != "" {
			return u
		}
	}
	return nil
}

// used returns what the reply to turn j is said to use.
func (d *dialogue) used(j int) []any {
	if u := d.reply(j); u != nil && len(u.used) > 0 {
		return u.used
	}
	return d.turns[j].used
}

// nameUsed reads an element of memory_used.
func nameUsed(v any) useName {
	o, ok := v.(object)
	if !ok {
		content, _ := text(v)
		return useName{content: fold(content)}
	}
	session, _ := text(o["session_uuid"])
	content, _ := text(o["content"])
	return useName{session, fold(content)}
}

// ask makes questions of the queries.
func (p *persona) ask() {
	banks := bench.Replay(p.episode()) // banks[t] is the one before session t
	taken := make(map[string]bool)
	for t, d := range p.sessions {
		for _, u := range d.turns {
			p.report.read(Supports, len(u.used))
		}
		counted := 0 // supports of this session's queries
		for j, u := range d.turns {
			if !u.query && u.label.ID == "" {
				continue
			}
			p.report.read(Queries, 1)
			used := d.used(j)
			q, none := p.question(t, j)
			if none == "" {
				counted += len(used)
				q.Support, none = p.support(used, banks[t], t)
			}
			if none != "" {
				p.report.dropped(Queries, none)
				continue
			}
			p.report.mapped(Queries)
			if len(q.Support) < len(used) {
				p.report.repaired(Queries, "lost a part of its support")
			}
			if q.ID == "" || taken[q.ID] {
				p.report.repaired(Queries, "no id, or one that is taken: numbered")
				q.ID = fmt.Sprintf("q%d-%s", j+1, d.id)
			}
			taken[q.ID] = true
			q.Type = questionType(u.label.Category, len(q.Support))
			p.questions = append(p.questions, q)
		}
		for range sumUsed(d) - counted {
			p.report.dropped(Supports, "under no query that became a question")
		}
	}
}

func sumUsed(d *dialogue) int {
	n := 0
	for _, u := range d.turns {
		n += len(u.used)
	}
	return n
}

// question makes a question of turn j of session t, or says why it is none.
func (p *persona) question(t, j int) (q bench.Question, none string) {
	d := p.sessions[t]
	u, reply := d.turns[j], d.reply(j)
	switch {
	case !u.query:
		return q, "a query id on a turn that is not marked as a query"
	case u.text == "":
		return q, "no text"
	case reply == nil:
		return q, "no reply"
	case t == 0:
		return q, "in the first session: no bank to ask"
	case len(d.used(j)) == 0:
		return q, "its reply uses no entry"
	}
	return bench.Question{
		ID: u.label.ID, Text: u.text, Answer: reply.text,
		AskedAfter: p.sessions[t-1].id, Time: &d.at, Unknown: origin(struct {
			Source queryLabel `json:"source"`
		}{u.label}),
	}, ""
}

// support finds the entries that a reply in session t uses in the bank from
// before that session.
func (p *persona) support(used []any, bank dyadmem.Bank, t int) (keys []dyadmem.EntryKey, none string) {
	named := make(map[dyadmem.EntryKey]bool)
	for _, v := range used {
		e, exact := p.find(nameUsed(v), bank)
		switch {
		case e == nil:
			p.report.dropped(Supports, "names no entry")
			continue
		case named[e.key]:
			p.report.dropped(Supports, "named twice by one reply")
			continue
		}
		if _, ok := bank.Entry(e.key); !ok {
			p.report.dropped(Supports, "not in the bank when the query is asked")
			continue
		}
		p.report.mapped(Supports)
		if !exact {
			p.report.repaired(Supports, "names another session, or the content without its attribute")
		}
		named[e.key] = true
		keys = append(keys, e.key)
	}
	if len(keys) == 0 {
		return nil, "none of its support is in the bank when it is asked"
	}
	return keys, ""
}

// find returns the entry of that name, one in the bank if it can, and whether
// it has the very name.
func (p *persona) find(name useName, bank dyadmem.Bank) (e *entry, exact bool) {
	bare := func(content string) string { return fold(attribute.ReplaceAllString(content, "")) }
	best := 0
	for _, st := range p.statements {
		for _, n := range st.names {
			score := 0
			switch {
			case n == name:
				score = 6
			case n.content == name.content:
				score = 4
			case n.session == name.session && bare(n.content) == bare(name.content):
				score = 2
			default:
				continue
			}
			if _, ok := bank.Entry(st.key); ok {
				score++
			}
			if score > best {
				best, e = score, st.entry
			}
		}
	}
	return e, best >= 6
}

// questionType names the type that a category of RealMem stands for. Its other
// categories (Dynamic Incremental, Implicit Preference) say how the memory came
// about; there, the number of supports decides.
func questionType(category string, supports int) bench.QuestionType {
	switch strings.ToLower(category) {
	case "dynamic updating":
		return bench.Update
	case "temporal-reasoning":
		return bench.Temporal
	}
	if supports > 1 {
		return bench.MultiHop
	}
	return bench.SingleHop
}
