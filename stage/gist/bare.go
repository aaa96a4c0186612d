package gist

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// AsksBarely reports whether a sentence asks to forget something by no more than a verb and its name: "Forget Vera",
// "No record of the clinic, please", 把我的血型删掉, 我姐那事儿你别留底. Whether a memory is meant is for what stands around
// it to tell: so one lets a plan go, and cuts a text.
func AsksBarely(sentence string) bool {
	folded := lang.Fold(sentence)
	if lang.IsHan(sentence) {
		first, _, _ := strings.Cut(strings.ReplaceAll(folded, ",", "，"), "，") // what follows says why
		return (barelyZH.MatchString(first) || barelyForgetZH.MatchString(first)) && !ThingZH.MatchString(folded) && !PlaceZH.MatchString(folded)
	}
	return barelyEN.MatchString(folded) && !ThingEN.MatchString(NotAsked.Replace(folded)) && !barePronoun.MatchString(folded)
}

var (
	barelyEN = Compile(`^ (?:(?:and|oh|so|ok|okay|also|please|pls|just|now|then|hey|actually|yes|,) )*(?:` +
		`(?:forget|delete|erase|remove|wipe|unremember|purge) (?:about )?(?:(?:my|our|the|that|this|his|her|their) )?(?:[\w'&-]+ ){1,4}?` +
		`|(?:nothing|not a word|no (?:record|records|note|notes|trace|mention|memory|word)) (?:about|of|on) (?:[\w'&-]+ ){1,5}?(?:(?:in|on) (?:your (?:memory|notes|records?|files?)|file|record|there) )?` +
		`|(?:i|we) (?:do not|would rather not) (?:want|have|like) (?:[\w'&-]+ ){1,5}?(?:(?:on|in) (?:file|record|there|your (?:memory|notes|records?|files?))|(?:written down|remembered|stored|kept|noted)) ` +
		`)(?:(?:any ?more|please|pls|thanks|thank you|now|completely|entirely|for good|,) )*[.!]* *$`)
	// what names nothing: "forget it"
	barePronoun = Compile(` (?:forget|delete|erase|remove|wipe|unremember|purge) (?:about )?(?:it|that|this|them|those|these|him|her|me|us|you|all|both|everything|anything|nothing) `)
	barelyZH    = Compile(`^ ?` + leadZH + thingZH + askedZH + `*(?:删了|删掉|删除|抹掉|抹了|抹去|清掉|清空|清除|清了|翻篇了?|(?:别|不要|不用|甭)(?:再)?(?:记|留|存)(?:着|底|了|档)*)` + endZH)
	// who forgets is mostly the user: 我把钥匙忘了
	barelyForgetZH = Compile(`^ ?(?:请|那|你)?(?:忘了|忘掉|删了|删掉|抹掉)[^，。！？它这那我你]{1,8}吧?$|^ ?` + leadZH + thingZH + `(?:` + askedZH + `+忘(?:了|掉|记)?|忘(?:了|掉|记)吧)` + endZH)
)

const (
	leadZH  = `(?:请|麻烦你?|那|还有|对了|哦|嗯|好了)*(?:你?把|帮我把|给我把|关于|有关)?`
	thingZH = `[^，。！？]{1,14}?(?:的?(?:一切|所有|全部|[事儿话]+))?`
	askedZH = `(?:都|也|全|全都|一并|统统|通通|给我|帮我|你|您|就|请|以后|再)`
	endZH   = `(?:了|吧|哈|啊|呀|昂|哦|啦|好吗|谢谢)*[。！!. ]*$`
)
