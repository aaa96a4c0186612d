package main

import (
	"context"
	"fmt"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/convert"
	"github.com/dyadmem/dyadmem/bench/mini"
)

// openSet opens a data set by path, or one that the binary carries by name.
func openSet(data string) (*bench.Set, error) {
	switch data {
	case "":
		return nil, usagef("no data set: name one with --data (mini, mini:dev, mini:test or a path)")
	case "mini", "mini:dev", "mini:test":
		fsys, err := mini.FS(data)
		if err != nil {
			return nil, err
		}
		return bench.OpenFS(fsys, data)
	}
	return bench.Open(data)
}

type validateCmd struct {
	Paths []string `arg:"" name:"path" help:"Files or folders of episodes (or mini, mini:dev, mini:test)."`
	Quiet bool     `short:"q" help:"Print no warnings."`
}

// Help is shown by --help.
func (validateCmd) Help() string { return "Example: dyadmem data validate episodes/ more.jsonl.zst" }

func (c *validateCmd) Run(ctx context.Context, con *console) error {
	var sets []*bench.Set
	for _, p := range c.Paths {
		s, err := openSet(p)
		if err != nil {
			return err
		}
		sets = append(sets, s)
	}
	v, err := bench.Validate(ctx, sets...)
	if err != nil {
		return err
	}
	if con.JSON {
		if err := writeJSON(con.Out, v); err != nil {
			return err
		}
	} else {
		for _, f := range v.Errors {
			fmt.Fprintf(con.Out, "error: %s\n", f)
		}
		if !c.Quiet {
			for _, f := range v.Warnings {
				fmt.Fprintf(con.Out, "warning: %s\n", f)
			}
		}
		if len(v.Errors) > 0 || len(v.Warnings) > 0 && !c.Quiet {
			con.say("%d files, %d episodes: %d errors, %d warnings", v.Files, v.Episodes, len(v.Errors), len(v.Warnings))
		}
	}
	if len(v.Errors) > 0 {
		return &statusError{status: exitFailed}
	}
	return nil
}

type statsCmd struct {
	Path string `arg:"" help:"A data set: a file, a folder, mini, mini:dev or mini:test."`
}

// Help is shown by --help.
func (statsCmd) Help() string { return "Example: dyadmem data stats mini" }

func (c *statsCmd) Run(con *console) error {
	set, err := openSet(c.Path)
	if err != nil {
		return err
	}
	s, err := bench.NewStats(set.Episodes())
	if err != nil {
		return err
	}
	if con.JSON {
		return writeJSON(con.Out, s)
	}
	return s.WriteText(con.Out)
}

type convertCmd struct {
	From string `required:"" placeholder:"FORMAT" help:"The format of IN: ${formats}."`
	In   string `arg:"" help:"A file or folder."`
	Out  string `arg:"" help:"The data set to write: .jsonl, .jsonl.gz or .jsonl.zst."`
}

// Help is shown by --help.
func (convertCmd) Help() string {
	return "Example: dyadmem data convert --from realmem RealMemBench/dataset realmem.jsonl"
}

func (c *convertCmd) Run(ctx context.Context, con *console) error {
	format, err := convert.Lookup(c.From)
	if err != nil {
		return usagef("%v", err)
	}
	in, err := convert.Open(c.In)
	if err != nil {
		return err
	}
	out, err := bench.Create(c.Out)
	if err != nil {
		return err
	}
	defer out.Abort()
	report, err := format.Convert(ctx, in, out)
	if err != nil {
		return fmt.Errorf("convert %s: %w", c.In, err)
	}
	if err := out.Close(); err != nil {
		return err
	}
	if con.JSON {
		return writeJSON(con.Out, report)
	}
	return report.WriteText(con.Out)
}
