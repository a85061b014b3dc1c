// Package cli is the command line of queens: the table of the groups of commands
// (commands.go), and Main; package frame holds the root command and help. Each group of the help
// text is a folder with a table of its commands; package kit holds what commands share. A command
// holds no logic of its own: it reads its arguments, calls the library and prints.
//
// The answer goes to standard output and nothing else does; progress, notes and errors go to
// standard error. A flag that is not on the command line takes its value from the variable
// QUEENS_NAME, or else its default.
//
// A command is a constructor func(*app) *cobra.Command. Its texts are in the file help.txt of its
// folder; the last line of a description says the exit codes. The exported fields of its options
// are its flags (App.Command); kit.Form is the format and the file of its answer; kit.Args and
// kit.ForOrder read its arguments. It prints its answer with App.Print, or App.Each where there
// are many, to app.Stdout, which remembers a failed write, and everything else to app.Stderr. It
// returns an error, made with kit.Usagef, kit.Refuted or kit.WithCode where the exit code does not
// follow from the error. Long work takes cmd.Context(), which the first interrupt cancels.
//
//	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
package cli
