// Command stems writes "stem word" for each English word that it reads, a line
// each, as internal/vecgen wants them.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/dyadmem/dyadmem/lang"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(lang.Stem(in.Text()), in.Text())
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "stems: read words:", err)
		os.Exit(1)
	}
}
