package answer

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// aBank makes evidence of more than a handful of entries, in the order of their
// sessions: a kind before the first blank, or a fact.
func aBank(at time.Time, contents ...string) []dyadmem.Entry {
	out := make([]dyadmem.Entry, 0, len(contents))
	for i, c := range contents {
		kind := dyadmem.Fact
		if rest, ok := strings.CutPrefix(c, "agent_method "); ok {
			kind, c = dyadmem.AgentMethod, rest
		}
		out = append(out, dyadmem.Entry{Key: dyadmem.KeyFor(c), Kind: kind, Content: c, At: at.AddDate(0, 0, 7*i)})
	}
	return out
}

func answered(t *testing.T, question string, evidence []dyadmem.Entry) dyadmem.Answer {
	t.Helper()
	at := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	a, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: question, At: at}, evidence)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The news of a change comes before what it changes, though it shares fewer
// words with the question, and not where the question is about the time before.
func TestAnswerTellsTheNews(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	en := aBank(at, "Linnea teaches at a school in Falun and sings in two choirs", "Linnea has moved to Umeå now", "The user's bins go out on Mondays", "The kettle was descaled in March", "The attic is let to a student", "The user plays chess on Fridays", "The hedge is cut in May")
	zh := aBank(at, "车库租给做木工的老岑，月租六百元", "老岑涨到七百五十元了，他同意", "阳台朝南", "用户周三学陶艺", "热水器三月修过", "楼下的猫叫阿橘", "钥匙在门垫下面")
	for _, c := range []struct {
		question string
		bank     []dyadmem.Entry
		first    string
	}{
		{"In which town does Linnea teach these days?", en, "Umeå"},
		{"车库现在月租多少？", zh, "七百五十"},
	} {
		got := []rune(answered(t, c.question, c.bank).Text)
		if head := string(got[:min(40, len(got))]); !strings.Contains(head, c.first) {
			t.Errorf("%s answered %q, want %q first", c.question, string(got), c.first)
		}
	}
}

// Who tells a case and asks, wants a text, asks nothing or asks how to deal with the user wants something done, which a rule
// can always be found for; a noun for a text is no request for one.
func TestAsksToAct(t *testing.T) {
	for _, c := range []struct {
		question string
		acts     bool
	}{
		{"The cellar is wet again. What now?", true},
		{"Text Amal that the bus is late.", true},
		{"给老师写一句，说孩子感冒了。", true},
		{"有人让我先垫钱，我该怎么办？", true},
		{"Start the warm-up with the user.", true},
		{"给用户排下周的琴课。", true},
		{"怎么给用户报体重？", true},
		{"In what order does the user want the tracks?", true},
		{"By when must the report be in?", false},
		{"怎么去城北的渡口？", false},
		{"Who wrote the letter about the roof?", false},
		{"护照什么时候到期？", false},
	} {
		b := gist.BriefOf(c.question)
		if got := b.AsksToAct(c.question); got != c.acts {
			t.Errorf("%s: asks to act: %v", c.question, got)
		}
	}
}

// A kind of value that is asked for does not carry an entry past one that
// speaks of the thing.
func TestRecallKindOfValueNeedsWords(t *testing.T) {
	at := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	b := dyadmem.Bank{Entries: aBank(at, "Ottilie mends violins for a living", "Five people at the market in the square bought 30 jars on the Monday", "The lodger pays 400 in the first week at the office", "The depot in the valley holds 90 crates")}
	hits, err := recall.Rules{}.Recall(context.Background(), b, dyadmem.Query{Text: "Where does Ottilie mend violins?", At: at})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(hits[0].Entry.Content, "Ottilie") {
		t.Errorf("first is %q", hits[0].Entry.Content)
	}
}

// Blocks are money only where money is spoken of, and shares are no sum.
func TestAnswerAddsUpMoneyAlone(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	bank := aBank(at, "外墙砖到三月底一共贴了640块", "砖每块12元", "脚手架租到五月", "用户在工地管材料", "监理姓冼", "水泥堆在东门")
	if got := answered(t, "外墙一共贴了多少块砖？", bank).Text; !strings.Contains(got, "640块") || strings.Contains(got, "652元") {
		t.Errorf("answered %q", got)
	}
}
