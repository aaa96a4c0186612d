package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/server"
)

// keysCmd administers the keys that a service lets callers in by.
type keysCmd struct {
	Create keysCreateCmd `cmd:"" help:"Make a key, and print it: it is seen this once."`
	List   keysListCmd   `cmd:"" help:"List the keys, by their public halves."`
	Revoke keysRevokeCmd `cmd:"" help:"Revoke a key."`
}

// keyFlags name the store whose service is meant.
type keyFlags struct {
	Store string `default:"sqlite:dyadmem.db" placeholder:"URL" help:"sqlite:PATH or postgres://… (default: ${default})"`
}

// with runs f on the keys of the store.
func (k keyFlags) with(ctx context.Context, f func(dyadmem.KeyStore) error) error {
	st, err := openStore(ctx, k.Store)
	if err != nil {
		return err
	}
	defer st.Close()
	keys, ok := st.(dyadmem.KeyStore)
	if !ok {
		return usagef("a %T keeps no keys", st)
	}
	return f(keys)
}

type keysCreateCmd struct {
	keyFlags
	Name  string `required:"" help:"What you call it."`
	Role  string `enum:"read,write,admin" default:"write" help:"read: recall and look; write: also record and change; admin: also import and erase."`
	Agent string `help:"Bind it to this agent (default: any)."`
	User  string `help:"Bind it to this user (default: any)."`
}

// Help is shown by --help.
func (keysCreateCmd) Help() string {
	return "Example: dyadmem keys create --store sqlite:memory.db --name \"ann's desk\" --role write --agent desk --user ann"
}

func (c *keysCreateCmd) Run(ctx context.Context, con *console) error {
	return c.with(ctx, func(keys dyadmem.KeyStore) error {
		k, secret, err := server.NewKey(c.Name, dyadmem.Role(c.Role), c.Agent, c.User, time.Now())
		if err == nil {
			err = keys.KeepKey(ctx, k)
		}
		if err != nil {
			return err
		}
		con.say("keep it: only its hash is stored, and it is not shown again")
		return con.result(struct {
			dyadmem.APIKey
			Key string `json:"key"`
		}{k, secret}, "%s", secret)
	})
}

type keysListCmd struct{ keyFlags }

// Help is shown by --help.
func (keysListCmd) Help() string { return "Example: dyadmem keys list --store sqlite:memory.db" }

func (c *keysListCmd) Run(ctx context.Context, con *console) error {
	return c.with(ctx, func(keys dyadmem.KeyStore) error {
		list, err := keys.APIKeys(ctx)
		if err != nil {
			return err
		}
		if con.JSON {
			return writeJSON(con.Out, append([]dyadmem.APIKey{}, list...))
		}
		any := func(id string) string {
			if id == "" {
				return "any"
			}
			return fmt.Sprintf("%q", id)
		}
		w := tabwriter.NewWriter(con.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "id\trole\tagent\tuser\tcreated\tname")
		for _, k := range list {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Role, any(k.Agent), any(k.User), k.Created.Format(time.DateOnly), k.Name)
		}
		return w.Flush()
	})
}

type keysRevokeCmd struct {
	keyFlags
	ID string `arg:"" help:"The id of the key, as keys list shows it."`
}

// Help is shown by --help.
func (keysRevokeCmd) Help() string {
	return "Example: dyadmem keys revoke --store sqlite:memory.db x2k4l7mq"
}

func (c *keysRevokeCmd) Run(ctx context.Context, con *console) error {
	return c.with(ctx, func(keys dyadmem.KeyStore) error {
		if err := keys.DropKey(ctx, c.ID); err != nil {
			return err
		}
		con.say("revoked; a running service notices within seconds")
		return nil
	})
}
