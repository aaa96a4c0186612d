package storetest

import (
	"errors"
	"testing"

	"github.com/dyadmem/dyadmem"
)

func testKeys(t *testing.T, s dyadmem.Store) {
	keys, is := s.(dyadmem.KeyStore)
	if !is {
		t.Skip("no KeyStore")
	}
	all := dyadmem.APIKey{ID: "b", Hash: "h1", Name: "ops", Role: dyadmem.RoleAdmin, Created: day(1).UTC()}
	one := dyadmem.APIKey{ID: "a", Hash: "h2", Name: "青禾", Role: dyadmem.RoleRead, Agent: "agent:desk", User: "用户/1", Created: day(0).UTC()}
	for _, k := range []dyadmem.APIKey{all, one} {
		ok(t, keys.KeepKey(t.Context(), k))
	}
	got, err := keys.APIKeys(t.Context())
	ok(t, err)
	same(t, "the keys, oldest first", []dyadmem.APIKey{one, all}, got)

	again := all
	again.Hash = "h3"
	if err := keys.KeepKey(t.Context(), again); !errors.Is(err, dyadmem.ErrConflict) {
		t.Errorf("a second key of one id: %v, want a conflict", err)
	}
	for _, bad := range []dyadmem.APIKey{{Hash: "h", Role: dyadmem.RoleRead}, {ID: "c", Role: dyadmem.RoleRead}, {ID: "c", Hash: "h", Role: "owner"}} {
		if err := keys.KeepKey(t.Context(), bad); !errors.Is(err, dyadmem.ErrInvalid) {
			t.Errorf("key %+v: %v, want it refused", bad, err)
		}
	}
	ok(t, keys.DropKey(t.Context(), "b"))
	if err := keys.DropKey(t.Context(), "b"); !errors.Is(err, dyadmem.ErrNotFound) {
		t.Errorf("a key revoked twice: %v, want not found", err)
	}
	got, err = keys.APIKeys(t.Context())
	ok(t, err)
	same(t, "the keys that are left", []dyadmem.APIKey{one}, got)
}
