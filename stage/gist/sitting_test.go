package gist

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

// A sitting parts any of its turns, whoever's it is, as the text by itself is parted.
func TestParted(t *testing.T) {
	s := dyadmem.Session{Turns: []dyadmem.Turn{
		{ID: "1", Speaker: dyadmem.User, Text: "Summarise this mail:\n> The boiler is serviced on Friday.\nKeep it short."},
		{ID: "2", Speaker: dyadmem.Agent, Text: "Done.\n> serviced on Friday"},
		{ID: "3", Speaker: dyadmem.User, Text: "谢谢，以后都这样写"},
	}}
	sat := (*Memo)(nil).Sitting(s)
	for range 2 {
		for i, turn := range s.Turns {
			own, pasted := SplitPasted(turn.Text)
			if o, p := sat.Parted(i); o != own || p != pasted {
				t.Errorf("turn %d is parted into %q and %q, by itself into %q and %q", i, o, p, own, pasted)
			}
		}
	}
	if _, pasted := sat.Parted(0); pasted == "" {
		t.Error("nothing of the first turn is quoted")
	}
}
