package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

// The oracle reads clauses, pseudo-Boolean constraints, 0-1 programs, exact covers and
// graphs, as far as the texts of this package go, and counts solutions by trying
// values. It knows nothing of queens but where the text has the squares.

// condition says that a sum of variables, each with 1 or -1 before it, lies in a range.
type condition struct {
	variables, signs []int
	low, high        int
}

// system is a text that was read.
type system struct {
	variables  int // from 1
	conditions []condition
	squares    map[int]queens.Square // of the variables that stand for one
	costs      map[int]int           // of variables, to be made least
	top        int                   // weight of hard clauses
	rows       []string              // names of conditions
	binary     int                   // variables declared to be 0 or 1
}

func (s *system) require(low, high int, literals ...int) {
	c := condition{low: low, high: high}
	for _, l := range literals {
		c.variables, c.signs = append(c.variables, max(l, -l)), append(c.signs, l/max(l, -l))
	}
	s.conditions = append(s.conditions, c)
}

// clause requires that one of the literals is true: (1-x) for each negative one.
func (s *system) clause(literals ...int) {
	negative := 0
	for _, l := range literals {
		if l < 0 {
			negative++
		}
	}
	s.require(1-negative, math.MaxInt, literals...)
}

// values are the values of variables: -1 where none is decided yet.
type values []int8

// propagate decides what the conditions leave no choice about and reports whether all
// can still hold.
func (s *system) propagate(v values) bool {
	for again := true; again; {
		again = false
		for _, c := range s.conditions {
			low, high := 0, 0 // of the sum
			for i, x := range c.variables {
				switch {
				case v[x] == 1:
					low, high = low+c.signs[i], high+c.signs[i]
				case v[x] < 0 && c.signs[i] > 0:
					high++
				case v[x] < 0:
					low--
				}
			}
			if low > c.high || high < c.low {
				return false
			}
			for i, x := range c.variables {
				if v[x] >= 0 {
					continue
				}
				switch up := c.signs[i] > 0; {
				case up && low+1 > c.high || !up && high-1 < c.low:
					v[x], again = 0, true
				case up && high-1 < c.low || !up && low+1 > c.high:
					v[x], again = 1, true
				default:
					continue
				}
				break // the bounds of the sum have changed
			}
		}
	}
	return true
}

// each calls found with all values of the first so many variables that extend to the others.
func (s *system) each(v values, first int, found func(values)) (some bool) {
	if v = slices.Clone(v); !s.propagate(v) {
		return false
	}
	x := slices.Index(v[1:], -1) + 1
	if x > first || x == 0 {
		if some = s.extends(v); some {
			found(v)
		}
		return some
	}
	for _, value := range [...]int8{1, 0} {
		v[x] = value
		some = s.each(v, first, found) || some
	}
	return some
}

func (s *system) extends(v values) bool {
	if v = slices.Clone(v); !s.propagate(v) {
		return false
	}
	x := slices.Index(v[1:], -1) + 1
	if x == 0 {
		return true
	}
	v[x] = 1
	if s.extends(v) {
		return true
	}
	v[x] = 0
	return s.extends(v)
}

func (s *system) count(first int) (k int) {
	s.each(slices.Repeat(values{-1}, s.variables+1), first, func(values) { k++ })
	return k
}

// solutions returns the solutions, sorted; a set of squares that is not one queen for
// each column fails the test.
func (s *system) solutions(t *testing.T, n int) (list []queens.Perm) {
	t.Helper()
	s.each(slices.Repeat(values{-1}, s.variables+1), len(s.squares), func(v values) {
		p := slices.Repeat(queens.Perm{-1}, n)
		for x, sq := range s.squares {
			if v[x] != 1 {
				continue
			}
			if p[sq.Col] >= 0 {
				t.Fatalf("two queens in column %d", sq.Col+1)
			}
			p[sq.Col] = sq.Row
		}
		list = append(list, p)
	})
	slices.SortFunc(list, queens.Perm.Compare)
	return list
}

// oracles read the formats that can be read as conditions.
var oracles = map[string]func(s *system, line []string, m *Model){
	"cnf": func(s *system, line []string, _ *Model) {
		switch line[0] {
		case "c":
		case "p":
			s.variables = number(line[2])
		default:
			s.clause(numbers(line[:len(line)-1])...)
		}
	},
	"opb": func(s *system, line []string, _ *Model) {
		if line[0] == "*" {
			return
		}
		var literals []int
		k := len(line)
		if line[0] == "min:" {
			for i := 1; i < k-1; i += 2 {
				s.cost(number(line[i+1][1:]), number(line[i]))
			}
			return
		}
		for i := 0; i < k-3; i += 2 {
			literals = append(literals, number(line[i])*number(line[i+1][1:]))
		}
		bound := number(line[k-2])
		s.require(bound, map[string]int{"=": bound, ">=": math.MaxInt}[line[k-3]], literals...)
	},
	"dlx":   readItems,
	"clq":   readEdges,
	"lp":    readProgram,
	"mps":   readColumns,
	"cpsat": readPython,
	"wcnf": func(s *system, line []string, _ *Model) {
		switch top := strconv.Itoa(s.top); {
		case line[0] == "c":
		case line[0] == "p":
			s.variables, s.top = number(line[2]), number(line[4])
		case line[0] == top:
			s.clause(numbers(line[1 : len(line)-1])...)
		default: // soft: a queen costs minus its weight
			s.cost(number(line[1]), -number(line[0]))
		}
	},
}

// cost notes what a variable that is 1 costs.
func (s *system) cost(variable, cost int) {
	if s.costs == nil {
		s.costs = map[int]int{}
	}
	s.costs[variable] += cost
}

func readPython(s *system, line []string, _ *Model) {
	text := strings.Join(line, " ")
	var v, bound int
	if _, err := fmt.Sscanf(text, "model.add(x[%d] == %d)", &v, &bound); err == nil {
		s.require(bound, bound, v)
		return
	}
	if text == "model.maximize(sum(x[1:]))" {
		for v := range len(s.squares) {
			s.cost(v+1, -1)
		}
	}
	for name, low := range map[string]int{"model.add_exactly_one": 1, "model.add_at_most_one": 0} {
		if list, ok := strings.CutPrefix(text, name+"(x[v] for v in ["); ok {
			s.require(low, 1, numbers(strings.Split(strings.TrimSuffix(list, "])"), ", "))...)
		}
	}
}

func readColumns(s *system, line []string, _ *Model) {
	switch {
	case line[0] == "*" || len(line) < 2 || line[1] == "'MARKER'" || line[0] == "NAME":
	case line[0] == "E" || line[0] == "L" || line[0] == "N":
		s.rows = append(s.rows, line[1])
		s.conditions = append(s.conditions, condition{low: map[string]int{
			"E": 0, "L": math.MinInt,
			"N": math.MinInt,
		}[line[0]], high: map[string]int{"N": math.MaxInt}[line[0]]})
	case line[0] == "RHS":
		c := &s.conditions[slices.Index(s.rows, line[1])]
		if c.high = number(line[2]); c.low == 0 {
			c.low = c.high
		}
	case line[0] == "BV":
		s.binary++
	case line[1] == "OBJ":
		s.cost(number(line[0][1:]), number(line[2]))
	default:
		c := &s.conditions[slices.Index(s.rows, line[1])]
		c.variables, c.signs = append(c.variables, number(line[0][1:])), append(c.signs, number(line[2]))
	}
}

// readProgram reads a line of a 0-1 program; systemOf joins the lines of a long row.
func readProgram(s *system, line []string, m *Model) {
	k := len(line)
	if line[0] == "obj:" {
		for i, word := range line {
			var sq queens.Square
			if _, err := fmt.Sscanf(word, "x_%d_%d", &sq.Row, &sq.Col); err == nil && line[i-1] != "0" {
				s.cost(m.Variable(queens.Square{Row: sq.Row - 1, Col: sq.Col - 1}), -number(line[i-1]))
			}
		}
	}
	if k < 4 || line[k-2] != "=" && line[k-2] != "<=" {
		return
	}
	var literals []int
	for _, word := range line[1 : k-2] {
		var sq queens.Square
		if _, err := fmt.Sscanf(word, "x_%d_%d", &sq.Row, &sq.Col); err == nil {
			literals = append(literals, m.Variable(queens.Square{Row: sq.Row - 1, Col: sq.Col - 1}))
		}
	}
	bound := number(line[k-1])
	s.require(map[string]int{"=": bound, "<=": math.MinInt}[line[k-2]], bound, literals...)
}

// readItems reads the items of an exact cover, then an option: each is a variable.
func readItems(s *system, line []string, _ *Model) {
	if line[0] == "|" {
		return
	}
	if s.squares == nil { // the items
		s.squares = map[int]queens.Square{}
		bar := slices.Index(line, "|")
		for i := range line {
			if i != bar {
				s.conditions = append(s.conditions, condition{low: map[bool]int{true: 1}[i < bar], high: 1})
				s.rows = append(s.rows, line[i])
			}
		}
		return
	}
	s.variables++
	s.squares[s.variables] = queens.Square{Row: number(line[0][1:]) - 1, Col: number(line[1][1:]) - 1}
	for _, item := range line {
		c := &s.conditions[slices.Index(s.rows, item)]
		c.variables, c.signs = append(c.variables, s.variables), append(c.signs, 1)
	}
}

// readEdges reads a graph: n of its vertices, no two of which lack an edge.
func readEdges(s *system, line []string, m *Model) {
	switch line[0] {
	case "p":
		s.variables, s.squares = number(line[2]), map[int]queens.Square{}
		var all []int
		for _, sq := range m.Allowed() {
			all = append(all, len(all)+1)
			s.squares[len(all)] = sq
		}
		s.require(m.Order, m.Order, all...)
		for a := range all {
			for b := range a {
				s.require(math.MinInt, 1, b+1, a+1)
			}
		}
	case "e":
		a, b := number(line[1]), number(line[2])
		s.conditions = slices.DeleteFunc(s.conditions, func(c condition) bool {
			return slices.Equal(c.variables, []int{a, b}) && c.high == 1
		})
	}
}

func number(word string) int {
	x, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return x
}

func numbers(words []string) (list []int) {
	for _, word := range words {
		list = append(list, number(word))
	}
	return list
}

func textOf(t *testing.T, format string, m *Model) string {
	t.Helper()
	var text strings.Builder
	must.Do(t, must.Get(FindFormat(format))(t).Write(&text, m))
	return text.String()
}

func systemOf(t *testing.T, format string, m *Model) *system {
	t.Helper()
	text := textOf(t, format, m)
	n := m.Order
	s := &system{}
	if format != "dlx" && format != "clq" {
		s.variables, s.squares = n*n, map[int]queens.Square{}
		for _, sq := range m.Squares() {
			s.squares[m.Variable(sq)] = sq
		}
	}
	if format == "lp" {
		text = strings.ReplaceAll(text, "\n  ", " ") // rows of several lines
	}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			oracles[format](s, words, m)
		}
	}
	return s
}
