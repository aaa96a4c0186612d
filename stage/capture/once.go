package capture

import (
	"time"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// once reports whether a sentence orders something for this one time or day: "just this
// once, answer in Danish", "no jokes today", 这次不用署名. Such an order is over with the
// day of the session.
func once(u *utterance) bool {
	if u.question || u.pasted || u.cues.Has(lang.Standing) || habitual(u) {
		return false
	}
	if u.cues.Han() {
		return thisOnceZH.MatchString(u.text) || onceOrderZH.MatchString(u.text)
	}
	return onceOrderEN.MatchString(u.cues.Folded())
}

// endOfDay returns the last second of the day of a time.
func endOfDay(at time.Time) time.Time { return ahead(at, 0, 'd').Add(-time.Second) }

const (
	nowEN = `(?:this (?:one )?(?:e-?mail|mail|message|letter|post|reply|answer|report|text|draft|session|chat|conversation|time)|this (?:one|once)(?: only)? [,.;!]|this one (?:in|as|with|without)|for once|today|tonight|this (?:morning|afternoon|evening)|right now)`
	nowZH = `(?:今天|今日|今晚|今早|这[次回]|这[封条篇份](?:` + gist.TextsZH + `)?|这会儿)`
)

var (
	onceOrderEN = gist.Compile(`(?:^|[,;:.]|^ .* (?:so|and|but)) (?:please |just |only |, )*(?:` + ordersEN + `|do not|no) (?:[^,;:.]*? )?` + nowEN + `|^ (?:and |but |so |please |just |only |for |at )*` + nowEN + `(?: only)?(?: ,)? (?:please |just |only |, )*(?:` + ordersEN + `|do not|no) `)
	thisOnceZH  = gist.Compile(`(?:就|只|仅|仅此|只此|就此)(?:限|有)?(?:这|此)?一[次回](?:$|[，。！])|仅限?(?:这|此)[次回]|下不为例|(?:就|只限?|仅限?)(?:今天|今晚|这次|这回)[，。！]`)
	onceOrderZH = gist.Compile(`(?:^|[，；：])(?:请|你|您|麻烦|就)*` + nowZH + `(?:请|你|您|麻烦|就|也|都|先|只|里)*(?:(?:别|不要|不用|不必)[^，。]+|(?:给我|回我|跟我|叫我|对我|少|多|用|写|发|列|说|讲|回答|回复|附|标|加)[^，。了]+)(?:$|[，。！])`)
)
