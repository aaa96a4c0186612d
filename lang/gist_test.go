package lang

import "testing"

// gistOf returns the gist of a text, of length 1.
func gistOf(text string) *Gist {
	var whole Gist
	for _, w := range Words(text) {
		g := GistOf(w.Term)
		whole.Add(&g)
	}
	whole.Scale()
	return &whole
}

func TestGistTellsOneRemarkFromAnother(t *testing.T) {
	for _, tt := range []struct{ text, same, other string }{
		{"The swimming pool shuts at eight", "The baths close in the evening at 8", "The lawn mower needs a new blade"},
		{"Grandma is afraid of dogs", "The old lady fears big hounds", "The printer has run out of ink"},
		{"阳台上的花该浇水了", "盆栽已经干了，记得浇", "发票要开公司抬头"},
		{"他怕打雷", "一听到雷声他就害怕", "厨房的灯泡坏了"},
		{"The bus is always late", "公交车总是晚点", "他喜欢吃辣"}, // both languages lie in one space
	} {
		g, s, o := gistOf(tt.text), gistOf(tt.same), gistOf(tt.other)
		if g.Dot(s) < g.Dot(o)+0.2 {
			t.Errorf("%q: %.2f to %q is not well above %.2f to %q", tt.text, g.Dot(s), tt.same, g.Dot(o), tt.other)
		}
	}
}

// What a question asks about lies near what answers it, in either language and across the two.
func TestAboutTellsWhatAnswersAQuestion(t *testing.T) {
	about := func(text string) *Gist {
		var whole Gist
		for _, w := range Words(text) {
			g := AboutOf(w.Term)
			whole.Add(&g)
		}
		whole.Scale()
		return &whole
	}
	for _, tt := range []struct{ asked, answer, other string }{
		{"Which instrument did she learn as a child?", "She played the violin from six on", "The roof leaks above the stairs"},
		{"What is kept in the shed?", "The lawn mower and the rakes stand in the garden hut", "The dentist has moved to Elm Road"},
		{"阳台上种了什么？", "窗台边有三盆辣椒和一盆薄荷", "发票要开公司抬头"},
		{"孩子几点放学？", "小学下午四点半下课", "厨房的灯泡坏了"},
		{"What does he eat in the morning?", "他早饭喝粥", "公交车总是晚点"},
	} {
		q, a, o := about(tt.asked), about(tt.answer), about(tt.other)
		if q.Dot(a) < q.Dot(o)+0.1 {
			t.Errorf("%q: %.2f to %q is not above %.2f to %q", tt.asked, q.Dot(a), tt.answer, q.Dot(o), tt.other)
		}
	}
}

func TestGistOfNothingKnown(t *testing.T) {
	for _, word := range []string{"", "qqzxv", "12345678"} {
		if g := GistOf(word); g.Scale() {
			t.Errorf("%q has a gist", word)
		}
	}
	// A word that the table lacks has that of its characters.
	if g := GistOf("鱼猫狗"); !g.Scale() {
		t.Error("characters that are known have none")
	}
}

func TestReadGistsSaysWhatIsWrong(t *testing.T) {
	if _, err := readGists([]byte("no gzip")); err == nil {
		t.Error("no error")
	}
}

func BenchmarkReadGists(b *testing.B) {
	for b.Loop() {
		if _, err := readGists(gistsGz); err != nil {
			b.Fatal(err)
		}
	}
}
