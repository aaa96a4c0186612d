package capture

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// eventSigns weighs whether a sentence tells what came of the session: what
// the user did, got or decided, what the session was opened for, and what was
// settled in it.
var eventSigns = []sign{
	{"outcome", 1, cue(lang.Outcome)},
	{"settled", 0.7, func(u *utterance) bool {
		return u.cues.Has(lang.Accept) && u.before != nil && u.before.cues.Has(lang.Propose)
	}},
	{"first person", 0.4, (*utterance).firstPerson},
	{"change", 0.4, cue(lang.Change)},
	{"ended", 0.3, cue(lang.Ended)},
	{"dated", 0.3, func(u *utterance) bool { return len(u.dates) > 0 }},
	{"echoed", 0.3, func(u *utterance) bool { return u.echoed() >= 0.25 }},
	{"short", -0.6, func(u *utterance) bool { return u.content() <= 3 }},
	{"standing", -0.5, cue(lang.Standing, lang.Form)},
	{"vague", -0.4, cue(lang.Vague, lang.Reported)},
	{"chat", -0.7, cue(lang.Chat)},
}

// eventful is the least weight of the sentence that an episode is told by, and
// alone that of the only one, opening what the first turn of a session has besides.
const (
	eventful = 1.9
	alone    = 2.5 // where no second turn tells of it
	opening  = 0.5

	episodeRunes = 150
)

// episode captures what happened in the session, under its day: the sentence
// that tells it best, and one more of another turn where that tells much too. What
// is so from then on is told by its fact alone, and so is what has its day in it.
func (c *capture) episode(kept []*utterance) {
	type telling struct {
		u     *utterance
		score float64
	}
	var all []telling
	for _, u := range kept {
		if u.question || u.cues.Has(lang.Request, lang.Forget) || utf8.RuneCountInString(u.text) > episodeRunes {
			continue
		}
		t := telling{u: u}
		for _, s := range eventSigns {
			if s.holds(u) {
				t.score += s.weight
			}
		}
		if u.turn <= 1 {
			t.score += opening
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b telling) int { return cmp.Compare(b.score, a.score) })
	if len(all) == 0 || all[0].score < eventful {
		return
	}
	told := []*utterance{all[0].u}
	for _, t := range all[1:] {
		if t.score >= eventful && t.u.turn != all[0].u.turn {
			told = append(told, t.u)
			break
		}
	}
	if len(told) == 1 && all[0].score < alone {
		return // what one turn tells is captured as such
	}
	slices.SortStableFunc(told, func(a, b *utterance) int { return cmp.Compare(a.turn, b.turn) })
	var parts []string
	var turns []int
	for _, u := range told {
		parts = append(parts, c.rewrite(u.text))
		turns = append(turns, u.turn)
	}
	if len(told) == 1 && told[0].becomes() && c.holds(parts[0]) {
		return
	}
	c.add(dyadmem.Episodic, onDay(c.session.At, unit(told), parts), time.Time{}, turns...)
}

// becomes reports whether a sentence says what is so now ("it has moved to Tuesday"), or
// names the day: there the day of the session adds nothing.
func (u *utterance) becomes() bool {
	if len(u.dates) > 0 {
		return true
	}
	return u.says(becomesEN, becomesZH)
}

var (
	becomesEN = gist.Compile(` (?:is|are|am) | (?:moved|moves|changed|switched|shifted|postponed|brought forward|put off|put back) (?:[\w'-]+ ){0,4}to `)
	becomesZH = gist.Compile(`是|[改换变搬调移挪][成到为住至]`)
)

// holds reports whether an entry of the session's tells a sentence whole.
func (c *capture) holds(told string) bool {
	return slices.ContainsFunc(c.entries, func(e dyadmem.Entry) bool {
		return strings.Contains(dyadmem.Normalize(e.Content), dyadmem.Normalize(told))
	})
}

// onDay tells what happened on a day.
func onDay(at time.Time, us unit, parts []string) string {
	text := us.joined(parts)
	if len(us[0].dates) > 0 {
		return text // it says when
	}
	if us[0].cues.Han() {
		return at.Format("2006年1月2日") + text
	}
	if rest, ok := strings.CutPrefix(text, "The user "); ok {
		text = "the user " + rest
	}
	return at.Format("On 2 January 2006 ") + text
}
