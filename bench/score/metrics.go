package score

import "slices"

// The metrics of each stage, in the order of the summary. A new one is a line
// here.

func captureMetrics() []Metric[Captured] {
	return append(captureCounts(),
		capturePrecision,
		captureRecall,
		captureF1,
		captureCoverage,
		captureCopied,
		captureTypedPrecision,
		captureTypedRecall,
		captureTypedF1,
	)
}

func updateMetrics() []Metric[Updated] {
	return slices.Concat(
		addCounts(), []Metric[Updated]{
			addPrecision,
			addRecall,
			addF1,
		},
		deleteCounts(), []Metric[Updated]{
			deletePrecision,
			deleteRecall,
			deleteF1,
		},
		deletesByWhy(), []Metric[Updated]{
			opF1,
			unsafeDeletionRate,
			missedDeletes,
			stateError,
			stateLeftOut,
		})
}

func recallMetrics() []Metric[Recalled] {
	return []Metric[Recalled]{
		recallQuestions,
		recallAtN,
		recallAtNPlus4,
		recallAtAll,
		recallPrecision,
		recallHitAt1,
		recallNDCGAt10,
		recallMRR,
		recallMeanBank,
		recallWithinK,
	}
}

func qaMetrics() []Metric[Answered] {
	return append(qaCounts(),
		qaAccuracy,
		qaAccuracyValid,
		qaAccuracyAnswerable,
	)
}

func pipelineMetrics() []Metric[Answered] {
	return append(qaMetrics(),
		grounded,
		ungroundedCorrect,
		overAbstention,
		falseAnswers,
		leaks,
		leakedHanded,
		uramOnly,
		userOnly,
		meanHanded,
		meanHandedRunes,
		meanAnswerRunes,
		handedBeyond,
		handedLong,
	)
}
