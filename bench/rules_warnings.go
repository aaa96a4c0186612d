package bench

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
)

// The checks of the rules whose breach is a warning, one function a rule.

// Domains returns the subdomains of each of the paper's five domains.
func Domains() map[string][]string {
	return map[string][]string{
		"work_study":       {"collaboration_style", "professional_identity", "project_responsibilities", "study_scheduling", "work_habits"},
		"family_home":      {"commuting", "family_members", "family_todos", "home_environment", "housing"},
		"social_relations": {"circle_preferences", "communication_preferences", "core_relationships", "extended_relationships", "interaction_boundaries"},
		"lifestyle_assets": {"daily_budget", "devices_assets", "reading_music", "shopping", "travel"},
		"health_routine":   {"dietary_restrictions", "medical_visits_medication", "checkups_health_care", "sleep_routine", "workout_planning"},
	}
}

func unknownDomain(in *inspection) {
	subdomains, ok := Domains()[in.Domain]
	switch {
	case !ok:
		in.report("$.domain", "%q is none of the five domains: figures by domain will show it as it is", in.Domain)
	case in.Subdomain != "" && !slices.Contains(subdomains, in.Subdomain):
		in.report("$.subdomain", "%q is no subdomain of %s, which has %v: choose one, or leave it out", in.Subdomain, in.Domain, subdomains)
	}
}

func smalltalkShare(in *inspection) {
	var turns, smalltalk int
	for _, s := range in.Sessions {
		turns += len(s.Turns)
		for _, t := range s.Turns {
			if t.Smalltalk {
				smalltalk++
			}
		}
	}
	if turns > 0 && (smalltalk*10 < turns || smalltalk*5 > turns) {
		in.report("$.sessions", "%d of %d turns (%.0f %%) are smalltalk: 10–20 %% make a lifelike dialogue", smalltalk, turns, 100*float64(smalltalk)/float64(turns))
	}
}

// temporaryLimit: a temporary limit must not overturn a stable preference.
func temporaryLimit(in *inspection) {
	temporary := make(map[int]dyadmem.EntryKey) // session → a temporary state that it states
	for e := range in.entries() {
		if e.Until != nil {
			temporary[e.session] = e.Key
		}
	}
	for i, s := range in.Sessions {
		state, ok := temporary[i]
		if !ok {
			continue
		}
		for j, d := range s.Delete {
			if d.Why == dyadmem.WhyCorrected && in.known[i][d.Key] == dyadmem.UserProfile {
				in.report(fmt.Sprintf("$.sessions[%d].delete[%d]", i, j), "user_profile %q is deleted as corrected in the session that states the temporary %q: does a passing state overturn a stable trait?", d.Key, state)
			}
		}
	}
}

func answerInQuestion(in *inspection) {
	for i, q := range in.Questions {
		if answer := bareWords(q.Answer); answer != "" && holdsWords(bareWords(q.Text), answer) {
			in.report(fmt.Sprintf("$.questions[%d].answer", i), "the answer stands word for word in its question: ask without giving it away")
		}
	}
}

func noDelete(in *inspection) {
	for _, s := range in.Sessions {
		if len(s.Delete) > 0 {
			return
		}
	}
	in.report("$.sessions", "nothing is ever deleted: an episode in which no memory evolves does not test Update")
}

func noMultiSupport(in *inspection) {
	for _, q := range in.Questions {
		if len(q.Support) > 1 {
			return
		}
	}
	in.report("$.questions", "no question has two or more supports: none tests how entries are combined")
}

// copiedEntry: an entry that is a turn, or at least half of one, word for word.
func copiedEntry(in *inspection) {
	folded := make(map[dyadmem.TurnRef]string) // turns, as they are needed
	for e := range in.entries() {
		content := bareWords(e.Content)
		for _, t := range in.near(e) {
			text, ok := folded[t.ID]
			if !ok {
				text = bareWords(t.Text)
				folded[t.ID] = text
			}
			if content != "" && 2*utf8.RuneCountInString(content) >= utf8.RuneCountInString(text) && holdsWords(text, content) {
				in.report(e.path(".content"), "the entry is copied word for word from turn %s: write it as a statement in the third person", t.ID)
				break
			}
		}
	}
}

// near returns the turns of the session of e and of its evidence.
func (in *inspection) near(e statedEntry) []Turn {
	turns := in.Sessions[e.session].Turns
	for _, ref := range e.Evidence {
		p, ok := in.turns[ref]
		if !ok || p.session == e.session {
			continue
		}
		for _, t := range in.Sessions[p.session].Turns {
			if t.ID == ref {
				turns = append(turns[:len(turns):len(turns)], t)
			}
		}
	}
	return turns
}

func noEvidence(in *inspection) {
	for e := range in.entries() {
		if len(e.Evidence) == 0 {
			in.report(e.path(".evidence"), "the entry cites no turn: name the turns that show it")
		}
	}
}

// changedKind: the same key again restates the same memory, and one memory has
// one kind. (The spec is silent on it; it is a warning, for a kind alone does
// not make a replay wrong.)
func changedKind(in *inspection) {
	kinds := make(map[dyadmem.EntryKey]dyadmem.Kind)
	for e := range in.entries() {
		if k, ok := kinds[e.Key]; ok && k != e.Kind && e.Kind.Valid() {
			in.report(e.path(".kind"), "key %q was of kind %s and is now %s: a restatement keeps its kind, another memory takes a new key", e.Key, k, e.Kind)
		}
		kinds[e.Key] = e.Kind
	}
}

// bareWords folds text and takes off the punctuation around it.
func bareWords(text string) string {
	return strings.TrimFunc(dyadmem.Normalize(text), func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) })
}

// holdsWords reports whether words stands in text as whole words: neither
// edge cuts through a run of letters or digits of an alphabet. Scripts without
// blanks between words have no such edges.
func holdsWords(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(words)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		first, size := utf8.DecodeRuneInString(text[start:])
		last, _ := utf8.DecodeLastRuneInString(text[:end])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if !(alphabetic(before) && alphabetic(first)) && !(alphabetic(last) && alphabetic(after)) {
			return true
		}
		from = start + size
	}
}

func alphabetic(r rune) bool {
	return r != utf8.RuneError && (unicode.IsDigit(r) || unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai))
}
