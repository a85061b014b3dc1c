package model

import (
	"errors"
	"fmt"
	"io"

	"queens"
)

// Format is a language in which a model can be written.
type Format struct {
	Name    string // stable identifier, also the extension of the file: "cnf"
	Title   string // of the language, in a few words
	Summary string // how queens are stated in it, one sentence, no final period
	Reads   string // which programs read it
	Squares string // how a reader of an answer gets from variables to squares
	// Instance says that a solution of the text is not a solution of the
	// queens problem: the text is an instance of another problem.
	Instance bool

	write func(p *printer, m *Model) error
}

// formats holds the languages, sorted by name.
var formats = []Format{
	{
		Name: "asp", Title: "Answer set program",
		Summary: "choose one queen in each column, and forbid a second one on any other line",
		Reads:   "gringo with clasp, clingo", Squares: "atom queen(row,column), from 1",
		write: writeASP,
	},
	{
		Name: "clq", Title: "Maximum clique, DIMACS graph",
		Summary: "the squares are vertices, an edge joins two that do not attack each other, and n queens are a clique of n",
		Reads:   "cliquer and other clique programs", Squares: "vertices are the squares that may hold a queen, row by row, from 1",
		write: writeClique,
	},
	{
		Name: "cnf", Title: "Clauses (SAT), DIMACS",
		Summary: "each row and column has one queen, each diagonal at most one, all said in clauses",
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
		Name: "dlx", Title: "Exact cover",
		Summary: "an option for each square covers its row and its column, which must be covered, and its diagonals, which may be",
		Reads:   "programs after Knuth's dancing links with secondary items", Squares: "option k is line k of the options; its first two items are the row and the column, from 1",
		write: writeDLX,
	},
	{
		Name: "lp", Title: "0-1 program, CPLEX LP",
		Summary: "a 0-1 variable for each square; rows and columns add up to 1, diagonals to at most 1",
		Reads:   "glpsol, cbc and other integer programming solvers", Squares: "variable x_row_column, from 1",
		write: writeLP,
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
		write: writeOPB,
	},
}

// Formats returns the languages, sorted by name; the table is not to be modified.
func Formats() []Format { return formats }

// FormatNames returns the names of the formats, new.
func FormatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return names
}

// LookupFormat returns the format of a name.
//
// Errors: queens.ErrFormat for any other word.
func LookupFormat(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("model: format %q: want one of %v: %w", name, FormatNames(), queens.ErrFormat)
}

// Write writes the model in the format, as a stream.
//
// Time and space of the text: O(n^2) numbers, with "at most one" pairwise O(n^3), as
// a graph of attacks O(n^3), as its complement O(n^4). Errors: queens.ErrFormat for what the
// format cannot state; queens.ErrOrder for a graph of an order above MaxCliqueOrder or
// MaxColouringOrder; those of w.
func (f Format) Write(w io.Writer, m *Model) error {
	p := newPrinter(w)
	err := f.write(p, m)
	return errors.Join(err, p.flush())
}
