package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var commandLine = regexp.MustCompile(`(?m)^(?:bin/|go run \./cmd/)?dyadmem ((?:bench|data|config|migrate|export|import|purge|work|version)\b.*)$`)

// Every command that a document shows is one that the program takes.
func TestCommandsInDocumentsParse(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range append(files, "../../README.md", "../../README.zh-CN.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		joined := strings.ReplaceAll(string(text), "\\\n", " ")
		for _, m := range commandLine.FindAllStringSubmatch(joined, -1) {
			line, _, _ := strings.Cut(m[1], " #")
			if strings.Contains(line, "…") {
				continue // a sketch
			}
			found++
			var c cli
			parser, err := newParser(&c, t.Context(), io.Discard, io.Discard, func(int) {})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(words(line)); err != nil {
				t.Errorf("%s: dyadmem %s: %v", filepath.Base(file), line, err)
			}
		}
	}
	if found < 10 {
		t.Errorf("%d commands found in the documents: the pattern misses them", found)
	}
}

// Help has an example for every command, and each example parses.
func TestExamplesParse(t *testing.T) {
	var c cli
	parser, err := newParser(&c, t.Context(), io.Discard, io.Discard, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(true) {
		if leaf.Name == "version" {
			continue
		}
		examples := exampleLine.FindAllStringSubmatch(leaf.Detail, -1)
		if examples == nil {
			t.Errorf("%s: its help has no example", leaf.FullPath())
		}
		for _, m := range examples {
			if strings.HasPrefix(m[1], "--config") {
				continue // it names a file
			}
			if _, err := parser.Parse(words(m[1])); err != nil {
				t.Errorf("%s: its example %q does not parse: %v", leaf.FullPath(), m[1], err)
			}
		}
	}
}

// exampleLine matches an example in the help of a command: one alone, or one of
// a list.
var exampleLine = regexp.MustCompile(`(?m)^(?:Example: |  )dyadmem (.*)$`)

// words splits a command line at blanks, outside of quotes.
func words(line string) (list []string) {
	for _, m := range regexp.MustCompile(`'([^']*)'|"([^"]*)"|(\S+)`).FindAllStringSubmatch(line, -1) {
		list = append(list, m[1]+m[2]+m[3])
	}
	return list
}
