package lang

import "testing"

func TestMatters(t *testing.T) {
	for _, c := range []struct {
		pointer, text string
		want          bool
	}{
		{"lungs", "The user has used an inhaler since childhood", true},
		{"lungs", "The user has a sprained wrist", false},
		{"heart", "The user takes atorvastatin", true},
		{"pay", "The user clears 1,900 pounds a month", true},
		{"debts", "The user owes a cousin for the roof", true},
		{"illness", "The user's uncle has arthritis", true},
		{"illness", "The user's uncle has a caravan", false},
		{"quarrel", "Ros and Ted are not on speaking terms", true},
		{"marriage", "The user's sister is separating", true},
		{"肺", "用户得过支气管炎", true},
		{"肺", "用户崴了脚", false},
		{"收入", "用户每月到手五千三", true},
		{"债", "用户还欠堂哥两万元", true},
		{"病", "用户的舅舅有痛风", true},
		{"婚事", "用户的表姐在闹离婚", true},
		{"婚事", "用户的表姐在学木工", false},
	} {
		terms := make(map[string]bool)
		for _, w := range Terms(c.text) {
			terms[w] = true
		}
		got := false
		for _, m := range MattersOf(term(c.pointer)) {
			got = got || m.Holds(terms, Fold(c.text), Values(c.text))
		}
		if got != c.want {
			t.Errorf("%s points at %q: %t, want %t", c.pointer, c.text, got, c.want)
		}
	}
}
