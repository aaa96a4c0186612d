package gist

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// A Holding is who has a role for the user: a dentist, a manager, 站长.
type Holding struct {
	Role, Name string
	New        bool // the text calls them new
	Formed     bool // the role is one by its form alone: one may have several
}

// Holder returns the role of which a text says who has it for the user, and the name;
// nothing if it says of none. A role that is none of those one has one of is read only
// where the text calls it new, or its name is a person's.
func Holder(text string) (h Holding) {
	if lang.IsHan(text) {
		return holderOfZH(text)
	}
	if m := holderEN.FindStringSubmatch(text); m != nil {
		return Holding{strings.ToLower(m[2]), m[3], strings.EqualFold(m[1], "new"), false}
	}
	if m := holdsEN.FindStringSubmatch(text); m != nil {
		return Holding{strings.ToLower(m[3]), m[1], strings.EqualFold(m[2], "new"), false}
	}
	if m := doerEN.FindStringSubmatch(text); m != nil && !kinEN.MatchString(m[2]) {
		return Holding{strings.ToLower(m[2]), m[3], strings.EqualFold(m[1], "new"), true}
	}
	return Holding{}
}

func holderOfZH(text string) Holding {
	if m := holderZH.FindStringSubmatch(text); m != nil {
		return Holding{m[2], m[3], strings.HasPrefix(m[1], "新"), false}
	}
	if m := doerZH.FindStringSubmatch(text); m != nil && (styledZH.MatchString(m[3]) || person(m[3])) {
		return Holding{m[2], m[3], strings.HasPrefix(m[1], "新"), true}
	}
	return Holding{}
}

// person reports whether a Chinese text is the name of a person and no more.
func person(text string) bool {
	words := lang.Words(text)
	return len(words) == 1 && strings.HasPrefix(words[0].Tag, "nr")
}

// PostsEN and PostsZH are roles of which one has one person at a time, as alternatives of a pattern.
const (
	PostsEN = `accountant|bookkeeper|lawyer|solicitor|attorney|dentist|doctor|GP|vet|boss|manager|supervisor|landlord|landlady|agent|tutor|coach|trainer|therapist|physio|physiotherapist|hairdresser|barber|cleaner|nanny|childminder|babysitter|assistant|secretary|editor|publisher|adviser|advisor|mentor|treasurer|midwife|gardener`
	PostsZH = `会计|律师|牙医|家庭医生|主治医生|老板|上司|领导|主管|经理|房东|教练|导师|班主任|保姆|阿姨|司机|中介|代理人|顾问|助理|秘书|对接人|联系人|负责人|理发师|兽医|保洁|钟点工|店长|组长|编辑`
)

const (
	calledEN = `(?: now)?(?: is(?: now)?|['’]s)(?: called| named)? `
	calledBy = `(?:现在|已经?)?(?:是|换成了?|改成了?|换了|叫|改由)([\p{Han}]{2,4}?)(?:[，。；了]|接手|担任|$)`
	nameOfEN = `((?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)`
)

var (
	holderEN = Compile(`\b(?:[Tt]he user's|[Oo]ur) (?:(new|current|present|old) )?(` + PostsEN + `)` + calledEN + nameOfEN)
	holdsEN  = Compile(nameOfEN + ` is (?:now )?the user's (?:(new|current|present) )?(` + PostsEN + `)\b`)
	// doerEN and doerZH are roles by their form: who drives, directs, cooks or leads.
	doerEN   = Compile(`\b(?:[Tt]he(?: user's)?|[Oo]ur) (?:(new|current|present|old) )?((?:[a-z]+ )?(?:[a-z]{2,}(?:er|or|ist|ian|ant|man|woman)|chef|cook|nurse|head|chief|chair))` + calledEN + nameOfEN)
	kinEN    = Compile(`(?:^| )(?:grand|step)?(?:mother|father|brother|sister|daughter|partner|lover|paper|number|folder|power|tower|river|flower|water|letter|server|computer|printer|parlor|color|floor|door)$`)
	holderZH = Compile(`(?:^|[，。；])(?:用户|现在|如今|目前|的|家里?|店里|公司)*(新来?的?)?(` + PostsZH + `)` + calledBy)
	doerZH   = Compile(`(?:^|[，。；])(?:用户|现在|如今|目前|我们|的|家里?|店里|站里|公司)*(新来?的?)?([\p{Han}]{1,3}[长师员工生医匠厨导管])` + calledBy)
	styledZH = Compile(`^(?:[老小阿]\p{Han}|\p{Han}{1,2}(?:姨|叔|姐|哥|嫂|总|师傅|老师|医生|大夫|阿姨|经理|教练))$`)
)
