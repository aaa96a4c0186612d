package update

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

// What the agent is to stop ends what it was to do, and nothing beside it.
func TestStops(t *testing.T) {
	for _, c := range []struct {
		old, turn string
		want      bool
	}{
		{"Send the user a weather report every morning", "Stop sending the weather report.", true},
		{"Close each letter with a proverb", "No more proverbs, please.", true},
		{"Remind the user of the eye drops at eight", "You can stop reminding me of the eye drops.", true},
		{"Send the user a weather report every morning", "Stop the daily weather report.", true},
		{"Send the user a weather report every morning", "No more proverbs, please.", false},
		{"Keep each letter under a page", "No more proverbs in letters, please.", false},
		{"每晚十点给用户报股价", "股价以后不用报了，没心思看", true},
		{"每天早上念一首诗", "诗别念了", true},
		{"每晚十点给用户报股价", "天气以后不用报了", false},
	} {
		wantReplaced(t, dyadmem.AgentMethod, c.old, c.turn, c.turn, c.want)
	}
}
