package lang

import (
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"
)

// actors says for each word who does or has what its part of the clause tells:
// the user, the agent, a role or a name; "" where nobody is named. Who leads one
// clause leads the next one too, unless that names another.
func (p *parser) actors() {
	who, first := "", true
	for i := 0; i < len(p.words); i++ {
		if i == p.from(i) {
			first = true
			if fullStop(p.words[i].Break) {
				who = ""
			}
		}
		p.notes[i].of = who
		name, end := p.actorAt(i)
		switch {
		case name == "":
			if who == UserSubject && demands[p.word(i)] {
				who = p.asked()
			}
			continue
		case p.doneBy(i):
			first = true
		case who != "" && p.together(i):
			who, p.notes[i].of = "", "" // the two of them
			continue
		case p.identifies(i, end):
			who = "" // who it is, not what he does
			continue
		case p.cleft(i), p.acts(i, end), (!p.named[i] && !p.firstName(i) || p.words[i].Script == Han) && (p.leads(i) || p.joined(i)):
			if role := p.owns(i); name == UserSubject && role != "" {
				name = role
			} else if strings.HasSuffix(p.word(i), "'s") || p.word(end) == "的" {
				who = "" // something of his does or has it
				continue
			}
		default:
			continue
		}
		who = name
		for k := p.from(i); first && k < i; k++ {
			p.notes[k].of = name // what stands before him in the clause is his too
		}
		first = false
		for ; i < end; i++ {
			p.notes[i].of = who
		}
		i--
	}
}

func fullStop(mark rune) bool {
	return mark != 0 && strings.ContainsRune(".!?;:。！？；：\n", mark)
}

// asked returns of whom the user wants something: the agent, if the text speaks of it.
func (p *parser) asked() string {
	for i := range p.words {
		if w := p.word(i); agentWords[w] && w != "you" && w != "your" {
			return AgentSubject
		}
	}
	return ""
}

// actorAt returns who is named at word i and the index after the name; "" if nobody is.
func (p *parser) actorAt(i int) (string, int) {
	base := strings.TrimSuffix(p.word(i), "'s")
	who := actorWords[base]
	switch {
	case who == UserSubject || who == AgentSubject || who == OtherSubject:
		return who, i + 1
	case who != "" && p.capacity(i):
		return "", i
	case who != "" && !(base == "先生" && i > 0 && p.words[i-1].Script == Han):
		end := i + 1
		for end < len(p.words) && p.named[end] && p.words[end].Break == 0 {
			end++ // "her cousin Ada"
		}
		return who, end
	case p.named[i] && p.personal(i):
		end := i + 1
		for end < len(p.words) && p.named[end] && p.words[end].Break == 0 {
			end++
		}
		if p.words[i].Script == Han {
			return strings.TrimSuffix(p.text[p.words[i].Start:p.words[end-1].End], "的"), end
		}
		return strings.TrimSuffix(p.word(end-1), "'s"), end // people go by one of their names
	case p.firstName(i):
		return base, i + 1
	}
	return p.titledZh(i)
}

// actorWords leads the words for the user, the agent, others and the roles to whom they name.
var actorWords = func() map[string]string {
	m := maps.Clone(roles)
	for who, words := range map[string]map[string]bool{UserSubject: userWords, AgentSubject: agentWords,
		OtherSubject: set("others everybody everyone nobody somebody someone 其他人 别人 旁人 其余 其他")} {
		for w := range words {
			m[w] = who
		}
	}
	return m
}()

// personal reports whether the name at word i may be a person's: no article
// before it, and neither digits nor capitals throughout.
func (p *parser) personal(i int) bool {
	w := p.words[i]
	if i > 0 && articles[p.word(i-1)] {
		return false
	}
	if w.Script == Han {
		return strings.ContainsAny(w.Text, "老小阿") || p.word(i) == "老" || p.word(i) == "小" || p.word(i) == "阿"
	}
	s := p.text[w.Start:w.End]
	return w.Script == Letters && s != strings.ToUpper(s) && s != w.Text
}

// givenNames are common first names that word vectors know as words.
var givenNames = set(`adam alan albert alex alexander alice amanda amy andrea andrew andy angela anna anne anthony arthur barbara ben benjamin betty bob brian bruce carl carlos carol caroline
	catherine charles charlie charlotte chloe chris christian christine claire clara craig daisy dan daniel dave david deborah denise dennis diana diane donald donna doris dorothy douglas
	eddie edward elena elizabeth ellen ella emily emma eric ernest eva evelyn frances francis frank fred frederick gary george gerald gordon greg hannah harold harry helen henry howard hugh ian
	irene isaac isabel ivan jake james jamie jane janet jason jean jeff jennifer jenny jeremy jerry jessica jim jimmy joan joe joel john johnny jonathan jose joseph josh joshua juan judith judy
	julia julian julie karen kate katherine kathleen kathy keith kelly ken kenneth kevin kim kit larry laura lauren lawrence leo leon lewis liam linda lisa lloyd louis louise lucy luis luke lynn
	margaret maria marie mario marion martha martin mary matthew maurice max megan michael michelle miguel mike monica nancy natalie nathan neil nicholas nick nicole nina noah nora norman oliver olivia oscar
	owen pamela patricia patrick paul paula peter phil philip phillip rachel ralph raymond rebecca richard rita robert robin roger ronald rosa roy ruth ryan sally sam samantha samuel sandra sara sarah scott sean
	sharon shirley simon sofia sophia sophie stanley stephanie stephen steve steven stuart susan sylvia teresa terry thomas tim timothy tina todd tom tommy tony tyler victor victoria vincent virginia walter wayne
	wendy william zoe`)

// firstName reports whether word i is a capitalised word at the beginning of a
// sentence that is a first name or no English word.
func (p *parser) firstName(i int) bool {
	w := &p.words[i]
	if i != p.from(i) || w.Script != Letters || w.Stop {
		return false
	}
	r, _ := utf8.DecodeRuneInString(p.text[w.Start:])
	if !unicode.IsUpper(r) {
		return false
	}
	return givenNames[strings.TrimSuffix(w.Text, "'s")] || wordVectors().of(w.Term) == nil && len(meanings().groups[w.Term]) == 0
}

// titlesZh follow a surname and make it a person.
var titlesZh = set("大哥 大姐 大叔 老师 医生 大夫 师傅 阿姨 叔叔 大爷 大妈 奶奶 爷爷 姐 哥 嫂 婶 叔 姨 伯 工 总 经理 教练 主任 律师 先生 女士 太太 同学 师兄 师姐 教授 院长 校长 队长 老板 班长")

// titledZh reads 老瞿, 小栾, 阿May and 裘老师: a character before or after what makes it a person.
func (p *parser) titledZh(i int) (string, int) {
	if p.words[i].Script != Han || len(p.words[i].Text) > utf8.UTFMax || i+1 >= len(p.words) || p.words[i+1].Start != p.words[i].End {
		return "", i
	}
	w, next := p.word(i), p.word(i+1)
	switch {
	case (w == "老" || w == "小" || w == "阿") && (utf8.RuneCountInString(next) == 1 && !p.words[i+1].Stop || p.words[i+1].Script == Letters):
		return w + next, i + 2
	case utf8.RuneCountInString(w) == 1 && titlesZh[next] && !p.words[i].Stop:
		return w + next, i + 2
	}
	return "", i
}

// doneBy reports whether who stands at word i is the one who acts though a
// passive or a Chinese preposition puts him behind: "taught by Ada", 由小李讲.
func (p *parser) doneBy(i int) bool {
	k := i - 1
	for k > p.from(i) && articles[p.word(k)] {
		k--
	}
	if k < p.from(i) {
		return false
	}
	switch p.word(k) {
	case "by":
		return true
	case "由", "被", "归":
		return true
	}
	return false
}

// together reports whether who stands at word i comes second of two: "the user and Ada", 用户和老李.
func (p *parser) together(i int) bool {
	switch p.word(i - 1) {
	case "and", "or", "&":
		return !p.joined(i)
	case "和", "与", "跟", "同", "及":
		return true
	}
	return false
}

// identifies reports whether the clause says who the one at word i is: "Ada is the
// user's sister", 小李是用户的同事.
func (p *parser) identifies(i, end int) bool {
	if w := p.word(end); w != "is" && w != "was" && w != "是" && w != "的" || userWords[strings.TrimSuffix(p.word(i), "'s")] && p.owns(i) == "" && p.word(end) != "is" {
		return false
	}
	for k := end + 1; k < p.to(i); k++ {
		if base := strings.TrimSuffix(p.word(k), "'s"); userWords[base] || roles[base] != "" {
			return true
		}
	}
	return false
}

// acts reports whether a verb follows the name that ends before word end, and
// no preposition stands before it: "on air Ada hosts", 早班老李开.
func (p *parser) acts(i, end int) bool {
	if end >= p.to(i) || i > 0 && (prepositions[p.word(i-1)] || articles[p.word(i-1)]) {
		return false
	}
	if p.words[i].Script == Han {
		if strings.Contains("给向对跟替帮为让请与把和比", p.word(i-1)) && i > 0 {
			return false
		}
		tag := p.words[end].Tag
		return strings.HasPrefix(tag, "v") || strings.HasPrefix(tag, "p") || p.word(end) == "用" || strings.HasPrefix(tag, "d") && end+1 < p.to(i) && strings.HasPrefix(p.words[end+1].Tag, "v")
	}
	switch w := p.word(end); w {
	case "is", "was", "has", "had", "will", "does", "did", "can", "must", "may", "would", "should":
		return i == p.from(i) || p.words[i-1].Stop || p.used[i-1]
	default:
		if _, ok := irregular[w]; ok || len(w) > 4 && strings.HasSuffix(w, "ed") {
			return true
		}
		return p.words[end].Script == Letters && !p.words[end].Stop && len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "'s") && !strings.HasSuffix(w, "ss")
	}
}

// joined reports whether word i begins a second half of its clause: "Ada edits
// and Ben hosts".
func (p *parser) joined(i int) bool {
	k := i - 1
	for k > p.from(i) && articles[p.word(k)] {
		k--
	}
	switch p.word(k) {
	case "and", "while", "whereas", "so":
	default:
		return false
	}
	for ; k >= p.from(i); k-- {
		if name, _ := p.actorAt(k); name == "" && !p.words[k].Stop && !p.used[k] {
			return true
		}
	}
	return false
}

// cleft reports whether word i is whom "it is … who" or 是…的 points out.
func (p *parser) cleft(i int) bool {
	for k := i + 1; k < min(i+3, p.to(i)); k++ {
		if p.word(k) == "who" || p.word(k) == "that" {
			return true
		}
	}
	return p.word(i-1) == "是" && p.word(p.to(i)-1) == "的"
}
