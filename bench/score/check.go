package score

import (
	"fmt"

	"github.com/dyadmem/dyadmem/bench"
)

// Check returns an error if verdicts that were stored are not of these
// predictions: if a link names an entry that the predictions or gold don't
// have. [Episode] relies on it.
func Check(e *bench.Episode, u *bench.Units, v *bench.Verdicts) error {
	if err := checkState(e, u, v); err != nil {
		return err
	}
	for i := range e.Sessions {
		s := &e.Sessions[i]
		var entries, add int
		if p := u.Capture[s.ID]; p != nil {
			entries = len(p.Entries)
		}
		if p := u.Update[s.ID]; p != nil {
			add = len(p.Add)
		}
		if err := within(v.Capture[s.ID], entries, len(s.Capture)); err != nil {
			return fmt.Errorf("verdicts of episode %s, capture of session %s: %w", e.ID, s.ID, err)
		}
		if err := within(v.Update[s.ID], add, len(s.Add)); err != nil {
			return fmt.Errorf("verdicts of episode %s, update of session %s: %w", e.ID, s.ID, err)
		}
	}
	captured := len(u.Captured(e))
	for i := range e.Questions {
		q := &e.Questions[i]
		for _, of := range []struct {
			what    string
			links   []bench.Link
			entries int
		}{
			{"entries handed over", v.Handed[q.ID], len(u.PipelineQA[q.ID].Counted())},
			{"bank", v.Bank[q.ID], len(u.Built(e, q))},
			{"entries captured", v.Captured[q.ID], captured},
		} {
			if err := within(of.links, of.entries, len(q.Support)); err != nil {
				return fmt.Errorf("verdicts of episode %s, %s for question %s: %w", e.ID, of.what, q.ID, err)
			}
		}
	}
	return nil
}

func checkState(e *bench.Episode, u *bench.Units, v *bench.Verdicts) error {
	if len(v.State) == 0 { // as nearly always: no need for the banks
		return nil
	}
	banks := bench.Replay(e)
	for i := range e.Sessions {
		s := &e.Sessions[i]
		add, lost := 0, 0
		if p := u.Update[s.ID]; p != nil {
			add = len(p.Add)
			lost = len(s.Drift(s.Resolve(p.Add, banks[i]), p.Delete, banks[i], banks[i+1]).Lost)
		}
		if err := within(v.State[s.ID], add, lost); err != nil {
			return fmt.Errorf("verdicts of episode %s, state of session %s: %w", e.ID, s.ID, err)
		}
	}
	return nil
}

func within(links []bench.Link, predicted, gold int) error {
	for _, l := range links {
		if l.Pred < 0 || l.Pred >= predicted || l.Gold < 0 || l.Gold >= gold {
			return fmt.Errorf("a link names predicted entry %d and gold entry %d, of %d and %d: the verdicts are of other predictions or data, judge again", l.Pred, l.Gold, predicted, gold)
		}
	}
	return nil
}
