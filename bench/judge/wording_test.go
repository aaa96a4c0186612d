package judge

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

func worded(c *Case, text string) *wording { return c.wordingOf(c.read(text)) }

func TestTurned(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"The aunt lends the tent and the cousin carries it", "The cousin lends the tent and the aunt carries it", true},
		{"Olga paints before Piet sands", "Piet paints before Olga sands", true},
		{"爷爷浇花，奶奶喂鱼", "奶奶浇花，爷爷喂鱼", true},
		// What is moved to the front changes no places, nor do two things in a list.
		{"Rehearsal starts at the town hall on Tuesday", "On Tuesday rehearsal starts at the town hall", false},
		{"They grow leeks and beans", "They grow beans and leeks", false},
		{"周日用户去钓鱼", "用户周日去钓鱼", false},
		// A passive may tell the same the other way about.
		{"The nurse fills the form", "The form is filled by the nurse", false},
	} {
		c := new(Case)
		if a, b := worded(c, tt.a), worded(c, tt.b); a.turned(b) != tt.want || b.turned(a) != tt.want {
			t.Errorf("turned(%q, %q) is not %t", tt.a, tt.b, tt.want)
		}
	}
}

func TestStrays(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"The canoe is green", "The green canoe", 0},
		{"The canoe is green", "The canoe, which the user bought in May, is green", 0},
		{"The canoe is green", "The canoe is yellow", 1},
		{"The user wants it green", "The agent wants it green", 0}, // who is another question
		{"Never paint the canoe", "Always paint the canoe", 1},
		{"独木舟是绿的", "独木舟是黄的", 1},
	} {
		c := new(Case)
		if a, b := worded(c, tt.a), worded(c, tt.b); a.strays(b) != tt.want || b.strays(a) != tt.want {
			t.Errorf("strays(%q, %q) = %d, %d, want %d", tt.a, tt.b, a.strays(b), b.strays(a), tt.want)
		}
	}
}

func TestFrame(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want float64
	}{
		{"The ferry leaves at dawn", "The ferry leaves at dawn", 1},
		{"The ferry leaves at dawn", "The ferry leaves at dusk", 0.8},
		{"The ferry leaves at dawn", "At dawn goes the boat", 0},
		{"The old ferry leaves", "The ferry leaves", 0.75},
	} {
		c := new(Case)
		if got := worded(c, tt.a).frame(worded(c, tt.b)); got != tt.want {
			t.Errorf("frame(%q, %q) = %.2f, want %.2f", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestSpanOf(t *testing.T) {
	for text, want := range map[string]int{
		"the shop shuts at noon for good": 1, "the shop shuts at noon this week": -1, "the shop shuts at noon": 0,
		"from now on he swims, until it freezes": 0, "今后周三不营业": 1, "本周三不营业": -1, "吃完饭以后散步": 0,
	} {
		if got := spanOf(text); got != want {
			t.Errorf("spanOf(%q) = %d, want %d", text, got, want)
		}
	}
}

// Two entries spread over the clauses of a turn alike if they tell of the same one,
// whatever words they choose.
func TestOnGists(t *testing.T) {
	const turn = "The gutter drips on the porch again, and I sold the piano to a school in Ghent."
	c := CaseOf(map[dyadmem.TurnRef]string{"t1": turn})
	on := func(a, b string) float64 {
		return c.compare(c.read(a), c.read(b)).onGists(&ground{c: c, cited: []dyadmem.TurnRef{"t1"}})
	}
	roof := on("Rainwater leaks from the user's roof", "The gutter above the porch is not tight")
	other := on("Rainwater leaks from the user's roof", "A Belgian school bought the instrument")
	if roof < other+0.2 {
		t.Errorf("two wordings of one remark: %.2f, two remarks: %.2f", roof, other)
	}
	if g := on("Qqzxv", "The gutter drips"); g != noGists {
		t.Errorf("unknown words: %.2f, want %.2f", g, noGists)
	}
}
