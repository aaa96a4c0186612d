package judge

import (
	"cmp"
	"context"
	"math"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm"
)

// A Semantic judges as [Lexical] does, but asks an embedder whether two entries
// are on one topic: values, polarity, subject and scope still decide against
// it. Embedder is required.
type Semantic struct {
	Embedder  llm.Embedder
	Label     string  // which embedder it is, for the version
	Threshold float64 // the cosine from which two entries are on one topic; 0: 0.9, for models of the E5 and BGE families
}

// Name returns "semantic".
func (Semantic) Name() string { return "semantic" }

// Version returns the version of the rules and the name of the embedder.
func (j Semantic) Version() string { return Lexical{}.Version() + " " + j.Label }

// Links judges every pair: entries without a word in common can be on one
// topic.
func (j Semantic) Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error) {
	var texts []string
	for _, list := range [][]bench.Entry{predicted, gold} {
		for i := range list {
			texts = append(texts, cmp.Or(list[i].Content, " ")) // an endpoint may refuse an empty text
		}
	}
	vectors, err := j.Embedder.Embed(ctx, "judge", texts)
	if err != nil {
		return nil, err
	}
	var out []bench.Link
	for i := range predicted {
		for g := range gold {
			a, b := &predicted[i], &gold[g]
			switch {
			case a.Content == "" || b.Content == "":
				continue
			case c.normalized(a.Content) == c.normalized(b.Content):
				out = append(out, equal(i, g, a, b))
				continue
			}
			near := cosine(vectors[i], vectors[len(predicted)+g])
			p := c.compare(c.read(a.Content), c.read(b.Content))
			l, ok := p.link(i, g, a, b, func(p *comparison, _, _ *bench.Entry) (same, entails bool) {
				same = p.same() || near >= cmp.Or(j.Threshold, 0.9) && p.alikeButTopic()
				return same, same || p.entails()
			})
			if ok {
				out = append(out, l)
			}
		}
	}
	return out, nil
}

// alikeButTopic reports whether every rule but that on the topic holds.
func (p *comparison) alikeButTopic() bool {
	return p.sameSubject() && p.sameValues() && p.samePolarity() && p.sameScope() && p.sameMood() && p.sameOrder() && p.unopposed() && !p.substituted()
}

// cosine returns the cosine between two vectors, 0 if one of them is zero or
// they have not one length.
func cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var dot, na, nb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		na += float64(a[i]) * float64(a[i])
		nb += float64(b[i]) * float64(b[i])
	}
	if na == 0 || nb == 0 {
		return 0
	}
	return dot / math.Sqrt(na*nb)
}

// round cuts a similarity to four digits, so that verdicts are the same bytes
// on every machine.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
