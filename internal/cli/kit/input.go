package kit

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/docs"
	"queens/format"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
	"queens/internal/named"
)

// maxLine bounds a line of input in bytes, against hostile input; a solution of order ten million
// fits.
const maxLine = 100 << 20

// ByteOrderMark is inserted by some editors.
var ByteOrderMark = []byte("\ufeff")

// Placement is a possible solution, as it was given.
type Placement struct {
	Text  string // as written, or formatted
	Where string // "line 3 of standard input"; empty if it was an argument
	Perm  queens.Perm
}

// Fail returns an error about a placement, with its location.
func (p Placement) Fail(err error) error {
	if p.Where == "" || err == nil {
		return err
	}
	return Errorf("%s: %w", p.Where, err)
}

// Reading has the options for reading placements.
type Reading struct {
	Base int    // number of the first row in texts
	From string // name of their format, or AnyFormat
	Step bool   // also accept the lines of "queens watch"; columns without a queen have row -1

	OfOrder string // what prints a solution of an order, instead of "solve %s"
}

// AnyFormat detects the format of the input.
const AnyFormat = "auto"

// FormatNames returns the names of the list formats.
func FormatNames() []string {
	return named.Names(format.All(), func(f format.Format) string { return f.Name })
}

// AddReading adds the flags --base, --paper and --from.
func AddReading(cmd *cobra.Command, r *Reading) {
	Flag(cmd, "base", &r.Base)
	Flag(cmd, "from", &r.From, append([]string{AnyFormat}, FormatNames()...)...)
	var paper string
	bases := docs.Papers()
	Flag(cmd, "paper", &paper, slices.Sorted(maps.Keys(bases))...)
	before(cmd, func() error {
		if paper != "" {
			r.Base = bases[paper]
			return Exclude(cmd, "base", "paper")
		}
		return nil
	})
}

// format detects the format at the start of an input, and skips a byte order mark.
func (r Reading) format(input *bufio.Reader) format.Format {
	if mark, _ := input.Peek(len(ByteOrderMark)); bytes.Equal(mark, ByteOrderMark) {
		_, _ = input.Discard(len(mark)) // already buffered
	}
	name := r.From
	if begin, _ := input.Peek(len(stepJSON)); r.Step && string(begin) == stepJSON {
		name = "text"
	} else if begin, _ = input.Peek(input.Size()); r.Step && stepText.Match(begin) {
		name = "text"
	}
	if f, err := format.Find(name); err == nil {
		return f
	}
	return format.Sniff(input)
}

// Placements yields the placements of an argument: "-" is standard input and "@file" a file, in any
// format; anything else is one placement. In texts, empty lines and lines that begin with "#" are
// ignored. It stops after the first error: ErrFormat with the line number, or a read error.
func (a *App) Placements(ctx context.Context, arg string, r Reading) iter.Seq2[Placement, error] {
	return func(yield func(Placement, error) bool) {
		if _, err := r.Parse(arg); err != nil && isFile(arg) {
			yield(Placement{}, Usagef("%s is a file; to read it: @%s", arg, arg))
			return
		}
		input, name, err := a.Open(ctx, arg)
		if err != nil {
			yield(Placement{}, err)
			return
		}
		defer input.Close()
		buffered := bufio.NewReader(input)
		if name == "" && r.format(buffered).Name == "text" {
			p, err := r.Parse(arg)
			yield(Placement{Text: arg, Perm: p}, err)
			return
		}
		r.Read(ctx, buffered, name)(yield)
	}
}

// Read yields the placements of an input like Placements. name is "" for an argument.
func (r Reading) Read(ctx context.Context, input *bufio.Reader, name string) iter.Seq2[Placement, error] {
	if f := r.format(input); f.Name != "text" {
		return r.decode(f, input, name)
	}
	if begin, _ := input.Peek(input.Buffered()); pairLines.Match(begin) && !orderTwo.Match(begin) {
		err := Usagef("read %s: pairs of numbers, one on a line, like rows and columns; want one board on a line, the "+
			"row of the queen of each column, like 2,4,1,3", name)
		return func(yield func(Placement, error) bool) { yield(Placement{}, err) }
	}
	return func(yield func(Placement, error) bool) { r.readLines(ctx, input, name, yield) }
}

// Two numbers on every line, and the only ones that are boards.
var (
	pairLines = regexp.MustCompile(`^([^\w\n]*\d+[ ,\t]+\d+[^\w\n]*\n)+[^\n]*$`)
	orderTwo  = regexp.MustCompile(`^[\W012]*$`)
)

func (r Reading) decode(f format.Format, input io.Reader, name string) iter.Seq2[Placement, error] {
	return func(yield func(Placement, error) bool) {
		k := 0
		for p, err := range f.Decode(input, format.Options{FromZero: r.Base == 0}) {
			pl := Placement{Perm: p}
			if k++; name != "" {
				pl.Where = fmt.Sprintf("placement %d of %s", k, name)
				if err != nil {
					err = Errorf("%s: %w", name, err)
				}
			}
			if err == nil {
				if pl.Text = p.String(); r.Base == 0 && len(p) > 0 {
					pl.Text = string(p.AppendText(nil, queens.Auto, 0))
				}
			}
			if !yield(pl, err) || err != nil {
				return
			}
		}
	}
}

// Parse reads one placement as text. If it is valid only with --base 0, the error suggests that.
func (r Reading) Parse(text string) (queens.Perm, error) {
	if p, ok := parseStep(text); ok && r.Step {
		return p, nil
	}
	p, err := queens.ParsePermBase(text, r.Base)
	if err != nil && r.Base == 1 {
		if _, other := queens.ParsePermBase(text, 0); other == nil {
			err = Usagef("%w; if it counts from 0: --base 0", err)
		}
	}
	if err != nil && len(text) <= 3 && IsNumber(text) {
		command := fmt.Sprintf(cmp.Or(r.OfOrder, "solve %s"), text)
		err = Usagef("%w; if %s is an order: `queens %s` prints a solution of it", err, text, command)
	}
	return p, err
}

// How lines of "queens watch" begin: a schema, or a number and the rows, followed by words.
const stepJSON = `{"schema":"queens.watch/1",`

var stepText = regexp.MustCompile(`^ *\d+  ([ \d.]*[\d.])  \S`)

// parseStep reads a line of "queens watch", with row -1 for columns without a queen.
func parseStep(line string) (p queens.Perm, ok bool) {
	var step struct{ Rows []*int }
	if strings.HasPrefix(line, stepJSON) {
		if json.Unmarshal([]byte(line), &step) != nil {
			return nil, false
		}
	} else if m := stepText.FindStringSubmatch(line); m != nil {
		for word := range strings.FieldsSeq(m[1]) {
			row, err := strconv.Atoi(word)
			if step.Rows = append(step.Rows, &row); err != nil {
				step.Rows[len(step.Rows)-1] = nil
			}
		}
	}
	for _, row := range step.Rows {
		switch {
		case row == nil:
			p = append(p, -1)
		case *row < 1 || *row > len(step.Rows):
			return nil, false
		default:
			p = append(p, *row-1)
		}
	}
	return p, len(p) > 0
}

func (r Reading) readLines(ctx context.Context, input io.Reader, name string, yield func(Placement, error) bool) {
	scanner := bufio.NewScanner(input)
	scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
	for no := 1; scanner.Scan(); no++ {
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		pl := Placement{Text: string(line), Where: fmt.Sprintf("line %d of %s", no, name)}
		var err error
		pl.Perm, err = r.Parse(pl.Text)
		if err = cmp.Or(pl.Fail(err), ctx.Err()); !yield(pl, err) || err != nil {
			return
		}
	}
	if err := scanner.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = Usagef("read %s: a line is longer than %d bytes; a file that ends in .queens has 4 bytes per queen",
				name, maxLine)
		}
		yield(Placement{}, err)
	}
}

func isFile(word string) bool {
	info, err := os.Stat(word)
	return err == nil && info.Mode().IsRegular()
}

// CompleteFile completes file names after @.
func CompleteFile(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	path, at := strings.CutPrefix(word, "@")
	if !at {
		return nil, cobra.ShellCompDirectiveDefault
	}
	dir, begin := filepath.Split(path)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, begin) && (begin != "" || name[0] != '.') {
			if e.IsDir() {
				name += string(filepath.Separator)
			}
			names = append(names, "@"+dir+name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// Open opens an argument and returns its name: standard input for "-", a file for "@file"; any
// other argument is the input itself, without a name.
func (a *App) Open(ctx context.Context, arg string) (input io.ReadCloser, name string, err error) {
	if path, isFile := strings.CutPrefix(arg, "@"); isFile || arg == "-" {
		return a.OpenFile(ctx, path)
	}
	return io.NopCloser(strings.NewReader(arg)), "", nil
}

// OpenFile opens a file, or standard input for "-", and returns its name. Reads end with the
// context. A missing file is wrong usage.
func (a *App) OpenFile(ctx context.Context, path string) (input io.ReadCloser, name string, err error) {
	if path == "-" {
		return io.NopCloser(a.Input(ctx)), InputName(path), nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, path, Usagef("%s: no such file", path)
	case err == nil && !info.Mode().IsRegular(): // a pipe, for one, blocks until there is a writer
		r := &stoppableReader{ctx: ctx, r: &lateFile{path: path}, status: a.Status, waits: true}
		return io.NopCloser(r), path, nil
	}
	f, err := os.Open(path)
	return stoppableFile{ctx, f}, path, err
}

// lateFile is a file that the first read opens.
type lateFile struct {
	path string
	*os.File
}

func (l *lateFile) Read(p []byte) (n int, err error) {
	if l.File == nil {
		if l.File, err = os.Open(l.path); err != nil {
			return 0, err
		}
	}
	return l.File.Read(p)
}

type stoppableFile struct {
	ctx context.Context // of the command
	io.ReadCloser
}

func (s stoppableFile) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.ReadCloser.Read(p)
}

// stoppableReader returns when its context ends, even if a read of r blocks, as on a terminal. That
// read may then stay blocked until the process ends, so no other follows it.
type stoppableReader struct {
	ctx    context.Context // of the command
	r      io.Reader
	status *Status
	typed  bool // by a person at a terminal
	waits  bool // for the first answer of another program
}

func (s *stoppableReader) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if s.typed || s.waits {
		s.waits = false
		s.status.hold()
		defer s.status.release()
	}
	type result struct {
		n   int
		err error
	}
	buffer := make([]byte, len(p)) // the caller reuses p after the context ends
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

// OneSolution returns the only argument: a solution, "-" or "@file". It defaults to "-" if standard
// input is not a terminal.
func (a *App) OneSolution(cmd *cobra.Command, args []string) (string, error) {
	switch command := Path(cmd); {
	case len(args) == 1:
		return args[0], nil
	case len(args) > 1:
		return "", Usagef("%s, want one solution; put one with blanks in quotes: queens %s %q",
			humanize.Plural(len(args), "argument"), command, strings.Join(args, " "))
	case IsTerminal(a.Stdin):
		return "", Usagef("no solution given: queens %s 15863724, or - for standard input", command)
	}
	return "-", nil
}

// AnswerEach prints an answer for each placement of the command's argument; none is an error. The
// status line counts things.
func (a *App) AnswerEach(cmd *cobra.Command, args []string, r Reading, things string,
	answer func(Placement) (printer.Answer, error),
) error {
	arg, err := a.OneSolution(cmd, args)
	if err != nil {
		return err
	}
	n, err := a.Each(things, r.Base, 0, Answers(a.Placements(cmd.Context(), arg, r), answer))
	if err == nil && n == 0 {
		err = Usagef("no solution in %s", InputName(arg))
	}
	return err
}

// AddBase adds the flag --base to a command that reads no placements.
func (a *App) AddBase(cmd *cobra.Command, base *int) {
	Flag(cmd, "base", base)
	before(cmd, func() error { return a.CheckBase(*base) })
}

// CheckBase rejects --base 0 with --json if nothing is read, because JSON counts from 1.
func (a *App) CheckBase(base int) error {
	if base == 0 && a.JSON {
		return Usagef("--base 0 cannot be combined with --json: rows and columns of JSON count from 1")
	}
	return nil
}

// InputName returns the name of the input that arg reads.
func InputName(arg string) string {
	if path, isFile := strings.CutPrefix(arg, "@"); isFile {
		return path
	}
	return "standard input"
}

// ProblemFlags are the flags that define a problem: its topology, squares by their chess names and
// diagonals as in queens.ParseDiagonal; or a file.
type ProblemFlags struct {
	Topology queens.Topology
	Given    []string
	Blocked  []string
	Excluded []string
	Board    string // a file, which also gives the order
}

// Problem returns the valid problem of the file, or of the order in args[0] with queens on the
// squares in the other arguments. With a file there must be no other arguments, squares or
// diagonals.
func (a *App) Problem(cmd *cobra.Command, args []string, f ProblemFlags) (p queens.Problem, err error) {
	if f.Board != "" {
		if len(args)+len(f.Given)+len(f.Blocked)+len(f.Excluded) > 0 {
			return p, Usagef("%s: --board takes everything from the file; omit the order, squares and diagonals",
				cmd.Name())
		}
		return a.readProblem(cmd.Context(), f)
	}
	if p.Order, err = strconv.Atoi(args[0]); err != nil || p.Order < 0 {
		return p, Usagef("%s: order %q: want a whole number, at least 0", cmd.Name(), args[0])
	}
	p.Topology = f.Topology
	for _, list := range []struct {
		text string
		to   *[]queens.Square
	}{
		{strings.Join(args[1:], " "), &p.Given},
		{strings.Join(f.Given, ","), &p.Given},
		{strings.Join(f.Blocked, ","), &p.Blocked},
	} {
		squares, err := queens.ParseSquares(list.text, p.Order)
		if err != nil {
			return p, err
		}
		*list.to = append(*list.to, squares...)
	}
	for _, name := range f.Excluded {
		d, err := queens.ParseDiagonal(strings.TrimSpace(name), p.Order, p.Topology)
		if err != nil {
			return p, fmt.Errorf("--excluded: %w", err)
		}
		p.Excluded = append(p.Excluded, d)
	}
	return p, p.Validate()
}

func (a *App) readProblem(ctx context.Context, f ProblemFlags) (queens.Problem, error) {
	input, _, err := a.OpenFile(ctx, f.Board)
	if err != nil {
		return queens.Problem{}, err
	}
	defer input.Close()
	p, err := format.ReadProblem(input)
	if err != nil {
		return p, err
	}
	if f.Topology == queens.Modular {
		if len(p.Excluded) > 0 && p.Topology != queens.Modular {
			return p, Usagef("--topology modular would change the diagonals that the file excludes; put the " +
				"topology into the file")
		}
		p.Topology = queens.Modular
	}
	return p, p.Validate()
}
