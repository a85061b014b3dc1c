package model

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"queens"
	"queens/internal/named"
)

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

	write func(p *printer, m *Model) error
}

// MostQueens says which texts of a format ask for as many queens as possible.
type MostQueens int

// Which texts ask for as many queens as possible.
const (
	MostNever MostQueens = iota
	MostIfAsked
	MostAlways
)

// formats holds the languages, sorted by name.
var formats = []Format{
	{
		Name: "asp", Title: "Answer set program",
		Summary: "choose one queen in each column, and forbid a second one on any other line",
		Reads:   "gringo with clasp, clingo", Squares: "atom queen(row,column), from 1",
		Most: MostIfAsked, write: writeASP,
	},
	{
		Name: "clq", Title: "Maximum clique, DIMACS graph",
		Summary: "the squares are vertices, an edge joins two that do not attack each other, and n queens are a " +
			"clique of n",
		Reads:   "cliquer and other clique programs",
		Squares: "vertices are the squares that may hold a queen, row by row, from 1",
		write:   writeClique,
	},
	{
		Name: "cnf", Title: "Clauses (SAT), DIMACS",
		Summary: "each row and column has one queen, each diagonal at most one, all in clauses",
		Reads:   "every SAT solver", Squares: "variable (row-1)*n + column, from 1; larger ones are auxiliary",
		write: writeCNF,
	},
	{
		Name: "col", Title: "Graph colouring, DIMACS graph",
		Summary:  "an edge joins two squares that attack each other; n colours divide the board into n solutions",
		Reads:    "colouring programs",
		Squares:  "vertices are the squares that may hold a queen, row by row, from 1",
		Instance: true,
		write:    writeColouring,
	},
	{
		Name: "cpsat", Title: "CP-SAT of OR-tools, Python",
		Summary: "a Boolean variable for each square; exactly one of each row and column, at most one of each diagonal",
		Reads:   "python3 with ortools, which also prints the answer", Squares: "x[(row-1)*n + column], from 1",
		Most: MostIfAsked, write: writeCPSAT,
	},
	{
		Name: "dlx", Title: "Exact cover",
		Summary: "an option for each square covers its row and its column, which must be covered, and its diagonals, " +
			"which may be",
		Reads:   "programs after Knuth's dancing links with secondary items",
		Squares: "option k is line k of the options; its first two items are the row and the column, from 1",
		write:   writeDLX,
	},
	{
		Name: "ising", Title: "Ising model, coordinate list",
		Summary: "a spin for each square; fields favour a queen, couplings keep attacking ones apart; the ground " +
			"states are the solutions",
		Reads:   "annealers, after dimod",
		Squares: "spin (row-1)*n + column - 1, from 0; of squares that may hold a queen",
		Most:    MostIfAsked, write: writeIsing,
	},
	{
		Name: "lp", Title: "0-1 program, CPLEX LP",
		Summary: "a 0-1 variable for each square; rows and columns add up to 1, diagonals to at most 1",
		Reads:   "glpsol, cbc and other integer programming solvers", Squares: "variable x_row_column, from 1",
		Most: MostIfAsked, write: writeLP,
	},
	{
		Name: "mps", Title: "0-1 program, MPS",
		Summary: "the same program as lp, column by column, in fixed and free form at once",
		Reads:   "highs, cbc, glpsol and every other integer programming solver",
		Squares: "variable x followed by (row-1)*n + column, from 1",
		Most:    MostIfAsked, write: writeMPS,
	},
	{
		Name: "mzn", Title: "MiniZinc",
		Summary: "q[c] is the row of the queen of column c; rows, sums and differences are all different",
		Reads:   "minizinc, with any of its solvers", Squares: "q[column] = row, from 1",
		write: writeMiniZinc,
	},
	{
		Name: "opb", Title: "Pseudo-Boolean constraints, OPB",
		Summary: "a 0-1 variable for each square; one linear constraint for each line",
		Reads:   "clasp and other pseudo-Boolean solvers", Squares: "variable x followed by (row-1)*n + column, from 1",
		Most: MostIfAsked, write: writeOPB,
	},
	{
		Name: "qubo", Title: "Quadratic form of 0-1 variables, QUBO",
		Summary: "a queen has the value -2, each pair that attack each other 2; the sum is least, -2n, at the " +
			"solutions",
		Reads:   "qbsolv and other programs for annealing",
		Squares: "variable (row-1)*n + column - 1, from 0; of squares that may hold a queen",
		Most:    MostIfAsked, write: writeQUBO,
	},
	{
		Name: "smt2", Title: "Linear integer arithmetic, SMT-LIB 2",
		Summary: "integers q1, ..., qn are the rows; rows, sums and differences are distinct",
		Reads:   "z3, cvc5 and other SMT solvers", Squares: "qCOLUMN = row, from 1",
		write: writeSMT,
	},
	{
		Name: "wcnf", Title: "Weighted clauses (MaxSAT), DIMACS",
		Summary: "as many queens as possible: hard clauses allow at most one per line, a soft one wants a queen on " +
			"each square",
		Reads: "MaxSAT solvers, clasp", Squares: "variable (row-1)*n + column, from 1; larger ones are auxiliary",
		Most: MostAlways, write: writeWCNF,
	},
	{
		Name: "xcsp3", Title: "XCSP3",
		Summary: "q[c] is the row of the queen of column c+1; rows, sums and differences are all different",
		Reads:   "ACE, Choco and other CSP solvers", Squares: "q[column-1] = row, from 1",
		write: writeXCSP,
	},
}

// Formats returns the languages, sorted by name; the table is not to be modified.
func Formats() []Format { return formats }

// FormatNames returns the names of the formats, new.
func FormatNames() []string { return named.Names(formats, formatName) }

func formatName(f Format) string { return f.Name }

// FindFormat returns the format of a name.
//
// Errors: queens.ErrFormat for any other word.
func FindFormat(name string) (Format, error) {
	return named.Find("model: format", name, formats, formatName)
}

// Write writes the model in the format, as a stream.
//
// Time and space of the text: O(n^2) numbers, with "at most one" pairwise O(n^3), as a graph of
// attacks or a quadratic form O(n^3), as the complement of the graph O(n^4). Errors:
// queens.ErrFormat for what the format cannot state; queens.ErrOrder for a graph or quadratic form
// of an order above MaxGraphOrder; those of w.
func (f Format) Write(w io.Writer, m *Model) error {
	m, err := f.State(m)
	if err != nil {
		return err
	}
	p := newPrinter(w)
	err = f.write(p, m)
	return errors.Join(err, p.flush())
}

// State returns the model as the texts of the format state it: one that always asks for as many
// queens as possible does.
//
// Errors: queens.ErrFormat for options that the format cannot say.
func (f Format) State(m *Model) (*Model, error) {
	switch {
	case len(m.options.Nogoods) > 0 && f.Name != "opb":
		return nil, fmt.Errorf("model: format %s: nogoods need the format opb: %w", f.Name,
			queens.ErrFormat)
	case f.Most == MostNever && m.options.Most:
		return nil, fmt.Errorf("model: %s cannot maximize the number of queens: %w", f.Name, queens.ErrFormat)
	case f.Most == MostAlways && m.options.Symmetry:
		return nil, fmt.Errorf("model: symmetry breaking needs a queen in every column, and %s maximizes their "+
			"number: %w", f.Name, queens.ErrFormat)
	case f.Most == MostAlways:
		copied := *m
		copied.options.Most = true
		return &copied, nil
	}
	return m, nil
}

// printer writes numbers and texts without garbage and remembers the first error,
// which flush returns.
type printer struct {
	w       *bufio.Writer
	scratch [20]byte
}

func newPrinter(w io.Writer) *printer { return &printer{w: bufio.NewWriterSize(w, 64<<10)} }

func (p *printer) text(texts ...string) {
	for _, s := range texts {
		_, _ = p.w.WriteString(s)
	}
}

func (p *printer) byte(b byte) { _ = p.w.WriteByte(b) }

func (p *printer) number(x int) { _, _ = p.w.Write(strconv.AppendInt(p.scratch[:0], int64(x), 10)) }

// failed reports whether an error has come: what is written now goes nowhere. Long loops
// ask, so that they end when the receiver is gone.
func (p *printer) failed() bool {
	_, err := p.w.Write(nil)
	return err != nil
}

func (p *printer) flush() error { return p.w.Flush() }

// comment writes what every text begins with, each line after a prefix: what the
// text states, and how it was made.
func (p *printer) comment(prefix string, m *Model, lines ...string) {
	p.text(prefix, describe(m), "\n")
	if m.options.Symmetry {
		p.text(prefix, "with symmetry breaking: at least one solution of each orbit is left\n")
	}
	if m.options.Most {
		p.text(prefix, "as many queens as possible, where so many do not fit\n")
	}
	for _, line := range lines {
		p.text(prefix, line, "\n")
	}
}

func describe(m *Model) string {
	p := m.problem
	text := strconv.Itoa(p.Order) + " queens on the " + p.Topology.String() + " board of order " + strconv.Itoa(p.Order)
	if k := len(p.Given); k > 0 {
		text += ", given queens: " + strconv.Itoa(k)
	}
	if k := len(p.Blocked); k > 0 {
		text += ", blocked squares: " + strconv.Itoa(k)
	}
	if k := len(p.Excluded); k > 0 {
		text += ", excluded diagonals: " + strconv.Itoa(k)
	}
	return text
}

// squareName is the name of the variable of a square in texts that have names,
// such as "x_2_1" for row 2, column 1, counted from 1.
func (p *printer) squareName(sq queens.Square) {
	p.text("x_")
	p.number(sq.Row + 1)
	p.byte('_')
	p.number(sq.Col + 1)
}
