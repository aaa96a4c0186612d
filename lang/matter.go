package lang

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Matter is a field of life: words by which one points at it without saying
// what is the matter ("my lungs", 钱的事), and the words of what it holds ("asthma", 工资).
// One points at what one would rather not name.
type Matter struct {
	words    map[string]bool // as terms come; English
	phrases  []string        // as folded text holds them: English ones of several words, Chinese ones
	endings  []string        // of English words: "-statin"
	measured []ValueKind     // kinds of value that speak of it
}

// MattersOf returns the matters that a term points at; nil for most terms.
func MattersOf(term string) []*Matter { return matters()[term] }

// Holds reports whether a text speaks of m: terms and folded text are those of
// [Terms] and [Fold].
func (m *Matter) Holds(terms map[string]bool, folded string, values []Value) bool {
	for t := range terms {
		if m.words[t] || slices.ContainsFunc(m.endings, func(e string) bool { return len(t) > len(e)+1 && strings.HasSuffix(t, e) }) {
			return true
		}
	}
	return slices.ContainsFunc(m.phrases, func(p string) bool { return strings.Contains(folded, p) }) ||
		slices.ContainsFunc(values, func(v Value) bool { return slices.Contains(m.measured, v.Kind) })
}

var matters = sync.OnceValue(func() map[string][]*Matter {
	index := make(map[string][]*Matter)
	for _, table := range []string{mattersEN, mattersZH} {
		for line := range strings.Lines(table) {
			pointers, members, ok := strings.Cut(strings.TrimSpace(line), ":")
			if !ok {
				continue
			}
			m := &Matter{words: make(map[string]bool)}
			for _, list := range []string{pointers, members} {
				for w := range strings.FieldsSeq(list) {
					m.put(w)
				}
			}
			for w := range strings.FieldsSeq(pointers) {
				t := term(w)
				index[t] = append(index[t], m)
			}
		}
	}
	return index
})

// term returns a word of a table as [Terms] gives it.
func term(word string) string {
	if IsHan(word) {
		return word
	}
	return Stem(word)
}

func (m *Matter) put(w string) {
	switch end, ok := strings.CutPrefix(w, "-"); {
	case ok:
		m.endings = append(m.endings, Stem(end), end)
	case w == "$":
		m.measured = append(m.measured, Money)
	case strings.Contains(w, "_"):
		m.phrases = append(m.phrases, " "+strings.ReplaceAll(w, "_", " ")+" ")
	case IsHan(w) && utf8.RuneCountInString(w) > 1:
		m.phrases = append(m.phrases, w)
	default:
		m.words[term(w)] = true
	}
}

// What one points by, and after the colon what it may stand for. A word that
// begins with a hyphen is an ending, $ is an amount of money. The parts of the
// body point at what ails them, the wider words at all of it.
const mattersEN = `
lung lungs chest breathing breath airways : asthma inhaler bronchitis pneumonia copd emphysema tuberculosis tb cough coughs nodule pleurisy wheeze wheezing smoke smoker oxygen apnoea
heart ticker cardiac circulation : angina arrhythmia pacemaker palpitations murmur stent bypass cholesterol hypertension infarction stroke blood_pressure heart_attack -statin -pril -olol -sartan warfarin
head nerves mind mood mental psyche : depression depressed anxiety anxious panic therapist therapy counsellor psychiatrist psychologist antidepressant adhd bipolar migraine breakdown burnout psychosis ptsd ocd schizophrenia sertraline fluoxetine citalopram -azepam lithium sobbed crying cries sleepless
stomach gut guts belly tummy bowel bowels digestion : ulcer ibs gastritis reflux crohn colitis coeliac celiac constipation diarrhoea hernia heartburn colonoscopy -prazole
skin face : acne eczema psoriasis rash rosacea dermatitis mole melanoma vitiligo
bones joints joint knee knees hip back spine foot feet toe leg legs : arthritis gout osteoporosis sciatica slipped_disc scoliosis fracture bunion rheumatism replacement limp allopurinol
kidney kidneys bladder waterworks : stone stones dialysis incontinence catheter cystitis transplant infection incontinent prostate
liver drink drinking bottle booze alcohol : cirrhosis hepatitis alcoholic alcoholism sober rehab drunk wine beer whisky whiskey vodka gin units aa hangover pint pints
smoking cigarettes fags : smoke smokes smoker nicotine vape vaping pack packs
sugar : diabetes diabetic insulin metformin glucose
blood : cholesterol anaemia anemia leukaemia haemophilia hiv transfusion glucose iron diabetes
sugars : diabetes diabetic insulin metformin anaemia anemia leukaemia haemophilia hiv transfusion glucose iron
eyes eye sight eyesight vision seeing : glaucoma cataract cataracts blind blindness glasses retina squint lenses macular
ears ear hearing : deaf deafness tinnitus aid aids
reading spelling letters : dyslexia dyslexic
teeth tooth mouth gums : denture dentures implant filling crown braces dentist orthodontist
hair : wig bald balding alopecia dye dyed transplant
memory forgetting : dementia alzheimer amnesia
health medical illness illnesses sickness disease condition diagnosis ailment ill sick sickly body trouble : asthma diabetes diabetic cancer tumour tumor depression anxiety epilepsy hiv hepatitis arthritis gout migraine hypertension ulcer ibs coeliac celiac lupus eczema psoriasis dementia parkinson ms sclerosis stroke angina allergy allergic surgery operation biopsy scan chemo chemotherapy therapy therapist hospital clinic treatment pregnant miscarriage infertility ivf blood_pressure thyroid kidney -itis -osis -aemia addiction adhd autism autistic bipolar breakdown dyslexia crohn pacemaker seizure seizures
medicine medicines medication meds pill pills tablet tablets drug drugs prescription jab : antidepressant antidepressants inhaler insulin mg dose statin allopurinol aspirin ibuprofen paracetamol metformin warfarin lithium steroid steroids antibiotic antibiotics sertraline fluoxetine penicillin melatonin viagra morphine tramadol contraceptive -pril -olol -statin -sartan -azole -cillin -mycin -azepam -triptan -prazole -setine -formin -oxacin -dronate
earn earnings income pay wage wages salary money finances financial paid payslip : earns pay salary wage take-home pension bonus commission freelance_rate day_rate a_month a_year an_hour per_hour monthly grand net gross $
bonus : bonus commission
money finances financial cash funds afford broke : $ debt debts loan loans owes owe borrowed borrow lent lend mortgage overdraft savings saved bankrupt bankruptcy salary wage pension inheritance inherited credit rent budget invest invested shares deposit
debt debts owing owe loan loans arrears : owes owe borrowed borrow lent lend mortgage overdraft instalments credit repay repayment bailiff bailiffs bankrupt pawn pawned
savings nest-egg : saved saves savings isa deposit account put_aside puts_aside
gambling betting habit addiction : bet bets casino bookie bookies poker slots roulette lottery horses gamble gambles gambled drug drugs drink cocaine rehab
job work career employment position post : fired sacked dismissed laid_off made_redundant redundancy redundant resign resigned resigning quit applying applied application interview promoted promotion employer notice probation disciplinary works boss company
sacking firing dismissal : fired sacked dismissed laid_off redundant redundancy let_go
interview application applying : applying applied applies interview candidate post vacancy
address home house live lives living flat place : lives street road lane avenue close terrace square court apartment flat house number postcode zip city town village estate floor
whereabouts : lives stays moved hides shelter street address
love romance romantic relationship affair dating crush feelings flame : boyfriend girlfriend partner ex dating date seeing fiance fiancee engaged kiss kissed affair in_love crush lover married cheating cheated divorced divorce separated separating split broke_up couple together fancies tinder
wedding marriage marital married : married marry marries wed wedding engaged engagement fiance fiancee divorce divorced divorcing separated separating husband wife
divorce breakup split separation : separating separated split broke_up left_her left_him divorcing divorced moved_out
baby pregnancy expecting : pregnant expecting due ivf miscarriage miscarried trimester scan fertility abortion
sex sexuality bedroom : gay lesbian bisexual trans queer viagra contraceptive condom
quarrel row fight feud argument bad_blood rift : quarrelled quarreled argued shouted fell_out falling_out on_speaking_terms not_speaking row fight fought feud rift spoken insulted
seating seats sits : seated seat table tables next_to
law legal police court trouble crime criminal past : arrested arrest charged charge convicted conviction prison jail sentence sentenced probation parole fine fined lawsuit sued suing trial solicitor lawyer custody bail theft stole stolen steals shoplifting caution licence speeding speed ban banned drink-driving tribunal fraud
stealing theft taking : takes took stole steals pinched pinches nicked shoplifting theft
driving licence license : test speeding fined points banned ban licence crash crashed accident
school exam exams studies grades marks results test : failed failing fail passed retake resit grade grades mark marks score scored percent degree expelled dropped_out
failure failing failed flop : failed fails fail resit retake rejected refused flunked did_not_pass not_passed
password passcode code codes pin combination login : password passcode code pin combination login key
security break-in : alarm code key safe lock password
key keys : key keys lock spare
family relatives folks : mother father mum mom dad brother sister son daughter aunt uncle cousin nephew niece grandmother grandfather wife husband parents child children in-laws
kids children child boys girls : son daughter boy girl baby toddler teenager twins adopted school nursery
wife husband spouse partner : wife husband partner spouse married
age birthday born : years_old born birthday turned turns aged age
weight scales : kilos kilo kg stone weighs weigh lbs overweight diet obese
faith religion belief church beliefs : muslim christian jewish hindu buddhist catholic atheist baptised baptism converted prays mosque synagogue temple church mass ramadan
politics vote voting party : votes voted vote labour conservative republican democrat union member election party
prediction predicting forecast guess : expects expect reckons thinks predicts
wobble wobbling doubts : wavering wavers wobbling hesitates unsure doubts undecided
fear fears worry worries : fears afraid worries worried scared anxious dread dreads
party birthday : party celebration surprise guests venue
surprise present gift : surprise party gift present ring
plan plans : plans wants intends thinking considering
lie lies lying fib cheating : lied lies told pretends pretended faked fake untrue claimed
phone number mobile : number phone mobile
bank : account savings deposit iban bank
accident crash fall : crashed crash fell broke injured hit accident
death grief loss : died dead death passed_away funeral buried ashes widow widower
`

const mattersZH = `
肺 肺部 呼吸 气管 喘 : 哮喘 结节 肺炎 支气管 咳 喷雾 沙丁胺醇 布地奈德 吸入 肺结核 慢阻肺 气胸 哮 抽烟 打鼾 呼吸机
心脏 心 胸口 : 心脏 心梗 心绞痛 心律 早搏 支架 起搏器 房颤 冠心病 胸闷 他汀 洛尔 搭桥 心悸
血压 : 高血压 降压 地平 沙坦 普利 洛尔
血糖 糖 : 糖尿病 胰岛素 二甲双胍 血糖 格列
脑子 脑袋 头 精神 心理 情绪 心里 : 抑郁 焦虑 失眠 心理科 心理咨询 心理门诊 精神科 咨询师 舍曲林 帕罗西汀 氟西汀 躁郁 双相 偏头痛 恐慌 崩溃 自残 安眠药 吃药 哭
胃 肠 肠胃 肚子 消化 : 胃炎 胃溃疡 肠炎 幽门 反流 胃镜 肠镜 拉肚子 便秘 痔疮 息肉 奥美拉唑
肝 : 乙肝 肝炎 脂肪肝 肝硬化 转氨酶 丙肝 小三阳 大三阳
肾 : 肾结石 透析 尿毒症 肾炎 尿酸 肌酐
皮肤 脸上 : 湿疹 痤疮 牛皮癣 银屑病 过敏 白癜风 皮炎
腰 背 膝盖 腿 脚 关节 骨头 骨 : 椎间盘 关节炎 痛风 骨折 骨质疏松 钢钉 扭伤 半月板 风湿 腰突 尿酸 摔
眼睛 眼 视力 : 青光眼 白内障 近视 失明 视网膜 飞蚊 色盲
耳朵 听力 : 耳鸣 耳聋 助听器 听不见
牙 牙齿 嘴里 : 假牙 种植牙 牙周 拔牙 智齿 正畸 牙套
头发 : 脱发 假发 植发 秃 染发
睡觉 睡眠 : 失眠 安眠药 褪黑素 打鼾 唑仑 睡不着
病 病情 毛病 身体 健康 身子 身体状况 病史 身上 : 乙肝 丙肝 肝硬化 艾滋 结核 尿毒症 病 症 炎 癌 瘤 哮喘 过敏 抑郁 焦虑 糖尿病 高血压 结节 手术 住院 化疗 痛风 尿酸 中风 瘫痪 怀孕 流产 没保住 骨折 钢钉 肿瘤 确诊 复查 透析 癫痫 前列腺 尿裤 阳性 失眠 血糖 胆固醇 心脏 胰 心理科 心理门诊 心理咨询 医院
药 吃药 用药 药片 药物 服药 : 药 服用 毫克 片剂 胶囊 胰岛素 他汀 地平 沙坦 普利 洛尔 拉唑 西林 霉素 唑仑 西汀 舍曲林 佐匹克隆 褪黑素 喷雾 布地奈德 双胍 阿司匹林 激素 避孕药
收入 工资 薪水 薪资 月薪 年薪 挣 赚 进账 待遇 : 工资 薪 收入 到手 月入 年入 提成 奖金 挣 赚 底薪 分红 点的 每月拿
提成 点 : 提成 佣金 点的 抽成
钱 钱的事 财务 经济 花销 : $ 欠 借 贷 债 存款 工资 薪 收入 到手 房贷 车贷 花呗 信用卡 预算 提成 养老金 遗产 股票 基金 亏 赔
债 欠债 欠款 债务 欠钱 借钱 借款 : 欠 借 贷 债 还款 花呗 信用卡 催收 未归还
存款 积蓄 家底 底细 : 存款 积蓄 定期 存了 预算 银行
赌 赌钱 打牌 牌 坏毛病 恶习 瘾 : 赌 麻将 打牌 彩票 赌债 输了
工作 饭碗 单位 职业 上班 : 裁 辞职 开除 离职 跳槽 面试 应聘 降职 升职 上班 公司 处分 调岗 试用期 停职 失业 单位
裁员 下岗 丢工作 : 裁 辞退 开除 失业 优化
跳槽 换工作 面试 : 跳槽 应聘 面试 投简历 求职 猎头
住址 地址 住处 住哪儿 住哪 家里 家 : 住 小区 路 号楼 街 弄 村 栋 单元 门牌
感情 恋爱 对象 喜欢 心上人 那个人 暧昧 表白 : 男友 女友 前男友 前女友 暗恋 表白 喜欢 恋爱 分手 相亲 出轨 复合 离婚 结婚 写过信 约会 对象 婚
婚事 婚姻 婚 结婚 夫妻 : 结婚 离婚 订婚 婚礼 请帖 分居 复婚 再婚 闹离婚 婚宴 领证 彩礼 婚
分手 离婚 : 分手 离婚 分居 闹离婚 散了
怀孕 孩子 胎 肚子 : 怀孕 流产 没保住 试管 备孕 胎 早产 打胎 不孕
吵 吵架 矛盾 闹翻 别扭 冲突 疙瘩 : 闹离婚 分居 吵 闹翻 不说话 不来往 冷战 打架 翻脸 矛盾 绝交 断了来往 不合
官司 犯事 警察 案子 前科 坐牢 法院 进去 : 看守所 拘留 判 坐牢 罚款 起诉 被告 律师 案 监狱 缓刑 酒驾 偷 诈骗 犯 派出所 监护
考试 学业 成绩 学习 分数 : 没过 挂科 不及格 落榜 补考 重考 复读 分 考砸 退学 考研 录取
栽跟头 跟头 栽 考砸 失败 丢人 丢脸 失利 砸 : 没过 挂科 不及格 落榜 失败 没考上 没考过 亏 被拒 被退 砸 赔
撒谎 骗 瞒 谎 扯谎 说谎 : 谎 骗 瞒 假装 编 借口
密码 口令 : 密码 口令 验证码 暗号
钥匙 : 钥匙 门锁 备用
孩子 娃 小孩 : 儿子 女儿 闺女 孩子 外孙 孙子 侄 外甥
亲戚 家人 家里人 家里 : 表弟 表哥 表姐 表妹 堂 舅 姨 姑 叔 伯 侄 外甥 婆婆 公公 岳 嫂 妹 弟 哥 姐 父亲 母亲 爸 妈 爷 奶
老人 爸妈 父母 : 父亲 母亲 爸 妈 公公 婆婆 岳父 岳母 爷爷 奶奶 外婆 外公
年龄 岁数 年纪 生日 多大 : 岁 出生 生日 属
体重 胖 秤 减肥 斤两 : 体重 公斤 斤 肥胖 减
信仰 信教 : 佛 基督 教 礼拜 穆斯林 清真 信
抽烟 烟 : 抽烟 烟 戒烟 电子烟
喝酒 酒 : 酒 戒酒 酗酒 醉
生意 买卖 : 店 订单 客户 亏 投资 合伙 开店
检查 体检 化验 : 复查 体检 化验 指标 阳性 抽血 彩超 CT 结节
死 去世 后事 过世 : 去世 过世 葬 骨灰 走了 丧 遗
隐私 秘密 : 瞒 秘密 偷偷
车祸 出事 事故 : 撞 车祸 摔 事故 受伤
`
