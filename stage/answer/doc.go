// Package answer is Answer without a model: it says what the entries hold in the
// question's terms, reckons with their values, acts by their rules, or abstains.
package answer
