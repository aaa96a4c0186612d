package lang

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A limit is a cue of a bound before an amount: English words or Han characters.
type limit struct {
	cue   string
	bound int8
}

// limitsEn and limitsZh are the limits by the last word or character of their cue.
var (
	limitsEn = limitsBy(func(cue string) string { return cue[strings.LastIndexByte(cue, ' ')+1:] },
		"not rise above|not go above|not go over|not exceed|nothing over|never over|not over|none over|nothing above|nothing longer than|nothing more than|shorter than|smaller than|cheaper than|lighter than|younger than|no more than|not more than|no longer than|at most|at the most|up to|under|below|within|max|maximum|maximum of|less than|fewer than|not exceed|not exceeding|no later than|not later than|limit of|capped at",
		"not fall below|not drop below|not go below|not sink below|never fall below|never drop below|nothing under|nothing below|nothing less than|never under|never below|longer than|larger than|bigger than|heavier than|older than|taller than|at least|no less than|not less than|no fewer than|over|above|more than|minimum|minimum of|exceeding|exceeds|no earlier than|not before|min")
	limitsZh = limitsBy(func(cue string) string { _, n := utf8.DecodeLastRuneInString(cue); return cue[len(cue)-n:] },
		"不超过|不要超过|别超过|最多|至多|低于|少于|不到|小于|不多于|不高于|控制在|限制在|最晚|最迟|不晚于|不得超过|上限",
		"超过|至少|起码|最少|不少于|不低于|高于|大于|多于|不早于|最早|以上|满")
)

// limitsBy returns the limits of two lists by what last makes of their cues, longer cues first.
func limitsBy(last func(string) string, atMost, atLeast string) map[string][]limit {
	m := make(map[string][]limit)
	for bound, list := range map[int8]string{-1: atMost, 1: atLeast} {
		for cue := range strings.SplitSeq(list, "|") {
			m[last(cue)] = append(m[last(cue)], limit{cue, bound})
		}
	}
	for _, l := range m {
		slices.SortFunc(l, func(a, b limit) int { return cmp.Or(len(b.cue)-len(a.cue), cmp.Compare(a.cue, b.cue)) })
	}
	return m
}

// bound says whether the amount at atoms i to j is one of at most or at
// least, and marks the cue as part of the value, so that the "no" of "no more
// than" negates nothing.
func (r *reader) bound(i, j int) int8 {
	for _, l := range limitsEn[r.at(i-1)] {
		if from, ok := r.wordsBefore(i, l.cue); ok {
			r.use(from, i)
			return l.bound
		}
	}
	for _, l := range limitsZh[r.at(i-1)] {
		if from, ok := r.endsBefore(i, l.cue); ok {
			r.use(from, i)
			return l.bound
		}
	}
	for k := i - 1; k > i-4 && k > 0 && r.atoms[k].script == Han && !r.atoms[k].isMark(); k-- { // 最多喝两杯
		for _, l := range limitsZh[r.at(k-1)] {
			if from, ok := r.endsBefore(k, l.cue); ok && strings.Contains("最多 至多 最少 至少 起码 不超过", l.cue) {
				r.use(from, k)
				return l.bound
			}
		}
	}
	if k, ok := r.hasAny(j, "以内", "之内", "以下", "及以下"); ok {
		r.use(j, k)
		return -1
	}
	if k, ok := r.hasAny(j, "以上", "及以上"); ok {
		r.use(j, k)
		return 1
	}
	for _, at := range []int{j, j + 1} { // three at most, three lines at most
		if at > j && (at >= len(r.atoms) || r.atoms[j].isMark()) {
			break
		}
		if k, ok := r.wordsAt(at, "at most"); ok {
			r.use(at, k)
			return -1
		}
		if k, ok := r.wordsAt(at, "at least"); ok {
			r.use(at, k)
			return 1
		}
	}
	if k, ok := r.wordsAt(j, "or less"); ok {
		r.use(j, k)
		return -1
	}
	if k, ok := r.wordsAt(j, "or more"); ok {
		r.use(j, k)
		return 1
	}
	return 0
}

// around is bound for a point in time: before or by, after.
func (r *reader) around(i, j int) (int8, int) {
	if b := r.bound(i, j); b != 0 {
		return b, j
	}
	switch r.at(i - 1) {
	case "before", "by":
		return -1, j
	case "after":
		return 1, j
	case "than":
		switch r.at(i - 2) {
		case "earlier":
			return -1, j
		case "later":
			r.use(i-2, i)
			return 1, j
		}
	}
	if k, ok := r.hasAny(j, "之前", "以前", "前"); ok && r.at(k) != "往" {
		return -1, k
	}
	if k, ok := r.hasAny(j, "之后", "以后", "过后", "后"); ok {
		return 1, k
	}
	return 0, j
}
