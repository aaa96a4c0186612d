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
// An [Engine] is a choice for the four over a [Store]. It accepts sessions,
// applies them in the order of their time, recalls and answers; a person can
// remember, correct, retire, pin and purge by hand. A bank is the fold of its
// log of operations: nothing but [Engine.Purge] deletes for good.
//
//	who.go        who may state what, one rule for every writer
//	guard.go      which proposed deletes are carried out
//	observe.go    sessions in;  refold.go: sessions that come late
//	recall.go     what fits a question;  context.go: as a block for a prompt
//	remember.go   by hand;  history.go: as of, revert;  compact.go: the cap
//	purge.go      for good;  export.go, markdown.go: out and in again
//
// The benchmark (package bench) scores an Engine stage by stage, the memory
// service serves it. The state transition that both share is [Bank.Apply].
//
// The package imports the standard library and golang.org/x/text only, and
// nothing in it reads a clock: time is always an argument.
package dyadmem
