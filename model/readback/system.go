package readback

import (
	"context"
	"math"
	"slices"

	"queens"
)

// Term is a multiple of a variable, which counts from 0.
type Term struct{ Coefficient, Variable int }

// Constraint says that the sum of the terms is at least a number. No variable
// stands in two terms.
type Constraint struct {
	Terms   []Term
	AtLeast int
}

// System is a set of constraints over 0-1 variables. Its solutions are the values
// of the variables that stand for squares for which the others have values so
// that every constraint holds.
type System struct {
	Variables   int
	Squares     []queens.Square // of the first variables
	Constraints []Constraint
}

// require adds a constraint on a sum of terms: from least to most.
func (s *System) require(terms []Term, least, most int) {
	if least > math.MinInt {
		s.Constraints = append(s.Constraints, Constraint{terms, least})
	}
	if most < math.MaxInt {
		opposite := make([]Term, len(terms))
		for i, t := range terms {
			opposite[i] = Term{-t.Coefficient, t.Variable}
		}
		s.Constraints = append(s.Constraints, Constraint{opposite, -most})
	}
}

// requireClause adds: one of the literals is true. Literal v+1 is variable v, its
// negative the opposite.
func (s *System) requireClause(literals ...int) {
	terms := make([]Term, 0, len(literals))
	least := 1
	for _, l := range literals {
		if l > 0 {
			terms = append(terms, Term{1, l - 1})
		} else {
			terms = append(terms, Term{-1, -l - 1})
			least--
		}
	}
	s.Constraints = append(s.Constraints, Constraint{terms, least})
}

// Reduce draws the consequences of each constraint alone, again and again: values,
// for each variable, is 1 or 0 where it is decided and -1 where it is open, and the
// rest are the constraints that are not yet met, on the open variables only. If
// a constraint cannot hold, possible is false.
func (s *System) Reduce() (values []int, rest []Constraint, possible bool) {
	e := newEngine(context.Background(), s)
	if !e.start() {
		return nil, nil, false
	}
	values = make([]int, s.Variables)
	for v, value := range e.value {
		values[v] = [...]int{open: -1, isTrue: 1, isFalse: 0}[value]
	}
	for _, c := range s.Constraints {
		left := Constraint{AtLeast: c.AtLeast}
		least := 0
		for _, t := range c.Terms {
			if values[t.Variable] < 0 {
				left.Terms = append(left.Terms, t)
				least += min(t.Coefficient, 0)
			} else {
				left.AtLeast -= t.Coefficient * values[t.Variable]
			}
		}
		if least < left.AtLeast {
			rest = append(rest, left)
		}
	}
	return values, rest, true
}

// solutions calls found with the squares of each solution until it returns false.
func (s *System) solutions(ctx context.Context, found func([]queens.Square) bool) error {
	e := newEngine(ctx, s)
	if !e.start() {
		return nil
	}
	e.search(func() bool {
		var squares []queens.Square
		for v, sq := range s.Squares {
			if e.value[v] == isTrue {
				squares = append(squares, sq)
			}
		}
		return found(squares)
	})
	return e.err
}

const (
	open int8 = iota
	isTrue
	isFalse
)

// engine searches a System. slack is, for each constraint, the largest sum that
// the open variables still allow, minus what is asked: below 0 the constraint is
// lost, and a variable whose choice would take more than the slack is decided.
type engine struct {
	ctx    context.Context
	err    error
	steps  int
	system *System
	value  []int8
	slack  []int
	occurs [][]occurrence // by variable
	trail  []int
}

// occurrence is one term of one constraint.
type occurrence struct{ constraint, coefficient int }

func newEngine(ctx context.Context, s *System) *engine {
	e := &engine{
		ctx: ctx, system: s, value: make([]int8, s.Variables),
		slack: make([]int, len(s.Constraints)), occurs: make([][]occurrence, s.Variables),
	}
	for i, c := range s.Constraints {
		for _, t := range c.Terms {
			e.slack[i] += max(t.Coefficient, 0)
			e.occurs[t.Variable] = append(e.occurs[t.Variable], occurrence{i, t.Coefficient})
		}
		e.slack[i] -= c.AtLeast
	}
	return e
}

// start draws the consequences of the constraints alone and reports whether they
// can all hold.
func (e *engine) start() bool {
	for i := range e.system.Constraints {
		if !e.propagate(i) {
			return false
		}
	}
	return e.settle(0)
}

// set decides a variable.
func (e *engine) set(v int, value int8) {
	e.value[v] = value
	e.trail = append(e.trail, v)
	for _, o := range e.occurs[v] {
		if (o.coefficient > 0) != (value == isTrue) {
			e.slack[o.constraint] -= abs(o.coefficient)
		}
	}
}

// undo takes back all decisions after the first so many.
func (e *engine) undo(length int) {
	for _, v := range e.trail[length:] {
		for _, o := range e.occurs[v] {
			if (o.coefficient > 0) != (e.value[v] == isTrue) {
				e.slack[o.constraint] += abs(o.coefficient)
			}
		}
		e.value[v] = open
	}
	e.trail = e.trail[:length]
}

func abs(x int) int { return max(x, -x) }

// settle draws the consequences of all decisions after the first so many, and
// reports whether no constraint is lost.
func (e *engine) settle(from int) bool {
	for ; from < len(e.trail); from++ {
		for _, o := range e.occurs[e.trail[from]] {
			if !e.propagate(o.constraint) {
				return false
			}
		}
	}
	return true
}

// propagate decides what a constraint decides, and reports whether it can hold.
func (e *engine) propagate(i int) bool {
	if e.slack[i] < 0 {
		return false
	}
	for _, t := range e.system.Constraints[i].Terms {
		if e.value[t.Variable] != open || abs(t.Coefficient) <= e.slack[i] {
			continue
		}
		if t.Coefficient > 0 {
			e.set(t.Variable, isTrue)
		} else {
			e.set(t.Variable, isFalse)
		}
	}
	return true
}

// search calls found for every way to decide the variables of squares that the
// others allow, and returns false to stop.
func (e *engine) search(found func() bool) bool {
	if e.steps++; e.steps%1024 == 0 {
		if e.err = e.ctx.Err(); e.err != nil {
			return false
		}
	}
	squares := len(e.system.Squares)
	v := e.choose(squares)
	if v < 0 {
		if e.extends() {
			return found()
		}
		return e.err == nil
	}
	return e.branch(v, func() bool { return e.search(found) })
}

// branch tries both values of a variable, calls next where no constraint is lost, and
// returns false as soon as next does.
func (e *engine) branch(v int, next func() bool) bool {
	mark := len(e.trail)
	for _, value := range [...]int8{isTrue, isFalse} {
		e.set(v, value)
		if e.settle(mark) && !next() {
			e.undo(mark)
			return false
		}
		e.undo(mark)
	}
	return true
}

// choose returns an open variable below limit, or -1. It takes one of the
// constraint that is not yet met and has the fewest open variables.
func (e *engine) choose(limit int) int {
	best, fewest := -1, math.MaxInt
	for i, c := range e.system.Constraints {
		candidate, count, least := -1, 0, 0
		for _, t := range c.Terms {
			switch value := e.value[t.Variable]; {
			case value == isTrue:
				least += t.Coefficient
			case value == open:
				count++
				least += min(t.Coefficient, 0)
				if candidate < 0 && t.Variable < limit {
					candidate = t.Variable
				}
			}
		}
		if e.slack[i] >= 0 && candidate >= 0 && least < c.AtLeast && count < fewest {
			best, fewest = candidate, count
		}
	}
	if best >= 0 {
		return best
	}
	return slices.Index(e.value[:limit], open)
}

// extends reports whether the open variables, none of which is a square, have
// values so that all constraints hold.
func (e *engine) extends() bool {
	if e.err = e.ctx.Err(); e.err != nil {
		return false
	}
	v := e.choose(len(e.value))
	if v < 0 {
		return true
	}
	extended := false
	e.branch(v, func() bool {
		extended = e.extends()
		return !extended && e.err == nil
	})
	return extended
}
