package kit

import (
	"context"
	"fmt"
	"io"
)

// App is one invocation of the program: where it reads and writes, and the flags
// that every command has.
type App struct {
	Stdin   io.Reader
	Stdout  *AnswerWriter
	Stderr  io.Writer // warnings and errors; see Note
	Status  *Status
	Args    []string // the command line
	JSON    bool     // value of --json, of commands that have it
	Color   string   // value of --color
	Quiet   bool     // value of --quiet
	Verbose bool     // value of --verbose
	NoPager bool     // value of --no-pager

	texts map[string]string // of commands, by path; see Explain
}

// NewApp returns an invocation that reads and writes these streams.
func NewApp(stdin io.Reader, stdout, stderr io.Writer) *App {
	status := newStatus(stdout, stderr)
	return &App{
		Stdin: stdin, Stdout: &AnswerWriter{w: stdout, status: status}, Stderr: &noteWriter{stderr, status},
		Status: status,
	}
}

// Input returns standard input. A read ends with the context, even where it blocks.
// The status line keeps away while a person types, and until the first answer of a
// program at the other end of a pipe.
func (a *App) Input(ctx context.Context) io.Reader {
	return &stoppableReader{ctx: ctx, r: a.Stdin, status: a.Status, typed: IsTerminal(a.Stdin), waits: isPipe(a.Stdin)}
}

// Talks reports whether to tell how an answer was found: to a person at a terminal, or
// where --verbose asks for it.
func (a *App) Talks() bool { return a.Verbose || IsTerminal(a.Stderr) }

// Note prints a line on standard error that says how the answer was found or what
// will come, unless --quiet asks for warnings and errors only.
func (a *App) Note(format string, args ...any) {
	if !a.Quiet {
		fmt.Fprintf(a.Stderr, "queens: "+format+"\n", args...)
	}
}
