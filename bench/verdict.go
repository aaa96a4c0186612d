package bench

// A Verdict is what a judge decided. The zero Verdict is undecided, which is
// never a no.
type Verdict int8

// The verdicts.
const (
	Undecided Verdict = iota
	No
	Yes
	Unjudged // there was nothing to decide by (an answer without a rubric)
)

// A Link is what an equivalence judge says of one predicted and one gold
// entry, by their indexes in the two lists that it was given. A pair without a
// Link is unrelated: not the same, not entailed, not on the same slot.
type Link struct {
	Pred       int     `json:"pred"`
	Gold       int     `json:"gold"`
	Same       Verdict `json:"same,omitzero"`       // same subject, value, polarity, scope and validity
	Entails    Verdict `json:"entails,omitzero"`    // the predicted entry says all that the gold one says
	Conflict   bool    `json:"conflict,omitzero"`   // the same slot with another value, polarity or scope
	Similarity float64 `json:"similarity,omitzero"` // 0–1
}

// Verdicts are the judgements on the predictions for one episode. Links of
// Capture, Update and State are by session id, the others by question id. The
// gold list of Capture is Session.Capture, of Update Session.Add with keys
// resolved to entries, of State the Lost of the session's [Drift], of the others
// the question's support in the order of the file. The predicted lists are those
// of the counting Prediction, of State as of Update, though only the Own adds of
// the Drift are judged; of Captured that of every session's captured entries
// (PipelineCapture where the file has any, else Capture) one after another in
// session order.
type Verdicts struct {
	Capture  map[string][]Link
	Update   map[string][]Link
	State    map[string][]Link // adds that no key tells against what the predicted bank lost
	Handed   map[string][]Link // entries handed to the answerer (the first 16) against support
	Bank     map[string][]Link // entries of the system's bank at the time of asking against support
	Captured map[string][]Link // everything the pipeline captured against support
	GoldQA   map[string]Verdict
	Pipeline map[string]Verdict
}
