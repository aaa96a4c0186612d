package dyadmem

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Grave is what remains of an erased text: a keyed hash of its normalised
// form, and when it was erased. It recognises the text, so that what is older
// than the grave cannot bring it back; it does not hold it.
type Grave struct {
	Hash string    `json:"hash"`
	At   time.Time `json:"at"`
}

// Bury returns the grave of text.
func Bury(text string, at time.Time) Grave {
	return Grave{Hash: keyedHash(newSalt(), Normalize(text)), At: at}
}

// BuryPart returns the grave of text wherever it stands in another. It tells how
// long the text was.
func BuryPart(text string, at time.Time) Grave {
	g := Bury(text, at)
	g.Hash += "." + strconv.Itoa(utf8.RuneCountInString(Normalize(text)))
	return g
}

// BuryWord returns the grave of text wherever it stands in another as words of
// its own: "Ann" is not in "annual".
func BuryWord(text string, at time.Time) Grave {
	g := Bury(text, at)
	g.Hash += ".w" + strconv.Itoa(utf8.RuneCountInString(Normalize(text)))
	return g
}

// Holds reports whether text is what was buried, or has it as a part where it
// was buried as one.
func (g Grave) Holds(text string) bool {
	text = Normalize(text)
	i := strings.LastIndexByte(g.Hash, '.')
	if strings.Count(g.Hash, ".") < 2 {
		return sameHash(g.Hash, text)
	}
	size, word := strings.CutPrefix(g.Hash[i+1:], "w")
	n, err := strconv.Atoi(size)
	runes := []rune(text)
	for at := 0; err == nil && n > 0 && at+n <= len(runes); at++ {
		if (!word || standsAlone(runes, at, at+n)) && sameHash(g.Hash[:i], string(runes[at:at+n])) {
			return true
		}
	}
	return false
}

// holdsWord reports whether text has word in it as words of their own.
func holdsWord(text, word string) bool {
	runes, part := []rune(Normalize(text)), []rune(Normalize(word))
	for at := 0; len(part) > 0 && at+len(part) <= len(runes); at++ {
		if slices.Equal(runes[at:at+len(part)], part) && standsAlone(runes, at, at+len(part)) {
			return true
		}
	}
	return false
}

// standsAlone reports whether no letter or digit goes on where runes[from:to]
// begins or ends. Han characters are not parted by spaces, and go on nowhere.
func standsAlone(runes []rune, from, to int) bool {
	goesOn := func(a, b int) bool {
		return a >= 0 && b < len(runes) && joins(runes[a]) && joins(runes[b])
	}
	return !goesOn(from-1, from) && !goesOn(to-1, to)
}

func joins(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// A graveyard is the graves of one dyad.
type graveyard []Grave

// buried reports whether text, stated at the time of at, must stay out. A text
// stated anew after its erasure is a new statement.
func (y graveyard) buried(text string, at time.Time) bool {
	for _, g := range y {
		if !at.After(g.At) && g.Holds(text) {
			return true
		}
	}
	return false
}

// digestOf returns a keyed hash of what makes s the same session: its time and
// its turns.
func digestOf(s Session) string { return keyedHash(newSalt(), fingerprint(s)) }

// sameSession reports whether digest is of a session like s.
func sameSession(digest string, s Session) bool { return sameHash(digest, fingerprint(s)) }

func fingerprint(s Session) string {
	b, err := json.Marshal(struct {
		At    int64
		Turns []Turn
	}{s.At.UnixNano(), s.Turns})
	if err != nil {
		panic(fmt.Sprintf("dyadmem: encode session: %v", err)) // strings and numbers always encode
	}
	return string(b)
}

const saltSize = 16

func newSalt() []byte {
	salt := make([]byte, saltSize)
	rand.Read(salt) // never fails
	return salt
}

func keyedHash(salt []byte, text string) string {
	m := hmac.New(sha256.New, salt)
	m.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(salt) + "." + base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

func sameHash(hash, text string) bool {
	head, _, ok := strings.Cut(hash, ".")
	salt, err := base64.RawURLEncoding.DecodeString(head)
	return ok && err == nil && hmac.Equal([]byte(keyedHash(salt, text)), []byte(hash))
}
