package kit

import (
	"io"
)

// App is one invocation of the program: where it reads and writes, and the flags
// that every command has.
type App struct {
	Stdin  io.Reader
	Stdout *AnswerWriter
	Stderr io.Writer
	Color  string // value of --color
}

// NewApp returns an invocation that reads and writes these streams.
func NewApp(stdin io.Reader, stdout, stderr io.Writer) *App {
	return &App{Stdin: stdin, Stdout: &AnswerWriter{W: stdout}, Stderr: stderr}
}
