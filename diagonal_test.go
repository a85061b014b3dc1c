package queens_test

import (
	"encoding/json"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
)

func TestDiagonalNames(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
			last := map[queens.Topology]int{queens.Regular: 2*n - 2, queens.Modular: n - 1}[topology]
			for _, line := range []queens.Line{queens.Rising, queens.Falling} {
				squares := 0
				for i := range last + 1 {
					d := queens.Diagonal{Line: line, Index: i}
					if !d.On(n, topology) {
						t.Errorf("order %d, %v: %v is not on the board", n, topology, d)
					}
					for sq := range d.Squares(n, topology) {
						squares++
						if got := queens.DiagonalOf(sq, line, n, topology); got != d {
							t.Errorf("order %d, %v: %v lies on %v, not on %v", n, topology, sq, got, d)
						}
					}
					if got, err := queens.ParseDiagonal(d.Name(n, topology), n, topology); got != d || err != nil {
						t.Errorf("order %d, %v: %v is written %s and read %v, %v", n, topology, d, d.Name(n, topology),
							got, err)
					}
				}
				if squares != n*n {
					t.Errorf("order %d, %v: the %vs hold %d squares", n, topology, line, squares)
				}
				for _, i := range []int{-1, last + 1} {
					if (queens.Diagonal{Line: line, Index: i}).On(n, topology) {
						t.Errorf("order %d, %v: %v %d is on the board", n, topology, line, i)
					}
				}
			}
		}
	}
	if (queens.Diagonal{Line: queens.Row}).On(8, queens.Regular) {
		t.Error("a row counts as a diagonal")
	}
}

func TestParseDiagonal(t *testing.T) {
	for _, text := range []string{"s9", "d-2", "d0", "s2", "s16"} {
		d, err := queens.ParseDiagonal(text, 8, queens.Regular)
		if err != nil || d.Name(8, queens.Regular) != text {
			t.Errorf("%s is read as %v, %v", text, d, err)
		}
	}
	a, _ := queens.ParseDiagonal("d-2", 8, queens.Modular)
	b, _ := queens.ParseDiagonal("d6", 8, queens.Modular)
	if a != b || a.Name(8, queens.Modular) != "d6" {
		t.Errorf("on the torus d-2 is %v, d6 is %v", a, b)
	}
	const form = "want s and a sum of row and column, or d and a difference, as in \"s9\" or \"d-2\""
	for text, want := range map[string]string{
		"":    `read diagonal "": ` + form,
		"s":   `read diagonal "s": ` + form,
		"x3":  `read diagonal "x3": ` + form,
		"s1":  `read diagonal "s1": want s2 to s16 on a board of order 8`,
		"d-8": `read diagonal "d-8": want d-7 to d7 on a board of order 8`,
	} {
		_, err := queens.ParseDiagonal(text, 8, queens.Regular)
		wantError(t, err, want, queens.ErrFormat)
	}
}

func TestProblemWithDiagonals(t *testing.T) {
	const text = `{"order":4,"topology":"regular","excluded":[{"Line":"rising diagonal","Index":1}]}`
	var p queens.Problem
	must.Do(t, json.Unmarshal([]byte(text), &p))
	if again, err := json.Marshal(p); err != nil || string(again) != text {
		t.Errorf("%s is written again as %s, error %v", text, again, err)
	}
	p.Blocked = []queens.Square{{Row: 3, Col: 3}, {Row: 0, Col: 1}}
	want := []queens.Square{{Row: 0, Col: 1}, {Row: 1, Col: 0}, {Row: 3, Col: 3}}
	if got := p.Forbidden(); !slices.Equal(got, want) {
		t.Errorf("forbidden squares %v, want %v", got, want)
	}
	wantError(t, json.Unmarshal([]byte(`{"excluded":[{"Line":"up"}]}`), &p),
		`line "up": want one of row, column, rising diagonal, falling diagonal`,
		queens.ErrFormat)
}

func TestProblemCheck(t *testing.T) {
	p := queens.Problem{Order: 4, Given: []queens.Square{{Row: 1, Col: 0}}, Blocked: []queens.Square{{Row: 0, Col: 0}}}
	must.Do(t, p.Check(queens.Perm{1, 3, 0, 2}))
	wantError(t, p.Check(queens.Perm{2, 0, 3, 1}),
		"the queen given at row 2, column 1 is missing", queens.ErrNotSolution)
	wantError(t, p.Check(queens.Perm{0}), "1 queens for a problem of order 4", queens.ErrNotSolution)
	wantError(t, p.Check(queens.Perm{0, 1, 2, 3}),
		"the queens at row 1, column 1 and row 2, column 2 share a falling diagonal", queens.ErrNotSolution)
	p = queens.Problem{
		Order: 4, Blocked: []queens.Square{{Row: 1, Col: 0}},
		Excluded: []queens.Diagonal{{Line: queens.Rising, Index: 2}},
	}
	wantError(t, p.Check(queens.Perm{1, 3, 0, 2}),
		"a queen is on the blocked square at row 2, column 1", queens.ErrNotSolution)
	wantError(t, p.Check(queens.Perm{2, 0, 3, 1}),
		"the queen at row 3, column 1 is on the excluded rising diagonal s4", queens.ErrNotSolution)
}
