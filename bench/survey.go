package bench

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"runtime"
)

// A Survey is what a run has to know of a data set before it starts.
type Survey struct {
	SHA256    string `json:"sha256"` // Set.Hash; of the first episodes alone where the run is limited
	Episodes  int    `json:"episodes"`
	Sessions  int    `json:"sessions"`
	Turns     int    `json:"turns"`
	Questions int    `json:"questions"`
}

// Surveyed reads the first limit episodes of a data set (0: all) and counts
// them. It fails if a run could not name its units: an episode, session or
// question id that stands twice, or a question that is asked after a session
// that is not there. It does not check the other rules of a valid data set.
func (s *Set) Surveyed(limit int) (Survey, error) {
	var v Survey
	hash := sha256.New()
	seen := make(map[string]bool)
	type decoded struct {
		Line
		episode *Episode
	}
	decode := func(_ context.Context, l Line) (decoded, error) {
		e, err := l.Episode()
		return decoded{l, e}, err
	}
	for l, err := range Ordered(context.Background(), runtime.GOMAXPROCS(0), kept(s.Lines()), decode) {
		if err != nil {
			return Survey{}, err
		}
		e := l.episode
		if err := nameable(e, seen); err != nil {
			return Survey{}, &LineError{l.File, l.Number, fmt.Errorf("%w; `dyadmem data validate` lists every fault", err)}
		}
		hash.Write(l.Text)
		hash.Write([]byte{'\n'})
		v.Episodes++
		v.Sessions += len(e.Sessions)
		v.Questions += len(e.Questions)
		for _, t := range e.Sessions {
			v.Turns += len(t.Turns)
		}
		if v.Episodes == limit {
			break
		}
	}
	v.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return v, nil
}

// kept returns lines whose text stays valid.
func kept(lines iter.Seq2[Line, error]) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for l, err := range lines {
			l.Text = bytes.Clone(l.Text)
			if !yield(l, err) {
				return
			}
		}
	}
}

func nameable(e *Episode, episodes map[string]bool) error {
	if e.ID == "" {
		return fmt.Errorf("the episode has no id")
	}
	if episodes[e.ID] {
		return fmt.Errorf("episode %s stands twice in the data set", e.ID)
	}
	episodes[e.ID] = true
	if len(e.Sessions) == 0 {
		return fmt.Errorf("episode %s has no sessions", e.ID)
	}
	sessions, questions := make(map[string]bool), make(map[string]bool)
	for _, s := range e.Sessions {
		if s.ID == "" || sessions[s.ID] {
			return fmt.Errorf("episode %s: session id %q is empty or stands twice", e.ID, s.ID)
		}
		sessions[s.ID] = true
	}
	for i := range e.Questions {
		q := &e.Questions[i]
		if q.ID == "" || questions[q.ID] {
			return fmt.Errorf("episode %s: question id %q is empty or stands twice", e.ID, q.ID)
		}
		questions[q.ID] = true
		if e.AskedIndex(q) < 0 {
			return fmt.Errorf("episode %s: question %s is asked after %q, which is no session of it", e.ID, q.ID, q.AskedAfter)
		}
	}
	return nil
}
