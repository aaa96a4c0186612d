// Package stats is the arithmetic of the benchmark: ratios that may be
// undefined, a bootstrap and a permutation test over clusters, and Holm's
// correction. It knows numbers only.
//
// A cluster (an episode) is a row of terms, the numbers that its units add up
// to. A [Figure] is computed from the terms summed over clusters. Whatever is
// random takes its source as an argument, and gives the same for the same
// source on any number of processors.
package stats
