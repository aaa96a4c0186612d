package answer

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
)

// tallies are questions that need a sum of the answerer's own, what is known
// ("rules|facts"), and what the answer holds and does not hold.
var tallies = []struct{ name, question, evidence, want, not string }{
	{"a bill of two things", "三碗馄饨和两笼烧卖一共多少钱？", "|馄饨每碗14元，烧卖每笼20元", "82元", ""},
	{"a bill of one thing", "蜂蜜要六瓶，多少钱？", "|蜂蜜每瓶35元，蜂蜡每块12元", "210元", "蜂蜡"},
	{"a bill in English", "What do two pies and three loaves cost?", "|Pies cost $9 each and loaves $4 each", "$30", ""},
	{"hours of a thing", "What would a three-hour massage cost?", "|A massage costs £40 an hour", "£120", ""},
	{"one thing of no rate", "203室的水费怎么算？", "|二月水费共40元", "40元", "203 ×"},
	{"two marks", "听力两次相差多少分？", "|上次听力71分，这次84分", "13分", ""},
	{"which is higher", "南北两个棚的成活率哪个高，高多少？", "|北棚成活率88.5%，南棚成活率91%", "南棚成活率高2.5%", ""},
	{"two of three", "302和303的租金差多少？", "|301租金900元，302租金1100元，303租金1450元", "350元", ""},
	{"counts of two lists", "How many more seats are in the Lyon hall than in the Bern hall?", "|The Lyon hall has 310 seats and the Bern hall 250", "60", ""},
	{"counts added up", "两个班一共多少人？", "|甲班24人，乙班19人", "43人", ""},
	{"what is still missing", "还差几枚邮票？", "满十二枚邮票换一本册子|用户有七枚邮票", "5枚", ""},
	{"what is paid and shared", "修车自己掏了多少，用户出几成？", "|修车花了3000元，保险赔了1800元;;用户和弟弟平摊余下的", "1200元", ""},
	{"how long a stay was", "外公去疗养院住了几天？", "|外公2026年2月2日住进疗养院，2月11日出来", "9天", ""},
	{"how long a stay was, in English", "How long did Nils stay?", "|Nils arrived on 3 May and left on 10 May", "7 days", ""},
	{"a run of days is no length", "How long does the sale last?", "|The sale runs from 3 to 8 May 2026", "3 to 8 May", "5 days"},
	{"the one day of an entry that is asked for", "拆石膏到复查隔几天？", "|外公2025年9月2日打石膏，10月1日拆石膏;;复查在10月11日", "10天", ""},
	{"a stay over a year ago, without its second year", "外公在疗养院住了几天？", "|外公2025年6月2日住进疗养院，6月12日出来", "10天", ""},
	{"a day without its year", "装窗到验窗隔几天？", "|2025年9月1日装窗;;验窗在10月1日", "30天", ""},
	{"when a loan of books ends", "书最晚哪天还？", "|用户2026年2月1日借了三本书;;借期二十天", "2026年2月21日", ""},
	{"when a guarantee ends", "泵的保修到什么时候？", "|泵是2023年5月换的，保修四年", "2027年5月", ""},
	{"a reminder before the end", "你哪天提醒用户还帐篷？", "归还日前两天提醒用户|用户2026年2月1日租了帐篷;;租期十天", "2月9日", ""},
	{"a weekday moved", "周六用的花该周几订？", "花提前一天订，周六的花提前两天订", "周四", ""},
	{"two figures without a unit", "左右眼的度数差多少？", "|左眼视力4.6，右眼4.9", "0.3", ""},
	{"a sum and a name", "两次量的腰围差多少厘米，谁量的？", "|裁缝姓佟;;上次腰围82厘米，这次腰围79厘米", "3厘米", ""},
}

func TestAnswerTallies(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for _, tc := range tallies {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: tc.question, At: at}, ruled(at, tc.evidence))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got.Text, tc.want) {
				t.Errorf("answered %q, want %q in it", got.Text, tc.want)
			}
			if tc.not != "" && strings.Contains(got.Text, tc.not) {
				t.Errorf("answered %q, want no %q in it", got.Text, tc.not)
			}
		})
	}
}

// Of long Chinese entries what the question is about comes first, out of each.
func TestAnswerLongEntriesNearFirst(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	evidence := ruled(at, "|皮影社的排练改在老粮库二楼，那里冬天没有暖气，去年漏过两回雨，房东答应开春补瓦，钥匙挂在门后;;皮影社的灯箱由闵师傅管，他早年在县剧团拉过幕，退下来以后常到江边钓鱼，腿脚还利索，去年搬到了女儿家")
	got, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: "皮影社在哪儿排练，灯箱谁管？", At: at}, evidence)
	if err != nil {
		t.Fatal(err)
	}
	runes := []rune(got.Text)
	start := string(runes[:min(40, len(runes))])
	for _, want := range []string{"老粮库二楼", "闵师傅"} {
		if !strings.Contains(start, want) {
			t.Errorf("answered %q, want %q at its beginning", got.Text, want)
		}
	}
}

// The most that may be is no difference.
func TestAnswerTalliesNoLimit(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	bank := aBank(at, "海报文字五行以内，不用英文", "横幅的文字可以写到两行", "阳台朝南")
	if got := answered(t, "海报文字最多几行？", bank).Text; !strings.Contains(got, "五行") || strings.Contains(got, "3") || strings.Contains(got, "三行") {
		t.Errorf("answered %q", got)
	}
}

// What was recalled along with the answer lends it no days, no lengths and no amounts: they may be of anything.
func TestAnswerWorksOnOneMatter(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		question, not string
		bank          []string
	}{
		{"Until when is the sauna shut?", "2029", []string{"The sauna is shut while the stove is mended", "The user bought a cello on 4 May 2026", "The bakery lease runs three years"}},
		{"How long is the tram ride to the clinic?", "9 days", []string{"The tram to the clinic is slow", "Nils stays from 3 May 2026 until 12 May 2026", "The user collects barometers"}},
		{"陶艺课能上到什么时候？", "2113", []string{"陶艺课在老粮库上", "用户住的楼是八七年的", "2026年5月4日用户去看牙"}},
		{"邮票还差几枚？", "0", []string{"邮票放在铁盒里", "地下室有3层架子", "阁楼有3层架子"}},
	} {
		got, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: c.question, At: at, Recalled: true}, aBank(at, c.bank...))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(got.Text, c.not) {
			t.Errorf("%s: answered %q", c.question, got.Text)
		}
	}
}
