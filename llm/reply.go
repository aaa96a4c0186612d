package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A Repair is something that was done to a reply before it could be read.
type Repair string

// The repairs. The reader of a stage may add its own.
const (
	Reasoning Repair = "reasoning" // a block of reasoning cut off
	Fence     Repair = "fence"     // taken out of a code fence
	Prose     Repair = "prose"     // taken out of the words around it
	Comma     Repair = "comma"     // a trailing comma dropped
	Literal   Repair = "literal"   // True, False, None or a raw line break in a string
	Closed    Repair = "closed"    // missing brackets at the end of a finished reply added
	BareList  Repair = "bare_list" // a list where an object holding it was asked for
	Renamed   Repair = "renamed"   // the list under another name
	KindFixed Repair = "kind"      // a kind or field by another, unmistakable name
	Round     Repair = "round"     // asked once more
	Longer    Repair = "longer"    // cut off, and asked again with more room
)

// errCut says that a reply ends in the middle.
var errCut = errors.New("it was cut off before its end")

// extract finds the one JSON object or list that a reply holds and mends it
// where its meaning is sure. finished says that the model stopped by itself:
// then missing brackets at the very end may be added.
func extract(reply string, finished bool) (json.RawMessage, []Repair, error) {
	var repairs []Repair
	text, cutOff := dropReasoning(reply)
	if cutOff || text != reply && strings.TrimSpace(text) != strings.TrimSpace(reply) {
		repairs = append(repairs, Reasoning)
	}
	text = strings.TrimSpace(text)
	if inner, ok := unfence(text); ok {
		text = inner
		repairs = append(repairs, Fence)
	}
	found, err := pieces(text, finished)
	if err != nil {
		return nil, repairs, err
	}
	found = withoutRemarks(found)
	switch {
	case len(found) == 0 && !finished:
		return nil, repairs, errCut
	case len(found) == 0 && text == "":
		return nil, repairs, errors.New("it is empty")
	case len(found) == 0:
		return nil, repairs, fmt.Errorf("it holds no readable JSON: %q", cut(text, 80))
	case len(found) > 1:
		return nil, repairs, fmt.Errorf("it holds %d pieces of JSON, and nothing says which one is meant", len(found))
	}
	m := found[0]
	if m.from > 0 || m.length < len(text) {
		repairs = append(repairs, Prose)
	}
	return m.json, append(repairs, m.repairs...), nil
}

// pieces returns the JSON objects and lists in text. One that never ends makes
// an error of the whole: what stands inside it is not what was meant.
func pieces(text string, finished bool) ([]mended, error) {
	var found []mended
	for i := 0; i < len(text); {
		at := strings.IndexAny(text[i:], "{[")
		if at < 0 {
			break
		}
		m := mend(text[i+at:])
		m.from = i + at
		i = m.from + m.length
		switch {
		case m.crossed:
			return nil, errors.New("its brackets do not pair")
		case m.closed > 0 && !finished:
			return nil, errCut
		case json.Valid(m.json):
			found = append(found, m)
		case m.closed > 0:
			return nil, errors.New("it ends in the middle")
		}
	}
	return found, nil
}

// withoutRemarks drops, where there is more than one piece, repetitions and
// the small things in square brackets that prose is full of ("[1]", "[]").
func withoutRemarks(found []mended) []mended {
	if len(found) < 2 {
		return found
	}
	var out []mended
	for _, m := range found {
		if m.json[0] == '[' && !bytes.ContainsAny(m.json, "{\"") {
			continue
		}
		if len(out) > 0 && bytes.Equal(compact(out[len(out)-1].json), compact(m.json)) {
			continue
		}
		out = append(out, m)
	}
	return out
}

func compact(b []byte) []byte {
	var buf bytes.Buffer
	if err := json.Compact(&buf, b); err != nil {
		return b
	}
	return buf.Bytes()
}

// dropReasoning returns a reply without its reasoning: what stands before a
// closing tag, whose opening tag the prompt's template may hold. It reports
// whether the reasoning never ended.
func dropReasoning(reply string) (rest string, cutOff bool) {
	for _, tag := range []string{"think", "thinking", "reasoning", "thought"} {
		if i := strings.LastIndex(reply, "</"+tag+">"); i >= 0 {
			return reply[i+len(tag)+3:], false
		}
		if i := strings.Index(reply, "<"+tag+">"); i >= 0 && strings.TrimSpace(reply[:i]) == "" {
			return "", true
		}
	}
	if i := strings.LastIndex(reply, "<|message|>"); i >= 0 { // gpt-oss, where the server leaves its channels in
		return strings.TrimSuffix(reply[i+len("<|message|>"):], "<|return|>"), false
	}
	return reply, false
}

// unfence returns what stands in the only code fence of text. A fence that is
// never closed ends with the text.
func unfence(text string) (inner string, ok bool) {
	parts := strings.Split(text, "```")
	if len(parts) != 2 && len(parts) != 3 {
		return "", false
	}
	_, inner, ok = strings.Cut(parts[1], "\n")
	if !ok {
		inner = parts[1]
	}
	if !strings.ContainsAny(inner, "{[") {
		return "", false
	}
	return strings.TrimSpace(inner), true
}

// A mended piece of text is JSON, or as near to it as it could be brought.
type mended struct {
	from, length int // of the piece in the text
	json         []byte
	closed       int  // brackets that were missing at the end
	crossed      bool // a bracket closed that was not the last to open
	repairs      []Repair
}

// mend copies the JSON value that text begins with, and on the way drops
// trailing commas, writes Python's literals as JSON's, escapes raw line breaks
// in strings, and adds the brackets that are missing at the end.
func mend(text string) mended {
	var m mended
	var open []byte // the closing brackets that are due
	var out bytes.Buffer
	note := func(r Repair) {
		for _, known := range m.repairs {
			if known == r {
				return
			}
		}
		m.repairs = append(m.repairs, r)
	}
	comma := false // a comma has been read and not yet written
	i := 0
scan:
	for i < len(text) {
		c := text[i]
		if c == ' ' || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		if comma && c != '}' && c != ']' {
			out.WriteByte(',')
		} else if comma {
			note(Comma)
		}
		comma = false
		switch {
		case c == '{':
			open = append(open, '}')
			out.WriteByte(c)
			i++
		case c == '[':
			open = append(open, ']')
			out.WriteByte(c)
			i++
		case c == '}' || c == ']':
			if open[len(open)-1] != c {
				m.crossed = true
				break scan
			}
			open = open[:len(open)-1]
			out.WriteByte(c)
			i++
			if len(open) == 0 {
				break scan
			}
		case c == ',':
			comma = true
			i++
		case c == '"':
			n := mendString(&out, text[i:], note)
			if n == 0 {
				i = len(text)
				m.closed++ // in the middle of a string: the closing below makes no JSON of it
				break scan
			}
			i += n
		default:
			word := text[i:]
			if end := strings.IndexAny(word, " \n\t\r,]}:\"[{"); end >= 0 {
				word = word[:end]
			}
			if word == "" { // a colon
				out.WriteByte(c)
				i++
				continue
			}
			i += len(word)
			if fixed, ok := literals[word]; ok {
				note(Literal)
				word = fixed
			}
			out.WriteString(word)
		}
	}
	m.length = i
	if len(open) > 0 && i >= len(text) {
		if comma {
			note(Comma)
		}
		m.closed += len(open)
		note(Closed)
		for j := len(open) - 1; j >= 0; j-- {
			out.WriteByte(open[j])
		}
	}
	m.json = out.Bytes()
	return m
}

var literals = map[string]string{"True": "true", "False": "false", "None": "null", "undefined": "null"}

// mendString copies the string literal that text begins with and returns its
// length, 0 if it has no end.
func mendString(out *bytes.Buffer, text string, note func(Repair)) int {
	start := out.Len()
	out.WriteByte('"')
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			out.WriteString(text[i : i+2])
			i++
		case c == '"':
			out.WriteByte(c)
			return i + 1
		case c < 0x20:
			note(Literal)
			fmt.Fprintf(out, `\u%04x`, c)
		default:
			out.WriteByte(c)
		}
	}
	out.Truncate(start)
	return 0
}

// wrap puts a bare list under the name that the schema has for it, and gives
// the list of an object with one list under another name the right one.
func wrap(reply json.RawMessage, list string) (json.RawMessage, []Repair) {
	if list == "" {
		return reply, nil
	}
	if reply[0] == '[' {
		return object(list, reply), []Repair{BareList}
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(reply, &fields) != nil {
		return reply, nil
	}
	if _, ok := fields[list]; ok || len(fields) != 1 {
		return reply, nil
	}
	for _, v := range fields {
		if bytes.HasPrefix(v, []byte("[")) {
			return object(list, v), []Repair{Renamed}
		}
	}
	return reply, nil
}

func object(name string, value json.RawMessage) json.RawMessage {
	return fmt.Appendf(nil, "{%q:%s}", name, value)
}
