package lang

import "regexp"

// A SelfFact is something that one tells of oneself in so many ways that who asks for it may use no word of the answer: what one
// does for a living, how old or tall one is, where one studies, which children one has.
type SelfFact struct {
	asks  *regexp.Regexp // how it is asked for, in folded text
	tells *regexp.Regexp // how it is told of the user, in folded text
}

// SelfFactAsked returns the fact of the user's that a question asks for, nil for none.
func SelfFactAsked(question string) *SelfFact {
	folded := Fold(question)
	for _, t := range selfFacts {
		if t.asks.MatchString(folded) {
			return t
		}
	}
	return nil
}

// In reports whether a statement tells it of the user.
func (t *SelfFact) In(statement string) bool { return t != nil && t.tells.MatchString(Fold(statement)) }

const (
	whoEN  = `(?:i|the user)`
	userEN = ` the user (?:\w+ly )?(?:is|was|works?|worked|became|trained|trains)(?: now| still| also)* `
	userZH = `(?:^ ?|[,.;，。；] ?)(?:用户|我)?(?:是|在|当|做|干|以前|现在|目前|退休前是?)`
	// who one is by what one does: a baker, an electrician
	tradeEN = `(?:\w+(?:ers?|ors?|ists?|ians?|smith|wright|ant|yst)|nurse|chef|cook|vet|pilot|clerk|judge|coach|guard|monk|maid|au pair|gp|ceo|cto|cfo|professor|student|apprentice|intern|midwife|carer|mechanic|plumber)`
)

var selfFacts = []*SelfFact{
	{ // what one does for a living
		asks: regexp.MustCompile(` what (?:do|did) ` + whoEN + ` do(?: for (?:a living|work|money))? [?]| what (?:is|was|are) (?:my|the user 's) (?:job|profession|occupation|trade|line of work|work) | what do ` + whoEN + ` work as | what (?:kind|sort) of (?:work|job) do ` + whoEN + ` |(?:我|用户)(?:是|现在是|到底是|平时|以前)?(?:做|干)(?:什么|啥|哪[一]?行|何种)|(?:我|用户)(?:的)?(?:工作|职业)是?(?:什么|啥)|(?:我|用户)(?:是|在)?哪个(?:部门|岗位|行业)`),
		tells: regexp.MustCompile(userEN + `(?:(?:as|at|for|in|with) )?(?:an? |the )?(?:[\w-]+ ){0,3}?` + tradeEN + ` | the user (?:runs?|owns?|manages?|teaches|drives a (?:taxi|lorry|truck|bus)|keeps? (?:a|the) (?:shop|bar|pub|inn|bakery|cafe)) | the user works? (?:at|for|in) |` +
			userZH + `[^，。；]{0,10}(?:师|员|工|医生|护士|老师|教师|司机|厨|律师|会计|经理|老板|店|主管|总监|警|兵|农|商|跑长途|部的|部门|上班|工作|公司|打工)`),
	},
	{ // how old one is
		asks:  regexp.MustCompile(` how old (?:am i|is the user|are we) |(?:我|用户)(?:今年|现在)?(?:几岁|多大|多少岁|年龄)`),
		tells: regexp.MustCompile(` the user (?:is|was|turns?|turned|became) (?:\w+ )?\d{1,3} | the user (?:is|was) born | \d{1,3} years old |(?:用户|我)?(?:今年|刚满|都|已经|快)?[0-9一二三四五六七八九十]{2,}(?:岁|了(?:$|[，。]))|今年[0-9一二三四五六七八九十]{2,}|生于|出生`),
	},
	{ // how tall one is
		asks:  regexp.MustCompile(` how tall (?:am i|is the user) |(?:我|用户)(?:有)?多高|(?:我|用户)的?身高`),
		tells: regexp.MustCompile(` the user (?:is|stands) (?:\w+ ){0,2}?(?:\d+ ?cm|[\d.]+ ?m|\d+ (?:feet|foot|ft)|\d+ ?'|centimetres|tall) | cm tall |一米[0-9一二三四五六七八九]|身高|1[.米]\d`),
	},
	{ // where one studies, and what
		asks:  regexp.MustCompile(` where (?:do|did) ` + whoEN + ` study | (?:at )?(?:which|what) (?:university|uni|college|school) (?:am|is|do|does|did|are) | what (?:do|did) ` + whoEN + ` study | what is (?:my|the user 's) (?:major|degree|course of study) |(?:我|用户)(?:在)?(?:哪|什么)[^，。]{0,3}(?:读书|上学|念书|大学|学校)|(?:我|用户)(?:读|念|学)(?:的)?(?:什么|啥)专业|(?:我|用户)(?:是)?什么专业`),
		tells: regexp.MustCompile(` the user (?:is|was|'s) .*(?:\d(?:st|nd|rd|th) (?:yr|year)|student|undergrad|phd|masters?|degree|year) | the user (?:studies|studied|reads?|majors?) | (?:uni|university|college|phd|ph d|msc|bsc|thesis|dissertation) |大学|读研|读博|考上|专业|学院|念书|读书`),
	},
	{ // which children one has
		asks:  regexp.MustCompile(` (?:do|does) ` + whoEN + ` have (?:any )?(?:kids|children) | how many (?:kids|children|sons and daughters) (?:do|does) ` + whoEN + ` | who are (?:my|the user 's) (?:kids|children) |(?:我|用户)有(?:几个|没有|多少)?(?:孩子|娃|小孩|儿女)`),
		tells: regexp.MustCompile(` (?:the user 's|my|our) (?:\w+ ){0,2}?(?:sons?|daughters?|kids?|child|children|baby|babies|boys?|girls?|twins) | the user has (?:\w+ ){0,3}?(?:sons?|daughters?|kids?|child|children|boys?|girls?|twins) | kids [:(]|(?:用户|我)(?:家)?的?(?:儿子|女儿|闺女|孩子|娃|老大|老二|双胞胎)|有[一两三二]个?(?:儿子|女儿|孩子|娃)`),
	},
}
