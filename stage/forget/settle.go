package forget

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// parts returns the things that a request names, each by itself, where it says
// that they are several ("the row and who sits where, both"; 连同), or the agent
// does; nil where it names one: "Paul and the money" is one thing.
func parts(sentence, gone string, texts []string) (out []string) {
	folded := lang.CuesOf(sentence).Folded()
	if Counted(gone) < 2 && !severalEN.MatchString(folded) && !severalZH.MatchString(folded) {
		return nil
	}
	for _, text := range texts {
		for _, part := range joinedBy.Split(text, -1) {
			if len(termsOf([]string{part})) > 0 {
				out = append(out, part)
			}
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

var (
	severalEN = gist.Compile(` (?:both|neither|either|the two|two things|them all|as well as|along with|too) `)
	severalZH = gist.Compile(`连同|连带|以及|两[件条样桩段]`)
)

// figureAsked returns, for a clause that asks for a figure without naming it ("what I
// make", 拿多少), the word for that figure: "what he gets" is his pay.
func figureAsked(text string) []string {
	folded := lang.CuesOf(text).Folded()
	switch {
	case payEN.MatchString(folded):
		return []string{lang.Stem("income")}
	case payZH.MatchString(folded):
		return []string{"收入", "提成"}
	case ageEN.MatchString(folded):
		return []string{lang.Stem("age")}
	case ageZH.MatchString(folded):
		return []string{"年龄"}
	}
	return nil
}

var (
	payEN = gist.Compile(` (?:what|how much) (?:i|we|he|she|they|my \w+|\w+) (?:makes?|brings? home|takes? home|brings? in|gets?|gets? paid|pulls? in|am paid|is paid|are paid|earns?) `)
	payZH = gist.Compile(`[拿挣赚领]多少|一个?月多少`)
	ageEN = gist.Compile(` how old `)
	ageZH = gist.Compile(`多大年?[纪岁]?|几岁|哪年生`)
)

// ownFigure reports whether a clause names something of the user's own by a
// question about it: "what I weigh", 我拿多少.
func ownFigure(text string) bool {
	folded := lang.CuesOf(text).Folded()
	if m := ownAskEN.FindStringSubmatch(folded); m != nil {
		return !tells(text) && !slices.Contains([]string{"said", "told", "mentioned", "say", "wrote", "shared"}, m[1])
	}
	return ownAskZH.MatchString(text)
}

var (
	ownAskEN = gist.Compile(` (?:what|how much|where|when|who) (?:i|we) (\w+) `)
	ownAskZH = gist.Compile(`我[^，。的]{0,4}[拿挣赚住欠借]|我[^，。,说讲提跟和告]{1,4}的(?:事|那|这)|我(?:的|家|那|这)`)
)

// ask reads what the session asks to forget: each request by itself, what it names
// part by part where by itself it means less than that, and then what is asked for
// in one turn by what the agent says of it.
func (t *Asked) ask() {
	t.requests = Requests(t.dialogue.Sitting, t.old)
	for _, r := range gist.FoundIn(t.dialogue.Sitting, "asked to forget", t.dialogue.pleas) {
		r.parts = slices.Clone(r.parts) // what follows writes into them
		from := len(t.pleas)
		for from > 0 && t.pleas[from-1].turn == r.turn {
			from--
		}
		t.find(&r, t.pleas[from:])
		t.pleas = append(t.pleas, r)
		if len(r.parts) == 0 || !r.talked && t.meant(&r) >= max(2, Counted(r.gone)) {
			continue
		}
		for k := range r.parts {
			t.find(&r.parts[k], t.pleas[from:])
			t.pleas = append(t.pleas, r.parts[k])
		}
	}
	for from := 0; from < len(t.pleas); {
		to := from
		for to < len(t.pleas) && t.pleas[to].turn == t.pleas[from].turn {
			to++
		}
		t.settle(t.pleas[from:to])
		from = to
	}
}

// meant counts the entries that r asks to forget.
func (t *Asked) meant(r *plea) (n int) {
	for i := range t.old {
		if t.asked(r, i) {
			n++
		}
	}
	return n
}

// asked reports whether r asks to forget the ith entry.
func (t *Asked) asked(r *plea, i int) bool {
	return !r.spared[i] && (r.hits[i] || t.breath(r, i))
}

// settle squares the requests of one turn with what the agent's next turn says
// of them: what it says is to stay stays; as many things go as it says, the
// best and those told in one breath first.
func (t *Asked) settle(turn []plea) {
	r := &turn[0]
	if r.gone == "" {
		return
	}
	for i := range t.old {
		told := slices.ContainsFunc(turn, func(r plea) bool { return r.tells(&r.fits[i]) })
		if len(r.kept) > 0 && !told && t.stays(r, i) {
			for n := range turn {
				turn[n].spared[i] = true
			}
		}
	}
	goes := func(i int) bool {
		return slices.ContainsFunc(turn, func(r plea) bool { return t.asked(&r, i) })
	}
	var hits, rest []int
	for i := range t.old {
		if goes(i) {
			hits = append(hits, i)
		} else if !r.spared[i] {
			rest = append(rest, i)
		}
	}
	n := Counted(r.gone)
	switch {
	case n > 0 && len(hits) > n:
		t.sort(turn, hits, hits, false)
		for _, i := range hits[n:] {
			for k := range turn {
				turn[k].spared[i] = true
			}
		}
	case n > len(hits) && len(hits) > 0:
		t.sort(turn, rest, hits, true)
		for _, i := range rest[:min(len(rest), n-len(hits))] {
			if t.rank(turn, i, hits, true) >= fillShare && !t.old[i].Entry.Kind.URAM() {
				r.hits[i] = true
			}
		}
	}
}

// rank returns how well the ith entry answers for the requests of a turn that
// mean those in hits: more where it speaks of the same as one of them, and, if
// breath is set, where it was told in one turn with one.
func (t *Asked) rank(turn []plea, i int, hits []int, breath bool) (score float64) {
	for k := range turn {
		own := turn[k].fits[i].score
		if !turn[k].hits[i] && slices.Contains(turn[k].hits, true) {
			own /= 2 // it has found what it means
		}
		if !turn[k].part && turn[k].hits[i] {
			own += rankWhole
		}
		score = max(score, own)
	}
	for _, h := range hits {
		if h != i && t.akin(t.old[i], t.old[h]) {
			score += rankAkin
		}
	}
	if breath && slices.ContainsFunc(hits, func(h int) bool { return h != i && sharesTurn(t.old[i], t.old[h]) }) {
		score += rankBreath
	}
	return score
}

// sort puts entries in the order of their ranks, the first first.
func (t *Asked) sort(turn []plea, entries, hits []int, breath bool) {
	hits = slices.Clone(hits)
	slices.SortStableFunc(entries, func(a, b int) int {
		return cmp.Compare(t.rank(turn, b, hits, breath), t.rank(turn, a, hits, breath))
	})
}

const (
	fillShare  = 0.3 // how well an entry has to answer to make up the number
	rankAkin   = 0.1 // for each that speaks of the same
	rankBreath = 0.3
	rankWhole  = 0.5 // for one that the sentence means as a whole
)

// sharesTurn reports whether two entries were told in one turn.
func sharesTurn(a, b *gist.Gloss) bool {
	return slices.ContainsFunc(a.Entry.Evidence, func(ref dyadmem.TurnRef) bool { return slices.Contains(b.Entry.Evidence, ref) })
}

// stays reports whether the agent's word for what is kept names the ith entry
// best of all, and more of it than its word for what is gone and the request do.
func (t *Asked) stays(r *plea, i int) bool {
	kept := t.weigh(t.old[i], r.kept)
	return kept > 0 && kept > t.weigh(t.old[i], r.echo) && kept > t.weigh(t.old[i], r.named) &&
		!slices.ContainsFunc(t.old, func(o *gist.Gloss) bool { return t.weigh(o, r.kept) > kept })
}

// weigh returns the weight of the words of an entry that a set holds, or a word
// that means the same.
func (t *Asked) weigh(o *gist.Gloss, set map[string]bool) (sum float64) {
	for k := range o.Senses {
		s := &o.Senses[k]
		if Light[s.Text] || lang.Light(s.Text) {
			continue
		}
		held := set[s.Text]
		for term := range set {
			if held {
				break
			}
			other := lang.SenseOf(term)
			held = s.Same(&other)
		}
		if held {
			sum += t.rarity.Weight(s.Text)
		}
	}
	return sum
}

// recent returns which of the session's own entries a request means that points
// at what was said just before ("that last bit", 刚才那句): those told in its turn,
// or else in the user's turn before; of several the one that the sentence before
// tells.
func (t *Asked) recent(r *plea) (keys []dyadmem.EntryKey) {
	if !r.last {
		return nil
	}
	for i := t.dialogue.Index[r.turn]; i >= 0 && len(keys) == 0; i-- {
		turn := t.dialogue.Session.Turns[i]
		if turn.Speaker != dyadmem.User {
			continue
		}
		best := 0.0
		for _, f := range t.fresh {
			if t.known(f.Entry.Key) || !slices.Contains(f.Entry.Evidence, turn.ID) {
				continue
			}
			share := 0.01
			for k := range f.Senses {
				if r.near[f.Senses[k].Text] {
					share += t.rarity.Weight(f.Senses[k].Text)
				}
			}
			if turn.ID != r.turn || share > best {
				if turn.ID == r.turn {
					keys = nil
				}
				keys, best = append(keys, f.Entry.Key), share
			}
		}
		if i < t.dialogue.Index[r.turn]-lastTurns {
			break
		}
	}
	return keys
}

// lastTurns is how many turns before it "the last thing" may have been said.
const lastTurns = 4

var (
	lastEN = gist.Compile(` (?:that|the|this|my) (?:very )?last (?:bit|part|thing|sentence|line|remark|comment|point|statement|message) | i (?:have )?just (?:said|told|mentioned|wrote|typed|let slip) | just now `)
	lastZH = gist.Compile(`刚才|刚刚|刚说|刚讲|方才|头先|最后那?[句段点条]|上一句|前一句`)
)

// others reports whether an entry speaks of what is somebody else's: it is about a
// person other than the user, or about something with an owner of its own.
func others(o *gist.Gloss) bool {
	s := o.Stated()
	folded := o.Cues.Folded()
	return s.Subject != lang.UserSubject && (len(s.Persons) > 0 || ownerEN.MatchString(folded) && !strings.Contains(folded, " user ")) ||
		len(s.Persons) > 0 && relativeEN.MatchString(folded) || relativeZH.MatchString(o.Entry.Content)
}

var (
	// "The user's sister …", 用户的儿子…
	ownerEN    = gist.Compile(` (?:its|his|her|their) `)
	relativeEN = gist.Compile(`^ the user 's (?:\w+ ){1,3}(?:is|are|was|were|has|have|had|\w+s|\w+ed) `)
	relativeZH = gist.Compile(`^用户的?(?:妻|丈夫|爱人|老婆|老公|父|母|爸|妈|儿|女|孩|哥|弟|姐|妹|同事|朋友|邻居|室友|表|堂|舅|姨|姑|叔|伯|侄|外|婆婆|公公|岳|嫂|前男友|前女友|老板|领导)`)
)
