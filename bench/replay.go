package bench

import (
	"time"

	"github.com/dyadmem/dyadmem"
)

// Gold returns the captured entries and the operations of session s.
func (s *Session) Gold() (captured []dyadmem.Entry, ops []dyadmem.Op) {
	at := s.Time.Time
	for _, e := range s.Capture {
		captured = append(captured, e.Memory(at))
	}
	return captured, Ops(s.Add, s.Delete, at)
}

// Ops returns adds and deletes as operations. An addition that names a key
// alone becomes an entry without content, which Bank.Apply looks up.
func Ops(add []Addition, del []Deletion, at time.Time) []dyadmem.Op {
	ops := make([]dyadmem.Op, 0, len(add)+len(del))
	for _, a := range add {
		ops = append(ops, dyadmem.Op{Action: dyadmem.Add, Entry: a.Memory(at), Evidence: a.Evidence})
	}
	for _, d := range del {
		ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: d.Key}, Why: d.Why, Evidence: d.Evidence})
	}
	return ops
}

// Replay returns the gold banks of e: element t is the bank before session t
// (so the first is empty), and the last is the bank after the last session.
func Replay(e *Episode) []dyadmem.Bank {
	banks := make([]dyadmem.Bank, 1, len(e.Sessions)+1)
	for i := range e.Sessions {
		banks = append(banks, banks[i].Apply(e.Sessions[i].Gold()))
	}
	return banks
}
