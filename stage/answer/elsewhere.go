package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// Where something is, and what it is called, is one: that the launch is in York says that it is not in Leeds.

// otherThere reports whether an entry that speaks of all else that the question asks about has another name or place where
// the question has one, behind the same verb or preposition.
func (a *answer) otherThere(of *found) bool {
	forms := thereEN
	if a.han {
		forms = thereZH
	}
	for _, form := range forms {
		asked := form.asked.FindStringSubmatch(a.query.Text)
		if asked == nil {
			continue
		}
		at, what := asked[1], strings.TrimSpace(asked[2])
		for _, told := range form.told.FindAllStringSubmatch(of.Entry.Content, -1) {
			if sameWord(told[1], at) && (at == "姓" || at == "叫" || alike(what, told[2])) && !meets(what, of.Entry.Content) && a.elseHeld(of, what) {
				return true
			}
		}
	}
	return false
}

// A there is how a question and a statement put a name or a place: the verb or preposition, and what stands behind it.
type there struct{ asked, told *regexp.Regexp }

var (
	thereEN = []there{
		{regexp.MustCompile(`^(?:Is|Are|Was|Were|Does|Do|Did) .* (in|at|from|called|named) ([A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*) ?\?`), regexp.MustCompile(`\b(in|at|from|called|named) ([A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*)`)},
	}
	thereZH = []there{
		{regexp.MustCompile(`(在|叫|姓|住|是)(《[^》]+》|[^，。！？?《》在是叫]{1,8}?)(?:吗|吧|对吗|对不对|是吗|没错吧)[？?]?$`), regexp.MustCompile(`(在|叫|姓|住|是)在?(《[^》]+》|\p{Han}{1,6})`)},
		{regexp.MustCompile(`是不是(在|叫|姓|住|)在?(《[^》]+》|[^，。！？?《》在是叫]{1,8}?)[？?]?$`), regexp.MustCompile(`(在|叫|姓|住|是)在?(《[^》]+》|\p{Han}{1,6})`)},
	}
)

// sameWord reports whether a statement puts a thing as the question does; 是不是 alone leaves 是.
func sameWord(told, asked string) bool { return told == asked || asked == "" && told == "是" }

// alike reports whether two things are of one sort, so that it can only be one of them: two titles, two names, two places.
func alike(a, b string) bool {
	if strings.HasPrefix(a, "《") || strings.HasPrefix(b, "《") {
		return strings.HasPrefix(a, "《") && strings.HasPrefix(b, "《")
	}
	if !lang.IsHan(a) {
		return true // both have their capitals
	}
	x, y := lang.Words(a), lang.Words(b)
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	proper := func(w lang.Word) bool { return strings.HasPrefix(w.Tag, "n") && len(w.Tag) > 1 } // of a person, a place, a body
	return proper(x[0]) && proper(y[0])
}

// meets reports whether a text holds a word of a thing.
func meets(what, text string) bool {
	held := lang.Terms(text)
	return slices.ContainsFunc(lang.Terms(what), func(t string) bool { return slices.Contains(held, t) })
}

// elseHeld reports whether an entry holds all that the question is about but for one thing, and something of it.
func (a *answer) elseHeld(of *found, but string) bool {
	left, some := lang.Terms(but), false
	for s := range a.matters() {
		if slices.Contains(left, s.Text) || strings.Contains(s.Text, but) || naming[s.Text] {
			continue
		}
		if some = true; recall.Holding(of.Gloss, s) < 0.5 {
			return false
		}
	}
	return some
}

// naming are verbs that put a name to a thing.
var naming = gist.SetOf("call name", "叫 姓 名字")
