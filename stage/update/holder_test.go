package update

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

// What a session states takes the place of an old entry, or lives beside it.
func TestWhoHoldsARoleAndWhatIsOfACase(t *testing.T) {
	for _, c := range []struct {
		name, old, turn, fresh string
		kind                   dyadmem.Kind
		want                   bool
	}{
		{"a new holder", "The user's dentist is Ada Holm. She is at the surgery on Mondays", "Ada Holm has retired, my new dentist is Ben Okafor.", "Ada Holm has retired, the user's new dentist is Ben Okafor", dyadmem.Fact, true},
		{"the old holder left", "The user's landlord is Milo Brandt. He wants the rent by the 2nd of each month", "Milo left the house, my new landlord is Ines Duarte.", "Milo left the house, the user's new landlord is Ines Duarte", dyadmem.Fact, true},
		{"no change told", "The user's lawyer is Ada Holm", "For the will, my lawyer is Ben Okafor.", "For the will, the user's lawyer is Ben Okafor", dyadmem.Fact, false},
		{"another role", "The user's dentist is Ada Holm", "My vet has moved away, my new vet is Ben Okafor.", "The user's new vet is Ben Okafor", dyadmem.Fact, false},
		{"换了人", "用户房东是胡敏，月初收租", "胡敏把房子卖了，现在的房东是姜涛。", "胡敏把房子卖了，现在的房东是姜涛", dyadmem.Fact, true},
		{"另一个角色", "用户房东是胡敏，月初收租", "教练走了，现在的教练是姜涛。", "教练走了，现在的教练是姜涛", dyadmem.Fact, false},
		{"of a case", "Letters to parents: four sentences at most", "Letters to parents may now have nine sentences if it's an accident report.", "Letters to parents: accident reports up to nine sentences", dyadmem.AgentIdentity, false},
	} {
		t.Run(c.name, func(t *testing.T) { wantReplaced(t, c.kind, c.old, c.turn, c.fresh, c.want) })
	}
}
