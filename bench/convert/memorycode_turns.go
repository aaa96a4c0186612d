package convert

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

var speakerLabel = regexp.MustCompile(`^\s*([\p{L}][^:\n]{0,30}?)\s*:\s*(.*)$`)

// turns splits the text of a session at the names of mentor and mentee. A
// paragraph without a name goes on with the turn before it; what is in brackets
// describes the scene and is no turn.
func (m *mentorship) turns(session, said string) []bench.Turn {
	turns := []bench.Turn{}
	for _, line := range strings.Split(said, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		m.report.read(Turns, 1)
		speaker, words, mended := m.speaker(line)
		switch {
		case speaker == "" && sceneOnly(line):
			m.report.dropped(Turns, "a description of the scene, or a line of signs")
			continue
		case speaker == "" && len(turns) == 0:
			m.report.dropped(Turns, "no speaker, and no turn before it")
			continue
		case speaker == "":
			turns[len(turns)-1].Text += "\n" + line
			m.report.mapped(Turns)
			m.report.repaired(Turns, "no speaker: joined to the turn before it")
			continue
		case words == "":
			m.report.dropped(Turns, "empty")
			continue
		}
		m.report.mapped(Turns)
		if mended {
			m.report.repaired(Turns, "a misspelt speaker")
		}
		turns = append(turns, bench.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("%s.%d", session, len(turns)+1)), Speaker: speaker, Text: words})
	}
	return turns
}

// sceneOnly reports whether line is in brackets or has no letters.
func sceneOnly(line string) bool {
	first, last := line[0], line[len(line)-1]
	return first == '[' && last == ']' || first == '(' && last == ')' || first == '*' && last == '*' || !strings.ContainsFunc(line, unicode.IsLetter)
}

// speaker tells who says line, and whether the name is spelt another way.
func (m *mentorship) speaker(line string) (speaker dyadmem.Speaker, words string, mended bool) {
	match := speakerLabel.FindStringSubmatch(line)
	if match == nil {
		return "", "", false
	}
	label, words := match[1], strings.TrimSpace(match[2])
	switch label {
	case m.mentor:
		return dyadmem.User, words, false
	case m.mentee:
		return dyadmem.Agent, words, false
	}
	mentor, mentee := misspelt(label, m.mentor), misspelt(label, m.mentee)
	switch {
	case mentor && !mentee:
		return dyadmem.User, words, true
	case mentee && !mentor:
		return dyadmem.Agent, words, true
	}
	return "", "", false
}

// misspelt reports whether label stands for name: its initial, the name and one
// word more ("Maria said"), or the name with a letter or, if it is long, two
// letters wrong.
func misspelt(label, name string) bool {
	l, n := lettersOf(label), lettersOf(name)
	if l == "" || n == "" {
		return false
	}
	if words := strings.Fields(label); len(words) > 2 {
		return false
	} else if lettersOf(words[0]) == n {
		return true
	}
	if len([]rune(l)) == 1 {
		return strings.HasPrefix(n, l)
	}
	allowed := 1
	if len([]rune(n)) > 5 {
		allowed = 2
	}
	return editDistance([]rune(l), []rune(n)) <= allowed
}

func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// editDistance is the number of runes to insert, delete or change (Levenshtein).
func editDistance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			change := diagonal
			if x != y {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

var quoted = regexp.MustCompile(`'([^']+)'`)

// evidence cites the mentor's turn that states topic: of those that hold every
// value in quotes and at least half of its words, the one with the most.
func (m *mentorship) evidence(s *bench.Session, topic string) []dyadmem.TurnRef {
	m.report.read(Sources, 1)
	wanted := contentWords(quoted.ReplaceAllString(topic, " "))
	best, most := dyadmem.TurnRef(""), (len(wanted)+1)/2-1
turns:
	for _, t := range s.Turns {
		if t.Speaker != dyadmem.User {
			continue
		}
		for _, q := range quoted.FindAllStringSubmatch(topic, -1) {
			if !strings.Contains(strings.ToLower(t.Text), strings.ToLower(q[1])) {
				continue turns
			}
		}
		held, hits := contentWords(t.Text), 0
		for _, w := range wanted {
			if slices.Contains(held, w) {
				hits++
			}
		}
		if hits > most {
			best, most = t.ID, hits
		}
	}
	if best == "" {
		m.report.dropped(Sources, "no turn of the mentor holds its values and half of its words")
		return nil
	}
	m.report.mapped(Sources)
	return []dyadmem.TurnRef{best}
}

// contentWords returns the words of an English text that carry its meaning,
// in lower case and without common endings.
func contentWords(s string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) < 3 || isFunctionWord(w) {
			continue
		}
		for _, ending := range []string{"ing", "es", "ed", "s"} {
			if cut := strings.TrimSuffix(w, ending); cut != w && len(cut) >= 3 {
				w = cut
				break
			}
		}
		w = strings.TrimSuffix(w, "e")
		out = append(out, w)
	}
	return out
}

func isFunctionWord(w string) bool {
	switch w {
	case "the", "and", "for", "with", "from", "into", "all", "any", "but", "not",
		"are", "was", "has", "have", "had", "will", "would", "can", "could", "should",
		"always", "never", "only", "even", "when", "per", "least", "most", "your", "their", "you":
		return true
	}
	return false
}
