package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// said reads one sentence as if it stood alone in a session, with the answer
// of the agent's.
func said(text, answer string) *utterance {
	turns := []string{"user: " + text}
	if answer != "" {
		turns = append(turns, "agent: "+answer)
	}
	u := read((*gist.Memo)(nil).Sitting(stagetest.Talk("2026-03-01T10:00:00Z", turns...)))
	return &u[0]
}

func TestWhatPasses(t *testing.T) {
	for _, c := range []struct {
		name  string
		holds func(*utterance) bool
		yes   []string
		no    []string
	}{
		{"habitual", habitual,
			[]string{"On Thursdays I cycle to the lab.", "She never eats before noon.", "我每周四骑车去实验室。", "他从来不吃早饭。"},
			[]string{"I cycled to the lab.", "我骑车去了实验室。"}},
		{"passing", passing,
			[]string{"I just spilt soup on the cat.", "It is foggy again tonight.", "刚把汤洒猫身上了。", "今晚又起雾。"},
			[]string{"Soup is served at noon.", "中午有汤。"}},
		{"narrates", narrates,
			[]string{"We walked to the harbour.", "He bought three oars.", "我们走去了码头。", "他买过三支桨。"},
			[]string{"The harbour closes at six.", "码头六点关门。"}},
		{"paints", paints,
			[]string{"Some lad is juggling oranges on the tram.", "The band downstairs is practising scales.", "有个小伙在电车上抛橘子。", "楼下乐队在练音阶呢。"},
			[]string{"My brother plays the oboe.", "我弟弟会吹双簧管。"}},
		{"supposes", supposes,
			[]string{"If they cancel the ferry once more I am going to swim.", "要是船又坏了，我就游过去。"},
			[]string{"If the ferry is cancelled, tell me before seven.", "要是轮渡停开，七点前告诉我。"}},
		{"orderedNot", orderedNot,
			[]string{"Don't quote prices in guilders.", "And never ring my brother about money.", "不要用缩写。", "还有，别给我排周日的班。", "也莫喊我老板。"},
			[]string{"Don't send it yet.", "Don't worry.", "She never quotes prices.", "先别发。", "别急。", "他别的不挑。"}},
		{"ordered", ordered,
			[]string{"Kindly round to the full hour.", "I should be obliged for larger print.", "人名务必核对。", "改成竖排吧。"},
			[]string{"He kindled the stove.", "我明天去吧台坐坐。", "可能改成竖排吧。"}},
	} {
		for _, s := range c.yes {
			if !c.holds(said(s, "")) {
				t.Errorf("%s does not hold of %q", c.name, s)
			}
		}
		for _, s := range c.no {
			if c.holds(said(s, "")) {
				t.Errorf("%s holds of %q", c.name, s)
			}
		}
	}
}

func TestWhatTheAgentMakesOfIt(t *testing.T) {
	const chat, plain = "The ferry cat has stolen my sandwich.", "The ferry to Brennholm leaves at 9:40."
	for _, c := range []struct {
		text, answer    string
		quipped, leaves bool
	}{
		{chat, "He has good taste.", true, false},
		{plain, "Noted: the Brennholm ferry leaves at 9:40.", false, false},
		{plain, "Which days does it run?", false, false},
		{"Maybe we sell the boat in June.", "I'll leave the boat as it is.", false, true},
		{"轮渡的猫叼走了我的三明治。", "它口味不错。", true, false},
		{"六月说不定把船卖了。", "那先不动船的安排。", false, true},
	} {
		u := said(c.text, c.answer)
		if got := quipped(u); got != c.quipped && !c.leaves {
			t.Errorf("%q / %q: quipped %v", c.text, c.answer, got)
		}
		if got := unmoved(u); got != c.leaves {
			t.Errorf("%q / %q: unmoved %v", c.text, c.answer, got)
		}
	}
}

// The last turn of a long session is a leave-taking, that of a short one is what
// the session is for.
func TestClosing(t *testing.T) {
	long := stagetest.Talk("2026-03-01T10:00:00Z", "user: One.", "user: Two.", "user: Three.", "user: Four.", "user: Five.")
	for i := range long.Turns {
		if got := closes(long, i); got != (i == 4) {
			t.Errorf("turn %d closes: %v", i, got)
		}
	}
	if closes(stagetest.Talk("2026-03-01T10:00:00Z", "user: My badge is teal."), 0) {
		t.Error("a session of one turn has no leave-taking")
	}
}

func TestHoldsAKindOfValue(t *testing.T) {
	if u := said("The kiln is fired on Tuesday for six hours.", ""); !u.holds(lang.Weekday) || !u.holds(lang.Duration) || u.holds(lang.Money) {
		t.Errorf("values %v", u.values())
	}
}
