// Package errs makes the errors of this module. The text of an error is a sentence for the user of
// a program. Its package and the exit code of a command are no part of the text:
//
//	err := errs.Errorf("order %d: want 0 to %d: %w", n, MaxOrder, queens.ErrOrder)
//	err.Error()                                       // order 40: want 0 to 32
//	errs.ExitCode(err)                               // 2
//	err.(interface{ Package() string }).Package()     // queens/list
package errs

import (
	"context"
	"errors"
	"fmt"
	"runtime"
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

// fault is an error with an exit code, 0 if that of the errors it wraps, and a place.
type fault struct {
	error
	text   string
	code   int
	hidden bool // its text adds nothing to the sentence that wraps it
	caller uintptr
}

func (f *fault) Error() string { return f.text }

func (f *fault) Unwrap() error { return f.error }

// Package returns the import path of the package that made the error.
func (f *fault) Package() string {
	frame, _ := runtime.CallersFrames([]uintptr{f.caller}).Next()
	i := strings.LastIndexByte(frame.Function, '/') + 1
	name, _, _ := strings.Cut(frame.Function[i:], ".")
	return frame.Function[:i] + name
}

func newFault(err error, code int) *fault {
	f := &fault{error: err, text: err.Error(), code: code}
	var callers [1]uintptr
	runtime.Callers(3, callers[:])
	f.caller = callers[0]
	return f
}

// New returns an error to compare with by errors.Is, for an exit code.
func New(code int, text string) error { return newFault(errors.New(text), code) }

// Hidden is New for an error whose text is left out at the end of a sentence, which explains it.
func Hidden(code int, text string) error {
	f := newFault(errors.New(text), code)
	f.hidden = true
	return f
}

// The errors of a context, as people say it.
var (
	interrupted = &fault{error: context.Canceled, text: "interrupted"}
	timeLimit   = &fault{error: context.DeadlineExceeded, text: "time limit reached"}
)

// Errorf is fmt.Errorf for an error that knows its package. An error of a context is written as
// people say it.
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
	if code := codeOf(err); code != 0 {
		return code
	}
	return Failed
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
		if e.code != 0 {
			return e.code
		}
		return codeOf(e.error)
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
