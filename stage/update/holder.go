package update

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// succeeds reports whether the new entry names another holder of a role of which the user
// has one: "Ada has left, the user's dentist is Ben" ends "the user's dentist is Ada". The
// user has to tell of the change: one can have two lawyers.
func (p *pair) succeeds() bool {
	if !p.plain() || !p.told() {
		return false
	}
	is, was := p.fresh.Holder(), p.old.Holder()
	role := is.Role == was.Role || lang.IsHan(is.Role) && strings.HasSuffix(was.Role, is.Role) // 组长 of 教研组长
	return is.Role != "" && role && (is.New || !is.Formed) && is.Name != was.Name && !strings.Contains(is.Name, was.Name) && !strings.Contains(was.Name, is.Name)
}
