package proof

import (
	"fmt"
	"io"
	"strings"

	"queens"
	"queens/model"
)

// Suffix ends the names of files of proofs; the formula is beside them, in a file .opb.
const Suffix = ".pbp"

// FormulaFile returns the name of the file of the formula beside the proof in a file of a name.
//
// Errors: queens.ErrFormat for a name that does not end in Suffix.
func FormulaFile(name string) (string, error) {
	stem, ok := strings.CutSuffix(name, Suffix)
	if !ok {
		return "", fmt.Errorf("proof: file %q: want a name ending in %s: %w", name, Suffix, queens.ErrFormat)
	}
	return stem + ".opb", nil
}

// WriteFormula writes the formula of a proof.
//
// Errors: those of model.Format.Write.
func WriteFormula(w io.Writer, m *model.Model) error {
	f, err := model.FindFormat("opb")
	if err != nil {
		return err
	}
	return f.Write(w, m)
}

type formula struct {
	model   *model.Model
	count   int            // constraints; an equation is two: at least, at most
	fixed   map[int]int    // by variable: that it is true, or that it is false
	nogood  int            // the first one
	numbers map[string]int // by name of a line
}

func newFormula(m *model.Model) *formula {
	f := &formula{model: m, fixed: map[int]int{}, numbers: map[string]int{}}
	for sq, value := range m.Fixed() {
		f.fixed[m.Variable(sq)] = f.count + 1
		if !value {
			f.fixed[m.Variable(sq)]++
		}
		f.count += 2
	}
	for g := range m.Groups() {
		f.count++
		f.numbers[g.Name] = f.count
		if g.Exactly {
			f.count++
		}
	}
	f.nogood = f.count + 1
	f.count += len(m.Nogoods())
	return f
}

// most returns the number of the constraint that a line has at most one queen, and whether there is
// one: a single square has none.
func (f *formula) most(line queens.Line, index int) (number int, ok bool) {
	number, ok = f.numbers[model.LineName(line, index)]
	if line <= queens.Col {
		number++
	}
	return number, ok
}

// exclusion returns the number of the constraint by which a queen on the square of variable a
// excludes others on its line of a kind.
func (f *formula) exclusion(a int, line queens.Line) int {
	sq, _ := model.SquareOf(a, f.model.Order())
	number, _ := f.most(line, queens.Lines(sq, f.model.Order(), f.model.Problem().Topology)[line])
	return number
}

// Other returns the set that denies a solution.
func Other(q queens.Perm) [][]queens.Square { return [][]queens.Square{q.Squares()} }

// Before returns the sets that deny a solution and every one that comes after it in
// lexicographic order, column 0 first: the same rows up to a column and a larger one there.
func Before(q queens.Perm) [][]queens.Square {
	sets := Other(q)
	all := sets[0]
	for col, row := range q {
		for larger := row + 1; larger < len(q); larger++ {
			sets = append(sets, append(all[:col:col], queens.Square{Row: larger, Col: col}))
		}
	}
	return sets
}
