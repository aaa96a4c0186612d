package lang

import (
	"regexp"
	"strings"
)

// answeredZH is Answered for Chinese, where an answer stands in the place of the word
// that asks for it.
func answeredZH(question, answer string) string {
	if at := strings.LastIndex(question, "，"); at >= 0 && greetedZH.MatchString(question[:at]) {
		question = question[at+len("，"):]
	}
	first, tail, _ := strings.Cut(answer, "，")
	first = strings.TrimRight(first, "吧啊呀呢的")
	if m := eitherZH.FindStringSubmatch(question); m != nil {
		for _, option := range []string{m[2], m[3]} {
			if strings.Contains(option, first) || strings.Contains(first, option) {
				return withTail(swappedZH(strings.TrimSuffix(m[1], "是")+option), tail, "，")
			}
		}
		return ""
	}
	if m := polarZH.FindStringSubmatch(question); m != nil && m[2] == m[3] {
		return polarAnswerZH(m[1]+m[2]+m[4], m[2], first, tail)
	}
	at := askingZH.FindAllStringIndex(question, -1)
	q, polar := strings.CutSuffix(question, "吗")
	if polar && len(at) == 0 {
		return polarAnswerZH(q, "", first, tail)
	}
	question = q // 你记得几号吗
	if len(at) != 1 || len([]rune(first)) > 14 || nothingZH.MatchString(first) {
		return ""
	}
	before, after := question[:at[0][0]], question[at[0][1]:]
	if old := question[at[0][0]:at[0][1]] == "多大"; old && after == "了" {
		return withTail(swappedZH(before)+first+"了", tail, "，")
	}
	switch question[at[0][0]:at[0][1]] {
	case "怎么", "如何":
		if !calledZH.MatchString(question) {
			return ""
		}
		return withTail("叫我"+first, tail, "，")
	case "什么": // what kind of thing, and what one does, is no place for a name: 什么伤病, 干什么
		if !namingZH.MatchString(before) {
			return ""
		}
	}
	after = after[sharedUnit(first, after):]
	if strings.HasPrefix(first, "在") {
		before = strings.TrimSuffix(before, "在")
	}
	return withTail(swappedZH(before)+first+swappedZH(after), tail, "，")
}

// polarAnswerZH answers a question by yes or no, or by its verb: 有, 不吃, 签了.
func polarAnswerZH(statement, verb, first, tail string) string {
	if together := togetherZH.FindString(first); together != "" && aloneZH.MatchString(statement) {
		return withTail(aloneZH.ReplaceAllString(swappedZH(statement), together), tail, "，")
	}
	statement = swappedZH(statement)
	switch m := deniesZH.FindStringSubmatch(first); {
	case yesZH.MatchString(first), strings.Contains(statement, first) && m == nil:
		return withTail(statement, tail, "，")
	case m == nil:
		return ""
	case verb == "":
		verb = m[2]
	}
	no := strings.TrimPrefix(strings.TrimPrefix(first, "还"), "从")
	done := strings.HasSuffix(statement, "了")
	switch {
	case verb == "" && done:
		return ""
	case verb == "":
		verb = firstVerbZH(statement)
	}
	if verb == "" || !strings.Contains(statement, verb) {
		return ""
	}
	not := "不"
	if strings.HasPrefix(no, "没") || verb == "有" {
		not, statement = "没", strings.TrimSuffix(statement, "了")
	}
	at := strings.Index(statement, verb)
	before := statement[:at]
	for modal := range modalZH {
		before = strings.TrimSuffix(before, modal) // 要记吗, 不记
	}
	return withTail(before+not+statement[at:], tail, "，")
}

// firstVerbZH returns the first verb of a clause, or the one that says that it can or will be.
func firstVerbZH(clause string) string {
	for _, w := range Words(clause) {
		if w.Tag == "v" || modalZH[w.Text] {
			return w.Text
		}
	}
	return ""
}

var (
	eitherZH   = regexp.MustCompile(`^(.*?(?:要|想|选|用|喝|吃|喜欢|放在?|住|坐|是|订|买|走|做))([^，]+?)，?还是(?:要|想|选|用|喝|吃|喜欢|放在?|住|坐|是|订|买|走)?([^，]+)$`)
	polarZH    = regexp.MustCompile(`^(.*?)(\p{Han})[不没](\p{Han})(.*)$`)
	yesZH      = regexp.MustCompile(`^(?:是|对|嗯|没错|是啊|对啊|当然|有|会|可以|要)$`)
	deniesZH   = regexp.MustCompile(`^(?:还|从来|从|都|也)?(不|没)(是|有|会|要|想|\p{Han}?)(?:过|了)?$`)
	togetherZH = regexp.MustCompile(`^[跟和同与].{1,8}$`)
	greetedZH  = regexp.MustCompile(`^[^，]{0,8}(?:好|辛苦了|明白|记下了|收到|知道了)$`)
	aloneZH    = regexp.MustCompile(`(?:是)?(?:一个人|自己|独自|单独)`)
	nothingZH  = regexp.MustCompile(`^(?:是|对|嗯|行|好|可以|成|没有|不|不知道|随便|都行|都可以|看情况|烦死|再说)$|[^是]是`)
	namingZH   = regexp.MustCompile(`[对叫姓属是]$`)
	modalZH    = set("要 会 能 想 可以 得")
	calledZH   = regexp.MustCompile(`^(?:我|以后)*(?:该|应该)?(?:怎么|如何)称呼[您你]$`)
	askingZH   = regexp.MustCompile(`哪儿|哪里|哪个地方|什么地方|几点钟?|几号|什么时候|哪天|哪一天|星期几|周几|大概多少|多少钱|多少|多大|多久|多长时间|多高|多重|几(?:个人|位|个|次|天|周|年|口人|块|分)|哪位|哪家|哪边|哪种|怎么|如何|谁|什么(?:工作|职业|牌子|颜色|口味|专业|名字)?`)
)
