package format

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
)

type problemFormat struct {
	name  string
	title string // of a text in the format; empty for our own
	base  int    // of rows and columns, if no number shows it; -1: unknown
	read  func(text string, o Reading, byDefault int) (p queens.Problem, from int, err error)
	write func(out *bytes.Buffer, p queens.Problem, base int) // nil: it is only read
}

// OwnProblem is the format of docs/formats/problem.md.
const OwnProblem = "problem"

func problemFormats() []problemFormat {
	return []problemFormat{
		{"asp", "ASP facts", 1, factsOf, writeASP},
		{"board", "a board", 1, readPicture, nil},
		{"dzn", "MiniZinc data", 1, factsOf, writeDZN},
		{"holes", "a list of holes", -1, holesOf, nil},
		{"json", "", 1, jsonOf, nil},
		{"param", "CSPLib parameters", 0, factsOf, writeParam},
		{OwnProblem, "", 1, readOwn, writeOwn},
	}
}

// ProblemFormats returns the names of the formats of problems, sorted: of all or of those that are
// written.
func ProblemFormats(written bool) (names []string) {
	for _, f := range problemFormats() {
		if f.write != nil || !written {
			names = append(names, f.name)
		}
	}
	return names
}

func findProblem(name string) (problemFormat, error) {
	return named.Find("problem", name, problemFormats(), func(f problemFormat) string { return f.name })
}

// maxPicture is the largest order that is drawn; above are lists of squares.
const maxPicture = 64

// maxProblem is the largest text of a problem in bytes.
const maxProblem = 256 << 20

const maxReadOrder = 1 << 22

// WriteProblem writes a valid problem in a format, by default that of docs/formats/problem.md.
// Errors: queens.ErrFormat for an unknown format or one that is only read; those of w.
func WriteProblem(w io.Writer, p queens.Problem, name string) error {
	f, err := findProblem(cmp.Or(name, OwnProblem))
	if err != nil {
		return err
	}
	if f.write == nil {
		return errs.Errorf("write problem: %s is only read: %w", name, queens.ErrFormat)
	}
	var out bytes.Buffer
	f.write(&out, p, 1)
	_, err = out.WriteTo(w)
	return err
}

// ReadProblem reads a problem in any of the formats, and says how it read one that is not our own:
// "CSPLib parameters: order 10, 14 excluded diagonals". Errors: queens.ErrFormat with the line
// number, and those of queens.Problem.Validate.
func ReadProblem(r io.Reader, o Reading) (p queens.Problem, how string, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxProblem+1))
	if err == nil && len(text) > maxProblem {
		err = errs.Errorf("more than %d bytes: %w", maxProblem, queens.ErrFormat)
	}
	var f problemFormat
	base := 0
	if err == nil {
		f, p, base, err = parseProblem(strings.TrimPrefix(string(text), "\ufeff"), o)
	}
	switch {
	case err != nil:
		return queens.Problem{}, "", errs.Errorf("read problem: %w", err)
	case f.title == "":
		return p, "", nil
	}
	how = fmt.Sprintf("%s: order %d", f.title, p.Order)
	for _, part := range []struct {
		size int
		noun string
	}{{len(p.Given), "given queen"}, {len(p.Blocked), "blocked square"}, {len(p.Excluded), "excluded diagonal"}} {
		if part.size > 0 {
			how += ", " + humanize.Plural(part.size, part.noun)
		}
	}
	if f.name != "board" && len(p.Given)+len(p.Blocked) > 0 {
		how += fmt.Sprintf(", rows and columns from %d", base)
	}
	return p, how, nil
}

// parseProblem reads a problem in the format o.From, or in the one that it looks like, and returns
// what its rows and columns count from.
func parseProblem(text string, o Reading) (f problemFormat, p queens.Problem, base int, err error) {
	if o.From == "" || o.From == Auto {
		o.From = recognise(text)
	}
	if f, err = findProblem(o.From); err == nil {
		p, base, err = f.read(text, o, f.base)
	}
	if err == nil {
		err = p.Validate()
	}
	return f, p, base, err
}

var (
	ownLine      = regexp.MustCompile(`\A(?:\s*(?://[^\n]*)?\n)*\s*(?:order|topology|given|blocked|excluded)[ \t]+[^=\s]`)
	factLine     = regexp.MustCompile(`(?m)^\s*[a-z]\w*\s*\(\s*-?\d`)
	assignment   = regexp.MustCompile(`(?m)^\s*(?:letting\s+)?[A-Za-z]\w*\s*(=|:|\bbe\b)\s*[\[{\d]`)
	lineComments = regexp.MustCompile(`(?m)//.*$`)
	boardJSON    = regexp.MustCompile(`"(?:rows|solutions?)"\s*:`)
	numberLine   = regexp.MustCompile(`\A\s*\d+[ \t]+\d+[ \t]*(?:\r?\n|\z)[\d\s]*\z`)
)

func recognise(text string) string {
	begin, named := strings.TrimSpace(text), factComments.ReplaceAllString(text, "")
	switch {
	case ownLine.MatchString(text):
		return OwnProblem
	case strings.HasPrefix(begin, "{") && strings.Contains(begin, `"order"`) && !boardJSON.MatchString(begin):
		return "json"
	case factLine.MatchString(named):
		return "asp"
	case assignment.MatchString(named) && strings.Contains(named, ";") && !strings.Contains(named, "letting"):
		return "dzn"
	case assignment.MatchString(named):
		return "param"
	case numberLine.MatchString(text):
		return "holes"
	}
	return "board"
}

func factsOf(text string, o Reading, byDefault int) (queens.Problem, int, error) {
	facts, err := readFacts(text)
	if err != nil {
		return queens.Problem{}, 0, err
	}
	return problemOf(facts, o, byDefault)
}

// holesOf reads the order and the number of blocked squares, then a row and a column for each.
func holesOf(text string, o Reading, byDefault int) (p queens.Problem, from int, err error) {
	items, err := itemsOf(text)
	if err != nil {
		return p, 0, err
	}
	for _, it := range items {
		if !isPair(it) {
			return p, 0, fault(it.line, "%s: want the order and the number of blocked squares, then their rows and "+
				"columns", it.quote())
		}
	}
	want, found := numberOf(items[0].words[1]), len(items)-1
	if found > want && strings.Join(items[found].words, blank) == "0 0" { // the end
		found--
	}
	switch {
	case found < want:
		return p, 0, errs.Errorf("%s, want %d: %w", humanize.Plural(found, "blocked square"), want, queens.ErrFormat)
	case found > want:
		return p, 0, fault(items[want+1].line, "%s after %s: want one problem", items[want+1].quote(),
			humanize.Plural(want, "blocked square"))
	}
	order := item{line: items[0].line, words: items[0].words[:1]}
	return problemOf(map[string][]item{"order": {order}, "blocked": items[1 : want+1]}, o, byDefault)
}

// jsonOf reads queens.problem/1.
func jsonOf(text string, _ Reading, _ int) (queens.Problem, int, error) {
	var x struct {
		queens.Problem
		Excluded []string `json:"excluded"`

		// how it was made
		Schema, Family, Seed, Method, MadeOf any
	}
	d := stdjson.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&x); err != nil {
		return x.Problem, 0, errs.Errorf("%w: %w", err, queens.ErrFormat)
	}
	return x.Problem, 1, readEach(&x.Problem.Excluded, x.Excluded, x.Problem)
}

func writeOwn(out *bytes.Buffer, p queens.Problem, _ int) {
	fmt.Fprintf(out, "order %d\n", p.Order)
	if p.Topology != queens.Regular {
		fmt.Fprintf(out, "topology %v\n", p.Topology)
	}
	if len(p.Excluded) > 0 {
		name := func(d queens.Diagonal) string { return d.Name(p.Order, p.Topology) }
		fmt.Fprintf(out, "excluded %s\n", strings.Join(named.Names(p.Excluded, name), " "))
	}
	if p.Order <= maxPicture {
		if len(p.Given)+len(p.Blocked) > 0 {
			for _, row := range Marks(p.Order, p.Given, 'Q', p.Blocked, '#') {
				fmt.Fprintln(out, strings.Join(strings.Split(row, ""), blank))
			}
		}
		return
	}
	list := func(word string, squares []queens.Square) {
		for line := range slices.Chunk(squares, 16) {
			names := named.Names(line, func(sq queens.Square) string { return sq.Name(p.Order) })
			fmt.Fprintf(out, "%s %s\n", word, strings.Join(names, " "))
		}
	}
	list("given", p.Given)
	list("blocked", p.Blocked)
}

// Marks returns the rows of a board of order n with marks on some squares and dots on all others.
func Marks(n int, some []queens.Square, mark byte, others []queens.Square, other byte) (rows []string) {
	marks := bytes.Repeat([]byte{'.'}, n*n)
	for _, sq := range others {
		marks[sq.Row*n+sq.Col] = other
	}
	for _, sq := range some {
		marks[sq.Row*n+sq.Col] = mark
	}
	for row := range slices.Chunk(marks, n) {
		rows = append(rows, string(row))
	}
	return rows
}

// readOwn reads lines of a word with its values, and rows of a board.
func readOwn(text string, o Reading, byDefault int) (p queens.Problem, base int, err error) {
	by, no := map[string][]item{}, 0
	var rows [][]string
	var lines []int
	for line := range strings.Lines(text) {
		no++
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		word, marks := fields[0], strings.Join(fields, "")
		switch {
		case strings.Trim(marks, "Qq.#*") == "":
			rows, lines = append(rows, strings.Split(marks, "")), append(lines, no)
		case word == "given" || word == "blocked":
			items, err := itemsOf(strings.Join(fields[1:], " "))
			if err != nil {
				return p, 0, fmt.Errorf("line %d: %w", no, err)
			}
			for _, it := range items {
				it.line = no
				by[word] = append(by[word], it)
			}
		case word == "order" || word == "topology" || word == "excluded":
			by[word] = append(by[word], item{line: no, words: fields[1:]})
		default:
			return p, 0, fault(no, "%.20q: want order, topology, given, blocked, excluded, or a row of Q, . "+
				"and #", word)
		}
	}
	p, base, err = problemOf(by, o, byDefault)
	if err == nil && len(rows) > 0 {
		err = draw(&p, rows, lines, o.Symbols)
	}
	return p, base, err
}

// readEach adds the diagonals with these names.
func readEach(list *[]queens.Diagonal, names []string, p queens.Problem) error {
	for _, name := range names {
		d, err := queens.ParseDiagonal(name, p.Order, p.Topology)
		if err != nil {
			return err
		}
		*list = append(*list, d)
	}
	return nil
}

func itemsOf(text string) (items []item, err error) {
	s := new(shaper)
	blocks, err := s.shapes(text)
	for _, b := range blocks {
		items = append(items, b.items...)
	}
	if err == nil && s.labelled > 0 && len(items) == 0 {
		err = fault(s.labelled, "%s: want squares, as d4 or as (row,column), from the top", abbreviate(text))
	}
	return items, err
}

// ReadSquareLists reads texts as ReadSquares does. With AnyBase, a 0 in one of them is the base of
// all.
func ReadSquareLists(n, base int, texts ...string) (lists [][]queens.Square, err error) {
	var all [][]item
	for _, text := range texts {
		items, err := itemsOf(text)
		if err != nil {
			return nil, err
		}
		all = append(all, items)
	}
	base = baseOf(numbersIn(slices.Concat(all...)), n, base, 1)
	for _, items := range all {
		squares, err := squaresOf(items, n, base)
		if err != nil {
			return nil, err
		}
		lists = append(lists, squares)
	}
	return lists, nil
}

// draw adds the queens and blocked squares of a board.
func draw(p *queens.Problem, rows [][]string, lines []int, symbols string) error {
	n := p.Order
	for r, row := range rows {
		if len(row) != n || r == n {
			return fault(lines[r], "row %d of the board has %s, want %d rows of %d", r+1,
				humanize.Plural(len(row), "square"), n, n)
		}
		for c, mark := range row {
			sq := queens.Square{Row: r, Col: c}
			switch kindOf(mark, symbols) {
			case 0:
				p.Given = append(p.Given, sq)
			case 2:
				p.Blocked = append(p.Blocked, sq)
			case -1:
				return fault(lines[r], "%q is neither a queen (Q) nor an empty (. _ - 0) nor a forbidden square "+
					"(# x *); --symbols says which is which", mark)
			}
		}
	}
	if len(rows) < n {
		return errs.Errorf("the board has %d rows, want %d: %w", len(rows), n, queens.ErrFormat)
	}
	return nil
}

// readPicture reads a board of n rows of n squares with blocked ones, or any other board.
func readPicture(text string, o Reading, _ int) (p queens.Problem, base int, err error) {
	blocks, err := new(shaper).shapes(lineComments.ReplaceAllString(text, ""))
	if err != nil {
		return p, 0, err
	}
	if len(blocks) == 0 {
		return p, 0, errs.Errorf("no board; want one, a line %q, or another format of problems: %w", "order 8",
			queens.ErrFormat)
	}
	if len(blocks) == 1 && len(blocks[0].items[0].words) > 0 {
		rows, lines := blocks[0].cells()
		first := blocks[0].items[0]
		_, named := chessName(first.words[0])
		if p.Order = len(rows[0]); !named && (len(rows) > 1 || p.Order == 1) && (len(rows) == 2 || !isPair(first)) {
			return p, 1, draw(&p, rows, lines, o.Symbols)
		}
	}
	b, err := ReadBoard(text, Reading{Base: o.Base})
	if err == nil && b.Order == 0 {
		err = errs.Errorf("an empty list; want a board: %w", queens.ErrFormat)
	}
	return queens.Problem{Order: b.Order, Given: b.Squares()}, 1, err
}

const (
	remarks   = `(?:\s*(?://|%|\$|language )[^\n]*\n|\s*/\*(?s:.*?)\*/)*\s*`
	factOrder = `(?:letting\s+|#const\s+)?(?:n|order|size)\s*(?:=|:|be\s)\s*\d+[;.]?`
	factName  = `(?:letting\s+)?(?:queens?|given|init|blocked|holes?|m|rows?|cols?|columns?|diags?|numdiags|amount|` +
		`modular)`
)

var (
	// Boards of letters and placements may follow "order 8" and "n = 8;": these are labels.
	problemBegins = regexp.MustCompile(`\A` + remarks + `(?:\{"schema":"queens\.problem/1"|board\(\d+\)\.|` +
		`letting\s|#const\s|` + factOrder + remarks + factName + `\s*(?:=|:|be\s)|` +
		`order\s+\d+\s*\n` + remarks + `(?:given|blocked|topology|excluded)\s)`)
	// what may still become the beginning of a problem
	problemMaybe = regexp.MustCompile(`\A` + remarks + `(?:(?:` + factOrder + `|order\s+\d+)\s*` + remarks + `)?[^\n]*\z`)
	problemOrder = regexp.MustCompile(`\A\s*(?:\{"schema"|board\(|order\s+\d|` + factOrder + `)`)
)

// isProblem reports whether the text is a problem, or several. It waits for a line or two.
func (r *Reader) isProblem() bool {
	if r.By == "rows" || r.From != "" {
		return false
	}
	for size := 1; ; size++ {
		_, err := r.in.Peek(size)
		size = max(size, r.in.Buffered())
		begin, _ := r.in.Peek(size)
		switch {
		case problemBegins.Match(begin):
			return true
		case err != nil, !problemMaybe.Match(begin):
			return false
		}
	}
}

// problems reads the given queens of problems; their order begins each.
func (r *Reader) problems() error {
	var text []byte
	begin, ordered := 1, false
	for no := 1; ; no++ {
		line, err := readLine(r.in, nil)
		if err == nil && len(text) > maxPending {
			return fault(no, "more than %d bytes of a problem", maxPending)
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("line %d: %w", no, err)
		}
		isOrder := problemOrder.Match(line)
		if ordered && isOrder {
			if err := r.problem(string(text), begin); err != nil {
				return err
			}
			text, begin = nil, no
		}
		ordered = ordered || isOrder
		if text = append(text, line...); err == io.EOF {
			return r.problem(string(text), begin)
		}
	}
}

// problem reads the given queens, which may attack each other.
func (r *Reader) problem(text string, line int) error {
	o := Reading{From: recognise(text), Base: r.Base}
	if o.From == "board" { // which is read by a Reader again
		o.From = "asp"
	}
	f, p, base, err := parseProblem(text, o)
	if errors.Is(err, queens.ErrNotSolution) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("line %d: a problem: %w", line, err)
	}
	b := newBoard(p.Order, p.Given, line)
	b.Topology = p.Topology
	how := fmt.Sprintf("%s, rows and columns from %d", cmp.Or(f.title, "as this program writes it"), base)
	r.plainly = true
	if err := r.emit(b, OwnProblem, how); err != nil {
		return err
	}
	return r.flush(false)
}
