package answer

import (
	"slices"

	"github.com/dyadmem/dyadmem/lang"
)

// freshFirst puts before the nearest entry a newer one that tells of a change
// in what that one is about, unless the question is about a time that is over:
// the news of a change often shares fewer words with the question.
func (a *answer) freshFirst() {
	if !a.many() || a.ask.Act && a.ask.Wants == 0 || a.ask.Both || a.past() {
		return
	}
	top := a.chosen[0]
	var news *found
	if top.Cues.Has(lang.Change, lang.Ended) {
		news = top
	}
	for _, f := range a.ranked[:min(len(a.ranked), freshAmong)] {
		if f.Entry.At.After(top.Entry.At) && f.Cues.Has(lang.Change, lang.Ended) && a.renews(f, a.chosen[0]) {
			news, top = f, f
		}
	}
	if news == nil {
		return
	}
	a.news = news
	a.chosen = slices.DeleteFunc(a.chosen, func(f *found) bool { return f == news })
	a.chosen = slices.Insert(a.chosen, 0, news)
}

// freshAmong is how many of the nearest entries news is looked for in.
const freshAmong = 10

// renews reports whether news can be of what an entry tells: both speak of one
// thing that the question names, or of another and hold the kind of value that
// is asked for.
func (a *answer) renews(news, was *found) bool {
	for t := range news.Terms {
		if !was.Terms[t] || lang.Light(t) || lang.Frame(t) {
			continue
		}
		if a.question.Terms[t] && news.score >= freshShare*a.ranked[0].score {
			return true
		}
		if wants := a.ask.Wants; wants != 0 && (news.Slots().Any(wants) && was.Slots().Any(wants)) {
			return true
		}
	}
	return false
}

// freshShare is how near news has to be, against the nearest entry.
const freshShare = 0.3

// past reports whether the question names a day or a month before its asking.
func (a *answer) past() bool {
	for _, w := range lang.Whens(a.query.Text, a.query.At) {
		if w.To.Before(a.query.At) {
			return true
		}
	}
	return false
}
