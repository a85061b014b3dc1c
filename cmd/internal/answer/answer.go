// Package answer has a type for each answer that both commands and the API give. Its JSON form
// follows from the struct; Show adds the schema and the form for people.
//
//	fmt.Print(answer.Show("queens.orbit/1", answer.NewOrbit(p, false)).Text(printer.Style{Base: 1}))
//
// In JSON rows and columns count from 1, counts of unbounded size are decimal
// strings and times are nanoseconds, in names that end in Nanos.
package answer

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/template"

	"queens/internal/errs"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/count/ledger"
	"queens/find/huge"
	"queens/format"
	"queens/internal/humanize"
	"queens/known"
	"queens/symmetry"
)

//go:embed texts.tmpl
var textsFile string

var texts = printer.NewTexts(textsFile, template.FuncMap{
	"capital": humanize.Capital, "groups": Groups, "indent": indent, "orders": interval,
	"unended": func(text string) string { return strings.TrimSuffix(text, ".") },
})

// Show returns an answer with its schema, which names the template of its form for people.
func Show(schema string, answer any) printer.Answer { return texts.Show(schema, answer) }

func indent(text string) string {
	var lines strings.Builder
	for line := range strings.Lines(text) {
		lines.WriteString(strings.TrimRight("  "+line, " \n") + "\n")
	}
	return lines.String()
}

// Compare compares a count with the known value of a series, and reports whether there is one.
func Compare(got queens.Total, what, series string, n int, index ...int) (bool, error) {
	v, ok := known.Lookup(series, n, index...)
	if ok && v.Value != got {
		return true, errs.Errorf("%s: %v, but the known value of %s is %v: %w", what, got, series, v.Value,
			ledger.ErrMismatch)
	}
	return ok, nil
}

// Placement is one queen in each column, or queens on any squares, and whether that is a solution.
type Placement struct {
	Order    int             `json:"order"`
	Rows     queens.Perm     `json:"rows"`             // of the queen of each column; null for other boards
	Queens   []queens.Square `json:"queens,omitempty"` // of a board without rows
	Solution bool            `json:"solution"`
	Attacks  []queens.Attack `json:"attacks"`        // of the attacking pairs, those of neighbours on a line
	Pairs    int             `json:"attackingPairs"` // pairs of queens on one line, whatever stands between them
}

func newPlacement(b format.Board, t queens.Topology) Placement {
	attacks := queens.AttackList(b.Squares(), b.Order, t)
	return Placement{
		Order: b.Order, Rows: b.Perm, Queens: b.Queens, Solution: b.Perm != nil && len(attacks) == 0, Attacks: attacks,
		Pairs: queens.AttackingPairs(b.Squares(), b.Order, t),
	}
}

// Verdict says whether p is a solution, or why not.
func (p Placement) Verdict(s printer.Style) string {
	if p.Solution {
		return s.Paint(printer.Green, "solution")
	}
	text := s.Paint(printer.Red, "not a solution") + ": "
	if wrong := p.WrongNumber(); wrong != "" {
		return text + wrong
	}
	text += s.Attack(p.Attacks[0])
	if k := p.Pairs - 1; k > 0 {
		text += fmt.Sprintf(", and %s more", humanize.Plural(k, "pair"))
	}
	return text
}

// WrongNumber says how many queens there are and how many are needed, or nothing if these agree.
func (p Placement) WrongNumber() string {
	if p.Rows != nil || len(p.Queens) == p.Order {
		return ""
	}
	return fmt.Sprintf("%s, %d needed", humanize.Plural(len(p.Queens), "queen"), p.Order)
}

// Symmetry is what is known of a placement with one queen in each row.
type Symmetry struct {
	Class          *symmetry.Class     `json:"class,omitempty"` // of a solution
	OrbitSize      int                 `json:"orbitSize"`
	Stabilizer     []symmetry.Symmetry `json:"stabilizer"`
	Canonical      bool                `json:"canonical"`
	Representative queens.Perm         `json:"representative"` // of the orbit: its least member
}

func newSymmetry(p queens.Perm) Symmetry {
	g, least := symmetry.Stabilizer(p), symmetry.Canonical(p)
	s := Symmetry{
		OrbitSize: symmetry.Count / len(g), Stabilizer: g,
		Canonical: least.Equal(p), Representative: least,
	}
	if queens.Check(p, queens.Regular) == nil {
		class := symmetry.ClassFor(g)
		s.Class = &class
	}
	return s
}

// Check is everything about one placement, queens.check/1.
type Check struct {
	Placement
	Topology queens.Topology `json:"topology"`
	Modular  bool            `json:"modular"`            // a solution on the torus
	Symmetry *Symmetry       `json:"symmetry,omitempty"` // unless two queens share a row

	TorusPairs int `json:"-"` // attacking pairs on the torus
}

// NewCheck checks a board on topology t, or on the torus if its text says so. It is no solution
// unless each column has one queen.
func NewCheck(b format.Board, t queens.Topology) *Check {
	t = max(t, b.Topology)
	c := &Check{Placement: newPlacement(b, t), Topology: t}
	if b.Perm == nil {
		return c
	}
	c.TorusPairs = queens.AttackingPairs(b.Squares(), b.Order, queens.Modular)
	c.Modular = c.TorusPairs == 0
	if OneQueenPerRow(b.Perm, 1) == nil {
		symmetry := newSymmetry(b.Perm)
		c.Symmetry = &symmetry
	}
	return c
}

// OneQueenPerRow returns an error that names the first two queens of a row, with columns and rows
// from base, or nil: then the images of p are placements as well.
func OneQueenPerRow(p queens.Perm, base int) error {
	columns := make([]int, len(p)) // 1 + column of the queen of each row
	for c, r := range p {
		if columns[r] > 0 {
			return errs.Errorf("columns %d and %d both have a queen in row %d; an orbit needs one queen in every row",
				columns[r]-1+base, c+base, r+base)
		}
		columns[r] = c + 1
	}
	return nil
}

// Line returns the answer in half a line.
func (c *Check) Line(s printer.Style) string {
	if c.Solution && c.Symmetry.Class != nil {
		return "solution, " + c.Symmetry.Class.String()
	}
	s.Color = false
	return c.Verdict(s)
}

// StreamCheck is the answer for a placement that is not in memory, queens.check-stream/1.
type StreamCheck struct {
	Where    string         `json:"where"`
	Order    int            `json:"order"`
	Solution bool           `json:"solution"`
	Queen    *queens.Square `json:"queen,omitempty"` // the first one that an earlier one attacks
	Line     string         `json:"line,omitempty"`  // on which it is attacked
}

// Solution is one solution and how it was found, queens.solution/1.
type Solution struct {
	Order  int         `json:"order"`
	Method string      `json:"method,omitempty"`
	MadeOf string      `json:"madeOf,omitempty"` // the smaller solutions it was put together from
	Seed   string      `json:"seed,omitempty"`   // of a random method
	Rows   queens.Perm `json:"rows"`
}

// ShowSolution shows a solution found by a method, with its seed if it is random.
func ShowSolution(p queens.Perm, method, seed string) printer.Answer {
	solution := Solution{Order: p.Order(), Method: method, Seed: seed, Rows: p}
	return printer.Show(solutionSchema, solution, func(s printer.Style) string { return s.Perm(p) + "\n" })
}

const solutionSchema = "queens.solution/1"

// WriteStream writes the JSON form of s with the rows of a placement too large for
// memory.
func (s *Solution) WriteStream(ctx context.Context, w io.Writer, p huge.Placement) error {
	head := *s
	head.Rows = queens.Perm{}
	text, err := json.Marshal(printer.JSON{Schema: solutionSchema, Value: head})
	if err != nil {
		return err
	}
	before := bytes.TrimSuffix(text, []byte("]}"))
	if _, err := w.Write(before); err != nil {
		return err
	}
	if err := huge.WriteNumbers(ctx, w, p); err != nil {
		return err
	}
	_, err = io.WriteString(w, "]}\n")
	return err
}

// Solutions is a page of a list, queens.solutions/1.
type Solutions struct {
	Order     int      `json:"order"`
	Solutions []Listed `json:"solutions"`
	Cursor    string   `json:"cursor,omitempty"` // for the next page; missing on the last
	None      string   `json:"none,omitempty"`   // why there is none of this kind, where theory says so
	Known     string   `json:"known,omitempty"`  // how many there are of all classes, if known
}

// Listed is one solution of a list.
type Listed struct {
	Rows      queens.Perm    `json:"rows"`
	Class     symmetry.Class `json:"class" enum:"asymmetric,central,rotational"`
	Canonical bool           `json:"canonical"`
	Modular   bool           `json:"modular"` // a solution on the torus
	Corner    bool           `json:"corner"`  // a queen stands in a corner
}

// NewListed describes a solution.
func NewListed(p queens.Perm) Listed {
	last := p.Order() - 1
	return Listed{
		Rows: p, Class: symmetry.ClassOf(p), Canonical: symmetry.IsCanonical(p),
		Modular: queens.Check(p, queens.Modular) == nil,
		Corner:  p[0] == 0 || p[0] == last || p[last] == 0 || p[last] == last,
	}
}

// Profile says where the queens of a solution stand, queens.profile/1.
type Profile struct {
	Order  int    `json:"order"`
	Method string `json:"method"`
	Seed   string `json:"seed,omitempty"` // of a random method
	huge.Profile
	Greedy *huge.GreedyReport `json:"greedy,omitempty"` // of the greedy method
}
