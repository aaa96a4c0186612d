package update

import (
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
)

func TestRetakes(t *testing.T) {
	for _, c := range []struct {
		old, fresh string
		want       bool
	}{
		{"The user lives in Turin", "The user lives in Graz now", true},
		{"The user lives in Turin", "The user moved to Graz", true},
		{"The user works for Acme", "The user works for Globex now", true},
		{"用户住在南京", "用户搬到重庆了", true},
		{"用户在银行上班", "用户现在在学校上班", true},
		{"Use the long form for invoices", "Use the short form for invoices instead", true},
		{"The user works for Acme", "The user works for Globex", false},
		{"The user lives in Turin", "The user's sister lives in Graz now", false},
		{"The user lives in Turin", "The user's company moved to Graz", false},
		{"用户住在南京", "用户的公司搬到重庆了", false},
		{"The user lives in Turin", "The user may move to Graz", false},
		{"Use tabs for Python", "Use tabs for Go now", false},
	} {
		kind := dyadmem.Fact
		if c.old[0] == 'U' {
			kind = dyadmem.AgentIdentity
		}
		old, fresh := gist.ReadText(c.old), gist.ReadText(c.fresh)
		old.Entry.Kind, fresh.Entry.Kind = kind, kind
		p := pair{fresh: fresh, old: old, turns: fresh.Cues}
		if got := takes(fresh, p.turns) && p.fillsSlot(); got != c.want {
			t.Errorf("%q after %q: %v", c.fresh, c.old, got)
		}
	}
}

func TestTurned(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Tom owes Anna 50 euros", "Anna owes Tom 50 euros", true},
		{"The user lent Ines the car", "Ines lent the user the car", true},
		{"The user moved from Porto to Braga", "The user moved from Braga to Porto", true},
		{"Tom owes Anna 50 euros", "As said, Tom owes Anna 50 euros", false},
		{"用户欠李明三百元", "李明欠用户三百元", true},
		{"用户从北京搬到上海", "用户从北京搬到了上海", false},
	} {
		if got := turned(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
