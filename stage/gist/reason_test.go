package gist

import (
	"strings"
	"testing"
)

// A rule is parted from what it gives as its reason; the case that it is for is none.
func TestReasons(t *testing.T) {
	for rule, want := range map[string]string{
		"Never ring before nine, the user works nights":          "Never ring before nine | the user works nights",
		"The user's hands shake, so please keep the forms short": "keep the forms short | The user's hands shake",
		"No seafood on the menus because Aunt Ida is allergic":   "No seafood on the menus | Aunt Ida is allergic",
		"When a parcel comes, do not sign for it":                "When a parcel comes; do not sign for it | ",
		"The user likes jazz":                                    " | The user likes jazz",
		"用户夜里睡不好，所以上午别打电话":                                       "上午别打电话 | 用户夜里睡不好",
		"有客人来的时候，不要提价钱":                                          "有客人来的时候; 不要提价钱 | ",
	} {
		demands, reasons := Reasons(rule)
		if got := strings.Join(demands, "; ") + " | " + strings.Join(reasons, "; "); got != want {
			t.Errorf("%q: %q, want %q", rule, got, want)
		}
	}
}
