package answer

import (
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
)

// A word of yes or no is said only where the entries are clear of that very act: "" stands for none.
func TestAnswerStance(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		bank     []string
		question string
		lead     string
	}{
		{[]string{"The user is allergic to latex"}, "Can I wear latex gloves?", "No"},
		{[]string{"The user is allergic to latex"}, "Am I allergic to latex?", "Yes"},
		{[]string{"The user is allergic to ibuprofen"}, "Can I take it?", "No"},
		{[]string{"The user was told by the physio to stay off the trampoline"}, "May I use the trampoline?", "No"},
		{[]string{"The user has a lactose intolerance"}, "Can I have lactose?", "No"},
		{[]string{"The user gave up sugar in January"}, "Can I have sugar?", "No"},
		{[]string{"The user used to fence"}, "Do I fence?", "No"},
		{[]string{"The user used to fence"}, "Did I ever fence?", "Yes"},
		{[]string{"The user is off work until 9 June"}, "Am I off work?", "Yes"},
		{[]string{"It's not that the agent can't use tables, just not too many"}, "May you use tables?", "Yes"},
		{[]string{"The user booked a week in Malta in May", "The Malta week fell through"}, "Am I going to Malta in May?", "No"},
		{[]string{"The rehearsal on Friday is cancelled"}, "Is the rehearsal cancelled?", "Yes"},
		{[]string{"agent_method It's not that the agent can't use tables, just not too many"}, "May you use slang?", ""},
		{[]string{"The rehearsal on Friday is cancelled"}, "Is the rehearsal on?", "No"},
		{[]string{"用户对头孢过敏"}, "我能吃头孢吗？", "不能"},
		{[]string{"用户对头孢过敏"}, "我对头孢过敏吗？", "是"},
		{[]string{"用户戒酒了"}, "我能喝酒吗？", "不能"},
		{[]string{"教练让用户戒烟"}, "我可以抽烟吗？", "不可以"},
		{[]string{"之前说用户对虾过敏，其实是对牛奶过敏，不是虾"}, "我能吃虾吗？", ""},
		{[]string{"不是不能打趣，只是别太多"}, "可以打趣吗？", "可以"},
		{[]string{"中秋用户打算去厦门", "中秋厦门去不成了，酒店退了"}, "中秋我去厦门吗？", "不"},
		{[]string{"用户以前打羽毛球"}, "我打羽毛球吗？", "不"},
	} {
		got := answered(t, c.question, aBank(at, c.bank...)).Text
		if lead := leadOf(got); lead != c.lead {
			t.Errorf("%s answered %q, want it to begin with %q", c.question, got, c.lead)
		}
	}
}

// leadOf returns the yes or no that an answer begins with.
func leadOf(text string) string {
	for _, w := range []string{"Yes", "No", "不能", "不可以", "不是", "不", "可以", "能", "是"} {
		if strings.HasPrefix(text, w+".") || strings.HasPrefix(text, w+"；") || w == "不" && strings.HasPrefix(text, w) {
			return w
		}
	}
	return ""
}

// What an entry says has sides, and a yes or no is to the one that the question is on.
func TestAnswerSides(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		bank     []string
		question string
		lead     string
	}{
		{[]string{"The choir sings in Latin, not Italian"}, "Does the choir sing in Italian?", "No"},
		{[]string{"The choir sings in Latin, not Italian"}, "Does the choir sing in Latin?", "Yes"},
		{[]string{"The brochure: two columns, no photos"}, "Should the brochure have photos?", "No"},
		{[]string{"The vernissage was moved from 3 May 2026 to 17 May 2026"}, "Is the vernissage on 3 May 2026?", "No"},
		{[]string{"The user switched from a bus pass to a bicycle"}, "Do I use a bus pass?", "No"},
		{[]string{"The user is back from Lapland"}, "Am I in Lapland?", "No"},
		{[]string{"The user has three kayaks"}, "Do I have two kayaks?", "No"},
		{[]string{"Only Ingeborg may edit the user's minutes"}, "May Torsten edit my minutes?", "No"},
		{[]string{"Only Ingeborg may edit the user's minutes"}, "May Ingeborg edit my minutes?", "Yes"},
		{[]string{"Anselm keeps bees in Graz, Brigid keeps bees in Cork"}, "Does Brigid keep bees in Graz?", ""},
		{[]string{"Dr Lindqvist is the user's dentist", "Dr Lindqvist retired"}, "Is Dr Lindqvist still my dentist?", "No"},
		{[]string{"agent_method Never use sketches in the user's leaflets", "agent_method Sketches are fine in the seed leaflet"}, "May you use sketches in the seed leaflet?", "Yes"},
		{[]string{"agent_method Never use sketches in the user's leaflets", "agent_method Sketches are fine in the seed leaflet"}, "May you use sketches in the tax leaflet?", "No"},
		{[]string{"agent_method Don't use footnotes in the user's essays", "agent_method Footnotes are fine again"}, "Can you use footnotes in my essays?", "Yes"},
		{[]string{"agent_method Don't send the user voice notes"}, "May you send me photos?", ""},
		{[]string{"The user is knitting Odile a shawl, don't let it slip to her"}, "May you tell Odile about the shawl?", "No"},
		{[]string{"agent_method The user's divorce is taboo"}, "May you mention my divorce?", "No"},
		{[]string{"The user's aunt thinks the user should become a notary"}, "Am I a notary?", ""},
		{[]string{"合唱团唱拉丁文，不唱意大利文"}, "合唱团唱意大利文吗？", "不"},
		{[]string{"用户从公交换成骑车了"}, "我坐公交吗？", "不"},
		{[]string{"The kiln is in Truro"}, "Is the kiln in Bodmin?", "No"},
		{[]string{"The kiln is in Truro"}, "Is the kiln in Truro?", "Yes"},
		{[]string{"The user's aunt was born in Truro"}, "Does my aunt live in Bodmin?", ""},
		{[]string{"The user's aunt went to Truro in May"}, "Did my aunt go to Bodmin in May?", ""},
		{[]string{"用户的粮店在灵武"}, "粮店是不是在中卫？", "不是"},
		{[]string{"用户的粮店在灵武"}, "粮店在灵武对吧？", "是"},
		{[]string{"陶艺老师姓庞"}, "陶艺老师姓钟吗？", "不是"},
		{[]string{"读书会这个月读《围城》"}, "读书会这个月读的是《活着》吗？", ""},
		{[]string{"戏名是《断桥》"}, "戏名是《长亭》吧？", "不是"},
		{[]string{"押金是六十天退"}, "押金是二十天退吗？", "不是"},
		{[]string{"用户对蜂蜜过敏"}, "我是不是对蜂蜜过敏？", "是"},
		{[]string{"老靳是用户的木工师傅"}, "老靳是我邻居吗？", ""},
		{[]string{"agent_method 上午十点到晚上七点之间可以给用户打电话，别的时候不打"}, "晚上九点能给我打电话吗？", "不能"},
		{[]string{"agent_method 上午十点到晚上七点之间可以给用户打电话，别的时候不打"}, "下午三点能给我打电话吗？", "能"},
		{[]string{"agent_method The user may be rung between 10 am and 7 pm"}, "May you ring me at 9 pm?", "No"},
		{[]string{"用户的姐姐2024年出国了，妹妹还在读书"}, "我妹妹出国了吗？", ""},
		{[]string{"用户的姐姐2024年出国了，妹妹还在读书"}, "我姐姐出国了吗？", "是"},
		{[]string{"画展从5月3日推迟到5月17日"}, "画展在5月3日吗？", "不是"},
		{[]string{"用户从漠河回来了"}, "我还在漠河吗？", "不是"},
		{[]string{"只有小聂能改用户的会议纪要"}, "老郝能改我的会议纪要吗？", "不能"},
		{[]string{"用户给阿雅织了条披肩，先别告诉她"}, "可以跟阿雅说披肩的事吗？", "不可以"},
		{[]string{"用户姑姑觉得用户应该当公证员"}, "我是公证员吗？", ""},
	} {
		if got := answered(t, c.question, aBank(at, c.bank...)).Text; leadOf(got) != c.lead {
			t.Errorf("%s answered %q, want it to begin with %q", c.question, got, c.lead)
		}
	}
}

// What others do is no answer to what the user does himself; nor is a value of another kind, or of another thing, one
// to an attribute of it.
func TestAnswerLeavesUntold(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for question, bank := range map[string]string{
		"Can I eat walnuts?":                   "The user's nephew can't eat walnuts",
		"Do I drink cider?":                    "Keith drinks only cider",
		"Do I swim much?":                      "The user's neighbour has sold her flat in Leeds",
		"Where do I work?":                     "The user's sister Ines works at a mill",
		"Is my niece allergic to latex?":       "The user is allergic to latex",
		"我女儿吃素吗？":                              "用户吃素",
		"What is Farid's phone number?":        "Farid repairs the lift and comes on Thursdays",
		"When is Doris's birthday?":            "Doris comes for lunch on 4 May",
		"How much do I pay for oats?":          "The stable goes through 300 kilos of oats a month",
		"What shoe size does my daughter take": "The user's daughter dances on Fridays",
		"我能吃芒果吗？":                              "用户室友一吃芒果就起疹子",
		"我怕高吗？":                                "用户的表姐怕高",
		"我爸叫什么名字？":                             "用户叫沈一鸣",
		"我奶奶叫什么名字？":                            "用户叫沈一鸣，周末去看奶奶",
		"What is my niece's name?":             "The user is called Edda, and takes her niece to judo",
		"阿敏多大了？":                               "阿敏在大连当兽医",
		"我一幅肖像报价多少？":                           "肖像最多改两次",
		"What colour is my bike?":              "The user's bike is a Brompton",
		"Where is the christening?":            "The christening is on 3 May 2026",
		"How long are my letters?":             "In the user's letters the thanks come first",
		"老秦的电话是多少？":                            "老秦周三来修空调",
		"我女儿穿几码的鞋？":                            "用户的女儿周五跳舞",
	} {
		if a := answered(t, question, aBank(at, bank)); !a.Abstained {
			t.Errorf("%s answered %q", question, a.Text)
		}
	}
}

// An attribute that was told is answered, and so is what concerns the user though another does it.
func TestAnswerAttributes(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct{ question, bank, want string }{
		{"What is Farid's phone number?", "Farid repairs the lift, his number is 0161 496 0000", "0161 496 0000"},
		{"When is Doris's birthday?", "Doris was born on 4 May 1951", "4 May"},
		{"How much do I pay for oats?", "Oats cost the user 38 euros a sack", "38 euros"},
		{"When do I pay the rent?", "The user's landlord collects the rent on the 3rd", "3rd"},
		{"How old is my uncle?", "The user's uncle turns 70 in June", "70"},
		{"我爸叫什么名字？", "用户的爸爸叫沈国强", "沈国强"},
		{"我表姐要给我买靴子，该买几码的？", "用户穿三十八码的靴子", "三十八"},
		{"我一幅肖像报价多少？", "用户的肖像一幅六百元", "六百元"},
		{"老秦的电话是多少？", "老秦的电话是01055550000", "01055550000"},
		{"我女儿穿几码的鞋？", "用户的女儿穿三十四码的鞋", "三十四"},
	} {
		if a := answered(t, c.question, aBank(at, c.bank)); a.Abstained || !strings.Contains(a.Text, c.want) {
			t.Errorf("%s answered %q, want %q in it", c.question, a.Text, c.want)
		}
	}
}

// A state that has ended does not answer as if it held.
func TestAnswerExpired(t *testing.T) {
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct{ content, question, mark string }{
		{"The lift is out of order until 20 May", "Is the lift working?", "over by now"},
		{"电梯5月20日前停用", "电梯能用吗？", "已经过去"},
	} {
		e := dyadmem.Entry{Key: "e1", Kind: dyadmem.Fact, Content: c.content, At: at, Until: at.AddDate(0, 0, 20)}
		got := answered(t, c.question, []dyadmem.Entry{e}).Text // asked on 1 June
		if !strings.Contains(got, c.mark) || strings.HasPrefix(got, "Yes") || strings.HasPrefix(got, "No") || strings.HasPrefix(got, "能") || strings.HasPrefix(got, "不") {
			t.Errorf("%s answered %q, want it told as %q", c.question, got, c.mark)
		}
	}
}

// A clause that is put first leaves the one that began the sentence in lower case, whoever is spoken to.
func TestAnswerPutsAClauseFirst(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	if got := (&answer{}).joined([]string{"It's oak now", "The timber is new", "Ines found it", "I think"}); got != "It's oak now, the timber is new, Ines found it, I think" {
		t.Errorf("joined %q", got)
	}
	bank := append([]string{"The user's rehearsal days have been changed, it's Monday and Saturday now"}, smallEN...)
	for question, want := range map[string]string{
		"On which days are my rehearsals?":         ", your rehearsal",
		"On which days are the user's rehearsals?": ", the user's rehearsal",
	} {
		if got := answered(t, question, aBank(at, bank...)).Text; !strings.Contains(got, want) {
			t.Errorf("%s answered %q, want %q in it", question, got, want)
		}
	}
}

// Who asks himself is spoken to, unless his question speaks of the user as of another; what was erased is not known, and a mask
// answers nothing.
func TestAnswerToTheUser(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		bank, question, want string
		byUser               bool
	}{
		{"The user's kiln is due for a check on 4 May 2026", "When is the kiln due for a check?", "Your kiln is due for a check on 4 May 2026", true},
		{"The user's kiln is due for a check on 4 May 2026", "When is the kiln due for a check?", "The user's kiln is due for a check on 4 May 2026", false},
		{"The user's kiln is due for a check on 4 May 2026", "When is the user's kiln due for a check?", "The user's kiln is due for a check on 4 May 2026", true},
		{"The agent writes the minutes for the user", "Who writes the minutes?", "I write the minutes for you", true},
		{"The user wants the agent to read the minutes aloud", "How are the minutes read?", "You want me to read the minutes aloud", true},
		{"用户的窑2026年5月4日检修", "窑哪天检修？", "你的窑2026年5月4日检修", true},
		{"助手给用户念会议纪要", "会议纪要谁念？", "我给你念会议纪要", true},
		{"小骆是用户的厨房助手", "厨房助手是谁？", "小骆是你的厨房助手", true},
		{"Drop the raffle from the programme", "What did I ask you to drop from the programme?", "Drop the raffle from the programme", true},
		{"No rye bread on the shopping list", "What did I ask you to erase?", NoRecord(false), true},
		{"No rye bread on the shopping list", "Which things have you forgotten?", NoRecord(false), true},
		{"购物单上不写黑麦面包", "我让你删掉了什么？", NoRecord(true), true},
		{"The gate code is [secret:password], the gate is on Mill Lane", "Where is the gate?", "The gate is on Mill Lane", true},
	} {
		got, err := Rules{}.Answer(t.Context(), dyadmem.Query{Text: c.question, At: at, Recalled: true, ByUser: c.byUser}, aBank(at, c.bank))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.EqualFold(got.Text, c.want) {
			t.Errorf("%s answered %q, want %q", c.question, got.Text, c.want)
		}
	}
}
