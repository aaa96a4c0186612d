package bench

import (
	"strings"
	"testing"
)

func TestRubricPasses(t *testing.T) {
	fish := &Rubric{Must: [][]string{{"不要去", "别去"}, {"单独准备"}}, MustNot: []string{"放心吃"}}
	for name, c := range map[string]struct {
		rubric       *Rubric
		answer, gold string
		want         bool
	}{
		"one wording of every group is enough":           {fish, "别去，除非单独准备", "不要去，除非单独准备", true},
		"a group without a wording fails":                {fish, "别去", "", false},
		"a forbidden wording fails":                      {fish, "别去，单独准备，放心吃", "", false},
		"case, width and white space are folded":         {&Rubric{Must: [][]string{{"Room  ＡＢ"}}}, "in ROOM\nab", "", true},
		"no match inside a word from behind":             {&Rubric{Must: [][]string{{"art"}}}, "a cart", "", false},
		"a later match counts after a wrong one":         {&Rubric{Must: [][]string{{"art"}}}, "cart, art", "", true},
		"an ending may follow a word":                    {&Rubric{Must: [][]string{{"art"}}}, "arts", "", true},
		"a number is not part of a longer one":           {&Rubric{Must: [][]string{{"12"}}}, "120", "", false},
		"nor the end of one":                             {&Rubric{Must: [][]string{{"12"}}}, "312", "", false},
		"a unit may follow a number":                     {&Rubric{Must: [][]string{{"12"}}}, "12km", "", true},
		"a Chinese wording matches after a letter":       {&Rubric{Must: [][]string{{"米"}}}, "a米", "", true},
		"a Latin wording matches after Chinese":          {&Rubric{Must: [][]string{{"vpn"}}}, "用VPN吧", "", true},
		"a right answer behind a recital is not read":    {&Rubric{Must: [][]string{{"yes"}}}, strings.Repeat("x ", 40) + "yes", "yes", false},
		"80 runes are always read":                       {&Rubric{Must: [][]string{{"yes"}}}, strings.Repeat("长", 77) + "yes", "yes", true},
		"four times a long gold answer is read":          {&Rubric{Must: [][]string{{"yes"}}}, strings.Repeat("长", 117) + "yes", strings.Repeat("长", 30), true},
		"but not more":                                   {&Rubric{Must: [][]string{{"yes"}}}, strings.Repeat("长", 118) + "yes", strings.Repeat("长", 30), false},
		"a forbidden wording behind the cut fails not":   {&Rubric{Must: [][]string{{"yes"}}, MustNot: []string{"no"}}, "yes" + strings.Repeat("长", 80) + " no", "yes", true},
		"an empty wording stands nowhere":                {&Rubric{Must: [][]string{{" "}}}, "yes", "yes", false},
		"full case folding: ß is ss":                     {&Rubric{Must: [][]string{{"STRASSE"}}}, "Straße", "", true},
		"invalid bytes in an answer are no trouble":      {&Rubric{Must: [][]string{{"yes"}}}, "\xff yes \xc3", "yes", true},
		"blanks beside Chinese characters are no matter": {&Rubric{Must: [][]string{{"4毫米"}, {"用 GPS 定位"}}}, "约 4 毫米，用GPS定位", "", true},
		"an apostrophe is one however it is set":         {&Rubric{Must: [][]string{{"don't know"}}}, "I don’t know", "", true},
		"p.m. is pm":                                     {&Rubric{Must: [][]string{{"8 p.m."}, {"9 am"}}}, "from 8 pm to 9 a.m.", "", true},
		"blanks between words are":                       {&Rubric{Must: [][]string{{"ice cream"}}}, "icecream", "", false},
		"a forbidden word inside another word is right":  {&Rubric{Must: [][]string{{"nut"}}, MustNot: []string{"eat"}}, "nut-free, no treat", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.rubric.Passes(c.answer, c.gold); got != c.want {
				t.Errorf("Passes(%q, %q) = %v", c.answer, c.gold, got)
			}
		})
	}
}

func TestRubricLeaksReadsAll(t *testing.T) {
	r := &Rubric{MustNot: []string{"secret 7"}}
	if text := strings.Repeat("x ", 500) + "SECRET 7."; !r.Leaks(text) {
		t.Error("a leak far behind is not seen")
	}
	if r.Leaks("secret 77") {
		t.Error("another number is seen as the leak")
	}
}
