package report

// A Report is what is shown of a run, as data.
type Report struct {
	Title    string
	Facts    []Fact
	Tables   []Table
	Warnings []string
	Notes    []string // footnotes
}

// A Fact is a line like "judges: anchored 1, rubric 1".
type Fact struct{ Name, Text string }

// A Table is rows of cells in columns, in sections.
type Table struct {
	Title    string
	Columns  []Column
	Sections []Section
	Detail   bool // shown in the Markdown report alone
}

// A Column is one of a table. The first holds the labels of rows.
type Column struct {
	Title string
	Left  bool // aligned to the left
}

// A Section is rows under a heading. An empty Title has no heading.
type Section struct {
	Title string
	Note  string // beside the title
	Rows  [][]string
}

// row adds a row.
func (s *Section) row(cells ...string) { s.Rows = append(s.Rows, cells) }

// empty reports whether t has no row.
func (t *Table) empty() bool {
	for _, s := range t.Sections {
		if len(s.Rows) > 0 {
			return false
		}
	}
	return true
}
