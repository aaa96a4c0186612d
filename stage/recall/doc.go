// Package recall finds the entries that bear on a question: by words ([BM25],
// [Rules]), by vectors ([Dense], [Stored]), by both ([Fused]), by a reranker.
package recall
