package lang

import "strings"

// set returns the words of lists, split at white space, as a set.
func set(lists ...string) map[string]bool {
	m := make(map[string]bool)
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			m[w] = true
		}
	}
	return m
}

// Function words: articles, pronouns, auxiliaries, prepositions, conjunctions,
// particles, and the adverbs that only grade or connect. Negation is among
// them: it is polarity, not topic.
var (
	stopEn = set(`
	a an the this that these those there here such same other another each every any some all both either neither
	i me my mine myself you your yours yourself he him his himself she her hers herself it its itself
	we us our ours ourselves they them their theirs themselves one ones who whom whose which what where when why how
	be am is are was were been being do does did doing done have has had having will would shall should can could may might must ought
	isn aren wasn weren don doesn didn haven hasn hadn won wouldn shan shouldn can couldn mightn mustn needn ain cannot let lets
	isnt arent wasnt werent dont doesnt didnt havent hasnt hadnt wont wouldnt shouldnt couldnt cant im ive youre hes shes theyre weve
	and or but nor so yet if then else than as because since although though while whereas unless until till whether
	of in on at by to from for with without within into onto upon about above below over under between among through during before after
	against toward towards via per off out up down again further along across around behind beside besides beyond near
	not no never none nothing nobody nowhere
	only just also too very quite rather really actually basically simply even still already always usually often sometimes
	much many more most less least few lot lots okay ok yes oh hmm um etc please thanks
	s t d m ll re ve`)
	stopZh = set(`
	的 地 得 了 着 因 因此 于是 故 须 须要 替 当 比起 相比 起 即 便是 才能 放在 位于 经 所有 凡 对此 过 吗 呢 吧 啊 呀 哦 嗯 嘛 啦 哈 么 之 其 所 者 们 等 等等 而已 罢了
	我 你 您 他 她 它 咱 我们 你们 他们 她们 它们 咱们 自己 本人 大家 人家 别人 谁 什么 哪 哪个 哪些 哪里 怎么 怎样 怎么样 如何 为什么 为何 多少 几
	这 那 这个 那个 这些 那些 这里 那里 这边 那边 这样 那样 这么 那么 此 该 某 每 各 另 另外 其他 其它 其余 有些 一些 任何
	是 在 有 为 被 把 将 给 让 使 令 对 对于 关于 向 往 从 自 由 于 以 用 按 按照 根据 依照 与 和 跟 同 及 以及 并 并且 而 而且 或 或者 还是
	但 但是 不过 可是 然而 因为 由于 所以 因此 如果 要是 假如 若 倘若 即使 虽然 尽管 既 又 也 都 就 才 便 却 则 且 还 再 更 最 很 太 挺 非常 十分 特别 比较 相当 极 极其
	不 没 没有 无 非 未 别 勿 莫 不是 不要 不会 不能 并不 并非 从不 从未
	会 能 能够 可以 可 要 想 应 应该 应当 必须 得 需 需要 愿 愿意 肯 敢 请
	上 下 里 中 内 外 前 后 时 时候 之前 之后 以前 以后 以内 之间 当中
	来 去 到 起 出 进 过来 过去 起来 出来 下来 下去 上来
	已 已经 曾 曾经 正 正在 刚 刚刚 一直 总是 经常 常常 常 通常 一般 往往 有时 仍 仍然 依然 目前 现在 当前 如今
	个 种 些 点 一个 一种 一下 一点 有点 有一点 所有 全部 一切 其中 只 仅 仅仅 只是 只要 只有 光 单 就是 也是 都是 还有 则是`)
)

// irregular leads irregular English forms to their lemma, which Porter2 cannot.
var irregular = forms(`
	be am is are was were been being; have has had having; do does did done doing; go goes went gone; say said; get got gotten; make made;
	know knew known; think thought; take took taken; see saw seen; come came; want wanna; find found; give gave given; tell told;
	feel felt; become became; leave left; put put; mean meant; keep kept; begin began begun; show shown; hear heard; run ran; hold held;
	bring brought; write wrote written; sit sat; stand stood; lose lost; pay paid; meet met; set set; learn learnt; lead led; understand understood;
	speak spoke spoken; read read; spend spent; grow grew grown; win won; buy bought; send sent; build built; fall fell fallen; sell sold;
	drive drove driven; eat ate eaten; drink drank drunk; sleep slept; wake woke woken; break broke broken; choose chose chosen; catch caught; teach taught;
	draw drew drawn; wear wore worn; swim swam swum; fly flew flown; forget forgot forgotten; forgive forgave forgiven; hide hid hidden; ride rode ridden;
	rise rose risen; ring rang rung; sing sang sung; steal stole stolen; throw threw thrown; blow blew blown; bite bit bitten; feed fed; fight fought;
	freeze froze frozen; hang hung; lend lent; lay laid; lie lain; light lit; seek sought; shake shook shaken; shoot shot; shrink shrank shrunk; sink sank sunk;
	slide slid; stick stuck; strike struck; sweep swept; swear swore sworn; tear tore torn; bend bent; bind bound; bleed bled; breed bred; dig dug; deal dealt;
	wind wound; withdraw withdrew withdrawn; undergo underwent; overcome overcame; oversleep overslept; quit quit; cut cut; hurt hurt; let let; shut shut;
	man men; woman women; child children; person people; foot feet; tooth teeth; mouse mice; goose geese; wife wives; knife knives; half halves;
	shelf shelves; leaf leaves; loaf loaves; self selves; thief thieves; wolf wolves; analysis analyses; diagnosis diagnoses; criterion criteria; datum data;
	good better best well; bad worse worst; far further farther furthest; much more most; little less least; mom mum mommy mummy; dad daddy; kid kiddo;
	gray grey; color colour; favorite favourite; center centre; tire tyre; pajamas pyjamas; yogurt yoghurt; donut doughnut; program programme; analyze analyse;
	organize organise; prioritize prioritise; summarize summarise; apologize apologise; recognize recognise; realize realise; organization organisation;
	behavior behaviour; neighbor neighbour; flavor flavour; practice practise; license licence; cancel cancelled canceled cancelling canceling; travel travelled travelling;
	vegetarian veggie; photo photograph; fridge refrigerator; phone telephone; tv television; bike bicycle; exam examination; ad advert advertisement; info information;
	doc document; gym gymnasium; lab laboratory; app application; vet veterinarian; flu influenza; math maths mathematics; cv résumé`)

// forms reads "lemma form form; lemma form …".
func forms(list string) map[string]string {
	m := make(map[string]string)
	for group := range strings.SplitSeq(list, ";") {
		words := strings.Fields(group)
		for _, w := range words[1:] {
			if _, ok := m[w]; !ok && w != words[0] {
				m[w] = words[0]
			}
		}
	}
	return m
}
