package kit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"queens"

	"queens/internal/human"
)

// maxLine is the longest line of input, in bytes: enough for a solution of order
// ten million, and a bound on what hostile input can make us keep.
const maxLine = 100 << 20

// ByteOrderMark is what some editors begin a text with.
var ByteOrderMark = []byte("\ufeff")

// Placement is one solution to be, as it was given.
type Placement struct {
	text   string // as written
	Where  string // "line 3 of standard input"; empty if it was an argument
	Perm   queens.Perm
	stream bool // it came from a file or standard input, where many can follow
}

// Placements yields what arg stands for: "-" every line of standard input, "@file"
// every line of a file, anything else itself. Empty lines and lines that begin
// with "#" are left out. It stops after the first error: ErrFormat with the number
// of the line, or the error of reading.
func (a *App) Placements(ctx context.Context, arg string, base int) iter.Seq2[Placement, error] {
	return func(yield func(Placement, error) bool) {
		var input io.Reader
		var name string
		switch path, isFile := strings.CutPrefix(arg, "@"); {
		case arg == "-":
			input, name = a.Input(ctx), "standard input"
		case isFile:
			f, err := OpenArgument(path)
			if err != nil {
				yield(Placement{}, err)
				return
			}
			defer f.Close()
			input, name = f, path
		default:
			p, err := queens.ParsePermBase(arg, base)
			yield(Placement{text: arg, Perm: p}, err)
			return
		}
		readPlacements(ctx, input, name, base, yield)
	}
}

// readPlacements yields the placement of each line of input.
func readPlacements(ctx context.Context, input io.Reader, name string, base int, yield func(Placement, error) bool) {
	scanner := bufio.NewScanner(input)
	scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
	for no := 1; scanner.Scan(); no++ {
		line := scanner.Bytes()
		if no == 1 {
			line = bytes.TrimPrefix(line, ByteOrderMark)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		pl := Placement{text: string(line), Where: fmt.Sprintf("line %d of %s", no, name), stream: true}
		var err error
		if pl.Perm, err = queens.ParsePermBase(pl.text, base); err != nil {
			err = fmt.Errorf("%s: %w", pl.Where, err)
		} else {
			err = ctx.Err()
		}
		if !yield(pl, err) || err != nil {
			return
		}
	}
	if err := scanner.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = Usagef("read %s: a line is longer than %d bytes", name, maxLine)
		}
		yield(Placement{}, err)
	}
}

// OpenArgument opens a file that the user named. A file that is not there is
// wrong usage.
func OpenArgument(path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, Usagef("@%s: there is no such file", path)
	}
	return f, err
}

// stoppableReader reads until its context ends, even where a read of r blocks, as
// on a terminal. The last read may then outlive it, until the process ends.
type stoppableReader struct {
	ctx    context.Context
	r      io.Reader
	status *Status
	typed  bool // by a person, at a terminal
}

// Read reads from r, or returns the error of the context.
func (s *stoppableReader) Read(p []byte) (int, error) {
	if s.typed {
		s.status.hold()
		defer s.status.release()
	}
	type result struct {
		n   int
		err error
	}
	buffer := make([]byte, len(p)) // p is the caller's again when the context ends
	done := make(chan result, 1)
	go func() {
		n, err := s.r.Read(buffer)
		done <- result{n, err}
	}()
	select {
	case got := <-done:
		return copy(p, buffer[:got.n]), got.err
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}

// OneSolution accepts exactly one argument, a solution, "-" or "@file"; where it
// is missing and standard input is not a terminal it may be left out.
func (a *App) OneSolution(command string, args []string) (string, error) {
	switch {
	case len(args) == 1:
		return args[0], nil
	case len(args) > 1:
		return "", Usagef("%s: %s, want one solution; put one with blanks in quotes: queens %s %q",
			command, human.Plural(len(args), "argument"), command, strings.Join(args, " "))
	case IsTerminal(a.Stdin):
		return "", Usagef("%s: no solution given: queens %s 15863724, or - for standard input", command, command)
	default:
		return "-", nil
	}
}

// CheckBase refuses numbers that count from anything but 0 and 1.
func CheckBase(base int) error {
	if base != 0 && base != 1 {
		return Usagef("--base %d: want 0 or 1", base)
	}
	return nil
}
