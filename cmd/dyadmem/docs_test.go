package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var commandLine = regexp.MustCompile(`(?m)^(?:    |bin/|go run \./cmd/)?dyadmem ((?:bench|data|config|migrate|export|import|purge|work|serve|mcp|keys|version)\b.*)$`)

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

// The examples of docs/formats.md are what it says that they are.
func TestExamplesOfFormats(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for lang, name := range map[string]string{"json": "episode.jsonl", "jsonl": "predictions.jsonl", "python": "my_system.py"} {
		_, block, ok := strings.Cut(string(text), "```"+lang+"\n")
		if block, _, _ = strings.Cut(block, "```"); !ok || block == "" {
			t.Fatalf("docs/formats.md has no block of %s", lang)
		}
		if lang == "json" {
			block = strings.Join(strings.Fields(block), " ") // one episode a line
		}
		if err := os.WriteFile(name, []byte(block), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commands := [][]string{
		{"data", "validate", "--quiet", "episode.jsonl"},
		{"--json", "bench", "score", "--data", "episode.jsonl", "--predictions", "predictions.jsonl"},
	}
	if _, err := exec.LookPath("python3"); err == nil {
		commands = append(commands, []string{"bench", "run", "--data", "episode.jsonl", "--system", "exec:python3 my_system.py", "--out", "out"})
	}
	for _, args := range commands {
		var out, errs strings.Builder
		if code := run(t.Context(), args, &out, &errs); code != exitDone {
			t.Errorf("%v ended with %d: %s%s", args, code, out.String(), errs.String())
		}
		if args[0] == "--json" && !strings.Contains(out.String(), `"unknown": 0`) {
			t.Errorf("not every line is of the episode: %s", out.String())
		}
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

// The version is told by the flag that every program has, too.
func TestVersion(t *testing.T) {
	var told [2]strings.Builder
	for i, arg := range []string{"--version", "version"} {
		if code := run(t.Context(), []string{arg}, &told[i], io.Discard); code != exitDone {
			t.Errorf("%s: status %d", arg, code)
		}
	}
	if told[0].String() != told[1].String() || !strings.HasPrefix(told[0].String(), "dyadmem ") {
		t.Errorf("%q and %q", told[0].String(), told[1].String())
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
