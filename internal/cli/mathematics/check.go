package mathematics

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/huge"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
)

type checkOptions struct {
	kit.Reading
	Topology queens.Topology
}

func newCheck(a *app) *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [PERM|-|@FILE]",
		Short: "Is this a solution, and if not, which queens attack each other",
		Long: `Check reports whether a placement of one queen per column is a solution. If not,
it names the attacking pairs: each queen with the nearest one before it on the same row or
diagonal. If so, it also reports whether it is a solution on the torus, which symmetries
leave it unchanged, and whether it is the least of its images.

With - check reads placements from standard input, with @FILE from a file, in any format
that "queens list" and "queens solve" write, and prints one line for each. Text may have
empty lines and comments starting with #. For very long lines and binary input, only the
first attacking pair is named.

Exit codes: 0 all are solutions, 2 bad input, 3 at least one is not a solution.`,
		Example: `  queens check 15863724
  queens check "a1 b2 c3 d4"
  queens check --topology modular 1,3,5,2,4
  queens list 6 --format csv | queens check -
  queens solve 100000000 --method greedy --format binary | queens check -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			arg, err := a.OneSolution("check", args)
			if err != nil {
				return err
			}
			return a.check(cmd.Context(), arg, o)
		},
	}
	kit.AddReading(cmd, &o.Reading)
	return a.Command(cmd, &o)
}

func (a *app) check(ctx context.Context, arg string, o checkOptions) (err error) {
	if arg == "-" || strings.HasPrefix(arg, "@") {
		in, closeInput, err := a.openCheckInput(ctx, arg)
		if err != nil {
			return err
		}
		defer func() { _ = closeInput() }() // it was only read
		return a.checkStream(arg, in, o)
	}
	allSolutions := true
	for pl, err := range a.Placements(ctx, arg, o.Reading) {
		if err != nil {
			return err
		}
		c := answer.NewCheck(pl.Perm, o.Topology)
		allSolutions = allSolutions && c.Solution
		if err := a.PrintIn(o.Base, c); err != nil {
			return err
		}
	}
	return kit.Refuted(!allSolutions)
}

// longLine is the length in bytes from which on queens check streams a line instead of
// keeping it: about order 150,000.
const longLine = 1 << 20

type checkInput struct {
	ctx     context.Context // of the command
	name    string
	file    io.ReaderAt // to read a part again; nil for a pipe
	counted *countingReader
	r       *bufio.Reader
	line    int
	refuted bool // one was no solution
}

type countingReader struct {
	r    io.Reader
	read int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read += int64(n)
	return n, err
}

func (a *app) openCheckInput(ctx context.Context, arg string) (in *checkInput, closeInput func() error, err error) {
	in = &checkInput{ctx: ctx, name: kit.InputName(arg)}
	closeInput = func() error { return nil }
	input := a.Input(ctx)
	f, isFile := a.Stdin.(*os.File)
	if arg != "-" {
		if f, err = kit.OpenArgument(in.name); err != nil {
			return nil, nil, err
		}
		isFile, closeInput, input = true, f.Close, f
	}
	start := int64(0)
	if isFile {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			in.file, input = f, f // its reads do not block
			if start, err = f.Seek(0, io.SeekCurrent); err != nil {
				return nil, nil, err
			}
		}
	}
	in.counted = &countingReader{r: input, read: start}
	in.r = bufio.NewReaderSize(in.counted, longLine)
	return in, closeInput, nil
}

// offset returns where the next byte stands in the file.
func (in *checkInput) offset() int64 { return in.counted.read - int64(in.r.Buffered()) }

// nextLine returns the next line without its end. It is long if it was not taken because
// it does not fit the buffer. At the end the error is io.EOF.
func (in *checkInput) nextLine() (line []byte, long bool, err error) {
	for {
		text, _ := in.r.Peek(in.r.Buffered())
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line = bytes.Clone(text[:i])
			_, err = in.r.Discard(i + 1)
			return line, false, err
		}
		if len(text) == in.r.Size() {
			return nil, true, nil
		}
		if _, err = in.r.Peek(len(text) + 1); err != nil {
			line, _ = in.r.Peek(in.r.Buffered())
			line = bytes.Clone(line)
			_, _ = in.r.Discard(len(line)) // they are in the buffer
			if errors.Is(err, io.EOF) && len(line) > 0 {
				return line, false, nil
			}
			return nil, false, err
		}
	}
}

func (a *app) checkStream(arg string, in *checkInput, o checkOptions) error {
	n, err := a.Each("placements", o.Base, 0, a.checkAnswers(in, o))
	if err == nil && n == 0 {
		err = kit.Usagef("check: no solution in %s", kit.InputName(arg))
	}
	return cmp.Or(err, kit.Refuted(in.refuted))
}

func (a *app) checkAnswers(in *checkInput, o checkOptions) iter.Seq2[printer.Answer, error] {
	if !huge.IsBinary(in.r) {
		if f := o.Format(in.r); f.Name != "text" {
			return kit.Answers(o.Decode(f, in.r, in.name), func(pl kit.Placement) (printer.Answer, error) {
				return in.check(pl, o), in.ctx.Err()
			})
		}
	}
	return func(yield func(printer.Answer, error) bool) {
		for {
			r, err := a.checkNext(in, o)
			if r == nil && err == nil {
				return
			}
			if err = cmp.Or(err, in.ctx.Err()); !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// checkNext answers for the next placement, binary or a line; there is no answer at the end.
func (a *app) checkNext(in *checkInput, o checkOptions) (printer.Answer, error) {
	for {
		if huge.IsBinary(in.r) {
			return a.checkBinary(in, o)
		}
		in.line++
		line, long, err := in.nextLine()
		text := string(bytes.TrimSpace(line))
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil
		case err != nil:
			return nil, err
		case long:
			return a.checkLongLine(in, o)
		case text == "" || text[0] == '#':
			continue
		}
		p, err := o.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("line %d of %s: %w", in.line, in.name, err)
		}
		return in.check(kit.Placement{Text: text, Perm: p}, o), nil
	}
}

// check answers for one of many placements.
func (in *checkInput) check(pl kit.Placement, o checkOptions) printer.Answer {
	c := answer.NewCheck(pl.Perm, o.Topology)
	in.refuted = in.refuted || !c.Solution
	return printer.Show("", c, func(s printer.Style) string { return pl.Text + ": " + c.Line(s) + "\n" })
}

func (a *app) checkLongLine(in *checkInput, o checkOptions) (printer.Answer, error) {
	where := fmt.Sprintf("line %d of %s", in.line, in.name)
	report := func(columns int) { a.Status.Say("%s: column %d", where, columns) }
	again := func(r *bufio.Reader) (iter.Seq2[[]uint32, error], error) { return huge.ReadText(r, o.Base), nil }
	return a.checkRows(in, where, in.offset(), huge.NewVerifier(0), huge.ReadText(in.r, o.Base), again, report, o)
}

func (a *app) checkBinary(in *checkInput, o checkOptions) (printer.Answer, error) {
	start := in.offset()
	where := in.name
	if start > 0 {
		where = fmt.Sprintf("byte %d of %s", start, in.name)
	}
	order, rows, err := huge.ReadBinary(in.r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	at := a.Status.Measure("checking", order)
	again := func(r *bufio.Reader) (iter.Seq2[[]uint32, error], error) {
		_, rows, err := huge.ReadBinary(r)
		return rows, err
	}
	return a.checkRows(in, where, start, huge.NewVerifier(order), rows, again, at, o)
}

// checkRows runs rows through a verifier and reports the result. A clash is looked up in
// a second reading from start on, if the input allows it.
func (a *app) checkRows(in *checkInput, where string, start int64, v *huge.Verifier, rows iter.Seq2[[]uint32, error],
	again func(*bufio.Reader) (iter.Seq2[[]uint32, error], error), progress func(columns int), o checkOptions,
) (printer.Answer, error) {
	if o.Topology != queens.Regular {
		return nil, kit.Usagef("check: %s: placements of this size are checked on the regular board only", where)
	}
	columns := 0
	for block, err := range rows {
		if err == nil {
			err = v.Add(block)
		}
		if err == nil {
			err = in.ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		columns += len(block)
		progress(columns)
	}
	order, clash, err := v.Close()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	c := &answer.StreamCheck{Schema: "queens.check-stream/1", Where: where, Order: order, Solution: clash == nil}
	switch {
	case clash == nil:
	case in.file == nil:
		c.Queen, c.Line = &clash.Queen, clash.Line.String()
	default:
		rows, err := again(bufio.NewReaderSize(io.NewSectionReader(in.file, start, 1<<62), longLine))
		if err != nil {
			return nil, fmt.Errorf("%s: second reading: %w", where, err)
		}
		partner, err := clash.Partner(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: second reading: %w", where, err)
		}
		c.Attack = &queens.Attack{A: partner, B: clash.Queen, Line: clash.Line}
	}
	in.refuted = in.refuted || !c.Solution
	return c, nil
}
