package model

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"queens"
)

// form is a quadratic form that was read, terms of one or two variables.
type form struct{ terms []formTerm }

type formTerm struct{ i, j, value int }

// formOf writes a model as a quadratic form and reads it: variables, or with spins fields.
func formOf(t *testing.T, format string, m *Model) form {
	t.Helper()
	var q form
	for line := range strings.Lines(textOf(t, format, m)) {
		var i, j, value int
		if _, err := fmt.Sscanf(line, "p qubo 0 %d %d %d", &i, &j, &value); err == nil {
			n := m.Order()
			if vertices := len(m.Allowed()); i != n*n || j != vertices {
				t.Errorf("%q: want %d variables, %d of them in use", line, n*n, vertices)
			}
			continue
		}
		if _, err := fmt.Sscanf(line, "%d %d %d", &i, &j, &value); err == nil {
			q.terms = append(q.terms, formTerm{i, j, value})
		}
	}
	return q
}

// value returns the value of the form: variables are 1 or 0, spins 1 or -1.
func (q form) value(x []int) (sum int) {
	for _, term := range q.terms {
		if term.i == term.j {
			sum += term.value * x[term.i]
		} else {
			sum += term.value * x[term.i] * x[term.j]
		}
	}
	return sum
}

// TestQuadraticForms tries all sets of squares of small boards: those of the least value are the
// solutions, with the value that the text says, and if there are none the least is greater. Of the
// forms for as many queens as possible the least value is that of the largest sets without attacks.
func TestQuadraticForms(t *testing.T) {
	problems := []queens.Problem{
		{Order: 4},
		{Order: 3},
		{Order: 3, Topology: queens.Modular},
		{Order: 4, Given: []queens.Square{{Row: 1}}, Blocked: []queens.Square{{Row: 3, Col: 3}}},
	}
	half := queens.Problem{Order: 5}
	for v := 1; v <= 25; v++ {
		if sq, _ := SquareOf(v, 5); v%2 == 0 && v != 4 && v != 20 && v != 6 && v != 22 || v == 1 {
			half.Blocked = append(half.Blocked, sq)
		}
	}
	for _, p := range append(problems, half) {
		solutions := bruteForce(t, p)
		largest := 0
		for _, set := range peaceful(p) {
			largest = max(largest, strings.Count(set, "row"))
		}
		if len(peaceful(p)) == 0 {
			t.Fatalf("%+v: no set", p)
		}
		for _, format := range []string{"qubo", "ising"} {
			for _, most := range []bool{false, true} {
				m := modelOf(t, p, Options{Most: most})
				q := formOf(t, format, m)
				n := p.Order
				var variables []int
				for _, sq := range m.Allowed() {
					variables = append(variables, m.Variable(sq)-1)
				}
				least, count := math.MaxInt, 0
				x := make([]int, n*n)
				for set := range 1 << len(variables) {
					for bit, v := range variables {
						if x[v] = set >> bit & 1; format == "ising" {
							x[v] = 2*x[v] - 1
						}
					}
					switch value := q.value(x); {
					case value < least:
						least, count = value, 1
					case value == least:
						count++
					}
				}
				want := -2 * n
				if most {
					want = -largest
				}
				if format == "ising" { // twice, less the constant
					weight := -2
					if most {
						weight = -1
					}
					want = 2*want - weight*len(variables) - (len(q.terms) - len(variables))
				}
				switch {
				case most && least != want:
					t.Errorf("%+v, %s: least value %d, want %d", p, format, least, want)
				case !most && len(solutions) > 0 && (least != want || count != len(solutions)):
					t.Errorf("%+v, %s: %d sets have the least value %d, want %d with %d", p, format, count, least,
						len(solutions), want)
				case !most && len(solutions) == 0 && least <= want:
					t.Errorf("%+v, %s: least value %d, want more than %d", p, format, least, want)
				}
			}
		}
	}
}
