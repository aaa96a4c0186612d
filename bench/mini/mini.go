// Package mini is the data set that the binary carries: see DATA_CARD.md.
package mini

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed dev/*.jsonl test/*.jsonl
var episodes embed.FS

// FS returns the episodes named by name: "mini" is all of them, "mini:dev"
// those that rules may be tuned on, "mini:test" those that published figures
// are for. Another name is an error.
func FS(name string) (fs.FS, error) {
	switch name {
	case "mini":
		return episodes, nil
	case "mini:dev":
		return fs.Sub(episodes, "dev")
	case "mini:test":
		return fs.Sub(episodes, "test")
	}
	return nil, fmt.Errorf("no data set is called %q (want mini, mini:dev or mini:test)", name)
}
