// Package cli is the command line of queens: the table of the groups of commands (commands.go), and
// Main. Each group of the help text is a folder. Package frame holds the root command and help,
// package kit what commands share. A command reads its arguments, calls the library and prints.
//
// Only the answer goes to standard output; progress, notes and errors go to standard error. A flag
// that is not on the command line takes its value from the variable QUEENS_NAME, or its default.
//
// A command is a constructor func(*app) *cobra.Command, which gives App.Command its path, options
// and function. Its texts are in the file help.txt of its folder; the last line of a description
// lists the exit codes. The texts of its answers are templates in texts.tmpl, by schema. The
// exported fields of its options are its flags; kit.Form holds the format and the file of its
// answer; kit.Args and kit.ForOrder read its arguments. It prints with App.Print, or App.Each for
// many answers, to app.Stdout, which remembers a failed write, and everything else to app.Stderr.
// It returns an error, made with kit.Usagef, kit.Refuted or kit.WithCode if the exit code does not
// follow from the error. Long work takes cmd.Context(), which the first interrupt cancels.
//
//	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
package cli
