package lang

import "strings"

// People ask in many ways for what they told to be erased: by a verb of erasing
// with its object, by telling the hearer not to keep it, or by having it unsaid.
// The tables hold the parts; what they make together is asked of the hearer
// only where what is named was told: that is for the reader to find out.

// forgettingEN returns the requests of English: erasing verbs with what they
// point at, refusals to keep, and things unsaid.
func forgettingEN() []string {
	var out []string
	for _, v := range strings.Split("forget|delete|erase|remove|wipe|scrub|purge|expunge|redact|strike|drop|lose|bin|ditch|toss|scrap|clear|blot out|cross out|cross off|rub out|take out|take down|throw out|throw away|chuck out|chuck|get rid of|do away with", "|") {
		for _, o := range []string{"what i", "what we", "all i", "everything i", "anything i", "that bit", "that part", "that thing", "that stuff", "the bit", "the part", "the thing", "the stuff", "the business", "the note", "the notes", "the entry", "all that about", "anything about", "everything about", "all of it", "any mention", "any trace", "every trace"} {
			out = append(out, " "+v+" "+o+" ")
		}
		// a particle stands after what is short: "rub it out"
		first, rest, parted := strings.Cut(v, " ")
		if parted && rest != "of" && rest != "away with" {
			for _, o := range []string{"it", "that", "this", "those", "them", "him", "her", "the lot"} {
				out = append(out, " "+first+" "+o+" "+rest+" ")
			}
		}
	}
	for _, not := range []string{"do not", "never", "please do not", "you need not", "you should not", "no need to", "stop", "rather you did not", "rather you do not"} {
		for _, v := range []string{"keep", "keeping", "store", "storing", "save", "saving", "hold on to", "holding on to", "hold onto", "hang on to", "hang onto", "remember", "remembering", "retain", "record", "write down", "note down", "log", "file"} {
			for _, o := range []string{"that", "this", "it", "any of", "what i", "the bit", "the part", "the thing", "anything about", "my", "those", "these", "them"} {
				out = append(out, " "+not+" "+v+" "+o+" ")
			}
		}
	}
	return append(out, wordsOf(`that were not kept | that was not kept | it were not kept | it was not kept | is not to be kept | need not be kept | not be kept | not to be kept | not be stored | not be saved | not be remembered | not be on file | not be on record |
		not on file | off the record | off the books | that on file | that on record | it on file | it on record | have that on | out of your notes | out of your memory | out of your records | out of your head | out of the notes | out of the record | out of the records | out of the book | from your notes | from your memory | from your records | from your mind | from the record | from the records | off your record | off your records | off your notes | off your books | out of the file | out of your file | out of your files | off your file | off your files |
		as if i never | as if i had never | as if i had not | as though i never | as though i had never | as though i had not | like i never | pretend i never | pretend i did not | pretend you never | pretend you did not | you never heard | i never said | i never told you | i never mentioned | consider it unsaid | consider that unsaid | unsay | unhear | unlearn | unknow | unsee | unread | unremember | take back what i | act like i never | act as if i never | act like i did not | act as though i never |
		should not have told you | should not have said | should not have mentioned | should not have brought | wish i had not told | wish i had not said | leave … out of it | keep … out of it | keep … out of your | leave … out of your | never mention … again | never bring … up again | do not bring … up again | do not mention … again | let it be forgotten | clear it | scrap it | strike it | strike that | i want it gone | i want that gone | i want them gone | want it out | want that out | do not want it in there | do not want that in there | do not want it kept | do not want that kept | do not want it in your | do not want that in your`)...)
}

// forgettingZH returns those of Chinese, with and without an object between.
func forgettingZH() []string {
	var out []string
	for _, not := range []string{"别", "不要", "莫", "莫要", "甭", "勿", "不用", "不必", "不许", "不准", "不想让你", "唔好", "唔使", "冇"} {
		for _, keep := range []string{"留", "存", "保存", "保留", "留着", "留起", "留底", "存着", "存起", "存档", "记着", "再记", "收着", "记档"} {
			out = append(out, not+keep)
		}
	}
	for _, erase := range []string{"忘", "删", "抹"} { // what one wipes, washes and clears is most often a thing
		for _, away := range []string{"掉", "了", "去", "除", "干净", "光", "咗", "喽"} {
			out = append(out, erase+away)
		}
	}
	return append(out, phrases(`擦掉 擦去 擦了吧 清掉 清除 清了吧 划掉 划去 涂掉 消掉 销掉 撤掉 撤了吧 勾掉 剔掉 剔除 洗掉 洗咗 忘了吧 忘记 忘了它 把…忘 也抹 给抹 也删 全删 别记 不要记 当我没说 当我没讲 当我没提 当没说 当没讲 当没提 就当没 当没听 权当没 只当没 只当我没 全当没 不该告诉你 不该跟你说 不该讲 不该说 不该提 撤回 收回 翻篇 别在你…存 别在你…留 别在你…放 别写在你 不要写在你 别放在你 从…记录 拿掉 去掉那 别再提 不要再提 也别提 不许再提 莫再提 以后别提 以后不提`)...)
}
