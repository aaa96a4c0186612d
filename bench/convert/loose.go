package convert

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Members of a public file are not always of the type that they are said to
// be. These functions take what is there.

// text returns v as a text, and whether it was one. Of an object, the member
// that is named like a text counts; else all of it is written out.
func text(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case string:
		return v, true
	case object:
		for _, name := range []string{"content", "text", "value"} {
			if s, ok := v[name].(string); ok {
				return s, false
			}
		}
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if s, _ := text(v[name]); s != "" {
				parts = append(parts, name+": "+s)
			}
		}
		return strings.Join(parts, "; "), false
	case []any:
		var parts []string
		for _, e := range v {
			if s, _ := text(e); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, "; "), false
	}
	return fmt.Sprint(v), false
}

// list returns v as a list: of an object, the elements of the lists in it, or
// itself where it has none.
func list(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	case object:
		var out []any
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if l, ok := v[name].([]any); ok {
				out = append(out, l...)
			}
		}
		if out != nil {
			return out
		}
	}
	return []any{v}
}

// integer returns v as a whole number, and whether it is one.
func integer(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		return int(v), v == float64(int(v))
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}

// yes reports whether v says so.
func yes(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		return strings.EqualFold(v, "true")
	case float64:
		return v != 0
	}
	return false
}

// fold returns text with its white space folded, as a key of equal texts.
func fold(text string) string { return strings.Join(strings.Fields(text), " ") }
