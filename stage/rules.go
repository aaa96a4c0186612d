package stage

import "github.com/dyadmem/dyadmem"

// Rules returns the system `rules`: the four stages without a model. They
// share what they read of a text; any number of goroutines may use them.
func Rules() dyadmem.Engine {
	m := newMemo()
	return dyadmem.Engine{
		Capturer: RuleCapturer{memo: m},
		Updater:  RuleUpdater{memo: m},
		Recaller: RuleRecaller{memo: m},
		Answerer: RuleAnswerer{memo: m},
	}
}
