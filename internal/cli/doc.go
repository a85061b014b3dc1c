// Package cli is the command line of queens: one file per command, one table of
// all commands (commands.go), one place where errors become exit codes
// (errors.go). It holds no logic of its own: a command reads its arguments, calls
// the library and prints.
//
// The answer goes to standard output and nothing else does; progress, notes and
// errors go to standard error. Each flag takes its value from the command line,
// else from the variable QUEENS_NAME of its name, else from its default.
//
//	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
package cli
