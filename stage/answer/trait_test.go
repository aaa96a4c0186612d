package answer

import (
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// What everybody has or is is asked for in other words than it is told in; of others it is not the user's.
func TestAnswerTellsATrait(t *testing.T) {
	at := time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC)
	en := []string{"The user's brother Otto is a baker in Graz", "The user is a midwife at the county hospital", "The user is 43", "The user's daughter is Liv", "The user's son is Tor", "The user lives in Bergen", "The user has coeliac disease", "The user keeps two hens", "The boiler is serviced in October"}
	zh := []string{"用户的哥哥在昆明当厨师", "用户在县医院当助产士", "今年四十三了", "大女儿叫小禾，小儿子叫阿木", "用户住在城西", "用户对牛奶过敏", "用户养了两只兔子", "锅炉每年十月保养"}
	for _, c := range []struct {
		bank           []string
		question, want string // "": nothing is known
	}{
		{en, "What do I do for a living?", "midwife"},
		{en, "What is my job?", "midwife"},
		{en, "How old am I?", "43"},
		{en, "How many kids do I have?", "Liv"},
		{en, "What town do I live in?", "Bergen"},
		{en, "What pets do I have?", "hens"},
		{en, "How old is the user's dentist?", ""},
		{en[:1], "What is my occupation?", ""},
		{en[8:], "How old am I?", ""},
		{zh, "我是做什么工作的？", "助产士"},
		{zh, "我今年多大？", "四十三"},
		{zh, "我有几个孩子？", "小禾"},
		{zh, "我家在哪？", "城西"},
		{zh, "我有什么忌口？", "牛奶"},
		{zh, "我养了什么宠物？", "兔子"},
		{zh[:1], "我是干哪行的？", ""},
		{zh[7:], "我多大了？", ""},
	} {
		q := dyadmem.Query{Text: c.question, At: at, Recalled: true, ByUser: true}
		hits, err := recall.Rules{}.Recall(t.Context(), dyadmem.Bank{Entries: aBank(at, c.bank...)}, q)
		if err != nil {
			t.Fatal(err)
		}
		var evidence []dyadmem.Entry
		for _, h := range hits {
			evidence = append(evidence, h.Entry)
		}
		a, err := Rules{}.Answer(t.Context(), q, evidence)
		if err != nil {
			t.Fatal(err)
		}
		if a.Abstained != (c.want == "") || !strings.Contains(a.Text, c.want) {
			t.Errorf("%s answered %q, want %q", c.question, a.Text, c.want)
		}
	}
}
