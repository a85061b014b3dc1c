package queens_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/math/torus"
)

// sharesLine is the definition.
func sharesLine(a, b queens.Square, kind queens.Line, n int, t queens.Topology) bool {
	var distance int
	switch kind {
	case queens.Row:
		distance = a.Row - b.Row
	case queens.Col:
		distance = a.Col - b.Col
	case queens.Rising:
		distance = (a.Row + a.Col) - (b.Row + b.Col)
	case queens.Falling:
		distance = (a.Row - a.Col) - (b.Row - b.Col)
	}
	if t == queens.Modular {
		distance %= n
	}
	return distance == 0
}

// slowAttacks is the slow twin of queens.Attacks: it checks every pair.
func slowAttacks(squares []queens.Square, n int, t queens.Topology) (attacks []queens.Attack) {
	for i, b := range squares {
		for _, kind := range []queens.Line{queens.Row, queens.Col, queens.Rising, queens.Falling} {
			for _, a := range slices.Backward(squares[:i]) {
				if !sharesLine(a, b, kind, n, t) {
					continue
				}
				// One pair on both diagonals.
				if rising := (queens.Attack{A: a, B: b, Line: queens.Rising}); kind != queens.Falling || a == b ||
					!slices.Contains(attacks, rising) {
					attacks = append(attacks, queens.Attack{A: a, B: b, Line: kind})
				}
				break
			}
		}
	}
	return attacks
}

// TestAttacksAgreesWithDefinition covers dense boards, stored in arrays, and sparse ones, in a map.
func TestAttacksAgreesWithDefinition(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	for _, n := range []int{1, 2, 3, 5, 8, 13, 64, 300, 1000, 5000, queens.MaxProblemOrder} {
		for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
			for k := range 40 {
				squares := make([]queens.Square, random.IntN(30))
				for i := range squares {
					squares[i] = queens.Square{Row: random.IntN(n), Col: random.IntN(n)}
					if i > 0 && random.IntN(2) == 0 { // a neighbour, so that large boards have attacks
						squares[i] = queens.Square{Row: (squares[i-1].Row + 1) % n, Col: (squares[i-1].Col +
							random.IntN(3)) % n}
					}
				}
				if last := n - 1; k == 0 {
					squares = []queens.Square{{}, {Col: last}, {Row: last}, {Row: last, Col: last}}
				}
				got := slices.Collect(queens.Attacks(squares, n, topology))
				if want := slowAttacks(squares, n, topology); !slices.Equal(got, want) {
					t.Fatalf("seed %d, order %d, %v board, queens %v: attacks %v, want %v", seed, n, topology, squares,
						got, want)
				}
				pairs := 0
				for i, a := range squares {
					for _, b := range squares[:i] {
						pairs += len(slowAttacks([]queens.Square{a, b}, n, topology))
					}
				}
				if got := queens.AttackingPairs(squares, n, topology); got != pairs {
					t.Fatalf("seed %d, order %d, %v board, queens %v: %d attacking pairs, want %d", seed, n, topology,
						squares, got, pairs)
				}
			}
		}
	}
}

func TestAttacksStops(t *testing.T) {
	seen := 0
	for range queens.Attacks(queens.Perm{0, 1, 2, 3}.Squares(), 4, queens.Regular) {
		seen++
		break
	}
	if seen != 1 {
		t.Errorf("%d attacks seen, want 1", seen)
	}
}

func TestCheckFindsAllSolutions(t *testing.T) {
	for n := range 9 {
		perms := slices.Values([]queens.Perm{{}})
		if n > 0 {
			perms = must.Get(torus.Permutations.Members(n))(t)
		}
		var found [2]uint64 // by topology
		for p := range perms {
			for topology := range found {
				if queens.Check(p, queens.Topology(topology)) == nil {
					found[topology]++
				}
			}
		}
		for topology, series := range []string{queens.Regular: "solutions", queens.Modular: "toroidal"} {
			if want, _ := known.Lookup(series, n); queens.NewTotal(found[topology]) != want.Value {
				t.Errorf("order %d: %d %s, want %v", n, found[topology], series, want.Value)
			}
		}
	}
}

func TestCheckTells(t *testing.T) {
	for _, c := range []struct {
		topology queens.Topology
		p        queens.Perm
		want     string // "" for a solution
	}{
		{queens.Regular, queens.Perm{}, ""},
		{queens.Modular, nil, ""},
		{queens.Modular, queens.Perm{0}, ""},
		{queens.Regular, queens.Perm{1, 1}, "row 2, column 1 and row 2, column 2 share a row"},
		{queens.Regular, queens.Perm{1, 0}, "row 2, column 1 and row 1, column 2 share a rising diagonal"},
		{queens.Regular, queens.Perm{0, 1}, "row 1, column 1 and row 2, column 2 share a falling diagonal"},
		{queens.Regular, queens.Perm{0, 4, 2, 3, 1}, "row 1, column 1 and row 3, column 3 share a falling diagonal"},
		{queens.Regular, queens.Perm{1, 3, 0, 2}, ""},
		{queens.Modular, queens.Perm{1, 3, 0, 2}, "row 4, column 2 and row 1, column 3 share a falling diagonal"},
		{queens.Modular, queens.Perm{0, 2, 4, 1, 3}, ""},
	} {
		want := c.want
		if want != "" {
			want = "the queens at " + want
		}
		wantError(t, queens.Check(c.p, c.topology), want, queens.ErrNotSolution)
	}
	wantError(t, queens.Check(queens.Perm{0, -1}, queens.Regular), "column 2: row 0 is outside a board of order 2",
		queens.ErrFormat)
	wantError(t, queens.Check(queens.Perm{2, 0}, queens.Regular), "column 1: row 3 is outside a board of order 2",
		queens.ErrFormat)
}

// wantError fails unless err has the text and wraps is; an empty text means no error.
func wantError(t *testing.T, err error, text string, is error) {
	t.Helper()
	want := text
	switch {
	case text == "":
		want, is = fmt.Sprint(nil), nil
	case is == queens.ErrNotSolution:
		want += ": " + is.Error()
	}
	if fmt.Sprint(err) != want || !errors.Is(err, is) {
		t.Errorf("error %v, want %q, which is %v", err, want, is)
	}
}

func BenchmarkCheck(b *testing.B) {
	p := make(queens.Perm, 1000) // a solution, because 1000 mod 6 = 4: the even rows, then the odd ones
	for c := range p {
		p[c] = (2*c + 1) % 1001
	}
	for b.Loop() {
		must.Do(b, queens.Check(p, queens.Regular))
	}
}
