package answer

import (
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
)

var (
	smallEN = []string{"The user plays the viola in a quartet on Tuesdays", "The boiler is serviced in October", "agent_method Minutes: decisions first, then who does what", "The user's brother Otto has a bakery in Graz", "The spare key lies with the neighbour at number 9", "The user can't stand coriander", "The user flies to Oslo on 14 August 2026"}
	smallZH = []string{"用户周二在四重奏里拉中提琴", "锅炉每年十月保养", "agent_method 会议纪要先写决定，再写谁负责", "用户的哥哥在昆明开面包店", "备用钥匙在九号邻居那里", "用户受不了香菜", "用户2026年8月14日飞奥斯陆"}
)

// Of a small bank an answer says what was asked, and nothing beside it.
func TestAnswerOfASmallBank(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		bank           []string
		question, want string
	}{
		{smallEN, "Which instrument do I play on Tuesdays?", "viola"},
		{smallEN, "When is the boiler serviced?", "October"},
		{smallEN, "Where does my brother have his bakery?", "Graz"},
		{smallEN, "Who has the spare key?", "number 9"},
		{smallEN, "When do I fly to Oslo?", "14 August"},
		{smallZH, "我周二拉什么琴？", "中提琴"},
		{smallZH, "锅炉几月保养？", "十月"},
		{smallZH, "我哥哥在哪里开面包店？", "昆明"},
		{smallZH, "备用钥匙在谁那里？", "九号"},
		{smallZH, "我哪天飞奥斯陆？", "8月14日"},
	} {
		a := answered(t, c.question, aBank(at, c.bank...))
		if !strings.Contains(a.Text, c.want) {
			t.Errorf("%s answered %q, want %q", c.question, a.Text, c.want)
		}
		if len(a.Cites) != 1 {
			t.Errorf("%s answered %q, of %d entries", c.question, a.Text, len(a.Cites))
		}
	}
}

// What a small bank does not hold is not answered with what lies nearest, whatever the form of the question.
func TestAnswerOfASmallBankThatHoldsNone(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		bank     []string
		question string
	}{
		{smallEN, "When is the car's inspection due?"},
		{smallEN, "How much was the gas bill in March?"},
		{smallEN, "Where does my sister live?"},
		{smallEN, "Is my landlord on holiday?"},
		{smallEN, "What shoe size do I take?"},
		{smallZH, "车什么时候年检？"},
		{smallZH, "三月的燃气费是多少？"},
		{smallZH, "我姐姐住在哪里？"},
		{smallZH, "房东在度假吗？"},
		{smallZH, "我穿几码的鞋？"},
	} {
		if a := answered(t, c.question, aBank(at, c.bank...)); !a.Abstained {
			t.Errorf("%s answered %q", c.question, a.Text)
		}
	}
}

// Yes is said only where the entries speak of all that is asked.
func TestAnswerSaysYesToWhatWasTold(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	bank := aBank(at, "用户对猫毛过敏")
	bank = append(bank, aBank(at, "The user is allergic to cat hair")...)
	for question, yes := range map[string]bool{"我对猫毛过敏吗？": true, "我对花粉过敏吗？": false, "Am I allergic to cat hair?": true, "Am I allergic to pollen?": false} {
		said := answered(t, question, bank).Text
		if begins := strings.HasPrefix(said, "Yes") || strings.HasPrefix(said, "是"); begins != yes {
			t.Errorf("%s answered %q", question, said)
		}
	}
}

// Who asks in his own person is spoken to.
func TestAnswerSpeaksToWhoAsks(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for question, want := range map[string]string{
		"What can't I stand?":              "You can't stand coriander",
		"Which herb can't the user stand?": "The user can't stand coriander",
		"Where does my brother bake?":      "Your brother Otto has a bakery in Graz",
		"Which instrument do I play?":      "You play the viola in a quartet on Tuesdays",
		"我的哥哥在哪里开面包店？":                     "你的哥哥在昆明开面包店",
		"用户的哥哥在哪里开面包店？":                    "用户的哥哥在昆明开面包店",
	} {
		bank := smallEN
		if question[0] > 0x7f {
			bank = smallZH
		}
		if got := answered(t, question, aBank(at, bank...)).Text; got != want {
			t.Errorf("%s answered %q, want %q", question, got, want)
		}
	}
}

// What is not told of somebody or something is not answered by what else is told of it, nor by what is told of others.
func TestAnswerKeepsToTheAttribute(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	en := aBank(at, "The user's aunt Vera is a midwife", "The user has a dog called Pixel", "The concert is on 3 June 2026", "The boiler is serviced in October", "The user can't stand coriander", "The spare key lies with the neighbour")
	told := aBank(at, "The user's aunt Vera works at the Mercy clinic", "Pixel is a border collie", "60 guests come to the concert", "The boiler is serviced in October", "The user can't stand coriander", "The spare key lies with the neighbour")
	zh := aBank(at, "用户的姐姐叫阿萍", "用户养了一只狗叫雪球", "候选人小顾周三面试", "锅炉每年十月保养", "温室项目由老秦负责", "备用钥匙在九号邻居那里")
	toldZH := aBank(at, "用户的姐姐在港务局上班", "雪球是一只柯基", "小顾应聘测试岗", "锅炉每年十月保养", "温室项目预算三十万元", "备用钥匙在九号邻居那里")
	for question, of := range map[string][2][]dyadmem.Entry{
		"What breed is Pixel?":                 {en, told},
		"How many guests come to the concert?": {en, told},
		"我姐姐在哪里上班？":                            {zh, toldZH},
		"雪球是什么品种？":                             {zh, toldZH},
		"小顾应聘什么职位？":                            {zh, toldZH},
		"温室项目的预算是多少？":                          {zh, toldZH},
	} {
		if a := answered(t, question, of[0]); !a.Abstained {
			t.Errorf("%s answered %q, which was not told", question, a.Text)
		}
		if a := answered(t, question, of[1]); a.Abstained {
			t.Errorf("%s was told, and not answered", question)
		}
	}
}

// A verb is turned with who acts, behind quoted words and adverbs too.
func TestAnswerTurnsVerbs(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for entry, want := range map[string]string{
		"When the user says 'wrap up' the user wants the minutes":      "When you say 'wrap up' you want the minutes",
		"No music in the minutes unless the user explicitly asks":      "unless you explicitly ask",
		"The user never reads the minutes and the user still signs":    "You never read the minutes and you still sign",
		"The neighbour sends the user the minutes, and a crate of ale": "sends you the minutes",
	} {
		if got := answered(t, "What do I know of the minutes?", aBank(at, entry)).Text; !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Where the user's own is known, what those around him do is left out.
func TestAnswerLeavesOthersOut(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		question, want, not string
		bank                []dyadmem.Entry
	}{
		{"我几点起床？", "六点", "七点", aBank(at, "用户六点起床", "用户的老公七点起床", "超市八点开门")},
		{"When do I get up?", "6", "7", aBank(at, "The user gets up at 6:00", "The user's husband gets up at 7:00", "The shop opens at 8:00")},
	} {
		q := dyadmem.Query{Text: c.question, At: at, Recalled: true, ByUser: true}
		a, err := Rules{}.Answer(t.Context(), q, c.bank)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(a.Text, c.want) || strings.Contains(a.Text, c.not) {
			t.Errorf("%s answered %q", c.question, a.Text)
		}
	}
}
