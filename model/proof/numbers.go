package proof

import (
	"fmt"
	"slices"

	"queens"
	"queens/model"
)

// formula knows the numbers of the constraints of a formula, from 1.
type formula struct {
	kind      Kind
	model     *model.Model
	count     int // constraints; an equation is two
	variables int
	fixed     map[int]int // by variable: that it is true, or that it is false
	nogood    int         // the first one
	lines     [2][]int    // of rows and columns: at least one queen
	numbers   map[string]int
	implied   map[int][]implication // by literal
	from      map[int]implication   // of path
}

// implication is what a literal implies, by a clause of two literals.
type implication struct{ literal, number int }

func newFormula(kind Kind, m *model.Model) *formula {
	n := m.Order()
	f := &formula{
		kind: kind, model: m, fixed: map[int]int{}, lines: [2][]int{make([]int, n), make([]int, n)},
		variables: n * n,
	}
	if kind.Formula == "cnf" {
		f.implied, f.from = map[int][]implication{}, map[int]implication{}
		fixed := 0
		for range m.Fixed() {
			fixed++
		}
		f.nogood = fixed + 1
		f.variables = m.Clauses(func(clause []int) { f.read(clause, fixed) })
		return f
	}
	f.numbers = map[string]int{}
	for sq, value := range m.Fixed() { // an equation: at least, at most
		f.fixed[m.Variable(sq)] = f.count + 1
		if !value {
			f.fixed[m.Variable(sq)]++
		}
		f.count += 2
	}
	rows, columns := f.lines[queens.Row][:0], f.lines[queens.Col][:0]
	for g := range m.Groups() {
		f.count++
		f.numbers[g.Name] = f.count
		if g.Exactly {
			if len(rows) < n {
				rows = append(rows, f.count)
			} else {
				columns = append(columns, f.count)
			}
			f.count++
		}
	}
	f.nogood = f.count + 1
	f.count += m.Nogoods()
	return f
}

func (f *formula) read(c []int, fixed int) {
	f.count++
	n := f.model.Order()
	switch {
	case f.count <= fixed:
		f.fixed[max(c[0], -c[0])] = f.count
	case f.count <= fixed+f.model.Nogoods():
	case c[0] > 0: // one queen of a row or column
		last := c[len(c)-1]
		if last == c[0]+n-1 {
			f.lines[queens.Row][(c[0]-1)/n] = f.count
		}
		if last == c[0]+n*(n-1) {
			f.lines[queens.Col][c[0]-1] = f.count
		}
	case len(c) == 2:
		f.implied[-c[0]] = append(f.implied[-c[0]], implication{c[1], f.count})
		f.implied[-c[1]] = append(f.implied[-c[1]], implication{c[0], f.count})
	}
}

// path returns the numbers of constraints by which, one after another, a queen on the square of
// variable a excludes one on that of b; both are on a line of a kind.
func (f *formula) path(a, b int, line queens.Line) (numbers []int) {
	if f.kind == VeriPB {
		square, _ := model.SquareOf(a, f.model.Order())
		number := f.numbers[lineName(line, lineIndex(square, line, f.model))]
		if line == queens.Row || line == queens.Col {
			number++ // at most one
		}
		return []int{number}
	}
	clear(f.from)
	for queue := []int{a}; len(queue) > 0; queue = queue[1:] {
		for _, i := range f.implied[queue[0]] {
			if _, seen := f.from[i.literal]; !seen {
				f.from[i.literal] = implication{queue[0], i.number}
				queue = append(queue, i.literal)
			}
		}
		if _, found := f.from[-b]; found {
			for l := -b; l != a; l = f.from[l].literal {
				numbers = append(numbers, f.from[l].number)
			}
			slices.Reverse(numbers)
			return numbers
		}
	}
	panic(fmt.Sprintf("proof: %d and %d can both have a queen", a, b))
}

func lineIndex(sq queens.Square, line queens.Line, m *model.Model) int {
	switch line {
	case queens.Row:
		return sq.Row
	case queens.Col:
		return sq.Col
	}
	return queens.DiagonalOf(sq, line, m.Order(), m.Problem().Topology).Index
}
