package gist

import (
	"slices"
	"testing"
)

// A text is parted where each part stands by itself, with the subject that it leaves out.
func TestStatements(t *testing.T) {
	for text, want := range map[string][]string{
		"The pool costs 12 a visit and opens at seven":               {"The pool costs 12 a visit", "The pool opens at seven"},
		"The user's vet is Dr Amari, the user's farrier is Jock":     {"The user's vet is Dr Amari", "The user's farrier is Jock"},
		"The user has a parrot called Kiwi, and Aunt Bea lives next": {"The user has a parrot called Kiwi", "Aunt Bea lives next"},
		"The user's vet is Dr Amari, who is from Kent":               nil,
		"The user buys flour, eggs and milk":                         nil,
		"The user's vet is Dr Amari":                                 nil,
		"锦绣苑的物业费是两千，门岗在东门":                                           {"锦绣苑的物业费是两千", "门岗在东门"},
		"锦绣苑的物业费是两千，所以用户不交":                                          nil,
	} {
		if got := Statements(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
