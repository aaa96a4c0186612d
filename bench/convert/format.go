// Package convert turns public data sets and chat exports into episodes. A
// converter is made for files as people publish them: it survives what is odd
// in them, and says in its [Report] what it read, mapped, repaired and dropped.
// What it writes is a valid data set with warnings at most.
package convert

import (
	"context"
	"fmt"
	"strings"

	"github.com/dyadmem/dyadmem/bench"
)

// A Format is a public format and how it becomes episodes.
type Format struct {
	Name    string // as in data convert --from Name
	Source  string // where the data set comes from
	Convert func(ctx context.Context, in *Input, out *bench.Writer) (*Report, error)
}

// Formats returns every format that can be converted.
func Formats() []Format {
	return []Format{
		{"realmem", "RealMem (github.com/AvatarMemory/RealMemBench): a .json file a persona, or a folder of them", RealMem},
		{"memorycode", "MemoryCode (github.com/for-ai/MemoryCode): a .json file a dialogue, or a folder of them", MemoryCode},
	}
}

// Lookup returns the format of that name, or an error that lists the names.
func Lookup(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q (want one of %s)", name, strings.Join(names, ", "))
}
