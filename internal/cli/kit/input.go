package kit

import (
	"bufio"
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
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/docs"
	"queens/format"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

// Placement is a board, as it was given.
type Placement struct {
	format.Board
	Where string // "line 3 of standard input"; empty if it was an argument
}

// OnePerColumn returns the placement of a board with one queen in each column, and says what is
// missing in others.
func (p Placement) OnePerColumn() (queens.Perm, error) {
	if p.Perm != nil {
		return p.Perm, nil
	}
	columns := make([]int, p.Order)
	for _, sq := range p.Queens {
		columns[sq.Col]++
	}
	c := slices.IndexFunc(columns, func(k int) bool { return k != 1 })
	return nil, Usagef("%s in column %d of a board of order %d; one in each column is needed",
		humanize.Plural(columns[c], "queen"), c+1, p.Order)
}

// Reading has the options for reading placements.
type Reading struct {
	format.Reading
	Step bool // also accept the lines of "queens watch"; columns without a queen are empty

	OfOrder string // what prints a solution of an order, instead of "solve %s"
}

// Counts returns the number of the first row and column in answers.
func (r Reading) Counts() int { return counts(r.Base) }

func counts(base int) int {
	if base == 0 {
		return 0
	}
	return 1
}

// AddReading adds the flags --base, --by, --paper and --from.
func AddReading(cmd *cobra.Command, r *Reading) {
	r.Base = format.AnyBase
	Flag(cmd, "base", &r.Base)
	Flag(cmd, "by", &r.By, "columns", "rows")
	Flag(cmd, "from", &r.From, format.Shapes()...)
	var paper string
	bases := docs.Papers()
	Flag(cmd, "paper", &paper, slices.Sorted(maps.Keys(bases))...)
	Before(cmd, func() error {
		if paper != "" {
			r.Base = bases[paper]
			return Exclude(cmd, "base", "paper")
		}
		return nil
	})
}

// Placements yields the boards of an argument: "-" is standard input and "@file" a file; anything
// else is the text itself. It stops after the first error: ErrFormat with the line number, or a
// read error. At the end it says how it read the text, unless that was one-line notation from 1.
func (a *App) Placements(ctx context.Context, arg string, r Reading) iter.Seq2[Placement, error] {
	return func(yield func(Placement, error) bool) {
		input, name, err := a.Open(ctx, arg)
		if err != nil {
			yield(Placement{}, err)
			return
		}
		defer input.Close()
		for p, err := range a.Read(ctx, r, input, name, arg) {
			if err != nil && exists(arg) {
				err = Usagef("%s is a file; to read it: @%s", arg, arg)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// Read yields the boards of an input of that name like Placements; without a name, text is what the
// input has. No board is an error.
func (a *App) Read(ctx context.Context, r Reading, input io.Reader, name, text string) iter.Seq2[Placement, error] {
	return func(yield func(Placement, error) bool) {
		buffered := bufio.NewReader(input)
		reader := format.NewReader(buffered, r.Reading)
		boards := reader.Boards()
		if r.Step {
			_, _ = buffered.Peek(len(stepJSON)) // an error is found again
			if begin, _ := buffered.Peek(buffered.Buffered()); stepLine.Match(begin) {
				boards = steps(buffered)
			}
		}
		none := true
		for b, err := range boards {
			none = false
			p := Placement{Board: b}
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
			yield(Placement{}, Usagef("%s has no board: want the row of the queen in each column, such as 15863724, "+
				"or n lines of n squares", cmp.Or(name, "the argument")))
		}
		if note := reader.Note(); note != "" {
			a.Note("%s", note)
		}
	}
}

// explain adds to an error the name of the input, or for a text that is one number what prints a
// solution of that order.
func (r Reading) explain(err error, text, name string) error {
	switch {
	case name != "":
		return Errorf("%s: %w", name, err)
	case len(text) <= 3 && IsNumber(text):
		command := fmt.Sprintf(cmp.Or(r.OfOrder, "solve %s"), text)
		return Usagef("%w; if %s is an order: `queens %s` prints a solution of it", err, text, command)
	}
	return err
}

// Parse reads the only placement of a text, with one queen in each column.
func (r Reading) Parse(text string) (queens.Perm, error) {
	b, err := format.ReadBoard(text, r.Reading)
	if err != nil {
		return nil, r.explain(err, text, "")
	}
	return Placement{Board: b}.OnePerColumn()
}

// How lines of "queens watch" begin: a schema, or a number and the rows, followed by words.
const stepJSON = `{"schema":"queens.watch/1",`

var stepLine = regexp.MustCompile(`^` + regexp.QuoteMeta(stepJSON) + `|^ *\d+  ([ \d.]*[\d.])  \S`)

// parseStep reads a line of "queens watch"; columns may have no queen.
func parseStep(line string) (b format.Board, err error) {
	var step struct{ Rows []*int }
	text := line
	m := stepLine.FindStringSubmatch(line)
	if m != nil && m[1] != "" { // "1 3 ." is [1,3,null]
		list := strings.ReplaceAll(strings.Join(strings.Fields(m[1]), ","), ".", "null")
		text = `{"rows":[` + list + `]}`
	}
	err = json.Unmarshal([]byte(text), &step)
	b = format.Board{Order: len(step.Rows), Text: line}
	for c, row := range step.Rows {
		if row != nil {
			b.Queens = append(b.Queens, queens.Square{Row: *row - 1, Col: c})
		}
	}
	if off := func(sq queens.Square) bool { return !sq.On(b.Order) }; m == nil || err != nil || b.Order == 0 ||
		slices.ContainsFunc(b.Queens, off) {
		return b, fmt.Errorf("%.40q is not a line of queens watch: %w", line, queens.ErrFormat)
	}
	return b, nil
}

// steps yields the boards of lines of "queens watch".
func steps(input io.Reader) iter.Seq2[format.Board, error] {
	return func(yield func(format.Board, error) bool) {
		scanner := bufio.NewScanner(input)
		scanner.Buffer(nil, format.MaxLine)
		for no := 1; scanner.Scan(); no++ {
			b, err := parseStep(scanner.Text())
			if b.Line = no; err != nil {
				err = fmt.Errorf("line %d: %w", no, err)
			}
			if !yield(b, err) || err != nil {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			yield(format.Board{}, err)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
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

// foreign is how files begin that no command reads.
var foreign = map[string][]string{
	"a PDF document":    {"%PDF-"},
	"a picture":         {"\x89PNG", "\xff\xd8\xff", "GIF8", "<svg"},
	"a web page":        {"<!DOCTYPE", "<html", "<?xml"},
	"a compressed file": {"PK\x03\x04", "\x1f\x8b"},
	"a text in UTF-16":  {"\xff\xfe", "\xfe\xff"},
}

// OpenText is Open for a command whose files need no @.
func (a *App) OpenText(ctx context.Context, arg string) (input io.ReadCloser, name string, err error) {
	if exists(arg) {
		arg = "@" + arg
	}
	return a.Open(ctx, arg)
}

// OpenFile opens a file, or standard input for "-", and returns its name. Reads end with the
// context. A missing file, a directory and a file without text are wrong usage.
func (a *App) OpenFile(ctx context.Context, path string) (input io.ReadCloser, name string, err error) {
	if path == "-" {
		return io.NopCloser(a.Input(ctx)), InputName(path), nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, path, Usagef("%s: no such file", path)
	case err == nil && info.IsDir():
		return nil, path, Usagef("%s is a directory; want a file", path)
	case err == nil && !info.Mode().IsRegular(): // a pipe, for one, blocks until there is a writer
		r := &stoppableReader{ctx: ctx, r: &lateFile{path: path}, status: a.Status, waits: true}
		return io.NopCloser(r), path, nil
	}
	f, err := os.Open(path)
	begin := make([]byte, 9)
	n, _ := f.ReadAt(begin, 0) // if it fails, so does Read
	for what, begins := range foreign {
		if slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(string(begin[:n]), b) }) {
			err = errors.Join(f.Close(), Usagef("%s is %s; want a text in UTF-8", path, what))
		}
	}
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
// status line counts things. Errors of answer get the location of the placement.
func (a *App) AnswerEach(cmd *cobra.Command, args []string, r Reading, things string,
	answer func(Placement) (printer.Answer, error),
) error {
	located := func(p Placement) (printer.Answer, error) {
		shown, err := answer(p)
		if p.Where != "" && err != nil {
			err = Errorf("%s: %w", p.Where, err)
		}
		return shown, err
	}
	_, err := a.Each(things, r.Counts(), 0, Answers(a.Given(cmd, args, r), located))
	return err
}

// Given yields the placements of the command's argument.
func (a *App) Given(cmd *cobra.Command, args []string, r Reading) iter.Seq2[Placement, error] {
	return func(yield func(Placement, error) bool) {
		arg, err := a.OneSolution(cmd, args)
		if err != nil {
			yield(Placement{}, err)
			return
		}
		a.Placements(cmd.Context(), arg, r)(yield)
	}
}

// AddBase adds the flag --base to a command that reads no placements.
func (a *App) AddBase(cmd *cobra.Command, base *int) {
	Flag(cmd, "base", base)
	Before(cmd, func() error { return a.CheckBase(*base) })
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
