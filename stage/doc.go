// Package stage puts the four stages together. Each has a folder, where the
// system `rules` does without a model or a network, English and Chinese to one
// standard, and text that mixes them:
//
//	capture   speech acts of the user → third-person statements with evidence
//	update    the same subject and slot → what replaces, ends, merges, is forgotten
//	recall    BM25, standing rules that apply, time, and nothing when nothing is near
//	answer    the words of the entries, latest value, dates and sums, or an abstention
//
// [Rules] puts them together. [Candidates] is the same knowledge as a filter in
// front of a model. The controls of the benchmark are stages too: [BM25],
// [Recent], [Dump] and the others.
//
// Every stage is a pure function of its arguments and safe for concurrent use;
// between calls the rules keep no more than readings of the texts they saw last. What the rules know of a language stands in package lang, as tables.
package stage
