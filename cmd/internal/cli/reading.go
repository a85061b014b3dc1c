package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/docs"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
)

// placement is a board, as it was given.
type placement struct {
	format.Board
	Where string // "line 3 of standard input"; empty if it was an argument
}

// OnePerColumn returns the placement of a board with one queen in each column, and says what is
// missing in others.
func (p placement) OnePerColumn() (queens.Perm, error) {
	if p.Perm != nil {
		return p.Perm, nil
	}
	columns := make([]int, p.Order)
	for _, sq := range p.Queens {
		columns[sq.Col]++
	}
	c := slices.IndexFunc(columns, func(k int) bool { return k != 1 })
	return nil, command.Usagef("%s in column %d of a board of order %d; one in each column is needed",
		humanize.Plural(columns[c], "queen"), c+1, p.Order)
}

// reading has the options for reading placements.
type reading struct {
	format.Reading

	OfOrder string // what prints a solution of an order, instead of "solve %s"
}

// counts returns the number of the first row and column in answers about what was read.
func counts(base int) int {
	if base == 0 {
		return 0
	}
	return 1
}

func addReading(cmd *cobra.Command, r *reading) {
	r.Base = format.AnyBase
	command.Flag(cmd, "base", &r.Base)
	command.Flag(cmd, "by", &r.By)
	command.Flag(cmd, "from", &r.From, format.Shapes()...)
	var paper string
	bases := docs.Papers()
	command.Flag(cmd, "paper", &paper, slices.Sorted(maps.Keys(bases))...)
	command.Before(cmd, func() error {
		if paper != "" {
			r.Base = bases[paper]
		}
		return nil
	})
}

// Placements yields the boards of an argument: "-" is standard input and "@file" a file; anything
// else is the text itself. It stops after the first error: ErrFormat with the line number, or a
// read error. At the end it says how it read the text, unless that was one-line notation from 1.
func (a *app) Placements(ctx context.Context, arg string, r reading) iter.Seq2[placement, error] {
	return func(yield func(placement, error) bool) {
		input, name, err := a.Open(ctx, arg)
		if err != nil {
			yield(placement{}, err)
			return
		}
		defer input.Close()
		a.Read(ctx, r, input, name, arg)(yield)
	}
}

// Read yields the boards of an input of that name like Placements; without a name, text is what the
// input has. No board is an error.
func (a *app) Read(ctx context.Context, r reading, input io.Reader, name, text string) iter.Seq2[placement, error] {
	return func(yield func(placement, error) bool) {
		reader := format.NewReader(input, r.Reading)
		none := true
		for b, err := range reader.Boards() {
			none = false
			p := placement{Board: b}
			switch {
			case err != nil:
				err = r.explain(err, text, name)
			case name != "":
				p.Where = fmt.Sprintf("line %d of %s", b.Line, name)
			}
			if err = cmp.Or(err, ctx.Err()); !yield(p, err) || err != nil {
				return
			}
		}
		if none {
			yield(placement{}, command.Usagef("%s has no board: want the row of the queen in each column, such as "+
				"15863724, or n lines of n squares", cmp.Or(name, "the argument")))
		}
		if note := reader.Note(); note != "" {
			a.Note("%s", note)
		}
	}
}

// explain adds to an error the name of the input, or for a text that is one number what prints a
// solution of that order.
func (r reading) explain(err error, text, name string) error {
	switch {
	case name != "":
		return errs.Errorf("%s: %w", name, err)
	case exists(text):
		return command.Usagef("%s is a file; to read it: @%[1]s", text)
	case len(text) <= 3 && command.IsNumber(text):
		instead := fmt.Sprintf(cmp.Or(r.OfOrder, "solve %s"), text)
		return command.Usagef("%w; if %s is an order: `queens %s` prints a solution of it", err, text, instead)
	}
	return err
}

// Parse reads the only placement of a text, with one queen in each column.
func (r reading) Parse(text string) (queens.Perm, error) {
	b, err := format.ReadBoard(text, r.Reading)
	if err != nil {
		return nil, r.explain(err, text, "")
	}
	return placement{Board: b}.OnePerColumn()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// OpenText is Open for a command whose files need no @.
func (a *app) OpenText(ctx context.Context, arg string) (input io.ReadCloser, name string, err error) {
	if exists(arg) {
		arg = "@" + arg
	}
	return a.Open(ctx, arg)
}

// OneSolution returns the only argument: a solution, "-" or "@file". It defaults to "-" if standard
// input is not a terminal.
func (a *app) OneSolution(cmd *cobra.Command, args []string) (string, error) {
	switch path := command.Path(cmd); {
	case len(args) == 1:
		return args[0], nil
	case len(args) > 1:
		return "", command.Usagef("%s, want one solution; put one with blanks in quotes: queens %s %q",
			humanize.Plural(len(args), "argument"), path, strings.Join(args, " "))
	case command.IsTerminal(a.Stdin):
		return "", command.Usagef("no solution given: queens %s 15863724, or - for standard input", path)
	}
	return "-", nil
}

// AnswerEach prints an answer for each placement of the command's argument, with one queen in each
// column; none is an error. The status line counts things. Errors get the location of the
// placement.
func (a *app) AnswerEach(cmd *cobra.Command, args []string, r reading, things string,
	answer func(p queens.Perm) (printer.Answer, error),
) error {
	located := func(p placement) (shown printer.Answer, err error) {
		perm, err := p.OnePerColumn()
		if err == nil {
			shown, err = answer(perm)
		}
		if p.Where != "" && err != nil {
			err = errs.Errorf("%s: %w", p.Where, err)
		}
		return shown, err
	}
	_, err := a.Each(things, counts(r.Base), 0, command.Answers(a.Given(cmd, args, r), located))
	return err
}

// Given yields the placements of the command's argument.
func (a *app) Given(cmd *cobra.Command, args []string, r reading) iter.Seq2[placement, error] {
	arg, err := a.OneSolution(cmd, args)
	if err != nil {
		return func(yield func(placement, error) bool) { yield(placement{}, err) }
	}
	return a.Placements(cmd.Context(), arg, r)
}

// problemFlags are the flags that define a problem: its topology, squares and diagonals, or a file.
type problemFlags struct {
	Topology queens.Topology
	Given    []string
	Blocked  []string
	Excluded []string

	format.Reading
}

func addProblem(cmd *cobra.Command, f *problemFlags) {
	command.Flags(cmd, f)
	f.Base = format.AnyBase
	command.Flag(cmd, "base", &f.Base)
	command.Flag(cmd, "from", &f.From, append([]string{format.Auto}, format.ProblemFormats(false)...)...)
	command.Flag(cmd, "symbols", &f.Symbols)
}

// Problem returns the valid problem of the file in args[0], or of the order there with queens on
// the squares in the other arguments. With a file there must be no other arguments, squares or
// diagonals.
func (a *app) Problem(cmd *cobra.Command, args []string, f problemFlags) (p queens.Problem, err error) {
	arg := args[0]
	order, notNumber := strconv.Atoi(arg)
	text := arg == "-" || strings.HasPrefix(arg, "@") || exists(arg) || len(strings.Fields(arg)) > 1
	if notNumber != nil && text { // - or @FILE, a file, or a text, which has no name
		input, name, err := a.OpenText(cmd.Context(), arg)
		if err != nil {
			return p, err
		}
		defer input.Close()
		if len(args)-1+len(f.Given)+len(f.Blocked)+len(f.Excluded) > 0 {
			return p, command.Usagef("a problem that is read has everything; omit the order, squares and diagonals")
		}
		p, err = a.readProblem(input, f)
		return p, command.At(name, err)
	}
	if p.Order = order; notNumber != nil || order < 0 {
		return p, command.Usagef("order %q: want a whole number, at least 0, or @FILE with a problem", arg)
	}
	p.Topology = f.Topology
	lists, err := format.ReadSquareLists(p.Order, f.Base, strings.Join(args[1:], " "), strings.Join(f.Given, ","),
		strings.Join(f.Blocked, ","))
	if err != nil {
		return p, err
	}
	p.Given, p.Blocked = append(lists[0], lists[1]...), lists[2]
	for _, name := range f.Excluded {
		if sum, err := strconv.Atoi(strings.TrimPrefix(name, "s")); err == nil && name[0] == 's' && f.Base == 0 {
			name = "s" + strconv.Itoa(sum+2)
		}
		d, err := queens.ParseDiagonal(name, p.Order, p.Topology)
		if err != nil {
			return p, errs.Errorf("--excluded: %w", err)
		}
		p.Excluded = append(p.Excluded, d)
	}
	return p, p.Validate()
}

func (a *app) readProblem(input io.Reader, f problemFlags) (queens.Problem, error) {
	p, how, err := format.ReadProblem(input, f.Reading)
	if err != nil {
		return p, err
	}
	if how != "" {
		a.Note("read %s", how)
	}
	if f.Topology == queens.Modular {
		if len(p.Excluded) > 0 && p.Topology != queens.Modular {
			return p, command.Usagef("--topology modular would change the diagonals that the file excludes; put the " +
				"topology into the file")
		}
		p.Topology = queens.Modular
	}
	return p, p.Validate()
}

func formatNames() []string {
	return named.Names(format.All(), func(f format.Format) string { return f.Name })
}

// writing has the options for writing placements.
type writing struct {
	format   string // empty if the command has a flag of its own
	Symbols  string
	spelling queens.Spelling
}

// AddWriting adds --format with the list formats, unless the command has it, --spelling and, unless
// another part of the command has it, --symbols.
func (a *app) AddWriting(cmd *cobra.Command, w *writing) {
	if cmd.Flags().Lookup("format") == nil {
		w.format = "text"
		a.AddFormat(cmd, &w.format, formatNames()...)
	}
	var spelling string // which the text of every placement follows
	command.Flag(cmd, "spelling", &spelling, queens.Spellings()...)
	command.Before(cmd, func() (err error) {
		w.spelling, err = queens.ParseSpelling(spelling)
		a.Spelling = w.spelling
		return err
	})
	if cmd.Flags().Lookup("symbols") == nil {
		command.Flag(cmd, "symbols", &w.Symbols)
	}
}

// Encoder returns the encoder of a list format for placements of order n.
func (w writing) Encoder(name string, n, base int) (*format.Encoder, error) {
	f, err := format.Find(name)
	if err != nil {
		return nil, err
	}
	if _, _, err := format.ParseSymbols(w.Symbols); err != nil {
		return nil, err
	}
	return f.Encoder(n, format.Options{Spelling: w.spelling, FromZero: base == 0, Symbols: w.Symbols}), nil
}

// List returns placements of one order as a list.
func (w writing) List(base int, placements ...queens.Perm) (string, error) {
	e, err := w.Encoder(w.format, len(placements[0]), base)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	list := format.NewWriter(&text, e)
	for _, p := range placements {
		err = cmp.Or(err, list.WritePerm(p))
	}
	err = cmp.Or(err, list.Close())
	return text.String(), err
}

// EachPlacement is Each for placements, whose answers are only for JSON and text. Other formats
// hold a list of them.
func (a *app) EachPlacement(things string, w writing, base int, limit uint64,
	placements iter.Seq2[queens.Perm, error], show func(queens.Perm) (printer.Answer, error),
) (n uint64, err error) {
	if a.JSON || w.format == "text" {
		return a.Each(things, base, limit, command.Answers(placements, show))
	}
	buffer := bufio.NewWriter(a.Stdout)
	defer func() { err = cmp.Or(err, buffer.Flush()) }()
	var list *format.Writer
	tally := a.Status.Tally(things)
	n, err = command.Each(placements, limit, func(p queens.Perm) error {
		if list == nil {
			e, err := w.Encoder(w.format, len(p), base)
			if err != nil {
				return err
			}
			list = format.NewWriter(buffer, e)
		}
		tally(1)
		return list.WritePerm(p)
	})
	if err == nil && list != nil {
		err = list.Close()
	}
	return n, err
}
