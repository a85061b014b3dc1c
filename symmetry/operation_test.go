package symmetry

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"queens"
)

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

// TestOperationsAreTheGroup checks the isomorphism with the group of the square: up to order 5,
// operation po_i acts on columns and rows as its symmetry acts on squares.
func TestOperationsAreTheGroup(t *testing.T) {
	for n := range 6 {
		var images [Count]strings.Builder // by operation
		for p := range perms(n) {
			for i, f := range definitions {
				s, _ := Operation(i + 1)
				got := f(p)
				for _, sq := range p.Squares() {
					if moved := s.Square(sq, n); got[moved.Col] != moved.Row {
						t.Fatalf("po%d of %v is %v, but %v moves a queen to %v", i+1, p, got, s, moved)
					}
				}
				images[i].WriteString(got.String() + " ")
			}
		}
		different := map[string]bool{}
		for i := range images {
			different[images[i].String()] = true
		}
		if want := [...]int{1, 1, 2, 8, 8, 8}[n]; len(different) != want { // errata Z2
			t.Errorf("order %d: %d different operations, want %d", n, len(different), want)
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
