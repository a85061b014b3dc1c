// Package model states the n-queens problem in the languages of other solvers.
//
// A queens.Problem becomes a Model: a 0-1 variable for each square, true if the square holds a
// queen, and groups of squares. In each group exactly one or at most one variable is true.
// Every entry of the table Formats writes that down: as clauses, linear constraints, a graph,
// sets to be covered, or a program:
//
//	m, err := model.New(queens.Problem{Order: 8}, model.Options{})
//	...
//	cnf, err := model.FindFormat("cnf")
//	...
//	err = cnf.Write(os.Stdout, m)
//
// Square (row, col), both from 0, is variable row*n + col + 1 wherever variables
// are numbers. Writers stream: they hold at most a statement in memory.
//
// The table Definitions has mathematical definitions of the problem, which tests compare.
//
// Package model/solve runs solvers and reads their answers.
package model

import (
	"bufio"
	"cmp"
	_ "embed" // formats.csv, definitions.csv
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/symmetry"
)

// MaxOrder is the largest order of a model, whose smallest clauses take some hundred megabytes.
const MaxOrder = 1024

// Options says how a problem is stated. The zero value is the plain statement.
type Options struct {
	// AtMostOne names the encoding of "at most one" in clauses; empty means product.
	AtMostOne string `json:"atMostOne,omitempty"`
	// Symmetry adds constraints that leave at least one solution of each orbit, and few others.
	Symmetry bool `json:"symmetry,omitempty"`
	// Most asks for as many queens as possible, where n need not fit. Not every format can say it.
	Most bool `json:"most,omitempty"`
	// ExactCount gives clauses as many models as there are solutions.
	ExactCount bool `json:"exactCount,omitempty"`
	// Nogoods are sets of squares that do not all hold a queen. Format opb can say that.
	Nogoods [][]queens.Square `json:"-"`
}

// Group is a set of squares of which at most one, or exactly one, holds a queen.
type Group struct {
	Name    string // "row_1", counted from 1; letters, digits and underscores
	Squares []queens.Square
	Exactly bool
	short   string // name of a line: rN, cN, upN or downN
}

// Model is one instance with its options, which may not be changed.
type Model struct {
	queens.Problem
	Options
	forbidden map[queens.Square]bool // no queen may stand there
	given     map[queens.Square]bool
	broken    []symmetry.Symmetry // those that Options.Symmetry breaks
	breaking  []Group             // the constraints that do
}

// New returns the model of a problem, which may not be changed afterwards.
//
// Errors: those of queens.Problem.Validate; queens.ErrOrder for an order outside 1 to MaxOrder;
// queens.ErrFormat for an unknown encoding, or symmetry breaking with Most.
func New(p queens.Problem, o Options) (*Model, error) {
	if p.Order < 1 || p.Order > MaxOrder {
		return nil, errs.Errorf("order %d: want 1 to %d: %w", p.Order, MaxOrder, queens.ErrOrder)
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	o.AtMostOne = cmp.Or(o.AtMostOne, defaultEncoding)
	if _, err := findEncoding(o.AtMostOne); err != nil {
		return nil, err
	}
	if o.Most && o.Symmetry {
		return nil, errs.Errorf("symmetry breaking needs a queen in every column: it cannot be combined with "+
			"maximizing their number: %w", queens.ErrFormat)
	}
	m := &Model{Problem: p, Options: o, forbidden: map[queens.Square]bool{}, given: map[queens.Square]bool{}}
	for _, sq := range p.Forbidden() {
		m.forbidden[sq] = true
	}
	for _, sq := range p.Given {
		m.given[sq] = true
	}
	if o.Symmetry {
		m.breakSymmetry()
	}
	return m, nil
}

// Variable returns the number of the variable of a square: row*n + col + 1.
func (m *Model) Variable(sq queens.Square) int { return sq.Row*m.Order + sq.Col + 1 }

// SquareOf returns the square of variable v on a board of order n, and whether it
// is one of the variables 1 to n*n.
func SquareOf(v, n int) (queens.Square, bool) {
	return queens.Square{Row: (v - 1) / n, Col: (v - 1) % n}, 1 <= v && v <= n*n
}

// Squares returns all squares, row by row, which is the order of their variables.
func (m *Model) Squares() []queens.Square {
	list := make([]queens.Square, 0, m.Order*m.Order)
	for v := range cap(list) {
		list = append(list, queens.Square{Row: v / m.Order, Col: v % m.Order})
	}
	return list
}

// Fixed yields the squares whose variable has one possible value, row by row, and that value.
func (m *Model) Fixed() iter.Seq2[queens.Square, bool] {
	return func(yield func(queens.Square, bool) bool) {
		if len(m.given)+len(m.forbidden) == 0 {
			return
		}
		for _, sq := range m.Squares() {
			if (m.given[sq] || m.forbidden[sq]) && !yield(sq, m.given[sq] && !m.forbidden[sq]) {
				return
			}
		}
		for sq := range m.given { // given and forbidden: no value is left
			if m.forbidden[sq] && !yield(sq, true) {
				return
			}
		}
	}
}

// Allowed returns the squares that may hold a queen, row by row. If a given queen stands on a
// forbidden square its row has none.
func (m *Model) Allowed() []queens.Square {
	var taken [4][]bool // lines of given queens, by kind and index
	for kind := range taken {
		taken[kind] = make([]bool, 2*m.Order)
		for sq := range m.given {
			taken[kind][m.lines(sq)[kind]] = true
		}
	}
	return slices.DeleteFunc(m.Squares(), func(sq queens.Square) bool {
		attacked := false
		for kind, index := range m.lines(sq) {
			attacked = attacked || taken[kind][index]
		}
		return m.forbidden[sq] || attacked && !m.given[sq]
	})
}

func (m *Model) lines(sq queens.Square) [4]int {
	return queens.Lines(sq, m.Order, m.Topology)
}

// Groups yields the rows and columns, which hold exactly one queen each, or with Options.Most at
// most one, then the diagonals of at least two squares, at most one each, then the constraints that
// break symmetry.
func (m *Model) Groups() iter.Seq[Group] {
	return func(yield func(Group) bool) {
		for line := queens.Row; line <= queens.Falling; line++ {
			exactly, count := line <= queens.Col && !m.Most, m.Order
			if line > queens.Col && m.Topology == queens.Regular {
				count = 2*count - 1
			}
			for index := range count {
				squares := m.Line(line, index)
				short := [...]string{"r", "c", "up", "down"}[line] + itoa(index+1)
				if (exactly || len(squares) > 1) && !yield(Group{LineName(line, index), squares, exactly, short}) {
					return
				}
			}
		}
		for _, g := range m.breaking {
			if !yield(g) {
				return
			}
		}
	}
}

var groupNames = [...]string{
	queens.Row: "row", queens.Col: "column", queens.Rising: "rising", queens.Falling: "falling",
}

// LineName returns the name of the group of a line: "row_1" for the first.
func LineName(line queens.Line, index int) string {
	return fmt.Sprintf("%s_%d", groupNames[line], index+1)
}

// Line returns the squares of a line, new.
func (m *Model) Line(line queens.Line, index int) []queens.Square {
	squares := make([]queens.Square, 0, m.Order)
	if line > queens.Col {
		diagonal := queens.Diagonal{Line: line, Index: index}
		squares = slices.AppendSeq(squares, diagonal.Squares(m.Order, m.Topology))
		slices.SortFunc(squares, symmetry.CompareSquares)
		return squares
	}
	for i := range m.Order {
		if line == queens.Row {
			squares = append(squares, queens.Square{Row: index, Col: i})
		} else {
			squares = append(squares, queens.Square{Row: i, Col: index})
		}
	}
	return squares
}

// breakSymmetry adds what Options.Symmetry asks for.
//
// On the torus a shift carries any queen to the top left corner, so if no square is special a queen
// is put there; of the Q solutions Q/n stay. Otherwise, for each symmetry g of the board that
// leaves the problem as it is, the first queen p[0] may not stand below the first queen of the
// image: p[0] <= g(p)[0]. The lexicographically least solution of an orbit fulfils that for every
// g. For each k it says that not both p[0] > k and g(p)[0] <= k, and the squares for which either
// is true form a group: at most one of them holds a queen, since each half lies in one line. A
// square of both halves is forbidden.
func (m *Model) breakSymmetry() {
	n := m.Order
	if m.Topology == queens.Modular && len(m.given)+len(m.forbidden) == 0 {
		m.given[queens.Square{}] = true
		return
	}
	_, given := symmetry.CanonicalSet(slices.Collect(maps.Keys(m.given)), n)
	_, forbidden := symmetry.CanonicalSet(slices.Collect(maps.Keys(m.forbidden)), n)
	// The first one is the identity.
	m.broken = slices.DeleteFunc(given, func(s symmetry.Symmetry) bool { return !slices.Contains(forbidden, s) })[1:]
	for _, g := range m.broken {
		for k := range n - 1 {
			var squares []queens.Square
			for row := k + 1; row < n; row++ {
				squares = append(squares, queens.Square{Row: row})
			}
			border := false // some square is not in the first column
			for row := range k + 1 {
				sq := g.Inverse().Square(queens.Square{Row: row}, n)
				if sq.Col == 0 && sq.Row > k {
					m.forbidden[sq] = true
					continue
				}
				border = border || sq.Col > 0
				squares = append(squares, sq)
			}
			if border {
				m.breaking = append(m.breaking, Group{Name: fmt.Sprintf("%s_%d",
					strings.ReplaceAll(g.String(), "-", "_"), k+1), Squares: squares})
			}
		}
	}
}

// Format is a language in which a model can be written.
type Format struct {
	Name    string `json:"name"`    // stable identifier, also the extension of the file: "cnf"
	Title   string `json:"title"`   // of the language, in a few words
	Summary string `json:"summary"` // how queens are stated in it, one sentence, no final period
	Reads   string `json:"reads"`   // which programs read it
	Squares string `json:"squares"` // how a reader of an answer gets from variables to squares
	// Instance says that a solution of the text is not a solution of the
	// queens problem: the text is an instance of another problem.
	Instance bool `json:"-"`
	// Most says which texts ask for as many queens as possible: none, those of models with
	// Options.Most, or all.
	Most MostQueens `json:"-"`

	Graph bool `json:"-"` // or quadratic form, of an order up to MaxGraphOrder
}

// MostQueens says which texts of a format ask for as many queens as possible.
type MostQueens int

// Which texts ask for as many queens as possible.
const (
	MostNever MostQueens = iota
	MostIfAsked
	MostAlways
)

//go:embed formats.csv
var formatTable string

var formats = sync.OnceValue(func() []Format { return named.Decode[Format](formatTable) })

// Formats returns the languages, sorted by name.
func Formats() []Format { return formats() }

// FormatNames returns the names of the formats.
func FormatNames() []string { return named.Names(formats(), formatName) }

func formatName(f Format) string { return f.Name }

// FindFormat returns the format of a name.
func FindFormat(name string) (Format, error) {
	return named.Find("format", name, formats(), formatName)
}

// Write writes the model in the format, as a stream: O(n^2) numbers, with "at most one" pairwise,
// as a graph of attacks or a quadratic form O(n^3), as the complement of the graph O(n^4).
//
// Errors: queens.ErrFormat for what the format cannot state; queens.ErrOrder for a graph or
// quadratic form of an order above MaxGraphOrder.
func (f Format) Write(w io.Writer, m *Model) error {
	m, err := f.State(m)
	switch {
	case err != nil:
		return err
	case f.Instance && (len(m.Given) > 0 || m.Symmetry):
		return errs.Errorf("%s is a colouring of the whole board: given queens and symmetry breaking have no "+
			"meaning there: %w", f.Name, queens.ErrFormat)
	case f.Graph && m.Order > MaxGraphOrder:
		return errs.Errorf("%s of order %d: want 1 to %d, larger graphs have too many edges: %w", f.Name,
			m.Order, MaxGraphOrder, queens.ErrOrder)
	}
	p := printer{bufio.NewWriterSize(w, 64<<10)}
	err = templates().ExecuteTemplate(p, f.Name+".tmpl", statement{m, p})
	return cmp.Or(p.Flush(), err)
}

// State returns the model as the texts of the format state it.
//
// Errors: queens.ErrFormat for options that the format cannot say.
func (f Format) State(m *Model) (*Model, error) {
	switch {
	case len(m.Nogoods) > 0 && f.Name != "opb":
		return nil, errs.Errorf("format %s: nogoods need the format opb: %w", f.Name, queens.ErrFormat)
	case f.Most == MostNever && m.Most:
		return nil, errs.Errorf("%s cannot maximize the number of queens: %w", f.Name, queens.ErrFormat)
	case f.Most == MostAlways && m.Symmetry:
		return nil, errs.Errorf("symmetry breaking needs a queen in every column, and %s maximizes their "+
			"number: %w", f.Name, queens.ErrFormat)
	case f.Most == MostAlways:
		copied := *m
		copied.Most = true
		return &copied, nil
	}
	return m, nil
}

// printer writes without garbage and remembers the first error, which Flush returns.
type printer struct{ *bufio.Writer }

func (p printer) text(texts ...string) {
	for _, s := range texts {
		p.WriteString(s)
	}
}

func (p printer) numbers(list ...int) {
	for i, x := range list {
		if i > 0 {
			p.WriteByte(' ')
		}
		p.number(x)
	}
	p.WriteByte('\n')
}

func (p printer) number(x int) { p.Write(strconv.AppendInt(p.AvailableBuffer(), int64(x), 10)) }

// failed reports whether an error has come: what is written now goes nowhere. Long loops
// ask, so that they end when the receiver is gone.
func (p printer) failed() bool {
	_, err := p.Write(nil)
	return err != nil
}

// Definition is one way to say what a solution on the regular board is.
type Definition struct {
	Name      string `json:"name"` // stable identifier
	Title     string `json:"title"`
	Statement string `json:"summary"` // the definition, a sentence or two, no final period
	Source    string `json:"source"`  // key in docs/bibliography.md
}

//go:embed definitions.csv
var definitionTable string

var definitions = sync.OnceValue(func() []Definition { return named.Decode[Definition](definitionTable) })

// Definitions returns the definitions, sorted by name.
func Definitions() []Definition { return definitions() }
