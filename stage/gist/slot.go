package gist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
)

// Whereabouts are where the user lives or works.
type whereabouts struct {
	Verb  string   // live or work; empty: the text says neither
	Place []string // the words that say where
}

// whereabouts returns where the text says that the user lives or works.
func (d *Digest) whereabouts() (at whereabouts) {
	if d.Stated().Subject != lang.UserSubject {
		return at
	}
	words := lang.Words(d.text)
	for i, w := range words {
		switch v := dwelling[w.Term]; {
		case at.Verb != "":
			if w.Text == "from" { // "moved from A to B": B counts
				at.Place = nil
			} else if w.Text == "to" {
				at.Place = nil
			} else if w.Text == "with" || w.Text == "as" || w.Text == "because" || w.Text == "," {
				return at
			} else if !w.Stop && !Timely[w.Term] {
				at.Place = append(at.Place, w.Term)
			}
		case strings.HasSuffix(w.Text, "'s") || w.Text == "的":
			return whereabouts{} // something of the user's
		case v == "":
		case w.Script == lang.Han && (v == "work" || utf8.RuneCountInString(w.Text) > 1 || i+1 < len(words) && strings.Contains("在到去", words[i+1].Text)) || v == "live" && i+1 < len(words) && (words[i+1].Text == "in" || words[i+1].Text == "to" || words[i+1].Text == "from" || words[i+1].Text == "at") || v == "work" && i+1 < len(words) && (words[i+1].Text == "at" || words[i+1].Text == "for"):
			at.Verb = v
			if w.Script == lang.Han && v == "work" { // 在…上班
				for _, b := range words[:i] {
					if b.Text == "在" {
						at.Place = nil
					} else if !b.Stop && !Timely[b.Term] && b.Text != "用户" {
						at.Place = append(at.Place, b.Term)
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
	Timely   = SetOf("now current currently recently again new these days today instead on just already", "现在 如今 目前 已经 了 到 在 去 又 刚 刚刚 最近 改")
)

// SlotWords returns the words of a text that tell its slot and its value.
func SlotWords(text string) []string {
	var out []string
	for _, w := range lang.Words(text) {
		if !w.Stop && !Auxiliary(w.Term) && !Timely[w.Term] && !strings.Contains(" future ahead onward 以后 今后 从 起 改用 改为 改成 改到 改在 换成 变成 提高 加到 延到 搬到 挪到 ", " "+w.Term+" ") {
			out = append(out, w.Term)
		}
	}
	return out
}

// Auxiliary reports whether a term only says how binding a rule is.
func Auxiliary(term string) bool {
	switch term {
	case "always", "alway", "should", "must", "never", "now", "一律", "总是", "现在":
		return true
	}
	return false
}

// LeadsWith reports whether two rules begin with one word of content.
func (g *Gloss) LeadsWith(o *Gloss) bool {
	a := g.Lead()
	return a != "" && a == o.Lead()
}

// leads returns the first word of content of a text.
func leads(text string) string {
	for _, w := range lang.Words(text) {
		if !w.Stop && !lang.Frame(w.Term) && !Auxiliary(w.Term) {
			return w.Term
		}
	}
	return ""
}

// unvalued returns the words of content of the text that are part of no value,
// sorted, each once.
func (d *Digest) unvalued() (out []string) {
	for _, w := range lang.Words(d.text) {
		inValue := slices.ContainsFunc(d.Values, func(v lang.Value) bool { return w.Start < v.End && v.Start < w.End && v.Kind != lang.Name })
		if !w.Stop && !inValue && !Timely[w.Term] && !lang.Frame(w.Term) && w.Script != lang.Digits && !slices.Contains(out, w.Term) {
			out = append(out, w.Term)
		}
	}
	slices.Sort(out)
	return out
}

// happened reports whether the text tells what was done.
func (d *Digest) happened() bool {
	if d.Cues.Han() {
		return strings.Contains(d.text, "了") || strings.Contains(d.text, "过")
	}
	return PastEN.MatchString(d.Cues.Folded())
}

// PastEN finds an English verb in the past, in folded text.
var PastEN = Compile(` \w{2,}ed | (?:was|were|had|did|went|got|came|took|made|gave|said|told|bought|sold|left|lost|found|met|sent|broke|ate|saw|felt|fell|ran|sat|woke|rang|wrote|heard|thought|spent|caught|flew|drove) `)

// heads returns the name that a text begins with, in lower case, "" if it begins
// with none.
func heads(text string) string {
	words := lang.Words(text)
	if len(words) == 0 {
		return ""
	}
	w := words[0]
	c, _ := utf8.DecodeRuneInString(text[w.Start:])
	switch {
	case w.Script == lang.Han && strings.HasPrefix(w.Tag, "nr"):
		return w.Text
	case w.Script == lang.Letters && !w.Stop && unicode.IsUpper(c) && !lang.Frame(w.Term) && Possessed(text, w):
		return strings.TrimSuffix(strings.ToLower(w.Text), "'s")
	}
	return ""
}

// Possessed reports whether a word at the head of an English text is a name by
// what follows it: the 's of a possessive, or a verb in the third person. A
// common noun would have its article.
func Possessed(text string, w lang.Word) bool {
	if Owning(text, w) {
		return true
	}
	next := strings.Fields(text[w.End:])
	return len(next) > 0 && (next[0] == "is" || next[0] == "has" || strings.HasSuffix(next[0], "s")) && !strings.HasSuffix(w.Text, "s")
}

// disposedIn returns what a text tells that the user no longer has, "" if nothing.
func disposedIn(text string) string {
	if m := disposedEN.FindStringSubmatch(lang.Fold(text)); m != nil {
		return m[1]
	}
	if m := disposedZH.FindStringSubmatch(text); m != nil {
		return m[1] + m[2]
	}
	return ""
}

var (
	disposedEN = Compile(` (?:sold|gave away|given away|returned|donated|scrapped|got rid of|cancelled|canceled) (?:his|her|their|the|its|a|an) ((?:[\w-]+ ){1,4}?)(?:with|to|for|on|in|at|back|and|last|this|,|\.|$)`)
	disposedZH = Compile(`(?:把|将)?([\p{Han}\w]{2,10}?)(?:卖给|卖掉|卖了|送人|转让|扔了)|(?:卖掉了|卖了|转让了|扔了)([\p{Han}\w]{2,10})`)
)

// tasteIn returns 1 for a text that tells of a liking, -1 of a dislike, and 0 of
// neither. text is folded.
func tasteIn(text string) int {
	switch {
	case dislikesEN.MatchString(text) || dislikesZH.MatchString(text):
		return -1
	case LikesEN.MatchString(text) || likesZH.MatchString(text):
		return 1
	}
	return 0
}

var (
	dislikesEN = Compile(` (?:refuses?|hates?|dislikes?|detests?|avoids?|loathes?|(?:can|could) not (?:stand|bear|eat|drink)|(?:does|do) not (?:like|eat|drink|read|want)|never (?:eats|drinks|reads)|is afraid of|is scared of) `)
	LikesEN    = Compile(` (?:enjoys?|likes?|loves?|adores?|is fond of|is keen on|now (?:eats|drinks|reads)|has taken to|no longer (?:minds|hates|fears)|is no longer (?:afraid|scared)) `)
	dislikesZH = Compile(`不喜欢|不爱|讨厌|受不了|不吃|不喝|不看|不听|^[^不]*怕`)
	likesZH    = Compile(`不怕|喜欢|爱上|爱[吃喝看听]|不讨厌|能吃|开始[吃喝看听]`)
)

// limits reports whether the text sets a most or a least.
func (d *Digest) limits() bool {
	bounded := func(v lang.Value) bool { return v.Bound != 0 && !v.Weak && v.Kind < lang.Date }
	return slices.ContainsFunc(d.Values, bounded) || limitEN.MatchString(d.Cues.Folded()) || limitZH.MatchString(d.text)
}

// limitEN and limitZH are words for the most or the least of something.
var (
	limitEN = Compile(` (?:at most|at least|no more than|no less than|maximum|minimum|limit|cap|capped|up to) `)
	limitZH = Compile(`最多|最少|至多|至少|不超过|不低于|上限|下限|限额|以内`)
)
