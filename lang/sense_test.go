package lang

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestSenses(t *testing.T) {
	for _, tt := range []struct {
		a, b           string
		same, opposite bool
	}{
		{"wife", "wife", true, false},
		{"buy", "purchase", true, false},
		{"allergy", "allergic", true, false},
		{"房租", "租金", true, false},
		{"coffee", "tea", false, false},
		{"咖啡", "茶", false, false},
		{"before", "after", false, true},
		{"happy", "unhappy", false, true},
		{"饭前", "饭后", false, true},
		{"increase", "reduce", false, true},
		{"简短", "详细", false, true},
		{"brief", "简短", true, false},
	} {
		a, b := SenseOf(Stem(tt.a)), SenseOf(Stem(tt.b))
		if a.Same(&b) != tt.same || b.Same(&a) != tt.same {
			t.Errorf("Same(%s, %s) = %t", tt.a, tt.b, !tt.same)
		}
		if a.Opposite(&b) != tt.opposite || b.Opposite(&a) != tt.opposite {
			t.Errorf("Opposite(%s, %s) = %t", tt.a, tt.b, !tt.opposite)
		}
	}
}

func TestNearTellsOneMatterFromAnother(t *testing.T) {
	for _, tt := range []struct{ word, near, far string }{
		{"coffee", "tea", "meeting"},
		{"doctor", "nurse", "window"},
		{"会议", "开会", "海鲜"},
		{"狗", "猫", "账单"},
	} {
		w, n, f := SenseOf(Stem(tt.word)), SenseOf(Stem(tt.near)), SenseOf(Stem(tt.far))
		if w.Near(&n) <= w.Near(&f)+0.2 {
			t.Errorf("Near(%s, %s) = %.2f is not well above Near(%s, %s) = %.2f", tt.word, tt.near, w.Near(&n), tt.word, tt.far, w.Near(&f))
		}
	}
}

func BenchmarkReadVectors(b *testing.B) {
	for b.Loop() {
		if _, err := readVectors(vectorsGz); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"en", "The user wants the weekly report by 9 am every Monday, with the numbers first and without any preamble."},
		{"zh", "用户希望每周一上午九点前收到周报，先写数字再写说明，不要铺垫。"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Read(bb.text)
			}
		})
	}
}

// TestApartIsTrueOfNoKin takes every so-many-th word of the lexicons, and some that are of one root or
// one Chinese verb.
func TestApartIsTrueOfNoKin(t *testing.T) {
	words := strings.Fields("修 修好 换 换成 allergi allerg decis decid weigh weight")
	for i, w := range slices.Sorted(maps.Keys(meanings().groups)) {
		if i%12 == 0 {
			words = append(words, w)
		}
	}
	senses := make([]Sense, len(words))
	for i, w := range words {
		senses[i] = SenseOf(w)
	}
	kin, apart, pairs := 0, 0, 0
	for i := range senses {
		for j := range senses[:i] {
			a, b := &senses[i], &senses[j]
			pairs++
			if a.Apart(b) {
				apart++
			}
			if !a.Same(b) && !a.Sometimes(b) && !a.Completes(b) && !b.Completes(a) {
				continue
			}
			if kin++; a.Apart(b) || b.Apart(a) {
				t.Errorf("%q and %q are apart", a.Text, b.Text)
			}
		}
	}
	if kin < 20 || apart < pairs/2 {
		t.Errorf("of %d pairs %d are kin and %d apart", pairs, kin, apart)
	}
}
