package score

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dyadmem/dyadmem/bench/stats"
)

// A Figure is a metric's value. A ratio that is undefined is null in JSON.
type Figure struct {
	Name  string
	Value stats.Ratio
	Count bool // a whole number
}

func (f Figure) token() jsontext.Token {
	v, ok := f.Value.Value()
	switch {
	case !ok:
		return jsontext.Null
	case f.Count:
		return jsontext.Int(int64(v))
	}
	return jsontext.Float(v)
}

// Figures are figures in order. In JSON they are an object of numbers.
type Figures []Figure

// Get returns the value of the figure of that name, which is undefined if
// there is none.
func (fs Figures) Get(name string) stats.Ratio {
	i := slices.IndexFunc(fs, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		return stats.Ratio{}
	}
	return fs[i].Value
}

// MarshalJSONTo writes an object whose names are those of the figures.
func (fs Figures) MarshalJSONTo(enc *jsontext.Encoder) error {
	return object(enc, func(w *writer) {
		for _, f := range fs {
			w.token(jsontext.String(f.Name))
			w.token(f.token())
		}
	})
}

// A writer keeps the first error of an encoder.
type writer struct {
	enc *jsontext.Encoder
	err error
}

func (w *writer) token(t jsontext.Token) {
	if w.err == nil {
		w.err = w.enc.WriteToken(t)
	}
}

func object(enc *jsontext.Encoder, members func(*writer)) error {
	w := &writer{enc: enc}
	w.token(jsontext.BeginObject)
	members(w)
	w.token(jsontext.EndObject)
	return w.err
}

// nested writes figures as members of the object that is open; a dot in a name
// leads into an inner object.
func (w *writer) nested(fs Figures) {
	for len(fs) > 0 {
		outer, _, dotted := strings.Cut(fs[0].Name, ".")
		w.token(jsontext.String(outer))
		if !dotted {
			w.token(fs[0].token())
			fs = fs[1:]
			continue
		}
		var inner, rest Figures
		for _, f := range fs {
			if name, ok := strings.CutPrefix(f.Name, outer+"."); ok {
				f.Name = name
				inner = append(inner, f)
			} else {
				rest = append(rest, f)
			}
		}
		w.token(jsontext.BeginObject)
		w.nested(inner)
		w.token(jsontext.EndObject)
		fs = rest
	}
}
