package lang

import (
	"strings"
	"unicode/utf8"
)

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

func (p *parser) negationZh(i int) int {
	w := p.words[i]
	if neutralZh[w.Text] || len(w.Text) > 6 && neutralZh[w.Text[:6]] { // 无线, 无线网
		p.notes[i].drop = strings.HasPrefix(w.Text, "别忘")
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
		p.deny(i, i+1, p.besideZh(i, end))
		if as != "" {
			p.notes[i].flips++
		}
		return i + 1
	}
	if predicatesZh[w.Text] && !p.used[i] {
		p.notes[i].drop = true
		if p.notYetZh(i, end) {
			return i + 1
		}
		if de := p.attribute(i, end); de > i {
			p.flip(i+1, de)
			return i + 1
		}
		p.deny(i, i+1, p.besideZh(i, end))
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
			p.deny(i, i, p.besideZh(i, end))
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

// besideZh cuts what the operator at word i reaches where another one denies
// something else beside it: 不抽烟不喝酒.
func (p *parser) besideZh(i, end int) int {
	for k := i + 2; k < end; k++ {
		if w := p.word(k); (predicatesZh[w] || refusalsZh[w] == "" && strings.HasPrefix(w, "不") && utf8.RuneCountInString(w) == 2 && !neutralZh[w]) && p.content(i+1, k) && !p.used[k] {
			return k
		}
	}
	return end
}

// notYetZh reports whether the operator at word i only bars its clause till what
// the clause before it tells has come: 看过之前不要发. It ranks the two.
func (p *parser) notYetZh(i, end int) bool {
	from := p.from(i)
	if from == 0 || p.content(from, i) {
		return false
	}
	switch last := p.word(from - 1); {
	case last != "之前" && last != "以前", from >= 2 && p.used[from-2]:
		return false
	}
	p.rank(p.from(from-1), from-1, -1)
	p.rank(i+1, end, 1)
	return true
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

// content reports whether a content word stands at from or later, before to.
func (p *parser) content(from, to int) bool {
	for ; from < to; from++ {
		if !p.words[from].Stop && !p.used[from] {
			return true
		}
	}
	return false
}

// deny flips a Chinese clause from word from on. What stands before the
// operator at i may be its object, fronted, unless a verb stands there already.
func (p *parser) deny(i, from, end int) {
	for k := from; k < end; k++ {
		p.notes[k].flips++
	}
	if !p.content(from, end) { // 咖啡是被禁止的: what it denies stands before it
		for k := p.from(i); k < i; k++ {
			p.notes[k].flips++
		}
		return
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
