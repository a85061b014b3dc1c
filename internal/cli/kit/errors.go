package kit

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"queens"
	"queens/count/ledger"
	"queens/find/race"
	"queens/find/solver"
	"queens/model"
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
	{race.ErrWrong, CodeRefuted},
	{ledger.ErrOtherRun, CodeFailed}, // these four before ErrFormat: a ledger is nobody's argument
	{ledger.ErrSchema, CodeFailed},
	{ledger.ErrLocked, CodeFailed},
	{ledger.ErrIncomplete, CodeFailed},
	{queens.ErrOrder, CodeUsage},
	{solver.ErrUnsupported, CodeUsage},
	{queens.ErrFormat, CodeUsage},
	{model.ErrOption, CodeUsage},
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
	": queens: ", ": ",
	": huge: ", ": ",
	"solver: ", "", // the algorithm is named anyway
	context.Canceled.Error(), "interrupted",
	context.DeadlineExceeded.Error(), "time limit reached",
)

// Message returns the line for standard error, empty if there is nothing to say.
// It begins with the name of the program, which is the name of the root package
// too and is not repeated where errors of that package are wrapped.
func Message(err error) string {
	const program = "queens: "
	if err == nil || err.Error() == "" {
		return ""
	}
	text := strings.TrimPrefix(err.Error(), program)
	for _, kind := range kinds {
		text = strings.TrimSuffix(text, ": "+kind.Error())
	}
	return program + plainWords.Replace(text)
}

// kinds are the errors that tell callers which kind of error it is, and people
// nothing that was not said before: "order 33: want 0 to 32: order out of range".
var kinds = []error{queens.ErrOrder, queens.ErrFormat, model.ErrOption}

// codedError is an error with the exit code it asks for. A nil err is one about
// which nothing needs to be said.
type codedError struct {
	code int
	err  error
}

// Error returns the text of the error within, or nothing.
func (e *codedError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

// Unwrap returns the error within.
func (e *codedError) Unwrap() error { return e.err }

// WithCode returns err with an exit code of its own.
func WithCode(code int, err error) error { return &codedError{code, err} }

// Refuted ends a command whose answer, already printed, is "no".
func Refuted() error { return WithCode(CodeRefuted, nil) }

// Usagef returns an error of wrong usage.
func Usagef(format string, args ...any) error {
	return WithCode(CodeUsage, fmt.Errorf(format, args...))
}
