package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"
	"gopkg.in/yaml.v3"
)

// A yamlConfig is a settings file. A setting is named like its flag and stands
// on top, or under the command that it is for:
//
//	workers: 4
//	bench:
//	  run:
//	    system: rules
type yamlConfig struct{ root map[string]any }

func loadYAML(r io.Reader) (kong.Resolver, error) {
	c := yamlConfig{}
	if err := yaml.NewDecoder(r).Decode(&c.root); err != nil && err != io.EOF {
		return nil, fmt.Errorf("settings file: %w", err)
	}
	return c, nil
}

// Validate refuses settings that no command has: a misspelt one must not pass
// for its default.
func (c yamlConfig) Validate(app *kong.Application) error {
	return c.validate(c.root, app.Node, "")
}

func (c yamlConfig) validate(m map[string]any, n *kong.Node, path string) error {
	for name, v := range m {
		child := slices.IndexFunc(n.Children, func(k *kong.Node) bool { return k.Name == name })
		sub, isMap := v.(map[string]any)
		switch {
		case child >= 0 && isMap:
			if err := c.validate(sub, n.Children[child], path+name+"."); err != nil {
				return err
			}
		case child >= 0 && !hasFlag(n, name): // data is a command and a setting
			return fmt.Errorf("settings file: %s%s is a command: indent its settings under it", path, name)
		case !hasFlag(n, name):
			return fmt.Errorf("settings file: no setting is called %s%s (see dyadmem config show)", path, name)
		}
	}
	return nil
}

func hasFlag(n *kong.Node, name string) bool {
	if slices.ContainsFunc(n.Flags, func(f *kong.Flag) bool { return f.Name == name }) {
		return true
	}
	return slices.ContainsFunc(n.Children, func(k *kong.Node) bool { return hasFlag(k, name) })
}

// Resolve returns the value of flag in the file, nil if it has none or if the
// environment sets it.
func (c yamlConfig) Resolve(_ *kong.Context, path *kong.Path, flag *kong.Flag) (any, error) {
	if fromEnv(flag) != "" {
		return nil, nil
	}
	return c.lookup(path.Node(), flag.Name), nil
}

// lookup finds a setting under the command n, or under the nearest command
// above it.
func (c yamlConfig) lookup(n *kong.Node, flag string) any {
	for ; n != nil; n = n.Parent {
		m := c.root
		for _, name := range commandPath(n) {
			m, _ = m[name].(map[string]any)
		}
		v, ok := m[flag]
		if _, command := v.(map[string]any); ok && !command {
			return v
		}
	}
	return nil
}

func commandPath(n *kong.Node) []string {
	var path []string
	for ; n != nil && n.Parent != nil; n = n.Parent {
		path = append(path, n.Name)
	}
	slices.Reverse(path)
	return path
}

func fromEnv(f *kong.Flag) string {
	for _, name := range f.Envs {
		if _, ok := os.LookupEnv(name); ok {
			return name
		}
	}
	return ""
}

type configShowCmd struct{}

// A setting is what holds for a flag of a command, and where it came from.
type setting struct {
	Name  string `json:"name"` // bench.run.workers
	Value string `json:"value"`
	From  string `json:"from"` // default, file or the name of an environment variable
}

// Help is shown by --help.
func (configShowCmd) Help() string { return "Example: dyadmem --config dyadmem.yaml config show" }

func (configShowCmd) Run(con *console, parser *kong.Kong, c *cli) error {
	file := yamlConfig{}
	if c.Config != "" {
		f, err := os.Open(string(c.Config))
		if err != nil {
			return usagef("settings file: %v", err)
		}
		defer f.Close()
		r, err := loadYAML(f)
		if err != nil {
			return err
		}
		file = r.(yamlConfig)
	}
	var list []setting
	for _, leaf := range parser.Model.Leaves(true) {
		for _, f := range leaf.Flags {
			s := setting{Name: strings.Join(append(commandPath(leaf), f.Name), "."), Value: f.Default, From: "default"}
			if v := file.lookup(leaf, f.Name); v != nil {
				s.Value, s.From = fmt.Sprint(v), "file"
			}
			if name := fromEnv(f); name != "" {
				s.Value, s.From = os.Getenv(name), name
			}
			if s.Value != "" && secret(f.Name) {
				s.Value = masked
			}
			s.Value = maskURL(s.Value)
			list = append(list, s)
		}
	}
	if con.JSON {
		return writeJSON(con.Out, list)
	}
	w := tabwriter.NewWriter(con.Out, 0, 0, 2, ' ', 0)
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Value, s.From)
	}
	return w.Flush()
}

// masked stands for what is not to be shown.
const masked = "****"

// secret reports whether what goes by a name is not to be shown.
func secret(name string) bool {
	return containsAny(name, "key", "token-", "password", "secret")
}

// maskURL masks the password of an address, and what its query hands over as a secret. Of an address that cannot be read
// nothing but its scheme is shown: where the password stands is not known.
func maskURL(value string) string {
	scheme, _, isURL := strings.Cut(value, "://")
	if !isURL {
		return value
	}
	u, err := url.Parse(value)
	if err != nil {
		return scheme + "://" + masked
	}
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), masked)
	}
	query := u.Query()
	for name := range query {
		if low := strings.ToLower(name); secret(low) || containsAny(low, "token", "pass", "auth", "sig") {
			query.Set(name, masked)
			u.RawQuery = query.Encode()
		}
	}
	return strings.ReplaceAll(u.String(), url.QueryEscape(masked), masked)
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
