package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// eitherOr reads the two things between which a question lets the agent choose:
// "the tent or the cabin", 咖啡还是茶, 红的和蓝的哪个.
func eitherOr(q string) []option {
	for _, form := range eitherForms {
		m := form.FindStringSubmatch(q)
		if m == nil {
			continue
		}
		x, y := gist.Closed(m[1]), gist.Closed(m[2])
		if i := strings.LastIndexAny(x, "选买用穿吃喝去带要"); i >= 0 { // 今晚穿毛衣还是衬衫
			if verb := firstHan(x[i:]); len(x) > i+len(verb) {
				x, y = x[i+len(verb):], strings.TrimPrefix(y, verb)
			}
		}
		if x != "" && y != "" && x != y {
			return []option{{name: x, text: x}, {name: y, text: y}}
		}
	}
	return nil
}

var eitherForms = []*regexp.Regexp{
	regexp.MustCompile(`(?:^|[，。：；、])(?:你|我|他|她|该|今天|明天|晚上)*([^，。：；？]{1,14}?)还是([^，。；？]{1,14}?)(?:好|合适|强|去|来|呢|吗|更).*?[？?，。]`),
	regexp.MustCompile(`(?:^|[，。：；、])(?:你|我|他|她|该|今天|明天|晚上)*([^，。：；？]{1,14}?)还是([^，。；？]{1,14}?)[？?，。]`),
	regexp.MustCompile(`(?:^|[，。：；])([^，。：；？]{1,12}?)[和跟与]([^，。；？]{1,12}?)(?:，)?(?:哪个|哪种|哪款|哪样|选哪|挑哪|买哪)`),
	regexp.MustCompile(`(?i)(?:[,:;] ?|\b(?:take|get|buy|choose|pick|wear|order|book|have|use|prefer|recommend|suggest|between) )((?:the |an? )?[\w' -]{2,40}?),? (?:or|and) ((?:the |an? )[\w' -]{2,40}?)\?`),
	regexp.MustCompile(`(?i)(?:[,:;] ?|\b(?:take|get|buy|choose|pick|wear|order|book|have|use|recommend|suggest|give \w+|between) )((?:the |an? )?[\w'-]+(?: [\w'-]+){0,3}),? or ([\w'-]+(?: [\w'-]+){0,3})\?`),
}
