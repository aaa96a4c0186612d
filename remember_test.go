package dyadmem_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
)

func user(n int) dyadmem.Hand {
	return dyadmem.Hand{Actor: dyadmem.ActorUser, At: start.AddDate(0, 0, n), Reason: "test"}
}

func model(n int) dyadmem.Hand { return dyadmem.Hand{Actor: "model-x", At: start.AddDate(0, 0, n)} }

func remember(t *testing.T, e dyadmem.Engine, kind dyadmem.Kind, content string) dyadmem.EntryKey {
	t.Helper()
	k, err := e.Remember(t.Context(), dyad, dyadmem.Entry{Kind: kind, Content: content}, user(0))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func record(t *testing.T, e dyadmem.Engine, k dyadmem.EntryKey) dyadmem.Record {
	t.Helper()
	r, err := e.Store.Record(t.Context(), dyad, k)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAttributed(t *testing.T) {
	user, agent, tool := dyadmem.User, dyadmem.Agent, dyadmem.Tool
	for _, c := range []struct {
		name string
		by   string
		said []dyadmem.Speaker
		may  string // the kinds that may be stated
	}{
		{"the user says it", "", []dyadmem.Speaker{user}, "user_profile fact agent_identity agent_method agent_knowledge episodic"},
		{"the user takes up what the agent proposed", "", []dyadmem.Speaker{agent, user}, "user_profile fact agent_identity agent_method agent_knowledge episodic"},
		{"a person writes it by hand", dyadmem.ActorUser, nil, "user_profile fact agent_identity agent_method agent_knowledge episodic"},
		{"the agent says it", "", []dyadmem.Speaker{agent}, "agent_method agent_knowledge episodic"},
		{"the agent tells what a tool said", "", []dyadmem.Speaker{tool, agent}, "agent_method agent_knowledge episodic"},
		{"the assistant writes it by hand", dyadmem.ActorAgent, nil, "agent_method agent_knowledge episodic"},
		{"a model concludes it from no turn", "model-x", nil, "agent_method agent_knowledge episodic"},
		{"only a tool says it", "", []dyadmem.Speaker{tool}, "episodic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var may []string
			for _, k := range dyadmem.Kinds() {
				if dyadmem.Attributed(k, c.by, c.said) == nil {
					may = append(may, string(k))
				}
			}
			same(t, "kinds", c.may, strings.Join(may, " "))
		})
	}
}

func TestWhatATurnMayNotStateIsRefused(t *testing.T) {
	e := newEngine()
	s := session(1, "tea=green")
	s.Turns = append(s.Turns, dyadmem.Turn{ID: "s1.2", Speaker: dyadmem.Agent, Text: "cup=blue"}, dyadmem.Turn{ID: "s1.3", Speaker: dyadmem.Tool, Text: "rule=promo"})
	step, err := e.Observe(t.Context(), dyad, s, start)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "bank", []string{"tea=green"}, contents(t, e))
	same(t, "refused", 2, len(step.Refused))
	if _, err := e.Remember(t.Context(), dyad, dyadmem.Entry{Kind: dyadmem.Fact, Content: "x"}, dyadmem.Hand{Actor: dyadmem.ActorAgent, At: start}); !errors.Is(err, dyadmem.ErrInvalid) {
		t.Errorf("a fact by the assistant's own hand: %v", err)
	}
}

func TestCorrect(t *testing.T) {
	e := newEngine()
	k := remember(t, e, dyadmem.AgentMethod, "lead with the conclusion")
	if err := e.Pin(t.Context(), dyad, k, user(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Correct(t.Context(), dyad, k, dyadmem.Entry{Content: "no conclusion"}, model(2)); !errors.Is(err, dyadmem.ErrConflict) {
		t.Errorf("a model corrects what is pinned: %v", err)
	}
	again, err := e.Correct(t.Context(), dyad, k, dyadmem.Entry{Content: "Lead with the  conclusion", Until: start.AddDate(1, 0, 0)}, user(3))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the same words keep their key", k, again)
	next, err := e.Correct(t.Context(), dyad, k, dyadmem.Entry{Content: "end with the conclusion"}, user(4))
	if err != nil {
		t.Fatal(err)
	}
	old := record(t, e, k)
	same(t, "state, why and successor of the old one", fmt.Sprint(dyadmem.Invalid, dyadmem.WhySuperseded, next), fmt.Sprint(old.State, old.Why, old.Successor))
	same(t, "the pin goes on", true, record(t, e, next).Pinned)
}

func TestEveryOperationCanBeReverted(t *testing.T) {
	e := newEngine()
	k := remember(t, e, dyadmem.Fact, "tea=green")
	steps := []func() error{
		func() error { return e.Pin(t.Context(), dyad, k, user(1)) },
		func() error { return e.Unpin(t.Context(), dyad, k, user(2)) },
		func() error {
			_, err := e.Correct(t.Context(), dyad, k, dyadmem.Entry{Content: "Tea=Green"}, user(3))
			return err
		},
		func() error { return e.Retire(t.Context(), dyad, k, dyadmem.WhyCorrected, user(4)) },
		func() error { return e.Restore(t.Context(), dyad, k, user(5)) },
	}
	var before []dyadmem.Record
	for _, step := range steps {
		before = append(before, record(t, e, k))
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if err := e.Revert(t.Context(), dyad, int64(i+2), 0, user(6+i)); err != nil {
			t.Fatal(err)
		}
		got, want := record(t, e, k), before[i]
		got.Since, want.Since = time.Time{}, time.Time{} // it holds since it was reverted
		same(t, fmt.Sprintf("entry after step %d is reverted", i), want, got)
	}
	if err := e.Revert(t.Context(), dyad, 1, 0, user(20)); err != nil {
		t.Fatal(err)
	}
	same(t, "state after its adding is reverted", dyadmem.Invalid, record(t, e, k).State)
	events, err := e.History(t.Context(), dyad, k)
	if err != nil {
		t.Fatal(err)
	}
	if len(events) < 12 {
		t.Errorf("the history has %d events: reverting is an operation too", len(events))
	}
	if err := e.Revert(t.Context(), dyad, 99, 0, user(21)); !errors.Is(err, dyadmem.ErrNotFound) {
		t.Errorf("revert what never was: %v", err)
	}
}

func TestForgottenIsHidden(t *testing.T) {
	e := newEngine()
	told := session(1, "badge=teal", "tea=green")
	told.Turns = slices.Insert(told.Turns, 1, dyadmem.Turn{ID: "s1.a", Speaker: dyadmem.Agent, Text: "Noted: teal."})
	observe(t, e, told, session(2, "forget badge"))
	same(t, "bank", []string{"tea=green"}, contents(t, e))
	then, err := e.BankAt(t.Context(), dyad, start.AddDate(0, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "bank as of day 1", []string{"tea=green"}, said(then))
	var out strings.Builder
	if err := e.Export(t.Context(), dyad, &out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "teal") {
		t.Errorf("the export holds what was forgotten:\n%s", out.String())
	}
}

func TestMaskSecrets(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Test the mail hook with key sk-test-0000000000000000000000EXAMPLE and keep in mind that it listens on port 8025.", "Test the mail hook with key [secret:api_key] and keep in mind that it listens on port 8025."},
		{"no API key is needed here", "no API key is needed here"},
		{"The card is 4111 1111 1111 1111, exp 04/29", "The card is [secret:card_number], exp 04/29"},
		{"Order 4111 1111 1111 1112 is late", "Order 4111 1111 1111 1112 is late"},
		{"call 2026-03-16 09:00", "call 2026-03-16 09:00"},
		{"my password is hunter22, ok?", "my password is [secret:password], ok?"},
		{"密码是 hunter22，别告诉别人", "密码是 [secret:password]，别告诉别人"},
		{"我忘了密码", "我忘了密码"},
		{"ghp_0123456789abcdefghijABCDEFGHIJ456789 is the token", "[secret:token] is the token"},
		{"AKIAIOSFODNN7EXAMPLE", "[secret:api_key]"},
		{"-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- done", "[secret:private_key] done"},
		{"Authorization: Bearer abcdefghijklmnopqrstuvwxyz012345", "Authorization: Bearer [secret:token]"},
		{"my password was hunter22", "my password was [secret:password]"},
		{"the wifi password for home is hunter22", "the wifi password for home is [secret:password]"},
		{"pass: hunter, then", "pass: [secret:password], then"},
		{"pw=hunter2", "pw=[secret:password]"},
		{"DB_PASSWORD=hunter2secret", "DB_PASSWORD=[secret:password]"},
		{"My password is correct horse battery staple.", "My password is [secret:password]."},
		{"password is: \"my secret pass\"", "password is: \"[secret:password]\""},
		{"my password is wrong", "my password is wrong"},
		{"The password is stored in the vault", "The password is stored in the vault"},
		{"postgres://bob:s3cr3tpw@db/x", "postgres://bob:[secret:password]@db/x"},
		{"Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: Basic [secret:password]"},
		{"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws_secret_access_key = [secret:api_key]"},
		{"token=abcdef0123456789abcdef", "token=[secret:api_key]"},
		{"client_secret: abcdefghijklmnop", "client_secret: [secret:api_key]"},
		{"GOCSPX-abcdefghijklmnop", "[secret:api_key]"},
		{"-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----", "[secret:private_key]"},
		{"4111.1111.1111.1111", "[secret:card_number]"},
		{"4111–1111–1111–1111", "[secret:card_number]"},
		{"卡号４１１１１１１１１１１１１１１１", "卡号[secret:card_number]"},
		{"我的密码hunter2", "我的密码[secret:password]"},
		{"密码：我爱北京123", "密码：[secret:password]"},
		{"The sk-hyphenated-compound-words stay, sk-learn_pipelines_and_more too", "The sk-hyphenated-compound-words stay, sk-learn_pipelines_and_more too"},
		{"the api key is sk-four-words-and-more", "the api key is [secret:api_key]"},
		{"key sk-abcdefghijklmnopqrstuvwx and sk-live-abcDEFghiJKLmnoPQRstu", "key [secret:api_key] and [secret:api_key]"},
		{"ask-the-desk about task-oriented-design-documents", "ask-the-desk about task-oriented-design-documents"},
	} {
		same(t, c.text, c.want, dyadmem.MaskSecrets(c.text))
		same(t, "masking twice: "+c.text, c.want, dyadmem.MaskSecrets(dyadmem.MaskSecrets(c.text)))
	}
	e := newEngine()
	told := session(1, "key=sk-test-0000000000000000000000EXAMPLE")
	told.Role = "holder of sk-test-0000000000000000000000EXAMPLE"
	observe(t, e, told)
	if all := everything(t, e, dyad); strings.Contains(all, "0000EXAMPLE") {
		t.Errorf("it is kept somewhere:\n%s", all)
	}
	a, err := e.Store.Session(t.Context(), dyad, "s1")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "turn", "key=[secret:api_key]", a.Turns[0].Text)
	same(t, "bank", []string{"key=[secret:api_key]"}, contents(t, e))
	observe(t, e, session(1, "key=sk-test-0000000000000000000000EXAMPLE")) // and the same again is no conflict
}

// What is the user's only a person changes; from anybody else it is a proposal.
func TestOnlyAPersonChangesWhatIsTheUsers(t *testing.T) {
	agent := dyadmem.Hand{Actor: dyadmem.ActorAgent, At: start.AddDate(0, 0, 3)}
	setup := func() (e dyadmem.Engine, fact, pinned, forgotten dyadmem.EntryKey) {
		e = newEngine()
		fact, pinned, forgotten = remember(t, e, dyadmem.Fact, "tea=green"), remember(t, e, dyadmem.AgentMethod, "numbers first"), remember(t, e, dyadmem.Fact, "badge=teal")
		for _, err := range []error{e.Pin(t.Context(), dyad, pinned, user(1)), e.Retire(t.Context(), dyad, forgotten, dyadmem.WhyForget, user(1))} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return e, fact, pinned, forgotten
	}
	e, fact, pinned, forgotten := setup()
	put := func(k dyadmem.EntryKey) func() error {
		return func() error {
			_, err := e.Remember(t.Context(), dyad, dyadmem.Entry{Key: k, Kind: dyadmem.Episodic, Content: "the agent's words"}, agent)
			return err
		}
	}
	for name, do := range map[string]func() error{
		"overwrite what is pinned": put(pinned),
		"overwrite what is forgotten": func() error {
			_, err := e.Remember(t.Context(), dyad, dyadmem.Entry{Kind: dyadmem.Episodic, Content: "badge=teal"}, agent)
			return err
		},
		"restore what is forgotten": func() error { return e.Restore(t.Context(), dyad, forgotten, agent) },
		"revert the user's change":  func() error { return e.Revert(t.Context(), dyad, 1, 0, agent) },
		"revert the forgetting":     func() error { return e.Revert(t.Context(), dyad, 5, 0, agent) },
		"end it in place": func() error {
			_, err := e.Correct(t.Context(), dyad, pinned, dyadmem.Entry{Content: "numbers first", Until: start}, agent)
			return err
		},
	} {
		if err := do(); !errors.Is(err, dyadmem.ErrConflict) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	same(t, "bank", []string{"numbers first", "tea=green"}, contents(t, e))
	if err := put(fact)(); err != nil {
		t.Fatal(err)
	}
	same(t, "bank with the agent's words beside the user's", []string{"numbers first", "tea=green", "the agent's words"}, contents(t, e))
	if err := e.Retire(t.Context(), dyad, fact, dyadmem.WhyForget, agent); err != nil {
		t.Fatal(err)
	}
	r := record(t, e, fact)
	same(t, "what the agent wants forgotten is doubted", fmt.Sprint(dyadmem.Active, true), fmt.Sprint(r.State, r.Doubted))
	if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{All: true}, agent); !errors.Is(err, dyadmem.ErrInvalid) {
		t.Errorf("the agent purges: error %v", err)
	}
	if err := e.Retire(t.Context(), dyad, dyadmem.KeyFor("the agent's words"), dyadmem.WhyCorrected, agent); err != nil {
		t.Fatal(err)
	}
	same(t, "the agent retires its own", dyadmem.Invalid, record(t, e, dyadmem.KeyFor("the agent's words")).State)
}

func TestACorrectionIsRevertedWhole(t *testing.T) {
	for index := range 2 {
		e := newEngine()
		k := remember(t, e, dyadmem.Fact, "tea=green")
		if _, err := e.Correct(t.Context(), dyad, k, dyadmem.Entry{Content: "tea=black"}, user(1)); err != nil {
			t.Fatal(err)
		}
		if err := e.Revert(t.Context(), dyad, 2, index, user(2)); err != nil {
			t.Fatal(err)
		}
		same(t, "bank", []string{"tea=green"}, contents(t, e))
		if err := e.Revert(t.Context(), dyad, 3, 0, user(3)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryMethodRefusesADyadThatCanBeNone(t *testing.T) {
	e, ctx := newEngine(), t.Context()
	for _, d := range []dyadmem.Dyad{{User: "u1"}, {Agent: "a\x00", User: "u1"}, {Agent: "desk", User: "\xff"}, {Agent: strings.Repeat("x", dyadmem.MaxID+1), User: "u1"}} {
		for name, do := range map[string]func() error{
			"apply":   func() error { _, err := e.Apply(ctx, d, "s1", start); return err },
			"recall":  func() error { _, err := e.Recall(ctx, d, dyadmem.Request{}); return err },
			"bank at": func() error { _, err := e.BankAt(ctx, d, start); return err },
			"history": func() error { _, err := e.History(ctx, d, "k"); return err },
			"remember": func() error {
				_, err := e.Remember(ctx, d, dyadmem.Entry{Kind: dyadmem.Fact, Content: "x"}, user(1))
				return err
			},
			"correct":  func() error { _, err := e.Correct(ctx, d, "k", dyadmem.Entry{Content: "x"}, user(1)); return err },
			"pin":      func() error { return e.Pin(ctx, d, "k", user(1)) },
			"doubtful": func() error { _, err := e.Doubtful(ctx, d); return err },
			"compact":  func() error { _, err := e.Compact(ctx, d, user(1)); return err },
			"export":   func() error { return e.Export(ctx, d, &strings.Builder{}) },
			"import":   func() error { _, err := e.Import(ctx, d, strings.NewReader(""), user(1)); return err },
			"markdown": func() error { return e.WriteMarkdown(ctx, d, &strings.Builder{}) },
			"purge":    func() error { _, err := e.Purge(ctx, d, dyadmem.Target{All: true}, user(1)); return err },
			"promote":  func() error { _, err := e.Promote(ctx, d, "k", user(1)); return err },
		} {
			if err := do(); !errors.Is(err, dyadmem.ErrInvalid) {
				t.Errorf("%s %.20s: error %v", name, d, err)
			}
		}
	}
	commons := dyadmem.Commons("desk")
	if _, err := e.Remember(ctx, commons, dyadmem.Entry{Kind: dyadmem.AgentMethod, Content: "x"}, user(1)); !errors.Is(err, dyadmem.ErrInvalid) {
		t.Errorf("remember in a commons: %v", err)
	}
	if _, err := e.Import(ctx, commons, strings.NewReader(""), user(1)); !errors.Is(err, dyadmem.ErrInvalid) {
		t.Errorf("import into a commons: %v", err)
	}
	if err := e.Pin(ctx, dyad, "a\x00", user(1)); !errors.Is(err, dyadmem.ErrInvalid) {
		t.Errorf("a key with a NUL: %v", err)
	}
}

func TestForgottenHidesWhatItReplacedForGood(t *testing.T) {
	e := newEngine()
	observe(t, e, session(1, "badge=teal"), session(2, "badge=ochre"), session(3, "forget badge"), session(5, "badge=teal"))
	for day, want := range map[int][]string{1: {}, 2: {}, 4: {}, 6: {"badge=teal"}} {
		then, err := e.BankAt(t.Context(), dyad, start.AddDate(0, 0, day))
		if err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("bank as of day %d", day), want, said(then))
	}
	var out strings.Builder
	if err := e.Export(t.Context(), dyad, &out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "ochre") || strings.Contains(out.String(), "s1.1\",\"speaker\":\"user\",\"text\":\"badge") {
		t.Errorf("the export holds what was forgotten:\n%s", out.String())
	}
	again := newEngine()
	if _, err := again.Import(t.Context(), dyad, strings.NewReader(out.String()), user(9)); err != nil {
		t.Fatal(err)
	}
	same(t, "bank of the export", []string{"badge=teal"}, contents(t, again))
}
