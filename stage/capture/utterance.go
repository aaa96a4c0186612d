package capture

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// An utterance is one sentence of a user's turn, read for what it does.
type utterance struct {
	turn     int    // index in the session
	text     string // the sentence, quoted speech taken out
	cues     lang.Cues
	question bool
	pasted   bool // it stands in text that the user pasted or read out
	dates    []lang.When
	words    []lang.Word
	values   func() []lang.Value
	reminded bool      // the user asks to keep it
	answers  bool      // it is a short answer, written out
	closing  bool      // it is of the last turn of the user's in a session of several
	mends    []int     // the later turns that put it right
	ends     time.Time // when a demand in it is over that hangs on a time named before; zero if on none
	once     bool      // it orders something for this one time

	alone          bool       // it is a demand that was parted from what is told before it
	lead           *utterance // the sentence before it in its turn, nil for the first
	weighed, aimed bool       // weight and aim are what salience and directiveness say
	weight, aim    float64
	heard, bid     bool     // bid is what bids says
	before         *reading // the agent's turn before, nil if there is none
	after          *reading // the agent's turn after
}

// A reading is a turn of the agent, read for how it bears on the user's.
type reading struct {
	turn  int
	text  string
	cues  lang.Cues
	terms map[string]bool
	asks  bool // it ends in a question
}

// says reports whether the sentence matches the pattern of its language: the English one
// in folded form, the Chinese one as it stands.
func (u *utterance) says(en, zh *gist.Pattern) bool { return says(u.text, u.cues, en, zh) }

// says reports the same of a turn.
func (r *reading) says(en, zh *gist.Pattern) bool { return says(r.text, r.cues, en, zh) }

func says(text string, cues lang.Cues, en, zh *gist.Pattern) bool {
	if cues.Han() {
		return zh.MatchString(text)
	}
	return en.MatchString(cues.Folded())
}

// read cuts the user's turns of a session into utterances. Tool turns and the
// agent's own words yield none.
func read(sat *gist.Sitting) []utterance {
	s := sat.Session
	var out []utterance
	readings := make(map[int]*reading)
	at := func(i int) *reading {
		if i < 0 || i >= len(s.Turns) || s.Turns[i].Speaker != dyadmem.Agent {
			return nil
		}
		if readings[i] == nil {
			readings[i] = readAgent(i, s.Turns[i].Text)
		}
		return readings[i]
	}
	for i, t := range s.Turns {
		if t.Speaker != dyadmem.User {
			continue
		}
		before, after := at(i-1), at(i+1)
		if before == nil {
			before = at(i - 2)
		}
		own, pasted := sat.Parted(i)
		closing := closes(s, i)
		for _, part := range []struct {
			text   string
			pasted bool
		}{{own, false}, {pasted, true}} {
			for _, sent := range lang.Sentences(lang.MaskQuotes(part.text)) {
				text, asked := unreminded(unannounced(introduced(untagged(unhailed(sent.Text)))))
				if _, repairs := gist.RepairOf(text); repairs {
					// what it puts right is looked for later
				} else if rest, slipped := corrected(text); slipped {
					text, asked = rest, true
				} else if rest := bidden(text); rest != "" {
					text, asked = rest, true
				}
				if sent.Question && !part.pasted {
					if rest := pleaded(text); rest != "" {
						text, sent.Question = rest, false
					}
				}
				sent.Text = text
				u := readSentence(sent, i, s.At, part.pasted, before, after)
				u.closing, u.reminded = closing, asked && !part.pasted
				out = append(out, u)
			}
		}
	}
	for i := 1; i < len(out); i++ {
		if beside(&out[i-1], &out[i]) {
			out[i].lead = &out[i-1]
		}
	}
	return out
}

// closes reports whether turn i of s is the last one of the user's in a session
// that has several: there people take their leave.
func closes(s dyadmem.Session, i int) bool {
	before := 0
	for j, t := range s.Turns {
		if t.Speaker == dyadmem.User && j > i {
			return false
		}
		if t.Speaker == dyadmem.User && j < i {
			before++
		}
	}
	return before >= closingTurns
}

const closingTurns = 4

func readSentence(sent lang.Sentence, turn int, at time.Time, pasted bool, before, after *reading) utterance {
	return utterance{
		turn: turn, text: sent.Text, cues: lang.CuesOf(sent.Text), question: sent.Question, pasted: pasted,
		dates: lang.Whens(sent.Text, at), words: lang.Words(sent.Text), before: before, after: after,
		values: sync.OnceValue(func() []lang.Value { return lang.Values(sent.Text) }),
	}
}

// reworded reads the sentence, or a part of it, in other words.
func (u *utterance) reworded(text string, at time.Time) utterance {
	w := readSentence(lang.Sentence{Text: text, Question: u.question}, u.turn, at, u.pasted, u.before, u.after)
	w.closing, w.reminded, w.answers, w.ends, w.once, w.lead, w.mends = u.closing, u.reminded, u.answers, u.ends, u.once, u.lead, u.mends
	return w
}

func readAgent(i int, text string) *reading {
	r := &reading{turn: i, text: text, cues: lang.CuesOf(text), terms: make(map[string]bool)}
	for _, t := range lang.Terms(text) {
		r.terms[t] = true
	}
	r.asks = strings.HasSuffix(strings.TrimSpace(text), "?") || strings.HasSuffix(strings.TrimSpace(text), "？")
	return r
}

// firstPerson reports whether the sentence speaks of its speaker.
func (u *utterance) firstPerson() bool {
	for _, w := range u.words {
		switch w.Text {
		case "i", "me", "my", "mine", "we", "us", "our", "i'm", "i've", "i'll", "i'd", "we're", "we've", "we'll", "myself", "我", "我们", "咱", "咱们", "俺", "自己":
			return true
		}
	}
	return false
}

// secondPerson reports whether the sentence speaks to the agent.
func (u *utterance) secondPerson() bool {
	for _, w := range u.words {
		switch w.Text {
		case "you", "your", "you're", "you've", "you'll", "yours", "你", "您", "你们":
			return true
		}
	}
	return false
}

// named reports whether the sentence holds a proper name: a capital inside an
// English sentence, or a word that the Chinese dictionary tags as a name.
func (u *utterance) named() bool {
	for i, w := range u.words {
		if named(u.text, i, w) || w.Script == lang.Han && (strings.HasPrefix(w.Tag, "ns") || w.Tag == "nt" || w.Tag == "nz") {
			return true
		}
	}
	return strings.ContainsAny(u.text, "“「《")
}

// content counts the words that say something of the topic.
func (u *utterance) content() int {
	n := 0
	for _, w := range u.words {
		if !w.Stop {
			n++
		}
	}
	return n
}

// numbers counts the numbers in the sentence, in digits or as words.
func (u *utterance) numbers() int {
	n := 0
	for _, w := range u.words {
		if w.Script == lang.Digits || w.Tag == "m" || countsEN[w.Text] {
			n++
		}
	}
	return n
}

// digits reports whether the sentence holds a number in digits or a Chinese one: an
// English word for a number says less often what is worth keeping.
func (u *utterance) digits() bool {
	return slices.ContainsFunc(u.words, func(w lang.Word) bool { return w.Script == lang.Digits || w.Tag == "m" })
}

var countsEN = gist.SetOf("two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen eighteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozen")

// echoed is the share of the sentence's content words that the agent's next
// turn takes up.
func (u *utterance) echoed() float64 {
	if u.after == nil {
		return 0
	}
	n, hit := 0, 0
	for _, w := range u.words {
		if w.Stop {
			continue
		}
		n++
		if u.after.terms[w.Term] {
			hit++
		}
	}
	return float64(hit) / float64(max(n, 1))
}

// named reports whether word i of text is a name: a capital inside an English
// sentence, a person's name in the Chinese dictionary.
func named(text string, i int, w lang.Word) bool {
	if w.Script == lang.Han {
		return strings.HasPrefix(w.Tag, "nr")
	}
	return i > 0 && w.Script == lang.Letters && !w.Stop && text[w.Start] >= 'A' && text[w.Start] <= 'Z'
}
