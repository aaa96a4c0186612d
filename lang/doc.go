// Package lang is what rules and judges know of English and Chinese, and of
// text that mixes the two: words, values (numbers, dates, times, names, units),
// polarity, subject and scope.
//
// Both languages are held to one standard: a text and its translation have the
// same values, polarity and scope. The knowledge is that of a grammar and of a
// dictionary; nothing here is fitted to a data set, and SOURCES.md says where the
// dictionaries come from. Every function is
// pure and safe for concurrent use.
package lang

//go:generate go run ./internal/dictgen -dict dict.txt -extra extra.txt -out dict.txt.gz
