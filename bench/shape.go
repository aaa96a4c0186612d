package bench

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// fit names every value in a decoded JSON text that does not have the type
// that an Episode asks for, and takes those values out, so that the rest can
// be read as one. A null counts as absent.
func fit(tree *any) []Fault {
	var s shape
	root, ok := s.fit(*tree, reflect.TypeFor[Episode](), "$")
	if !ok {
		root = map[string]any{}
	}
	*tree = root
	return s.faults
}

// A shape collects what does not fit.
type shape struct{ faults []Fault }

// fit returns v without what does not fit t, and false if nothing of v does.
func (s *shape) fit(v any, t reflect.Type, path string) (any, bool) {
	switch t {
	case reflect.TypeFor[Time]():
		return s.fitTime(v, path)
	case reflect.TypeFor[Addition](), reflect.TypeFor[Deletion]():
		if _, ok := v.(string); ok {
			return v, true
		}
		if t == reflect.TypeFor[Addition]() {
			if _, ok := v.(map[string]any); !ok {
				return s.misfit(v, path, "a key or an entry")
			}
			t = reflect.TypeFor[Entry]()
		}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.fit(v, t.Elem(), path)
	case reflect.String:
		if _, ok := v.(string); !ok {
			return s.misfit(v, path, "a string")
		}
	case reflect.Bool:
		if _, ok := v.(bool); !ok {
			return s.misfit(v, path, "true or false")
		}
	case reflect.Slice:
		return s.fitList(v, t, path)
	case reflect.Struct:
		return s.fitObject(v, t, path)
	default:
		panic("bench: no shape for " + t.String())
	}
	return v, true
}

func (s *shape) fitTime(v any, path string) (any, bool) {
	text, ok := v.(string)
	if !ok {
		return s.misfit(v, path, "a time as a string")
	}
	if _, err := ParseTime(text); err != nil {
		s.faults = append(s.faults, fault(RuleUnreadableTime, path, "%v", err))
		return nil, false
	}
	return v, true
}

// fitList keeps the length of a list, so that the paths of what follows stay
// right: an element that does not fit becomes an empty one.
func (s *shape) fitList(v any, t reflect.Type, path string) (any, bool) {
	list, ok := v.([]any)
	if !ok {
		return s.misfit(v, path, "a list")
	}
	for i, e := range list {
		kept, ok := s.fit(e, t.Elem(), fmt.Sprintf("%s[%d]", path, i))
		if !ok {
			kept = emptyOf(t.Elem())
		}
		list[i] = kept
	}
	return list, true
}

func emptyOf(t reflect.Type) any {
	switch {
	case t == reflect.TypeFor[Addition](), t.Kind() == reflect.String:
		return ""
	case t.Kind() == reflect.Slice:
		return []any{}
	}
	return map[string]any{}
}

func (s *shape) fitObject(v any, t reflect.Type, path string) (any, bool) {
	object, ok := v.(map[string]any)
	if !ok {
		return s.misfit(v, path, "an object")
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		member, ok := object[name]
		if f.Type == reflect.TypeFor[jsontext.Value]() || !ok {
			continue
		}
		if member == nil {
			delete(object, name)
			continue
		}
		kept, ok := s.fit(member, f.Type, path+"."+name)
		if ok {
			object[name] = kept
		} else {
			delete(object, name)
		}
	}
	return object, true
}

func (s *shape) misfit(v any, path, want string) (any, bool) {
	s.faults = append(s.faults, fault(RuleMistypedField, path, "this is %s, not %s: write it as %s", describe(v), want, want))
	return nil, false
}

func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case bool:
		return fmt.Sprint(v)
	case float64:
		return "a number"
	case []any:
		return "a list"
	}
	return "an object"
}
