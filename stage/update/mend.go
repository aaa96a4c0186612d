package update

import (
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// mended puts right what the user says was wrong by a sentence that says nothing without
// it: of "the train is at three" and "no, it's four" becomes "the train is at four". Where
// nothing or more than one thing in the bank could be meant, nothing is done.
func (u *update) mended() {
	for i, t := range u.scene.Session.Turns {
		if t.Speaker != dyadmem.User {
			continue
		}
		own, _ := gist.SplitPasted(t.Text)
		for _, s := range lang.Sentences(lang.MaskQuotes(own)) {
			if _, ok := gist.RepairOf(s.Text); !ok || s.Question || u.stated(t.ID) {
				continue
			}
			r, ok := gist.RepairOf(lang.Absolute(s.Text, u.scene.Session.At)) // "it's tomorrow" is a date in the bank
			if !ok || u.scene.nearer(r, i) {
				continue
			}
			if o, text, ok := u.meant(r); ok {
				u.putRight(o, text, t.ID)
			}
		}
	}
}

// nearer reports whether a turn of the session before turn i gives a value that a repair
// which names nothing is likelier meant for than anything in the bank.
func (sc scene) nearer(r gist.Repair, i int) bool {
	return r.Wrong == "" && r.About == "" && slices.ContainsFunc(sc.Session.Turns[:i], func(t dyadmem.Turn) bool {
		return slices.ContainsFunc(lang.Values(t.Text), func(v lang.Value) bool { return !v.Weak && v.Kind != lang.Name })
	})
}

// stated reports whether an entry of the session stands on a turn: then it is for that to
// take the place of what was.
func (u *update) stated(turn dyadmem.TurnRef) bool {
	return slices.ContainsFunc(u.fresh, func(f *gist.Gloss) bool { return slices.Contains(f.Entry.Evidence, turn) })
}

// meant returns the one entry that a repair can be meant for, and what it says put right. A
// repair that names neither what was wrong nor what it is about is for what was said last.
func (u *update) meant(r gist.Repair) (meant *gist.Gloss, text string, ok bool) {
	for _, o := range u.old {
		if u.gone[o.Entry.Key] || o.Entry.Kind == dyadmem.Episodic {
			continue
		}
		mended, fits := r.Mend(o.Entry.Content)
		switch last := meant != nil && r.Wrong == "" && r.About == "" && !o.Entry.At.Equal(meant.Entry.At); {
		case !fits || last && o.Entry.At.Before(meant.Entry.At):
		case meant != nil && !last:
			return nil, "", false
		default:
			meant, text = o, mended
		}
	}
	return meant, text, meant != nil
}

// putRight deletes an entry and adds what it should have said, as some turns show.
func (u *update) putRight(o *gist.Gloss, text string, turns ...dyadmem.TurnRef) {
	e := dyadmem.Entry{Kind: o.Entry.Kind, Content: text, Evidence: turns, At: u.scene.Session.At, Until: o.Entry.Until}
	for _, w := range lang.Whens(text, e.At) {
		if !e.Until.IsZero() && w.To.After(e.At) {
			e.Until = w.Deadline()
		}
	}
	e.Key = dyadmem.KeyFor(text)
	why := dyadmem.WhyCorrected
	if o.Entry.Kind.URAM() {
		why = dyadmem.WhySuperseded
	}
	u.delete(o.Entry.Key, why, e.Evidence)
	u.ops = append(u.ops, dyadmem.Op{Action: dyadmem.Add, Entry: e, Evidence: e.Evidence})
}
