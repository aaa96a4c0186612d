// Command fit fits the weights of package forget, or with -left-out tells how they do on a set
// that was left out of the fit, each in turn:
//
//	go run ./stage/forget/internal/fit mini:dev DIR... > stage/forget/weights.go
//
// It takes data sets with gold. In all but the first, whose sessions are as long as those of life,
// nearly every session asks to forget something; an exchange there that asks nothing counts
// [denseWeight] times.
package main

import (
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"log"
	"os"
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/mini"
	"github.com/dyadmem/dyadmem/stage/forget"
	"github.com/dyadmem/dyadmem/stage/gist"
)

const (
	denseWeight  = 4
	strengthAsk  = 0.01 // how much the data count against small weights
	strengthMean = 0.03
	folds        = 10 // of episodes, to weigh what an entry comes to by itself without having seen it
)

// A sample is an exchange with gold: whether it asks to forget something, and which entries.
type sample struct {
	set     int
	fold    int
	session string
	x       *forget.Exchange
	asks    bool
	gone    []fate // of each entry of the bank
}

// A fate is what gold has become of an entry.
type fate int

const (
	stays     fate = iota
	forgotten      // by this exchange
	otherwise      // deleted, for another reason or by another exchange
)

func main() {
	leftOut := flag.Bool("left-out", false, "leave each set out in turn, and tell how many entries are found and how many wrong")
	flag.Parse()
	if flag.NArg() == 0 {
		log.Fatal("fit: name data sets: mini:dev first, then folders of episodes")
	}
	var all []sample
	for n, path := range flag.Args() {
		found, err := read(n, path)
		if err != nil {
			log.Fatalf("fit: %v", err)
		}
		all = append(all, found...)
	}
	if !*leftOut {
		write(os.Stdout, fit(all), flag.NArg())
		return
	}
	for n, path := range flag.Args() {
		w := fit(slices.DeleteFunc(slices.Clone(all), func(s sample) bool { return s.set == n }))
		report(os.Stdout, path, w, slices.DeleteFunc(slices.Clone(all), func(s sample) bool { return s.set != n }))
	}
}

// open opens a half of mini or a folder.
func open(path string) (*bench.Set, error) {
	if path != "mini:dev" {
		return bench.Open(path)
	}
	fsys, err := mini.FS(path)
	if err != nil {
		return nil, err
	}
	return bench.OpenFS(fsys, path)
}

// read returns the exchanges of a data set.
func read(n int, path string) (out []sample, err error) {
	set, err := open(path)
	if err != nil {
		return nil, err
	}
	for e, err := range set.Episodes() {
		if err != nil {
			return nil, err
		}
		h := fnv.New32a()
		io.WriteString(h, path+e.ID)
		for i, prior := range bench.Replay(e)[:len(e.Sessions)] {
			_, ops := e.Sessions[i].Gold()
			deleted := make(map[dyadmem.EntryKey]dyadmem.Op)
			for _, op := range ops {
				if op.Action == dyadmem.Delete {
					deleted[op.Entry.Key] = op
				}
			}
			memo := new(gist.Memo)
			old := memo.Entries(prior.Entries)
			forget.Read(memo.Sitting(e.View(&e.Sessions[i])), old, func(forget.Signs) bool { return true }, func(x *forget.Exchange) {
				s := sample{set: n, fold: int(h.Sum32() % folds), session: e.ID + e.Sessions[i].ID, x: x, gone: make([]fate, len(old))}
				of := func(op dyadmem.Op) bool {
					return op.Why == dyadmem.WhyForget && slices.ContainsFunc(op.Evidence, func(ref dyadmem.TurnRef) bool { return slices.Contains(x.Turns, ref) })
				}
				for _, op := range deleted {
					s.asks = s.asks || of(op)
				}
				for k, o := range old {
					if op, ok := deleted[o.Entry.Key]; ok && of(op) {
						s.gone[k] = forgotten
					} else if ok {
						s.gone[k] = otherwise
					}
				}
				out = append(out, s)
			})
		}
	}
	return out, nil
}

// A model is the weights of the two questions; the second is asked twice.
type model struct{ standing, meant, beside *forget.Weights }

// fit fits all three.
func fit(all []sample) model {
	var asks rows
	var real []sample
	for _, s := range all {
		weight := 1.0
		if s.set > 0 && !s.asks {
			weight = denseWeight
		}
		asks.add(s.x.Standing, s.asks, weight)
		if s.asks {
			real = append(real, s)
		}
	}
	byItself := func(of func(sample) bool) *forget.Weights {
		var r rows
		for _, s := range real {
			for k, signs := range s.x.Meant {
				if of(s) && s.gone[k] != otherwise {
					r.add(signs, s.gone[k] == forgotten, 1)
				}
			}
		}
		return r.fit(strengthMean)
	}
	var beside rows
	for f := range folds {
		w := byItself(func(s sample) bool { return s.fold != f })
		for _, s := range real {
			if s.fold != f {
				continue
			}
			for k, signs := range s.x.Beside(s.x.Odds(w)) {
				if s.gone[k] != otherwise {
					beside.add(slices.Concat(s.x.Meant[k], signs), s.gone[k] == forgotten, 1)
				}
			}
		}
	}
	return model{asks.fit(strengthAsk), byItself(func(sample) bool { return true }), beside.fit(strengthMean)}
}

// report tells what w finds in samples, by the chance that an entry has to have.
func report(out io.Writer, path string, w model, samples []sample) {
	type entry struct {
		session string
		k       int
	}
	best, fates := make(map[entry]float64), make(map[entry]fate)
	for _, s := range samples {
		for k, chance := range s.x.Chances(w.standing, w.meant, w.beside) {
			e := entry{s.session, k}
			best[e] = max(best[e], chance)
			if fates[e] != forgotten && s.gone[k] != stays {
				fates[e] = s.gone[k]
			}
		}
	}
	fmt.Fprintf(out, "%s:", path)
	for _, least := range []float64{0.35, 0.4, 0.45, 0.5, 0.55, 0.6} {
		n := make(map[fate]int)
		for e, chance := range best {
			if chance > least {
				n[fates[e]]++
			}
		}
		fmt.Fprintf(out, "  above %.2f %d found %d wrong", least, n[forgotten], n[stays])
	}
	fmt.Fprintln(out)
}

// write writes the weights as Go.
func write(out io.Writer, w model, sets int) {
	fmt.Fprintf(out, "package forget\n\n// Code generated by internal/fit from mini:dev and %d sets of episodes by other authors; DO NOT EDIT.\n", sets-1)
	for _, t := range []struct {
		name, doc string
		w         *forget.Weights
	}{
		{"standWeights", "weigh whether an exchange is a request that stands", w.standing},
		{"meantWeights", "weigh whether it means an entry", w.meant},
		{"besideWeights", "weigh that again beside the entry that it means most", w.beside},
	} {
		fmt.Fprintf(out, "\n// %s %s.\nvar %s = Weights{%.3f, map[string]float64{\n", t.name, t.doc, t.name, t.w.Bias)
		for _, name := range t.w.Names() {
			fmt.Fprintf(out, "\t%q: %.3f,\n", name, t.w.Of[name])
		}
		fmt.Fprintln(out, "}}")
	}
}
