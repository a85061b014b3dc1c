// Package cli is the command line of queens: one file per command, one table of
// all commands (commands.go), one place where errors become exit codes
// (errors.go). It holds no logic of its own: a command reads its arguments, calls
// the library and prints.
//
// The answer goes to standard output and nothing else does; progress, notes and
// errors go to standard error. Each flag takes its value from the command line,
// else from the variable QUEENS_NAME of its name, else from its default.
//
// A command is a constructor func(*app) *cobra.Command with Short, Long (the last
// lines say the exit codes) and Example. It prints its answer to app.stdout, which
// remembers a failed write, and everything else to app.stderr; addJSON, addBase and
// addChoice give it the flags that several commands share; it returns an error,
// made with usagef, refuted or withCode where the exit code does not follow from
// the error. Whatever runs long takes cmd.Context(), which ends at the first
// interrupt.
//
//	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
package cli
