// Package stage holds the four stages. Here is the system `rules`: no model,
// no network, English and Chinese to one standard, and text that mixes them.
//
//	RuleCapturer   speech acts of the user → third-person statements with evidence
//	RuleUpdater    the same subject and slot → what replaces, ends, merges, is forgotten
//	RuleRecaller   BM25, standing rules that apply, time, and nothing when nothing is near
//	RuleAnswerer   the words of the entries, latest value, dates and sums, or an abstention
//
// [Rules] puts them together. [Candidates] is the same knowledge as a filter in
// front of a model. The controls of the benchmark are stages too: [BM25],
// [Recent], [Dump] and the others.
//
// Every stage is a pure function of its arguments and safe for concurrent use;
// between calls the rules keep no more than readings of the texts they saw last. What the rules know of a language stands in package lang, as tables.
package stage
