package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/dyadmem/dyadmem"
)

// whole serves banks as wholes.
func (s *Server) whole() {
	text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	route(s, operation{method: http.MethodGet, path: "/v1/dyads", id: "list-dyads", role: dyadmem.RoleRead, summary: "The dyads that hold anything, as far as the key reaches."}, s.dyads)
	route(s, operation{method: http.MethodPost, path: inDyadPath + "/compact", id: "compact", role: dyadmem.RoleWrite, summary: "Work a bank that is over its cap down to it, now."}, s.compact)
	route(s, operation{method: http.MethodGet, path: inDyadPath + "/export", id: "export", role: dyadmem.RoleRead, summary: "Everything that the dyad holds, as JSON Lines with a seal, or its rules as Markdown to edit.",
		also: map[string]*huma.Response{"200": {Description: "The export.", Content: map[string]*huma.MediaType{jsonLines: text, markdown: text}}}}, s.export)
	route(s, operation{
		method: http.MethodPost, path: inDyadPath + "/import", id: "import", role: dyadmem.RoleAdmin, body: importBodies * s.config.Limits.Body,
		summary: "Read an export, or edited Markdown. What was erased here stays out.",
	}, s.load)
	route(s, operation{method: http.MethodDelete, path: inDyadPath, id: "purge-dyad", role: dyadmem.RoleAdmin, summary: "Erase everything of the dyad for good, with a receipt. For the user's own request."},
		func(ctx context.Context, in *InDyad) (*receiptOut, error) {
			return s.purge(ctx, in.dyad(), dyadmem.Target{All: true})
		})
	route(s, operation{method: http.MethodDelete, path: inDyadPath + "/entries/{key}", id: "purge-entry", role: dyadmem.RoleAdmin, summary: "Erase an entry for good, everywhere, with a receipt."},
		func(ctx context.Context, in *InEntry) (*receiptOut, error) {
			return s.purge(ctx, in.dyad(), dyadmem.Target{Entries: []dyadmem.EntryKey{dyadmem.EntryKey(in.Key)}})
		})
	route(s, operation{method: http.MethodPost, path: inDyadPath + "/purge", id: "purge", role: dyadmem.RoleAdmin, summary: "Erase entries, or whatever holds a text, for good, with a receipt."},
		func(ctx context.Context, in *struct {
			InDyad
			Body struct {
				Entries []string `json:"entries,omitempty" nullable:"true" doc:"Their keys."`
				Text    string   `json:"text,omitempty" doc:"Every entry and turn that holds this text."`
			}
		}) (*receiptOut, error) {
			t := dyadmem.Target{Text: in.Body.Text}
			for _, k := range in.Body.Entries {
				t.Entries = append(t.Entries, dyadmem.EntryKey(k))
			}
			return s.purge(ctx, in.dyad(), t)
		})
	route(s, operation{method: http.MethodDelete, path: "/v1/users/{user}", id: "purge-user", role: dyadmem.RoleAdmin, summary: "Erase everything of a user, with every agent, for good, with a receipt."}, s.purgeUser)
}

type dyadsOut struct {
	Body struct {
		Dyads []Dyad `json:"dyads"`
		Next  *After `json:"next,omitempty" doc:"The parameters of the next page."`
	}
}

// A Dyad is one agent and one user.
type Dyad struct {
	Agent string `json:"agent"`
	User  string `json:"user"`
}

// An After is where the next page of dyads begins.
type After struct {
	Agent string `json:"after_agent"`
	User  string `json:"after_user"`
}

// dyads lists by agent and user.
func (s *Server) dyads(ctx context.Context, in *struct {
	Agent      string `query:"agent" doc:"Those of this agent alone."`
	Limit      int    `query:"limit" minimum:"1" maximum:"10000" default:"1000"`
	AfterAgent string `query:"after_agent"`
	AfterUser  string `query:"after_user"`
}) (*dyadsOut, error) {
	for _, id := range []string{in.Agent, in.AfterAgent, in.AfterUser} {
		if !wellFormed(id) {
			return nil, fmt.Errorf("agent, after_agent and after_user: %w: %s", dyadmem.ErrInvalid, idForm)
		}
	}
	k, out, list := callerOf(ctx), &dyadsOut{}, []Dyad{}
	agent := cmp.Or(in.Agent, k.Agent)
	after := dyadmem.Dyad{Agent: in.AfterAgent, User: in.AfterUser} // it may be gone by now
	if agent > after.Agent {
		after = dyadmem.Dyad{Agent: agent} // its commons
	}
	for d, err := range s.engine.Store.Dyads(ctx, after) {
		if err != nil {
			return nil, err
		}
		if agent != "" && d.Agent != agent {
			break // the agents after it
		}
		if d.User == "" || !k.Reaches(d) { // the commons is nobody's dyad
			continue
		}
		if len(list) == in.Limit {
			last := list[len(list)-1]
			out.Body.Next = &After{last.Agent, last.User}
			break
		}
		list = append(list, Dyad{d.Agent, d.User})
	}
	out.Body.Dyads = list
	return out, nil
}

type compactOut struct {
	Body struct {
		Before int    `json:"before" doc:"Active entries."`
		After  int    `json:"after"`
		Cap    int    `json:"cap"`
		Over   bool   `json:"over" doc:"The bank holds more than its cap after all."`
		Gone   []Gone `json:"gone"`
	}
}

// A Gone is an entry that left the bank.
type Gone struct {
	Key       string `json:"key"`
	State     string `json:"state"`
	Why       string `json:"why"`
	Successor string `json:"successor,omitempty"`
}

func (s *Server) compact(ctx context.Context, in *struct {
	InDyad
	Body *By
}) (*compactOut, error) {
	if in.Body == nil {
		in.Body = &By{Reason: "asked for"}
	}
	c, err := s.engine.Compact(ctx, in.dyad(), s.hand(*in.Body))
	if err != nil {
		return nil, err
	}
	out := &compactOut{}
	out.Body.Before, out.Body.After, out.Body.Cap, out.Body.Over, out.Body.Gone = c.Before, c.After, c.Cap, c.Over(), []Gone{}
	for _, g := range c.Gone {
		out.Body.Gone = append(out.Body.Gone, Gone{string(g.Key), string(g.State), string(g.Why), string(g.Successor)})
	}
	return out, nil
}

// The two forms of a bank outside of a store.
const (
	jsonLines = "application/jsonl"
	markdown  = "text/markdown"
)

func (s *Server) export(ctx context.Context, in *struct {
	InDyad
	Markdown bool `query:"markdown" doc:"The relation side alone, as Markdown that a person can read and edit."`
}) (*huma.StreamResponse, error) {
	d := in.dyad()
	if known, err := s.known(ctx, d, 0); err != nil || !known {
		if err == nil {
			err = dyadmem.ErrNotFound
		}
		return nil, err
	}
	write, kind := s.engine.Export, jsonLines
	if in.Markdown {
		write, kind = s.engine.WriteMarkdown, markdown
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", kind+"; charset=utf-8")
		if err := write(hc.Context(), d, hc.BodyWriter()); err != nil { // it lacks its seal, and no import takes it
			s.problem(hc.Context(), err)
			panic(http.ErrAbortHandler)
		}
	}}, nil
}

// importBodies is how many times as long as any other request an import may be.
const importBodies = 64

type importOut struct {
	Body struct {
		Sessions  int      `json:"sessions"`
		Changes   int      `json:"changes"`
		Known     int      `json:"known" doc:"Sessions and changes that were there already."`
		Erased    int      `json:"erased" doc:"Entries left out because they were erased here."`
		Refused   []string `json:"refused,omitempty" doc:"Keys of entries that their evidence may not state."`
		Added     int      `json:"added,omitempty" doc:"Of Markdown: rules added."`
		Corrected int      `json:"corrected,omitempty"`
		Retired   int      `json:"retired,omitempty"`
	}
}

func (s *Server) load(ctx context.Context, in *struct {
	InDyad
	Markdown bool   `query:"markdown" doc:"The body is an edited Markdown view."`
	RawBody  []byte `contentType:"application/octet-stream"`
}) (*importOut, error) {
	by, out := s.hand(By{Reason: "imported"}), &importOut{}
	body := bytes.NewReader(in.RawBody)
	if in.Markdown {
		got, err := s.engine.ReadMarkdown(ctx, in.dyad(), body, by)
		out.Body.Added, out.Body.Corrected, out.Body.Retired = got.Added, got.Corrected, got.Retired
		return out, err
	}
	got, err := s.engine.Import(ctx, in.dyad(), body, by)
	out.Body.Sessions, out.Body.Changes, out.Body.Known, out.Body.Erased = got.Sessions, got.Changes, got.Known, got.Erased
	for _, r := range got.Refused {
		out.Body.Refused = append(out.Body.Refused, string(r.Entry.Key))
	}
	return out, err
}

type receiptOut struct{ Body dyadmem.Receipt }

// byAdmin is who erases: an operator, on the user's request.
func (s *Server) byAdmin() dyadmem.Hand {
	return dyadmem.Hand{Actor: dyadmem.ActorAdmin, At: s.config.Now(), Reason: "purge asked for"}
}

func (s *Server) purge(ctx context.Context, d dyadmem.Dyad, t dyadmem.Target) (*receiptOut, error) {
	r, err := s.engine.Purge(ctx, d, t, s.byAdmin())
	return &receiptOut{r}, err
}

// purgeUser erases with every agent, so the key must reach every agent.
func (s *Server) purgeUser(ctx context.Context, in *struct {
	User string `path:"user" maxLength:"1024"`
}) (*receiptOut, error) {
	switch k := callerOf(ctx); {
	case k.User != "" && k.User != in.User:
		return nil, dyadmem.ErrNotFound
	case k.Agent != "":
		return nil, forbidden("this key is bound to one agent; a user is erased with every agent")
	}
	r, err := s.engine.PurgeUser(ctx, in.User, s.byAdmin())
	return &receiptOut{r}, err
}
