package forget

import (
	"math"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A Sign is something that speaks for or against a reading, by name.
type Sign struct {
	Name  string
	Value float64
}

// Signs are those of one thing, in their order: a sum of floats depends on it.
type Signs []Sign

func (s *Signs) put(name string, value float64) { *s = append(*s, Sign{name, value}) }

func (s *Signs) has(name string, ok bool) {
	value := 0.0
	if ok {
		value = 1
	}
	s.put(name, value)
}

// A sort of sentence is known by examples of it and of what it is not.
type sort struct{ yes, no []*lang.Gist }

func sortOf(yes, no string) sort {
	read := func(texts string) (out []*lang.Gist) {
		for t := range strings.SplitSeq(texts, "|") {
			out = append(out, gist.GistIn(t))
		}
		return out
	}
	return sort{read(yes), read(no)}
}

// near returns how much nearer a text lies to what is meant than to what is not: by the three
// nearest examples of each.
func (k *sort) near(g *lang.Gist) float64 { return nearestOf(g, k.yes) - nearestOf(g, k.no) }

func nearestOf(g *lang.Gist, examples []*lang.Gist) float64 {
	a, b, c := -1.0, -1.0, -1.0
	for _, p := range examples {
		switch x := float64(g.Dot(p)); {
		case x > a:
			a, b, c = x, a, b
		case x > b:
			b, c = x, b
		case x > c:
			c = x
		}
	}
	return (a + b + c) / 3
}

// A likeness is how near the nearest clause of a turn lies to each sort.
type likeness [sorts]float64

func (t *turn) readLikeness() likeness {
	l := likeness{asking: -0.3, telling: -0.3, askingBack: -0.3}
	for i := range t.sentences {
		text := t.sentences[i].text
		for _, c := range append(clauseMarks.Split(text, -1), text) {
			if len(c) <= 2 {
				continue
			}
			g := gist.GistIn(c)
			for k := range l {
				if (k == asking) == t.user {
					l[k] = max(l[k], known[k].near(g))
				}
			}
		}
	}
	return l
}

// The sorts of sentence that are known: the first is the user's, the others the agent's.
const (
	asking = iota
	telling
	askingBack
	sorts
)

var known = [sorts]sort{
	asking: sortOf(`Forget what I told you about that.|Please delete it from your memory.|I would rather you did not know that.|Pretend I never said it.|Take that out of your notes.|You never heard that from me.|I don't want that kept.|I shouldn't have told you that.|Wipe everything you have on it.|Let it never have been said.|Get rid of it.|That one can go too.|请忘掉我说的那件事。|把它从你的记忆里删掉。|就当我没说过。|那件事你别留着了。|我不该告诉你的，抹掉吧。|都别记了。|那些话收回。|你就当没听过。|那条去掉。|别存在你那里。`,
		`Remind me of the appointment tomorrow.|What do you think of it?|Please write the message for me.|Make it shorter.|I bought a new one yesterday.|Thanks, that helps.|Don't forget the meeting.|Let's do that then.|Put it on the list.|Keep it as it is.|It costs more now.|He said he would come.|明天提醒我。|你觉得怎么样？|帮我写一下。|改短一点。|昨天买了一个新的。|好的，谢谢。|别忘了开会。|那就这样。|记下来。|照旧。|现在涨价了。|他说他会来。`),
	telling:    sortOf(`It is gone from my notes.|Deleted.|I have forgotten it.|Both are out.|Removed; nothing of that remains.|I no longer know anything about it.|Erased, the rest stays.|Never heard of it.|Wiped. I won't bring it up again.|Taken out.|已经删掉了。|抹掉了，不会再提。|都不留了。|忘了。|没有这回事。|去掉了，其他照旧。|清掉了。|不存了。`, otherAnswers),
	askingBack: sortOf(`Do you mean that I should forget it?|Which of them should go?|Shall I take that out?|So that goes and the rest stays?|What should I remove?|All of it?|您是指那件事吗？|要删掉哪一条？|要我去掉吗？|那条去掉，其他留着，对吗？|都抹掉吗？`, otherAnswers),
}

const otherAnswers = `Noted.|I'll remember that.|Here is a draft.|The appointment is on Monday.|Shall I add it?|That stays as it is.|Good luck.|How did it go?|I changed it to five.|记下了。|我记住了。|这是草稿。|周一提醒您。|要加上吗？|照旧。|祝你顺利。|怎么样？|改成五点了。`

// standing returns what speaks for the user's turns from first to last being a request that
// stands: what they say themselves, the agent's turn before the last, and the agent's answer.
func (sc *scene) standing(first, last int) (out Signs) {
	u, ask := &turn{user: true}, -0.3
	for k := first; k <= last; k += 2 {
		u.sentences = append(u.sentences, sc.turns[k].sentences...)
		ask = max(ask, sc.turns[k].likeness()[asking])
	}
	p, n, opening := sc.agentAt(last-1), sc.agentAt(last+1), &sentence{}
	if len(n.sentences) > 0 {
		opening = &n.sentences[0]
	}
	asks := u.any(func(s *sentence) bool { return s.forgets && !s.reported && !s.question })
	erases := u.any(func(s *sentence) bool { return s.erases && !s.reported && !s.hyp && !s.thing })
	told := u.any(func(s *sentence) bool { return s.tells || s.points || s.private || s.whole && s.erases })
	gone, back := n.tellsGone(), p.asksBack()
	offers := p.any(func(s *sentence) bool { return s.question && s.offers })
	affirmed := len(sc.turns[last].sentences) > 0 && affirms(sc.turns[last].sentences[0].text)
	means := func(s *sentence) bool { return s.question && youMean.MatchString(s.folded) }
	text, answer := u.line(), n.likeness()
	folded := lang.Fold(text)

	out.has("it asks to forget", asks)
	out.has("it erases", erases)
	out.has("a word of erasing", u.any(func(s *sentence) bool { return s.erases }))
	out.has("a thing is erased", u.any(func(s *sentence) bool { return s.erases && s.thing }))
	out.has("a question erases", u.any(func(s *sentence) bool { return s.erases && s.question }) && !u.any(func(s *sentence) bool { return s.erases && !s.question }))
	out.has("it speaks of telling", u.any(func(s *sentence) bool { return s.tells }))
	out.has("all of it", u.any(func(s *sentence) bool { return s.whole }))
	out.has("it speaks of a memory", u.any(func(s *sentence) bool { return s.memory }))
	out.has("it supposes or jests", u.any(func(s *sentence) bool { return s.hyp }))
	out.has("it refuses", u.any(func(s *sentence) bool { return s.refuses }))
	out.has("something stays", u.any(func(s *sentence) bool { return s.keeps }))
	out.has("it wishes", wishEN.MatchString(folded) || wishZH.MatchString(text))
	out.put("its length", math.Log(float64(1+u.words())))
	out.put("its gist", ask)
	out.has("it says yes", affirmed)
	out.has("several turns", last > first)

	out.has("an offer before", offers)
	out.has("asked back before", back)
	out.has("you mean, before", p.any(means))
	out.has("an offer taken", (offers || back) && affirmed)
	out.put("the gist before", p.likeness()[askingBack])

	out.has("the agent tells that it is gone", gone)
	out.has("it begins with that", opening.gone && !opening.question)
	out.has("it begins in a few words", len(n.sentences) > 0 && opening.words <= 4 && !opening.question)
	out.has("it speaks of its memory", n.any(func(s *sentence) bool { return s.memory }))
	out.has("it asks back", n.asksBack())
	out.has("it ends with a question", len(n.sentences) > 0 && n.sentences[len(n.sentences)-1].question)
	out.has("it tells what stays", n.any(func(s *sentence) bool { return s.keeps }))
	out.has("you mean, after", n.any(means))
	out.put("the length of the answer", math.Log(float64(1+n.words())))
	out.has("no answer", len(n.sentences) == 0)
	out.has("the user's own verb, done", echoes(u, n))
	out.put("the gist of the answer", answer[telling])
	out.put("its gist as a question", answer[askingBack])

	out.has("erased and gone", (erases || asks) && gone)
	out.has("told, erased and gone", (erases || asks) && gone && told)
	out.put("both gists", ask*answer[telling])
	return out
}

var (
	wishEN = gist.Compile(` (?:i would rather|i would like|i want|i wish|let us|could you|can you|please|better if|would you) `)
	wishZH = gist.Compile(`别|莫|甭|不要|不许|不消|就当|权当|全当|请|麻烦|帮我|给我|你替|你给|您给|把`)
)

// echoes reports whether the agent answers with the user's own verb, as done: "lose it" –
// "Lost."; 吹掉 – 吹掉了.
func echoes(u, n *turn) bool {
	if len(n.sentences) == 0 {
		return false
	}
	clauses := clauseMarks.Split(n.sentences[0].text, -1)
	for len(clauses) > 1 && fillerZH.MatchString(clauses[0]) {
		clauses = clauses[1:]
	}
	first := strings.TrimSpace(clauses[0])
	if lang.IsHan(first) {
		m := doneVerbZH.FindStringSubmatch(first)
		return m != nil && strings.Contains(u.line(), m[1])
	}
	words := lang.Words(first)
	if len(words) > 4 {
		return false
	}
	said := make(map[string]bool)
	for _, w := range lang.Words(u.line()) {
		said[w.Term] = true
	}
	for _, w := range words {
		if said[w.Term] && !w.Stop && w.Term != w.Text {
			return true
		}
	}
	return false
}

var (
	fillerZH   = gist.Compile(`^(?:好的?|行|嗯|明白|中|成|要得|可以)$`)
	doneVerbZH = gist.Compile(`^(?:好|都|全|已经?|那就?|一起|两样|两条)*(?:都|全|已|就)?(\p{Han})(?:掉|除|去|走|出来|干净|下)?(?:好|光)?了`)
)
