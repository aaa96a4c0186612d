package lang

import "testing"

func TestAnswered(t *testing.T) {
	for _, c := range []struct{ question, answer, want string }{
		{"Are you moving alone?", "Alone.", "I am moving alone"},
		{"Do you keep bees?", "Yes.", "I keep bees"},
		{"Do you keep bees?", "No, never.", "I do not keep bees, never"},
		{"Have you paid the deposit?", "Yes, last Monday.", "I have paid the deposit, last Monday"},
		{"Is the barn heated?", "No.", "The barn is not heated"},
		{"Would you like a loom or a kiln?", "A kiln.", "I would like a kiln"},
		{"Are you rowing alone or with a crew?", "With a crew", "I am rowing with a crew"},
		{"What time do you shut the shop?", "Seven.", "I shut the shop at seven"},
		{"When do you leave for Bergen?", "The 4th of May.", "I leave for Bergen on the 4th of May"},
		{"Where does your sister teach?", "At a school in Ghent.", "my sister teaches at a school in Ghent"},
		{"How many hens do you have?", "Nine, two of them brown.", "I have nine hens, two of them brown"},
		{"Who looks after the goats?", "My uncle.", "my uncle looks after the goats"},
		{"What's your budget?", "About 900 euros.", "my budget is about 900 euros"},
		{"What are you allergic to?", "Latex.", "I am allergic to Latex"},
		{"What would you like me to call you?", "Wim.", "Call me Wim"},
		{"Who else is in this, or are you looking alone?", "Alone.", "I am looking alone"},
		{"Do you run the mill alone?", "With my aunt.", "I run the mill with my aunt"},
		{"骆师傅好，您一个人看窑吗？", "跟我徒弟一起。", "我跟我徒弟一起看窑"},
		// not to be told by grammar alone
		{"What do you do?", "Nurse.", ""},
		{"Is your daughter vegetarian?", "Vegan, actually.", ""},
		{"How is she?", "So-so.", ""},
		{"您几点收摊？", "九点吧。", "我九点收摊"},
		{"您一个人住吗？", "一个人。", "我一个人住"},
		{"你养猫吗？", "不养。", "我不养猫"},
		{"押金交了吗？", "交了，上周一。", "押金交了，上周一"},
		{"押金交了吗？", "还没。", ""},
		{"有没有弟弟？", "没有。", "没有弟弟"},
		{"你是坐船去还是坐车去？", "坐船。", "我坐船去"},
		{"您要靠河还是靠山？", "靠河。", "我要靠河"},
		{"您在哪儿教书？", "镇上的小学。", "我在镇上的小学教书"},
		{"孩子多大了？", "五岁。", "孩子五岁了"},
		{"您对什么过敏？", "芒果。", "我对芒果过敏"},
		{"怎么称呼您？", "老秦。", "叫我老秦"},
		{"最近怎么样？", "还行。", ""},
	} {
		if got := Answered(c.question, c.answer); got != c.want && upperFirst(got) != c.want {
			t.Errorf("Answered(%q, %q) = %q, want %q", c.question, c.answer, got, c.want)
		}
	}
}
