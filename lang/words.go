package lang

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// A Script is what a word is written in.
type Script uint8

// The scripts.
const (
	Letters Script = iota // any alphabet
	Han                   // Chinese characters
	Digits                // a number in digits, with the separators inside it
)

// A Word is a token of a text.
type Word struct {
	Text       string // as it stands there, in lower case and half width
	Term       string // what words of one meaning share: an English stem, a Chinese word, a number without commas
	Start, End int    // bytes of the text
	Script     Script
	Tag        string // the dictionary's part of speech of a Han word (n, nr, ns, v, t, …); empty if unknown
	Stop       bool   // a function word, which says nothing of the topic
	Break      rune   // the last punctuation mark between the word before and this one; 0 for none
}

// Words returns the words of text in order. English is cut at everything but
// letters (an apostrophe inside a word stays: "don't") and stemmed by
// Porter2, irregular forms first ("bought" → "buy"); Chinese is segmented by the
// most probable way over a dictionary; a number keeps its inner separators
// ("3.5", "2026-01-12", "10:30"). It takes some microseconds a sentence; the first call
// in a process reads the dictionary. The words are shared with whoever asks for the same
// text: they are to be read only.
func Words(text string) []Word { return latelyWords.of(text, cutWords) }

var latelyWords lately[[]Word]

func cutWords(text string) []Word {
	t := tokenizer{text: text, words: make([]Word, 0, len(text)/4+1)}
	return slices.Clip(t.all())
}

// A Reader reads many texts with what it works with, used again for the next one.
// The zero Reader is ready for use. It is not safe for concurrent use.
type Reader struct {
	tokens tokenizer
	values reader
	notes  []note
}

// Words returns what [Words] does, good until the next call of a method of r.
func (r *Reader) Words(text string) []Word {
	t := &r.tokens
	t.text, t.pos, t.mark, t.words = text, 0, 0, t.words[:0]
	return t.all()
}

// Terms returns what text is about: the terms of its content words. Adjacent
// single characters that the dictionary knows no word for (a rare name,
// say) come in pairs as well, so that a name is found however it was cut.
func Terms(text string) []string {
	words := Words(text)
	terms := make([]string, 0, len(words))
	for i, w := range words {
		if w.Stop {
			continue
		}
		terms = append(terms, w.Term)
		if i > 0 && single(w) && single(words[i-1]) && words[i-1].End == w.Start && !words[i-1].Stop {
			terms = append(terms, words[i-1].Term+w.Term)
		}
	}
	return terms
}

func single(w Word) bool {
	return w.Script == Han && w.End-w.Start <= utf8.UTFMax && utf8.RuneCountInString(w.Text) == 1
}

type tokenizer struct {
	text  string
	pos   int
	mark  rune // the last break since the last word
	words []Word
	env   *snowballstem.Env
	buf   []byte
	runes []rune
	nodes []node
}

func (t *tokenizer) all() []Word {
	for t.pos < len(t.text) {
		t.next()
	}
	return t.words
}

// next reads one word, one run of Han, or one other rune.
func (t *tokenizer) next() {
	r, size := t.rune(t.pos)
	switch {
	case isHan(r):
		t.han()
	case isDigit(r):
		t.digits()
	case isLetter(r):
		t.letters()
	default:
		if !unicode.IsSpace(r) || r == '\n' {
			t.mark = r
		}
		t.pos += size
	}
}

// rune returns the rune at byte i in half width and lower case, and its size.
func (t *tokenizer) rune(i int) (rune, int) {
	if i >= len(t.text) {
		return 0, 0
	}
	if c := t.text[i]; c < utf8.RuneSelf {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		return rune(c), 1
	}
	r, size := utf8.DecodeRuneInString(t.text[i:])
	return fold(r), size
}

func fold(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		r -= 0xFF01 - '!'
	case r == '’' || r == '‘':
		return '\''
	case r == 0x3000:
		return ' '
	}
	return unicode.ToLower(r)
}

func isHan(r rune) bool {
	return r >= firstHan && (r >= 0x4E00 && r <= 0x9FFF || unicode.Is(unicode.Han, r)) || r == '〇' // most are of the one block
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' || r > 127 && unicode.IsDigit(r) }

func isLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || r > 127 && (unicode.IsLetter(r) || unicode.IsMark(r)) && !isHan(r)
}

func (t *tokenizer) add(w Word) {
	w.Break, t.mark = t.mark, 0
	t.words = append(t.words, w)
}

func (t *tokenizer) han() {
	start := t.pos
	t.runes = t.runes[:0]
	for {
		r, size := t.rune(t.pos)
		if !isHan(r) {
			break
		}
		t.runes = append(t.runes, r)
		t.pos += size
	}
	at := start
	t.nodes = chinese().segment(t.runes, t.nodes, func(from, to int, tag string) {
		end := at
		for _, r := range t.runes[from:to] {
			end += utf8.RuneLen(r)
		}
		text := t.text[at:end]
		t.add(Word{Text: text, Term: text, Start: at, End: end, Script: Han, Tag: tag, Stop: stopZh[text]})
		at = end
	})
}

func (t *tokenizer) digits() {
	start := t.pos
	t.buf = t.buf[:0]
	for {
		r, size := t.rune(t.pos)
		if isDigit(r) {
			t.buf = utf8.AppendRune(t.buf, r)
			t.pos += size
			continue
		}
		if next, _ := t.rune(t.pos + size); strings.ContainsRune(".,:/-", r) && isDigit(next) {
			t.buf = utf8.AppendRune(t.buf, r)
			t.pos += size
			continue
		}
		break
	}
	text := string(t.buf)
	t.add(Word{Text: text, Term: strings.ReplaceAll(text, ",", ""), Start: start, End: t.pos, Script: Digits})
}

func (t *tokenizer) letters() {
	start := t.pos
	t.buf = t.buf[:0]
	for {
		r, size := t.rune(t.pos)
		if !isLetter(r) {
			if r != '\'' {
				break
			}
			if next, _ := t.rune(t.pos + size); !isLetter(next) {
				break
			}
		}
		t.buf = utf8.AppendRune(t.buf, r)
		t.pos += size
	}
	// Share the text where folding changed nothing.
	text := t.text[start:t.pos]
	if text != string(t.buf) {
		text = string(t.buf)
	}
	w := Word{Text: text, Start: start, End: t.pos, Script: Letters}
	w.Stop = stopEn[text]
	base := text
	if i := strings.IndexByte(text, '\''); i > 0 {
		base = text[:i]
		if !w.Stop {
			w.Stop = stopEn[base]
		}
	}
	w.Term = t.stem(base)
	t.add(w)
}

// Stem returns the stem of an English word in lower case.
func Stem(word string) string { return new(tokenizer).stem(word) }

// stem returns the stem of word. To make one takes most of the time of reading
// English, so those that were asked for last are kept: each in the one place that
// the hash of its word names, until another word takes it.
func (t *tokenizer) stem(word string) string {
	place := &stems[maphash.String(stemSeed, word)%uint64(len(stems))]
	if s := place.Load(); s != nil && s.word == word {
		return s.stem
	}
	s := &stemmed{word: strings.Clone(word)} // the text that it stands in is not to be kept with it
	s.stem = t.makeStem(s.word)
	place.Store(s)
	return s.stem
}

type stemmed struct{ word, stem string }

var (
	stems    [1 << 14]atomic.Pointer[stemmed]
	stemSeed = maphash.MakeSeed()
)

func (t *tokenizer) makeStem(word string) string {
	if lemma, ok := irregular[word]; ok {
		word = lemma
	}
	if len(word) < 3 {
		return word
	}
	if t.env == nil {
		t.env = snowballstem.NewEnv(word)
	} else {
		t.env.SetCurrent(word)
	}
	english.Stem(t.env)
	return t.env.Current()
}
