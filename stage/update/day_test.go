package update

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

// What happened today ends nothing of how things stand on any day.
func TestAnEventOfTheDayEndsNothing(t *testing.T) {
	for _, c := range []struct {
		old, turn string
		want      bool
	}{
		{"老梁看门，阿菊扫地", "老梁2026年3月1日迟到了，阿菊替他开的门", false},
		{"阿菊扫地", "阿菊2026年3月1日请假了，没人扫地", false},
		{"The user's neighbour Milan feeds the hens", "Milan forgot the hens on 1 March 2026", false},
	} {
		wantReplaced(t, dyadmem.Fact, c.old, c.turn, c.turn, c.want)
	}
}
