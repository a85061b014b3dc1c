package kit

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/count/ledger"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/device"
	"queens/internal/humanize"
)

// Exit codes of the process.
const (
	CodeDone        = 0
	CodeFailed      = 1   // not the user's fault: disk, damaged file, bug
	CodeUsage       = 2   // wrong command, flag or argument
	CodeRefuted     = 3   // proven none, not a solution, verification failed
	CodePartial     = 4   // stopped by a limit; what was printed is partial
	CodeInterrupted = 130 // by a signal: 128 + SIGINT, as in shells
	CodePipe        = 141 // standard output was closed: 128 + SIGPIPE
)

// codes maps the errors of the libraries to exit codes; the first match wins. WithCode overrides
// it.
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
	{ledger.ErrOtherRun, CodeFailed}, // these four come before ErrFormat: the user did not write the ledger
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

// packages are the prefixes of the libraries' errors.
var packages = strings.Fields(`queens count survey batch ledger plan runs solver exactcover algorithms construct huge list first tour sample trace race
	orbit orderly placements torus design format draw figures model solve proof proofcheck puzzle known symmetry sys pairs halves dense parity kernel histogram trie web complete claims device driver`)

// Message returns the line for standard error: the program, the command and the error, without
// names of packages. It is empty if the error is.
func Message(err error, command string) string {
	if err == nil || err.Error() == "" {
		return ""
	}
	text := strings.TrimPrefix(Plain(err), command+": ")
	i := strings.LastIndexByte(command, ' ') + 1
	group, last := command[:i], command[i:] // "runs ", "show"
	switch {
	case strings.HasPrefix(text, last+" "), strings.HasPrefix(text, last+": "): // the error names the command
		command = group
	case command != "":
		command += ": "
	}
	return "queens: " + command + text
}

// Plain returns the text of an error without the package that it, or an error that it wraps, begins
// with. What it quotes, such as the name of a file, stays as it is.
func Plain(err error) string {
	switch err {
	case context.Canceled:
		return "interrupted"
	case context.DeadlineExceeded:
		return "time limit reached"
	case queens.ErrOrder, queens.ErrFormat: // the message says it: "order 33: want 0 to 32: order out of range"
		return ""
	}
	own, isOwn := err.(ownError)
	if isOwn {
		err = own.error
	}
	var wrapped []error
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		wrapped = []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		wrapped = e.Unwrap()
	}
	text := err.Error()
	begin := len(text) // of the wrapped errors in text
	for _, inner := range slices.Backward(wrapped) {
		if inner == nil || !strings.Contains(text[:begin], inner.Error()) {
			continue
		}
		begin = strings.LastIndex(text[:begin], inner.Error())
		before, word, after := text[:begin], Plain(inner), text[begin+len(inner.Error()):]
		if word == "" {
			before = strings.TrimSuffix(before, ": ")
		}
		text, begin = before+word+after, len(before)
	}
	if name, rest, found := strings.Cut(text, ": "); found && begin > 0 && !isOwn && slices.Contains(packages, name) {
		return rest
	}
	return text
}

// ownError is an error of a command: no package is at its beginning, but there may be a name.
type ownError struct{ error }

func (e ownError) Unwrap() error { return e.error }

// Errorf is fmt.Errorf for a text that begins with a name.
func Errorf(format string, args ...any) error { return ownError{fmt.Errorf(format, args...)} }

// At returns an error with the name of its file, if there is one.
func At(name string, err error) error {
	if name != "" && err != nil {
		err = Errorf("%s: %w", name, err)
	}
	return err
}

// codedError is an error with an exit code. If err is nil, nothing is printed.
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

// WithCode returns err with an exit code.
func WithCode(code int, err error) error { return &codedError{code, err} }

// Refuted returns an error for exit code 3 if a printed answer is "no", else nil.
func Refuted(no bool) error {
	if no {
		return WithCode(CodeRefuted, nil)
	}
	return nil
}

// None returns the error for something that an order does not have, such as a central solution.
func None(order int, what string) error {
	return Failf(CodeRefuted, "order %d has no %s", order, what)
}

// Failf returns an error with an exit code.
func Failf(code int, format string, args ...any) error {
	return WithCode(code, Errorf(format, args...))
}

// Usagef returns an error for wrong usage.
func Usagef(format string, args ...any) error { return Failf(CodeUsage, format, args...) }

//go:embed synonyms.txt
var synonymsText string

func synonyms(word string) []string {
	for line := range strings.Lines(synonymsText) {
		if names, ok := strings.CutPrefix(line, word+": "); ok {
			return strings.Fields(names)
		}
	}
	return nil
}

// DidYouMean returns ` (did you mean "check"?)` for the synonyms of word or, without any, the
// closest name; "" if none is close. Flags have their two hyphens and no quotes.
func DidYouMean(word string, names []string) string {
	word = strings.ToLower(word)
	bare, isFlag := strings.CutPrefix(word, "--")
	hyphens, quoted := "", strconv.Quote
	if isFlag {
		hyphens, quoted = "--", strings.Clone
	}
	var meant []string
	for _, name := range synonyms(bare) {
		if name = hyphens + name; slices.Contains(names, name) {
			meant = append(meant, quoted(name))
		}
	}
	if name := closest(word, names); len(meant) == 0 && name != "" {
		meant = []string{quoted(name)}
	}
	if len(meant) == 0 {
		return ""
	}
	return " (did you mean " + humanize.Join(meant, ", ", "or") + "?)"
}

// closest returns the name that word misspells, with at most one error per four letters, but at
// least one; otherwise the first name that begins with word, or "".
func closest(word string, names []string) string {
	best, least := "", max(1, len(word)/4)+1
	for _, name := range names {
		if d := distance(word, name); d < least {
			best, least = name, d
		}
	}
	if best == "" && word != "" {
		if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, word) }); i >= 0 {
			return names[i]
		}
	}
	return best
}

// distance is the optimal string alignment distance: insertions, deletions, replacements and swaps
// of neighbours, in bytes. Time O(len(a) len(b)). Source: Damerau's distance, restricted.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1) // rows[i][j] is the distance from a[:i] to b[:j]
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
