package lang

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"math"
	"strconv"
	"sync"
	"unicode/utf8"
)

// The Chinese dictionary: a line is a word, its frequency and its part of
// speech, sorted. It is made by internal/dictgen from dict.txt of jieba 0.42.1
// (MIT licence) and extra.txt.
//
//go:embed dict.txt.gz
var dictGz []byte

// chinese returns the dictionary. It is read at the first call, which takes
// some tens of milliseconds.
var chinese = sync.OnceValue(readDict)

const firstHan, lastHan = 0x3400, 0x9FFF // the Han blocks of the basic plane

// A dict holds Han words in order, as 16-bit runes, so that a walk along a text
// narrows a range of words by one rune at a time. It takes about 4 MB for
// 228,000 words, where go-ego/gse takes 18 to 47 MB for a trimmed dictionary and
// 196 MB for its own.
type dict struct {
	runes  []uint16  // the runes of all words, one word after another
	start  []uint32  // word i is runes[start[i]:start[i+1]]
	weight []float32 // log of the word's probability
	tag    []uint8   // index into tags
	tags   []string
	first  []uint32 // words that begin with firstHan+r are first[r]:first[r+1]
	rare   float32  // the weight of a character that is no word
}

func readDict() *dict {
	z, err := gzip.NewReader(bytes.NewReader(dictGz))
	if err != nil {
		panic("lang: embedded dictionary: " + err.Error()) // the build is broken
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic("lang: embedded dictionary: " + err.Error())
	}
	n := bytes.Count(text, []byte{'\n'})
	d := &dict{
		runes:  make([]uint16, 0, len(text)/5),
		start:  make([]uint32, 1, n+1),
		weight: make([]float32, 0, n),
		tag:    make([]uint8, 0, n),
		first:  make([]uint32, lastHan-firstHan+2),
	}
	tags := make(map[string]uint8)
	var total float64
	next := firstHan
	for len(text) > 0 {
		word, rest, _ := bytes.Cut(text, []byte{' '})
		freq, rest, _ := bytes.Cut(rest, []byte{' '})
		tag, rest, _ := bytes.Cut(rest, []byte{'\n'})
		text = rest
		r, _ := utf8.DecodeRune(word)
		for ; next <= int(r); next++ {
			d.first[next-firstHan] = uint32(len(d.weight))
		}
		for len(word) > 0 {
			r, size := utf8.DecodeRune(word)
			d.runes = append(d.runes, uint16(r))
			word = word[size:]
		}
		f, _ := strconv.ParseFloat(string(freq), 32)
		f = max(f, 1)
		t, ok := tags[string(tag)]
		if !ok {
			t = uint8(len(d.tags))
			d.tags = append(d.tags, string(tag))
			tags[string(tag)] = t
		}
		total += f
		d.start = append(d.start, uint32(len(d.runes)))
		d.weight = append(d.weight, float32(math.Log(f)))
		d.tag = append(d.tag, t)
	}
	for ; next <= lastHan+1; next++ {
		d.first[next-firstHan] = uint32(len(d.weight))
	}
	logTotal := float32(math.Log(total))
	for i := range d.weight {
		d.weight[i] -= logTotal
	}
	d.rare = -logTotal
	return d
}

// A node is where the best way to segment text from here on goes.
type node struct {
	weight float32
	length int32 // of the first word, in runes
	word   int32 // its index, -1 for an unknown character
}

// segment splits Han runes into words by the most probable way, and calls
// yield with the bounds of each word in runes and its tag ("" if it is unknown).
// nodes is scratch space, returned for the next call.
func (d *dict) segment(runes []rune, nodes []node, yield func(from, to int, tag string)) []node {
	n := len(runes)
	if cap(nodes) < n+1 {
		nodes = make([]node, n+1, 2*n+1)
	}
	nodes = nodes[:n+1]
	nodes[n] = node{}
	for i := n - 1; i >= 0; i-- {
		best := node{nodes[i+1].weight + d.rare, 1, -1}
		if r := runes[i]; r >= firstHan && r <= lastHan {
			lo, hi := d.first[r-firstHan], d.first[r-firstHan+1]
			for k := 1; lo < hi; k++ { // words lo to hi share the k runes from i on
				if w := lo; d.start[w+1]-d.start[w] == uint32(k) {
					if s := d.weight[w] + nodes[i+k].weight; s > best.weight {
						best = node{s, int32(k), int32(w)}
					}
					lo++
				}
				if i+k >= n || runes[i+k] > lastHan || runes[i+k] < firstHan {
					break
				}
				lo, hi = d.narrow(lo, hi, k, uint16(runes[i+k]))
			}
		}
		nodes[i] = best
	}
	for i := 0; i < n; {
		to := i + int(nodes[i].length)
		tag := ""
		if w := nodes[i].word; w >= 0 {
			tag = d.tags[d.tag[w]]
		}
		yield(i, to, tag)
		i = to
	}
	return nodes
}

// narrow returns the words among lo to hi whose rune k is r. All of them
// have more than k runes, since a shorter one stands first and was taken off.
func (d *dict) narrow(lo, hi uint32, k int, r uint16) (uint32, uint32) {
	from := d.search(lo, hi, k, r)
	return from, d.search(from, hi, k, r+1)
}

func (d *dict) search(lo, hi uint32, k int, r uint16) uint32 {
	for lo < hi {
		mid := (lo + hi) / 2
		if d.runes[d.start[mid]+uint32(k)] < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
