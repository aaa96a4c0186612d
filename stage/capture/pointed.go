package capture

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A span is a time that was named: a day, or the days from one to another.
type span struct {
	first, last lang.When
}

// point writes the time that "then", "those days", 那几天 or 到时候 points at in its place:
// the one named last before it, in the turn, the agent's turn before it or the user's before
// that. Where the sentence itself names it first, the words stay. A demand that hangs on such
// a time ends with it, and one for this once with the day.
func point(sentences []utterance, at time.Time) {
	for i := range sentences {
		u := &sentences[i]
		if u.pasted || u.question {
			continue
		}
		text, ends, ok := pointed(sentences[:i], u, at)
		if !ok {
			if once(u) {
				u.ends, u.once = endOfDay(at), true
			}
			continue
		}
		if text != u.text {
			aim := directiveness(u) // a time that it only points at makes it no date
			*u = u.reworded(text, at)
			u.aimed, u.aim = true, aim
		}
		u.ends = ends
	}
}

// pointed returns a sentence with the time that it points at, and when what hangs on it
// is over; ok is false if it points at none.
func pointed(before []utterance, u *utterance, at time.Time) (text string, ends time.Time, ok bool) {
	p, ok := pointerIn(u)
	if !ok {
		return "", time.Time{}, false
	}
	if named, ok := lastSpan(u.text, u.dates, p.start); ok {
		return u.text, p.end(named), true
	}
	named, ok := namedBefore(before, u, at)
	if !ok || !p.loose && len(u.dates) > 0 {
		return "", time.Time{}, false
	}
	return u.text[:p.start] + p.write(named, u.cues.Han()) + u.text[p.stop:], p.end(named), true
}

// namedBefore returns the time named last before a sentence.
func namedBefore(before []utterance, u *utterance, at time.Time) (span, bool) {
	turn := u.turn
	for _, b := range slices.Backward(before) {
		if b.pasted {
			continue
		}
		if b.turn != turn {
			if turn != u.turn {
				return span{}, false // two turns of the user's back
			}
			turn = b.turn
			if u.before != nil && u.before.turn > b.turn {
				if named, ok := lastSpan(u.before.text, lang.Whens(u.before.text, at), len(u.before.text)); ok {
					return named, true
				}
			}
		}
		if named, ok := lastSpan(b.text, b.dates, len(b.text)); ok {
			return named, true
		}
	}
	return span{}, false
}

// lastSpan returns the last of the times in a text that ends before byte end.
func lastSpan(text string, dates []lang.When, end int) (s span, ok bool) {
	n := len(dates)
	for n > 0 && dates[n-1].End > end {
		n--
	}
	if n == 0 || dates[n-1].Grain > lang.Month {
		return span{}, false
	}
	last := dates[n-1]
	if n > 1 && last.From.After(dates[n-2].From) && betweenDays.MatchString(text[dates[n-2].End:last.Start]) {
		return span{dates[n-2], last}, true
	}
	return span{last, last}, true
}

var betweenDays = gist.Compile(`^(?i: *(?:to|till?|until|through|and|-|–|—) *(?:the )?| *[到至~～] *)$`)

// A pointer is where a sentence points at a time, and how.
type pointer struct {
	start, stop int
	side        string // "before", "after", or "" for the time itself
	lead        string // the words before the time that stay: "until ", "by "
	loose       bool   // it cannot but point at a time: "by then"
}

// pointerIn returns the first pointer of a sentence.
func pointerIn(u *utterance) (pointer, bool) {
	if !gist.ContainsAny(u.cues.Folded(), pointing...) {
		return pointer{}, false
	}
	if u.cues.Han() {
		m := pointerZH.FindStringSubmatchIndex(u.text)
		if m == nil || strings.HasPrefix(u.text[m[1]:], "再说") {
			return pointer{}, false
		}
		p := pointer{start: m[2], stop: m[3], loose: true}
		switch after := group(u.text, m, 1); {
		case strings.HasSuffix(after, "前"):
			p.side = "before"
		case strings.HasSuffix(after, "后") || strings.HasSuffix(after, "起"):
			p.side = "after"
		}
		return p, true
	}
	if m := pointerEN.FindStringSubmatchIndex(u.text); m != nil {
		lead := strings.ToLower(group(u.text, m, 1))
		p := pointer{start: m[0], stop: m[1], loose: true}
		switch lead {
		case "until", "till", "before", "by":
			p.side, p.lead = "before", lead+" "
		case "after", "from", "since":
			p.side, p.lead = "after", lead+" "
		}
		return p, true
	}
	m := thenEN.FindStringSubmatchIndex(u.text)
	if m == nil || tagged[strings.ToLower(group(u.text, m, 1))] || u.cues.Has(lang.Imperative) && !u.cues.Has(lang.Negation) {
		return pointer{}, false
	}
	return pointer{start: m[4], stop: m[5]}, true
}

func group(text string, m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return text[m[2*n]:m[2*n+1]]
}

// pointing are the words of which a sentence that points at a time holds one, as folded.
var pointing = []string{" then ", " that day", " that date", " that week", " that month", " that time", " that period", " those da", " those weeks", " this period", " while i ", " while we ", "那", "到时", "届时"}

// end returns when a demand that holds at the time pointed at is over; zero where it
// holds after it.
func (p pointer) end(s span) time.Time {
	switch p.side {
	case "before":
		return s.first.Deadline()
	case "after":
		return time.Time{}
	}
	return s.last.Deadline()
}

// write writes the time that a pointer means.
func (p pointer) write(s span, han bool) string {
	if han {
		switch p.side {
		case "before":
			return s.first.Format(true) + "之前"
		case "after":
			return s.last.Format(true) + "之后"
		}
		return s.han()
	}
	switch p.side {
	case "before":
		return p.lead + s.first.Format(false)
	case "after":
		return p.lead + s.last.Format(false)
	}
	return s.english()
}

func (s span) han() string {
	if s.first.From.Equal(s.last.From) {
		return s.first.Format(true)
	}
	if sameMonth(s) {
		return fmt.Sprintf("%s到%d日", s.first.Format(true), s.last.From.Day())
	}
	return s.first.Format(true) + "到" + s.last.Format(true)
}

func (s span) english() string {
	switch {
	case !s.first.From.Equal(s.last.From) && sameMonth(s):
		return fmt.Sprintf("from %d to %s", s.first.From.Day(), s.last.Format(false))
	case !s.first.From.Equal(s.last.From):
		return "from " + s.first.Format(false) + " to " + s.last.Format(false)
	case s.first.Grain == lang.Day:
		return "on " + s.first.Format(false)
	}
	return "in " + s.first.Format(false)
}

func sameMonth(s span) bool {
	return s.first.Grain == lang.Day && s.last.Grain == lang.Day && s.first.From.Year() == s.last.From.Year() && s.first.From.Month() == s.last.From.Month()
}

// "Then" without a preposition means a time at the end of what is said only; after a
// call or an answer it concludes ("fine then").
var (
	pointerEN = gist.Compile(`\b(?i:(?:(until|till|by|before|after|from|since) (?:then|that (?:day|date|week|weekend|month))|(?:on|in|at|during|over|for|through|throughout) (?:that (?:day|date|week|weekend|month|time|period)|those (?:days|dates|weeks)|this period)|while (?:i|we)(?:['’]m|['’]re| am| are) (?:there|away|gone|off|out of town)))\b`)
	thenEN    = gist.Compile(`(?i)(\w+) (then|those days|that (?:day|week|weekend|month))[.!; ]*$`)
	tagged    = map[string]bool{
		"ok": true, "okay": true, "right": true, "fine": true, "well": true, "now": true, "but": true, "and": true, "on": true, "so": true, "alright": true, "even": true,
		"deal": true, "it": true, "sure": true, "good": true, "great": true, "go": true, "this": true, "that": true, "is": true, "one": true, "you": true,
	}
	pointerZH = gist.Compile(`(?:^|[，,；：、我你您他她们也就都但是])((?:在|到|从)?那(?:(?:几|些|两|三)?天|周|个?周末|个?月|个?时候?|段时间|段日子|阵子|阵儿)(?:里|内|之前|以前|前|之后|以后|后|起)?|在?那之[前后]|到时候?|届时)`)
)
