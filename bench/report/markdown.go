package report

import (
	"bufio"
	"io"
	"strings"
)

// Markdown writes r with all its tables.
func (r *Report) Markdown(w io.Writer) error {
	m := bufio.NewWriter(w)
	line := func(s string) {
		m.WriteString(s)
		m.WriteByte('\n')
	}
	line("# " + escape(r.Title))
	line("")
	for _, f := range r.Facts {
		line("- " + escape(f.Name) + ": " + escape(f.Text))
	}
	if len(r.Warnings) > 0 {
		line("")
		line("## Warnings")
		line("")
		for _, s := range r.Warnings {
			line("- " + escape(s))
		}
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.empty() {
			continue
		}
		line("")
		if t.Title != "" {
			line("## " + escape(t.Title))
			line("")
		}
		t.markdown(line)
	}
	for i, s := range r.Notes {
		if i == 0 {
			line("")
			line("## Notes")
			line("")
		}
		line("- " + escape(s))
	}
	return m.Flush() // it keeps the first error
}

// markdown writes t; a section's title is a row of its own.
func (t *Table) markdown(line func(string)) {
	titles, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		titles[i], rule[i] = c.Title, "---:"
		if c.Left {
			rule[i] = "---"
		}
	}
	row := func(cells []string) {
		escaped := make([]string, len(cells))
		for i, c := range cells {
			escaped[i] = escape(strings.TrimSpace(c))
		}
		line("| " + strings.Join(escaped, " | ") + " |")
	}
	row(titles)
	line("| " + strings.Join(rule, " | ") + " |")
	for _, s := range t.Sections {
		if s.Title != "" {
			head := "**" + escape(s.Title) + "**"
			if s.Note != "" {
				head += " · " + escape(s.Note)
			}
			line("| " + head + strings.Repeat(" |", len(t.Columns)))
		}
		for _, r := range s.Rows {
			row(r)
		}
	}
}

// escape keeps text from being read as Markdown where that would matter: in a
// table, and as emphasis of a name.
func escape(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`").Replace(s)
}
