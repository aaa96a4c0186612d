// Package judge decides whether a predicted entry means a gold one, and
// whether an answer is right. A judge has a name and a version; both stand in
// every summary that its verdicts went into.
//
// The equivalence judges [Exact], [Lexical] and [Anchored] need no model.
// Lexical takes two entries apart (package lang) and compares the parts, each
// by a rule with a name. Nothing in the one may rule out the other (refuted):
//
//	unclashedValues  numbers, dates, times and units do not contradict each other
//	sameOrder        what comes first in the one does not come last in the other
//	unopposed        the one does not say the opposite of the other
//	denied           (not:) the one asserts what the other denies
//	sameValidity     they end together
//
// and in near copies, where whatever differs was meant to:
//
//	actorsApart      (not:) what both tell, they tell of different persons
//	sameScope        limits, exceptions, extent and conditions agree
//	sameSubject      they are about the same person
//	samePolarity     what both speak of is asserted, or denied, in both
//	sameMood         done, planned, considered, wished for or past in both
//	substituted      (not:) a word stands for another
//	crossed          (not:) two things stand with each other's company
//
// What is left is a question of degree (bonded): the topic that the two share and a
// value in common bind them; values, names and words that each has alone part them, the
// more so the more alike the rest is worded. A wrong "same" is worse than a missed one.
// Anchored asks of two entries that stand on one turn only that they do not
// contradict each other (contradicts), and then whether they take up the same of it
// (bound): the words and clauses of the turn where each is at home, and how they are worded
// (wording): near copies differ on purpose, loose wordings do not. It weighs the topic that they
// share, a value in common, their side. By the same signs, seen from gold's side, a merged
// prediction holds the memories that went into it (holds). The constants are fitted to
// labelled pairs; it says how where they stand.
//
// [Episode] judges all the predictions for an episode. What it returns can be
// kept ([Writer]) and scored again without judging again.
package judge
