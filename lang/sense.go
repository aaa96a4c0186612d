package lang

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// What the two languages' words mean to one another: lexicon.txt is the
// project's own, wordnet.txt comes out of WordNet 3.1, vectors.bin.gz out of
// multilingual-e5-small and GloVe (internal/vecgen makes and names them).
var (
	//go:embed lexicon.txt
	lexiconText string
	//go:embed wordnet.txt
	wordnetText string
	//go:embed vectors.bin.gz
	vectorsGz []byte
)

// Dims is the length of a word's vector.
const Dims = 48

// A Sense is what is known of a term: what it means the same as, what it is
// the opposite of, and where it lies among other words. The zero Sense is that
// of the empty term, which is like nothing.
type Sense struct {
	Text   string
	groups []int32 // sorted; terms that share one mean the same
	rough  []int32 // sorted; terms that share one mean the same in some sense of theirs
	sides  []int32 // sorted; s and s^1 are opposites
	vector []int8  // nil if unknown
	norm   float32
	han    []rune
	marks  uint64 // see Apart
}

// SenseOf returns the sense of term, in the form that Terms has.
func SenseOf(term string) Sense {
	lex := meanings()
	s := Sense{Text: term, groups: lex.groups[term], rough: lex.rough[term], sides: lex.sides[term]}
	if r, _ := utf8.DecodeRuneInString(term); isHan(r) {
		s.han = []rune(term)
	}
	v := wordVectors().of(term)
	if v == nil && len(s.han) > 1 {
		v = wordVectors().sum(s.han)
	}
	if v != nil {
		s.vector = v
		var sum float64
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		s.norm = float32(math.Sqrt(sum))
	}
	s.marks = s.mark()
	return s
}

// Groups returns the numbers of the groups of synonyms that the term is in, in order.
func (a *Sense) Groups() []int32 { return a.groups }

// Vector returns where the term lies among other words, Dims numbers of any
// scale; nil if that is unknown.
func (a *Sense) Vector() []int8 { return a.vector }

// Same reports whether a and b mean the same by grammar or dictionary: equal
// terms, synonyms, forms of one root ("allergic", "allergy").
func (a *Sense) Same(b *Sense) bool {
	return a.Text == b.Text || meet(a.groups, b.groups) || sameRoot(a.Text, b.Text)
}

// Sometimes reports whether a and b mean the same in some common sense of
// both, which may not be the one that is meant.
func (a *Sense) Sometimes(b *Sense) bool { return meet(a.rough, b.rough) }

// Completes reports whether one is the Chinese verb of the other with its
// outcome: 修好 of 修, 换成 of 换.
func (a *Sense) Completes(b *Sense) bool {
	if len(a.han) < len(b.han) {
		a, b = b, a
	}
	return len(b.han) == 1 && len(a.han) == 2 && a.han[0] == b.han[0] && strings.ContainsRune("好完掉到成上下出了住起过得给去来", a.han[1])
}

// Opposite reports whether a and b are opposites: antonyms, words that a
// prefix denies ("happy", "unhappy"), or Chinese words that differ in one pair of
// opposite characters (饭前, 饭后).
func (a *Sense) Opposite(b *Sense) bool {
	for _, s := range a.sides {
		if _, ok := slices.BinarySearch(b.sides, s^1); ok {
			return true
		}
	}
	return prefixed(a.Text, b.Text) || prefixed(b.Text, a.Text) || oppositeHan(a.han, b.han)
}

// Near returns how near the meanings of a and b lie, -1 to 1, by their
// vectors: words of one matter are near, whether they mean the same or not
// (coffee and tea). It is 0 if one of them is unknown.
func (a *Sense) Near(b *Sense) float64 {
	if a.vector == nil || b.vector == nil {
		return 0
	}
	var dot int32
	for i, x := range a.vector {
		dot += int32(x) * int32(b.vector[i])
	}
	return float64(float32(dot) / (a.norm * b.norm))
}

// Han reports whether the term is Chinese.
func (a *Sense) Han() bool { return len(a.han) > 0 }

// Single reports whether the term is one Chinese character.
func (a *Sense) Single() bool { return len(a.han) == 1 }

// SharesHead reports whether two Chinese words of two characters have the
// last one in common and not the first: they are of one kind, and may be two of it.
func (a *Sense) SharesHead(b *Sense) bool {
	return len(a.han) == 2 && len(b.han) == 2 && a.han[1] == b.han[1] && a.han[0] != b.han[0]
}

// Overlap returns the share of characters that two Chinese words have in
// common (Dice), 0 for other words and for opposites.
func (a *Sense) Overlap(b *Sense) float64 {
	if len(a.han) == 0 || len(b.han) == 0 || oppositeHan(a.han, b.han) {
		return 0
	}
	n := 0
	for _, r := range a.han {
		if slices.Contains(b.han, r) {
			n++
		}
	}
	return 2 * float64(n) / float64(len(a.han)+len(b.han))
}

func meet(a, b []int32) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			return true
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return false
}

// sameRoot reports whether two English stems are one root with what Porter2
// leaves of two suffixes ("allergi", "allerg"; "decis", "decid" are not).
func sameRoot(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= rootLen && len(b)-len(a) <= 2 && a[0] < utf8.RuneSelf && strings.HasPrefix(b, a)
}

// rootLen is how long a stem is at least, in bytes, to be the root of another.
const rootLen = 5

// prefixed reports whether b is a with a prefix that denies it.
func prefixed(a, b string) bool {
	if len(a) < 4 {
		return false
	}
	rest, ok := strings.CutSuffix(b, a)
	return ok && (rest == "un" || rest == "in" || rest == "im" || rest == "dis" || rest == "non" || rest == "ir" || rest == "il")
}

// oppositePairs are characters that turn a word into its opposite.
var oppositePairs = pairs("前后 上下 大小 多少 高低 早晚 左右 内外 里外 男女 新旧 冷热 长短 快慢 进出 买卖 增减 加减 升降 开关 有无 轻重 软硬 干湿 甜咸 东西 南北 始终 首尾 先后 深浅 厚薄 宽窄 正反 公私 爱恨 好坏 胜负 赢输 黑白 老少 强弱 生熟 午晚 早午")

func pairs(list string) map[[2]rune]bool {
	m := make(map[[2]rune]bool)
	for p := range strings.FieldsSeq(list) {
		r := []rune(p)
		m[[2]rune{r[0], r[1]}] = true
		m[[2]rune{r[1], r[0]}] = true
	}
	return m
}

func oppositeHan(a, b []rune) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	opposite := false
	for i, r := range a {
		if r == b[i] {
			continue
		}
		if opposite || !oppositePairs[[2]rune{r, b[i]}] {
			return false
		}
		opposite = true
	}
	return opposite
}

// A lexicon leads terms to the groups of like meaning and the sides of
// opposites that they are in.
type lexicon struct {
	groups, rough, sides map[string][]int32
	next                 int32          // the next number of a group; even
	phrases              map[string]int // first term of a phrase → the most words that one of its phrases has
}

var meanings = sync.OnceValue(func() *lexicon {
	l := &lexicon{groups: make(map[string][]int32), rough: make(map[string][]int32), sides: make(map[string][]int32), phrases: make(map[string]int)}
	l.read(wordnetText, func(w string) string { return w })
	l.read(lexiconText, l.term)
	return l
})

// term returns a word or phrase of the lexicon as the terms of a text come.
func (l *lexicon) term(word string) string {
	words := Words(strings.ReplaceAll(word, "_", " "))
	terms := make([]string, len(words))
	for i, w := range words {
		terms[i] = w.Term
	}
	if len(terms) > 1 {
		l.phrases[terms[0]] = max(l.phrases[terms[0]], len(terms))
	}
	return strings.Join(terms, "_")
}

func (l *lexicon) read(text string, term func(string) string) {
	next := l.next
	defer func() { l.next = next }()
	for line := range strings.Lines(text) {
		kind, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "=":
			for w := range strings.FieldsSeq(list) {
				add(l.groups, term(w), next)
			}
		case "~": // the first word with each of the others
			first, rest, _ := strings.Cut(list, " ")
			for w := range strings.FieldsSeq(rest) {
				add(l.rough, first, next)
				add(l.rough, w, next)
				next += 2
			}
		case "!":
			left, right, _ := strings.Cut(list, "|")
			for w := range strings.FieldsSeq(left) {
				add(l.sides, term(w), next)
			}
			for w := range strings.FieldsSeq(right) {
				add(l.sides, term(w), next+1)
			}
		}
		next += 2
	}
}

func add(m map[string][]int32, term string, group int32) {
	if !slices.Contains(m[term], group) {
		m[term] = append(m[term], group)
		slices.Sort(m[term])
	}
}

// vectors are the words' vectors, sorted by word.
type vectors struct {
	words  string // joined by newlines
	starts []int32
	rows   []int8
}

var wordVectors = sync.OnceValue(func() *vectors {
	v, err := readVectors(vectorsGz)
	if err != nil {
		panic("lang: embedded vectors: " + err.Error()) // the build is broken
	}
	return v
})

func readVectors(packed []byte) (*vectors, error) {
	words, rows, n, err := unpack(packed, Dims, 0)
	if err != nil {
		return nil, err
	}
	v := &vectors{words: words, starts: make([]int32, 1, n+1), rows: signed(rows)}
	for i := range words {
		if words[i] == '\n' {
			v.starts = append(v.starts, int32(i+1))
		}
	}
	v.starts = append(v.starts, int32(len(words)+1))
	return v, nil
}

// unpack reads a packed table of words: a line with how many words, dimensions and
// bytes of words there are; the words, a line each; then extra bytes a word, and a
// row of dims bytes a word.
func unpack(packed []byte, dims, extra int) (words string, rest []byte, n int, err error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return "", nil, 0, err
	}
	data, err := io.ReadAll(z)
	if err != nil {
		return "", nil, 0, err
	}
	head, rest, _ := bytes.Cut(data, []byte{'\n'})
	var wide, size int
	if _, err := fmt.Sscanf(string(head), "%d %d %d", &n, &wide, &size); err != nil {
		return "", nil, 0, err
	}
	if wide != dims || len(rest) != size+n*(extra+dims) {
		return "", nil, 0, fmt.Errorf("%d words of %d dimensions do not fill %d bytes", n, wide, len(rest))
	}
	return string(rest[:size]), rest[size:], n, nil
}

func signed(rows []byte) []int8 {
	out := make([]int8, len(rows))
	for i, b := range rows {
		out[i] = int8(b)
	}
	return out
}

func (v *vectors) word(i int) string { return v.words[v.starts[i] : v.starts[i+1]-1] }

// sum returns a vector for a Chinese word that has none: the mean direction of
// its characters, nil if one of them has none either.
func (v *vectors) sum(word []rune) []int8 {
	var total [Dims]float64
	for _, r := range word {
		row := v.of(string(r))
		if row == nil {
			return nil
		}
		var norm float64
		for _, x := range row {
			norm += float64(x) * float64(x)
		}
		for i, x := range row {
			total[i] += float64(x) / math.Sqrt(norm)
		}
	}
	var most float64
	for _, x := range total {
		most = max(most, math.Abs(x))
	}
	sum := make([]int8, Dims)
	for i, x := range total {
		sum[i] = int8(math.Round(127 * x / most))
	}
	return sum
}

// of returns the vector of word, nil if there is none.
func (v *vectors) of(word string) []int8 {
	n := len(v.starts) - 1
	i := sort.Search(n, func(i int) bool { return v.word(i) >= word })
	if i == n || v.word(i) != word {
		return nil
	}
	return v.rows[i*Dims : (i+1)*Dims : (i+1)*Dims]
}
