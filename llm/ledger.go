package llm

import (
	"cmp"
	"context"
	"maps"
	"math"
	"math/bits"
	"slices"
	"sync"
	"time"
	"unicode"

	"github.com/dyadmem/dyadmem"
)

// Tokens counts what a model read and wrote. Cached are those of Prompt that
// the endpoint had read before.
type Tokens struct {
	Prompt     int64 `json:"prompt"`
	Cached     int64 `json:"cached,omitempty"`
	Completion int64 `json:"completion"`
}

// Total returns prompt and completion together.
func (t Tokens) Total() int64 { return t.Prompt + t.Completion }

func (t Tokens) plus(o Tokens) Tokens {
	return Tokens{t.Prompt + o.Prompt, t.Cached + o.Cached, t.Completion + o.Completion}
}

// A Line is what the calls of one stage came to, on one account.
type Line struct {
	For       string         `json:"for,omitempty"` // the account; empty: none was named
	Stage     string         `json:"stage"`
	Calls     int            `json:"calls"`             // paid for in this start
	Kept      int            `json:"kept"`              // taken from the cache; in a dry run, equal to one counted before
	Retries   int            `json:"retries"`           // tries again after a failure that passes
	Failed    int            `json:"failed"`            // calls given up
	Waiting   int            `json:"waiting"`           // requests that wait for a batch, or were counted in a dry run
	Assumed   int            `json:"assumed,omitempty"` // of Waiting, those that hang on replies: as many as they would be if replies were like gold
	Tokens    Tokens         `json:"tokens"`            // of Calls and, in a dry run, of Waiting
	Estimated int            `json:"estimated"`         // calls whose tokens the endpoint did not report
	USD       float64        `json:"usd"`               // 0 where no price is known
	Latency   Latency        `json:"latency"`           // of Calls
	Repairs   map[Repair]int `json:"repairs,omitempty"`
	Format    int            `json:"format"` // replies that stayed unreadable
	histogram [40]int        // of latencies, by power of √2 of a millisecond
	total     time.Duration
}

// A Latency says how long calls took, waiting for a slot left out. The quantiles
// are upper bounds of buckets a factor of √2 wide.
type Latency struct {
	Mean time.Duration `json:"mean"`
	P50  time.Duration `json:"p50"`
	P95  time.Duration `json:"p95"`
	Max  time.Duration `json:"max"`
}

// A Ledger counts the calls of a client by stage. It is safe for concurrent
// use. Its size does not grow with the number of calls.
type Ledger struct {
	mu    sync.Mutex
	lines map[purpose]*Line
	spent spending // with the calls that the cache held at the start
}

// A purpose is what a call is for: a line of the ledger.
type purpose struct{ account, stage string }

// purposeOf returns the purpose of a call of a stage that is made with ctx.
func purposeOf(ctx context.Context, stage string) purpose {
	if a := dyadmem.AccountOf(ctx); a != nil {
		return purpose{a.For, stage}
	}
	return purpose{"", stage}
}

func newLedger() *Ledger { return &Ledger{lines: make(map[purpose]*Line)} }

// Lines returns a copy of the counts, sorted by account and stage.
func (l *Ledger) Lines() []Line {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []Line
	for _, p := range slices.SortedFunc(maps.Keys(l.lines), func(a, b purpose) int {
		return cmp.Or(cmp.Compare(a.account, b.account), cmp.Compare(a.stage, b.stage))
	}) {
		line := *l.lines[p]
		line.Repairs = maps.Clone(line.Repairs)
		if line.Calls > 0 {
			line.Latency.Mean = line.total / time.Duration(line.Calls)
			line.Latency.P50, line.Latency.P95 = line.quantile(0.5), line.quantile(0.95)
		}
		out = append(out, line)
	}
	return out
}

// Spent returns what the calls in the cache and those since have cost together:
// the tokens, and US dollars as far as prices are known.
func (l *Ledger) Spent() (tokens int64, usd float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.spent.tokens, l.spent.usd
}

func (l *Ledger) on(p purpose, do func(*Line)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := l.lines[p]
	if line == nil {
		line = &Line{For: p.account, Stage: p.stage}
		l.lines[p] = line
	}
	do(line)
}

// paid counts a call that was answered.
func (l *Ledger) paid(p purpose, rec *record, took time.Duration) {
	l.on(p, func(line *Line) {
		line.Calls++
		line.Tokens = line.Tokens.plus(rec.Tokens)
		line.USD += rec.USD
		if rec.Estimated {
			line.Estimated++
		}
		line.total += took
		line.Latency.Max = max(line.Latency.Max, took)
		line.histogram[bucket(took)]++
		l.spent.add(spending{rec.Tokens.Total(), rec.USD})
	})
}

// known counts a record that the cache held at the start.
func (l *Ledger) known(rec *record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spent.add(spending{rec.Tokens.Total(), rec.USD})
}

// repaired counts the repairs of one reply.
func (l *Ledger) repaired(p purpose, repairs []Repair) {
	if len(repairs) == 0 {
		return
	}
	l.on(p, func(line *Line) {
		if line.Repairs == nil {
			line.Repairs = make(map[Repair]int)
		}
		for _, r := range repairs {
			line.Repairs[r]++
		}
	})
}

// bucket returns the index of d in a histogram: twice the binary logarithm of
// its milliseconds.
func bucket(d time.Duration) int {
	ms := uint64(max(1, d.Milliseconds()))
	b := 2 * (bits.Len64(ms) - 1)
	if float64(ms) >= math.Sqrt2*float64(uint64(1)<<(b/2)) {
		b++
	}
	return min(b, len(Line{}.histogram)-1)
}

func (line *Line) quantile(q float64) time.Duration {
	seen := 0
	for b, n := range line.histogram {
		seen += n
		if float64(seen) >= q*float64(line.Calls) {
			upper := time.Duration(math.Pow(2, float64(b+1)/2) * float64(time.Millisecond))
			return min(upper, line.Latency.Max)
		}
	}
	return line.Latency.Max
}

// EstimateTokens returns about how many tokens a text is, without the model's
// tokenizer: a quarter of a token for a letter of an alphabet, two thirds for an
// ideogram. It is a rule of thumb, and what is counted by it is marked as such.
func EstimateTokens(text string) int {
	quarters, ideograms := 0, 0
	for _, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xfff0 {
			ideograms++
		} else if r < 0x80 {
			quarters++
		} else {
			quarters += 2
		}
	}
	return (quarters+3)/4 + (2*ideograms+2)/3
}
