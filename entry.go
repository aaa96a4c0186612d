package dyadmem

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// An EntryKey names an entry within one bank. The empty key is no name: such
// an entry is known by its content alone.
type EntryKey string

// A TurnRef is the id of a turn, unique in its dyad.
type TurnRef string

// An Entry is one memory: a statement in the third person, in the language of
// the dialogue, about one separable thing.
type Entry struct {
	Key      EntryKey  `json:"key"`
	Kind     Kind      `json:"kind,omitempty"`
	Content  string    `json:"content,omitempty"`
	Evidence []TurnRef `json:"evidence,omitempty"` // the turns that show it, oldest first; nil if unknown
	At       time.Time `json:"at,omitzero"`        // the time of the session that stated it; zero if unknown
	Until    time.Time `json:"until,omitzero"`     // a temporary state ends then; zero if it has no end
	Pinned   bool      `json:"pinned,omitempty"`   // only a person may retire it
	Doubted  bool      `json:"doubted,omitempty"`  // a delete was proposed and not borne out: ranked lower, waits for review
}

// Expired reports whether e is a temporary state that had ended before now.
func (e Entry) Expired(now time.Time) bool {
	return !e.Until.IsZero() && e.Until.Before(now)
}

// DedupKey returns what makes e one and the same memory: its key, or its
// normalised content where it has none. The two never collide.
func (e Entry) DedupKey() string {
	if e.Key != "" {
		return "k" + string(e.Key)
	}
	return "c" + Normalize(e.Content)
}

// Validate returns an error that wraps [ErrInvalid] if e has no content, an
// unknown kind, or a time that cannot be written.
func (e Entry) Validate() error {
	if strings.TrimSpace(e.Content) == "" {
		return fmt.Errorf("entry %q: %w: the content is empty", e.Key, ErrInvalid)
	}
	if !e.Kind.Valid() {
		return fmt.Errorf("entry %q: %w: unknown kind %q (want one of %v)", e.Key, ErrInvalid, e.Kind, Kinds())
	}
	if !writable(e.At) || !writable(e.Until) {
		return fmt.Errorf("entry %q: %w: its time or its end %s", e.Key, ErrInvalid, notWritable)
	}
	return nil
}

// clone returns a copy of e that shares no memory with it.
func (e Entry) clone() Entry {
	e.Evidence = slices.Clone(e.Evidence)
	return e
}

// Normalize returns text as it is compared for equality: Unicode NFKC, full
// case folding, white space to one blank, trimmed. Nothing else is dropped, so
// texts in any script stay apart.
func Normalize(text string) string {
	if plain, ok := normalizePlain(text); ok {
		return plain
	}
	// A Caser keeps state while it works, so each call makes its own.
	folded := cases.Fold().String(norm.NFKC.String(text))
	// Folding can undo the composed form (U+0390, say): normalise once more.
	return strings.Join(strings.Fields(norm.NFKC.String(folded)), " ")
}

// normalizePlain normalises text of plain characters, as nearly all English and
// Chinese is, in one pass; ok is false if it is not of those alone. None of them joins
// with its neighbour, so each goes its own way.
func normalizePlain(text string) (plain string, ok bool) {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		switch {
		case r >= 0x4E00 && r <= 0x9FFF, r == '、', r == '。', r == '《', r == '》', r == '“', r == '”', r == '‘', r == '’', r == '—':
			out = utf8.AppendRune(out, r)
			continue
		case r >= 0xFF01 && r <= 0xFF5E:
			r -= 0xFF01 - '!'
		case r == 0x3000:
			r = ' '
		}
		switch {
		case r >= utf8.RuneSelf:
			return "", false
		case 'A' <= r && r <= 'Z':
			out = append(out, byte(r)+'a'-'A')
		case r == ' ' || '\t' <= r && r <= '\r':
			if len(out) > 0 && out[len(out)-1] != ' ' {
				out = append(out, ' ')
			}
		default:
			out = append(out, byte(r))
		}
	}
	return string(bytes.TrimSuffix(out, []byte{' '})), true
}

// KeyFor returns the key that content has where nobody gave it one: a hash of
// its normalised form (65 bits, Crockford's alphabet in lower case), so that the same statement gets
// the same key on every machine and in every order.
func KeyFor(content string) EntryKey {
	sum := sha256.Sum256([]byte(Normalize(content)))
	return EntryKey("e" + keyEncoding.EncodeToString(sum[:])[:13])
}

var keyEncoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)
