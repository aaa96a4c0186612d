// Package dyadmem is the vocabulary and the rules of dyadic memory: what an
// assistant remembers about one person, and about how it is to work for that
// person.
//
// A [Dyad] is one agent and one user. Its memory is a [Bank] of typed
// [Entry] values, changed one [Session] at a time by four stages:
//
//	Capture   session                  → entries          Capturer
//	Update    bank, session, entries   → operations       Updater
//	Recall    bank, query              → hits             Recaller
//	Answer    query, entries           → answer           Answerer
//
// An [Engine] is a choice for the four. The benchmark (package bench) scores
// an Engine stage by stage; the memory service runs the same Engine over a
// [Store]. The state transition that both share is [Bank.Apply].
//
// The package imports the standard library and golang.org/x/text only, and
// nothing in it reads a clock: time is always an argument.
package dyadmem
