// Command queens counts, lists and checks solutions of the n-queens problem. Run
// it without arguments for examples.
package main

import (
	"os"

	"queens/cmd/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
