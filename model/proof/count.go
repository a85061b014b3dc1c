package proof

import (
	"fmt"

	"queens"
	"queens/find/complete"
)

// counts reports whether the kind of proof can count, and remembers an error if not.
func (w *Writer) counts(what string) bool {
	if w.kind != VeriPB {
		w.err = fmt.Errorf("proof: %s; want a %s proof, %s, or a search by engine %s: %w", what, VeriPB.Name, VeriPB.Suffix, complete.DFS, ErrCounts)
	}
	return w.err == nil
}

// Count writes that lines see too few others: the sum of their constraints, each
// at least 1, those of the others, each at most 1, and the squares on which none of these
// lies, which must be empty.
func (w *Writer) Count(h *complete.Hall) {
	if !w.counts("some lines see too few others") {
		return
	}
	m := w.model
	seen := map[queens.Square]bool{}
	var terms []int
	for _, index := range h.On {
		for _, sq := range m.Line(h.Seen, index) {
			seen[sq] = true
		}
		if number, ok := w.numbers[lineName(h.Seen, index)]; ok { // else a single square
			if h.Seen == queens.Row || h.Seen == queens.Col {
				number++ // at most 1
			}
			terms = append(terms, number)
		}
	}
	for _, index := range h.Lines {
		for _, sq := range m.Line(h.Kind, index) {
			if !seen[sq] {
				terms = append(terms, w.Add([]int{-m.Variable(sq)}))
			}
		}
		terms = append(terms, w.numbers[lineName(h.Kind, index)])
	}
	ones := make([]int64, len(terms))
	for i := range ones {
		ones[i] = 1
	}
	w.sum(terms, ones, 1)
}

// lineNames begin the names of groups of package model.
var lineNames = [...]string{queens.Row: "row", queens.Col: "column", queens.Rising: "rising", queens.Falling: "falling"}

// lineName returns the name of the group of a line.
func lineName(kind queens.Line, index int) string {
	return fmt.Sprintf("%s_%d", lineNames[kind], index+1)
}

// sum writes the sum of some constraints with factors from 0 on, divided by a number and
// rounded up.
func (w *Writer) sum(numbers []int, factors []int64, divisor int) int {
	w.print("pol")
	begun := false
	for i, number := range numbers {
		if factors[i] == 0 {
			continue
		}
		w.print(" %d", number)
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

// Modular writes that a modular board whose order n has a factor 2 or 3 has no solution.
// The lines have weights, such that the weights of the four lines of a square add
// up to a multiple of n, but those of all lines, each with one queen, do not. So the
// sum over the queens, divided by n, is no whole number, and rounding up from
// both sides gives a contradiction.
//
// If 2 divides n, row r weighs r, column c weighs c and the rising diagonal s, on which
// (r+c) mod n is s, weighs -s: the total is n(n-1)/2. If 3 does, they weigh 2r², 2c², -s², and
// falling diagonal d, on which (r-c) mod n is d, weighs -d²: the total is n(n-1)(2n-1)/3.
func (w *Writer) Modular() {
	if !w.counts("a theorem says that there is no solution") {
		return
	}
	n := w.model.Order()
	weights := make([][4]int64, n) // by index and kind of line
	for i := range n {
		x := int64(i)
		if n%2 == 0 {
			weights[i] = [4]int64{queens.Row: x, queens.Col: x, queens.Rising: -x}
		} else {
			weights[i] = [4]int64{queens.Row: 2 * x * x, queens.Col: 2 * x * x, queens.Rising: -x * x, queens.Falling: -x * x}
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
			factor, number := line[kind], w.numbers[lineName(kind, i)]
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
