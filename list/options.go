package list

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"

	"queens"
	"queens/internal/errs"
	"queens/symmetry"
)

// MaxOrder is the largest order that can be listed.
const MaxOrder = 32

// Options says which solutions are listed. The zero value lists all of them on all cores.
type Options struct {
	// Fundamental lists one solution per orbit, the canonical representative.
	Fundamental bool `json:"fundamental,omitempty"`
	// Classes lists only solutions of these classes; empty means every class. Without Asymmetric a
	// list takes about the square root of the time, with Rotational alone about the fourth root.
	Classes []symmetry.Class `json:"classes,omitempty"`
	// Modular lists only solutions of the modular board as well.
	Modular bool `json:"modular,omitempty"`
	// After, unless nil, starts the list after this vector of n rows, which need
	// not be a solution, nor a permutation.
	After queens.Perm `json:"after,omitempty"`
	// Limit ends the list after this number of solutions; 0 means no limit.
	Limit uint64 `json:"limit,omitempty"`
	// Workers is the number of searches that run side by side in Stream; 0 means one per core.
	Workers int `json:"workers,omitempty"`
}

func (o Options) validate(n int) error {
	if n < 0 || n > MaxOrder {
		return errs.Errorf("order %d: want 0 to %d: %w", n, MaxOrder, queens.ErrOrder)
	}
	if o.Workers < 0 {
		return errs.Errorf("order %d: %d workers: want 0 (one per core) or more", n, o.Workers)
	}
	for _, class := range o.Classes {
		if !slices.Contains(classes[:], class) {
			return errs.Errorf("order %d: class %d: want 0 to %d: %w", n, class, len(classes)-1, queens.ErrFormat)
		}
	}
	if o.After == nil {
		return nil
	}
	if len(o.After) != n {
		return errs.Errorf("order %d after %v: it has %d columns, want %d: %w", n, o.After, len(o.After), n,
			queens.ErrFormat)
	}
	for c, r := range o.After {
		if r < 0 || r >= n {
			return errs.Errorf("order %d: row %d in column %d of the starting point is outside 1..%d: %w",
				n, r+1, c+1, n, queens.ErrFormat)
		}
	}
	return nil
}

var classes = symmetry.Classes()

// Wants reports whether solutions of the class are listed.
func (o Options) Wants(class symmetry.Class) bool {
	return len(o.Classes) == 0 || slices.Contains(o.Classes, class)
}

// keeps reports whether solution p is listed. Time O(n); most fundamental tests
// end after a few comparisons.
func (l *lister) keeps(p []uint8) bool {
	return (l.after == nil || bytes.Compare(p, l.after) > 0) &&
		(len(l.Classes) == 0 || l.Wants(symmetry.ClassOf(p))) &&
		(!l.Fundamental || l.canonizer.IsLeast(p))
}

// None returns why no solution of order n satisfies o, as a sentence without final period, or "" if
// theory gives no reason.
//
// Sources: [polya1918] for the modular board; the images of a queen under quarter
// turns are four, except one in the centre.
func (o Options) None(n int) string {
	quarter := !o.Wants(symmetry.Asymmetric) && !o.Wants(symmetry.Central)
	switch {
	case n == 2 || n == 3:
		return fmt.Sprintf("a board of order %d has no solution", n)
	case n > 0 && o.Modular && (n%2 == 0 || n%3 == 0):
		return fmt.Sprintf("the torus has solutions only for orders that neither 2 nor 3 divides, and order %d is "+
			"divided by %d", n, 2+n%2)
	case quarter && n%4 > 1:
		return fmt.Sprintf("a quarter turn leaves solutions unchanged only for orders that are 0 or 1 modulo 4: "+
			"queens come in fours, and one may stand in the centre; order %d is %d", n, n%4)
	default:
		return ""
	}
}

// Checker returns a function that reports whether a vector of n rows may be the next one of the
// list: a solution on the regular board, that o asks for, after o.After and the one before. Time
// O(n).
func (o Options) Checker(n int) func(p []uint8) bool {
	l := newLister(n, o, nil)
	return func(p []uint8) bool {
		var rows, rising, falling uint64
		for c, r := range p {
			rows |= 1 << (r % 64)
			rising |= 1 << (int(r) + c)
			falling |= 1 << (int(r) - c + n)
		}
		ok := min(bits.OnesCount64(rows), bits.OnesCount64(rising), bits.OnesCount64(falling)) == n && l.keeps(p)
		l.after = append(l.after[:0], p...)
		return ok
	}
}
