package gist

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

// An index tells of all glosses what is told of each by itself.
func TestIndex(t *testing.T) {
	m := new(Memo)
	var glosses []*Gloss
	for _, text := range []string{
		"The user's daughter plays the cello on Thursdays",
		"The user rents a flat above a bakery and pays 640 euros",
		"The user's kid is allergic to walnuts",
		"Keep replies to the landlord short and polite",
		"用户的女儿每周四学大提琴",
		"用户租了一套面包店楼上的房子，月租六百",
		"用户对核桃过敏",
		"",
	} {
		glosses = append(glosses, m.Entry(dyadmem.Entry{Content: text}))
	}
	r := RarityOf(glosses)
	x := NewIndex(r, glosses)
	asked := append(glosses, ReadText("What does the child play, and what is the rent of the apartment?"), ReadText("孩子学什么琴，房租多少钱"))
	some := 0
	for _, b := range asked {
		shares, pairs := x.Shares(b), x.PairShares(b)
		for i, a := range glosses {
			if want := r.Share(a, b); shares[i] != want {
				t.Errorf("%q holds %v of %q by the index, %v by itself", b.Entry.Content, shares[i], a.Entry.Content, want)
			}
			if want := PairShare(a, b); pairs[i] != want {
				t.Errorf("%q has %v of the pairs of %q by the index, %v by itself", b.Entry.Content, pairs[i], a.Entry.Content, want)
			}
			if a != b && shares[i] > 0 && shares[i] < 1 {
				some++
			}
		}
	}
	if some == 0 {
		t.Error("no two of the texts have anything in common: nothing is compared")
	}
}
