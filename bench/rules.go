package bench

// A RuleName names a rule of a valid episode. Names are stable: they stand in
// reports.
type RuleName string

// The rules that a data set must keep.
const (
	RuleUnreadableFile  RuleName = "unreadable-file"
	RuleUnreadableUTF8  RuleName = "unreadable-utf8"
	RuleUnreadableJSON  RuleName = "unreadable-json"
	RuleMistypedField   RuleName = "mistyped-field"
	RuleUnreadableTime  RuleName = "unreadable-time"
	RuleMissingField    RuleName = "missing-field"
	RuleUnknownSchema   RuleName = "unknown-schema"
	RuleUnknownFocus    RuleName = "unknown-focus"
	RuleUnknownSpeaker  RuleName = "unknown-speaker"
	RuleUnknownKind     RuleName = "unknown-kind"
	RuleUnknownWhy      RuleName = "unknown-why"
	RuleUnknownType     RuleName = "unknown-type"
	RuleUnknownSession  RuleName = "unknown-asked-after"
	RuleUnknownEvidence RuleName = "evidence-unknown-turn"
	RuleUnknownAdd      RuleName = "add-not-captured"
	RuleUnknownDelete   RuleName = "delete-not-in-bank"
	RuleUnknownSupport  RuleName = "support-not-in-bank"

	RuleDuplicateEpisode  RuleName = "duplicate-episode-id"
	RuleDuplicateSession  RuleName = "duplicate-session-id"
	RuleDuplicateTurn     RuleName = "duplicate-turn-id"
	RuleDuplicateQuestion RuleName = "duplicate-question-id"
	RuleDuplicateKey      RuleName = "duplicate-key"

	RuleSessionOrder      RuleName = "sessions-out-of-order"
	RuleLaterEvidence     RuleName = "evidence-later-turn"
	RuleSmalltalkEvidence RuleName = "evidence-smalltalk"
	RuleEarlyKnowledge    RuleName = "early-agent-knowledge"
	RuleSameSession       RuleName = "same-session-evolution"
	RuleNeedlessSupport   RuleName = "needless-support"
	RuleMissingSupport    RuleName = "missing-support"
	RuleRubricNoMust      RuleName = "rubric-no-must"
	RuleRubricEmptyGroup  RuleName = "rubric-empty-group"
	RuleRubricEmptyWord   RuleName = "rubric-empty-wording"
	RuleRubricFailsGold   RuleName = "answer-fails-rubric"
)

// The rules whose breach is a warning.
const (
	RuleEmptyFile        RuleName = "empty-file"
	RuleUnknownDomain    RuleName = "unknown-domain"
	RuleSmalltalkShare   RuleName = "smalltalk-share"
	RuleTemporaryLimit   RuleName = "temporary-over-profile"
	RuleAnswerInQuestion RuleName = "answer-in-question"
	RuleNoDelete         RuleName = "no-delete"
	RuleNoMultiSupport   RuleName = "no-multi-support"
	RuleCopiedEntry      RuleName = "copied-entry"
	RuleNoEvidence       RuleName = "no-evidence"
	RuleChangedKind      RuleName = "changed-kind"
)

// Warning reports whether a breach of r is a warning, not an error.
func (r RuleName) Warning() bool {
	for _, rule := range rules() {
		if rule.name == r {
			return rule.warning
		}
	}
	return false
}

// A rule is one rule of a valid episode. A check reports each breach in the
// episode; where it is nil, the rule is about more or less than an episode and
// is checked while the line is read.
type rule struct {
	name    RuleName
	warning bool
	check   func(*inspection)
}

// rules returns every rule: first those that others lean on. RuleMissingField
// comes before all other checks, so that what is not there is reported once.
func rules() []rule {
	return []rule{
		{name: RuleUnreadableFile},
		{name: RuleUnreadableUTF8},
		{name: RuleUnreadableJSON},
		{name: RuleMistypedField},
		{name: RuleUnreadableTime},
		{name: RuleDuplicateEpisode},
		{name: RuleMissingField, check: missingField},
		{name: RuleUnknownSchema, check: unknownSchema},
		{name: RuleUnknownFocus, check: unknownFocus},
		{name: RuleUnknownSpeaker, check: unknownSpeaker},
		{name: RuleUnknownKind, check: unknownKind},
		{name: RuleUnknownWhy, check: unknownWhy},
		{name: RuleUnknownType, check: unknownType},
		{name: RuleDuplicateSession, check: duplicateSession},
		{name: RuleDuplicateTurn, check: duplicateTurn},
		{name: RuleDuplicateQuestion, check: duplicateQuestion},
		{name: RuleDuplicateKey, check: duplicateKey},
		{name: RuleSessionOrder, check: sessionOrder},
		{name: RuleUnknownEvidence, check: unknownEvidence},
		{name: RuleLaterEvidence, check: laterEvidence},
		{name: RuleSmalltalkEvidence, check: smalltalkEvidence},
		{name: RuleEarlyKnowledge, check: earlyKnowledge},
		{name: RuleUnknownAdd, check: unknownAdd},
		{name: RuleUnknownDelete, check: unknownDelete},
		{name: RuleSameSession, check: sameSession},
		{name: RuleUnknownSession, check: unknownSession},
		{name: RuleUnknownSupport, check: unknownSupport},
		{name: RuleNeedlessSupport, check: needlessSupport},
		{name: RuleMissingSupport, check: missingSupport},
		{name: RuleRubricNoMust, check: rubricNoMust},
		{name: RuleRubricEmptyGroup, check: rubricEmptyGroup},
		{name: RuleRubricEmptyWord, check: rubricEmptyWord},
		{name: RuleRubricFailsGold, check: rubricFailsGold},

		{name: RuleEmptyFile, warning: true},
		{name: RuleUnknownDomain, warning: true, check: unknownDomain},
		{name: RuleSmalltalkShare, warning: true, check: smalltalkShare},
		{name: RuleTemporaryLimit, warning: true, check: temporaryLimit},
		{name: RuleAnswerInQuestion, warning: true, check: answerInQuestion},
		{name: RuleNoDelete, warning: true, check: noDelete},
		{name: RuleNoMultiSupport, warning: true, check: noMultiSupport},
		{name: RuleCopiedEntry, warning: true, check: copiedEntry},
		{name: RuleNoEvidence, warning: true, check: noEvidence},
		{name: RuleChangedKind, warning: true, check: changedKind},
	}
}
