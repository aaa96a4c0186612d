package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// givesUp reports whether the new entry tells that the user has left, sold or exchanged just
// that which the old one says is the user's: "quit Siemens, is with Bosch now" after "works at
// Siemens", 斯柯达卖了 after 开的是斯柯达.
func (p *pair) givesUp() bool {
	if !p.lasting() {
		return false
	}
	held := heldBy(p.old)
	return len(held) > 0 && slices.ContainsFunc(givenUpIn(p.fresh), func(thing []string) bool {
		return len(thing) > 0 && !slices.ContainsFunc(thing, func(t string) bool { return !slices.Contains(held, t) })
	})
}

// renews reports whether the new entry tells that what the old one gives a value of has been
// changed, and gives another: 换导师了，现在是李教授 after 导师是王教授, "changed banks, is with
// Swedbank now" after "banks with Nordea".
func (p *pair) renews() bool {
	if !p.lasting() || !stateOf(p.old) {
		return false
	}
	form := renewsEN
	if p.fresh.Cues.Han() {
		form = renewsZH
	}
	m := form.FindStringSubmatch(p.fresh.Entry.Content)
	if m == nil {
		return false
	}
	said := subjectOf(p.old.Entry.Content)
	if m := actsEN.FindStringSubmatch(p.old.Entry.Content); m != nil {
		said = append(said, lang.Terms(m[1])...) // who banks with one has it for a bank
	} else if m := usesZH.FindStringSubmatch(p.old.Entry.Content); m != nil {
		said = append(said, lang.Terms(m[1])...)
	}
	for _, thing := range m[1:] {
		terms := slices.DeleteFunc(lang.Terms(thing), func(t string) bool { return lang.Frame(t) || gist.Timely[t] })
		if len(terms) > 0 && !slices.ContainsFunc(terms, func(t string) bool { return !slices.Contains(said, t) }) {
			return true
		}
	}
	return false
}

// lasting reports whether the new entry of a pair tells something as it is, of the old one's
// person, and both are facts of the user's world.
func (p *pair) lasting() bool {
	return !p.fresh.Entry.Kind.URAM() && !p.old.Entry.Kind.URAM() && p.fresh.Entry.Kind != dyadmem.Episodic && p.old.Entry.Kind != dyadmem.Episodic &&
		!p.turns.Has(lang.Hypothesis, lang.Jest, lang.Vague) && p.fresh.Stated().Mood == lang.Asserted && !strings.Contains(p.fresh.Cues.Folded(), " will ") &&
		(p.fresh.Entry.Until.IsZero() || !p.old.Entry.Until.IsZero()) && !strangers(p.fresh.Stated().Persons, p.old.Stated().Persons) && !p.history()
}

// stateOf reports whether a text says how something stands.
func stateOf(g *gist.Gloss) bool { return !g.Past() && !g.Negated() && !g.Cues.Has(lang.Plan) }

// heldBy returns the words of content of what a text says the user has, uses, drives or works
// for; nil if it says nothing of the kind.
func heldBy(g *gist.Gloss) (out []string) {
	form := heldEN
	if g.Cues.Han() {
		form = heldZH
	}
	if m := form.FindStringSubmatch(g.Entry.Content); m != nil && stateOf(g) {
		out = lang.Terms(strings.Join(m[1:], " "))
	}
	return out
}

// givenUpIn returns the words of content of each thing that a text says is given up.
func givenUpIn(g *gist.Gloss) (out [][]string) {
	form := givenUpEN
	if g.Cues.Han() {
		form = givenUpZH
	}
	for _, m := range form.FindAllStringSubmatch(g.Entry.Content, -1) {
		for _, thing := range m[1:] {
			out = append(out, slices.DeleteFunc(lang.Terms(thing), func(t string) bool { return lang.Frame(t) || lang.Light(t) || gist.Timely[t] }))
		}
	}
	return out
}

var (
	heldEN    = gist.Compile(`^(?:[Tt]he user|I|[Tt]he user's (?:[a-z-]+ ){1,3}(?:is|are)) ?(?:works? (?:at|for)|is with|banks? with|is a member of|goes to|drives|rides|uses|plays for|is insured with)? ?(?:an? |the )?([\w.&'’-]+(?: [\w.&'’-]+){0,2})\.?$`)
	heldZH    = gist.Compile(`^(?:用户|我)(?:现在|目前|平时)?(?:在([^，。；]{2,10})(?:上班|工作|任职)|.{0,6}(?:用|开|骑)的?是?(?:一[台辆部])?([^，。；]{2,10})|的[^，。；]{1,6}是([^，。；]{2,10}))$`)
	givenUpEN = gist.Compile(`\b(?i:sold|quit|left|ditched|dumped|scrapped|binned|swapped|traded(?: in)?|replaced|cancelled|canceled|stopped using|moved on from|got rid of|resigned from|switched from) (?:(?:the|his|her|their|its|the user's) )?([\w.&'’-]+(?: [\w.&'’-]+)??)(?:,| in for| for| and| to|\.|$)`)
	givenUpZH = gist.Compile(`(?:^|[，。；])(?:用户|我)?(?:把|将)?([^，。；把将从]{2,10}?)(?:卖了|卖掉了?|扔了|不用了|退了|换掉了?|转让了)|从([^，。；]{2,10}?)(?:辞职|离职|离开|跳槽)`)
	renewsEN  = gist.Compile(`(?i)\b(?:changed|switched|swapped) (?:(?:the|his|her|their|the user's) )?([\w-]+)(?:,|:| and| again)|^(?:the user )?(?:(?:has|got) (?:an? )?)?new ([\w-]+)(?:,|:)`)
	renewsZH  = gist.Compile(`换了?个?新?([\p{Han}]{2,4}?)了?，(?:现在|如今|新的?|改|用|是)|(?:^|[，。；])(?:用户的?)?([\p{Han}]{2,6})(?:换|改|变)了，(?:现在|如今|新的?|改|用|是)`)
	actsEN    = gist.Compile(`^(?:The user|I) ([a-z]+) (?:with|at) `)
	usesZH    = gist.Compile(`^(?:用户|我)(?:现在|目前|平时)?(?:用|开|骑|住|吃)的?是?([^，。；]{2,10})$`)
)
