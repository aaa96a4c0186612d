package lang

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An atom is what values are read from: a word of letters or digits, one Han
// character, or one mark. Patterns are then the same for both languages.
type atom struct {
	text       string
	start, end int
	word       int // index into the words of the text; -1 for a mark
	script     Script
	first      bool // it begins its word
}

// isMark reports whether a is neither letter nor digit nor character.
func (a *atom) isMark() bool { return a.word < 0 }

// reader reads values off a text.
type reader struct {
	text   string
	words  []Word
	atoms  []atom
	values []Value
	used   []bool // by word: it is (part of) a value
	named  []bool // by word: it is (part of) a name, which is a value and a topic
}

// begin makes r ready for text.
func (r *reader) begin(text string, words []Word) {
	r.text, r.words, r.values = text, words, nil
	r.atoms, r.used, r.named = r.atoms[:0], cleared(r.used, len(words)), cleared(r.named, len(words))
	pos := 0
	marks := func(to int) {
		for pos < to {
			c, size := utf8.DecodeRuneInString(text[pos:])
			if c != ' ' && c != '\t' {
				r.atoms = append(r.atoms, atom{text: text[pos : pos+size], start: pos, end: pos + size, word: -1})
			}
			pos += size
		}
	}
	for i := range words {
		w := &words[i]
		marks(w.Start)
		if w.Script != Han {
			r.atoms = append(r.atoms, atom{text: w.Text, start: w.Start, end: w.End, word: i, script: w.Script, first: true})
			pos = w.End
			continue
		}
		for pos < w.End {
			_, size := utf8.DecodeRuneInString(text[pos:])
			r.atoms = append(r.atoms, atom{text: text[pos : pos+size], start: pos, end: pos + size, word: i, script: Han, first: pos == w.Start})
			pos += size
		}
	}
	marks(len(text))
}

// cleared returns n zeros, in the place of s if it has room for them.
func cleared[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// at returns the text of atom i, "" outside the text.
func (r *reader) at(i int) string {
	if i < 0 || i >= len(r.atoms) {
		return ""
	}
	return r.atoms[i].text
}

// has reports whether the Han characters of s stand at atom i, and returns
// the index after them.
func (r *reader) has(i int, s string) (int, bool) {
	for len(s) > 0 {
		a := r.at(i)
		if a == "" || !strings.HasPrefix(s, a) {
			return i, false
		}
		s = s[len(a):]
		i++
	}
	return i, true
}

// hasAny is has for the first of several that fits.
func (r *reader) hasAny(i int, list ...string) (int, bool) {
	for _, s := range list {
		if j, ok := r.has(i, s); ok {
			return j, true
		}
	}
	return i, false
}

// endsBefore reports whether the Han characters of s end just before atom i,
// and returns where they begin.
func (r *reader) endsBefore(i int, s string) (int, bool) {
	from := i - utf8.RuneCountInString(s)
	if from < 0 {
		return i, false
	}
	_, ok := r.has(from, s)
	return from, ok
}

// wordsAt reports whether the space-separated words of s stand at atom i, and
// returns the index after them.
func (r *reader) wordsAt(i int, s string) (int, bool) {
	for w := range strings.SplitSeq(s, " ") {
		if r.at(i) != w {
			return i, false
		}
		i++
	}
	return i, true
}

// wordsBefore reports whether the space-separated words of s end just before atom i.
func (r *reader) wordsBefore(i int, s string) (int, bool) {
	from := i - strings.Count(s, " ") - 1
	if from < 0 {
		return i, false
	}
	_, ok := r.wordsAt(from, s)
	return from, ok
}

// A number is what number reads: its value, and whether digits or words
// gave it; weak is a lone "one" or 一, which is often no number at all.
type number struct {
	value float64
	weak  bool
	digit bool
}

var smallEn = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

var scaleEn = map[string]float64{"hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9, "dozen": 12, "k": 1e3}

var digitZh = map[string]float64{
	"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
	"壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}

var scaleZh = map[string]float64{"十": 10, "百": 100, "千": 1e3, "万": 1e4, "亿": 1e8, "拾": 10, "佰": 100, "仟": 1e3}

// number reads a number at atom i, in digits or in words of either language,
// and returns the index after it, i if there is none.
func (r *reader) number(i int) (number, int) {
	if i >= len(r.atoms) {
		return number{}, i
	}
	switch a := &r.atoms[i]; {
	case a.isMark():
		return number{}, i
	case a.script == Digits:
		return r.digitNumber(i)
	case a.script == Han:
		return r.hanNumber(i)
	default:
		return r.wordNumber(i)
	}
}

// digitNumber reads "10", "1,200", "3.5k", "1.5万", "2 and a half".
func (r *reader) digitNumber(i int) (number, int) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(r.at(i), ",", ""), 64)
	if err != nil {
		return number{}, i // a date, a time, a range: they are read as such
	}
	n, j := number{value: v, digit: true}, i+1
	for {
		a := r.at(j)
		s, ok := scaleEn[a]
		if !ok {
			s, ok = scaleZh[a]
			ok = ok && a != "十"
		}
		if !ok || a == "k" && r.atoms[j].start != r.atoms[j-1].end {
			break
		}
		n.value *= s
		j++
	}
	return r.halves(n, j)
}

// wordNumber reads "twenty-five", "a hundred and twenty", "two and a half", "half a dozen".
func (r *reader) wordNumber(i int) (number, int) {
	var total, part float64
	j, seen := i, false
	for j < len(r.atoms) {
		a := r.at(j)
		if a == "-" && seen {
			if _, ok := smallEn[r.at(j+1)]; !ok {
				break
			}
			j++
			continue
		}
		if a == "and" && seen && part >= 100 {
			if _, ok := smallEn[r.at(j+1)]; !ok {
				break
			}
			j++
			continue
		}
		if v, ok := smallEn[a]; ok {
			if seen && part != 0 && !(part >= 20 && int(part)%10 == 0 && v < 10 || int(part)%100 == 0) {
				break // "six thirty" is two numbers
			}
			part += v
		} else if s, ok := scaleEn[a]; ok && a != "k" && (seen || (r.at(j-1) == "a" || r.at(j-1) == "per")) {
			if part == 0 {
				part = 1
			}
			if s == 100 || s == 12 {
				part *= s
			} else {
				total += part * s
				part = 0
			}
		} else {
			break
		}
		seen = true
		j++
	}
	if !seen {
		return number{}, i
	}
	n := number{value: total + part}
	n.weak = n.value == 1 && j == i+1
	return r.halves(n, j)
}

// halves adds "and a half" to n.
func (r *reader) halves(n number, j int) (number, int) {
	if k, ok := r.wordsAt(j, "and a half"); ok {
		n.value, n.weak, j = n.value+0.5, false, k
	}
	return n, j
}

// notNumberZh are words that begin with a numeral and count nothing.
var notNumberZh = set(`十分 一般 一起 一直 一下 一定 一些 一样 一边 一旦 一切 一律 一向 一贯 一致 一同 一如 一并 一味 一流 一再 一共 一次性 一度 一经 一时 一方面 一番 一会 一会儿 一阵 一系列
	千万 万一 万分 万能 万事 百分 三明治 三文鱼 四川 三亚 五花肉 百香果 百合 百度 九寨 千层 七夕 五金 两边 双方 一体 统一 一部分 一口气 一日三餐 三餐 一带一路 三心二意 乱七八糟 四季 四周 六一 五一 十一 十字 百货 千克 千米 千卡 千瓦 两侧 两者 三角 八卦 七上八下 一言`)

// hanNumber reads 十年's 十, 两百五 (250), 一千零五, 二〇二六, 三点五, 百分之二十 is percent's.
func (r *reader) hanNumber(i int) (number, int) {
	a := &r.atoms[i]
	_, isDigit := digitZh[a.text]
	_, isScale := scaleZh[a.text]
	if !isDigit && !isScale || isScale && (a.text == "百" || a.text == "千" || a.text == "万" || a.text == "亿") {
		return number{}, i
	}
	if w := r.words[a.word]; !a.first && !r.numeric(a.word) || notNumberZh[w.Text] || a.first && !r.numeric(a.word) {
		return number{}, i
	}
	var total, section, digit, last float64
	j, digits := i, 0
	plain := true // digit after digit, as in a year
	var spelled strings.Builder
loop:
	for ; j < len(r.atoms); j++ {
		t := r.at(j)
		if v, ok := digitZh[t]; ok {
			if digits > 0 && !plain && digit != 0 {
				break
			}
			digit = v
			spelled.WriteString(strconv.Itoa(int(v)))
			digits++
			continue
		}
		s, ok := scaleZh[t]
		if !ok {
			break
		}
		if digits > 1 && plain {
			break loop
		}
		plain = false
		if s >= 1e4 {
			total += (section + digit) * s
			section = 0
		} else {
			if digit == 0 {
				digit = 1
			}
			section += digit * s
		}
		last, digit = s, 0
	}
	n := number{}
	switch {
	case plain && digits > 1:
		n.value, _ = strconv.ParseFloat(spelled.String(), 64)
	case last >= 100 && digit != 0 && r.at(j-2) != "零" && r.at(j-2) != "〇":
		n.value = total + section + digit*last/10 // 两百五
	default:
		n.value = total + section + digit
	}
	n.weak = n.value == 1 && j == i+1
	if r.at(j) == "点" && plain { // 三点五: a decimal only where a unit follows
		if v, ok := digitZh[r.at(j+1)]; ok && r.measured(j+2) {
			n.value, n.weak = n.value+v/10, false
			j += 2
		}
	}
	return n, j
}

// measured reports whether a unit other than of time stands at atom i.
func (r *reader) measured(i int) bool {
	u, _ := r.unit(i)
	return u.dim > minutes
}

// numeric reports whether Han word i is made of numerals and units, or is
// tagged as a number or time.
func (r *reader) numeric(i int) bool {
	w := &r.words[i]
	switch w.Tag {
	case "m", "mq", "q", "t":
		return true
	}
	rest := strings.TrimLeft(w.Text, "早晚零〇一二两三四五六七八九十百千万亿半") // 晚八点 is one word
	if _, ok := unitsZh[rest]; ok || rest == "" {
		return true
	}
	for _, c := range rest {
		if !strings.ContainsRune(countersZh, c) && !strings.ContainsRune("年月日号天周时分秒点半斤两克米元块岁", c) {
			return false
		}
	}
	return true
}

// countersZh are the measure words that count things and are no unit.
const countersZh = "个只条杯次张本件位名份片粒颗瓶碗盒包袋页行段句字步间套台部辆双顿餐趟回遍场节门级组家人口种项根罐勺头棵把串句轮组楼层号"
