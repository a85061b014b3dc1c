// Command queens-count is queens with only the commands that count and manage runs. It has no
// pictures and no web server, and builds in less than half the time.
package main

import (
	_ "embed"
	"os"

	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/cli/counting"
)

//go:embed help.txt
var help string

var alone = command.Program{
	Name: "queens-count", Texts: help,
	Groups: []command.Group{
		{ID: "counting", Title: "Count:", Commands: counting.Commands},
		{ID: "program", Title: "The program:", Commands: counting.AboutProgram},
	},
}

func main() {
	os.Exit(alone.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
