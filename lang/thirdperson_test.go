package lang

import "testing"

func TestThirdPerson(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a trait", "I'm allergic to nuts.", "The user is allergic to nuts"},
		{"verbs agree", "I live in Leeds and my wife works nights", "The user lives in Leeds and the user's wife works nights"},
		{"an adverb between", "I never eat breakfast", "The user never eats breakfast"},
		{"an adverb in -ly", "I strongly prefer tea, and I currently work as a welder", "The user strongly prefers tea, and the user currently works as a welder"},
		{"no longer", "I no longer live in Bergen", "The user no longer lives in Bergen"},
		{"two adverbs", "I almost never eat fish", "The user almost never eats fish"},
		{"no past form", "I need a quiet desk and I bring my own lamp", "The user needs a quiet desk and the user brings the user's own lamp"},
		{"a verb in -ly", "I rely on lists and I reply late", "The user relies on lists and the user replies late"},
		{"the past stays", "I went to Rome", "The user went to Rome"},
		{"negation", "I don't drink coffee", "The user does not drink coffee"},
		{"the hearer", "You send me the list before you book", "The agent sends the user the list before the agent books"},
		{"a household's thing", "我家兔子怕热", "用户家的兔子怕热"},
		{"a household", "我家在山脚", "用户家在山脚"},
		{"a home town", "我家乡产茶", "用户家乡产茶"},
		{"an opening goes", "Oh, and I hate pop-ups", "The user hates pop-ups"},
		{"shouted", "I WANT MY BREAD AND I CARRY IT", "The user WANTS the user's BREAD AND the user CARRIES IT"},
		{"a question", "How often are you paid, and where do you bank", "How often is the agent paid, and where does the agent bank"},
		{"a question of one's own", "Have I told you the gate code, or am I dreaming", "Has the user told the agent the gate code, or is the user dreaming"},
		{"no question", "Whatever they do, you stay calm", "Whatever they do, the agent stays calm"},
		{"an object stays an object", "I will tell you", "The user will tell the agent"},
		{"中文", "对了，我对海鲜过敏啊。", "用户对海鲜过敏"},
		{"中文复数", "我们组叫“青禾组”", "用户组叫“青禾组”"},
		{"自我保留", "写一段自我介绍给我", "写一段自我介绍给用户"},
	} {
		t.Run(c.name, func(t *testing.T) {
			speaker, hearer := "the user", "the agent"
			if IsHan(c.in) {
				speaker, hearer = "用户", "助手"
			}
			if got := ThirdPerson(c.in, speaker, hearer); got != c.want {
				t.Errorf("ThirdPerson(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// What is quoted is somebody's very words, "no" before a noun bans, and a word that opens
// a Chinese sentence is cut off before a mark alone.
func TestThirdPersonKeepsWhatIsSaid(t *testing.T) {
	thirdPerson(t, map[string]string{
		`I answer "my shop, my rules" to that.`: `The user answers "my shop, my rules" to that`,
		"No slides for my talks.":               "No slides for the user's talks",
		"No, my talks have slides.":             "The user's talks have slides",
		"I told her myself.":                    "The user told her themselves",
		"Keep the rota, please.":                "Keep the rota",
		"好友聚会我请客。":                              "好友聚会用户请客",
		"行，我请客。":                                "用户请客",
		"他管我叫“我的老师”。":                           "他管用户叫“我的老师”",
	})
}

// What only looks like a pronoun stays, and so do somebody's very words.
func TestNoPronouns(t *testing.T) {
	thirdPerson(t, map[string]string{
		"Give sizes in US units.":                                "Give sizes in US units",
		"We ship to the US and Peru.":                            "The user ships to the US and Peru",
		"TELL US FIRST.":                                         "TELL the user FIRST",
		"We swim Tu, We and Sa at 7.":                            "The user swims Tu, We and Sa at 7",
		"I overslept and I misread the label.":                   "The user overslept and the user misread the label",
		"I relay his mails.":                                     "The user relays his mails",
		"When I write 'my bad', I mean 'I'm sorry, I broke it'.": "When the user writes 'my bad', the user means 'I'm sorry, I broke it'",
		"The boys' room is mine, and I've no 'me time'.":         "The boys' room is the user's, and the user has no 'me time'",
		"Keep the offer between us.":                             "Keep the offer between the user and the agent",
		"我说‘我没事’就是有事。":                                           "用户说‘我没事’就是有事",
	})
}

// thirdPerson checks what texts of the user are in the third person.
func thirdPerson(t *testing.T, cases map[string]string) {
	t.Helper()
	for text, want := range cases {
		user, agent := "the user", "the agent"
		if IsHan(text) {
			user, agent = "用户", "助手"
		}
		if got := ThirdPerson(text, user, agent); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
