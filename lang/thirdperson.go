package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ThirdPerson rewrites what a speaker says to a hearer as a statement about
// the two: "I'm allergic to nuts" → "The user is allergic to nuts",
// 我对海鲜过敏 → 用户对海鲜过敏. Openings that connect or greet ("Oh, and", 对了)
// and closing particles go. The names are given in the language of the text.
func ThirdPerson(text, speaker, hearer string) string {
	text = TrimOpening(strings.TrimSpace(text))
	if IsHan(text) {
		return trimClosing(thirdPersonZH(text, speaker, hearer))
	}
	text = thirdPersonEN(strings.TrimRight(text, " .!,;:"), speaker, hearer)
	return upperFirst(text)
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// TrimOpening takes off words that only connect, call or hesitate.
func TrimOpening(s string) string {
	for {
		short := trimOne(s)
		if short == s || short == "" {
			return s
		}
		s = short
	}
}

func trimOne(s string) string {
	if IsHan(s) {
		for _, o := range openingsZH {
			if rest, ok := strings.CutPrefix(s, o); ok && (o != "那" || !strings.HasPrefix(rest, "个") && !strings.HasPrefix(rest, "边") && !strings.HasPrefix(rest, "天")) {
				return strings.TrimLeft(rest, "，,、。！: ：…")
			}
		}
		return s
	}
	low := strings.ToLower(s)
	for _, o := range openingsEN {
		if rest, ok := strings.CutPrefix(low, o); ok && rest != "" && strings.ContainsRune(" ,.!:;-", rune(rest[0])) {
			return strings.TrimLeft(s[len(o):], " ,.!:;-")
		}
	}
	return s
}

var openingsEN = strings.Split(`oh|ah|well|so|and|also|but|right|ok|okay|look|listen|yes|yeah|yep|no|nope|hi|hello|hey|morning|good morning|evening|good evening|anyway|by the way|btw|plus|one more thing|another thing|actually|honestly|frankly|please|ugh|hm|hmm|aye|sure|fine|good|great|thanks|thank you|thing is|the thing is|fyi|just so you know|you know|i mean|now|then|see|mind you|for the record|to be honest|oh and|last thing|before i forget|noted|understood|agreed|got it|will do|of course|settled|clear`, "|")

var openingsZH = strings.Fields(`对了 啊 呃 哟 还有 另外 再有 还有啊 哎哟 哎呀 哎 唉 哦 噢 嗯 喂 那个 其实 不过 反正 再一个 再说 好的 好啊 好 行 得 嘿 哈哈 老实讲 老实说 说正经的 你好 您好 早 早上好 谢谢 唔该 然后 所以 因为 那 而且 是的 是啊 是啦 对 对对 顺便 顺便说 明白 收到 记下了 记住了 知道了 没问题 跟你说个事 跟你说 告诉你 大佬`)

// thirdPersonZH replaces pronouns. 自我 and the like keep theirs.
func thirdPersonZH(s, speaker, hearer string) string {
	var b strings.Builder
	prev := rune(0)
	for i := 0; i < len(s); {
		rest := s[i:]
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case prev != '自' && prev != '忘' && hasAnyPrefix(rest, "我们", "咱们", "我哋"):
			b.WriteString(speaker)
			n = 2 * n
		case (r == '我' || r == '咱' || r == '俺') && prev != '自' && prev != '忘':
			b.WriteString(speaker)
		case hasAnyPrefix(rest, "你们", "您们"):
			b.WriteString(hearer)
			n = 2 * n
		case r == '你' || r == '您':
			b.WriteString(hearer)
		default:
			b.WriteRune(r)
		}
		prev = r
		i += n
	}
	return b.String()
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// trimClosing takes off punctuation and the particles of mood at the end.
func trimClosing(s string) string {
	for {
		t := strings.TrimRight(s, " 。，！？；：…~～.!,")
		for _, p := range [...]string{"啊", "呀", "嘛", "吧", "哈", "啦", "哦", "哩", "喇", "啫", "喔", "咯", "呗", "噢", "着呢"} {
			t = strings.TrimSuffix(t, p)
		}
		if t == s {
			return s
		}
		s = t
	}
}
