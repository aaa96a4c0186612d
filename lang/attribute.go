package lang

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// An Attribute is something of a closed set that a person or thing has one value of, in a form of its own: a price is
// money, a phone number is a long number. Who asks for it is not answered by a value of another kind.
type Attribute struct {
	asks   *regexp.Regexp // how it is asked for, in folded text
	words  map[string]bool
	holds  *regexp.Regexp // what holds it: words beside a number or a date, or the form itself; in folded text
	kinds  []ValueKind    // or a value of these kinds
	number bool           // the words need a number or a date beside them
	named  bool           // or what may be a Chinese name, by its surname
}

var attributes = []*Attribute{
	{ // a phone number
		asks:  regexp.MustCompile(` (?:phone|telephone|mobile|cell) number | (?:phone|telephone|mobile) no |电话号码?(?:是|$| )|手机号|电话(?:是)?多少`),
		words: termsOf("phone telephone mobile cell number", "电话 号码 电话号码 手机 手机号 手机号码 号"),
		holds: regexp.MustCompile(`\d(?:[ ()\-.]*\d){4,}| ext(?:ension)? \d|分机`),
	},
	{ // a birthday
		asks:   regexp.MustCompile(` (?:when|what day|which day|what date|which date) .*(?:birthday|born) | date of birth |生日(?:是|在)?(?:哪|几|什么时)|(?:哪天|几号|什么时候|几月)(?:的|过)?生日|哪[年天](?:出生|生的)`),
		words:  termsOf("birthday born date day birth", "生日 出生 哪天 几号 过"),
		holds:  regexp.MustCompile(` (?:birthdays?|born|birth|turn(?:s|ed)?) |生日|出生|生于|[年月日]生|大寿`),
		number: true,
	},
	{ // a name
		asks:  regexp.MustCompile(` what (?:is|are|was) (?:the|my|his|her|our) (?:\w+ ){0,3}?(?:'s )?(?:\w+ )?names? | what (?:is|are|was|do|does|did) .*(?:called|named) [?]|叫(?:什么|啥)|名字是|什么名字|姓什么`),
		words: termsOf("name call", "叫 名字 姓 什么名字"),
		holds: regexp.MustCompile(` (?:called|named|names?|nicknamed|known as|goes by) |"|叫|名|姓|是|[“「《"]`),
		kinds: []ValueKind{Name},
		named: true,
	},
	{ // a price or another sum of money
		asks:   regexp.MustCompile(` how much (?:does|do|did|is|will) .*(?:cost|pay|charge|earn|owe) | how much (?:was|is) .*(?:rent|fee|bill|salary|fare|price) | what (?:does|do|did) .* (?:cost|pay|charge|earn) [?]| (?:what is|what was|what 's) (?:the|my|our) (?:\w+ )?(?:price|rent|fee|salary|fare) |多少(?:钱|元|块)|几块钱|(?:报价|价格|房租|租金|工资|月薪|学费|费用|票价|预算|押金|定金|成本)(?:是|有)?多少| what is the budget (?:for|of) `),
		words:  termsOf("much cost pay charge earn owe price fee rent salary fare bill", "多少 多少钱 钱 报价 价格 房租 租金 工资 月薪 学费 费用 票价 预算 押金 定金 成本 要 付 花 收"),
		holds:  regexp.MustCompile(` (?:prices?|costs?|pays?|paid|charges?|charged|fees?|rents?|salary|wages?|fare|bill|earns?|owes?|spends?|spent|budget|worth|rate|deposit|total|free) |预算|押金|成本|价|费|租|薪|工资|钱|元|块|花|买|收`),
		kinds:  []ValueKind{Money},
		number: true,
	},
	{ // an age
		asks:  regexp.MustCompile(` how old |几岁|多大年纪|多大岁数|年龄(?:是)?多|今年多大|多大了`),
		words: termsOf("old age", "几岁 多大 年纪 岁数 年龄 今年 多大了 了"),
		holds: regexp.MustCompile(`\d| born | (?:turn(?:s|ed)?|aged?|year-old|years? old|birthday) |岁|出生|生于|年生|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]`),
		kinds: []ValueKind{Age, Number, Duration, Date},
	},
	{ // a size that one wears
		asks:  regexp.MustCompile(` (?:what|which) (?:\w+ )?size |几码|多大码|什么码|尺码|多大号|几号鞋`),
		words: termsOf("size take wear", "码 尺码 穿 几码"),
		holds: regexp.MustCompile(`\d| (?:sizes?|small|medium|large|xs|s|m|l|xl|xxl) |码|号`),
		kinds: []ValueKind{Number, Measure},
	},
	{ // a colour
		asks:  regexp.MustCompile(` (?:what|which) colou?rs? |什么颜色|啥颜色|哪种颜色|何种颜色`),
		words: termsOf("colour color", "颜色"),
		holds: regexp.MustCompile(` (?:colou?r(?:s|ed)?|red|green|blue|yellow|white|black|grey|gray|brown|orange|pink|purple|violet|beige|cream|navy|teal|turquoise|gold|golden|silver|maroon|ivory|tan|blonde?|ginger|dark|light|pale|striped|tabby|spotted) |[红绿蓝黄白黑灰棕橙粉紫青金银米彩褐][色的]|[红绿蓝黄白黑灰棕橙粉紫青]|颜色|花纹`),
	},
	{ // where something is
		asks:  regexp.MustCompile(`^ where (?:is|are|was|were|will) (?:the|my|our|his|her|their) `),
		words: termsOf("where take place held", "哪 哪里 哪儿"),
		holds: regexp.MustCompile(` (?:in|at|near|by|to|from|opposite|behind|beside|under|inside|above|around|outside|between|with|next|online|here|there|home|address|street|road|place|venue|venues|held|lives?|based|located|parked|kept|hangs?|sits?|stands?) | on (?:the|a|my|her|his|our|top|\w+ (?:street|road|avenue|floor|island|coast|line)) |[在住去到放挂停][^，。]|位于`),
		kinds: []ValueKind{Name},
	},
	{ // how long something is, in time or in words
		asks:  regexp.MustCompile(` how long (?:is|are|should|must|may|can) (?:the|my|our|his|her) `),
		words: termsOf("long length", "多长 多久"),
		holds: regexp.MustCompile(`\d| (?:pages?|words?|lines?|sentences?|paragraphs?|minutes?|hours?|days?|nights?|weeks?|months?|years?|short|shorter|brief|briefly|long|longer|concise|length|half|one|two|three|four|five|six|seven|ten|until|till|from|since|metres?|meters?|feet|foot) `),
		kinds: []ValueKind{Duration, Measure, Number, Date},
	},
	{ // where somebody lives, works or learns
		asks:  regexp.MustCompile(` where (?:does|do|did) .* (?:live|work|study|stay|teach) [?]|在(?:哪|哪里|哪儿|什么地方|啥地方|哪个单位|哪家公司)(?:上班|工作|住|念书|上学|读书)|住在?(?:哪|什么地方)`),
		words: termsOf("where live work study stay teach", "哪 哪里 哪儿 在 住 上班 工作 念书 上学 读书"),
		holds: regexp.MustCompile(` (?:in|at|near|by|to|from|opposite|with|for|on|lives?|based|home|abroad|here|there|next|address) |[在住去到搬]|定居|上班|工作`),
	},
	{ // a breed
		asks:  regexp.MustCompile(` (?:what|which) breed |什么品种|哪个品种|啥品种`),
		words: termsOf("breed", "品种"),
		holds: regexp.MustCompile(` (?:breed|terrier|retriever|labrador|lab|poodle|collie|spaniel|shepherd|alsatian|dachshund|beagle|bulldog|boxer|husky|corgi|pug|whippet|greyhound|lurcher|setter|pointer|mastiff|chihuahua|kelpie|cockapoo|labradoodle|siamese|persian|ragdoll|bengal|burmese|maine coon|shorthair|longhair|sphynx|mongrel|crossbreed|cross|mixed|moggy|mutt|rescue|thoroughbred|arab|shetland) |品种|金毛|拉布拉多|泰迪|贵宾|柯基|哈士奇|边牧|柴犬|秋田|博美|比熊|布偶|英短|美短|橘猫|狸花|暹罗|波斯|土[狗猫]|田园|串串?`),
	},
	{ // a post that one holds or applies for
		asks:  regexp.MustCompile(`(?:什么|哪个|啥)(?:岗位?|职位|职务)| (?:what|which) (?:position|post|role) (?:does|do|did|is|has) .*(?:apply|applying|applied|hold|have) `),
		words: termsOf("position post role apply hold", "岗 岗位 职位 职务 应聘"),
		holds: regexp.MustCompile(`岗|职|[师员]|经理|主管|总监|工程|开发|设计|产品|运营|销售|前端|后端|测试|财务|人事|行政|助理|实习| (?:position|post|role|job|as|applied|applies|manager|engineer|developer|designer|assistant|analyst|intern|director|head|lead|officer|clerk) `),
	},
	{ // a temper
		asks:  regexp.MustCompile(`(?:脾气|性格|为人)(?:怎么样|如何|好不好|好吗|咋样)| what (?:is|are) .* (?:temper|character|personality) like `),
		words: termsOf("temper character personality like", "脾气 性格 为人 怎么样 如何"),
		holds: regexp.MustCompile(`脾气|性格|为人|急躁|性子|温和|好说话|严[厉格]|开朗|[内外]向|随和|凶|和气|耐心|直爽|爽快|火爆|固执| (?:temper|character|personality|patient|impatient|kind|strict|easy-going|short-tempered|moody|shy|outgoing|cheerful|stubborn|calm|gentle|rude|friendly) `),
	},
	{ // an address for mail
		asks:  regexp.MustCompile(` e-?mail address |(?:邮箱|邮件地址)(?:地址)?(?:是|$| )`),
		words: termsOf("e-mail email mail address", "邮箱 邮件 地址"),
		holds: regexp.MustCompile(`@`),
	},
}

func termsOf(en, zh string) map[string]bool {
	m := set(zh)
	for w := range set(en) {
		m[Stem(w)] = true
	}
	return m
}

// AttributeOf returns the attribute that a question plainly asks for, nil for none.
func AttributeOf(question string) *Attribute {
	folded := Fold(question)
	for _, a := range attributes {
		if a.asks.MatchString(folded) {
			return a
		}
	}
	return nil
}

// Names reports whether a term is one of the words for the attribute, which do not say whose it is, or ends in one that
// segmentation left with the word before it: 爸叫.
func (a *Attribute) Names(term string) bool {
	_, n := utf8.DecodeLastRuneInString(term)
	return a.words[term] || IsHan(term) && a.words[term[len(term)-n:]]
}

// In reports whether a text can state the attribute: by a value of its kind that the question does not hold itself, or by
// the words for it.
func (a *Attribute) In(text string, values, asked []Value) bool {
	if slices.ContainsFunc(values, func(v Value) bool { return slices.Contains(a.kinds, v.Kind) && !v.In(asked) }) {
		return true
	}
	if a.named && surnamed(text) {
		return true
	}
	if !a.holds.MatchString(Fold(text)) {
		return false
	}
	return !a.number || hasNumber(text) || slices.ContainsFunc(values, func(v Value) bool { return v.Kind == Date || v.Kind == MonthDay || v.Kind == Relative })
}

// AbstainedFrom returns what a Chinese text says somebody abstains from, where the verb has it as its one character: 酒 of
// 戒酒, 戒了烟; "" for nothing.
func AbstainedFrom(text string) string {
	if m := abstained.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

var abstained = regexp.MustCompile(`[戒忌禁](?:了|掉|食)?([烟酒糖辣茶肉盐油])`)

// surnamed reports whether a Chinese text holds a surname that is no part of a longer word, with a given name after it, or a
// word that the dictionary knows as a name.
func surnamed(text string) bool {
	words := Words(text)
	for i, w := range words {
		if w.Script == Han && (w.Tag == "nr" || strings.Contains(Surnames, w.Text) && i+1 < len(words) && words[i+1].Start == w.End && !words[i+1].Stop) {
			return true
		}
	}
	return false
}
