// Command dictgen trims jieba's dictionary to what package lang carries.
//
//	pip download jieba==0.42.1 --no-deps --no-binary :all: && tar xzf jieba-0.42.1.tar.gz
//	go run ./lang/internal/dictgen -dict jieba-0.42.1/jieba/dict.txt -extra lang/extra.txt -out lang/dict.txt.gz
//
// The source is dict.txt of jieba 0.42.1 by Sun Junyi (MIT licence,
// github.com/fxsjy/jieba): a line is a word, its frequency and its part of
// speech. Kept are words of one to four Han characters that occur five times
// or more, and of the rarer ones those of up to three characters that are no
// personal names, so that everyday words which old newspapers lack
// stay. Extra lines have the same form and win over the source.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type word struct {
	text string
	freq int
	tag  string
}

func main() {
	dict := flag.String("dict", "", "`path` of jieba's dict.txt")
	extra := flag.String("extra", "", "`path` of the words to add")
	out := flag.String("out", "dict.txt.gz", "`path` to write")
	flag.Parse()
	if err := run(*dict, *extra, *out); err != nil {
		fmt.Fprintln(os.Stderr, "dictgen:", err)
		os.Exit(1)
	}
}

func run(dict, extra, out string) error {
	words := make(map[string]word)
	if err := read(dict, func(w word) {
		if keep(w) {
			words[w.text] = w
		}
	}); err != nil {
		return err
	}
	if err := read(extra, func(w word) { words[w.text] = w }); err != nil {
		return err
	}
	list := make([]word, 0, len(words))
	for _, w := range words {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b word) int { return cmp.Compare(a.text, b.text) })

	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, w := range list {
		fmt.Fprintf(z, "%s %d %s\n", w.text, w.freq, w.tag)
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(out, buf.Bytes(), 0o644)
}

func keep(w word) bool {
	n := utf8.RuneCountInString(w.text)
	for _, r := range w.text {
		if !unicode.Is(unicode.Han, r) || r > 0xFFFF {
			return false
		}
	}
	switch {
	case n > 4:
		return false
	case n == 1 || w.freq >= 5:
		return true
	}
	return n <= 3 && w.freq >= 2 && !strings.HasPrefix(w.tag, "nr")
}

func read(path string, yield func(word)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadString('\n')
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] != "#" {
			freq, err := strconv.Atoi(fields[1])
			if err != nil {
				return fmt.Errorf("read %s:%d: frequency: %w", path, n, err)
			}
			yield(word{fields[0], freq, fields[2]})
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
	}
}
