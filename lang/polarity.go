package lang

import (
	"strings"
	"unicode/utf8"
)

// A negation is an operator on the words of its clause. Two of them over one
// word cancel out: 不是不能, "doesn't dislike".

// neutralEn begin with a negative word and deny nothing.
var neutralEn = cuesOf("not only", "not just", "not merely", "not simply", "no matter", "no problem", "no doubt", "no wonder", "why not", "or not", "no sooner", "not to mention",
	"don't forget", "do not forget", "don't hesitate", "do not hesitate", "never forget", "don't mind", "doesn't mind", "not until", "no more than", "no less than", "no later than", "not later than",
	"not fail", "never fail", "never fails", "won't fail", "can't wait", "cannot wait", "can't help", "couldn't agree", "can't get enough")

// predicatesEn deny their clause from there on, and what a form of "be" beside them links to it.
var predicatesEn = set("not never cannot cant dont doesnt didnt wont isnt arent wasnt shouldnt wouldnt couldnt nor neither")

// nominalsEn deny what follows them.
var nominalsEn = cuesOf("without", "no", "instead of", "rather than", "except for", "except", "excluding", "apart from", "other than", "lack of", "lack", "lacks", "lacking", "free of", "free from", "in place of", "as opposed to", "minus", "against", "zero")

// refusalsEn are verbs that deny their object, by stem, and what else they say: hating is not liking.
var refusalsEn = stemsTo(map[string]string{
	"":        "avoid stop quit refrain skip ban forbid prohibit disallow cease eliminate ditch abstain eschew forgo shun boycott halt discontinue",
	"include": "exclude omit",
	"accept":  "refuse reject decline",
	"like":    "hate dislike detest loathe despise abhor resent",
})

// vexes are verbs whose subject is not liked, by stem.
var vexes = set("annoy irrit displeas infuri disgust")

// refusalPhrasesEn are refusals of several words, by what else they say.
var refusalPhrasesEn = func() cues {
	c := make(cues)
	for as, list := range map[string]string{
		"like":   "can't stand|cannot stand|can't bear|cannot bear|can't stomach|turned off by|put off by|averse to|not a fan of|no fan of|fed up with|sick of|tired of",
		"":       "can't tolerate|cannot tolerate|stay away from|stays away from|steer clear of|steers clear of|give up|gives up|gave up|given up|giving up|cut out|cuts out|leave out|leaves out|get rid of|do away with|keep away from|keeps away from|off limits|opposed to",
		"accept": "turn down|turns down|turned down|turning down",
	} {
		for s := range strings.SplitSeq(list, "|") {
			c.add(cue{words: strings.Fields(s), as: as})
		}
	}
	return c
}()

var beForms = set("be is are was were been being isn't aren't wasn't weren't isnt arent wasnt get gets")

// neutralZh begin with a negative character and deny nothing.
var neutralZh = set(`不仅 不但 不只 不光 不过 不管 不论 无论 不同 不断 不久 不得不 不能不 不可不 不会不 不得已 差不多 不错 不好意思 不得了 没关系 没问题 了不起 不如 不然 不禁 不妨 不惜 不愧 不止 不时 不停 不一
	别忘 别忘了 别人 别的 别处 别墅 别致 别名 别称 没收 没准 没事 未来 未必 未婚 未婚妻 未婚夫 未成年 未知 无线 无聊 无奈 无比 无限 无数 无疑 无意 无关 无锡 无人机 无花果 无名指 无所谓 无形 无间 无私 无辜 无偿 非常 非洲 非凡 非得 非要 不锈钢 不动产 不倒翁 不适 不便 不足 不良 不满 不耐 不耐受 乳糖不耐 差不多 了不起 对不起 来不及 免不了 少不了 忍不住 怪不得 恨不得 巴不得 大不了 说不定 算不上 看不起 舍不得 不舒服 不安 不幸 不定期 不定 不限 不限于 不一定 不稳 不平`)

// predicatesZh deny their clause from there on.
var predicatesZh = set(`不 没 没有 别 勿 莫 无 未 非 不要 不会 不能 不能够 不可 不可以 不得 不许 不准 不该 不应 不应该 不应当 不必 不用 不需 不需要 无需 无须 毋须 不再 从不 绝不 决不 永不 并不 并非 不是 不想 不愿 不愿意 不肯
	尚未 切勿 请勿 切忌 严禁 禁止 不准许 不允许 毫不 毫无 没法 无法 不曾 从未 从没 从来不 再也不 甭 绝不能 而不是 而非 不让 不给 没什么 不太 不怎么 不大 不爱 不行 不宜 免 戒 忌 拒 不了 也不 都不 就不 决不 也没 都没 也别 再不 可别 千万别 千万不要 概不`)

// refusalsZh are verbs that deny their object, and what else they say.
var refusalsZh = map[string]string{
	"避免": "", "拒绝": "接受", "停止": "", "停用": "", "停掉": "", "戒掉": "", "戒除": "", "放弃": "", "远离": "", "避开": "", "忌口": "吃", "忌讳": "", "跳过": "", "省略": "", "省去": "", "省掉": "", "去掉": "", "免去": "", "杜绝": "", "谢绝": "接受", "拒收": "接受", "反对": "", "抵制": "", "规避": "", "回避": "", "不碰": "", "推掉": "接受", "推辞": "接受", "婉拒": "接受", "回绝": "接受", "谢拒": "接受", "免谈": "", "略过": "", "免掉": "", "舍弃": "", "弃用": "", "告别": "", "不予": "", "剔除": "", "排除": "", "省了": "", "砍掉": "",
	"讨厌": "喜欢", "反感": "喜欢", "厌恶": "喜欢", "憎恶": "喜欢", "嫌弃": "喜欢", "排斥": "喜欢", "受不了": "喜欢", "忍不了": "喜欢", "不爱": "喜欢", "抗拒": "喜欢", "厌烦": "喜欢", "恨": "喜欢", "吃不惯": "喜欢", "不待见": "喜欢", "恼火": "喜欢", "来气": "喜欢", "看不起": "喜欢", "看不惯": "喜欢",
}

// stemsTo turns lists of words by what they become into a map by stem.
func stemsTo(lists map[string]string) map[string]string {
	m := make(map[string]string)
	for as, list := range lists {
		for w := range strings.FieldsSeq(list) {
			m[Stem(w)] = as
		}
	}
	return m
}

// negations finds the operators and what they reach.
func (p *parser) negations() {
	for i := 0; i < len(p.words); {
		if p.used[i] && p.words[i].Script != Han {
			i++
			continue
		}
		var next int
		if p.words[i].Script == Han {
			next = p.negationZh(i)
		} else {
			next = p.negationEn(i)
		}
		i = max(next, i+1)
	}
}

// flip turns the words from i on to the end of the clause, as far as no other
// clause begins.
func (p *parser) flip(from, to int) {
	for ; from < to; from++ {
		p.notes[from].flips++
	}
}

// reach opens the sign of the words before i in its clause: a negated
// predicate may have its object there.
func (p *parser) reach(i int) {
	for k := p.from(i); k < i; k++ {
		p.notes[k].open = true
	}
}

func (p *parser) dropped(from, to int, as string) {
	for k := from; k < to; k++ {
		p.notes[k].drop = true
	}
	if as != "" {
		p.notes[from].as = as
	}
}

// subordinate begin a part of a clause that a negation before it does not reach.
var subordinate = set("because since due owing thanks when whenever if while until unless after before so 因为 由于 因 所以 以便 以免")

// reached returns the end of what a negation at word i reaches.
func (p *parser) reached(i int) int {
	end := p.to(i)
	for k := i + 1; k < end; k++ {
		if subordinate[p.word(k)] {
			return k
		}
	}
	return end
}

func (p *parser) negationEn(i int) int {
	w := p.word(i)
	if _, j := p.at(i, neutralEn); j > i {
		p.dropped(i, j, "")
		return j
	}
	if c, j := p.at(i, refusalPhrasesEn); j > i {
		p.dropped(i, j, c.as)
		if w == "off" { // bullets are off limits
			p.flip(p.from(i), i)
		}
		p.notes[i].flips++
		p.flip(j, p.reached(j-1))
		return j
	}
	end := p.reached(i)
	if strings.HasSuffix(w, "n't") || predicatesEn[w] || w == "no" && p.word(i+1) == "longer" {
		if w == "no" {
			p.notes[i+1].drop = true
		}
		if p.bars(i) {
			return i + 1
		}
		p.flip(i+1, end)
		if beForms[p.word(i-1)] || beForms[w] || beForms[p.word(i+1)] {
			p.reach(i)
		}
		return i + 1
	}
	switch w {
	case "nobody", "none", "nothing", "noone":
		if p.word(i+1) != "but" {
			p.flip(p.from(i), end)
		}
		return i + 1
	case "free", "less":
		if i > 0 && p.words[i].Start > 0 && p.text[p.words[i].Start-1] == '-' { // sugar-free
			p.notes[i-1].flips++
			p.notes[i].drop = true
			return i + 1
		}
	case "non":
		if p.words[i].End < len(p.text) && p.text[p.words[i].End] == '-' {
			p.flip(i+1, min(i+2, end))
			p.notes[i].drop = true
			return i + 1
		}
	case "least":
		if p.word(i-1) != "at" && i+1 < end { // least favourite
			p.flip(i+1, i+2)
			p.notes[i].drop = true
			return i + 1
		}
	case "from":
		if strings.HasSuffix(p.word(i+1), "ing") && p.prevents(i) { // keeps her from sleeping
			p.flip(i+1, end)
			return i + 1
		}
	case "over", "than", "to":
		if p.compared(i) {
			for k := i + 2; k < end; k++ {
				if prepositions[p.word(k)] {
					end = k // tea over coffee in the morning
				}
			}
			p.flip(i+1, end)
			return i + 1
		}
	}
	if p.notes[i].barred {
		return i + 1
	}
	if _, j := p.at(i, nominalsEn); j > i && !(w == "no" && p.word(i+1) == "one") {
		p.dropped(i, j, "")
		p.flip(j, end)
		return j
	}
	if vexes[p.words[i].Term] && !p.used[i] { // what annoys is not liked
		p.notes[i].drop, p.notes[i].as = true, "like"
		p.flip(p.from(i), end)
		return i + 1
	}
	if as, ok := refusalsEn[p.words[i].Term]; ok && !p.used[i] {
		p.notes[i].drop, p.notes[i].as = true, as
		if beForms[p.word(i-1)] && strings.HasSuffix(w, "ed") || w == "forbidden" || w == "banned" {
			p.flip(p.from(i), i)
		}
		p.flip(i+1, end)
		if as != "" {
			p.notes[i].flips++
		}
	}
	return i + 1
}

// bars reports whether the negation at word i only bars something until
// something else: "never send it until I have seen it" says to show it first. It ranks the two.
func (p *parser) bars(i int) bool {
	to := p.to(i)
	for k := i + 2; k+1 < to; k++ {
		switch p.word(k) {
		case "until", "till", "without", "unless":
			if p.used[k+1] {
				return false // not until Friday
			}
			p.rank(i+1, k, 1)
			p.rank(k+1, to, -1)
			p.notes[k].drop = true
			p.notes[k].barred = true
			for n := k + 1; n < to; n++ {
				p.notes[n].scoped = false
			}
			return true
		}
	}
	return false
}

// prevents reports whether a verb that keeps somebody from something stands
// shortly before word i.
func (p *parser) prevents(i int) bool {
	for k := max(p.from(i), i-4); k < i; k++ {
		switch p.words[k].Term {
		case "keep", "prevent", "stop", "discourag":
			return true
		}
	}
	return false
}

// compared reports whether word i ("over", "than", "to") stands between what
// is preferred and what is not.
func (p *parser) compared(i int) bool {
	for k := p.from(i); k < i; k++ {
		switch p.words[k].Term {
		case "prefer", "prefers":
			return p.word(i) != "to" || !infinitive(p, i, k)
		case "rather", "like", "love", "enjoy":
			if p.word(i) == "than" {
				return true
			}
		}
	}
	return false
}

// infinitive reports whether the "to" at i follows the verb at k directly or
// begins another verb ("prefers tea to be hot").
func infinitive(p *parser, i, k int) bool {
	return i == k+1 || p.word(i+1) == "be" || p.word(i+1) == "have" || p.word(i+1) == "get" || p.word(i+1) == "see" || p.word(i+1) == "receive"
}

func (p *parser) negationZh(i int) int {
	w := p.words[i]
	if neutralZh[w.Text] {
		return i + 1
	}
	end := p.reached(i)
	if n := p.barsZh(i); n > i {
		return n
	}
	if i > 0 && w.Text != "不" && strings.HasPrefix(w.Text, "不") && w.Text == "不"+p.word(i-1) || w.Text == "不" && i+1 < end && p.word(i-1) == p.word(i+1) && i > 0 {
		p.dropped(i, i+1, "") // 要不要 asks
		return i + 1
	}
	if (w.Text == "不要" || w.Text == "别" || w.Text == "不") && strings.HasPrefix(p.word(i+1), "忘") { // don't forget
		p.dropped(i, min(i+2, end), "")
		return i + 2
	}
	if as, ok := refusalsZh[w.Text]; ok {
		p.dropped(i, i+1, as)
		p.deny(i, i+1, end)
		if as != "" {
			p.notes[i].flips++
		}
		return i + 1
	}
	if predicatesZh[w.Text] && !p.used[i] {
		p.notes[i].drop = true
		if de := p.attribute(i, end); de > i {
			p.flip(i+1, de)
			return i + 1
		}
		p.deny(i, i+1, end)
		return i + 1
	}
	r, size := utf8.DecodeRuneInString(w.Text)
	if rest := w.Text[size:]; rest != "" && !p.used[i] {
		switch r {
		case '不', '没', '无', '未', '免', '戒':
			if r == '免' && strings.Contains("费税疫检", rest[:min(3, len(rest))]) || r == '戒' && strings.HasPrefix(rest, "指") {
				break
			}
			p.notes[i].as = rest
			p.deny(i, i, end)
			return i + 1
		}
		if rest, ok := strings.CutPrefix(w.Text[size:], "不"); ok && rest != "" && rest != w.Text[:size] && len(rest) <= 6 { // 看不清
			p.notes[i].as = w.Text[:size] + rest
			p.deny(i, i, end)
			return i + 1
		}
		if rest, ok := strings.CutPrefix(w.Text[size:], "得"); ok && rest != "" && len(rest) <= 3 && strings.HasPrefix(w.Tag, "v") { // 看得清
			p.notes[i].as = w.Text[:size] + rest
			return i + 1
		}
		if strings.HasSuffix(w.Text, "不了") && len(w.Text) > 6 {
			p.notes[i].as = strings.TrimSuffix(w.Text, "不了")
			p.deny(i, i, end)
			return i + 1
		}
	}
	return i + 1
}

// barsZh reads 未经同意不得发送, 没看过之前别发: nothing is denied, one thing comes
// first. It returns the index after the second operator, i if there is none.
func (p *parser) barsZh(i int) int {
	switch p.word(i) {
	case "未", "未经", "没", "没有", "不经", "不":
	default:
		return i
	}
	to := p.to(i)
	last := p.word(to - 1)
	linked := last == "之前" || last == "以前" || last == "前" || last == "的话" || last == "就"
	if p.word(i) == "不" && !linked {
		return i
	}
	end := to
	if linked && to < len(p.words) {
		end = p.to(to)
	}
	for k := i + 2; k < end; k++ {
		switch p.word(k) {
		case "不得", "不要", "不能", "别", "不可", "不许", "不准", "勿", "不可以", "不会", "禁止", "不应", "不该":
			p.dropped(i, i+1, "")
			p.dropped(k, k+1, "")
			p.rank(i+1, k, -1)
			p.rank(k+1, end, 1)
			return k + 1
		}
	}
	return i
}

// attribute returns the 的 that ends the attribute which the operator at word
// i begins (没有议程的会议), i if it begins none: then it denies the clause.
func (p *parser) attribute(i, end int) int {
	if w := p.word(i); w != "没有" && w != "没" && w != "无" && w != "不" {
		return i
	}
	for k := i + 2; k < min(i+5, end-1); k++ {
		if p.word(k) == "的" {
			return k
		}
	}
	return i
}

// deny flips a Chinese clause from word from on. What stands before the
// operator at i may be its object, fronted, unless a verb stands there already.
func (p *parser) deny(i, from, end int) {
	for k := from; k < end; k++ {
		p.notes[k].flips++
	}
	switch p.word(i - 1) {
	case "也", "而", "但", "却", "又", "还":
		return // this, and not that
	}
	if strings.HasPrefix(p.word(i), "也") {
		return
	}
	for k := p.from(i); k < i; k++ {
		if w := p.words[k]; !w.Stop && !p.used[k] && !p.notes[k].drop && strings.HasPrefix(w.Tag, "v") && w.Tag != "vn" {
			return
		}
	}
	p.reach(i)
}
