package score

import "github.com/dyadmem/dyadmem"

// deletesByWhy are the recall of deletes for each reason that gold gives.
func deletesByWhy() []Metric[Updated] {
	var ms []Metric[Updated]
	for _, why := range dyadmem.Whys() {
		of := func(u *Updated) (hits, gold int) {
			for _, x := range u.Retired {
				if x.Why == why {
					hits += one(x.Hit)
					gold++
				}
			}
			return hits, gold
		}
		name := "delete.by_why." + string(why)
		ms = append(ms,
			count(name+".gold", "gold deletes, "+past(why), func(u *Updated) int { _, gold := of(u); return gold }),
			count(name+".tp", "those of them that are predicted", func(u *Updated) int { hits, _ := of(u); return hits }),
			Metric[Updated]{
				Name:  name + ".recall",
				Help:  "share of the gold deletes, " + past(why) + ", that are predicted",
				Terms: func(u *Updated) Terms { return terms(of(u)) },
			})
	}
	return ms
}
