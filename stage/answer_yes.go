package stage

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// verdict answers yes or no where the question asks for that alone and the
// nearest entry affirms or denies what it asks.
func (a *answer) verdict() string {
	if !a.ask.YesNo || len(a.chosen) == 0 {
		return ""
	}
	first := a.chosen[0]
	deny := first.negated() || first.cues.Has(lang.Ended)
	if a.han {
		return a.verdictZH(deny)
	}
	if deny != a.question.cues.Has(lang.Negation) {
		return "No"
	}
	return "Yes"
}

// verdictZH answers in the words of the question: 能…吗 → 不能, 要不要给她留位 →
// 不用留.
func (a *answer) verdictZH(deny bool) string {
	q := a.query.Text
	for _, form := range [...]struct{ ask, yes, no string }{
		{"要不要", "要", "不用"}, {"用不用", "要", "不用"}, {"该不该", "该", "不该"}, {"能不能", "能", "不能"}, {"可不可以", "可以", "不可以"}, {"会不会", "会", "不会"}, {"有没有", "有", "没有"}, {"是不是", "是", "不是"},
	} {
		_, rest, ok := strings.Cut(q, form.ask)
		if !ok {
			continue
		}
		if deny {
			return form.no + firstVerb(rest)
		}
		return form.yes + firstVerb(rest)
	}
	for _, clause := range strings.FieldsFunc(q, func(r rune) bool { return strings.ContainsRune("，。？！；“”", r) }) {
		clause, ok := strings.CutSuffix(clause, "吗")
		if !ok {
			continue
		}
		for _, modal := range [...]string{"可以", "能", "会", "要", "愿意", "符合", "需要"} {
			if strings.Contains(clause, modal) {
				if deny {
					return "不" + modal
				}
				return modal
			}
		}
		if deny {
			return "不"
		}
		return "是"
	}
	return ""
}

// firstVerb returns the verb that a Chinese clause begins with, past 给她, 替他
// and the like.
func firstVerb(s string) string {
	words := lang.Words(s)
	for i := 0; i < len(words) && i < 4; i++ {
		switch words[i].Text {
		case "给", "替", "帮", "为", "把", "跟", "向", "她", "他", "用户", "我", "你", "再", "直接", "先":
			continue
		}
		if strings.HasPrefix(words[i].Tag, "n") {
			return ""
		}
		return words[i].Text
	}
	return ""
}

// address opens an answer as a standing rule wants the user to be addressed,
// where the agent is to speak.
func (a *answer) address() string {
	if !a.ask.Act || !a.han {
		return ""
	}
	for _, f := range a.chosen {
		for _, lead := range []string{"称呼用户为", "称呼用户“", "称呼用户", "叫用户", "喊用户"} {
			_, rest, ok := strings.Cut(f.entry.Content, lead)
			if !ok {
				continue
			}
			rest = strings.TrimLeft(rest, "“「为")
			end := strings.IndexAny(rest, "”」，,。、；或 ")
			if end < 0 {
				end = len(rest)
			}
			if name := rest[:end]; name != "" && len(name) <= 18 {
				return name
			}
		}
	}
	return ""
}
