package model

import (
	"bufio"
	"cmp"
	_ "embed" // formats.csv, definitions.csv
	"io"
	"strconv"
	"strings"
	"sync"

	"queens"
	"queens/internal/errs"
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

func describe(m *Model) string {
	p := m.Problem
	parts := []string{itoa(p.Order) + " queens on the " + p.Topology.String() + " board of order " + itoa(p.Order)}
	for i, k := range []int{len(p.Given), len(p.Blocked), len(p.Excluded)} {
		if k > 0 {
			parts = append(parts, []string{"given queens", "blocked squares", "excluded diagonals"}[i]+": "+itoa(k))
		}
	}
	return strings.Join(parts, ", ")
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
