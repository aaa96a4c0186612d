// Package score turns predictions and verdicts into figures: a pure function
// of the two and of the data set, without a model and without a network.
//
// [Episode] measures one episode and can run for many at once. A [Tally] takes
// what it returns in the order of the data, keeps a row of numbers an episode,
// and makes a [Summary] of it, or with another Tally a [Comparison].
//
// Every metric is a value in a file of its own: its name, a line that explains
// it, what one session or question adds to its terms, and the figure that the
// summed terms make. To add one, write that file and name it in metrics.go.
package score
