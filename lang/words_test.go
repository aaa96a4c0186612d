package lang

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
	}{
		{"English is lower case and keeps inner apostrophes", "I don’t eat Bob's bread", "i don't eat bob's bread"},
		{"a hyphen cuts", "gluten-free", "gluten free"},
		{"numbers keep their separators and lose the last full stop", "1,200 or 3.5 at 10:30 on 2026-01-12.", "1,200 or 3.5 at 10:30 on 2026-01-12"},
		{"Chinese is cut into words", "用户对海鲜过敏", "用户 对 海鲜 过敏"},
		{"everyday words that old newspapers lack", "周三晚上点外卖，用支付宝付款", "周三 晚上 点 外卖 用 支付宝 付款"},
		{"a name that no dictionary has falls into characters", "同事邬垚焱", "同事 邬 垚 焱"},
		{"full width is half width", "ＡＢＣ１２", "abc 12"},
		{"mixed text", "用Python写周报", "用 python 写 周报"},
		{"characters beyond the basic plane", "𠮷野家 lunch", "𠮷 野 家 lunch"},
		{"broken UTF-8 is no word", "a\xffb", "a b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, w := range Words(tt.text) {
				got = append(got, w.Text)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("Words(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestTermsAreOneForAllForms(t *testing.T) {
	for _, tt := range []struct{ a, b string }{
		{"The user prefers meetings", "user preferred a meeting"},
		{"bought teeth", "buying tooth"},
		{"用户的海鲜", "海鲜，用户"},
	} {
		a, b := set(Terms(tt.a)...), set(Terms(tt.b)...)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("Terms(%q) and Terms(%q) differ:\n%s", tt.a, tt.b, diff)
		}
	}
}

func TestTermsPairUnknownCharacters(t *testing.T) {
	if terms := set(Terms("邬垚焱")...); !terms["垚焱"] {
		t.Errorf("no pair 垚焱 in %v", terms)
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "用户对海鲜过敏", "I don't 1,200.", "\xff’〇", "ＡＢ𠮷", "a''b 3.-4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, w := range Words(text) {
			if w.Start < end || w.End <= w.Start || w.End > len(text) || w.Text == "" {
				t.Fatalf("Words(%q): bad bounds of %+v", text, w)
			}
			end = w.End
		}
	})
}

func BenchmarkWords(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"en", "The user wants the weekly report to begin with the numbers, not with the explanation."},
		{"zh", "用户希望每周的周报先写数字，再写说明，不要铺垫，过敏相关的问题先给结论。"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			n := 0
			b.ReportAllocs()
			for b.Loop() {
				n += len(Words(bb.text))
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "words/s")
		})
	}
}

// What a Reader saves once it has met the words.
func BenchmarkReader(b *testing.B) {
	var r Reader
	for b.Loop() {
		r.Words("The user wants the weekly report to begin with the numbers, not with the explanation.")
	}
}

// A Reader returns what Words does, however often it has met a word.
func TestReaderReadsAsWordsDoes(t *testing.T) {
	var r Reader
	for _, text := range []string{"Running late, the runners ran.", "用户要 running 的周报", "running Running don't", ""} {
		for range 2 {
			if diff := cmp.Diff(Words(text), r.Words(text)); diff != "" {
				t.Errorf("%q (-Words +Reader):\n%s", text, diff)
			}
		}
	}
}

// The cost of the dictionary: once a process.
func BenchmarkReadDict(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		readDict()
	}
}
