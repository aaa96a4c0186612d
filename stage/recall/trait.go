package recall

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A Trait is something that everybody has or is (work, home, age, family), and that is told in other words than it is asked
// in: "what do I do for a living" is answered by "a plumber in Hull", 我几岁了 by 属马.
type Trait struct {
	asks  *gist.Pattern // how the user's own is asked for, in folded text
	holds *gist.Pattern // the words in which it is told, in folded text
	kin   bool          // it is told of those around the user
	ruled bool          // and by what the agent is to keep to
}

// TraitOf returns the trait of the user that a question asks for, nil for none.
func TraitOf(question *gist.Gloss) *Trait {
	folded := question.Cues.Folded()
	if !ofUser.MatchString(folded) {
		return nil
	}
	for _, t := range traits {
		if at := t.asks.FindStringIndex(folded); at != nil {
			if rest := folded[at[1]:]; !strings.HasPrefix(rest, "'s ") && utf8.RuneCountInString(rest) <= asksMore {
				return t
			}
		}
	}
	return nil
}

// asksMore is how many characters a question may go on for that asks for a trait, and for nothing more particular than that.
const asksMore = 16

// ofUser is the cheap test before the dear ones.
var ofUser = regexp.MustCompile(` (?:i|my|me|user) |我|用户`)

// In reports whether an entry tells the trait of the user, and not of somebody around him alone.
func (t *Trait) In(g *gist.Gloss) bool {
	if g.Entry.Kind.URAM() && !t.ruled || !t.holds.MatchString(g.Cues.Folded()) {
		return false
	}
	if t.kin || len(g.Stated().Persons) == 0 {
		return true
	}
	return slices.ContainsFunc(clausesOf(g.Entry.Content), func(c string) bool {
		return t.holds.MatchString(lang.Fold(c)) && len(lang.Read(c).Persons) == 0
	})
}

// clausesOf parts a text where its clauses end.
func clausesOf(text string) []string { return clauseEnds.Split(text, -1) }

var clauseEnds = regexp.MustCompile(`[,，;；.。!！]\s*`)

// traits are asked for in many ways, and told in the words of their field.
var traits = []*Trait{
	{ // work
		asks:  gist.Compile(` what (?:do|does) (?:i|the user) do (?:for (?:a |my |his |her )?(?:living|work|job)|professionally|[?])| (?:what is) (?:my|the user 's) (?:job|occupation|profession|trade|line of work) | what (?:line|kind|sort) of work (?:do|does|am|is) (?:i|the user) | what job (?:do|does) (?:i|the user) | where (?:do|does) (?:i|the user) work | who (?:do|does) (?:i|the user) work for |(?:我|用户)(?:现在|平时|平常|目前|到底|究竟)*是?(?:[干做](?:什么|啥|嘛|哪一?行)(?:工作|活儿?|行业?|职业|生意)?的?[？? ]*$|在?(?:哪里?儿?|什么地方|啥地方|哪家公司|哪个单位)(?:上班|工作)|什么(?:职业|工作)|从事(?:什么|啥|哪))|(?:我|用户)的?(?:职业|工作|行业)是?(?:什么|啥|干)`),
		holds: gist.Compile(` works? (?:as|at|for|in|from|part|full|nights|shifts)| (?:job|profession|trade|self-employed|freelances?|freelancer|retired|apprentice|unemployed) | (?:runs|owns) an? | teaches | (?:is|was|as|am) (?:now )?an? (?:[\w-]+ ){0,2}(?:nurse|doctor|dentist|vet|midwife|surgeon|plumber|electrician|carpenter|joiner|builder|bricklayer|mechanic|engineer|developer|programmer|designer|architect|teacher|tutor|lecturer|professor|librarian|lawyer|solicitor|paralegal|accountant|bookkeeper|clerk|secretary|receptionist|manager|consultant|analyst|scientist|researcher|chemist|pharmacist|chef|cook|baker|butcher|waiter|waitress|barista|farmer|gardener|florist|fisherman|driver|pilot|sailor|soldier|officer|firefighter|paramedic|guard|cleaner|hairdresser|barber|tailor|seamstress|journalist|editor|writer|author|translator|interpreter|photographer|painter|potter|musician|actor|actress|artist|carer|caretaker|nanny|childminder|therapist|psychologist|physiotherapist|counsellor|social worker|postman|courier|realtor|estate agent|agent|salesman|saleswoman|cashier|shopkeeper|trader|banker|broker|technician|welder|roofer|locksmith|tiler|glazier|student) |(?:是|当|做)(?:了|着|过|一)?[个名位家]?[^，。；]{0,8}(?:师|员|工|医生|大夫|[护产]士|教授|警察|司机|经理|主管|总监|店长|老板|厨子|保安|保姆|月嫂|公务员|学生|记者|编辑|军人|农民|会计|财务|客服)|跑(?:长途|运输|业务|外卖|销售)|开(?:店|公司|厂|网约车|滴滴|出租|货车|卡车|大车|[^，。；]{1,5}[店馆铺厂])|教(?:书|学|[初高小][一二三中学]|[一二三四五六]年级|语文|数学|英语|物理|化学)|上班|在[^，。；]{1,12}工作|搞[^，。；]{1,6}的|做[^，。；]{1,8}(?:的|生意|工作)|生意|种地|务农|打工|退休|待业|失业|自由职业|写代码|送(?:外卖|快递|货)`),
	},
	{ // age
		asks:  gist.Compile(` how old (?:am|is) (?:i|the user) | (?:my|the user 's) age |(?:我|用户)(?:今年|现在|到底|都|有)*(?:几岁|多大|多少岁|年龄)`),
		holds: gist.Compile(` (?:is|am|turn|turns|turned|aged|be) (?:now |just |nearly |almost )?\d\d(?: years? old)? (?:[,.;]|and|now|but|$)| years? old | year-old | born (?:in|on) |岁|今年(?:都|已经|快|刚|满)*[\d一二三四五六七八九十]{2,3}了|年(?:出生|生)|出生|[一二三四五六七八九]?十[一二三四五六七八九]?了|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]`),
	},
	{ // home
		asks:  gist.Compile(` where (?:do|does|am|is) (?:i|the user) (?:live|living|based|at home) | (?:what|which) (?:city|town|country|village|street|part of town) (?:do|does|am|is) (?:i|the user) (?:live|living|based|in) | (?:my|the user 's) (?:home )?address | where is (?:my|the user 's) (?:home|house|flat) |(?:我|用户)(?:现在|目前|的?家)*住在?(?:哪|什么|啥)|(?:我|用户)的?家在(?:哪|什么地方|啥地方)`),
		holds: gist.Compile(` (?:lives?|living|resides?|based) (?:in|at|near|on|by|just|outside|with|between)| (?:moved|moves|moving) (?:to|into|in)| (?:home|hometown|address|flat|house|apartment) (?:is |at |in |on )|住|搬(?:到|去|进|来|家)|家在|定居|小区|地址`),
	},
	{ // children
		asks:  gist.Compile(` how many (?:children|kids|sons|daughters) (?:do|does|have|has) (?:i|the user) | (?:do|does) (?:i|the user) have (?:any )?(?:children|kids) | who are (?:my|the user 's) (?:children|kids) | what are (?:my|the user 's) (?:children|kids) called |(?:我|用户)(?:家里?|一共|总共|现在)*有?(?:几个|多少个?|没有|有没有)(?:孩子|小孩|娃|儿女|子女)|(?:我|用户)(?:家)?有(?:孩子|小孩|娃)`),
		holds: gist.Compile(` (?:sons?|daughters?|child|children|kids?|baby|babies|twins|toddler) |儿子|女儿|闺女|孩子|小孩|娃|丫头|宝宝|双胞胎|姑娘`),
		kin:   true,
	},
	{ // grandchildren
		asks:  gist.Compile(` how many grand(?:children|kids|sons|daughters) (?:do|does|have|has) (?:i|the user) | who are (?:my|the user 's) grand(?:children|kids) |(?:我|用户)(?:家里?|一共|总共|现在)*有?(?:几个|多少个?)(?:孙|外孙)`),
		holds: gist.Compile(` (?:grandchildren|grandkids|grandsons?|granddaughters?|grandchild) |孙`),
		kin:   true,
	},
	{ // brothers and sisters
		asks:  gist.Compile(` how many (?:siblings|brothers|sisters) .*(?:i|the user) | (?:do|does) (?:i|the user) have (?:any )?(?:siblings|brothers|sisters) |(?:我|用户)(?:家里?|一共)*有?(?:几个|多少个?)(?:兄弟|姐妹|哥|弟|姐|妹)|(?:我|用户)(?:家里)?有(?:兄弟|姐妹)`),
		holds: gist.Compile(` (?:siblings?|brothers?|sisters?|twin) |哥|弟|姐|妹`),
		kin:   true,
	},
	{ // pets
		asks:  gist.Compile(` (?:what|which|how many|any) (?:pets?|animals?) (?:do|does|have|has) (?:i|the user) | (?:do|does) (?:i|the user) have (?:any |a )?(?:pets?|animals?) |(?:我|用户)(?:家里?|一共|总共)*(?:养|有)了?(?:几[只条]|什么|啥|没有|哪些)?(?:宠物|小动物|动物)`),
		holds: gist.Compile(` (?:pets?|cats?|kittens?|dogs?|pupp(?:y|ies)|hamsters?|rabbits?|budgies?|parrots?|canar(?:y|ies)|goldfish|tortoises?|turtles?|guinea pigs?|ferrets?|ponies|pony|horses?|geckos?|snakes?|hens?) |猫|狗|犬|兔|仓鼠|鹦鹉|金鱼|乌龟|龟|宠物|养了?[一二两三]?[只条]`),
		kin:   true,
	},
	{ // what he does not eat
		asks:  gist.Compile(` what (?:can not|must not|should not|do not|does not|can|may) (?:i|the user) (?:not )?eat | what (?:do|does|should|must) (?:i|the user) (?:not eat|avoid) | what (?:am|is) (?:i|the user) allergic | (?:allergies|dietary \w+) (?:do|does|have|has) (?:i|the user) | (?:my|the user 's) (?:allergies|dietary|diet) |(?:我|用户)(?:有什么|有啥|有没有|有哪些|的|都)*(?:忌口|忌嘴|过敏源)|(?:我|用户)对(?:什么|啥|哪些).*过敏|(?:我|用户)(?:不能|不可以|不爱|不)(?:吃|喝)(?:什么|啥|哪些)|(?:我|用户)的?饮食`),
		holds: gist.Compile(` (?:allerg(?:ic|y|ies)|vegan|vegetarian|pescatarian|intolerant|intolerance|coeliac|celiac|gluten|gluten-free|lactose|halal|kosher) | (?:not|never) (?:eat|eats|drink|drinks|touch|touches|stand) |过敏|忌口|吃素|素食|清真|不(?:吃|能吃|爱吃|喝|能喝|耐)|吃不[了得惯]|戒|低盐|低糖|少[油盐糖]`),
		ruled: true,
	},
	{ // health
		asks:  gist.Compile(` (?:what|which|any) (?:health|medical) (?:problems?|conditions?|issues?) .*(?:i|user) | what (?:illness|disease|condition) (?:do|does) (?:i|the user) | what (?:medicines?|medication|pills|tablets|drugs) (?:do|does|am|is) (?:i|the user) |(?:我|用户)(?:有|得)了?(?:什么|啥|哪些)(?:病|毛病|慢性病|基础病)|(?:我|用户)的?身体(?:有什么|怎么样|状况)|(?:我|用户)(?:在|每天)*吃(?:什么|啥|哪些)药`),
		holds: gist.Compile(` (?:diabet(?:es|ic)|asthma|asthmatic|blood pressure|hypertension|migraines?|arthritis|epilep(?:sy|tic)|thyroid|heart|cancer|anaemi[ac]|eczema|coeliac|allerg(?:ic|y|ies)|insulin|inhaler|tablets?|pills?|medication|mg|statins?|surgery|operation|pacemaker) |病|血压|血糖|血脂|哮喘|痛风|关节炎|甲亢|甲状腺|过敏|手术|失眠|胰岛素|药`),
	},
	{ // what he drives
		asks:  gist.Compile(` what (?:do|does) (?:i|the user) drive | what (?:make of |kind of |sort of )?(?:car|vehicle|van|motorbike) (?:do|does|have|has|is|am) (?:i|the user|mine|my) |(?:我|用户)(?:开|骑)的?是?(?:什么|啥|哪款|哪种)(?:车|牌子)?|(?:我|用户)的?车是(?:什么|啥|哪)`),
		holds: gist.Compile(` drives? an? | (?:car|van|motorbike|scooter|truck|lorry|pickup|camper) |开(?:的是|的|一?辆)|[汽轿货电摩]\p{Han}?车|的车|辆`),
	},
	{ // height
		asks:  gist.Compile(` how tall (?:am|is) (?:i|the user) | (?:my|the user 's) height |(?:我|用户)(?:有)?多高|(?:我|用户)的?身高`),
		holds: gist.Compile(` (?:tall|height|cm|ft) | \d{3} ?cm | \d ?(?:foot|feet|ft) |[一二12]米[\d一二三四五六七八九]|\d{3} ?(?:cm|公分|厘米)|身高`),
	},
	{ // weight
		asks:  gist.Compile(` how (?:much|heavy) (?:do|does|am|is) (?:i|the user) (?:weigh )?[?]| (?:my|the user 's) weight |(?:我|用户)(?:现在)?(?:有)?多重|(?:我|用户)的?体重`),
		holds: gist.Compile(` weigh(?:s|ed|t)? |体重|[\d一二三四五六七八九十百] ?(?:公斤|斤|kg)`),
	},
	{ // studies
		asks:  gist.Compile(` (?:where|what) (?:do|does|am|is) (?:i|the user) (?:study|studying|at university|at uni|reading) | (?:which|what) (?:university|uni|college|school) (?:do|does|am|is) (?:i|the user) | (?:what|what is) (?:my|the user 's) (?:thesis|dissertation|degree|major|subject|phd) |(?:我|用户)在(?:哪里?儿?|什么|哪个|哪所)(?:学校|大学)?(?:读书|上学|念书|读大学|上大学|读研|读)|(?:我|用户)(?:学|读)的?是?(?:什么|啥|哪个)(?:专业)?[？? ]*$|(?:我|用户)的?(?:专业|论文|学校)是`),
		holds: gist.Compile(` (?:study|studies|studying|student|university|college|uni|phd|degree|undergraduate|postgraduate|thesis|dissertation|majors?|majoring|fresher) | (?:first|second|third|final|1st|2nd|3rd|4th) (?:year|yr) |大学|学院|专业|研究生|研[一二三]|博士|硕士|大[一二三四]|读书|念书|学生|论文`),
	},
	{ // the department
		asks:  gist.Compile(` (?:which|what) (?:department|team|division) (?:am|is|do|does) (?:i|the user) |(?:我|用户)(?:是|在)(?:哪个|什么|啥)(?:部门|科室|组|团队|部)`),
		holds: gist.Compile(` (?:department|dept|division|team) | in (?:marketing|sales|finance|hr|accounts|legal|purchasing|procurement|logistics|it|research|engineering|operations|production|compliance) |\p{Han}{1,4}(?:部|科|处|组|室|团队)`),
	},
	{ // when he can be reached
		asks:  gist.Compile(` (?:when|what time) (?:can|may|should|could) (?:you|i|we|people|anyone|one) (?:best )?(?:reach|call|ring|phone|contact|disturb|message) (?:me|the user) | (?:when|what time) (?:am|is) (?:i|the user) (?:free|available|reachable) |(?:什么时候|几点|啥时候|何时|哪个时间)(?:能|可以|方便|好|适合)?(?:找|联系|打给|打扰|叫)(?:我|用户)|(?:我|用户)(?:一般|通常|平时)?(?:什么时候|几点|啥时候|何时)(?:以后|之后)?(?:有空|方便|得空|有时间|空)`),
		holds: gist.Compile(` (?:free|available|reachable|reach|disturb|contact) | (?:call|ring|phone|message) (?:me|the user|him|her) |得空|有空|空闲|有时间|[找叫]用户|联系用户|打扰|方便`),
		ruled: true,
	},
}
