package dyadmem

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"regexp"
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
type Edits struct{ Added, Corrected, Retired int }

var (
	revisionLine = regexp.MustCompile(`^<!-- revision (\d+) -->$`)
	headingLine  = regexp.MustCompile(`^## .*<!-- (\w+) -->$`)
	ruleLine     = regexp.MustCompile(`^[-*] +(.*?)(?: *<!-- (\S+) -->)?$`)
)

// A ruleEdit is a line of the edited text.
type ruleEdit struct {
	kind    Kind
	key     EntryKey
	content string
}

// ReadMarkdown brings d's bank to what the edited text says, as operations by
// hand, all or none: a changed line corrects its entry, a new one is added, one
// that is gone is retired. Kinds whose heading is not there, and entries that
// came after the text was written, are left alone. A line that is changed keeps
// its pin and its end. The text of another dyad is refused. A line that can't be read is
// an error that wraps [ErrInvalid].
func (e Engine) ReadMarkdown(ctx context.Context, d Dyad, r io.Reader, by Hand) (Edits, error) {
	lines, kinds, rev, err := readRules(r, d)
	if err != nil {
		return Edits{}, fmt.Errorf("read Markdown for %s: %w", d, err)
	}
	st, err := e.of(d)
	if err != nil {
		return Edits{}, err
	}
	var edits Edits
	err = e.byHand(ctx, d, by, func(b Bank) ([]Op, error) {
		edits = Edits{}
		kept := make(map[EntryKey]bool)
		var ops, retired []Op
		for _, l := range lines {
			old, known := b.Entry(l.key)
			if l.key != "" && known && old.Kind == l.kind && oneLine(old.Content) == l.content {
				kept[l.key] = true
				continue
			}
			entry, err := e.stated(ctx, d, Entry{Kind: l.kind, Content: l.content, Until: old.Until, Pinned: old.Pinned}, by)
			if err != nil {
				return nil, err
			}
			if !known && d.User == "" {
				return nil, fmt.Errorf("%w: rules come into a commons by promotion alone", ErrInvalid)
			}
			ops = append(ops, Op{Action: Add, Entry: entry})
			kept[entry.Key] = true
			if !known || old.Key == entry.Key {
				edits.Added++
				continue
			}
			edits.Corrected++
			kept[old.Key] = true
			retired = append(retired, Op{Action: Invalidate, Entry: Entry{Key: old.Key}, Why: WhySuperseded, Successor: entry.Key})
		}
		records, err := st.Records(ctx, d)
		if err != nil {
			return nil, err
		}
		for _, rec := range records {
			if rec.State == Active && kinds[rec.Kind] && !kept[rec.Key] && rec.Order>>orderShift <= rev {
				edits.Retired++
				retired = append(retired, Op{Action: Invalidate, Entry: Entry{Key: rec.Key}, Why: WhyCorrected})
			}
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

// readRules reads the lines of an edited text, the kinds that it has headings
// for, and the revision that it was written at.
func readRules(r io.Reader, d Dyad) (lines []ruleEdit, kinds map[Kind]bool, rev int64, err error) {
	kinds = make(map[Kind]bool)
	var kind Kind
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if strings.HasPrefix(line, "# ") && kind == "" && line != headOf(d) {
			return nil, nil, 0, fmt.Errorf("line %d: %w: the text is that of %s, not of %s", n, ErrInvalid, line[2:], headOf(d)[2:])
		}
		if m := revisionLine.FindStringSubmatch(line); m != nil {
			fmt.Sscan(m[1], &rev)
			continue
		}
		if m := headingLine.FindStringSubmatch(line); m != nil {
			if kind = Kind(m[1]); !kind.URAM() {
				return nil, nil, 0, fmt.Errorf("line %d: %w: %q is no kind of the relation side", n, ErrInvalid, kind)
			}
			kinds[kind] = true
			continue
		}
		m := ruleLine.FindStringSubmatch(line)
		if m == nil || kind == "" {
			if kind != "" && line != "" {
				return nil, nil, 0, fmt.Errorf("line %d: %w: a rule is a line that begins with \"- \"", n, ErrInvalid)
			}
			continue
		}
		if m[1] == "" {
			return nil, nil, 0, fmt.Errorf("line %d: %w: the rule is empty", n, ErrInvalid)
		}
		key, err := unmark(m[2])
		if err != nil {
			return nil, nil, 0, fmt.Errorf("line %d: %w: the mark is broken: %w", n, ErrInvalid, err)
		}
		lines = append(lines, ruleEdit{kind, key, m[1]})
	}
	if err := in.Err(); err != nil {
		return nil, nil, 0, err
	}
	return lines, kinds, rev, nil
}
