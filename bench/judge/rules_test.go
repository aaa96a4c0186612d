package judge

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Near copies that differ in one thing, each refused by the rule for that thing.
func TestEachRuleRefusesItsDifference(t *testing.T) {
	rules := map[string]func(*comparison) bool{
		"subject": (*comparison).sameSubject, "values": (*comparison).sameValues, "polarity": (*comparison).samePolarity, "scope": (*comparison).sameScope,
		"mood": (*comparison).sameMood, "order": (*comparison).sameOrder, "opposites": (*comparison).unopposed,
		"actors":       func(p *comparison) bool { return p.actorsApart(nil) < 0.5 },
		"another word": func(p *comparison) bool { return !p.substituted() },
		"topic":        (*comparison).bonded,
	}
	for _, tt := range []struct{ rule, a, b string }{
		{"subject", "The user is allergic to nuts", "The user's son is allergic to nuts"},
		{"subject", "用户负责发票", "同事负责发票"},
		{"values", "Rent is due on the 1st of every month", "Rent is due on the 5th of every month"},
		{"values", "The review is on the eighth of June", "The review is on the eighteenth of June"},
		{"values", "The bridge is closed until the end of May", "The bridge is closed from the end of May"},
		{"values", "用户体重70公斤", "用户体重70斤"},
		{"values", "moved from Berlin to Munich", "moved from Munich to Berlin"},
		{"polarity", "Use emojis in replies", "Never use emojis in replies"},
		{"polarity", "用户喝茶不喝咖啡", "用户喝咖啡不喝茶"},
		{"scope", "For allergy questions, lead with the conclusion", "For travel questions, lead with the conclusion"},
		{"scope", "The user reads mail on weekdays", "The user only reads mail on weekdays"},
		{"scope", "除非用户写英文，否则用中文回答", "除非用户写中文，否则用英文回答"},
		{"mood", "The user moved to Canada", "The user plans to move to Canada"},
		{"mood", "The user has thought of selling the caravan", "The user has sold the caravan"},
		{"mood", "用户考虑搬家", "用户搬家"},
		{"order", "Numbers first, then text", "Text first, then numbers"},
		{"order", "The user earns more with lessons than with concerts", "The user earns more with concerts than with lessons"},
		{"order", "Show the map first and the timetable only on request", "Show the timetable first and the map only on request"},
		{"order", "用户饭后吃药之前散步", "用户散步之前饭后吃药"},
		{"order", "种花比种菜更让用户上心", "种菜比种花更让用户上心"},
		{"polarity", "The council decided for it after the hearing", "The council decided against it after the hearing"},
		{"actors", "Zofia mends the nets and the user sells the fish", "The user mends the nets and Zofia sells the fish"},
		{"actors", "The user rows on Tuesdays", "The others row on Tuesdays"},
		{"actors", "龚大哥把梯子借给了隔壁的沙姐", "沙姐把梯子借给了隔壁的龚大哥"},
		{"opposites", "The user has happy memories of school", "The user has unhappy memories of school"},
		{"opposites", "用户饭前吃药", "用户饭后吃药"},
		{"opposites", "The user moved into the flat", "The user moved out of the flat"},
		{"another word", "The user adopted a dog called Biscuit", "The user adopted a cat called Biscuit"},
		{"another word", "用户在中学教化学", "用户在中学教物理"},
		{"topic", "The user enjoys hiking in autumn", "The landlord of the user painted a fence"},
	} {
		for _, pair := range [][2]string{{tt.a, tt.b}, {tt.b, tt.a}} {
			c := new(Case)
			p := c.compare(c.read(pair[0]), c.read(pair[1]))
			if rules[tt.rule](p) {
				t.Errorf("rule %q passes %q and %q", tt.rule, pair[0], pair[1])
			}
			if p.same() {
				t.Errorf("%q and %q are the same", pair[0], pair[1])
			}
		}
	}
}

func TestParaphrasesAreTheSame(t *testing.T) {
	for _, tt := range []struct{ a, b string }{
		{"User has a shellfish allergy", "The user is allergic to shellfish"},
		{"Rent is due on the first of every month", "Rent is due on the 1st of each month"},
		{"Keep it short", "Don't make it long"},
		{"The user's mother is visiting on Wednesday at noon", "The user's mom visits on Wednesday at 12:00"},
		{"As a child the user was afraid of geese", "The user was afraid of geese as a child"},
		{"Before the loaves are sliced, they should be weighed by Ines", "The loaves should be weighed by Ines before they are sliced"},
		{"房租每月1号交", "每个月头一天付房租"},
		{"用户周三晚上8点开会", "用户礼拜三20:00有会议"},
		{"用户老婆对花生过敏", "用户的妻子花生过敏"},
	} {
		c := new(Case)
		if p := c.compare(c.read(tt.a), c.read(tt.b)); !p.same() {
			t.Errorf("%q and %q are not the same: %+v", tt.a, tt.b, p)
		}
	}
}

// What one of two texts adds, and what looser wording moves about, does not make
// another memory of it; another name, value or word beside the same one does.
func TestLooserWordingIsWeighed(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		want       bool
	}{
		{"a word more", "The user learned to weld at a shipyard", "The user learned to weld at a derelict shipyard", true},
		{"a value in common", "The orchard was sold to Halvard for 90,000 in May", "Halvard is the one whom the orchard was sold to in May, and 90,000 is what it made", true},
		{"another turn of phrase", "The user tunes harps for a living", "Harp tuning is how the user earns a living", true},
		{"words left over, not in one place", "The accordion of the user gets new reeds every two years", "Every two years the user has fresh reeds put into the accordion", true},
		{"two names", "The user learned to weld at the shipyard in Gdynia", "The user learned to weld at the shipyard in Bremen", false},
		{"two values", "The orchard was sold to Halvard for 90,000 in May", "Halvard is the one whom the orchard was sold to in May, and 19,000 is what it made", false},
		{"two words beside one", "The user tunes harps for a living", "The user carves harps as a hobby", false},
		{"one with another in it", "The user tunes harps", "The user tunes harps, restores looms for the museum and keeps bees", false},
		{"多一个词", "用户在船厂学过电焊", "用户在老船厂学过电焊", true},
		{"换个说法", "果园五月卖给了老郝，九万块", "五月老郝花九万元买下了果园", true},
		{"别的数", "果园五月卖给了老郝，九万块", "五月老郝花一万九买下了果园", false},
		{"同类的另一个词", "用户给博物馆修织布机", "用户给博物馆修座钟", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := new(Case)
			if p := c.compare(c.read(tt.a), c.read(tt.b)); p.same() != tt.want {
				t.Errorf("%q and %q: bonded %t, refuted %t; want the same: %t", tt.a, tt.b, p.bonded(), p.refuted(), tt.want)
			}
		})
	}
}

func TestEntails(t *testing.T) {
	for _, tt := range []struct {
		name, predicted, gold string
		want                  bool
	}{
		{"a merged statement says each of its parts", "The user lives in Munich and works for Siemens", "The user lives in Munich", true},
		{"but not more than it says", "The user lives in Munich", "The user lives in Munich and works for Siemens", false},
		{"another value is not said", "The user lives in Berlin and works for Siemens", "The user lives in Munich", false},
		{"nor its denial", "The user no longer lives in Munich and works for Siemens", "The user lives in Munich", false},
		{"a condition that gold lacks spoils it", "When travelling, the user eats meat and fish", "The user eats meat", false},
		{"a recital is no statement", "The user lives in Munich and works for Siemens and has two cats and a dog and a garden and a car and a boat", "The user lives in Munich", false},
		{"合在一起的话", "用户住在慕尼黑，在西门子上班", "用户住在慕尼黑", true},
		{"别的值", "用户住在柏林，在西门子上班", "用户住在慕尼黑", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			links, err := Lexical{}.Links(t.Context(), new(Case), []bench.Entry{{Content: tt.predicted}}, []bench.Entry{{Content: tt.gold}})
			if err != nil {
				t.Fatal(err)
			}
			got := len(links) == 1 && links[0].Entails == bench.Yes
			if got != tt.want {
				t.Errorf("entails %t, links %+v", got, links)
			}
		})
	}
}

func TestConflictIsTheSlotWithAnotherValue(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"Rent is due on the 1st of every month", "Rent is due on the 5th of every month", true},
		{"The user drinks coffee", "The user doesn't drink coffee", true},
		{"Rent is due on the 1st of every month", "The user keeps two cats", false},
		{"The user is allergic to nuts", "The user's son is allergic to nuts", false},
	} {
		links, err := Lexical{}.Links(t.Context(), new(Case), []bench.Entry{{Content: tt.a}}, []bench.Entry{{Content: tt.b}})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(links) == 1 && links[0].Conflict; got != tt.want {
			t.Errorf("%q and %q: conflict %t, links %+v", tt.a, tt.b, got, links)
		}
	}
}

func TestValidity(t *testing.T) {
	at := func(day int) *bench.Time {
		v := bench.At(time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC))
		return &v
	}
	for _, tt := range []struct {
		name string
		a, b *bench.Time
		want bench.Verdict
	}{
		{"no end", nil, nil, bench.Yes},
		{"an end that one leaves out", at(1), nil, bench.Yes},
		{"a zone apart", at(1), at(2), bench.Yes},
		{"a week apart", at(1), at(8), bench.No},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := func(until *bench.Time) []bench.Entry {
				return []bench.Entry{{Content: "The user is in Lisbon", Until: until}}
			}
			links, err := Lexical{}.Links(t.Context(), new(Case), e(tt.a), e(tt.b))
			if err != nil || len(links) != 1 || links[0].Same != tt.want {
				t.Errorf("links %+v, %v; want %v", links, err, tt.want)
			}
		})
	}
}

func TestAnchored(t *testing.T) {
	const turn = "I take 10 mg of lisinopril every morning, and we moved to Seattle last month."
	entry := func(content string, kind dyadmem.Kind, ids ...dyadmem.TurnRef) []bench.Entry {
		return []bench.Entry{{Content: content, Kind: kind, Evidence: ids}}
	}
	for _, tt := range []struct {
		name         string
		judge        Equivalence
		kind         dyadmem.Kind
		a, b         string
		turnA, turnB dyadmem.TurnRef
		want         bool
	}{
		{"one remark in other words", Anchored{}, dyadmem.Fact, "Seattle has been home to the user for some weeks", "The user recently relocated to Seattle", "t1", "t1", true},
		{"lexical does not see it", Lexical{}, dyadmem.Fact, "Seattle has been home to the user for some weeks", "The user recently relocated to Seattle", "t1", "t1", false},
		{"another turn gives no bonus", Anchored{}, dyadmem.Fact, "Seattle has been home to the user for some weeks", "The user recently relocated to Seattle", "t1", "t2", false},
		{"another side gives none", Anchored{}, dyadmem.AgentMethod, "Seattle has been home to the user for some weeks", "The user recently relocated to Seattle", "t1", "t1", false},
		{"two memories of one turn", Anchored{}, dyadmem.Fact, "User takes lisinopril daily", "The user recently relocated to Seattle", "t1", "t1", false},
		{"another value", Anchored{}, dyadmem.Fact, "User takes 20 mg of lisinopril daily", "User takes lisinopril daily, 10 mg", "t1", "t1", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := CaseOf(map[dyadmem.TurnRef]string{"t1": turn, "t2": "Something else."})
			links, err := tt.judge.Links(t.Context(), c, entry(tt.a, tt.kind, tt.turnA), entry(tt.b, dyadmem.Fact, tt.turnB))
			if err != nil {
				t.Fatal(err)
			}
			if got := len(links) == 1 && links[0].Same == bench.Yes; got != tt.want {
				t.Errorf("same %t, links %+v", got, links)
			}
		})
	}
}

// Of one turn: the same in other words, another memory, and one that is changed.
func TestAnchoredTellsMemoriesOfATurnApart(t *testing.T) {
	turns := map[dyadmem.TurnRef]string{
		"en": "The heron took four of our koi, so there's a net over the pond now. In winter I keep the water at eight degrees. Ilka feeds them on weekdays, I do the weekends.",
		"zh": "苍鹭叼走了四条锦鲤，池子上现在拉了网。冬天水温我保持在八度。平时小龚喂鱼，周末我来。",
	}
	for _, tt := range []struct {
		name, turn, a, b string
		same, entails    bool
	}{
		{"the same in other words", "en", "A net covers the pond because of a heron", "The user's fish pool has been netted since a bird stole koi", true, true},
		{"the same with its value", "en", "The pond water is at 8 degrees in the cold months", "In winter the user keeps the water at eight degrees", true, true},
		{"two memories on one thing", "en", "There is a net over the pond", "The pond is kept at eight degrees in winter", false, false},
		{"another value", "en", "The water is kept at eight degrees in winter", "The water is kept at ten degrees in winter", false, false},
		{"another word of the turn", "en", "The heron lives on the koi of the pond", "The heron lives on the net of the pond", false, false},
		{"who does it", "en", "Ilka feeds the koi at the weekend", "The user feeds the koi at the weekend", false, false},
		{"换了说法", "zh", "因为苍鹭偷鱼，用户给池子拉了网", "用户的鱼池如今罩着网，防苍鹭", true, true},
		{"同一件东西的两条记忆", "zh", "用户的池子上拉了网", "用户的池子冬天保持八度水温", false, false},
		{"换了人", "zh", "周末由小龚喂鱼", "周末由用户喂鱼", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			entry := func(s string) []bench.Entry {
				return []bench.Entry{{Content: s, Kind: dyadmem.Fact, Evidence: []dyadmem.TurnRef{dyadmem.TurnRef(tt.turn)}}}
			}
			links, err := Anchored{}.Links(t.Context(), CaseOf(turns), entry(tt.a), entry(tt.b))
			if err != nil {
				t.Fatal(err)
			}
			var got bench.Link
			if len(links) == 1 {
				got = links[0]
			}
			if (got.Same == bench.Yes) != tt.same || (got.Entails == bench.Yes) != tt.entails {
				t.Errorf("same %t, entails %t; want %t, %t", got.Same == bench.Yes, got.Entails == bench.Yes, tt.same, tt.entails)
			}
		})
	}
}

// A merged prediction holds the memories that went into it, as far as the turn shows
// that they are the same.
func TestAnchoredEntails(t *testing.T) {
	const turn = "The heron took four of our koi, so there's a net over the pond now. In winter I keep the water at eight degrees."
	const merged = "Since a bird stole fish the pond is netted, and in the cold months its water is held at 8 degrees"
	for _, tt := range []struct {
		name, gold        string
		lexical, anchored bool
	}{
		{"one of its parts", "In winter the user keeps the pond at eight degrees", false, true},
		{"the other", "A net lies over the user's pond because of the heron", false, true},
		{"another value", "In winter the user keeps the pond at ten degrees", false, false},
		{"another matter", "The user's koi were bought in spring", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			entry := func(s string) []bench.Entry {
				return []bench.Entry{{Content: s, Kind: dyadmem.Fact, Evidence: []dyadmem.TurnRef{"t"}}}
			}
			for judge, want := range map[Equivalence]bool{Lexical{}: tt.lexical, Anchored{}: tt.anchored} {
				links, err := judge.Links(t.Context(), CaseOf(map[dyadmem.TurnRef]string{"t": turn}), entry(merged), entry(tt.gold))
				if err != nil {
					t.Fatal(err)
				}
				if got := len(links) == 1 && links[0].Entails == bench.Yes; got != want {
					t.Errorf("%s: entails %t, want %t", judge.Name(), got, want)
				}
			}
		})
	}
}

// A verdict hangs on the pair alone: not on what was judged before it, nor on
// which of the two came first.
func TestLinksDoNotHangOnOrder(t *testing.T) {
	predicted := entries("User has a peanut allergy", "Rent is due on the 5th", "The user keeps two cats", "用户养了两只猫")
	gold := entries("The user is allergic to peanuts", "Rent is due on the 1st", "The user owns two cats", "用户有两只猫")
	at := func(links []bench.Link, i, j int) bench.Link {
		for _, l := range links {
			if l.Pred == i && l.Gold == j {
				return l
			}
		}
		return bench.Link{}
	}
	for _, j := range []Equivalence{Exact{}, Lexical{}, Anchored{}} {
		together, err := j.Links(t.Context(), new(Case), predicted, gold)
		if err != nil {
			t.Fatal(err)
		}
		for i := range predicted {
			for k := range gold {
				alone, err := j.Links(t.Context(), new(Case), predicted[i:i+1], gold[k:k+1])
				if err != nil {
					t.Fatal(err)
				}
				want := at(alone, 0, 0)
				got := at(together, i, k)
				got.Pred, got.Gold = 0, 0
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: %d, %d (-alone +together):\n%s", j.Name(), i, k, diff)
				}
				back, err := j.Links(t.Context(), new(Case), gold[k:k+1], predicted[i:i+1])
				if err != nil {
					t.Fatal(err)
				}
				if at(back, 0, 0).Same != want.Same {
					t.Errorf("%s: %q and %q: %v one way, %v the other", j.Name(), predicted[i].Content, gold[k].Content, want.Same, at(back, 0, 0).Same)
				}
			}
		}
	}
}
