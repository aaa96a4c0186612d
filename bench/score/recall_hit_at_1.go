package score

var recallHitAt1 = Metric[Recalled]{
	Name:  "hit_at_1",
	Help:  "share of the questions whose first key is support",
	Terms: func(r *Recalled) Terms { return terms(r.found(1), 1) },
}
