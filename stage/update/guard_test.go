package update_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/update"
)

// A household's bank, as a user's would be: entries that share persons, words
// and turns. The turn that states each stands before it.
const (
	bankEN = `s1.1 The user lives at 12 Mill Lane in Ludlow
s1.1 The user has a black cat named Pepper
s1.3 The user's sister Lena is separating from her husband
s1.3 The user's sister Lena teaches chemistry
s1.5 Paul owes the user 300 pounds
s1.5 The user worries that Paul gambles again
s1.5 The Tuesday rehearsal starts at seven
s1.7 Paul plays the cello in the user's quartet
s1.9 The user sees a therapist, Dr Renn, on Thursdays
s1.9 The user took sleeping pills for three months
s1.11 The user's cholesterol was 6.1 in March
s1.13 The user's company will dismiss 40 employees in June
s1.13 The user's manager Ines is on leave until May
s1.15 The user weighs 92 kilos
s1.17 The spare key hangs behind the meter box
s1.19 The user earns 3,400 a month
s1.21 Max failed his driving test
s1.21 The user's nephew Max lives in Cardiff
s1.23 The user is allergic to walnuts
s1.25 The quartet plays at Hedda's wedding on 4 July`
	bankZH = `s1.1 用户住在梧桐路18号
s1.1 用户养了一只黑猫，叫芝麻
s1.3 用户的妹妹小岚在闹离婚
s1.3 用户的妹妹小岚教化学
s1.5 老彭欠用户三千元
s1.5 用户担心老彭又去打牌
s1.5 周二的排练七点开始
s1.7 老彭在用户的乐队里拉大提琴
s1.9 用户每周四去看心理咨询师
s1.9 用户吃了三个月的舍曲林
s1.11 用户3月的尿酸是520
s1.13 用户的公司六月要裁四十人
s1.13 用户的主管俞洁休假到五月
s1.15 用户体重92公斤
s1.17 备用钥匙挂在电表箱后面
s1.19 用户每月工资一万二
s1.21 外甥小宇驾照没考过
s1.21 外甥小宇住在绍兴
s1.23 用户对核桃过敏
s1.25 乐队七月四日在何妍婚礼上演出`
)

// What a request is about: of a bank all of whose entries an updater proposes to
// delete, citing every turn, those go that the user asks to forget, and no other.
func TestARequestIsAboutWhatItNames(t *testing.T) {
	for _, c := range []struct {
		turns []string
		gone  string // pieces of the entries that go, parted by |
	}{
		{[]string{"Could you forget what I said about Lena's divorce?"}, "separating"},
		{[]string{"Please forget what I told you about my salary."}, "earns"},
		{[]string{"Would you mind forgetting what I said about my cholesterol?"}, "cholesterol"},
		{[]string{"Can my weight be deleted from your notes?"}, "weighs"},
		{[]string{"Delete my cholesterol from your notes."}, "cholesterol"},
		{[]string{"Please don't keep my weight."}, "weighs"},
		{[]string{"That thing with Paul and the money, wipe it."}, "owes"},
		{[]string{"What I told you about the dismissals is confidential. Please erase it."}, "dismiss"},
		{[]string{"I shouldn't have told you about the therapist and the tablets, please delete all that."}, "therapist|pills"},
		{[]string{"Forget where the spare key is, please."}, "spare key"},
		{[]string{"Max's driving test. Please forget I mentioned it."}, "driving test"},
		{[]string{"Please forget my address."}, "Mill Lane"},
		{[]string{"Let's tidy up.", "a: Shall I also delete what you told me about the dismissals?", "Yes, please do."}, "dismiss"},
		{[]string{"Wipe the key bit from the book.", "a: Wiped, it isn't in there any more."}, "spare key"},
		{[]string{"Please forget the story about my boat."}, ""},
		{[]string{"Forget what I said about Oskar's divorce."}, ""},
		{[]string{"Delete the photo of Lena."}, ""},
		{[]string{"Delete what you have on Paul's gambling, please."}, "gambles"},
		{[]string{"I'd rather my pay wasn't in there. Take it out of your notes.", "a: Taken out."}, "earns"},
		{[]string{"What I make is nobody's business, scrub it.", "a: Scrubbed."}, "earns"},
		{[]string{"The stuff about my nerves and the tablets, all of it out of your notes.", "a: Both gone."}, "therapist|pills"},
		{[]string{"Everything about Max, off the record please.", "a: Both notes on him are gone."}, "driving test|Cardiff"},
		{[]string{"Lena's marriage and how Max failed, neither ever happened, rub them out.", "a: Both rubbed out."}, "separating|driving test"},
		{[]string{"The business with the scales, unhear that.", "a: Unheard."}, "weighs"},
		{[]string{"The job cuts aren't public yet, strip that bit from your memory.", "a: Gone."}, "dismiss"},
		{[]string{"No trace of where I live, please, wipe that.", "a: Wiped."}, "Mill Lane"},
		{[]string{"Paul's bad habit, please unlearn that.", "a: Unlearned."}, "gambles"},
		{[]string{"Whatever I said on Hedda's big day, bin that.", "a: Binned. The rehearsal stays."}, "wedding"},
		{[]string{"That number on what I earn, shred it for me, would you.", "a: Shredded."}, "earns"},
		{[]string{"Max's driving test is a private matter, kindly lose that.", "a: Gone."}, "driving test"},
		{[]string{"The stuff about the flowers on the table looks tired now.", "a: They last a week."}, ""},
		{[]string{"Take Max off the guest list.", "a: Taken off."}, ""},
		{[]string{"Paul has paid, so cross him off.", "a: Crossed off."}, ""},
		{[]string{"Let's drop the subject of the quartet.", "a: As you like."}, ""},
		{[]string{"Forget it, never mind the rehearsal.", "a: All right."}, ""},
		{[]string{"Wipe the table, the cat was on it. Pepper again.", "a: Wiped, I hope?"}, ""},
		{[]string{"That story about Paul, let's pretend I never told it.", "a: Which one do you mean, so that I take out the right thing?", "The gambling. His debt you can leave.", "a: Done: the gambling is out. The debt stays."}, "gambles"},
		{[]string{"There is something I'd rather you forgot.", "a: Do you mean the therapist and the pills?", "Yes, both.", "a: Both are gone."}, "therapist|pills"},
		{[]string{"Max's driving test and the dismissals, I would rather nobody read them.", "a: Do you mean that the driving test and the dismissals go?", "You got it.", "a: Both gone."}, "driving test|dismiss"},
		{[]string{"Lena says I should forget the therapist.", "a: What do you say?", "That she should mind her chemistry."}, ""},
		{[]string{"请忘掉我说的小岚离婚的事。"}, "闹离婚"},
		{[]string{"妹妹那件事别留了。", "a: 您指她闹离婚的事？", "嗯，就那个，她教化学不用删。", "a: 闹离婚的那条去掉了。"}, "闹离婚"},
		{[]string{"有两件事我不想你再记着。", "a: 是指裁员和体重吗？", "对，都去掉。", "a: 裁员和体重，两条都没有了。"}, "裁|体重"},
		{[]string{"我妈劝我，把尿酸那条删了吧。我说她管得宽。", "a: 那就照旧。"}, ""},
		{[]string{"昨天尿酸又忘了去查。", "a: 明天提醒您。"}, ""},
		{[]string{"我的工资你给我删掉，别留。"}, "工资"},
		{[]string{"上次说的尿酸，抹掉吧。"}, "尿酸"},
		{[]string{"体重那个数别留了，删掉。"}, "体重"},
		{[]string{"老彭欠钱那件事，当我没说，删了吧。"}, "三千"},
		{[]string{"裁员的事是保密的，请把它删掉。"}, "裁"},
		{[]string{"上回我讲看心理咨询吃药那段，全删了，别留。"}, "心理|舍曲林"},
		{[]string{"上回说的尿酸，帮我删掉行不行？"}, "尿酸"},
		{[]string{"备用钥匙放哪儿你忘掉吧。"}, "钥匙"},
		{[]string{"小宇考驾照那事抹掉，他不好意思。"}, "驾照"},
		{[]string{"我家住址你删了吧，别存。"}, "梧桐路"},
		{[]string{"收拾一下吧。", "a: 裁员那件事要不要也删掉？", "好的，删吧。"}, "裁"},
		{[]string{"我一个月拿多少，你那儿别留着了。", "a: 清掉了。"}, "工资"},
		{[]string{"我心里那点毛病，还有吃的药，你都抹了吧。", "a: 两条都抹掉了。"}, "心理|舍曲林"},
		{[]string{"小宇的事全都删干净。", "a: 都删了。"}, "驾照|绍兴"},
		{[]string{"妹妹的婚事和小宇考砸那回，都翻篇吧。", "a: 两件都不留了。"}, "闹离婚|驾照"},
		{[]string{"秤上那个数，收回，当我没报。", "a: 收回了。"}, "体重"},
		{[]string{"单位要砸人饭碗那条消息，你这儿一个字都不许留。", "a: 删掉了。"}, "裁"},
		{[]string{"老彭那个坏毛病，擦了吧，别写在你那里。", "a: 擦掉了。"}, "打牌"},
		{[]string{"何妍的喜事，也别存了，删掉。", "a: 删了。排练的时间还留着。"}, "婚礼"},
		{[]string{"把小宇从名单里划掉。", "a: 划掉了。"}, ""},
		{[]string{"桌子擦了，芝麻又跳上去。", "a: 擦了就好。"}, ""},
		{[]string{"算了算了，当我没问排练的事。", "a: 好。"}, ""},
		{[]string{"先不说小岚了。", "a: 行。"}, ""},
		{[]string{"我那条船的事请忘掉。"}, ""},
		{[]string{"小岚的照片删了。"}, ""},
	} {
		t.Run(c.turns[0], func(t *testing.T) {
			at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
			s := dyadmem.Session{ID: "s2", At: at}
			var said []dyadmem.TurnRef
			for i, text := range c.turns {
				turn := dyadmem.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("s2.%d", i+1)), Speaker: dyadmem.User, Text: text}
				if own, ok := strings.CutPrefix(text, "a: "); ok {
					turn.Speaker, turn.Text = dyadmem.Agent, own
				} else {
					said = append(said, turn.ID)
				}
				s.Turns = append(s.Turns, turn)
			}
			text := bankEN
			if c.turns[0][0] >= 0x80 {
				text = bankZH
			}
			var prior dyadmem.Bank
			var ops []dyadmem.Op
			for line := range strings.Lines(text) {
				ref, content, _ := strings.Cut(strings.TrimSpace(line), " ")
				e := dyadmem.Entry{Key: dyadmem.KeyFor(content), Kind: dyadmem.Fact, Content: content, At: at.AddDate(0, -1, 0), Evidence: []dyadmem.TurnRef{dyadmem.TurnRef(ref)}}
				prior.Entries = append(prior.Entries, e)
				ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: e.Key}, Why: dyadmem.WhyForget, Evidence: said})
			}
			u := dyadmem.Guarded(dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
				return ops, nil
			}), dyadmem.Guard{Witness: update.Witness{}})
			got, err := u.Update(t.Context(), prior, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.FieldsFunc(c.gone, func(r rune) bool { return r == '|' })
			for _, op := range got {
				e, _ := prior.Entry(op.Entry.Key)
				meant := slices.ContainsFunc(want, func(w string) bool { return strings.Contains(e.Content, w) })
				if gone := op.Action == dyadmem.Delete; gone != meant {
					t.Errorf("%q is forgotten: %t, want %t", e.Content, gone, meant)
				}
			}
		})
	}
}
