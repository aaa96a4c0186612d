package lang

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// What is kept of a text is what is read of it, whatever else took its place meanwhile.
func TestLately(t *testing.T) {
	var upper lately[string]
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 3 * latelyTexts {
				text := fmt.Sprintf("sentence %d", i%(latelyTexts+7))
				if got := upper.of(text, strings.ToUpper); got != strings.ToUpper(text) {
					t.Errorf("%q is read as %q", text, got)
				}
			}
		})
	}
	all.Wait()
}

// A short text is read once as long as nothing takes its place, a long one each time.
func TestLatelyReadsOnce(t *testing.T) {
	var kept lately[int]
	n := 0
	count := func(string) int { n++; return n }
	if a, b := kept.of("短句", count), kept.of("短句", count); a != 1 || b != 1 {
		t.Errorf("the first two times it is %d and %d, want 1 and 1", a, b)
	}
	long := strings.Repeat("a", latelyBytes+1)
	if a, b := kept.of(long, count), kept.of(long, count); a != 2 || b != 3 {
		t.Errorf("a long text is %d and %d, want 2 and 3", a, b)
	}
}

// Who appends to the words of a text writes into nobody else's.
func TestWordsShared(t *testing.T) {
	const text = "The kettle whistles at dawn"
	first := Words(text)
	want := slices.Clone(first)
	_ = append(Words(text), Word{Text: "more"})
	if got := Words(text); !slices.Equal(got, want) || cap(first) != len(first) {
		t.Errorf("words %v with room for %d, want %v and no room", got, cap(first), want)
	}
}
