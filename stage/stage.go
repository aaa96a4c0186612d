package stage

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage/answer"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/model"
	"github.com/dyadmem/dyadmem/stage/recall"
	"github.com/dyadmem/dyadmem/stage/update"
)

// The stages by rules.
type (
	RuleCapturer  = capture.Rules
	RuleUpdater   = update.Rules
	RuleRecaller  = recall.Rules
	RuleAnswerer  = answer.Rules
	RuleWitness   = update.Witness
	RuleCompactor = update.Compactor
)

// The stages by a model.
type (
	Model         = model.Model
	ModelCapturer = model.Capturer
	ModelUpdater  = model.Updater
	ModelRecaller = model.Recaller
	ModelAnswerer = model.Answerer
)

// The retrievers.
type (
	BM25           = recall.BM25
	Recent         = recall.Recent
	DenseRecaller  = recall.Dense
	FusedRecaller  = recall.Fused
	StoredRecaller = recall.Stored
)

// A Passage is a turn with a score: see [Candidates].
type Passage = capture.Passage

// Candidates returns the turns of s that may hold something to remember, as
// [capture.Candidates] does.
func Candidates(s dyadmem.Session) []Passage { return capture.Candidates(s) }

// Marks returns what stands for somebody or something in a content wherever it
// turns up, as [update.Marks] does.
func Marks(content string) []dyadmem.Mark { return update.Marks(content) }

// Echoes reports whether text says what content says, as [update.Echoes] does.
func Echoes(content, text string) bool { return update.Echoes(content, text) }

// Reranked returns r with its first hits put in a reranker's order, as
// [recall.Reranked] does.
func Reranked(r dyadmem.Recaller, by llm.Reranker, depth int) dyadmem.Recaller {
	return recall.Reranked(r, by, depth)
}

// PromptsVersion returns the hash of the prompts, as [model.PromptsVersion] does.
func PromptsVersion() string { return model.PromptsVersion() }
