package stage

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/answer"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/recall"
	"github.com/dyadmem/dyadmem/stage/update"
)

// Rules returns the system `rules`: the four stages without a model. They
// share what they read of a text; any number of goroutines may use them.
func Rules() dyadmem.Engine {
	m := new(gist.Memo)
	return dyadmem.Engine{
		Capturer: capture.Rules{Memo: m},
		Updater:  update.Rules{Memo: m},
		Recaller: recall.Rules{Memo: m},
		Answerer: answer.Rules{Memo: m},
	}
}
