package gist

import (
	"fmt"
	"testing"
)

// A sketch never says no to a term that is there.
func TestSketch(t *testing.T) {
	d := &Digest{Terms: make(map[string]bool)}
	for i := range 300 {
		term := fmt.Sprintf("词%d", i)
		if d.holds(sketchedOf(term)) {
			t.Errorf("%q is held before it was added", term)
		}
		d.Terms[term] = true
		d.sketch.add(term)
		if !d.holds(sketchedOf(term)) {
			t.Errorf("%q is not held", term)
		}
	}
}
