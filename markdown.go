package dyadmem

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// headings are the kinds of the relation side as a person reads them.
var headings = []struct {
	kind Kind
	text string
}{
	{AgentIdentity, "How this agent behaves for this user"},
	{AgentMethod, "How the two do things"},
	{AgentKnowledge, "What the agent has learnt about this user"},
}

// WriteMarkdown writes the relation side of d's bank as Markdown that a person
// can read and edit; [Engine.ReadMarkdown] takes the edited text back.
func (e Engine) WriteMarkdown(ctx context.Context, d Dyad, w io.Writer) error {
	st, err := e.of(d)
	if err != nil {
		return err
	}
	b, err := st.Bank(ctx, d)
	if err != nil {
		return fmt.Errorf("write Markdown of %s: %w", d, err)
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n\nOne rule a line. Change, add or remove lines; leave the mark at the end of a line that you change.\n<!-- revision %d -->\n", headOf(d), b.Rev)
	for _, h := range headings {
		fmt.Fprintf(out, "\n## %s <!-- %s -->\n\n", h.text, h.kind)
		for _, entry := range b.Entries {
			if entry.Kind == h.kind {
				fmt.Fprintf(out, "- %s <!-- %s -->\n", oneLine(entry.Content), mark(entry.Key))
			}
		}
	}
	fmt.Fprintf(out, "\n%s\n", endLine)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write Markdown of %s: %w", d, err)
	}
	return nil
}

// oneLine returns content as it stands in a line of Markdown.
func oneLine(content string) string {
	return strings.NewReplacer("<!--", "<! --", "-->", "-- >").Replace(strings.Join(strings.Fields(content), " "))
}

// mark returns k as it stands in a mark, which it must neither end nor have
// blanks in; unmark takes it back.
func mark(k EntryKey) string { return strings.ReplaceAll(url.PathEscape(string(k)), "--", "%2D-") }

func unmark(text string) (EntryKey, error) {
	k, err := url.PathUnescape(text)
	return EntryKey(k), err
}

// headOf returns the first line of d's text, which says whose it is.
func headOf(d Dyad) string { return "# " + strings.Join(strings.Fields(d.String()), " ") }

// Edits counts what an edited text changed.
type Edits struct {
	Added     int `json:"added"`
	Corrected int `json:"corrected"`
	Retired   int `json:"retired"`
}

var (
	revisionLine = regexp.MustCompile(`^<!-- revision (\d+) -->$`)
	headingLine  = regexp.MustCompile(`^## .*<!-- (\w+) -->$`)
	ruleLine     = regexp.MustCompile(`^[-*] +(.*?)(?: *<!-- (\S+) -->)?$`)
)

// endLine is the last line of a text that was not cut short.
const endLine = "<!-- end -->"

// byteOrderMark is what some editors put before the first line.
const byteOrderMark = "\ufeff"

// A ruleEdit is a line of the edited text.
type ruleEdit struct {
	kind    Kind
	key     EntryKey
	content string
}

// states reports whether e says what l says.
func (l ruleEdit) states(e Entry) bool { return e.Kind == l.kind && oneLine(e.Content) == l.content }

// ReadMarkdown brings d's bank to what the edited text says, as operations by
// hand, all or none: a changed line corrects its entry, a new one is added, one
// that is gone is retired. Kinds whose heading is not there, and entries that
// came after the text was written, are left alone. A line that is changed keeps
// its pin and its end. The text of another dyad is refused, and so is one that
// was cut short where a rule would go for it. A line that can't be read is
// an error that wraps [ErrInvalid].
func (e Engine) ReadMarkdown(ctx context.Context, d Dyad, r io.Reader, by Hand) (Edits, error) {
	text, err := readRules(r, d)
	if err != nil {
		return Edits{}, fmt.Errorf("read Markdown for %s: %w", d, err)
	}
	st, err := e.of(d)
	if err != nil {
		return Edits{}, err
	}
	var edits Edits
	err = e.byHand(ctx, d, by, func(b Bank) ([]Op, error) {
		records, err := st.Records(ctx, d)
		if err != nil {
			return nil, err
		}
		ops, said, retired, err := e.stateRules(ctx, d, b, text, by)
		if err != nil {
			return nil, err
		}
		// What a line says holds, whichever line says it: two texts may have changed places.
		retired = slices.DeleteFunc(retired, func(op Op) bool { return said[op.Entry.Key] })
		edits = Edits{Corrected: len(retired)}
		for _, add := range ops {
			if !slices.ContainsFunc(retired, func(op Op) bool { return op.Successor == add.Entry.Key }) {
				edits.Added++
			}
		}
		for _, op := range retired {
			said[op.Entry.Key] = true
		}
		for _, rec := range records {
			if rec.State == Active && text.kinds[rec.Kind] && !said[rec.Key] && rec.Order>>orderShift <= text.rev {
				edits.Retired++
				retired = append(retired, Op{Action: Invalidate, Entry: Entry{Key: rec.Key}, Why: WhyCorrected})
			}
		}
		if edits.Retired > 0 && !text.whole {
			return nil, fmt.Errorf("%w: %d rules are not in the text, and its last line, %q, is gone too: it was cut short, or put that line back", ErrInvalid, edits.Retired, endLine)
		}
		for _, op := range retired {
			if err := retirable(b, op.Entry.Key, by); err != nil {
				return nil, err
			}
		}
		return append(ops, retired...), nil
	})
	if err != nil {
		return Edits{}, fmt.Errorf("read Markdown for %s: %w", d, err)
	}
	return edits, nil
}

// stateRules returns what adds the rules of text that b lacks, the keys of all
// that its lines say, and what retires those that stood where a line says
// something else now.
func (e Engine) stateRules(ctx context.Context, d Dyad, b Bank, text rules, by Hand) (ops []Op, said map[EntryKey]bool, retired []Op, err error) {
	said = make(map[EntryKey]bool)
	for _, l := range text.lines {
		old, marked := b.Entry(l.key)
		holds := old
		if i := slices.IndexFunc(b.Entries, l.states); i >= 0 && !l.states(old) {
			holds = b.Entries[i]
		} else if i < 0 {
			holds, err = stated(Entry{Kind: l.kind, Content: l.content, Until: old.Until, Pinned: old.Pinned}, by)
			if err == nil {
				err = e.unburied(ctx, d, holds)
			}
			if err != nil {
				return nil, nil, nil, err
			}
			if !marked && d.User == "" {
				return nil, nil, nil, fmt.Errorf("%w: rules come into a commons by promotion alone", ErrInvalid)
			}
			if !said[holds.Key] {
				ops = append(ops, Op{Action: Add, Entry: holds})
			}
		}
		said[holds.Key] = true
		done := slices.ContainsFunc(retired, func(op Op) bool { return op.Entry.Key == old.Key })
		if marked && old.Key != holds.Key && !done {
			retired = append(retired, Op{Action: Invalidate, Entry: Entry{Key: old.Key}, Why: WhySuperseded, Successor: holds.Key})
		}
	}
	return ops, said, retired, nil
}

// rules are what an edited text says.
type rules struct {
	lines []ruleEdit
	kinds map[Kind]bool // that it has headings for
	rev   int64         // of the bank that it was written from
	whole bool          // its last line is there
}

// readRules reads an edited text for d. A text with marks, or with a revision,
// was written from a bank, and has to say from whose.
func readRules(r io.Reader, d Dyad) (text rules, err error) {
	text.kinds = make(map[Kind]bool)
	var kind Kind
	ours, written := false, false
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		wrong := func(format string, args ...any) (rules, error) {
			return rules{}, fmt.Errorf("line %d: %w: "+format, append([]any{n, ErrInvalid}, args...)...)
		}
		line := strings.TrimSpace(strings.TrimPrefix(in.Text(), byteOrderMark))
		if kind == "" && strings.HasPrefix(line, "# ") {
			if line != headOf(d) {
				return wrong("the text is that of %s, not of %s", line[2:], headOf(d)[2:])
			}
			ours = true
			continue
		}
		if m := revisionLine.FindStringSubmatch(line); m != nil {
			fmt.Sscan(m[1], &text.rev)
			written = true
			continue
		}
		if line == endLine {
			text.whole = true
			continue
		}
		if strings.HasPrefix(line, "##") {
			m := headingLine.FindStringSubmatch(line)
			if m == nil {
				return wrong("the heading has no mark that says its kind, such as <!-- %s -->: put it back", AgentIdentity)
			}
			if kind = Kind(m[1]); !kind.URAM() {
				return wrong("%q is no kind of the relation side", kind)
			}
			text.kinds[kind] = true
			continue
		}
		m := ruleLine.FindStringSubmatch(line)
		switch {
		case kind == "" || line == "":
			continue
		case m == nil:
			return wrong("a rule is a line that begins with \"- \"")
		case m[1] == "":
			return wrong("the rule is empty")
		case strings.Contains(m[1], "<!--"):
			return wrong("the mark at its end is broken: put it back, or take it off if the rule is new")
		}
		key, err := unmark(m[2])
		if err != nil {
			return wrong("the mark is broken: %w", err)
		}
		written = written || key != ""
		text.lines = append(text.lines, ruleEdit{kind, key, m[1]})
	}
	switch {
	case in.Err() != nil:
		return rules{}, in.Err()
	case kind == "":
		return rules{}, fmt.Errorf("%w: there is no heading of a kind in it: it is no Markdown view of the relation side", ErrInvalid)
	case written && !ours:
		return rules{}, fmt.Errorf("%w: the first line, which says whose text it is, is gone: put %s back if it is that", ErrInvalid, headOf(d))
	}
	return text, nil
}
