package recall

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// ofOtherRole reports whether the query asks about somebody by what he is to the user, and
// an entry speaks of others alone: the son's name is not the daughter's.
func (b Bearing) ofOtherRole(g *gist.Gloss) bool {
	asked, other := false, false
	for i := range b.query.Senses {
		role := lang.RoleOf(b.query.Senses[i].Text)
		if role == "" {
			continue
		}
		asked = true
		for j := range g.Senses {
			switch lang.RoleOf(g.Senses[j].Text) {
			case "":
			case role:
				return false
			default:
				other = true
			}
		}
	}
	return asked && other
}

// DoneByOthers reports whether the query asks what the user himself does or has, and an entry tells of somebody else's doing
// all that the two have in common; or the other way about: the user's allergy is not his son's. Where only some of what is asked is
// in the entry it may be meant all the same: the landlord who collects the rent tells when it is paid. Where they have nothing
// in common, it is about others if it tells of those around the user alone.
func (b Bearing) DoneByOthers(g *gist.Gloss) bool {
	self := b.self
	if self && SpeaksOfUser(g) || !self && (!b.another || len(g.Stated().Persons) > 0) {
		return false
	}
	asked := make(map[string]bool)
	for _, t := range b.query.Stated().Terms {
		asked[t.Text] = true
	}
	terms := g.Stated().Terms
	shared, others, around := 0, 0, 0
	for _, t := range terms {
		if lang.IsRole(t.Of) {
			around++
		}
		if !asked[t.Text] {
			continue
		}
		delete(asked, t.Text)
		if shared++; t.Of != "" && t.Of != lang.AgentSubject && self != (t.Of == lang.UserSubject) {
			others++
		}
	}
	if shared == 0 {
		return self && around > 0 && around == len(terms)
	}
	return others == shared && len(asked) == 0
}

// ofAnother reports whether the query asks what somebody around the user does or has, and does not speak of the user himself.
func (b Bearing) ofAnother() bool {
	return len(b.query.Stated().Persons) > 0 && !b.ask.Wants.Any(lang.PersonSlot) && !SpeaksOfUser(b.query)
}

// ofSelf reports whether the query asks what the user himself does or has: he is the one who acts in it, and nobody else is named.
func (b Bearing) ofSelf() bool {
	st := b.query.Stated()
	if len(st.Persons) > 0 || b.ask.Wants.Any(lang.PersonSlot) || !selfAsked.MatchString(b.query.Cues.Folded()) {
		return false
	}
	for _, t := range st.Terms {
		if t.Name || t.Of != "" && t.Of != lang.UserSubject {
			return false
		}
	}
	return true
}

// selfAsked finds the user where he is who acts or is told of.
var selfAsked = regexp.MustCompile(` (?:i|the user) [^']|(?:我|用户)[^的们]`)

// itself are the words for the user himself.
var itself = gist.SetOf("user i me 用户 我")

// SpeaksOfUser reports whether a text names the user himself, not only as the one whose colleague somebody is.
func SpeaksOfUser(g *gist.Gloss) bool {
	words := lang.Words(g.Entry.Content)
	for i, w := range words {
		if !itself[w.Text] || gist.Owning(g.Entry.Content, w) {
			continue
		}
		next := i + 1
		if next < len(words) && words[next].Text == "的" {
			next++
		}
		if w.Script != lang.Han || next == len(words) || lang.RoleOf(strings.TrimSpace(words[next].Text)) == "" {
			return true
		}
	}
	return false
}
