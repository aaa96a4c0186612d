package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// code reads a name of letters and digits: "B12", "A4", "5G".
func (r *reader) code(i int) int {
	j := i + 1
	if r.atoms[i].script == Digits && strings.Count(r.at(i), ".") > 1 { // a version
		r.add(i, j, Value{Kind: Name, Text: r.at(i)})
		return j
	}
	if j >= len(r.atoms) || r.atoms[j].isMark() || r.atoms[j].start != r.atoms[i].end || r.atoms[j].script == Han || r.atoms[j].script == r.atoms[i].script {
		return i
	}
	if r.atoms[i].script == Digits {
		if u, _ := r.unit(j); u.dim != 0 && r.at(j) != "g" || r.at(j) == "k" || r.at(j) == "am" || r.at(j) == "pm" || strings.Contains("st nd rd th x s", r.at(j)) {
			return i
		}
		if r.at(j) == "g" && r.text[r.atoms[j].start] == 'g' {
			return i
		}
	}
	r.add(i, j+1, Value{Kind: Name, Text: r.at(i) + r.at(j)})
	return j + 1
}

// name reads a run of capitalised English words, and a Latin word among
// Chinese. At the beginning of a sentence a capital says little: weak.
func (r *reader) name(i int) int {
	w := r.words[r.atoms[i].word]
	w.Text = strings.TrimSuffix(w.Text, "'s")
	if !r.capital(i) {
		if r.nextToHan(i) && len(w.Text) > 1 && !w.Stop {
			r.add(i, i+1, Value{Kind: Name, Text: w.Text})
			return i + 1
		}
		return i
	}
	if w.Stop || noName[w.Text] {
		return i
	}
	initial := i == 0 || !honorific[r.at(i-2)] && strings.ContainsRune(".!?。！？\n:：;；\"“”-•", w.Break) && w.Break != 0
	j := i + 1
	for j < len(r.atoms) && !r.atoms[j].isMark() && r.atoms[j].script == Letters && r.capital(j) && !r.words[r.atoms[j].word].Stop && !noName[r.at(j)] {
		j++
	}
	text := strings.TrimSuffix(strings.ToLower(r.text[r.atoms[i].start:r.atoms[j-1].end]), "'s")
	text = strings.TrimSuffix(text, "’s")
	v := Value{Kind: Name, Text: text}
	if j == i+1 && r.shouted(i) && wordVectors().of(Stem(w.Text)) != nil {
		return i // TV is a word
	}
	if initial && j == i+1 && !r.shouted(i) && !r.nextToHan(i) {
		v.Weak, v.Start, v.End = true, r.atoms[i].start, r.atoms[j-1].end
		r.values = append(r.values, v)
		return j
	}
	r.add(i, j, v)
	return j
}

// honorific stand before a name, often with a full stop.
var honorific = set("mr mrs ms dr prof st")

// noName are capitalised words that name nothing in particular.
var noName = set(`user users assistant agent ai i'm i'd i'll i've mr mrs ms dr prof professor ok q a am pm monday tuesday wednesday thursday friday saturday sunday`)

func (r *reader) capital(i int) bool {
	c, _ := utf8.DecodeRuneInString(r.text[r.atoms[i].start:])
	return unicode.IsUpper(c)
}

// shouted reports whether atom i is all capitals, as PPT is.
func (r *reader) shouted(i int) bool {
	s := r.text[r.atoms[i].start:r.atoms[i].end]
	return len(s) > 1 && s == strings.ToUpper(s)
}

// nextToHan reports whether atom i stands in Chinese.
func (r *reader) nextToHan(i int) bool {
	return i > 0 && !r.atoms[i-1].isMark() && r.atoms[i-1].script == Han || i+1 < len(r.atoms) && !r.atoms[i+1].isMark() && r.atoms[i+1].script == Han
}

// nameZh reads 小王, 老李, 阿明 where the second character is a surname and no word is broken.
func (r *reader) nameZh(i int) int {
	switch r.at(i) {
	case "小", "老", "阿":
	default:
		return i
	}
	if !strings.Contains(Surnames, r.at(i+1)) || r.at(i+1) == "" {
		return i
	}
	w := r.words[r.atoms[i].word]
	if n := utf8.RuneCountInString(w.Text); !r.atoms[i].first || n > 2 || n == 2 && !strings.HasPrefix(w.Tag, "nr") {
		return i
	}
	if next := r.atoms[i+1]; !next.first && next.word != r.atoms[i].word {
		return i
	}
	r.add(i, i+2, Value{Kind: Name, Text: r.at(i) + r.at(i+1)})
	return i + 2
}

// Surnames are the commonest Chinese surnames of one character. The judges read names by them too.
const Surnames = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"

// quoted reads a short text in Chinese quotation marks or a title in 《》.
func (r *reader) quoted(i int) int {
	var closing string
	switch r.at(i) {
	case "「":
		closing = "」"
	case "“":
		closing = "”"
	case "《":
		closing = "》"
	default:
		return i
	}
	for j := i + 1; j < len(r.atoms) && j < i+12; j++ {
		if r.at(j) != closing {
			continue
		}
		text := strings.ToLower(r.text[r.atoms[i].end:r.atoms[j].start])
		if j > i+1 && IsHan(text) && utf8.RuneCountInString(text) <= 8 {
			v := Value{Kind: Name, Text: text, Start: r.atoms[i].start, End: r.atoms[j].end, Weak: closing != "》"}
			r.values = append(r.values, v)
		}
		return i
	}
	return i
}
