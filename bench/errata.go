package bench

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem"
)

// An Erratum mends or drops one question of a data set. A field that is nil
// leaves the question as it is.
type Erratum struct {
	Episode  string `json:"episode,omitempty"` // may be empty where one episode alone has such a question
	Question string `json:"question"`
	Drop     bool   `json:"drop,omitzero"`
	Reason   string `json:"reason,omitempty"`

	Type       *QuestionType       `json:"type,omitempty"`
	Text       *string             `json:"text,omitempty"`
	Answer     *string             `json:"answer,omitempty"`
	Support    *[]dyadmem.EntryKey `json:"support,omitzero"`
	AskedAfter *string             `json:"asked_after,omitzero"`
	Time       *Time               `json:"time,omitempty"`
	Rubric     *Rubric             `json:"rubric,omitempty"`
}

// mends reports whether x corrects a field.
func (x *Erratum) mends() bool {
	return x.Type != nil || x.Text != nil || x.Answer != nil || x.Support != nil || x.AskedAfter != nil || x.Time != nil || x.Rubric != nil
}

// mend corrects q.
func (x *Erratum) mend(q *Question) {
	set(&q.Type, x.Type)
	set(&q.Text, x.Text)
	set(&q.Answer, x.Answer)
	set(&q.Support, x.Support)
	set(&q.AskedAfter, x.AskedAfter)
	if x.Time != nil {
		q.Time = x.Time
	}
	if x.Rubric != nil {
		q.Rubric = x.Rubric
	}
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// Errata overlay a data set without editing it. The zero Errata change nothing.
type Errata struct {
	name  string // of the file
	list  []Erratum
	lines []int
}

// OpenErrata reads a file of errata, one a line. The error wraps
// [ErrUnusable] if the file cannot be read or holds none.
func OpenErrata(path string) (*Errata, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("open errata %s: %w: %w", path, ErrUnusable, bare(err))
	}
	s := &Set{fsys: os.DirFS(filepath.Dir(path)), files: []string{filepath.Base(path)}, names: []string{path}}
	x := &Errata{name: path}
	for l, err := range s.Lines() {
		if err != nil {
			return nil, fmt.Errorf("open errata: %w: %w", ErrUnusable, err)
		}
		var one Erratum
		err := json.Unmarshal(l.Text, &one, json.RejectUnknownMembers(true))
		switch {
		case err != nil:
		case one.Question == "":
			err = fmt.Errorf("it names no question")
		case one.Drop && one.mends():
			err = fmt.Errorf("it drops question %s and corrects it as well", one.Question)
		case !one.Drop && !one.mends():
			err = fmt.Errorf(`it changes nothing about question %s: give "drop": true or a corrected field`, one.Question)
		}
		if err != nil {
			return nil, &LineError{path, l.Number, fmt.Errorf("not an erratum: %w", err)}
		}
		x.list = append(x.list, one)
		x.lines = append(x.lines, l.Number)
	}
	if len(x.list) == 0 {
		return nil, fmt.Errorf("open errata %s: %w: it is empty", path, ErrUnusable)
	}
	return x, nil
}

// Len returns the number of errata.
func (x *Errata) Len() int { return len(x.list) }

// Apply returns the episodes with the errata in them. What is handed in is not
// changed. An error, as the last thing, says that an erratum names no question
// of the data set or, for want of an episode, more than one; that two name the
// same one; or that a corrected question breaks a rule.
func (x *Errata) Apply(episodes iter.Seq2[*Episode, error]) iter.Seq2[*Episode, error] {
	return func(yield func(*Episode, error) bool) {
		used := make([]string, len(x.list)) // the episode that an erratum changed
		for e, err := range episodes {
			if err == nil {
				e, err = x.overlay(e, used)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
		for i, episode := range used {
			if episode == "" {
				yield(nil, x.errorf(i, "there is no question %s", x.list[i].where()))
				return
			}
		}
	}
}

func (x *Erratum) where() string {
	if x.Episode == "" {
		return x.Question + " in the data set"
	}
	return x.Question + " in episode " + x.Episode
}

func (x *Errata) errorf(i int, format string, args ...any) error {
	return &LineError{x.name, x.lines[i], fmt.Errorf("erratum: "+format, args...)}
}

// overlay returns e with the errata that are about it.
func (x *Errata) overlay(e *Episode, used []string) (*Episode, error) {
	changed := *e
	by := make(map[int]int) // question → erratum
	for i := range x.list {
		one := &x.list[i]
		if one.Episode != "" && one.Episode != e.ID {
			continue
		}
		at := slices.IndexFunc(e.Questions, func(q Question) bool { return q.ID == one.Question })
		if at < 0 {
			continue
		}
		if used[i] != "" {
			return nil, x.errorf(i, "episodes %s and %s both have a question %s: name the episode", used[i], e.ID, one.Question)
		}
		if j, ok := by[at]; ok {
			return nil, x.errorf(i, "question %s of episode %s has one already in line %d", one.Question, e.ID, x.lines[j])
		}
		used[i], by[at] = e.ID, i
	}
	if len(by) == 0 {
		return e, nil
	}
	changed.Questions = make([]Question, 0, len(e.Questions))
	mended := make(map[string]int) // JSON path → erratum
	for at, q := range e.Questions {
		i, ok := by[at]
		if ok && x.list[i].Drop {
			continue
		}
		if ok {
			x.list[i].mend(&q)
			mended[fmt.Sprintf("$.questions[%d]", len(changed.Questions))] = i
		}
		changed.Questions = append(changed.Questions, q)
	}
	return &changed, x.check(&changed, mended)
}

// check returns the first fault of a mended question.
func (x *Errata) check(e *Episode, mended map[string]int) error {
	for _, f := range examine(e, nil) {
		for path, i := range mended {
			if !f.Rule.Warning() && strings.HasPrefix(f.Path, path+".") {
				return x.errorf(i, "question %s of episode %s as corrected: %s: %s", x.list[i].Question, e.ID, strings.TrimPrefix(f.Path, path+"."), f.Message)
			}
		}
	}
	return nil
}
