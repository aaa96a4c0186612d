package lang

import (
	"strings"
	"sync"
)

// Related returns the terms that stand for the same thing as term, or for
// what is asked with it ("when" asks for a date: not here; "cost" and "price":
// here), as [Terms] gives them. It is nil for most terms.
func Related(term string) []string { return thesaurus()[term] }

// Light reports whether a term is a word of content that says next to nothing
// of a topic: verbs of going, saying and having, words of time and order.
func Light(term string) bool { return light()[term] }

var light = sync.OnceValue(func() map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(lightWords) {
		m[w] = true
		for _, t := range Terms(w) {
			m[t] = true
		}
	}
	return m
})

const lightWords = `
go come get give take make put let keep know think say tell ask see look want need like hold mean use try start seem turn
thing part way time day week month year today lot bit kind sort last next first second new old good bad right big small long short
always should must shall may can every all
one two three back ever never also still really anyway please word number stuff matter reason everything anything something
person people man woman user agent assistant
事 事情 东西 回 上回 次 上次 讲 说 看 做 去 来 想 要 有 用 给 拿 弄 搞 知道 觉得 人 一 二 三 两 个 天 月 年 日 时候 今天 现在 以后 以前 最近
大 小 多 少 好 重 老 新 快 慢 喝 吃 不想 不要 那段 这段 那个 这个 别人 用户 助手
`

var thesaurus = sync.OnceValue(func() map[string][]string {
	m := make(map[string][]string)
	for _, line := range strings.Split(relatedEN+relatedZH, "\n") {
		var group []string
		for _, w := range strings.Fields(line) {
			group = append(group, Terms(w)...)
		}
		for _, a := range group {
			for _, b := range group {
				if a != b {
					m[a] = append(m[a], b)
				}
			}
		}
	}
	return m
})

// Everyday words of one meaning, or of one matter, a line each.
const relatedEN = `
child children kid kids son daughter baby boy girl
wife husband partner spouse married
mother mum mom mama
father dad papa
sibling brother sister
grandmother gran grandma nan
grandfather grandad grandpa
grandchild grandson granddaughter
parent mother father mum dad
relative cousin aunt uncle niece nephew family
friend mate pal
boss manager supervisor
colleague coworker teammate
live home house flat apartment address reside
job work employer profession occupation trade
cost price pay paid fee charge spend expensive
money budget pound dollar euro naira rupee
amount number total many
deadline due closing submit submission hand
appointment booking slot visit meeting
holiday trip travel journey vacation leave
car vehicle drive van
bike bicycle cycle
train rail railway
plane flight fly airport
doctor gp clinic hospital nurse physician surgery
medicine medication drug tablet pill dose prescription
illness sick ill disease condition
pain hurt ache sore injury injured
allergy allergic intolerance reaction
eat food meal dish diet
breakfast lunch dinner supper
drink coffee tea wine beer
sleep bed night bedtime
exercise workout gym training run
weight kilo kg heavy
school class lesson course study
exam test paper quiz
teacher tutor lecturer
phone call ring telephone
message text write email mail note
address call name nickname title
reply answer respond response
format layout order structure
short brief concise length long line sentence
first start begin open lead opening
last end finish final close closing
draft write text letter
list bullet item
table chart column
spelling british american
tone polite formal style warm
forbid ban never avoid refuse
allow permit may
remind reminder alert warn notify
check confirm verify
change move switch replace
buy purchase bought
sell sold
shop store market
rent lease tenant landlord
room bedroom kitchen
birthday born age old
wedding marry married
funeral death die died
dog pet cat puppy
language speak speech
favourite like love enjoy prefer
dislike hate avoid
want wish would
broken fault repair fix mend
currently now today
morning early
evening night late
weekend saturday sunday
`

const relatedZH = `
孩子 儿子 女儿 小孩 娃 闺女
老婆 妻子 太太 爱人 媳妇
老公 丈夫 先生 爱人
妈妈 母亲 妈 老妈 阿妈
爸爸 父亲 爸 老爸
父母 爸妈 母亲 父亲 老人
爷爷 祖父 奶奶 祖母
外婆 姥姥 外公 姥爷
兄弟 哥哥 弟弟
姐妹 姐姐 妹妹
亲戚 表哥 表姐 表弟 表妹 堂弟 侄子 外甥
领导 老板 主管 上司 经理
同事 搭档 同组
朋友 好友 哥们 闺蜜
住 住处 家 家里 住址 房子 地址
公司 单位 工作 上班 职业 工作室
价格 价钱 钱 花 费用 多少钱 元 块 万元
预算 上限 开支 限额
收入 工资 薪水
租金 房租 租
截止 交 提交 期限 最晚
预约 约 挂号 复查
出差 旅行 旅游 行程 去
车 开车 汽车 自驾 驾车
电动车 电瓶车 电车
地铁 公交 快线 班车
火车 高铁 动车
飞机 航班 机票
医生 大夫 医院 门诊
药 吃药 用药 药量 剂量
病 生病 毛病 症状
疼 痛 受伤 伤
过敏 忌口 不能吃
吃 饮食 饭 菜
早饭 早餐 午饭 午餐 晚饭 晚餐
喝 咖啡 茶 酒
睡 睡觉 睡眠 失眠
运动 锻炼 健身 跑步 训练
体重 公斤 斤
学校 幼儿园 上学 念书
考试 考 成绩
课 课程 上课
老师 教师
电话 打电话 联系 来电
消息 微信 信息 短信 发消息
称呼 叫 喊 称
回答 回复 答复 答 回
格式 顺序 写法
简短 简洁 几句 字数 长度 短
先 首先 开头 第一 开场
最后 结尾 末尾
草稿 初稿 写 起草 文案
清单 列表 列
表格 表
语气 口吻 客气
禁止 不许 不准 不要 不能 别 不用
可以 允许 能
提醒 通知 告诉
核对 核实 确认 复核
改 换 变 改成 改为
买 购买 购
卖 出售 转让
店 商店 店铺 铺子
房间 卧室 厨房
生日 出生 岁 年龄
结婚 婚礼 婚宴
去世 过世
狗 猫 宠物
喜欢 爱 爱好 偏好 中意
讨厌 不喜欢 反感 受不了
想 希望 愿意 要求
坏 故障 修 维修
现在 目前 如今
早上 早晨 上午
晚上 夜里 夜晚
周末 星期六 星期天
材料 文件 资料
合同 协议 签约
大小 面积 尺寸
时间 几点 时候 钟点
地点 地方 哪里 位置 在哪
原因 为什么 因为
名字 姓名 叫什么
`
