package report

// reported returns what the paper (arXiv 2610.03020) reports of a figure, from
// its project page and a published summary: means of open-weight models, in
// percent, and ranges where those are known.
func reported(figure string) string {
	switch figure {
	case "capture.precision":
		return "54.0"
	case "capture.recall":
		return "15.1"
	case "update.unsafe_deletion_rate":
		return "84.1 (62.6–98.5)"
	case "gold_qa.accuracy":
		return "90.6 (78.7–96.3)"
	case "pipeline_qa.accuracy":
		return "47.7"
	case "gap_pp":
		return "42.9"
	case "pipeline_qa.ungrounded_correct":
		return "4–27"
	case "pipeline_qa.over_abstention":
		return "9–60"
	}
	return ""
}

// reportedByKind returns the Capture F1 that the paper reports for a kind.
func reportedByKind(kind string) string {
	switch kind {
	case "agent_identity", "agent_method":
		return "about 50"
	case "fact":
		return "about 25"
	case "episodic":
		return "about 16"
	}
	return ""
}

const reportedNote = "reported: what the paper (arXiv 2610.03020) reports, a mean over open-weight models on another data set (range in brackets)"
