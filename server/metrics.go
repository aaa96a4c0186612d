package server

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/dyadmem/dyadmem"
)

// Metrics are what a service shows of itself, in the form of Prometheus. No
// label holds an id or anything that was said.
type Metrics struct {
	registry *prometheus.Registry
	served   http.Handler

	requests  *prometheus.HistogramVec // by operation and status
	stages    *prometheus.HistogramVec // by stage and outcome
	lag       prometheus.Observer
	tokens    *prometheus.CounterVec // by stage and sort
	usd       *prometheus.CounterVec // by stage
	deletes   *prometheus.CounterVec // by what became of them
	merged    prometheus.Counter
	captured  prometheus.Counter
	refused   prometheus.Counter
	abstained prometheus.Counter
}

// NewMetrics returns metrics that have counted nothing.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "dyadmem_" + name, Help: help, Buckets: buckets}, labels)
		m.registry.MustRegister(h)
		return h
	}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "dyadmem_" + name, Help: help}, labels)
		m.registry.MustRegister(c)
		return c
	}
	waits := []float64{.1, 1, 10, 60, 600, 3600, 6 * 3600, 24 * 3600}
	m.requests = histogram("request_seconds", "How long requests took.", prometheus.DefBuckets, "operation", "status")
	m.stages = histogram("stage_seconds", "How long the stages took.", prometheus.ExponentialBuckets(.001, 4, 10), "stage", "outcome")
	m.lag = histogram("session_lag_seconds", "From a session's acceptance until it can be recalled.", waits).WithLabelValues()
	m.tokens = counter("model_tokens_total", "Tokens of models, as their endpoints count them.", "stage", "sort")
	m.usd = counter("model_usd_total", "US dollars of models, where prices are known.", "stage")
	m.deletes = counter("deletes_total", "Deletes: proposed by the updater, carried out or doubted by the guard, restored by hand.", "outcome")
	for _, outcome := range []string{"proposed", "carried_out", "doubted", "restored"} {
		m.deletes.WithLabelValues(outcome)
	}
	m.merged = counter("merged_total", "Entries that live on in another one.").WithLabelValues()
	m.captured = counter("captured_total", "Entries captured.").WithLabelValues()
	m.refused = counter("refused_total", "Entries that their evidence may not state.").WithLabelValues()
	m.abstained = counter("abstentions_total", "Answers that said the memory supports none.").WithLabelValues()
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.served = promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
	return m
}

// ServeHTTP shows the metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.served.ServeHTTP(w, r) }

// watch shows the queue, as h sees it.
func (m *Metrics) watch(h *health) {
	gauge := func(name, help string, value func(Health) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "dyadmem_" + name, Help: help}, func() float64 {
			v := h.look(context.Background())
			if v.Status == "down" && name != "up" {
				return math.NaN() // unknown, which is not none
			}
			return value(v)
		}))
	}
	gauge("sessions_pending", "Sessions that wait to be captured.", func(v Health) float64 { return float64(v.Pending) })
	gauge("sessions_quarantined", "Sessions that were set aside.", func(v Health) float64 { return float64(v.Quarantined) })
	gauge("oldest_pending_seconds", "How long the oldest pending session has waited.", func(v Health) float64 { return v.OldestWaits })
	gauge("paused", "Kinds of work that wait for a model, in this process.", func(v Health) float64 { return float64(len(v.Paused)) })
	gauge("up", "1 if the queue can be read.", func(v Health) float64 {
		if v.Status == "down" {
			return 0
		}
		return 1
	})
}

// counted times requests.
func (s *Server) counted(ctx huma.Context, next func(huma.Context)) {
	begin := time.Now()
	ctx = huma.WithValue(ctx, callerKey{}, new(dyadmem.APIKey)) // guarded fills it
	next(ctx)
	s.count(ctx.Context(), ctx.Operation().OperationID, ctx.Status(), callerOf(ctx.Context()).ID, begin)
}

// count counts a request of operation that began then; a status of 0 is 200.
func (s *Server) count(ctx context.Context, operation string, status int, key string, begin time.Time) {
	took, status := time.Since(begin), cmp.Or(status, http.StatusOK)
	s.config.Metrics.requests.WithLabelValues(operation, strconv.Itoa(status)).Observe(took.Seconds())
	s.config.Log.InfoContext(ctx, "request", "operation", operation, "status", status, "ms", took.Milliseconds(), "key", key)
}

// A counting notes the status of a reply.
type counting struct {
	http.ResponseWriter
	status int
}

// WriteHeader sends the status.
func (c *counting) WriteHeader(status int) {
	c.status = cmp.Or(c.status, status)
	c.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (c *counting) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// Applied counts what a session did; it is for queue.Config.
func (m *Metrics) Applied(_ dyadmem.Dyad, _ string, step dyadmem.Step, lag time.Duration) {
	m.lag.Observe(lag.Seconds())
	m.captured.Add(float64(len(step.Captured)))
	m.refused.Add(float64(len(step.Refused)))
	for _, op := range step.Ops {
		switch {
		case op.Action == dyadmem.Invalidate && op.Why == dyadmem.WhyMerged:
			m.merged.Inc()
		case op.Action == dyadmem.Invalidate, op.Action == dyadmem.Delete:
			m.deletes.WithLabelValues("proposed").Inc()
			m.deletes.WithLabelValues("carried_out").Inc()
		case op.Action == dyadmem.Doubt:
			m.deletes.WithLabelValues("proposed").Inc()
			m.deletes.WithLabelValues("doubted").Inc()
		}
	}
}

// Metered returns e with its stages timed, and with what they take of models
// counted.
func (m *Metrics) Metered(e dyadmem.Engine) dyadmem.Engine {
	if c := e.Capturer; c != nil {
		e.Capturer = dyadmem.CaptureFunc(func(ctx context.Context, s dyadmem.Session) (out []dyadmem.Entry, err error) {
			defer m.stage("capture", &ctx)(&err)
			return c.Capture(ctx, s)
		})
	}
	if u := e.Updater; u != nil {
		e.Updater = dyadmem.UpdateFunc(func(ctx context.Context, b dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) (out []dyadmem.Op, err error) {
			defer m.stage("update", &ctx)(&err)
			return u.Update(ctx, b, s, captured)
		})
	}
	if r := e.Recaller; r != nil {
		e.Recaller = dyadmem.RecallFunc(func(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) (out []dyadmem.Hit, err error) {
			defer m.stage("recall", &ctx)(&err)
			return r.Recall(ctx, b, q)
		})
	}
	if a := e.Answerer; a != nil {
		e.Answerer = dyadmem.AnswerFunc(func(ctx context.Context, q dyadmem.Query, evidence []dyadmem.Entry) (out dyadmem.Answer, err error) {
			defer m.stage("answer", &ctx)(&err)
			return a.Answer(ctx, q, evidence)
		})
	}
	return e
}

// stage begins to time a stage, and has its calls charged; what it returns ends it.
func (m *Metrics) stage(name string, ctx *context.Context) func(*error) {
	account, begin := &dyadmem.Account{For: name}, time.Now()
	*ctx = dyadmem.WithAccount(*ctx, account)
	return func(err *error) {
		outcome := "done"
		if *err != nil {
			outcome = "failed"
		}
		m.stages.WithLabelValues(name, outcome).Observe(time.Since(begin).Seconds())
		if c := account.Cost(); c.Calls > 0 {
			m.tokens.WithLabelValues(name, "prompt").Add(float64(c.Prompt - c.Cached))
			m.tokens.WithLabelValues(name, "cached").Add(float64(c.Cached))
			m.tokens.WithLabelValues(name, "completion").Add(float64(c.Completion))
			m.usd.WithLabelValues(name).Add(c.USD)
		}
	}
}
