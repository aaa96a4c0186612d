// Package server serves a dyadmem.Engine over HTTP and MCP.
//
// The HTTP API is under /v1, described by the OpenAPI 3.1 document that the
// server itself serves at /openapi.json; errors are RFC 9457 problem details. A
// path names the dyad, so that nothing is read or written without one:
//
//	/v1/dyads/{agent}/{user}/…       one bank
//	/v1/agents/{agent}/commons/…     what an agent shares with all its users
//	/mcp/{agent}/{user}              the same bank as MCP tools
//	/                                a page to look and to decide
//	/healthz  /readyz  /metrics      for who runs it
//
// Sessions are observed offline, by the queue; recall and answer never wait for
// it. A caller is let in by a key that is bound to a role and, perhaps, to an
// agent, a user or one dyad; what lies outside is not there for it. Nothing that
// a dyad said is ever logged.
//
//	server.go     what is served, and how;  access.go: to whom
//	sessions.go   sessions in, and their jobs
//	recall.go     recall and answer
//	entries.go    the bank by hand;  ops.go: its log
//	whole.go      a bank as a whole: compact, export, import, erase
//	mcp.go        the tools of MCP
//	console.go    a page for a person
//	health.go     is it well;  metrics.go: in figures
package server
