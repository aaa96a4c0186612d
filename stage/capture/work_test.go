package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

func TestWorked(t *testing.T) {
	for text, want := range map[string]bool{
		"Translate recipes into metric units.":          true,
		"Sign letters with my initials.":                true,
		"Never send invoices before noon.":              true,
		"Reply to tenants in Dutch.":                    true,
		"When drafting speeches, avoid quotations.":     true,
		"Whenever you translate menus, keep the names.": true,
		"My landlord never sends invoices before noon.": false,
		"Answering the phone is banned here.":           false,
		"Lists are kept in the drawer.":                 false,
		"Write to my aunt.":                             false,
		"Translate this menu.":                          false,
		"Do they translate menus?":                      false,
		"写公告不要堆形容词。":                                    true,
		"回客户的信别署我的名字。":                                  true,
		"翻译说明书不要意译。":                                    true,
		"列参考书目一律按年份排。":                                  true,
		"整理照片务必按日期。":                                    true,
		"以后转发邮件必须删掉签名。":                                 true,
		"公司发通知不许用红字。":                                   false,
		"列车不许晚点。":                                       false,
		"发票必须月底前交。":                                     false,
		"发烧不要洗澡。":                                       false,
		"回家不要走小路。":                                      false,
		"写论文要三个月。":                                      false,
		"写生我不能去。":                                       false,
		"翻译稿不要寄丢了吗？":                                    false,
	} {
		if got := worked(said(text, "")); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// How work of the agent's is to be done is a rule for it, not a fact.
func TestOrdersOnTheAgentsWorkAreRules(t *testing.T) {
	for said, agents := range map[string]bool{
		"Translate recipes into metric units.":          true,
		"Reply to tenants in Dutch.":                    true,
		"发喜帖不要写祝词。":                                     true,
		"翻译说明书不要意译。":                                    true,
		"My landlord never sends invoices before noon.": false,
		"公司发通知不许用红字。":                                   false,
		"列车不许晚点。":                                       false,
	} {
		got := captured(t, monday, "user: "+said)
		if len(got) != 1 || (got[0].Kind == dyadmem.AgentIdentity || got[0].Kind == dyadmem.AgentMethod) != agents {
			t.Errorf("%q: captured %+v, a rule for the agent: want %v", said, got, agents)
		}
	}
}
