package stage

import "testing"

// workedOut are questions whose answer a rule lets one work out, what is known
// ("rules|facts"), and what the answer holds and does not hold.
var workedOut = []acted{
	{"a fee on top", "What do I quote for a day of pruning at 180 pounds?", "Quotes are the price of the work plus a travel fee of 25 pounds", "£205", ""},
	{"一笔另加", "换一扇窗的活我算了400元，报多少？", "报价要另加清运费60元", "460元", ""},
	{"an amount taken off", "The tutor's bill is 90 euros. What do I pay?", "On every bill of the tutor the user's credit takes 15 euros off", "€75", ""},
	{"a share of what the question tells", "The trip comes to $1,200. How much is due up front?", "|The agency asks for a deposit of 25%", "$300", ""},
	{"打折", "这盏灯原价640，打完折多少？", "用户的会员价一律打七五折", "480元", ""},
	{"a tax on so many at so much", "What should I put on the invoice: 5 hours at 40 euros?", "Invoices have 20 percent VAT added", "€240", ""},
	{"divided by a number", "这匹布进价30元，卖给外国客人报多少欧元？", "人民币报欧元价时除以8，并注明不含运费", "3.75欧元", ""},
	{"what a rule wants beside the sum", "这匹布进价30元，卖给外国客人报多少欧元？", "人民币报欧元价时除以8，并注明不含运费", "不含运费", "除以"},
	{"prorated by days", "暖气费这个月210元，室友只住了7天，她付多少？", "室友的暖气费按天数除以30折算", "49元", ""},
	{"whole packs", "露营要用65个杯子，买几包？", "东西按整包买，不拆|杯子每包12个", "6包", ""},
	{"whole packs, in English", "We need 100 tiles. How many boxes do I order?", "|A box holds 24 tiles", "5 boxes", ""},
	{"from some to as many as there are", "The curry needs 900 g of lentils for six. How much is that for us?", "Amounts are workedOut out for the whole club|The club has 24 members", "3600 g", ""},
	{"so much for so much", "The pony weighs 250 kg. How much wormer?", "Wormer is 3 ml per 100 kg, rounded up to the half millilitre", "7.5 ml", ""},
	{"每多少给多少", "腌40斤萝卜放多少盐？", "每10斤萝卜放3两盐", "12两", ""},
	{"a list added up and rounded", "这周加油三次：210.4、188.3、95.9，一共多少？", "报账四舍五入到十元", "490", "494"},
	{"one of two things each", "水费加网费，一个月要多少？", "|水费每月65元;;网费每月99元，合同到年底", "164元", ""},
	{"one of a unit", "Convert it for me: 3 scoops of oats.", "Oats are given in grams, a scoop of oats being 40 g", "120 g", ""},
	{"另一段时间的价", "停车费一年3600元，一个月多少？", "|车位在地下二层", "300元", ""},
	{"an even split", "Split the taxi of 42.", "Taxis are split evenly between the three of us", "14 each", ""},
	{"平摊", "四个人唱歌花了312元，怎么算？", "出去玩的钱四人平摊", "每人78元", ""},
	{"so many for each", "We are six people. How many towels do I pack?", "Pack two towels per person", "12 towels", ""},
	{"a band", "今早的水温是18度，记一下。", "水温分三档：不到12度为冷，12到20度为凉，20度以上为暖", "凉", "冷"},
	{"a band in English", "The soil reads 55 percent. What do I log?", "Log soil as bands: under 30 percent is dry, 30 to 60 percent is damp, over 60 percent is soaked", "damp", "soaked"},
	{"a band in a message", "跟小乐的爸爸说一声，小乐这次考了91。", "跟家长不报分数，90分以上说甲，75到89分说乙", "甲", "91"},
	{"Fahrenheit", "The incubator shows 40 Celsius. What is that for me?", "Temperatures are given in Fahrenheit", "104 °F", ""},
	{"Celsius", "The oven dial is at 212 Fahrenheit. What's that?", "Oven heat is given in Celsius", "100 °C", ""},
	{"the pace of a speed", "刚才骑了15公里每小时，记下来。", "速度用配速记，不用时速", "4分00秒", ""},
	{"one of two figures", "The gauge says 120 over 75. What do I write?", "Pressure is noted as the lower number only", "75", "120"},
	{"feet", "How long is the rope in feet if it is 6 metres?", "Lengths are given in feet", "19.69 feet", ""},
	{"feet and inches", "The card says 6'1\". What is my height for the form?", "Heights are given in centimetres", "185.4 cm", ""},
	{"记公里", "今天骑了10英里，记一下。", "骑行距离记公里", "16.09公里", ""},
	{"rounded to hundreds", "My boss wants the count of visitors: 3,468. Write the line.", "Counts for the boss are rounded to the nearest hundred", "3,500", ""},
	{"a date by its parts", "The audit is on 9 May 2027. Put it in the list.", "Dates are written year-month-day", "2027-05-09", ""},
	{"英文日期", "请把这个写成英文：7月2日上午九点。", "英文日期写成月/日", "7/2", ""},
	{"二十四小时制", "今天下午四点半浇花，发给我弟弟。", "发给弟弟的时间用24小时制", "16:30", "四点半"},
	{"days until", "今天是5月1号，离搬家还有几天？", "|用户5月20日搬家", "19天", ""},
	{"days until, in English", "It is 3 June. How many days until the fair?", "|The fair is on 24 June", "21 days", ""},
	{"the day before the weekend", "账单的最后一天是2026年8月15号，我哪天之前得付？", "付款日遇周末一律提前到周五", "8月14日", ""},
	{"hours before what is known", "演出那天我们几点出门？", "提醒用户出门，时间为开演前一个半小时|音乐会6月9日19:30开演", "18:00", ""},
	{"when a stay ends", "老邱是哪天走？", "|老邱6月3日到苏州，停留三晚", "6月6日", ""},
	{"what holds otherwise", "把这条记进报告：渗水的地方找到了，还没复测。", "报告里只有复测过才写“修好”，否则写“待验”", "待验", "修好"},
	{"a rule in the order of its own", "Post a line: cups, plates and bowls all need washing.", "Kitchen notices are in order: bowls, plates, cups", "bowls, plates, cups", ""},
	{"by the alphabet", "Put together the list: rope, candles, matches, blankets.", "Packing lists are in alphabetical order", "blankets, candles, matches, rope", ""},
	{"there and back", "从家到水库来回的油费多少：单程60公里。", "油费按每公里0.8元算", "96元", ""},
}

func TestAnswerWorksOut(t *testing.T) { testActed(t, workedOut) }
