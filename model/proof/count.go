package proof

import (
	"slices"

	"queens"
	"queens/find/complete"
	"queens/model"
)

// Weigh writes the sum of the constraints of lines with weights, each at most 1, and of the
// open rows with the least weight of a square, each at least 1. Squares that weigh less must be
// empty. Cases are put together: of the diagonals without a queen one has one, or of those with one
// one has none.
func (w *Writer) Weigh(weights *complete.Weights) { w.weigh(weights, nil) }

type assumption struct {
	queens.Diagonal
	with bool
}

// weigh writes that one of the assumptions is wrong, and returns the number of the constraint:
// the sum over the diagonals that should have no queen, less that over those that should have
// one, is greater than less the number of the latter.
func (w *Writer) weigh(weights *complete.Weights, path []assumption) int {
	if s := weights.Split; s != nil {
		path = slices.Clip(path)
		without := w.weigh(s.Without, append(path, assumption{s.Diagonal, false}))
		return w.sum([]int{without, w.weigh(s.With, append(path, assumption{s.Diagonal, true}))}, []int64{1, 1}, 2)
	}
	m, p := w.model, w.model.Problem
	var numbers []int
	var factors []int64
	total := map[queens.Square]int64{} // factors of squares in the sum
	add := func(number int, factor int64, squares []queens.Square, each int64) {
		numbers, factors = append(numbers, number), append(factors, factor)
		for _, sq := range squares {
			total[sq] += each * factor
		}
	}
	most := func(kind queens.Line, index int, factor int64) { // a line has at most one queen
		if factor <= 0 {
			return
		}
		squares := m.Line(kind, index)
		number, ok := w.formula.most(kind, index)
		if !ok {
			w.flushForgot()
			w.print("pol ~x%d\n", m.Variable(squares[0]))
			w.steps++
			w.last++
			number = w.last
		}
		add(number, factor, squares, -1)
	}
	for row := range p.Order {
		if slices.ContainsFunc(p.Given, func(sq queens.Square) bool { return sq.Row == row }) {
			continue
		}
		add(w.formula.numbers[model.LineName(queens.Row, row)], weights.Least, m.Line(queens.Row, row), 1)
	}
	for kind := queens.Row; kind <= queens.Falling; kind++ {
		for index, weight := range weights.Of[kind] {
			most(kind, index, weight)
		}
	}
	unit := weights.Least
	for _, a := range path {
		unit -= min(0, weights.Of[a.Line][a.Index])
	}
	wanted := map[queens.Square]int64{}
	for _, a := range path {
		squares, each := m.Line(a.Line, a.Index), unit
		if a.with {
			each = -unit
			most(a.Line, a.Index, unit+min(0, weights.Of[a.Line][a.Index]))
		}
		for _, sq := range squares {
			wanted[sq] += each
		}
	}
	for v := range p.Order * p.Order {
		sq := queens.Square{Row: v / p.Order, Col: v % p.Order}
		switch missing := wanted[sq] - total[sq]; {
		case missing < 0:
			add(w.step([]int{-m.Variable(sq)}, w.never(sq)), -missing, nil, 0)
		case missing > 0 && path != nil:
			numbers, factors = append(numbers, -m.Variable(sq)), append(factors, missing) // the literal
		}
	}
	if path == nil {
		unit = 1
	}
	return w.sum(numbers, factors, int(unit))
}

// sum writes the sum of some constraints, or variables with negative numbers, with factors from 0
// on, divided by a number and rounded up.
func (w *Writer) sum(numbers []int, factors []int64, divisor int) int {
	w.flushForgot()
	w.print("pol")
	begun := false
	for i, number := range numbers {
		if factors[i] == 0 {
			continue
		}
		if number < 0 {
			w.print(" x%d", -number)
		} else {
			w.print(" %d", number)
		}
		if factors[i] > 1 {
			w.print(" %d *", factors[i])
		}
		if begun {
			w.print(" +")
		}
		begun = true
	}
	if divisor > 1 {
		w.print(" %d d", divisor)
	}
	w.print("\n")
	w.steps++
	w.last++
	return w.last
}

// Modular writes that a modular board whose order n has a factor 2 or 3 has no solution. The lines
// have weights, such that the weights of the four lines of a square add up to a multiple of n, but
// those of all lines, each with one queen, do not. So the sum over the queens, divided by n, is no
// whole number, and rounding up from both sides gives a contradiction.
//
// If 2 divides n, row r weighs r, column c weighs c and the rising diagonal s, on which
// (r+c) mod n is s, weighs -s: the total is n(n-1)/2. If 3 does, they weigh 2r², 2c², -s², and
// falling diagonal d, on which (r-c) mod n is d, weighs -d²: the total is n(n-1)(2n-1)/3.
func (w *Writer) Modular() {
	n := w.model.Order
	weights := make([][4]int64, n) // by index and kind of line
	for i := range n {
		x := int64(i)
		if n%2 == 0 {
			weights[i] = [4]int64{queens.Row: x, queens.Col: x, queens.Rising: -x}
		} else {
			weights[i] = [4]int64{
				queens.Row: 2 * x * x, queens.Col: 2 * x * x, queens.Rising: -x * x,
				queens.Falling: -x * x,
			}
		}
	}
	below := w.weighed(weights)
	for i := range weights {
		for kind := range weights[i] {
			weights[i][kind] *= -1
		}
	}
	w.sum([]int{below, w.weighed(weights)}, []int64{1, 1}, 1)
}

// weighed writes the sum of all lines with weights, divided by n. A diagonal is known to have at
// most one queen, so all diagonals of a kind lose what the heaviest weighs and every row
// gains it: each has n squares, and every square is on one.
func (w *Writer) weighed(weights [][4]int64) int {
	n := len(weights)
	var shift [4]int64
	for _, line := range weights {
		for kind := queens.Rising; kind <= queens.Falling; kind++ {
			shift[kind] = max(shift[kind], line[kind])
		}
	}
	var numbers []int
	var factors []int64
	for i, line := range weights {
		for kind := queens.Row; kind <= queens.Falling; kind++ {
			factor, number := line[kind], w.formula.numbers[model.LineName(kind, i)]
			if kind == queens.Row {
				factor += shift[queens.Rising] + shift[queens.Falling]
			}
			if kind >= queens.Rising {
				factor = shift[kind] - factor
			} else if factor < 0 {
				number, factor = number+1, -factor
			}
			numbers, factors = append(numbers, number), append(factors, factor)
		}
	}
	return w.sum(numbers, factors, n)
}
