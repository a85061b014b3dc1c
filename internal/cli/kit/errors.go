package kit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/count/ledger"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/device"
)

// Exit codes of the process.
const (
	CodeDone        = 0
	CodeFailed      = 1   // an error that is nobody's argument: disk, damaged file, bug
	CodeUsage       = 2   // wrong command, flag or argument
	CodeRefuted     = 3   // proven none, not a solution, verification failed
	CodePartial     = 4   // stopped by a limit; what was printed is partial
	CodeInterrupted = 130 // by a signal: 128 + SIGINT, as shells say it
	CodePipe        = 141 // the reader of standard output went away: 128 + SIGPIPE
)

// codes maps the errors of the libraries to exit codes; the first that matches
// counts. A command that knows better wraps its error with WithCode.
var codes = []struct {
	err  error
	code int
}{
	{context.Canceled, CodeInterrupted},
	{context.DeadlineExceeded, CodePartial},
	{queens.ErrNotSolution, CodeRefuted},
	{ledger.ErrMismatch, CodeRefuted},
	{ledger.ErrResidue, CodeRefuted},
	{ledger.ErrOverflow, CodeRefuted},
	{race.ErrWrong, CodeRefuted},
	{ledger.ErrOtherRun, CodeFailed}, // these four before ErrFormat: a ledger is nobody's argument
	{ledger.ErrSchema, CodeFailed},
	{ledger.ErrLocked, CodeFailed},
	{ledger.ErrIncomplete, CodeFailed},
	{queens.ErrOrder, CodeUsage},
	{solver.ErrUnsupported, CodeUsage},
	{queens.ErrFormat, CodeUsage},
	{device.ErrNone, CodeUsage},
}

// ExitCode returns the exit code for the error of a command.
func ExitCode(err error) int {
	if err == nil {
		return CodeDone
	}
	if coded, ok := errors.AsType[*codedError](err); ok {
		return coded.code
	}
	for _, entry := range codes {
		if errors.Is(err, entry.err) {
			return entry.code
		}
	}
	return CodeFailed
}

// plainWords replaces what only a programmer would understand.
var plainWords = strings.NewReplacer(
	context.Canceled.Error(), "interrupted",
	context.DeadlineExceeded.Error(), "time limit reached",
)

// packages are the names that the errors of libraries begin with. Complete is an algorithm, too,
// and goes only where it comes first.
var packages = strings.Fields(`queens count survey batch ledger plan runs solver exactcover construct huge search list first textbook sample trace race
	orbit orderly placements torus design format draw figures model solve proof proofcheck puzzle known symmetry sys pairs halves matrix parity tally kernel web tour complete claims device driver`)

// Message returns the line for standard error, empty if there is nothing to say: the
// program, the command that was typed, and what is wrong, without the names of packages.
func Message(err error, command string) string {
	if err == nil || err.Error() == "" {
		return ""
	}
	text := err.Error()
	for _, kind := range kinds {
		text = strings.ReplaceAll(text, ": "+kind.Error(), "")
	}
	text = strings.TrimPrefix(text, command+": ")
	if first, rest, found := strings.Cut(text, ": "); found && slices.Contains(packages, first) {
		text = strings.TrimPrefix(rest, command+": ")
	}
	text = ": " + text
	for _, name := range packages[:len(packages)-1] {
		text = strings.ReplaceAll(text, ": "+name+": ", ": ")
	}
	group, last := "", command // "runs", "show"
	if i := strings.LastIndexByte(command, ' '); i >= 0 {
		group, last = command[:i+1], command[i+1:]
	}
	text = text[len(": "):]
	switch {
	case strings.HasPrefix(text, last+" "), strings.HasPrefix(text, last+": "): // it is said already
		command = group
	case command != "":
		command += ": "
	}
	return "queens: " + command + plainWords.Replace(text)
}

// kinds are the errors that tell callers which kind of error it is, and people
// nothing that was not said before: "order 33: want 0 to 32: order out of range".
var kinds = []error{queens.ErrOrder, queens.ErrFormat}

// codedError is an error with the exit code it asks for. A nil err is one about
// which nothing needs to be said.
type codedError struct {
	code int
	err  error
}

func (e *codedError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *codedError) Unwrap() error { return e.err }

// WithCode returns err with an exit code of its own.
func WithCode(code int, err error) error { return &codedError{code, err} }

// Refuted ends a command whose answer, already printed, is "no", and lets others end well.
func Refuted(no bool) error {
	if no {
		return WithCode(CodeRefuted, nil)
	}
	return nil
}

// None ends a command that was asked for something that an order does not have: a
// solution, a central solution.
func None(command string, order int, what string) error {
	return WithCode(CodeRefuted, fmt.Errorf("%s: order %d has no %s", command, order, what))
}

// Usagef returns an error of wrong usage.
func Usagef(format string, args ...any) error {
	return WithCode(CodeUsage, fmt.Errorf(format, args...))
}
