package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/dyadmem/dyadmem/bench"
)

// The files that a run leaves, beside its predictions.
const (
	verdictsFile      = "verdicts.jsonl"
	summaryFile       = "summary.json"
	summaryErrataFile = "summary-errata.json" // with --errata, beside the one without
	reportFile        = "report.md"
	manifestFile      = "manifest.json"
)

// A manifest says what a run was: enough to run it again, and to tell whether
// a folder holds this run or another.
type manifest struct {
	Schema   string        `json:"schema"`
	Version  string        `json:"version"`
	Settings runSettings   `json:"settings"`
	Key      string        `json:"key"` // of settings, data and code
	Code     string        `json:"code_sha256"`
	Data     bench.Survey  `json:"data"`
	Host     manifestHost  `json:"host"`
	Began    time.Time     `json:"began"`
	Ended    *time.Time    `json:"ended"` // null while it runs, or if it was cut short
	Seconds  float64       `json:"seconds"`
	Starts   int           `json:"starts"` // how often it was started
	Outcome  bench.Outcome `json:"outcome"`
	Spent    spent         `json:"spent,omitempty"` // by the last start
	Paid     bill          `json:"paid,omitzero"`   // by all starts
	Paths    manifestPaths `json:"paths"`
}

type manifestHost struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
	Go   string `json:"go"`
}

type manifestPaths struct {
	Data        string `json:"data"`
	Out         string `json:"out"`
	Predictions string `json:"predictions"`
}

const manifestSchema = "dyadmem/manifest/v1"

// runSettings are the settings that a run's results depend on.
type runSettings struct {
	Data        string         `json:"data"`
	System      string         `json:"system"`
	Stages      []string       `json:"stages"`
	Equivalence string         `json:"equivalence"`
	Answers     string         `json:"answers"`
	Errata      string         `json:"errata,omitempty"`
	Limit       int            `json:"limit"`
	Cap         int            `json:"cap"`
	Stored      bool           `json:"stored"`
	Models      *modelSettings `json:"models,omitempty"`
	Seed        uint64         `json:"seed"`
	Controls    bool           `json:"controls"`
}

// newManifest returns the manifest of a run that begins now.
func newManifest(s runSettings, data bench.Survey, out string) (*manifest, error) {
	code, err := executableHash()
	if err != nil {
		return nil, fmt.Errorf("hash of the program: %w", err)
	}
	// Where the data lies is no part of what the run is; its content is.
	keyed := s
	keyed.Data = data.SHA256
	text, err := json.Marshal(keyed)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append(text, code...))
	return &manifest{
		Schema: manifestSchema, Version: version(), Settings: s, Key: hex.EncodeToString(sum[:]), Code: code, Data: data,
		Host:  manifestHost{runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version()},
		Began: time.Now().UTC().Truncate(time.Second), Starts: 1, Paths: manifestPaths{s.Data, out, filepath.Join(out, bench.PredictionsFile)},
	}, nil
}

// readManifest returns the manifest in dir, nil if there is none.
func readManifest(dir string) (*manifest, error) {
	b, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w: %w", bench.ErrUnusable, err)
	}
	m := new(manifest)
	if err := json.Unmarshal(b, m); err != nil || m.Schema != manifestSchema {
		return nil, fmt.Errorf("%w: %s is no manifest of a run", bench.ErrUnusable, filepath.Join(dir, manifestFile))
	}
	return m, nil
}

func (m *manifest) write(dir string) error {
	return bench.ReplaceFile(filepath.Join(dir, manifestFile), func(w *bufio.Writer) error { return writeJSON(w, m) })
}

// executableHash returns the SHA-256 of the running program.
func executableHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// version returns the version that the program was built as.
func version() string {
	if b, ok := debug.ReadBuildInfo(); ok && b.Main.Version != "" {
		return b.Main.Version
	}
	return "(unknown)"
}

type versionCmd struct{}

func (versionCmd) Run(con *console) error {
	return con.result(map[string]string{"version": version()}, "dyadmem %s", version())
}
