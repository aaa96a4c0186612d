// Package llm talks to models behind OpenAI-compatible endpoints: chat with
// answers that fit a JSON schema, embeddings, and reranking.
//
// A [Client] is one model at one endpoint. It keeps a number of requests in
// flight, fewer after a 429 and more again as it goes well; it retries what may
// pass, gives up on what will not, and waits for an endpoint that is away
// without counting that as an attempt. What was paid for once is kept in the
// client's cache, by a hash of the request, and never asked again. A [Ledger]
// counts calls, tokens, money and latency by stage.
//
// The [Mode] of a client says what happens to a request that the cache does not
// hold: it is sent, it is refused (Offline), it is written to a file for a batch
// API (Batch), or it is only counted (DryRun).
//
// Replies of small models are seldom clean. [Client.Chat] cuts the JSON out of
// them and mends it where the meaning is sure, asks once more where it is not,
// and returns a [dyadmem.FormatError] where that fails too: never an empty
// success.
//
// The package reads the clock to measure latency and to wait, and for nothing
// else.
package llm
