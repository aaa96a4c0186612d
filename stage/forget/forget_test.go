package forget

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

var evening = time.Date(2026, 5, 4, 19, 0, 0, 0, time.UTC)

// talk returns a session of turns, of the user and the agent by turns.
func talk(texts ...string) dyadmem.Session {
	s := dyadmem.Session{ID: "s2", At: evening}
	for i, text := range texts {
		t := dyadmem.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("s2.%d", i+1)), Speaker: dyadmem.User, Text: text}
		if i%2 == 1 {
			t.Speaker = dyadmem.Agent
		}
		s.Turns = append(s.Turns, t)
	}
	return s
}

func sitting(texts ...string) *gist.Sitting { return (*gist.Memo)(nil).Sitting(talk(texts...)) }

// entries returns a bank, each entry after the turn that states it; a line that begins with ! is a
// rule for the agent.
func entries(lines string) []*gist.Gloss {
	var old []dyadmem.Entry
	for line := range strings.Lines(lines) {
		ref, content, _ := strings.Cut(strings.TrimSpace(line), " ")
		e := dyadmem.Entry{Key: dyadmem.KeyFor(content), Kind: dyadmem.Fact, Content: content, At: evening.AddDate(0, -1, 0)}
		if rest, ok := strings.CutPrefix(content, "!"); ok {
			e.Kind, e.Content = dyadmem.AgentIdentity, rest
		}
		e.Evidence = []dyadmem.TurnRef{dyadmem.TurnRef(ref)}
		old = append(old, e)
	}
	return (*gist.Memo)(nil).Entries(old)
}

const (
	bankEN = `s1.1 The user keeps bees in Thornton
		s1.3 The user's cousin Mirela was treated for drinking
		s1.3 !Do not mention Mirela's drinking to anyone
		s1.3 Mirela runs the bakery on Quay Street
		s1.5 The user's pension is 1,900 a month
		s1.7 The choir rehearses on Wednesdays
		s1.9 The user's son Arvid was suspended from school for a week
		s1.11 The user is learning Finnish
		s1.13 The boiler was serviced in October`
	bankZH = `s1.1 用户在桐乡养蜜蜂
		s1.3 用户的表姐秋禾戒过酒
		s1.3 !秋禾戒酒的事不往外说
		s1.3 秋禾在码头街开面包店
		s1.5 用户的退休金每月六千二
		s1.7 合唱团周三排练
		s1.9 用户的儿子阿维被学校停课一周
		s1.11 用户在学芬兰语
		s1.13 锅炉十月保养过`
)

// What is surely asked to be forgotten, and that what only sounds so is not.
func TestRequests(t *testing.T) {
	for _, c := range []struct {
		turns []string
		gone  string // pieces of the entries that go, parted by |
	}{
		{[]string{"That thing I told you about Arvid and the school, please delete it from your notes.", "Deleted."}, "suspended"},
		{[]string{"Please forget what I told you about my pension.", "It's gone from my notes."}, "pension"},
		{[]string{"阿维停课那件事，你给我删了吧，别留。", "已经删掉了。"}, "停课"},
		{[]string{"我退休金多少，那个数抹掉吧。", "抹掉了。"}, "退休金"},
		{[]string{"Forget it, let's talk about the choir.", "What shall we sing?"}, ""},
		{[]string{"I keep forgetting the choir rehearsal.", "I can remind you on Tuesdays."}, ""},
		{[]string{"Don't forget that Arvid is back at school on Monday.", "Noted."}, ""},
		{[]string{"Mirela says I should have you delete everything about her bakery. I told her no.", "Then it stays."}, ""},
		{[]string{"算了，不说合唱团了。", "好，那说说蜜蜂？"}, ""},
		{[]string{"我老忘合唱团排练。", "周二我提醒您。"}, ""},
		{[]string{"秋禾叫我把面包店的事从你这儿删掉，我没答应。", "那就照旧。"}, ""},
	} {
		t.Run(c.turns[0], func(t *testing.T) {
			bank := bankEN
			if lang.IsHan(c.turns[0]) {
				bank = bankZH
			}
			old := entries(bank)
			requests := Requests(sitting(c.turns...), old)
			want := strings.FieldsFunc(c.gone, func(r rune) bool { return r == '|' })
			for i, o := range old {
				likely := 0.0
				for _, r := range requests {
					likely = max(likely, r.Chances[i])
				}
				meant := slices.ContainsFunc(want, func(w string) bool { return strings.Contains(o.Entry.Content, w) })
				if meant != (likely > 0.5) {
					t.Errorf("%q is meant with a chance of %.2f", o.Entry.Content, likely)
				}
			}
		})
	}
}

// asksToForget checks which entries the turns ask to forget, by words or by signs: pieces of theirs, parted by |.
func asksToForget(t *testing.T, turns []string, gone string) {
	t.Helper()
	bank := bankEN
	if lang.IsHan(turns[0]) {
		bank = bankZH
	}
	old := entries(bank)
	asked := AskedIn(sitting(turns...), old, nil, gist.RarityOf(old))
	for i, o := range old {
		meant := slices.ContainsFunc(strings.FieldsFunc(gone, func(r rune) bool { return r == '|' }), func(w string) bool { return strings.Contains(o.Entry.Content, w) })
		if turns := asked.Turns(i); meant != (len(turns) > 0) {
			t.Errorf("%q is asked to be forgotten by %v, want it: %v", o.Entry.Content, turns, meant)
		}
	}
}

// What was never kept of somebody takes nothing else of theirs with it.
func TestNothingElseOfWhoseIsForgotten(t *testing.T) {
	for _, c := range []struct {
		turns []string
		gone  string
	}{
		{[]string{"Please forget what I said about Arvid's tattoo.", "It's gone."}, ""},
		{[]string{"Delete what I told you about Mirela's landlord.", "Deleted."}, ""},
		{[]string{"Forget that I mentioned the choir's quarrel.", "Forgotten."}, ""},
		{[]string{"Forget Mirela being in court, I shouldn't have said it.", "Done."}, ""},
		{[]string{"Please forget what I said about Mirela's drinking.", "Deleted."}, "treated for drinking|Do not mention"},
		{[]string{"我上次说阿维纹身那件事，你删了吧。", "已经删掉了。"}, ""},
		{[]string{"秋禾的官司我不该跟你讲，抹掉吧。", "抹掉了。"}, ""},
		{[]string{"昨天抱怨秋禾的话删干净。", "好的，删了。"}, ""},
		{[]string{"阿维停课那件事，你给我删了吧，别留。", "已经删掉了。"}, "停课"},
	} {
		t.Run(c.turns[0], func(t *testing.T) { asksToForget(t, c.turns, c.gone) })
	}
}

// "Forget X" and no more means a memory where the agent takes it up, and nothing by that name is at hand.
func TestBareRequests(t *testing.T) {
	for _, c := range []struct {
		turns []string
		gone  string
	}{
		{[]string{"Forget Arvid.", "Okay."}, "suspended"},
		{[]string{"Please erase the pension.", "Done."}, "pension"},
		{[]string{"Nothing about the boiler in your notes, please.", "Understood."}, "boiler"},
		{[]string{"I'd rather not have my pension on file.", "Of course."}, "pension"},
		{[]string{"Forget the choir.", "Do you mean that you won't go on Wednesday?"}, ""},
		{[]string{"Forget the choir, I'm going to the pool on Wednesdays.", "Okay."}, ""},
		{[]string{"Forget it.", "Okay."}, ""},
		{[]string{"What's for the poster?", "The choir sings on Wednesdays, and there is cake.", "Delete the choir.", "Done."}, ""},
		{[]string{"把我的退休金删掉吧", "好的。"}, "退休金"},
		{[]string{"阿维那件事你就别留底了，他会难为情", "明白。"}, "停课"},
		{[]string{"锅炉那条清掉", "收到。"}, "锅炉"},
		{[]string{"忘了锅炉吧。", "好的。"}, "锅炉"},
		{[]string{"忘了带伞。", "下次我提醒您。"}, ""},
		{[]string{"我把合唱团忘了", "没关系。"}, ""},
		{[]string{"算了", "好的。"}, ""},
	} {
		t.Run(c.turns[0], func(t *testing.T) { asksToForget(t, c.turns, c.gone) })
	}
}

// An exchange goes on while the agent asks what is meant, and no longer.
func TestAnExchangeGoesOnWhileTheAgentAsks(t *testing.T) {
	for _, c := range []struct {
		turns []string
		first int // the user's turn that begins what the third turn settles
	}{
		{[]string{"There's something about Mirela I'd rather you forgot.", "Do you mean the drinking?", "Yes, that."}, 0},
		{[]string{"秋禾那件事别留了。", "您是指戒酒那件？", "对。"}, 0},
		{[]string{"I shouldn't have told you about the school.", "What would you like me to do?", "Lose it."}, 0},
		{[]string{"The bees are swarming.", "Is the new hive ready?", "Nearly."}, 2},
		{[]string{"Please delete my pension.", "Deleted, it is gone.", "Now the boiler."}, 2},
		{[]string{"蜜蜂分群了。", "新蜂箱备好了吗？", "快了。"}, 2},
	} {
		if first := readScene(sitting(c.turns...)).begins(2); first != c.first {
			t.Errorf("%q begins at turn %d, want %d", c.turns, first, c.first)
		}
	}
}

// What is said plays a part: what is asked for, what stays, what the agent takes up.
func TestPartsOfARequest(t *testing.T) {
	for _, c := range []struct {
		turns []string
		part  int
		holds string
		lacks string
	}{
		{[]string{"Wipe everything on Mirela except the bakery.", "Wiped."}, kept, "bakery", "Mirela"},
		{[]string{"除了面包店，秋禾的都删掉。", "删了。"}, kept, "面包店", "秋禾"},
		{[]string{"Wipe Mirela's drinking.", "Wiped. The bakery stays."}, kept, "bakery", "drinking"},
		{[]string{"Wipe Mirela's drinking.", "Wiped. I still have her as a baker."}, kept, "baker", "Wiped"},
		{[]string{"把秋禾戒酒的事删掉。", "删了，面包店那条在。"}, kept, "面包店", "删"},
		{[]string{"The bees are fine. Arvid's trouble, delete it.", "The suspension is gone."}, echoed, "suspension", "bees"},
		{[]string{"Erase the pension.", "Erased. Shall the choir go too?"}, echoed, "Erased", "choir"},
	} {
		r := readScene(sitting(c.turns...)).request(0, 0)
		text := strings.Join(r.texts[c.part], " | ")
		if !strings.Contains(text, c.holds) || strings.Contains(text, c.lacks) {
			t.Errorf("%q: the part is %q, which should hold %q and not %q", c.turns, text, c.holds, c.lacks)
		}
	}
	r := readScene(sitting("Mirela's drinking, wipe it.", "Gone. Does the bakery go too?", "No, leave that.", "It stays.")).request(0, 2)
	if text := strings.Join(r.texts[kept], " | "); !strings.Contains(text, "bakery") {
		t.Errorf("what the user says no to does not stay: %q", text)
	}
}

// The agent answers with the user's own verb, as done, whatever verb it is.
func TestTheAgentEchoesTheVerb(t *testing.T) {
	for _, c := range []struct {
		user, agent string
		want        bool
	}{
		{"The pension, shred it.", "Shredded.", true},
		{"Lose that one.", "Lost.", true},
		{"那件事摘掉。", "摘掉了。", true},
		{"那段你给撂了吧。", "好，撂了。", true},
		{"The pension, shred it.", "Noted.", false},
		{"那件事摘掉。", "知道了。", false},
		{"蜜蜂分群了。", "新蜂箱备好了吗？", false},
	} {
		sc := readScene(sitting(c.user, c.agent))
		if got := echoes(&sc.turns[0], &sc.turns[1]); got != c.want {
			t.Errorf("%q – %q: echoed is %t", c.user, c.agent, got)
		}
	}
}

// A clause finds its entry by its words or, where they have none in common, by its gist.
func TestAimFindsTheEntryOfAClause(t *testing.T) {
	for _, c := range []struct{ bank, text, want string }{
		{bankEN, "the choir and my pension", "choir|pension"},
		{bankEN, "his trouble in class", "suspended"},
		{bankEN, "the honey hives", "bees"},
		{bankZH, "排练和退休金", "排练|退休金"},
		{bankZH, "采蜜的蜂箱", "养蜜蜂"},
	} {
		old := entries(c.bank)
		a := bankOf(old).aim([]string{c.text})
		for _, w := range strings.Split(c.want, "|") {
			i := slices.IndexFunc(old, func(o *gist.Gloss) bool { return strings.Contains(o.Entry.Content, w) && !o.Entry.Kind.URAM() })
			if a.claim[i] <= 0 {
				t.Errorf("%q: no clause is answered best by %q", c.text, old[i].Entry.Content)
			}
		}
	}
}

// Each sign has a weight and each weight a sign: a sign that is renamed has to be fitted anew.
func TestEverySignHasAWeight(t *testing.T) {
	read := 0
	Read(sitting("Please forget what I told you about my pension.", "It is gone."), entries(bankEN), func(Signs) bool { return true }, func(x *Exchange) {
		read++
		for _, c := range []struct {
			name  string
			signs Signs
			w     *Weights
		}{
			{"standing", x.Standing, &standWeights},
			{"meant", x.Meant[0], &meantWeights},
			{"beside", slices.Concat(x.Meant[0], x.Beside(x.Odds(&meantWeights))[0]), &besideWeights},
		} {
			seen := make(map[string]bool)
			for _, s := range c.signs {
				if _, ok := c.w.Of[s.Name]; !ok || seen[s.Name] {
					t.Errorf("%s: %q has no weight, or is there twice", c.name, s.Name)
				}
				seen[s.Name] = true
			}
			if len(seen) != len(c.w.Of) {
				t.Errorf("%s: %d weights for %d signs", c.name, len(c.w.Of), len(seen))
			}
		}
	})
	if read != 1 {
		t.Errorf("%d exchanges were read, want 1", read)
	}
}

// What the bank says never adds more than is allowed for where an exchange is left out unread.
func TestHeldSignsAreAtMostOne(t *testing.T) {
	for _, bank := range []string{bankEN, bankZH} {
		old := entries(bank)
		for _, o := range old {
			b := bankOf(old)
			aims := b.aimed(readScene(sitting(o.Entry.Content, o.Entry.Content)).request(0, 0))
			for _, s := range held(&aims) {
				if s.Value > 1+1e-6 || math.IsNaN(s.Value) {
					t.Errorf("%q: %s is %f", o.Entry.Content, s.Name, s.Value)
				}
			}
		}
	}
}
