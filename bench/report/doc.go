// Package report shows what was measured. A [Report] is tables, facts and
// warnings as data, made from a summary or a comparison; it is rendered as text
// for a terminal of 100 columns and as Markdown.
//
// An undefined figure is "–", never 0. What the paper reports stands in a column
// of its own, labelled so: it was measured on another data set.
package report
