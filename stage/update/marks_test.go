package update_test

import (
	"slices"
	"testing"

	"github.com/dyadmem/dyadmem/stage/update"
)

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		content     string
		own, others []string
	}{
		{"The passcode of the laptop is Bosko1970", []string{"Bosko1970"}, nil},
		{"The user banks under 4417-2093 at a branch in Cork", []string{"4417-2093", "44172093"}, nil},
		{"The user's mail is ann.b@example.org", []string{"ann.b@example.org"}, nil},
		{"The user's sister Lena owes 12,000 euros since 2019", nil, []string{"12,000", "12000", "2019", "lena"}},
		{"The user meets Dr Renn at 10:30 on 2026-03-05", nil, []string{"renn"}},
		{"The project is called “Nightjar”", []string{"Nightjar"}, nil},
		{"The user weighs 92 kilos", nil, nil},
		{"用户的妹妹小岚在闹离婚", nil, []string{"小岚"}},
		{"门禁密码是8842", []string{"8842"}, nil},
		{"系统叫“观澜台”，每月花三千元", nil, []string{"观澜台"}},
		{"系统叫“观澜台二期”", []string{"观澜台二期"}, nil},
		{"The user likes tea", nil, nil},
	} {
		var own, others []string
		for _, m := range update.Marks(c.content) {
			if m.Own {
				own = append(own, m.Text)
			} else {
				others = append(others, m.Text)
			}
		}
		if !slices.Equal(own, c.own) || !slices.Equal(others, c.others) {
			t.Errorf("%s: own %q, others %q; want %q and %q", c.content, own, others, c.own, c.others)
		}
	}
}
