package bench_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/mini"
	"github.com/dyadmem/dyadmem/stage"
)

// What is benchmarked without a store is what a store serves: the same entries
// in the same state, session by session.
func TestAStoredSystemHoldsWhatTheEngineHolds(t *testing.T) {
	fsys, err := mini.FS("mini:dev")
	if err != nil {
		t.Fatal(err)
	}
	set, err := bench.OpenFS(fsys, "mini:dev")
	if err != nil {
		t.Fatal(err)
	}
	engine := stage.Rules()
	engine.Updater = dyadmem.Guarded(engine.Updater, dyadmem.Guard{Witness: stage.RuleWitness{}})
	stored := engine
	stored.Store, stored.Cap = &dyadmem.MemStore{}, -1
	capped := stored
	capped.Cap = 12
	starts := []bench.System{bench.EngineSystem{Engine: engine}, bench.StoredSystem{Engine: stored}, bench.StoredSystem{Engine: capped}}
	instances := make([]bench.Instance, len(starts))
	for i, s := range starts {
		if instances[i], err = s.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	episodes := 0
	for e, err := range set.Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		if episodes++; episodes > 4 {
			break
		}
		memories := make([]bench.Memory, len(instances))
		for i, in := range instances {
			if memories[i], err = in.Begin(t.Context(), bench.Opening{Lang: e.Lang, Role: e.Agent.Role}); err != nil {
				t.Fatal(err)
			}
		}
		for i := range e.Sessions {
			var banks [3][]string
			for j, m := range memories {
				if _, err := m.Observe(t.Context(), e.View(&e.Sessions[i])); err != nil {
					t.Fatal(err)
				}
				b, err := m.Bank(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				banks[j] = contentsOf(b)
			}
			if diff := cmp.Diff(banks[0], banks[1]); diff != "" {
				t.Errorf("%s after %s (-engine +stored):\n%s", e.ID, e.Sessions[i].ID, diff)
			}
			if rules := countRules(t, memories[2]); len(banks[2]) > max(12, rules) {
				t.Errorf("%s after %s: %d entries under a cap of 12", e.ID, e.Sessions[i].ID, len(banks[2]))
			}
		}
	}
	for _, in := range instances {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
	for d := range stored.Store.Dyads(t.Context(), dyadmem.Dyad{}) {
		t.Errorf("%s is left in the store", d)
	}
}

func contentsOf(b dyadmem.Bank) []string {
	var list []string
	for _, e := range b.Entries {
		if e.Doubted {
			e.Content += " (doubted)"
		}
		list = append(list, e.Content)
	}
	slices.Sort(list)
	return list
}

func countRules(t *testing.T, m bench.Memory) (n int) {
	t.Helper()
	b, err := m.Bank(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range b.Entries {
		if e.Kind == dyadmem.AgentIdentity {
			n++
		}
	}
	return n
}
