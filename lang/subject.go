package lang

import (
	"slices"
	"strings"
	"sync"
)

// roles leads the words for people around the user to one name of the role.
var roles = rolesFrom(`
	wife: wife wives hubby-wife 妻子 老婆 太太 媳妇 爱妻 夫人
	husband: husband hubby 丈夫 老公 先生
	spouse: spouse partner 配偶 爱人 伴侣 另一半
	mother: mother mom mum mother's mama 妈妈 母亲 妈 老妈 我妈
	father: father dad papa 爸爸 父亲 爸 老爸
	parent: parent parents 父母 爸妈 双亲 家长
	son: son sons 儿子
	daughter: daughter daughters 女儿 闺女
	child: child children kid kids baby toddler 孩子 小孩 宝宝 娃 小朋友
	brother: brother brothers 哥哥 弟弟 兄弟
	sister: sister sisters 姐姐 妹妹 姐妹
	sibling: sibling siblings 兄弟姐妹
	grandmother: grandmother grandma granny 奶奶 外婆 姥姥 祖母
	grandfather: grandfather grandpa 爷爷 外公 姥爷 祖父
	uncle: uncle 叔叔 舅舅 伯伯
	aunt: aunt auntie 阿姨 姑姑 姑妈 姨妈 舅妈 伯母 婶婶
	cousin: cousin cousins 表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹
	nephew: nephew 侄子 外甥
	niece: niece 侄女 外甥女
	motherinlaw: mother-in-law 岳母 婆婆 丈母娘
	fatherinlaw: father-in-law 岳父 公公 老丈人
	colleague: colleague colleagues coworker coworkers teammate teammates 同事 队友 同仁
	boss: boss supervisor 老板 领导 上司 上级
	manager: manager 经理
	friend: friend friends buddy pal 朋友 好友 闺蜜 哥们 好朋友
	girlfriend: girlfriend 女友 女朋友
	boyfriend: boyfriend 男友 男朋友
	fiance: fiance fiancé fiancee fiancée 未婚妻 未婚夫
	roommate: roommate roommates flatmate flatmates 室友 合租
	neighbour: neighbor neighbors neighbour neighbours 邻居
	landlord: landlord landlady 房东
	client: client clients customer customers 客户 甲方 顾客
	classmate: classmate classmates 同学
	intern: intern interns 实习生
	mentor: mentor advisor adviser supervisor-advisor 导师
	family: family 家人 家里人 家属`)

// RoleOf returns the one name of the role that a term names ("son", 儿子), "" where
// it names none.
func RoleOf(term string) string { return roleOfTerm()[term] }

// roleOfTerm has the words for roles in the form that terms have.
var roleOfTerm = sync.OnceValue(func() map[string]string {
	m := make(map[string]string, len(roles))
	for word, role := range roles {
		m[Stem(word)] = role
	}
	return m
})

func rolesFrom(list string) map[string]string {
	m := make(map[string]string)
	for line := range strings.SplitSeq(list, "\n") {
		role, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		for w := range strings.FieldsSeq(words) {
			m[w] = role
		}
	}
	return m
}

var (
	userWords  = set("user users i my me mine 用户 使用者 本人 我")
	agentWords = set("assistant agent ai bot you your 助手 助理 智能体 机器人 模型 你 您")
	// demands say that the user wants something of the agent, or how the user takes to things.
	demands = set(`want wants wanted ask asks asked require requires required expect expects expected need needs request requests requested instruct instructs instructed tell tells told prefer prefers preferred
		like likes would insist insists demand demands hope hopes wish wishes appreciate appreciates
		希望 要求 想要 想 让 请 需要 期望 期待 喜欢 偏好 更喜欢 倾向 倾向于 偏爱 坚持 嘱咐 叮嘱 吩咐 要 愿意`)
)

// wishes are the demands that say that something is not so yet.
var wishes = set("want wants wanted hope hopes hoped wish wishes would 希望 想要 想 期望 期待 盼望")

// aims say that something is not so yet, whoever has them.
var aims = set("goal goals aim aims aiming target trying tries 目标 力争 争取")

// persons finds the third persons in the text and whom it is about.
func (p *parser) persons(s *Statement) {
	agent, demand, owned := false, false, ""
	for i := range p.words {
		if p.notes[i].plain {
			continue
		}
		w := p.word(i)
		base := strings.TrimSuffix(w, "'s")
		switch {
		case roles[base] != "" && p.capacity(i):
		case roles[base] != "":
			role := roles[base]
			if w == "先生" && i > 0 && p.words[i-1].Script == Han && strings.Contains(Surnames, p.word(i-1)) {
				continue // a title
			}
			if !slices.ContainsFunc(s.Persons, func(p Person) bool { return p.Role == role }) {
				s.Persons = append(s.Persons, Person{role, p.nameAfter(i)})
			}
			p.notes[i].drop = true
			if s.Subject == "" && (p.leads(i) || owned == role) {
				s.Subject = role
			}
		case userWords[base]:
			p.notes[i].drop = true
			if role := p.owns(i); role != "" {
				owned = role
			} else if s.Subject == "" && p.leads(i) {
				s.Subject = UserSubject
			}
		case agentWords[base]:
			p.notes[i].drop = true
			agent = true
			if s.Subject == "" {
				s.Subject = AgentSubject
			}
		case w == "called" || w == "named":
			p.notes[i].drop = true
		case aims[w]:
			s.Wished = true
		case demands[w]:
			demand = demand || s.Subject == UserSubject
			s.Wished = s.Wished || s.Subject == UserSubject && wishes[w]
		}
	}
	if s.Subject == UserSubject && demand {
		s.Subject = ""
		if agent {
			s.Subject = AgentSubject
		}
	}
	slices.SortFunc(s.Persons, func(a, b Person) int { return strings.Compare(a.Role, b.Role) })
}

// capacity reports whether the role at word i is what somebody else is or was:
// "as a child", "as parents".
func (p *parser) capacity(i int) bool {
	k := i - 1
	if p.word(k) == "a" || p.word(k) == "an" {
		k--
	}
	return p.word(k) == "as" && p.word(k-1) != "well" && p.word(k-1) != "such"
}

// nameAfter returns the name that follows word i, "" if none does.
func (p *parser) nameAfter(i int) string {
	var name []string
	for k := i + 1; k < len(p.words) && p.named[k]; k++ {
		name = append(name, strings.TrimSuffix(p.word(k), "'s"))
	}
	if len(name) > 0 && p.words[i+1].Script == Han {
		return strings.Join(name, "")
	}
	return strings.Join(name, " ")
}

// leads reports whether word i stands where the subject of a clause does:
// only function words, values and conditions before it, no preposition that makes it an object.
func (p *parser) leads(i int) bool {
	if i > 0 && p.words[i-1].Script == Han && strings.Contains("给向对跟替帮为让请与把和比", p.word(i-1)) {
		return false
	}
	noun := i - 1 // before the article
	for noun > p.from(i) && articles[p.word(noun)] {
		noun--
	}
	if noun >= p.from(i) && prepositions[p.word(noun)] {
		return false
	}
	for k := p.from(i); k < i; k++ {
		if !p.words[k].Stop && !userWords[strings.TrimSuffix(p.word(k), "'s")] && !p.used[k] && !p.notes[k].scoped {
			return false
		}
	}
	return true
}

var (
	articles     = set("the a an his her their user's my this that")
	prepositions = set("for with by to of from at on in about between through around")
)

// owns returns the role of the person that the user at word i has: "the
// user's wife", 用户的妻子, 用户妻子, "the user has a daughter who"; "" if there is none.
func (p *parser) owns(i int) string {
	has := p.word(i+1) == "has" || p.word(i+1) == "have" || p.word(i+1) == "有" || p.word(i+1) == "有个"
	near := strings.HasSuffix(p.word(i), "'s") || p.word(i) == "my"
	for k := i + 1; k < len(p.words) && p.notes[k].segment == p.notes[i].segment; k++ {
		role := roles[strings.TrimSuffix(p.word(k), "'s")]
		if role == "" {
			continue
		}
		if has && k <= i+7 || near && k <= i+3 || p.words[i].Script == Han && (k == i+1 || p.word(i+1) == "的" && k <= i+3) {
			return role
		}
	}
	return ""
}

var roleNames = func() map[string]bool {
	m := make(map[string]bool)
	for _, r := range roles {
		m[r] = true
	}
	return m
}()

// IsRole reports whether s is a role, as Statement.Persons has it.
func IsRole(s string) bool { return roleNames[s] }
