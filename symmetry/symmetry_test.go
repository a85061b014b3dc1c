package symmetry

import (
	"errors"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens"
)

// TestThenActsFirstThenSecond compares all 64 compositions with the action on every square. From
// order 3 on the eight act differently, so the symmetries form a group as their actions do.
func TestThenActsFirstThenSecond(t *testing.T) {
	for _, a := range All() {
		if a.Then(a.Inverse()) != Identity {
			t.Errorf("%v: %v is not its inverse", a, a.Inverse())
		}
	}
	for _, n := range []int{1, 2, 3, 4, 7} {
		for _, a := range All() {
			for _, b := range All() {
				for sq := range squares(n) {
					if got, want := a.Then(b).Square(sq, n), b.Square(a.Square(sq, n), n); got != want {
						t.Fatalf("order %d, %v then %v, %v: got %v, want %v", n, a, b, sq, got, want)
					}
				}
			}
		}
	}
}

func squares(n int) iter.Seq[queens.Square] {
	return func(yield func(queens.Square) bool) {
		for r := range n {
			for c := range n {
				if !yield(queens.Square{Row: r, Col: c}) {
					return
				}
			}
		}
	}
}

func TestSquareFollowsTheTable(t *testing.T) {
	const n, m = 5, 4
	want := [Count]func(r, c int) (int, int){
		Identity:      func(r, c int) (int, int) { return r, c },
		Rot90:         func(r, c int) (int, int) { return m - c, r },
		Rot180:        func(r, c int) (int, int) { return m - r, m - c },
		Rot270:        func(r, c int) (int, int) { return c, m - r },
		FlipRows:      func(r, c int) (int, int) { return m - r, c },
		FlipCols:      func(r, c int) (int, int) { return r, m - c },
		Transpose:     func(r, c int) (int, int) { return c, r },
		AntiTranspose: func(r, c int) (int, int) { return m - c, m - r },
	}
	for _, s := range All() {
		for sq := range squares(n) {
			r, c := want[s](sq.Row, sq.Col)
			if got := s.Square(sq, n); got != (queens.Square{Row: r, Col: c}) {
				t.Errorf("%v moves %v to %v", s, sq, got)
			}
		}
	}
}

func TestNames(t *testing.T) {
	form := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	for _, s := range All() {
		if !form.MatchString(s.String()) || s.Summary() == "" || strings.HasSuffix(s.Summary(), ".") {
			t.Errorf("%v: name or summary %q is malformed", s, s.Summary())
		}
	}
	if got := Symmetry(9).String(); got != "symmetry 9" {
		t.Errorf("name of an invalid symmetry is %q", got)
	}
}

func cmpl(p queens.Perm) queens.Perm {
	q := make(queens.Perm, len(p))
	for c, r := range p {
		q[c] = len(p) - 1 - r
	}
	return q
}

func rev(p queens.Perm) queens.Perm {
	q := p.Clone()
	slices.Reverse(q)
	return q
}

var definitions = [Count]func(queens.Perm) queens.Perm{
	queens.Perm.Clone, inverseOf,
	func(p queens.Perm) queens.Perm { return rev(cmpl(inverseOf(p))) },
	cmpl, rev,
	func(p queens.Perm) queens.Perm { return cmpl(inverseOf(p)) },
	func(p queens.Perm) queens.Perm { return rev(cmpl(p)) },
	func(p queens.Perm) queens.Perm { return inverseOf(cmpl(p)) },
}

// The images were computed by an independent program from the definitions of [zhang2011].
func TestOperationsOnAPermutation(t *testing.T) {
	p := mustParse(t, "2617354")
	for i, image := range strings.Fields("2617354 3157624 4621375 6271534 4537162 5731264 4351726 4267513") {
		s, err := Operation(i + 1)
		if err != nil || s.OperationNo() != i+1 {
			t.Fatalf("po%d is %v, number %d, %v", i+1, s, s.OperationNo(), err)
		}
		if got, defined := Apply(s, p), definitions[i](p); got.String() != image || !defined.Equal(got) {
			t.Errorf("po%d: symmetry %v gives %v, the definition %v, want %s", i+1, s, got, defined, image)
		}
	}
	for _, no := range []int{-1, 0, 9} {
		if _, err := Operation(no); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("po%d: error %v, want ErrFormat", no, err)
		}
	}
}

// operationTable is Table 1 of [zhang2011]: row i, column j is "first po_i, then po_j".
var operationTable = [Count]string{
	"12345678",
	"21768435",
	"37186524",
	"48617352",
	"56871243",
	"65423781",
	"73254816",
	"84532167",
}

// TestOperationTable checks all 64 entries as "row first". With the column first, 24 of them are
// wrong (errata Z1).
func TestOperationTable(t *testing.T) {
	p := mustParse(t, "2617354") // has eight different images
	differ := 0
	for i, row := range operationTable {
		for j, digit := range row {
			a, b := byOperation[i], byOperation[j]
			want := byOperation[digit-'1']
			if got := a.Then(b); got != want || !Apply(b, Apply(a, p)).Equal(Apply(want, p)) {
				t.Errorf("po%d then po%d is po%d, want po%c", i+1, j+1, got.OperationNo(), digit)
			}
			if b.Then(a) != want {
				differ++
			}
		}
	}
	if differ != 24 {
		t.Errorf("%d entries differ in the other order, want 24", differ)
	}
}
