package recall

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
)

func TestRecallOrder(t *testing.T) {
	at := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, question string
		bank           []string // a kind and a content; the first is what is wanted
		in             int      // among the first so many
	}{
		{"a date in the question is no topic", "In November 2025, how long could a letter to Odile be?", []string{"fact Letters to Odile have one page at most", "fact Odile spent November 2025 in Graz", "fact The roof was mended in November 2025"}, 2},
		{"words that say little weigh little", "Which day does the user take the bins out?", []string{"fact The bins go out on Mondays", "fact On the day of the fair the user takes the day off to go and see it"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b dyadmem.Bank
			for _, e := range c.bank {
				kind, content, _ := strings.Cut(e, " ")
				b.Entries = append(b.Entries, dyadmem.Entry{Key: dyadmem.KeyFor(content), Kind: dyadmem.Kind(kind), Content: content, At: at})
			}
			hits, err := Rules{}.Recall(context.Background(), b, dyadmem.Query{Text: c.question, At: at})
			if err != nil {
				t.Fatal(err)
			}
			for i, h := range hits {
				if h.Entry.Key == b.Entries[0].Key && i < c.in {
					return
				}
			}
			t.Errorf("%q is not among the first %d of %v", b.Entries[0].Content, c.in, hits)
		})
	}
}

// What lasts about the user fills the list where the words of the question find
// nothing more.
func TestRecallBringsWhatLasts(t *testing.T) {
	at := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	b := dyadmem.Bank{Entries: []dyadmem.Entry{{Key: "lasting", Kind: dyadmem.UserProfile, Content: "The user is allergic to walnuts", At: at.AddDate(0, -1, 0)}}}
	for i := range 30 {
		b.Entries = append(b.Entries, dyadmem.Entry{Key: dyadmem.EntryKey(fmt.Sprint("fact", i)), Kind: dyadmem.Fact, Content: fmt.Sprintf("Parcel %d reached the depot", i), At: at})
	}
	b.Entries = append(b.Entries, dyadmem.Entry{Key: "cake", Kind: dyadmem.Fact, Content: "Ada bakes a cake for the party", At: at})
	hits, err := Rules{}.Recall(context.Background(), b, dyadmem.Query{Text: "May the user eat Ada's cake?", At: at})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hits {
		if h.Entry.Key == "lasting" {
			return
		}
	}
	t.Errorf("the allergy is not in %v", hits)
}
