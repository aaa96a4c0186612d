package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// deeds are the ways to act by a rule, each a function that returns what comes
// of it, or nothing where it does not apply. They stand in the order in which
// an answer says them. Those that only work something out answer any question;
// the others need the agent to be asked for something.
var deeds = [...]struct {
	do       func(*answer) string
	reckoned bool
}{
	{(*answer).reckoned, true},
	{(*answer).moved, true},
	{(*answer).drafted, false},
}

// acts returns what comes of acting by the chosen rules.
func (a *answer) acts() []string {
	if len(a.rules()) == 0 {
		return nil
	}
	asked := a.ask.Act || a.brief.TellsCase() || gist.SpeaksForSelf(a.query.Text)
	var out []string
	for _, d := range deeds {
		if !asked && !d.reckoned {
			continue
		}
		if s := d.do(a); s != "" {
			out = append(out, s)
			a.made = true
		}
	}
	return out
}

// rules are the chosen entries that say how the agent is to work.
func (a *answer) rules() []*found {
	var out []*found
	for _, f := range a.chosen {
		if f.Ruling() {
			out = append(out, f)
		}
	}
	return out
}

// keep notes entries that an answer has acted by or said, so that it does not
// recite them as well.
func (a *answer) keep(entries ...*found) {
	if a.kept == nil {
		a.kept = make(map[*found]bool)
	}
	for _, f := range entries {
		a.kept[f] = true
	}
}

// precept writes a rule that is acted by: what it wants, without what it only
// forbids beside that. A banned wording is kept by not using
// it, and a ban by what was made.
func (a *answer) precept(f *found) string {
	if a.made && forbids(f.Entry.Content) {
		return ""
	}
	var wants []string
	parts := phrases(strings.TrimRight(f.Entry.Content, " .。"))
	for _, p := range parts {
		if !forbids(p) && !(ban.MatchString(p) && quotes(p)) && !(a.wrote && leavesOut.MatchString(p)) {
			wants = append(wants, p)
		}
	}
	switch {
	case len(wants) == len(parts):
		return a.say(f)
	case len(wants) > 0:
		return a.subjectless(a.joined(wants))
	case quotes(f.Entry.Content) && len(a.chosen) > 1, a.wrote:
		return ""
	}
	if m := bannedWith.FindStringSubmatch(f.Entry.Content); m != nil {
		return "Without " + m[1]
	}
	return a.say(f)
}

// bannedWith is a ban of a way to do something: it is done without that.
var bannedWith = regexp.MustCompile(`(?i)^(?:don't|do not|never) .* with (.+)$`)

func (a *answer) comma() string {
	if a.han {
		return "，"
	}
	return ", "
}

// forbids reports whether a part of a rule says only what is not to be done.
func forbids(part string) bool { return forbidding.MatchString(strings.TrimSpace(part)) }

var forbidding = regexp.MustCompile(`(?i)^(?:and |but |or )?(?:not|never|no|don't|do not|without|instead of|rather than|avoid)\b|^(?:也)?(?:不|别|勿|而不|而非|避免|禁止)|也不(?:叫|用|要|说|写)|^(?:[对给向在跟回和用]|写给)\p{Han}{1,8}?(?:不要?|别|勿|不得)(?:再)?(?:说|叫|写|提|报|用|给|出现|透露|带|发)`)

// banEnds finds a ban at the end of what stands before a verb.
var banEnds = regexp.MustCompile(`(?i)(?:不要?|别|勿|never|not|don't) ?$`)

// fact is the nearest chosen entry that is no rule.
func (a *answer) fact() *found {
	for _, f := range a.chosen {
		if !f.Ruling() {
			return f
		}
	}
	return nil
}

// denies reports whether a text says that something is not so, not allowed, or
// over or put off.
func denies(text string) bool {
	cues := lang.CuesOf(text)
	return cues.Has(lang.Negation) || cues.Has(lang.Ended) || off.MatchString(cues.Folded())
}

var off = regexp.MustCompile(` (?:avoids?|refus\w+|deferred|postponed|cancell?ed|called off|calls off|put off|fell through|falls through|scrapped|refunded|rejects?|rejected|declined|banned|forbidden|left out|kept free|reserved|blocked) |推迟|取消|改期|作罢|告吹|泡汤|黄了|退了|退掉|谢绝|禁`)

// halves parts a statement where it turns: "butter but not milk".
func halves(s string) []string {
	var out []string
	for _, p := range phrases(s) {
		out = append(out, turns.Split(p, -1)...)
	}
	return out
}

var turns = regexp.MustCompile(` but |但是?|而`)

// leavesOut begins what is to be left out: 不写…, "never give …".
var leavesOut = regexp.MustCompile(`(?i)(?:不要?|别|勿|不得|不许|避免)(?:再)?(?:说|写|提|报|出现|带|给|透露|列|标|用|发|讲|含|放)|没有|\b(?:never|no|without|leave[sd]? out|omit(?:s|ted)?|avoid(?:s|ed)?|do(?:es)? not|don't|doesn't|not)\b`)

// ban forbids, wherever it stands.
var ban = regexp.MustCompile(`(?i)不(?:要|能|推荐|买|选|用|收|碰|吃|喝|穿)|别|避开|\b(?:never|no|not|don't|avoids?|without|except)\b`)

// bearsOn reports whether a rule is among those that the question is about: of
// a handful each is, of more those that are as near as the nearest.
func (a *answer) bearsOn(f *found) bool {
	if !a.many() {
		return true
	}
	best := 0.0
	for _, r := range a.rules() {
		best = max(best, r.score)
	}
	return f.score >= 0.75*best
}
