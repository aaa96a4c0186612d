package lang

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
	"unicode/utf8"
)

// gist.bin.gz is what each word adds to the meaning of a sentence. It comes out of
// the Universal Sentence Encoder (internal/vecgen/gist.py makes and names it).
//
//go:embed gist.bin.gz
var gistsGz []byte

// about.bin.gz is what each word tells of what a question and its answer have in
// common. It comes out of a sentence encoder that was trained on such pairs
// (internal/vecgen/about.py makes and names it).
//
//go:embed about.bin.gz
var aboutsGz []byte

// GistDims is the length of a [Gist].
const GistDims = 96

// A Gist is where a text lies among other texts, of either language: what its words
// add up to. Texts of one meaning ([GistOf]) or of one matter ([AboutOf]) point in one direction,
// however they are worded. The zero Gist is that of a text with no known word.
type Gist [GistDims]float32

// Add adds b to a: the gist of two texts is the sum of theirs.
func (a *Gist) Add(b *Gist) {
	for i, x := range b {
		a[i] += x
	}
}

// Scale brings a to length 1, unless it is zero, and reports whether it is not.
func (a *Gist) Scale() bool {
	norm := math.Sqrt(float64(a.Dot(a)))
	if norm == 0 {
		return false
	}
	for i := range a {
		a[i] = float32(float64(a[i]) / norm)
	}
	return true
}

// Dot returns the dot product: of gists of length 1, how near they lie, -1 to 1.
func (a *Gist) Dot(b *Gist) float32 {
	var w, x, y, z float32 // four sums do not wait for each other
	for i := 0; i < GistDims; i += 4 {
		w += a[i] * b[i]
		x += a[i+1] * b[i+1]
		y += a[i+2] * b[i+2]
		z += a[i+3] * b[i+3]
	}
	return w + x + y + z
}

// GistOf returns what a word, in the form that [Word.Term] has, adds to the gist of its text.
func GistOf(term string) Gist {
	var g Gist
	wordGists().add(&g, term)
	return g
}

// AboutOf returns what a word, in the form that [Word.Term] has, adds to what its text is about: what a
// question asks for lies near what answers it. It is not to be added to a gist of [GistOf].
func AboutOf(term string) Gist {
	var g Gist
	wordAbouts().add(&g, term)
	return g
}

// EndsClause reports whether a clause ends at mark, as in [Word.Break]. A list mark (、) ends none.
func EndsClause(mark rune) bool { return mark != 0 && strings.ContainsRune(clauseBreaks, mark) }

// gistTable is what is known of words: a row each, of signed bytes, with a scale.
type gistTable struct {
	index  map[string]int32
	scales []byte
	rows   []int8
}

// add adds word to g. A Chinese word that is unknown is the sum of its characters.
func (t *gistTable) add(g *Gist, word string) {
	if i, ok := t.index[word]; ok {
		t.addRow(g, i, 1)
		return
	}
	if r, _ := utf8.DecodeRuneInString(word); !isHan(r) {
		return
	}
	share := partShare / float32(math.Sqrt(float64(utf8.RuneCountInString(word))))
	for _, r := range word {
		if i, ok := t.index[string(r)]; ok {
			t.addRow(g, i, share)
		}
	}
}

// partShare is what the characters of a word that is unknown count for, as against a known word.
const partShare = 0.8

func (t *gistTable) addRow(g *Gist, i int32, share float32) {
	scale := float32(t.scales[i]) * share
	for k, x := range t.rows[int(i)*GistDims : (int(i)+1)*GistDims] {
		g[k] += scale * float32(x)
	}
}

var (
	wordGists  = sync.OnceValue(func() *gistTable { return mustReadGists("gists", gistsGz) })
	wordAbouts = sync.OnceValue(func() *gistTable { return mustReadGists("abouts", aboutsGz) })
)

func mustReadGists(name string, packed []byte) *gistTable {
	t, err := readGists(packed)
	if err != nil {
		panic("lang: embedded " + name + ": " + err.Error()) // the build is broken
	}
	return t
}

// readGists reads a list of words, a scale a word and a row a word.
func readGists(packed []byte) (*gistTable, error) {
	words, rows, n, err := unpack(packed, GistDims, 1)
	if err != nil {
		return nil, err
	}
	t := &gistTable{index: make(map[string]int32, n), scales: rows[:n], rows: signed(rows[n:])}
	for word := range strings.SplitSeq(words, "\n") {
		t.index[word] = int32(len(t.index))
	}
	if len(t.index) != n {
		return nil, fmt.Errorf("%d words, not %d", len(t.index), n)
	}
	return t, nil
}
