// Command stems writes "stem word" for each English word that it reads, a line
// each, as internal/vecgen/vecgen.py wants them. With -terms it writes the terms of each
// line, both languages, with blanks between them, as gist.py wants them.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

func main() {
	terms := flag.Bool("terms", false, "write the terms of each line")
	flag.Parse()
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	for in.Scan() {
		if !*terms {
			fmt.Fprintln(out, lang.Stem(in.Text()), in.Text())
			continue
		}
		var line []string
		for _, w := range lang.Words(in.Text()) {
			line = append(line, w.Term)
		}
		fmt.Fprintln(out, strings.Join(line, " "))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "stems: read lines:", err)
		os.Exit(1)
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "stems: write:", err)
		os.Exit(1)
	}
}
