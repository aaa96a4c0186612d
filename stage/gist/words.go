package gist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// ContainsAny reports whether s holds one of parts.
func ContainsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// Upper returns s with its first letter in upper case.
func Upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// SetOf returns the words of some lists, and their stems, as a set.
func SetOf(lists ...string) map[string]bool {
	set := make(map[string]bool)
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			set[w] = true
			set[lang.Stem(w)] = true
		}
	}
	return set
}

// Owning reports whether a word of text stands in the possessive.
func Owning(text string, w lang.Word) bool {
	rest := text[w.End:]
	return strings.HasSuffix(w.Text, "'s") || strings.HasPrefix(rest, "'s") || strings.HasPrefix(rest, "’s")
}

// Contents returns what entries say.
func Contents(entries []dyadmem.Entry) []string {
	texts := make([]string, len(entries))
	for i, e := range entries {
		texts[i] = e.Content
	}
	return texts
}

// A hanPair is two neighbouring Han characters.
type hanPair uint64

// String returns the pair, marked so that it is no word.
func (p hanPair) String() string { return string([]rune{'#', rune(p >> 32), rune(p & 0xFFFFFFFF)}) }

// hanPairs returns the pairs of neighbouring Han characters of text. They find a word
// that segmentation cut in another way, and words that share a part (上班, 班车).
func hanPairs(text string) (pairs []hanPair) {
	var prev rune
	for _, r := range text {
		if !unicode.Is(unicode.Han, r) {
			prev = 0
			continue
		}
		if prev != 0 {
			pairs = append(pairs, hanPair(prev)<<32|hanPair(r))
		}
		prev = r
	}
	return pairs
}

// HanPairs returns the pairs of neighbouring Han characters of text, as they stand in
// the list of a digest.
func HanPairs(text string) (out []string) {
	for _, p := range hanPairs(text) {
		out = append(out, p.String())
	}
	return out
}

// Dyadic reports whether a word points at one of the two of a dyad.
func Dyadic(word string) bool {
	switch word {
	case "user", "user's", "users", "i", "me", "my", "mine", "i'm", "you", "your", "he", "him", "his", "she", "her", "hers", "用户", "我", "我们", "你", "您", "他", "她", "助手":
		return true
	}
	return false
}

// Quoted returns what text holds in quotation marks. An apostrophe inside a
// word opens none.
func Quoted(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		end := map[rune]string{'"': "\"", '\'': "'", '‘': "’", '“': "”", '「': "」", '`': "`"}[r]
		at := i
		i += n
		if end == "" || r == '\'' && at > 0 && text[at-1] != ' ' && text[at-1] != '(' {
			continue
		}
		if j := strings.Index(text[i:], end); j > 0 {
			out = append(out, text[i:i+j])
			i += j + len(end)
		}
	}
	return out
}

// PairShare returns the share of pairs of Han characters that two entries
// have in common, of the shorter one.
func PairShare(a, b *Gloss) float64 {
	n := CommonPairs(a, b)
	if n == 0 {
		return 0
	}
	return float64(n) / float64(min(len(a.pairs), len(b.pairs)))
}

// CommonPairs returns how many pairs of Han characters two entries have in common.
func CommonPairs(a, b *Gloss) (n int) {
	x, y := a.pairs, b.pairs
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j]:
			n, i, j = n+1, i+1, j+1
		case x[i] < y[j]:
			i++
		default:
			j++
		}
	}
	return n
}

// relatedIn reports whether a set holds a term related to another.
func relatedIn(term string, set map[string]bool) bool {
	return slices.ContainsFunc(lang.Related(term), func(o string) bool { return set[o] })
}

// GistIn returns where a text lies among other texts by what it means, with length 1, whoever
// of the dyad it is about; the zero Gist if none of its words is known.
func GistIn(text string) *lang.Gist { return summed(text, lang.GistOf) }

// AboutIn returns where a text lies among questions and answers by what it is about, as GistIn does.
func AboutIn(text string) *lang.Gist { return summed(text, lang.AboutOf) }

func summed(text string, of func(term string) lang.Gist) *lang.Gist {
	var g lang.Gist
	for _, w := range lang.Words(text) {
		if !Dyadic(w.Text) {
			x := of(w.Term)
			g.Add(&x)
		}
	}
	g.Scale()
	return &g
}

// StrongValues returns the values of a text that are no mere names and no words
// that only may be values.
func StrongValues(text string) []lang.Value {
	var out []lang.Value
	for _, v := range lang.Values(text) {
		if v.Kind != lang.Name && !v.Weak {
			out = append(out, v)
		}
	}
	return out
}
