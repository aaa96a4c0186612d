package score

import "github.com/dyadmem/dyadmem"

var recallQuestions = count("questions", "questions with support", func(*Recalled) int { return 1 })

var recallWithinK = count("within_k", "questions whose bank has no more entries than are kept, so that nothing need be retrieved", func(r *Recalled) int {
	return one(r.Bank <= dyadmem.MaxRecall)
})
