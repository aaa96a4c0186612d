package stage

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// retakes reports whether the new entry of a pair fills the slot of the old one
// with something else: both say where the user lives, or where the user works
// and the new one tells of a change; or they are one text but for one part,
// and the user's words tell of a change ("use the plain template instead").
func (p *pair) retakes() bool {
	if p.fresh.entry.Kind == dyadmem.Episodic || p.old.entry.Kind == dyadmem.Episodic || p.turns.Has(lang.Vague, lang.Hypothesis, lang.Jest) ||
		p.fresh.cues.Has(lang.Plan) && !settledIn(p.fresh.cues) || !p.fresh.entry.Until.IsZero() && p.old.entry.Until.IsZero() {
		return false
	}
	fresh := p.fresh.entry.Content
	if strings.Contains(fresh, " may ") || p.fresh.stated().Mood != lang.Asserted {
		return false
	}
	changed := p.fresh.cues.Has(lang.Change, lang.Ended) || p.turns.Has(lang.Repair)
	if is := p.fresh.place(); is.verb != "" {
		was := p.old.place()
		return is.verb == was.verb && (is.verb == "live" || changed) && len(is.place) > 0 && len(was.place) > 0 && !meet(is.place, was.place)
	}
	if !changed || p.bothAdded() {
		return false
	}
	a, b := p.fresh.slot(), p.old.slot()
	same := 0 // the words that begin and end both
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	a, b = a[same:], b[same:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
		same++
	}
	// what a preposition names is where the rule holds, not what it demands
	return same >= 2 && len(a) == 1 && len(b) == 1 && !slices.Contains(slotWords(adjunct(fresh)), a[0])
}

func settledIn(c lang.Cues) bool { return c.Has(lang.Outcome, lang.Trait) }

// Whereabouts are where the user lives or works.
type whereabouts struct {
	verb  string   // live or work; empty: the text says neither
	place []string // the words that say where
}

// whereabouts returns where text, which d is of, says that the user lives or works.
func (d *digest) whereabouts(text string) (at whereabouts) {
	if d.stated().Subject != lang.UserSubject {
		return at
	}
	words := lang.Words(text)
	for i, w := range words {
		switch v := dwelling[w.Term]; {
		case at.verb != "":
			if w.Text == "from" { // "moved from A to B": B counts
				at.place = nil
			} else if w.Text == "to" {
				at.place = nil
			} else if w.Text == "with" || w.Text == "as" || w.Text == "because" || w.Text == "," {
				return at
			} else if !w.Stop && !timely[w.Term] {
				at.place = append(at.place, w.Term)
			}
		case strings.HasSuffix(w.Text, "'s") || w.Text == "的":
			return whereabouts{} // something of the user's
		case v == "":
		case w.Script == lang.Han && (v == "work" || utf8.RuneCountInString(w.Text) > 1 || i+1 < len(words) && strings.Contains("在到去", words[i+1].Text)) || v == "live" && i+1 < len(words) && (words[i+1].Text == "in" || words[i+1].Text == "to" || words[i+1].Text == "from" || words[i+1].Text == "at") || v == "work" && i+1 < len(words) && (words[i+1].Text == "at" || words[i+1].Text == "for"):
			at.verb = v
			if w.Script == lang.Han && v == "work" { // 在…上班
				for _, b := range words[:i] {
					if b.Text == "在" {
						at.place = nil
					} else if !b.Stop && !timely[b.Term] && b.Text != "用户" {
						at.place = append(at.place, b.Term)
					}
				}
				return at
			}
		}
	}
	return at
}

var (
	dwelling = map[string]string{"live": "live", "resid": "live", "move": "live", "relocat": "live", "work": "work", "住": "live", "住在": "live", "居住": "live", "搬": "live", "搬到": "live", "搬去": "live", "定居": "live", "上班": "work", "工作": "work", "任职": "work", "就职": "work"}
	timely   = setOf("now current currently recently again new these days today instead on just already", "现在 如今 目前 已经 了 到 在 去 又 刚 刚刚 最近 改")
)

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
}

// slotWords returns the words of a text that tell its slot and its value.
func slotWords(text string) []string {
	var out []string
	for _, w := range lang.Words(text) {
		if !w.Stop && !auxiliary(w.Term) && !timely[w.Term] && !strings.Contains(" future ahead onward 以后 今后 从 起 改用 改为 改成 改到 改在 换成 变成 提高 加到 延到 搬到 挪到 ", " "+w.Term+" ") {
			out = append(out, w.Term)
		}
	}
	return out
}

// turned reports whether two texts name the same persons in another order: who
// owes whom, and what was before what, is not told by the words alone.
func turned(a, b string) bool {
	x, y := parties(a), parties(b)
	x = slices.DeleteFunc(x, func(n string) bool { return !slices.Contains(y, n) })
	y = slices.DeleteFunc(y, func(n string) bool { return !slices.Contains(x, n) })
	return !slices.Equal(x, y)
}

// parties returns who and what is named in a text, each once, in order.
func parties(text string) (out []string) {
	for i, w := range lang.Words(text) {
		name := w.Script == lang.Letters && text[w.Start] >= 'A' && text[w.Start] <= 'Z' && (i == 0 || !w.Stop) ||
			w.Script == lang.Han && (strings.HasPrefix(w.Tag, "nr") || strings.HasPrefix(w.Tag, "ns")) ||
			dyadic(strings.TrimSuffix(w.Text, "'s"))
		if term := strings.TrimSuffix(w.Term, "'s"); name && !slices.Contains(out, term) {
			out = append(out, term)
		}
	}
	return out
}
