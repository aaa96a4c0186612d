package llm

import "strings"

// A dialect is how an endpoint wants to be asked. The zero dialect, with a way
// to ask for JSON, is what most servers take.
type dialect struct {
	structured       Structured
	noTemperature    bool // some hosted models have one temperature only
	noSystem         bool // some chat templates know no system message
	completionTokens bool // max_completion_tokens in place of max_tokens
	texts            bool // rerank documents are called texts
}

// dialect returns what c begins with. The hash of a request is that of this
// form, so that it stays the same whatever the endpoint makes of it.
func (c Config) dialect() dialect {
	if c.Structured == Auto {
		return dialect{structured: Schema}
	}
	return dialect{structured: c.Structured}
}

// concede learns from a refusal of a request in dialect d how the endpoint
// wants to be asked, and reports whether asking again makes sense.
func (c *Client) concede(d dialect, call *CallError) bool {
	if call.Status != 400 && call.Status != 422 && call.Status != 500 && call.Status != 501 || call.overflow() {
		return false
	}
	if now := *c.dialect.Load(); now != d {
		return true // somebody else has learnt it meanwhile
	}
	text := strings.ToLower(call.Param + " " + call.Message)
	next, what := d, ""
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(text, w) {
				return true
			}
		}
		return false
	}
	switch {
	case !d.completionTokens && has("max_completion_tokens"):
		next.completionTokens, what = true, "max_completion_tokens"
	case !d.noTemperature && has("temperature"):
		next.noTemperature, what = true, "its own temperature"
	case c.cfg.Structured == Auto && d.structured == Schema && has("response_format", "json_schema", "schema", "grammar", "structured", "guided"):
		next.structured, what = Object, "JSON without a schema"
	case c.cfg.Structured == Auto && d.structured == Object && has("response_format", "json_object", "grammar", "structured", "guided"):
		next.structured, what = Plain, "JSON by the prompt alone"
	case !d.noSystem && has("system role", "system message", "role 'system'", "roles must alternate"):
		next.noSystem, what = true, "no system message"
	case !d.texts && has("`texts`", "\"texts\"", "field texts", "missing field"):
		next.texts, what = true, "texts to rerank"
	default:
		return false
	}
	if c.dialect.CompareAndSwap(c.dialectWas(d), &next) {
		c.cfg.Notice(c.url + " did not take the request as it was; asking for " + what)
	}
	return true
}

// dialectWas returns the pointer that now holds d, nil if none does.
func (c *Client) dialectWas(d dialect) *dialect {
	if p := c.dialect.Load(); *p == d {
		return p
	}
	return nil
}
