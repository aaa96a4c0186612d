package score

import "github.com/dyadmem/dyadmem/bench/stats"

// A pair of answers to one question: by Gold-Memory QA and by Full-Pipeline QA.
type answers struct{ gold, pipeline *Answered }

// gap is the distance from gold memory to the whole pipeline.
var gap = Metric[answers]{
	Name: "gap_pp",
	Help: "accuracy of Gold-Memory QA less that of Full-Pipeline QA, in percentage points",
	Terms: func(a *answers) Terms {
		g, p := qaAccuracy.Terms(a.gold), qaAccuracy.Terms(a.pipeline)
		return Terms{g[0], g[1], p[0], p[1]}
	},
	Of: func(t Terms) stats.Ratio {
		d, ok := stats.Diff(stats.Ratio{Num: t[0], Den: t[1]}, stats.Ratio{Num: t[2], Den: t[3]}).Value()
		if !ok {
			return stats.Ratio{}
		}
		return stats.Defined(100 * d)
	},
}
