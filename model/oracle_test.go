package model

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
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
	switch {
	case x > first || x == 0:
		if x > 0 && !s.extends(v, x) {
			return false
		}
		found(v)
		return true
	default:
		for _, value := range [...]int8{1, 0} {
			v[x] = value
			some = s.each(v, first, found) || some
		}
		return some
	}
}

// extends reports whether variables from x on can be decided.
func (s *system) extends(v values, x int) bool {
	for _, value := range [...]int8{1, 0} {
		w := slices.Clone(v)
		w[x] = value
		if !s.propagate(w) {
			continue
		}
		if next := slices.Index(w[1:], -1) + 1; next == 0 || s.extends(w, next) {
			return true
		}
	}
	return false
}

// count returns the number of values of the first so many variables.
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
		for i := 0; i < k-3; i += 2 {
			literals = append(literals, number(line[i])*number(line[i+1][1:]))
		}
		bound := number(line[k-2])
		s.require(bound, map[string]int{"=": bound, ">=": math.MaxInt}[line[k-3]], literals...)
	},
	"dlx": readItems,
	"clq": readEdges,
	"lp":  readProgram,
}

// readProgram reads a line of a 0-1 program; a row that goes on is joined by textOf.
func readProgram(s *system, line []string, m *Model) {
	k := len(line)
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
				s.conditions = append(s.conditions, condition{low: map[bool]int{true: 1}[i < bar], high: 1, signs: []int{}})
				itemNames = append(itemNames[:len(s.conditions)-1], line[i])
			}
		}
		return
	}
	s.variables++
	s.squares[s.variables] = queens.Square{Row: number(line[0][1:]) - 1, Col: number(line[1][1:]) - 1}
	for _, item := range line {
		c := &s.conditions[slices.Index(itemNames[:len(s.conditions)], item)]
		c.variables, c.signs = append(c.variables, s.variables), append(c.signs, 1)
	}
}

// itemNames are the items of the exact cover that is read.
var itemNames []string

// readEdges reads a graph: n of its vertices, no two of which lack an edge.
func readEdges(s *system, line []string, m *Model) {
	switch line[0] {
	case "p":
		s.variables, s.squares = number(line[2]), map[int]queens.Square{}
		var all []int
		for sq := range m.Allowed() {
			all = append(all, len(all)+1)
			s.squares[len(all)] = sq
		}
		s.require(m.Order(), m.Order(), all...)
		for a := range all {
			for b := range a {
				s.require(math.MinInt, 1, b+1, a+1)
			}
		}
	case "e":
		a, b := number(line[1]), number(line[2])
		s.conditions = slices.DeleteFunc(s.conditions, func(c condition) bool { return slices.Equal(c.variables, []int{a, b}) && c.high == 1 })
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

// systemOf writes a model in a format and reads it.
func systemOf(t *testing.T, format string, m *Model) *system {
	t.Helper()
	f, err := LookupFormat(format)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := f.Write(&text, m); err != nil {
		t.Fatal(err)
	}
	n := m.Order()
	s := &system{}
	if format != "dlx" && format != "clq" {
		s.variables, s.squares = n*n, map[int]queens.Square{}
		for sq := range m.squares() {
			s.squares[m.Variable(sq)] = sq
		}
	}
	joined := strings.ReplaceAll(text.String(), "\n  ", " ") // rows of a program that go on
	for line := range strings.Lines(joined) {
		if words := strings.Fields(line); len(words) > 0 {
			oracles[format](s, words, m)
		}
	}
	return s
}
