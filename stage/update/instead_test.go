package update

import (
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// Who or what comes in the place of another takes it in what was told of that one, and the rest of it stays.
func TestSwaps(t *testing.T) {
	for _, c := range []struct{ old, turn, want string }{
		{"The user's piano tuner is Egon, he comes in March", "Egon has retired, Ilse tunes for us now.", "The user's piano tuner is Ilse, he comes in March"},
		{"Crew: Nadia does the lights, Piet does the sound", "Piet quit. Runa does the sound now.", "Crew: Nadia does the lights, Runa does the sound"},
		{"The user works at Alcott", "I quit Alcott, I'm with Brandt now.", "The user works at Brandt"},
		{"The user banks with Triodos", "We switched from Triodos to Wise.", "The user banks with Wise"},
		{"The ferry leaves from Harwich at nine", "Sorry, my mistake. Dover, not Harwich.", "The ferry leaves from Dover at nine"},
		{"Piet is allergic to bees", "Piet quit. Runa does the sound now.", ""},
		{"Piet's brother runs the bar", "Piet left, Runa came.", ""},
		{"The user works at Alcott", "If I quit Alcott, I'd be with Brandt.", ""},
		{"The user met Egon in Graz", "Egon has retired, Ilse tunes for us now.", ""},
		{"夜班值班的是老瞿和小郭", "老瞿调走了，夜班换成阿灿。", "夜班值班的是阿灿和小郭"},
		{"年会订在金海厅", "金海厅黄了，换成翠湖轩。", "年会订在翠湖轩"},
		{"用户早上喝豆浆", "早上不喝豆浆了，胀气，改喝牛奶。", "用户早上喝牛奶"},
		{"老瞿对花粉过敏", "老瞿调走了，夜班换成阿灿。", ""},
	} {
		s := stagetest.Talk("2026-05-04T10:00:00Z", "user: "+c.turn, "agent: Okay.")
		bank := stagetest.Old(dyadmem.Entry{Key: "old", Kind: dyadmem.Fact, Content: c.old}, dyadmem.Entry{Key: "boat", Kind: dyadmem.Fact, Content: "The user's boat is at Amble"})
		ops, err := dyadmem.Guarded(Rules{}, dyadmem.Guard{Witness: Witness{}}).Update(t.Context(), bank, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, gone := "", false
		for _, op := range ops {
			gone = gone || op.Action == dyadmem.Delete
			if op.Action == dyadmem.Add {
				got = op.Entry.Content
			}
		}
		if got != c.want || gone != (c.want != "") {
			t.Errorf("%q, %q: %q, gone %v, want %q", c.old, c.turn, got, gone, c.want)
		}
	}
}
