// Command dyadmem measures dyadic memory and serves it.
//
//	dyadmem bench run --data mini --out out
//
// runs a complete memory pipeline over the data set that the binary carries,
// and says where it loses. See dyadmem --help for all the commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/convert"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Exit statuses.
const (
	exitDone        = 0   // warnings allowed
	exitFailed      = 1   // or faults found in a file that could be opened
	exitUsage       = 2   // wrong usage, or an input that can't be used at all
	exitUnitsFailed = 3   // done, but some units failed
	exitInterrupted = 130 // resumable
)

// A statusError ends the program with a status of its own. An empty message
// prints nothing: the command has said it all.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &statusError{exitUsage, fmt.Sprintf(format, args...)}
}

// A console is where a command writes: results to Out, messages to Err.
type console struct {
	Out, Err io.Writer
	JSON     bool
}

// color reports whether results may be coloured: on a terminal, unless
// NO_COLOR is set.
func (c *console) color() bool { return os.Getenv("NO_COLOR") == "" && isTerminal(c.Out) }

func (c *console) say(format string, args ...any) { fmt.Fprintf(c.Err, format+"\n", args...) }

type cli struct {
	Config kong.ConfigFlag `help:"YAML file with settings; flags and DYADMEM_* variables win over it." placeholder:"FILE"`
	JSON   bool            `name:"json" help:"Write the result as JSON to standard output."`
	// As a flag too: the first thing that a script or a person tries.
	ShowVersion kong.VersionFlag `name:"version" env:"-" help:"Print the version and stop."`

	Bench struct {
		Run       runCmd       `cmd:"" help:"Run a system over a data set, score it, and say where it loses."`
		Score     scoreCmd     `cmd:"" help:"Score predictions that any program wrote."`
		Judge     judgeCmd     `cmd:"" help:"Judge the stored answers of a run again."`
		Compare   compareCmd   `cmd:"" help:"Compare runs over the same data: paired differences."`
		Retrieve  retrieveCmd  `cmd:"" name:"retrievers" help:"Compare retrievers over the gold banks."`
		Calibrate calibrateCmd `cmd:"" help:"Score a judge against labelled lines."`
	} `cmd:"" help:"The benchmark."`
	Data struct {
		Validate validateCmd `cmd:"" help:"Check data sets against every rule of the format."`
		Stats    statsCmd    `cmd:"" help:"Print the figures of a data set."`
		Convert  convertCmd  `cmd:"" help:"Turn a public data set into episodes."`
	} `cmd:"" help:"Data sets."`
	Serve    serveCmd   `cmd:"" help:"Serve the memory engine over HTTP and MCP."`
	MCP      mcpCmd     `cmd:"" name:"mcp" help:"Serve one dyad's memory as MCP tools on standard input and output."`
	Keys     keysCmd    `cmd:"" help:"The keys of a service."`
	Work     workCmd    `cmd:"" help:"Observe the sessions of a store: workers only."`
	Migrate  migrateCmd `cmd:"" help:"Bring a store to the schema of this version."`
	Export   exportCmd  `cmd:"" help:"Write all that a store holds of a dyad, with its log."`
	Import   importCmd  `cmd:"" help:"Read an export into a store."`
	Purge    purgeCmd   `cmd:"" help:"Erase for good, with a receipt."`
	Settings struct {
		Show configShowCmd `cmd:"" help:"Print the settings that hold, and where each came from."`
	} `cmd:"" name:"config" help:"Settings."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// newParser returns the parser of the command line.
func newParser(c *cli, ctx context.Context, stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(c,
		kong.Name("dyadmem"),
		kong.Description("The benchmark and the engine of dyadic memory: what an assistant remembers of one person, and of how it is to work for them."),
		kong.Writers(stdout, stderr),
		kong.Exit(exit),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: false, WrapUpperBound: 100}),
		kong.DefaultEnvars("DYADMEM"),
		kong.Configuration(loadYAML),
		kong.Vars{"formats": formatNames(), "version": "dyadmem " + version()},
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
}

// run is main, with what main has from outside as arguments. It returns the
// exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var c cli
	exited := -1
	parser, err := newParser(&c, ctx, stdout, stderr, func(code int) { exited = code })
	if err != nil {
		fmt.Fprintln(stderr, "dyadmem:", err)
		return exitFailed
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	k, err := parser.Parse(args)
	if exited >= 0 { // --help
		return exited
	}
	if err != nil {
		fmt.Fprintf(stderr, "dyadmem: %v (see dyadmem --help)\n", err)
		return exitUsage
	}
	return status(k.Run(&console{stdout, stderr, c.JSON}, parser), stderr)
}

func formatNames() string {
	var names []string
	for _, f := range convert.Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// status prints err and returns the exit status that it means.
func status(err error, stderr io.Writer) int {
	if err == nil {
		return exitDone
	}
	code := exitFailed
	var own *statusError
	switch {
	case errors.As(err, &own):
		code = own.status
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "dyadmem: interrupted; the same command goes on from here")
		return exitInterrupted
	case errors.Is(err, bench.ErrUnusable), errors.Is(err, dyadmem.ErrInvalid):
		code = exitUsage
	}
	if err.Error() != "" {
		fmt.Fprintf(stderr, "dyadmem: %v\n", err)
	}
	return code
}
