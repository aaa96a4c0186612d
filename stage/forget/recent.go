package forget

import (
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// recent returns which of the session's own entries a request means that points
// at what was said just before ("that last bit", 刚才那句): those told in its turn,
// or else in the user's turn before; of several the one that the sentence before
// tells.
func (t *Asked) recent(r *plea) (keys []dyadmem.EntryKey) {
	if !r.last {
		return nil
	}
	for i := t.dialogue.Index[r.turn]; i >= 0 && len(keys) == 0; i-- {
		turn := t.dialogue.Session.Turns[i]
		if turn.Speaker != dyadmem.User {
			continue
		}
		best := 0.0
		for _, f := range t.fresh {
			if t.known(f.Entry.Key) || !slices.Contains(f.Entry.Evidence, turn.ID) {
				continue
			}
			share := 0.01
			for k := range f.Senses {
				if r.near[f.Senses[k].Text] {
					share += t.rarity.Weight(f.Senses[k].Text)
				}
			}
			if turn.ID != r.turn || share > best {
				if turn.ID == r.turn {
					keys = nil
				}
				keys, best = append(keys, f.Entry.Key), share
			}
		}
		if i < t.dialogue.Index[r.turn]-lastTurns {
			break
		}
	}
	return keys
}

// lastTurns is how many turns before it "the last thing" may have been said.
const lastTurns = 4

var (
	lastEN = gist.Compile(` (?:that|the|this|my) (?:very )?last (?:bit|part|thing|sentence|line|remark|comment|point|statement|message) | i (?:have )?just (?:said|told|mentioned|wrote|typed|let slip) | just now `)
	lastZH = gist.Compile(`刚才|刚刚|刚说|刚讲|方才|头先|最后那?[句段点条]|上一句|前一句`)
)
