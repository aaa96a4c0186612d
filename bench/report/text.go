package report

import (
	"bufio"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// width is the number of columns that text fits into where it can.
const width = 100

// Text writes r for a terminal. With color, headings are bold and what is said
// beside figures is dim.
func (r *Report) Text(w io.Writer, color bool) error {
	t := &textWriter{w: bufio.NewWriter(w), color: color}
	t.line(t.bold(r.Title))
	for _, f := range r.Facts {
		t.wrap(f.Name+": ", f.Text)
	}
	for i := range r.Tables {
		if table := &r.Tables[i]; !table.Detail && !table.empty() {
			t.table(table)
		}
	}
	t.block("Warnings", r.Warnings)
	t.block("", r.Notes)
	return t.w.Flush() // it keeps the first error
}

type textWriter struct {
	w     *bufio.Writer
	color bool
}

func (t *textWriter) line(s string) {
	t.w.WriteString(strings.TrimRight(s, " "))
	t.w.WriteByte('\n')
}

func (t *textWriter) bold(s string) string { return t.styled("1", s) }

func (t *textWriter) dim(s string) string { return t.styled("2", s) }

func (t *textWriter) styled(code, s string) string {
	if !t.color || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// table writes a table: a line for its title, one for the columns, a line for
// each section's title, and the rows, indented under it.
func (t *textWriter) table(table *Table) {
	t.line("")
	if table.Title != "" {
		t.line(t.bold(table.Title))
	}
	widths := columnWidths(table)
	header := make([]string, len(table.Columns))
	for i, c := range table.Columns {
		header[i] = c.Title
	}
	t.line(t.dim(strings.TrimRight(cells(table, widths, "", header), " ")))
	for _, s := range table.Sections {
		indent := ""
		if s.Title != "" {
			title := t.bold(s.Title)
			if s.Note != "" {
				title += t.dim(" · " + s.Note)
			}
			t.line(title)
			indent = "  "
		}
		for _, row := range s.Rows {
			t.line(cells(table, widths, indent, row))
		}
	}
}

// columnWidths returns how wide each column is.
func columnWidths(table *Table) []int {
	widths := make([]int, len(table.Columns))
	for i, c := range table.Columns {
		widths[i] = uniseg.StringWidth(c.Title)
	}
	for _, s := range table.Sections {
		for _, row := range s.Rows {
			for i, cell := range row {
				n := uniseg.StringWidth(cell)
				if i == 0 && s.Title != "" {
					n += 2
				}
				widths[i] = max(widths[i], n)
			}
		}
	}
	return widths
}

// cells returns a row with two blanks between columns.
func cells(table *Table, widths []int, indent string, row []string) string {
	var b strings.Builder
	for i, cell := range row {
		if i == 0 {
			cell = indent + cell
		} else {
			b.WriteString("  ")
		}
		pad := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
		if table.Columns[i].Left {
			b.WriteString(cell + pad)
		} else {
			b.WriteString(pad + cell)
		}
	}
	return b.String()
}

// block writes lines under a title, each wrapped.
func (t *textWriter) block(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	t.line("")
	bullet := ""
	if title != "" {
		t.line(t.bold(title))
		bullet = "- "
	}
	for _, l := range lines {
		t.wrap(bullet, l)
	}
}

// wrap writes text behind a lead, the lines after the first under the text.
func (t *textWriter) wrap(lead, text string) {
	at, room := lead, width-uniseg.StringWidth(lead)
	var b strings.Builder
	used := 0
	flush := func() {
		t.line(t.dim(at) + b.String())
		at = strings.Repeat(" ", uniseg.StringWidth(lead))
		b.Reset()
		used = 0
	}
	for _, word := range strings.Fields(text) {
		n := uniseg.StringWidth(word)
		if used > 0 && used+1+n > room {
			flush()
		}
		if used > 0 {
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	flush()
}
