package model

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"text/template"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
)

// A Model is a chat model as the stages use it. Chat is required.
type Model struct {
	Chat      llm.Chatter
	Context   int // tokens that the model can read and write at once; 0: 8192
	MaxTokens int // of a reply; 0: 2048
}

// Engine returns the system `model`: the model does all four stages.
func (m Model) Engine() dyadmem.Engine {
	return dyadmem.Engine{
		Capturer: Capturer{Model: m},
		Updater:  Updater{Model: m},
		Recaller: Recaller{Model: m},
		Answerer: Answerer{Model: m},
	}
}

//go:embed prompts/*.tmpl
var promptFiles embed.FS

// prompts are the four prompts, a file each with a system and a user part.
var prompts = func() map[string]*template.Template {
	all := make(map[string]*template.Template)
	for _, stage := range []string{"capture", "update", "recall", "answer"} {
		all[stage] = template.Must(template.ParseFS(promptFiles, "prompts/"+stage+".tmpl"))
	}
	return all
}()

// PromptsVersion returns the hash of the four prompts: it changes when a word
// of them does.
func PromptsVersion() string {
	h := sha256.New()
	err := fs.WalkDir(promptFiles, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := promptFiles.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(text), text)
		return err
	})
	if err != nil {
		panic(err) // the files are in the binary
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// prompt fills in the prompt of a stage.
func (m Model) prompt(stage string, view any, format *llm.Format) (llm.Prompt, error) {
	p := llm.Prompt{Stage: stage, Format: format, MaxTokens: m.MaxTokens}
	for part, to := range map[string]*string{"system": &p.System, "user": &p.User} {
		var b strings.Builder
		if err := prompts[stage].ExecuteTemplate(&b, part, view); err != nil {
			return p, fmt.Errorf("fill in the prompt of %s: %w", stage, err)
		}
		*to = strings.TrimSpace(b.String())
	}
	return p, nil
}

// Of what a model can hold at once, the share that is left to chance: token
// counts are estimated.
const margin = 0.85

// leastRoom is the number of tokens under which a prompt is not made smaller.
const leastRoom = 200

// room returns how many tokens of text a prompt of a stage can take beside what
// is always in it.
func (m Model) room(stage string) int {
	context, reply := m.Context, m.MaxTokens
	if context == 0 {
		context = 8192
	}
	if reply == 0 {
		reply = 2048
	}
	var system strings.Builder
	if err := prompts[stage].ExecuteTemplate(&system, "system", nil); err != nil {
		panic(err) // the part has no fields
	}
	return max(leastRoom, int(margin*float64(context))-reply-llm.EstimateTokens(system.String())-100)
}

// fit calls do with the room that a prompt of a stage has, and with half of it
// for as long as the endpoint says that the request is too long.
func (m Model) fit(stage string, do func(room int) error) error {
	for room := m.room(stage); ; room /= 2 {
		err := do(room)
		if !errors.Is(err, llm.ErrOverflow) || room/2 < leastRoom {
			return err
		}
	}
}

// pending reports whether err only says that a reply is not there yet.
func pending(err error) bool {
	var p interface{ Pending() bool }
	return errors.As(err, &p) && p.Pending()
}

// A turnLine is a turn as a prompt shows it, by a number that is short.
type turnLine struct {
	N       int
	Speaker dyadmem.Speaker
	Text    string
	Context bool
}

// turnLines returns turns from to (not included) to, those before first being
// context. A turn that would take more than half the room is cut.
func turnLines(s dyadmem.Session, w window, room int) []turnLine {
	var lines []turnLine
	for i := w.from; i < w.to; i++ {
		if w.skips(i) {
			continue
		}
		t := s.Turns[i]
		lines = append(lines, turnLine{N: i + 1, Speaker: t.Speaker, Text: shorten(t.Text, w.share(i, room)), Context: i < w.first})
	}
	return lines
}

// shorten cuts text to about so many tokens and says so.
func shorten(text string, tokens int) string {
	if llm.EstimateTokens(text) <= tokens {
		return text
	}
	runes := []rune(text)
	n := min(len(runes), 4*tokens)
	for n > 1 && llm.EstimateTokens(string(runes[:n])) > tokens {
		n = n * 9 / 10
	}
	return fmt.Sprintf("%s … [%d characters more]", string(runes[:n]), len(runes)-n)
}

// A window is a stretch of a session that fits a prompt: the turns from to to,
// of which those before first were in the window before.
type window struct {
	from, first, to int
	keep            map[int]bool // the turns to show, those that are false in short; nil: all
}

func (w window) skips(i int) bool {
	_, ok := w.keep[i]
	return w.keep != nil && !ok
}

// share returns how many tokens of turn i are shown.
func (w window) share(i, room int) int {
	if w.keep != nil && !w.keep[i] {
		return min(inShort, room/2)
	}
	return room / 2
}

// inShort is how many tokens are shown of a turn that is there for its
// neighbour's sake.
const inShort = 30

// overlap is how many turns a window shows again of the one before.
const overlap = 4

// windows parts a session so that each part fits into room, without those
// turns that keep leaves out.
func windows(s dyadmem.Session, room int, keep map[int]bool) []window {
	var out []window
	w := window{keep: keep}
	used := 0
	for i, t := range s.Turns {
		if w.skips(i) {
			continue
		}
		cost := min(llm.EstimateTokens(t.Text), w.share(i, room)) + 8
		if used+cost > room && i > w.first {
			w.to = i
			out = append(out, w)
			w.first, w.from, used = i, i, 0
			for back := 1; back <= overlap && i-back > out[len(out)-1].from; back++ {
				before := llm.EstimateTokens(s.Turns[i-back].Text) + 8
				if used+before > room/4 {
					break
				}
				w.from, used = i-back, used+before
			}
		}
		used += cost
	}
	w.to = len(s.Turns)
	return append(out, w)
}

// Stamp writes a time as prompts show it, with the day of the week: models
// reckon with it. The zero time is empty.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339) + " (" + t.Weekday().String() + ")"
}

// day writes a date, empty for the zero time.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// ask sends p and returns what its stage has to know of a failure.
func (m Model) ask(ctx context.Context, p llm.Prompt) error {
	_, err := m.Chat.Chat(ctx, p)
	return err
}
