package dyadmem

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
)

// A MemStore is a Store, a VectorCache and a KeyStore in memory: the reference that the
// durable stores are held against, and what tests use. The zero value is empty
// and ready. What it hands out shares no memory with it.
type MemStore struct {
	mu      sync.RWMutex
	dyads   map[Dyad]*memDyad
	vectors map[[2]string][]float32
	keys    []APIKey
}

// A memDyad is what a MemStore keeps of one dyad.
type memDyad struct {
	rev      int64
	records  map[EntryKey]Record
	log      [][]byte // encoded changes, as a durable store would keep them
	sessions map[string]Accepted
	spoken   map[TurnRef]Spoken
	came     int64
	graves   []Grave
}

var (
	_ Store       = (*MemStore)(nil)
	_ VectorCache = (*MemStore)(nil)
	_ KeyStore    = (*MemStore)(nil)
)

// dyad returns what there is of d; s.mu is held for reading.
func (s *MemStore) dyad(d Dyad) *memDyad {
	if m := s.dyads[d]; m != nil {
		return m
	}
	return &memDyad{}
}

// open returns d for writing; s.mu is held.
func (s *MemStore) open(d Dyad) (*memDyad, error) {
	if d.Agent == "" {
		return nil, d.Validate()
	}
	if m := s.dyads[d]; m != nil {
		return m, nil
	}
	if s.dyads == nil {
		s.dyads = make(map[Dyad]*memDyad)
	}
	m := &memDyad{records: make(map[EntryKey]Record), sessions: make(map[string]Accepted), spoken: make(map[TurnRef]Spoken)}
	s.dyads[d] = m
	return m, nil
}

// Rev returns the revision of the bank.
func (s *MemStore) Rev(_ context.Context, d Dyad) (int64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.dyad(d).rev, nil
}

// Bank returns the active entries.
func (s *MemStore) Bank(_ context.Context, d Dyad) (Bank, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	m := s.dyad(d)
	return BankOf(m.rev, slices.Collect(maps.Values(m.records))), nil
}

// Record returns the entry of key k.
func (s *MemStore) Record(_ context.Context, d Dyad, k EntryKey) (Record, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r, ok := s.dyad(d).records[k]
	if !ok {
		return Record{}, fmt.Errorf("entry %q: %w", k, ErrNotFound)
	}
	r.Entry = r.clone()
	return r, nil
}

// Records returns all entries.
func (s *MemStore) Records(_ context.Context, d Dyad) ([]Record, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := slices.SortedFunc(maps.Values(s.dyad(d).records), byOrder)
	for i := range list {
		list[i].Entry = list[i].clone()
	}
	return list, nil
}

// Commit appends c to the log and folds it in.
func (s *MemStore) Commit(_ context.Context, d Dyad, c Change) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.open(d)
	if err != nil {
		return 0, err
	}
	if c.Base != m.rev {
		return 0, fmt.Errorf("commit to %s: %w: made for revision %d, the bank is at %d", d, ErrConflict, c.Base, m.rev)
	}
	c.Rev = m.rev + 1
	a, ok := m.sessions[c.Session]
	switch {
	case c.Session == "":
	case !ok:
		return 0, fmt.Errorf("commit session %q: %w", c.Session, ErrNotFound)
	case a.Status == Applied:
		return 0, fmt.Errorf("commit session %q: %w: it was applied before", c.Session, ErrConflict)
	}
	changed, err := c.Fold(m.records)
	if err != nil {
		return 0, fmt.Errorf("commit to %s: %w", d, err)
	}
	if c.Session != "" {
		a.Progress = Progress{Status: Applied, Attempts: a.Attempts}
		m.sessions[c.Session] = a
	}
	maps.Copy(m.records, changed)
	m.append(c)
	return c.Rev, nil
}

// append adds c to the log of m.
func (m *memDyad) append(c Change) {
	line, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("dyadmem: encode change: %v", err)) // a Change holds nothing that can fail but a year beyond 9999
	}
	m.log = append(m.log, line)
	m.rev = c.Rev
}

func decodeChange(line []byte) (c Change, err error) {
	if err = json.Unmarshal(line, &c); err != nil {
		err = fmt.Errorf("read change: %w", err)
	}
	return c, err
}

// Changes yields the log.
func (s *MemStore) Changes(ctx context.Context, d Dyad) iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		s.mu.RLock()
		log := slices.Clone(s.dyad(d).log)
		s.mu.RUnlock()
		for _, line := range log {
			c, err := decodeChange(line)
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// Accept keeps a.
func (s *MemStore) Accept(_ context.Context, d Dyad, a Accepted) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.open(d)
	if err != nil {
		return false, err
	}
	if _, ok := m.sessions[a.ID]; ok {
		return false, nil
	}
	for _, t := range a.Turns {
		if _, ok := m.spoken[t.ID]; ok {
			return false, fmt.Errorf("accept session %q of %s: %w: turn id %q is used already", a.ID, d, ErrInvalid, t.ID)
		}
	}
	for _, t := range a.Turns {
		m.spoken[t.ID] = Spoken{a.ID, t.Speaker}
	}
	m.came++
	a.Order = m.came
	a.Turns = slices.Clone(a.Turns)
	m.sessions[a.ID] = a
	return true, nil
}

// Session returns the session of that id.
func (s *MemStore) Session(_ context.Context, d Dyad, id string) (Accepted, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	a, ok := s.dyad(d).sessions[id]
	if !ok {
		return Accepted{}, fmt.Errorf("session %q: %w", id, ErrNotFound)
	}
	a.Turns = slices.Clone(a.Turns)
	return a, nil
}

// Sessions returns all sessions without their turns.
func (s *MemStore) Sessions(_ context.Context, d Dyad) ([]Accepted, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := slices.Collect(maps.Values(s.dyad(d).sessions))
	for i := range list {
		list[i].Turns = nil
	}
	SortSessions(list)
	return list, nil
}

// Spoken returns those of turns that are there.
func (s *MemStore) Spoken(_ context.Context, d Dyad, turns []TurnRef) (map[TurnRef]Spoken, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := make(map[TurnRef]Spoken)
	for _, t := range turns {
		if at, ok := s.dyad(d).spoken[t]; ok {
			found[t] = at
		}
	}
	return found, nil
}

// Waiting returns the sessions that are not applied.
func (s *MemStore) Waiting(ctx context.Context, d Dyad) (waiting []Accepted, through string, err error) {
	all, err := s.Sessions(ctx, d)
	if err != nil {
		return nil, "", err
	}
	for _, a := range all {
		if a.Status == Applied {
			if waiting == nil {
				through = a.ID
			}
			continue
		}
		if a, err = s.Session(ctx, d, a.ID); err != nil {
			return nil, "", err
		}
		waiting = append(waiting, a)
	}
	return waiting, through, nil
}

// Mark sets the progress of a session.
func (s *MemStore) Mark(_ context.Context, d Dyad, id string, p Progress) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.dyad(d).sessions[id]
	if !ok {
		return fmt.Errorf("mark session %q: %w", id, ErrNotFound)
	}
	if a.Status == Applied {
		return fmt.Errorf("mark session %q: %w: it is applied", id, ErrConflict)
	}
	a.Progress = p
	s.dyads[d].sessions[id] = a
	return nil
}

// Erase removes what e names.
func (s *MemStore) Erase(_ context.Context, d Dyad, e Erasure) (Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.open(d)
	if err != nil {
		return Receipt{}, err
	}
	receipt := Receipt{At: e.At, Graves: len(e.Graves)}
	m.graves = append(m.graves, e.Graves...)
	for _, t := range e.Texts {
		for k := range s.vectors {
			if k[1] == TextHash(t) {
				delete(s.vectors, k)
				receipt.Vectors++
			}
		}
	}
	purged := Change{Rev: m.rev + 1, At: e.At, Recorded: e.At, Actor: e.Actor, Reason: e.Reason, Ops: []Op{{Action: Purge}}}
	if e.All {
		receipt.Entries, receipt.Sessions = len(m.records), len(m.sessions)
		for _, a := range m.sessions {
			receipt.Turns += len(a.Turns)
		}
		for _, line := range m.log {
			c, err := decodeChange(line)
			if err != nil {
				return Receipt{}, err
			}
			receipt.Ops += len(c.Ops)
		}
		m.records, m.sessions, m.spoken, m.log = make(map[EntryKey]Record), make(map[string]Accepted), make(map[TurnRef]Spoken), nil
		m.append(purged)
		return receipt, nil
	}
	gone := make(map[EntryKey]bool)
	for _, k := range e.Entries {
		if _, ok := m.records[k]; ok {
			receipt.Entries++
		}
		gone[k] = true
		delete(m.records, k)
	}
	for k, r := range m.records {
		if gone[r.Successor] {
			r.Successor = ""
			m.records[k] = r
		}
	}
	log := m.log
	m.log = nil
	for _, line := range log {
		c, err := decodeChange(line)
		if err != nil {
			return Receipt{}, err
		}
		without, n := e.Change(c)
		receipt.Ops += n
		m.append(without)
	}
	m.append(purged)
	for id, a := range m.sessions {
		left, n, _ := e.Session(a)
		receipt.Turns += n
		m.sessions[id] = left
	}
	return receipt, nil
}

// Graves returns the hashes of what was erased.
func (s *MemStore) Graves(_ context.Context, d Dyad) ([]Grave, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.dyad(d).graves), nil
}

// Dyads yields the dyads that hold anything and come after one.
func (s *MemStore) Dyads(_ context.Context, after Dyad) iter.Seq2[Dyad, error] {
	order := func(a, b Dyad) int { return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.User, b.User)) }
	return func(yield func(Dyad, error) bool) {
		s.mu.RLock()
		var list []Dyad
		for d, m := range s.dyads {
			if len(m.records)+len(m.sessions) > 0 && order(after, d) < 0 {
				list = append(list, d)
			}
		}
		s.mu.RUnlock()
		slices.SortFunc(list, order)
		for _, d := range list {
			if !yield(d, nil) {
				return
			}
		}
	}
}
