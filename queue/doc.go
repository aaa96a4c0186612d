// Package queue observes sessions offline, as River jobs beside the store they
// change: in the SQLite file, where one process works on them, or in Postgres,
// where any number of workers on any number of machines do.
//
// A session and its job are written in one transaction: what was accepted is
// observed, whatever is killed meanwhile. The sessions of one dyad are applied
// in the order of their time, by one worker at a time; a job brings its dyad up
// through its own session, so that the order of the jobs does not matter. Every
// job can be worked twice and changes things once.
//
// Where no model serves, the queue pauses, says so and goes on by itself; that
// spends no attempt. A reply that cannot be read spends one. A session that
// keeps failing is set aside with its turns and its reason, and holds up nobody:
// neither the other dyads nor the later sessions of its own.
package queue
