package bench

// Units are the predictions for one episode, at most one a unit: of two lines
// for one unit the last counts. A unit without a line is absent from its map.
type Units struct {
	Capture         map[string]*Prediction // by session id
	Update          map[string]*Prediction // by session id
	PipelineCapture map[string]*Prediction // by session id
	Bank            map[string]*Prediction // by session id; the last session's for a line without one
	Recall          map[string]*Prediction // by question id
	GoldQA          map[string]*Prediction // by question id
	PipelineQA      map[string]*Prediction // by question id
}
