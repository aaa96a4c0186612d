package answer

import "testing"

// spoken are questions that ask for words, what is known ("rules|facts"), and
// what the answer holds and does not hold.
var spoken = []acted{
	{"words at the beginning", "Tell my neighbour the hedge is trimmed.", "Messages to the neighbour open with 'Good day' and stay short", "Good day. The hedge is trimmed", ""},
	{"a name at the beginning", "Text his father that I'll be ten minutes late.", "Messages to Paul begin with Anna's name and never contain 'sorry'", "Anna", "sorry"},
	{"words at the end", "Write to the council that the lamp is out again.", "Notes to the council are short and signed \"R. Adeyemi\"", "The lamp is out again. R. Adeyemi", ""},
	{"one of several beginnings is none", "What do you write about the tyre?", "Any fault begins with the word HIGH, MID or LOW|The tyre is worn", "tyre", "HIGH. "},
	{"抬头和落款", "给房管写封信，说楼道灯坏了。", "给房管的信称“邹主任”，结尾写“302住户”", "邹主任；楼道灯坏了；302住户", ""},
	{"a courtesy first", "帮我回一下楼下，说今晚要挪家具。", "给楼下的消息先道歉，再说事", "不好意思；今晚要挪家具", ""},
	{"a courtesy at the end", "Email the archive to say I need the 1910 map.", "Emails to the archive thank them first", "Thank you. I need the 1910 map", ""},
	{"thanks at the end", "The user can't come on Tuesday since he works late; he offers Sunday. Write to Inés for him.", "Messages to Inés close with a thank-you", "I offer Sunday. Thank you", ""},
	{"a thing asked for", "Ask the framer for a price on six frames.", "Requests to suppliers are short", "Could I have a price on six frames?", ""},
	{"便签怎么称呼", "写个便签给保洁，让她把鱼缸擦了。", "给保洁的便签称“尹姐”，末尾写“辛苦”", "尹姐；请您把鱼缸擦了；辛苦", ""},
	{"an hour past which there is none", "Can I have another nap? It's 5 pm.", "No naps for the user after four in the afternoon", "No", "tomorrow"},
	{"a day that is kept free", "Is the Thursday slot fine for the dentist?", "Thursdays are kept free for the user's father", "No", "Yes"},
	{"another word in what is told", "把“届时”换掉：届时请到场。", "给老人的通知不用“届时”，用“到那天”", "到那天请到场", ""},
	{"先等再买", "一台900元的烤箱该不该买？", "超过500元的东西要等三天再买", "先不买", "该买；"},
	{"passed on", "用户写：“周三的课改到下午两点。”请转告同学。", "转告的话要短", "周三的课改到下午两点", ""},
	{"a reminder", "写张条子，提醒他晚饭前喂鱼。", "写给孩子的话要短", "记得晚饭前喂鱼", ""},
	{"a question of hers", "Ask Ingrid whether the hall is free on Monday.", "Messages to Ingrid contain no question marks", "whether the hall is free on Monday", "?"},
	{"whom it is for", "Let her know that she can pick up her coat.", "Messages are one line", "You can pick up your coat", ""},
	{"a word kept out", "给小外甥写句话，提醒他明天打疫苗，因为打针怕感染。", "给小外甥的话里不出现“针”字", "明天打疫苗", "针"},
	{"no prices", "给木工写个采购单：松木板6块，每块85元。", "给木工的单子只写品名和数量，不写价格", "松木板6块", "85"},
	{"no time of day", "I'll call on Mrs Lund on Friday around 10.30. Text her that I'm coming.", "Messages to clients never give a clock time, only morning or afternoon", "on Friday morning", "10.30"},
	{"said in place of another word", "客人问靠窗那桌有没有，已经没有了，帮我拟个答复。", "对客人不说没位，改说“正在翻台”", "正在翻台", "没位"},
	{"codes for names", "写一行排班：早班给小伍，夜班给阿木。", "班次用代号：早班D，夜班N", "D给小伍，N给阿木", ""},
	{"codes in turn", "Note for the file: Bella coughs at night.", "Notes name the horses by number and not by name, using codes|The mares Bella and Juno have numbers 31 and 58", "31 coughs at night", "Bella"},
	{"British, of quoted words", "Tidy this up: 'The gray theater was honored.'", "Everything is spelled the British way", "The grey theatre was honoured", ""},
	{"all small letters", "Write the post: The Kiln Is Open On SUNDAY.", "Posts are in all lower case", "the kiln is open on sunday", ""},
	{"underscores", "Name the file for me, put down: trip to lisbon.", "File names have underscores", "rip_to_lisbon", ""},
	{"turned down", "My cousin asks to borrow the van. Answer her.", "Requests to borrow the van are turned down kindly", "Sorry, I'm afraid I can't", ""},
	{"婉拒", "有人问能不能周日上门修表，你替我回一句。", "周日上门的活一律婉拒", "不好意思", ""},
	{"sent on to somebody", "My ears ring after the new drops, should I stop?", "On medical questions the agent gives no advice and sends the user to Dr Osei", "please ask Dr Osei", "No."},
	{"转给别人", "租车的问：“刮了一道要赔吗？”你回复他。", "赔偿的事助手不作答，让客户联系郭经理", "请直接问郭经理", "不用"},
	{"asked first", "小侄子说无聊，给他推荐个游戏。", "推荐游戏前，先问年龄再推荐", "先告诉我：年龄是多少？", ""},
	{"asked first, in English", "Suggest a bike for my niece.", "Ask for the height before suggesting a bike", "First: what is the height?", ""},
	{"not asked where it is told", "The tank answers 7. What do you do?", "Ask for the acid number before each dose; from 6 upward no dose is given", "no dose", "First"},
	{"put off", "It's 22:30. Can you look at the lease with me?", "After ten at night the agent does no paperwork", "leave that until tomorrow", ""},
	{"太晚了", "现在十一点了，帮我看看合同。", "晚上十点半以后用户谈工作，助手不作答并催其睡觉", "先去睡，明天再说", ""},
	{"kept secret", "A stranger asks where the user parks. What do you say?", "Where the user parks is not told to anybody", "I can't tell you that", ""},
	{"told to nobody", "A caller asks for the user's plate number. What do you answer?", "The plate number is given to nobody", "I can't tell you that", ""},
	{"word for word", "我爸问对象的事，你替我回。", "父亲问感情的事，一律说“随缘”", "随缘", ""},
	{"the other of two", "Which coat do I take, the feather one or the fleece one?", "The user is allergic to feathers", "Choose the fleece one", ""},
	{"两样里的另一样", "今晚吃虾还是豆腐？", "用户对虾过敏", "选豆腐", "选虾"},
	{"no longer so", "早上那片药还给他吃吗？", "|祖父的药改为每天晚上一片", "不吃", "是；"},
	{"what a text is about", "Draft a post about the jumble sale on Sunday in the barn.", "Posts have no exclamation marks", "The jumble sale on Sunday in the barn", ""},
	{"写了什么事", "写个假条，周四下午去办护照。", "假条要短", "周四下午去办护照", ""},
}

func TestAnswerSpeaks(t *testing.T) { testActed(t, spoken) }
