package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// Praise, that there is nothing to tell, and what only leads up to a text are not kept.
func TestSmallTalkIsNotKept(t *testing.T) {
	for _, said := range []string{
		"Nothing new from me.", "Slow morning in the shop.", "Nice catch!", "The draft reads really well.", "Brilliant, just what I was after.", "You're the best.", "What a long week.",
		"Here is the letter my landlord wrote.", "Paraphrase: \"I shall never sell.\"",
		"Don't worry about the fence, we're fine.", "别操心院墙的事", "没啥新鲜事", "这边一切正常", "诗写得真好", "太及时了，谢谢", "累死了今天", "以下是房东写的来信", "润色一下：我住在槐树街，我爱打鼓。",
	} {
		if got := captured(t, monday, "user: "+said, "agent: ok"); len(got) > 0 {
			t.Errorf("%q: captured %q", said, gist.Contents(got))
		}
	}
}

// What hails the hearer is not part of what is told; what only looks so is.
func TestHailsAreLeftOut(t *testing.T) {
	for said, want := range map[string]string{
		"Sorry to disturb you, but my oven is broken for good.": "The user's oven is broken for good",
		"Hey pal, my boat is called Olga.":                      "The user's boat is called Olga",
		"Heads-up: the ferry only takes cash.":                  "The ferry only takes cash",
		"heyyy im Tove, a glazier":                              "The user is Tove, a glazier",
		"兄弟们，我换了辆面包车":                                           "用户换了辆面包车",
		"打扰一下，我是三楼的住户，姓邢":                                       "用户是三楼的住户，姓邢",
		"我跟你说个事，我女儿对尘螨过敏":                                       "用户女儿对尘螨过敏",
		"气死我了，听我说，我的船被撞坏了":                                      "用户的船被撞坏了",
		"Good friends of mine run the mill.":                    "Good friends of the user's run the mill",
		"Long meetings are on Mondays.":                         "Long meetings are on Mondays",
		"老师都住在校内":                                               "老师都住在校内",
		"比赛章程已定，5月20号交稿":                                        "比赛章程已定，2026年5月20日交稿",
		"日报里加一栏天气":                                              "日报里加一栏天气",
	} {
		if got := gist.Contents(captured(t, monday, "user: "+said, "agent: ok")); len(got) != 1 || got[0] != want {
			t.Errorf("%q: captured %q, want %q", said, got, want)
		}
	}
}
