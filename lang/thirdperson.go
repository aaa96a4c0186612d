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
	text = thirdPersonEN(trimClosingEN(text), speaker, hearer)
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
				return strings.TrimLeft(rest, openingMarksZH)
			}
		}
		for _, o := range exclaimedZH {
			if rest, ok := strings.CutPrefix(s, o); ok && strings.TrimLeft(rest, openingMarksZH) != rest {
				return strings.TrimLeft(rest, openingMarksZH)
			}
		}
		return s
	}
	low := strings.ToLower(s)
	for _, o := range openingsEN {
		if rest, ok := strings.CutPrefix(low, o); ok && rest != "" && strings.ContainsRune(" ,.!:;-–—", firstRune(rest)) {
			return strings.TrimLeft(s[len(o):], " ,.!:;-–—")
		}
	}
	for _, o := range exclaimedEN {
		if rest, ok := strings.CutPrefix(low, o); ok && rest != "" && strings.ContainsRune(",.!:;–—", firstRune(rest)) {
			return strings.TrimLeft(s[len(o):], " ,.!:;-–—")
		}
	}
	return s
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

const openingMarksZH = "，,、。！: ：…"

// Words that open a sentence and mean nothing in it, and those that do so only where
// a mark parts them from it: "no, …" is an answer, "no bullets" is not.
var (
	openingsEN  = strings.Split(`oh|ah|well|so|and|also|but|ok|okay|look|listen|yes|yeah|yep|nope|hi|hello|hey|anyway|anyhow|by the way|btw|plus|one more thing|another thing|actually|honestly|frankly|please|ugh|hm|hmm|aye|thing is|the thing is|fyi|just so you know|you know|i mean|then|see|mind you|for the record|to be honest|oh and|last thing|before i forget|while i'm at it|while im at it|let me tell you|got it|will do|of course|settled`, "|")
	exclaimedEN = strings.Split(`no|no wait|wait|right|sure|fine|good|great|thanks|thank you|clear|noted|understood|agreed|now|morning|good morning|afternoon|good afternoon|evening|good evening|ha|haha|news|good news|bad news|sold|done|correct|exactly|true|never mind|perfect|lovely|speaking of which|new thing|ps|p.s|hang on|between us|first|again|yes please|no thanks`, "|")
	openingsZH  = strings.Fields(`对了 啊 呃 哟 还有 另外 再有 还有啊 哎哟 哎呀 哎 唉 哦 噢 嗯 喂 那个 其实 不过 反正 再一个 再说 好的 好啊 嘿 哈哈 老实讲 老实说 说正经的 你好 您好 早上好 谢谢 唔该 然后 所以 因为 那 而且 是的 是啊 是啦 对对 顺便 顺便说 明白 收到 记下了 记住了 知道了 没问题 跟你说个事 跟你说 告诉你 大佬`)
	exclaimedZH = strings.Fields(`好 行 得 对 早 是 不 中 成 停 打住 坏消息 好消息 气死 气死我了 算了 烦死 烦死了 可以 这个好 不是 不对 行吧 好吧 先说 系 系喇 系啊 得啦 就这样 就这么办 老规矩 再 第一 第二 第三`)
)

// thirdPersonZH replaces pronouns. 自我 and the like keep theirs, and what is quoted
// keeps all.
func thirdPersonZH(s, speaker, hearer string) string {
	var b strings.Builder
	prev, quoted := rune(0), 0
	for i := 0; i < len(s); {
		rest := s[i:]
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case strings.ContainsRune("“「『‘", r):
			quoted++
			b.WriteRune(r)
		case strings.ContainsRune("”」』’", r):
			quoted = max(0, quoted-1)
			b.WriteRune(r)
		case quoted > 0:
			b.WriteRune(r)
		case prev != '自' && prev != '忘' && hasAnyPrefix(rest, "我们", "咱们", "我哋"):
			b.WriteString(speaker)
			n = 2 * n
		case (r == '我' || r == '咱' || r == '俺') && prev != '自' && prev != '忘':
			b.WriteString(speaker)
			if housesNoun(rest[n:]) { // 我家猫 is 用户家的猫
				b.WriteString("家的")
				n += len("家")
			}
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

// housesNoun reports whether Chinese text begins with 家 and then a noun that it owns.
func housesNoun(text string) bool {
	if !strings.HasPrefix(text, "家") {
		return false
	}
	words := Words(text)
	return len(words) > 1 && words[0].Text == "家" && words[1].Break == 0 && strings.HasPrefix(words[1].Tag, "n")
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

// trimClosingEN takes off closing punctuation and what is said to the hearer behind
// the last comma: "…, please", "…, you know".
func trimClosingEN(s string) string {
	for {
		t := strings.TrimRight(s, " .!,;:…")
		low := strings.ToLower(t)
		for _, c := range closingsEN {
			if strings.HasSuffix(low, c) {
				t = t[:len(t)-len(c)]
				break
			}
		}
		if t == s {
			return s
		}
		s = t
	}
}

var closingsEN = []string{", please", " please", ", thanks", ", thank you", ", you know", ", by the way", " by the way", ", mind you", ", ok", ", okay", ", ha", ", right", ", then", ", so", ", to be honest", ", i think"}
