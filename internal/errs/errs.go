// Package errs makes the errors of this module. The text of an error is a sentence for the user of
// a program. The exit code of a command is no part of the text:
//
//	err := errs.Errorf("order %d: want 0 to %d: %w", n, MaxOrder, queens.ErrOrder)
//	err.Error()        // order 40: want 0 to 32
//	errs.ExitCode(err) // 2
package errs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
)

// Exit codes of the process.
const (
	Done        = 0
	Failed      = 1   // not the user's fault: disk, damaged file, bug
	Usage       = 2   // wrong command, flag or argument
	Refuted     = 3   // proven none, not a solution, verification failed
	Partial     = 4   // stopped by a limit; what was printed is partial
	Interrupted = 130 // by a signal: 128 + SIGINT, as in shells
	Pipe        = 141 // standard output was closed: 128 + SIGPIPE
)

// fault is an error with an exit code, 0 if that of the errors it wraps.
type fault struct {
	error
	text   string
	code   int
	hidden bool // its text adds nothing to the sentence that wraps it
}

func (f *fault) Error() string { return f.text }

func (f *fault) Unwrap() error { return f.error }

func newFault(err error, code int) *fault { return &fault{error: err, text: err.Error(), code: code} }

// New returns an error to compare with by errors.Is, for an exit code.
func New(code int, text string) error { return newFault(errors.New(text), code) }

// Hidden is New for an error whose text is left out at the end of a sentence, which explains it.
func Hidden(code int, text string) error {
	return &fault{error: errors.New(text), text: text, code: code, hidden: true}
}

// The errors of a context, as people say it.
var (
	interrupted = &fault{error: context.Canceled, text: "interrupted"}
	timeLimit   = &fault{error: context.DeadlineExceeded, text: "time limit reached"}
)

// Errorf is fmt.Errorf that writes the error of a context as people say it.
func Errorf(format string, args ...any) error {
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = Said(err)
		}
	}
	f := newFault(fmt.Errorf(format, args...), 0)
	if len(args) > 0 {
		if kind, ok := args[len(args)-1].(*fault); ok && kind.hidden {
			f.text = strings.TrimSuffix(f.text, ": "+kind.text)
		}
	}
	return f
}

// Said returns the error of a context with a text for people, and other errors unchanged.
func Said(err error) error {
	for _, said := range []*fault{interrupted, timeLimit} {
		if errors.Is(err, said.error) && err.Error() == said.error.Error() {
			return said
		}
	}
	return err
}

// WithCode returns err with an exit code. If err is nil, nothing is printed.
func WithCode(code int, err error) error {
	if err == nil {
		err = errors.New("")
	}
	return newFault(err, code)
}

// ExitCode returns the exit code of the first error of a tree that has one.
func ExitCode(err error) int {
	if err == nil {
		return Done
	}
	return cmp.Or(codeOf(err), Failed)
}

func codeOf(err error) int {
	switch err {
	case context.Canceled:
		return Interrupted
	case context.DeadlineExceeded:
		return Partial
	}
	switch e := err.(type) {
	case *fault:
		return cmp.Or(e.code, codeOf(e.error))
	case interface{ Unwrap() error }:
		return codeOf(e.Unwrap())
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			if code := codeOf(inner); code != 0 {
				return code
			}
		}
	}
	return 0
}
