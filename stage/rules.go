package stage

import "github.com/dyadmem/dyadmem"

// Rules returns the system `rules`: the four stages without a model.
func Rules() dyadmem.Engine {
	return dyadmem.Engine{
		Capturer: RuleCapturer{},
		Updater:  RuleUpdater{},
		Recaller: RuleRecaller{},
		Answerer: RuleAnswerer{},
	}
}
