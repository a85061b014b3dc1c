// Package proof writes down why a problem has no solution, so that others can check it.
//
// A formula states the problem as package model writes it, in linear constraints. A [Writer] takes
// the lemmas of a search and writes a proof that the formula has no solution:
//
//	m, err := model.New(p, model.Options{Nogoods: nogoods})
//	w := proof.New(file, m)
//	answer, err := complete.One(ctx, p, complete.Options{Proof: w})
//	...
//	err = w.End()
//
// The proof is one of VeriPB: linear constraints, each implied by those before it through unit
// propagation, or as a sum of them. Linear constraints can count, so an argument such as "these
// rows have too few columns", or the theorem about modular boards, takes a few lines.
//
// "The only completion" is a proof for the problem and the clause that denies that
// completion; "the first solution" one for the board and the clauses of [Before].
// Sources: [gocht2022], [polya1918], [hall1935].
package proof

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"queens"
	"queens/find/complete"
	"queens/find/solver"
	"queens/model"
)

// Writer writes a proof. It is a complete.Proof and a solver.Lemmas.
type Writer struct {
	file    io.Writer
	w       *bufio.Writer
	model   *model.Model
	formula *formula
	last    int // number of the constraint derived last
	forgot  []int
	line    []byte
	hints   []int

	// by variable, then kind of line and place on it: the lemma that both squares cannot have a
	// queen
	pairs  [][]int32
	absent map[int]int // by variable: the lemma that there is no queen
	needs  [2][]int    // by row and column: the lemma that one of its usable squares has a queen
}

var _ complete.Proof = (*Writer)(nil)

// New returns a Writer of a proof to a file, about the formula of a model.
func New(file io.Writer, m *model.Model) *Writer {
	w := &Writer{file: file, w: bufio.NewWriterSize(file, 1<<16), model: m, formula: newFormula(m)}
	w.head()
	return w
}

func (w *Writer) head() {
	n := w.model.Order
	w.last, w.forgot = w.formula.count, w.forgot[:0]
	w.pairs, w.absent, w.needs = make([][]int32, n*n+1), map[int]int{}, [2][]int{make([]int, n), make([]int, n)}
	w.print("pseudo-Boolean proof version 2.0\nf %d\n", w.formula.count)
}

func (w *Writer) print(format string, args ...any) {
	_, _ = fmt.Fprintf(w.w, format, args...) // bufio.Writer keeps the error
}

// Restart begins the file anew, if it is one; else what stands there stays, which is right, too.
func (w *Writer) Restart() {
	file, ok := w.file.(interface {
		io.Seeker
		Truncate(size int64) error
	})
	if !ok || w.Steps() == 0 {
		return
	}
	if at, err := file.Seek(0, io.SeekStart); err != nil || at != 0 || file.Truncate(0) != nil {
		return // a pipe or a device
	}
	w.w.Reset(w.file)
	w.head()
}

// Add writes a lemma. Its reasons become hints: numbers of constraints in the order in which they
// propagate.
func (w *Writer) Add(clause []int, why []solver.Reason) (number int) {
	hints := w.hints[:0]
	for _, r := range why {
		switch r.Why {
		case solver.Attack:
			hints = append(hints, w.pair(r.A, r.B, r.Line))
		case solver.Needs:
			hints = append(hints, w.need(r.Line, r.A))
		case solver.Earlier:
			if hint := r.A; hint > 0 {
				hints = append(hints, hint)
			} else {
				hints = append(hints, w.formula.nogood-hint)
			}
		case solver.Denied:
			for _, sq := range w.model.Given {
				hints = append(hints, w.formula.fixed[w.model.Variable(sq)])
			}
			hints = append(hints, w.formula.nogood+r.A)
		}
	}
	w.hints = hints
	return w.step(clause, hints...)
}

func (w *Writer) step(clause []int, hints ...int) (number int) {
	w.flushForgot()
	w.last++
	b := append(w.line[:0], "rup"...)
	for _, l := range clause {
		if l < 0 {
			b = strconv.AppendInt(append(b, " 1 ~x"...), int64(-l), 10)
		} else {
			b = strconv.AppendInt(append(b, " 1 x"...), int64(l), 10)
		}
	}
	b = appendNumbers(append(b, " >= 1 ;"...), hints)
	w.line = append(b, '\n')
	_, _ = w.w.Write(w.line)
	return w.last
}

func appendNumbers(b []byte, numbers []int) []byte {
	for _, x := range numbers {
		b = strconv.AppendInt(append(b, ' '), int64(x), 10)
	}
	return b
}

// Forget writes that a lemma is not needed any more.
func (w *Writer) Forget(number int) { w.forgot = append(w.forgot, number) }

func (w *Writer) flushForgot() {
	if len(w.forgot) == 0 {
		return
	}
	w.line = append(appendNumbers(append(w.line[:0], "del id"...), w.forgot), '\n')
	w.forgot = w.forgot[:0]
	_, _ = w.w.Write(w.line)
}

// pair returns the number of the lemma that squares on a line of a kind do not both have a queen,
// which it writes if it is new.
func (w *Writer) pair(a, b int, line queens.Line) int {
	n := w.model.Order
	at := (b - 1) / n
	if line == queens.Row {
		at = (b - 1) % n
	}
	if w.pairs[a] == nil {
		w.pairs[a] = make([]int32, 4*n)
	}
	known := &w.pairs[a][int(line)*n+at]
	if *known == 0 {
		*known = int32(w.step([]int{-a, -b}, w.formula.exclusion(a, line)))
	}
	return int(*known)
}

// need returns the number of the lemma that one of the usable squares of a row or column has a
// queen, which it writes if it is new.
func (w *Writer) need(line queens.Line, index int) int {
	if w.needs[line][index] == 0 {
		var clause, hints []int
		squares := w.model.Line(line, index)
		for _, sq := range squares {
			v := w.model.Variable(sq)
			if hint := w.never(sq); hint > 0 {
				hints = append(hints, hint)
			} else {
				clause = append(clause, v)
			}
		}
		number := w.formula.numbers[model.LineName(line, index)]
		if len(clause) < len(squares) {
			number = w.step(clause, append(hints, number)...)
		}
		w.needs[line][index] = number
	}
	return w.needs[line][index]
}

// never returns the number of a constraint that a square, which is forbidden or attacked by a given
// queen, has no queen; 0 for any other square.
func (w *Writer) never(sq queens.Square) int {
	v := w.model.Variable(sq)
	if w.absent[v] != 0 {
		return w.absent[v]
	}
	p := w.model.Problem
	number := w.formula.fixed[v]
	for _, given := range p.Given {
		if given == sq {
			return 0
		}
		if line, shared := solver.LineBetween(given, sq, p.Order, p.Topology); shared && number == 0 {
			g := w.model.Variable(given)
			number = w.step([]int{-v}, w.formula.fixed[g], w.formula.exclusion(g, line))
		}
	}
	w.absent[v] = number
	return number
}

// Steps returns the number of constraints derived.
func (w *Writer) Steps() int { return w.last - w.formula.count }

// End ends the proof, which is complete, and returns the first error of the file.
func (w *Writer) End() error {
	w.print("output NONE\nconclusion UNSAT : %d\nend pseudo-Boolean proof\n", w.last)
	return w.w.Flush()
}

// Suffix ends the names of files of proofs; the formula is beside them, in a file .opb.
const Suffix = ".pbp"

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
	f.count += len(m.Nogoods)
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
	sq, _ := model.SquareOf(a, f.model.Order)
	number, _ := f.most(line, queens.Lines(sq, f.model.Order, f.model.Topology)[line])
	return number
}

// Before returns the sets that deny a solution and every one that comes after it in
// lexicographic order, column 0 first: the same rows up to a column and a larger one there.
func Before(q queens.Perm) [][]queens.Square {
	all := q.Squares()
	sets := [][]queens.Square{all}
	for col, row := range q {
		for larger := row + 1; larger < len(q); larger++ {
			sets = append(sets, append(all[:col:col], queens.Square{Row: larger, Col: col}))
		}
	}
	return sets
}

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
