package answer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
)

func TestAskings(t *testing.T) {
	for _, c := range []struct {
		question string
		parts    []string
	}{
		{"Who tunes the organ?", []string{"Who tunes the organ?"}},
		{"Who tunes the organ, and which Sunday is the harvest service held on?", []string{"Who tunes the organ", "which Sunday is the harvest service held on?"}},
		{"What does the ferry cost and from which pier does the night ferry leave?", []string{"What does the ferry cost", "from which pier does the night ferry leave?"}},
		{"Until when is the kiln booked, and by whom?", []string{"Until when is the kiln booked", "Until when is the kiln booked by whom?"}},
		{"The neighbour's boat needs a new mast. Who builds masts?", []string{"The neighbour's boat needs a new mast. Who builds masts?"}},
		{"Which of the two, the oboe or the flute, was bought first?", []string{"Which of the two, the oboe or the flute, was bought first?"}},
		{"风筝节在哪天办？参赛的风筝谁来画？", []string{"风筝节在哪天办", "参赛的风筝谁来画"}},
		{"雨天的时候，船从哪个码头开，船票多少钱一张", []string{"雨天的时候 船从哪个码头开", "船票多少钱一张"}},
	} {
		got := gist.Askings(c.question)
		for i := range got {
			got[i] = strings.TrimSpace(got[i])
		}
		if !slices.Equal(got, c.parts) {
			t.Errorf("%s parts into %q, want %q", c.question, got, c.parts)
		}
	}
}

// turnsOf gives entries the turns that stated them.
func turnsOf(entries []dyadmem.Entry, turns ...dyadmem.TurnRef) []dyadmem.Entry {
	for i, turn := range turns {
		entries[i].Evidence = []dyadmem.TurnRef{turn}
	}
	return entries
}

// head is what a reader who stops early reads of an answer.
func head(text string, runes int) string {
	all := []rune(text)
	return string(all[:min(runes, len(all))])
}

// Of many entries, an answer says of each thing that is asked the statement that
// fits it best before it says more of any.
func TestAnswerToSeveralThings(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	en := aBank(at, "The regatta on Lake Orta is on 14 August", "The regatta's course on Lake Orta was shortened by the club", "The regatta on Lake Orta is sailed in dinghies", "Benedikt mends the user's sails", "The hull was painted in March", "The user collects barometers", "The winch came from Trieste")
	zh := aBank(at, "风筝节六月七日在北坡办", "风筝节的奖品是茶叶，风筝节每年都有人来拍照", "参赛的大风筝由老詹来画", "风筝节那天要早起", "用户养了两只鹅", "屋后的井去年淘过", "收音机在阁楼上")
	for _, c := range []struct {
		question string
		bank     []dyadmem.Entry
		wants    []string
		within   int
	}{
		{"When is the regatta on Lake Orta, and who mends the sails?", en, []string{"14 August", "Benedikt"}, 90},
		{"风筝节在哪天办？参赛的风筝谁来画？", zh, []string{"六月七日", "老詹"}, 30},
	} {
		got := answered(t, c.question, c.bank).Text
		for _, w := range c.wants {
			if !strings.Contains(head(got, c.within), w) {
				t.Errorf("%s answered %q, want %q within %d runes", c.question, got, w, c.within)
			}
		}
	}
}

// What was said in one turn is of one thing, though only one of its sentences
// names that.
func TestAnswerFromTheSameTurn(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	others := []string{"The user likes sea shanties", "The greenhouse was glazed in May 2025", "The hens lay until 3 November 2025", "The user's scarf is red", "The stove is lit until 10 at night"}
	en := append([]string{"The harp is lent to a pupil called Ysolde", "She keeps it until 21 June 2026, then the string maker has it"}, others...)
	bank := turnsOf(aBank(at, en...), "s1.4", "s1.4", "s2.1", "s3.1", "s4.1", "s5.1", "s6.1")
	got := answered(t, "Until when is the harp lent to the pupil?", bank).Text
	if !strings.Contains(head(got, 80), "21 June 2026") {
		t.Errorf("answered %q, want the date of the same turn early", got)
	}
}

// An answer cites what it says something of.
func TestAnswerOfManyCitesWhatItSays(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	bank := aBank(at, "The sundial was a present from Uncle Ruprecht", "The user sleeps badly at full moon", "The canoe leaks at the stern", "Chairs are stacked in the loft", "The user's dentist is in Brno", "The parrot bites strangers", "Tea is bought in tins")
	a := answered(t, "Did the sundial come from Uncle Ruprecht?", bank)
	if !slices.Contains(a.Cites, bank[0].Key) {
		t.Errorf("answered %q from %v, want %v among them", a.Text, a.Cites, bank[0].Key)
	}
}

// Of what changed an answer of many entries says the newest alone, though the
// older one is still held.
func TestAnswerSaysTheNewestOfRivals(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	others := []string{"The loom came from Bergen", "The user's knees ache in the cold", "A swallow nests in the porch", "The gate squeaks", "The user likes rye bread"}
	for _, c := range []struct {
		question  string
		told      []string
		want, not string
	}{
		{"Which evening is the weaving class?", []string{"The weaving class is on Tuesday evenings", "The weaving class moved to Saturday evenings"}, "Saturday", "Tuesday"},
		{"Where does the user's uncle Sivert moor the boat?", []string{"The user's uncle Sivert moors the boat in Tromsø", "The user's uncle Sivert moors the boat not in Tromsø but in Bodø"}, "Bodø", "boat in Tromsø"},
		{"一捆竹篾多少钱？", []string{"一捆竹篾二十元，跟竹行拿", "竹篾涨了，一捆二十六元，还是跟竹行拿"}, "二十六元", "二十元"},
	} {
		got := answered(t, c.question, aBank(at, append(c.told, others...)...)).Text
		if !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s answered %q, want %q and no %q", c.question, got, c.want, c.not)
		}
	}
}
