package report

import (
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/bench/stats"
)

// undefined is shown for a figure without a value.
const undefined = "–"

// percent returns a ratio as "54.0".
func percent(r stats.Ratio) string {
	v, ok := r.Value()
	if !ok {
		return undefined
	}
	return fixed(100 * v)
}

// plain returns a number as "54.0".
func plain(r stats.Ratio) string {
	v, ok := r.Value()
	if !ok {
		return undefined
	}
	return fixed(v)
}

// fixed returns v with one decimal, without a sign before 0.
func fixed(v float64) string {
	if s := strconv.FormatFloat(v, 'f', 1, 64); s != "-0.0" {
		return strings.Replace(s, "-", "−", 1)
	}
	return "0.0"
}

// spread returns an interval as "48.1 – 60.2".
func spread(i stats.Interval, scale float64) string {
	if !i.OK {
		return undefined
	}
	return fixed(scale*i.Lo) + " – " + fixed(scale*i.Hi)
}

// counted returns "1 session" or "2 sessions".
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + plural(one)
}

func plural(one string) string {
	if stem, ok := strings.CutSuffix(one, "y"); ok {
		return stem + "ies"
	}
	return one + "s"
}

// thousands returns n as "12,345".
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// integer returns a count.
func integer(r stats.Ratio) string { return thousands(int(r.Num)) }
