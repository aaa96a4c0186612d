package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// stops reports whether the new entry has the agent stop just what the old one has it do: 晨报以后不用发了 after 每天九点发晨报,
// "no more quotes" after "end every mail with a quote".
func (p *pair) stops() bool {
	if p.old.Negated() || p.old.Entry.Kind == dyadmem.Episodic || !p.old.Ruling() || p.turns.Has(lang.Hypothesis, lang.Jest, lang.Vague) {
		return false
	}
	form := stopsEN
	if p.fresh.Cues.Han() {
		form = stopsZH
	}
	m := form.FindStringSubmatch(p.fresh.Cues.Folded())
	if m == nil {
		return false
	}
	var stopped []string
	for _, t := range lang.Terms(strings.Join(m[1:], " ")) {
		if !lang.Frame(t) && !lang.Light(t) && !gist.Timely[t] && !recurring[t] && !slices.Contains(stopped, t) {
			stopped = append(stopped, t)
		}
	}
	return len(stopped) > 0 && !slices.ContainsFunc(stopped, func(t string) bool { return !speaksOf(p.old, t) })
}

// recurring are words for how often, which the old entry may give in others.
var recurring = gist.SetOf("daily weekly monthly nightly regular morning evening", "每天 每周 每月 每晚 每日 早上 晚上 早晨")

var (
	stopsEN = gist.Compile(`^ (?:(?:and|so|ok|okay|please|from now on|the agent|you|can|should|may|,) )*(?:(?:stop|quit|drop|skip) (?:(?:the|with|with the|my) )?([\w' -]+?)|no more ([\w' -]+?)|(?:do not|no need to|need not|does not need to) ([\w' -]+?) (?:any ?more|any longer|again))(?: (?:please|thanks|any ?more|from now on|for now))*(?: [,.;!].*)?$`)
	stopsZH = gist.Compile(`^ ?(?:[^,，。]{0,4}[,，] ?)?([\p{Han}A-Za-z]{1,8}?)(?:以后|往后|从今天起|从此)?(?:都|就)?(?:不用|不必|别|不要|甭|停止|停)(?:再)?([\p{Han}]{1,4}?)(?:给?(?:我|用户))?[了啦](?: ?[,，。].*)?$`)
)
