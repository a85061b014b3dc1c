package queens_test

import (
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
)

func TestProblemJSON(t *testing.T) {
	const text = `{"order":5,"topology":"modular","given":[{"row":1,"column":2}]}`
	var p queens.Problem
	must.Do(t, json.Unmarshal([]byte(text), &p))
	if again, err := json.Marshal(p); err != nil || string(again) != text {
		t.Errorf("%s is written again as %s, error %v", text, again, err)
	}
	if err := json.Unmarshal([]byte(`{"topology":"flat"}`), &p); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("an unknown topology gives error %v, want %v", err, queens.ErrFormat)
	}
	if _, err := json.Marshal(queens.Problem{Topology: 7}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("writing an unknown topology gives error %v, want %v", err, queens.ErrFormat)
	}
}

func TestValidate(t *testing.T) {
	at := func(squares ...queens.Square) []queens.Square { return squares }
	sq := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	const most = queens.MaxProblemOrder
	diagonal := func(i int) []queens.Diagonal { return []queens.Diagonal{{Line: queens.Falling, Index: i}} }
	for _, c := range []struct {
		is   error
		p    queens.Problem
		want string // "" for a problem that makes sense
	}{
		{nil, queens.Problem{}, ""},
		{nil, queens.Problem{Order: 8, Given: at(sq(0, 3)), Blocked: at(sq(1, 1), sq(1, 1))}, ""},
		{nil, queens.Problem{Order: most, Given: at(sq(0, 0), sq(1, most-1))}, ""},
		{queens.ErrOrder, queens.Problem{Order: -1}, "problem of order -1: want 0 to 1073741824"},
		{queens.ErrOrder, queens.Problem{Order: most + 1}, "problem of order 1073741825: want 0 to 1073741824"},
	} {
		wantError(t, c.p.Validate(), c.want, c.is)
	}
	for want, p := range map[string]queens.Problem{
		"problem with topology 7: want one of regular, modular":           {Order: 8, Topology: 7},
		"blocked square at row 9, column 1 is outside a board of order 8": {Order: 8, Blocked: at(sq(0, 0), sq(8, 0))},
		"given queen at row 3, column 0 is outside a board of order 8":    {Order: 8, Given: at(sq(2, -1))},
		"given queen at row 1, column 1 is outside a board of order 0":    {Given: at(sq(0, 0))},
		"given queen at row 5, column 5 is listed twice":                  {Order: 8, Given: at(sq(4, 4), sq(4, 4))},
		"given queen at row 5, column 5 is on a blocked square": {
			Order: 8, Given: at(sq(4, 4)), Blocked: at(sq(4, 4)),
		},
		"excluded falling diagonal 15, counted from 0, is not one of a regular board of order 8": {
			Order: 8, Excluded: diagonal(15),
		},
		"given queen at row 5, column 5 is on the excluded falling diagonal d0": {
			Order: 8, Given: at(sq(4, 4)), Excluded: diagonal(7),
		},
	} {
		wantError(t, p.Validate(), want, queens.ErrFormat)
	}
	for want, p := range map[string]queens.Problem{
		"row 6, column 5 and row 5, column 6 share a rising": {Order: 8, Given: at(sq(0, 0), sq(5, 4), sq(4, 5))},
		"row 1, column 2 and row 2, column 1 share a rising": { // around the torus
			Order: most, Topology: queens.Modular, Given: at(sq(0, 1), sq(1, 0), sq(most-1, most-1)),
		},
		"row 1, column 3 and row 1073741824, column 2 share a falling": {
			Order: most, Topology: queens.Modular, Given: at(sq(0, 2), sq(most-1, 1)),
		},
	} {
		wantError(t, p.Validate(), "the queens at "+want+" diagonal", queens.ErrNotSolution)
	}
}

// TestValidateIsCheap checks that the cost does not depend on the order: a few bytes of JSON must
// not allocate gigabytes.
func TestValidateIsCheap(t *testing.T) {
	p := queens.Problem{Order: queens.MaxProblemOrder, Given: []queens.Square{{Row: 0, Col: 1}, {Row: 1, Col: 5}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must.Do(t, p.Validate())
	runtime.ReadMemStats(&after)
	// TotalAlloc covers the whole process, but an array of all lines takes 2^34 bytes.
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("two queens on a board of order %d cost %d bytes", p.Order, got)
	}
	if math.MaxInt > math.MaxInt32 {
		p.Order = math.MaxInt
		wantError(t, p.Validate(), "problem of order 9223372036854775807: want 0 to 1073741824", queens.ErrOrder)
	}
}

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
