package cli

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
	codeDone        = 0
	codeFailed      = 1   // an error that is nobody's argument: disk, damaged file, bug
	codeUsage       = 2   // wrong command, flag or argument
	codeRefuted     = 3   // proven none, not a solution, verification failed
	codePartial     = 4   // stopped by a limit; what was printed is partial
	codeInterrupted = 130 // by a signal: 128 + SIGINT, as shells say it
)

// codes maps the errors of the libraries to exit codes; the first that matches
// counts. A command that knows better wraps its error with withCode.
var codes = []struct {
	err  error
	code int
}{
	{context.Canceled, codeInterrupted},
	{context.DeadlineExceeded, codePartial},
	{queens.ErrNotSolution, codeRefuted},
	{ledger.ErrMismatch, codeRefuted},
	{ledger.ErrResidue, codeRefuted},
	{race.ErrWrong, codeRefuted},
	{ledger.ErrOtherRun, codeFailed}, // these four before ErrFormat: a ledger is nobody's argument
	{ledger.ErrSchema, codeFailed},
	{ledger.ErrLocked, codeFailed},
	{ledger.ErrIncomplete, codeFailed},
	{queens.ErrOrder, codeUsage},
	{solver.ErrUnsupported, codeUsage},
	{queens.ErrFormat, codeUsage},
	{model.ErrOption, codeUsage},
}

// exitCode returns the exit code for the error of a command.
func exitCode(err error) int {
	if err == nil {
		return codeDone
	}
	if coded, ok := errors.AsType[*codedError](err); ok {
		return coded.code
	}
	for _, entry := range codes {
		if errors.Is(err, entry.err) {
			return entry.code
		}
	}
	return codeFailed
}

// plainWords replaces what only a programmer would understand.
var plainWords = strings.NewReplacer(
	": queens: ", ": ",
	": huge: ", ": ",
	"solver: ", "", // the algorithm is named anyway
	context.Canceled.Error(), "interrupted",
	context.DeadlineExceeded.Error(), "time limit reached",
)

// message returns the line for standard error, empty if there is nothing to say.
// It begins with the name of the program, which is the name of the root package
// too and is not repeated where errors of that package are wrapped.
func message(err error) string {
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

// withCode returns err with an exit code of its own.
func withCode(code int, err error) error { return &codedError{code, err} }

// refuted ends a command whose answer, already printed, is "no".
func refuted() error { return withCode(codeRefuted, nil) }

// usagef returns an error of wrong usage.
func usagef(format string, args ...any) error {
	return withCode(codeUsage, fmt.Errorf(format, args...))
}
