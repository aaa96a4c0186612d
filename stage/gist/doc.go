// Package gist reads a text once for all the stages by rules: its terms, values,
// cues and dates (a [Digest]), an entry with them (a [Gloss]), a session (a
// [Sitting]), and what a word weighs in a bank (a [Rarity]). A [Memo] keeps what
// was read last.
package gist
