package dyadmem_test

import (
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/storetest"
)

func TestMemStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) dyadmem.Store { return &dyadmem.MemStore{} })
}

func TestCached(t *testing.T) {
	storetest.Run(t, func(*testing.T) dyadmem.Store { return dyadmem.Cached(&dyadmem.MemStore{}, 3) })
}
