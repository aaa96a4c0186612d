// Package judge decides whether a predicted entry means a gold one, and
// whether an answer is right. A judge has a name and a version; both stand in
// every summary that its verdicts went into.
//
// The equivalence judges [Exact], [Lexical] and [Anchored] need no model.
// Lexical takes two entries apart (package lang) and compares the parts, each
// by a rule with a name: sameSubject, sameValues, samePolarity, sameScope,
// sameMood, sameOrder, sameValidity, and at last sameTopic. Only the last is a
// question of degree: the more alike the wording of two entries is, the more a
// difference that is left between them means. Where a rule cannot tell, it says
// no: a wrong "same" is worse than a missed one.
//
// [Episode] judges all the predictions for an episode. What it returns can be
// kept ([Writer]) and scored again without judging again.
package judge
