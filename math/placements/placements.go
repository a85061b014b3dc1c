// Package placements counts the ways to place k queens on a board of order n so that no two
// attack each other: all of them, those to which no queen can be added, and both up to rotation
// and reflection.
//
// [Census] counts. Counts up to symmetry use Burnside's lemma; a separate search
// counts the sets that a symmetry leaves unchanged. [Greedy] is about a board without end.
//
//	table, err := placements.Census(ctx, 8, 0)
//	fmt.Println(table[8].Sets, table[8].Orbits) // 92 12
package placements

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"queens"
	"queens/symmetry"
)

// MaxOrder is the largest order that Census accepts: some minutes of a core.
const MaxOrder = 13

// Row is what is known about sets of one number of queens.
type Row struct {
	Queens        int          `json:"queens"`
	Sets          queens.Total `json:"sets"`          // no two queens attack each other
	Orbits        queens.Total `json:"orbits"`        // the same up to symmetry
	Maximal       queens.Total `json:"maximal"`       // of the sets, those to which no queen can be added
	MaximalOrbits queens.Total `json:"maximalOrbits"` // the same up to symmetry
}

// Census counts the sets of 0 to n queens of order n, 0..MaxOrder, with the given
// number of workers, 0 for one for each processor. Row k of the result is for k
// queens; the result does not depend on the workers.
//
// Time grows about tenfold with each order: 0.2 s for n = 10, 13 s of a core for n = 12.
// Errors: queens.ErrOrder for n out of range; ctx's error if it ends.
func Census(ctx context.Context, n, workers int) ([]Row, error) {
	if n < 0 || n > MaxOrder {
		return nil, fmt.Errorf("placements: order %d: want 0 to %d: %w", n, MaxOrder, queens.ErrOrder)
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	all := count(ctx, n, workers)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("placements: order %d: %w", n, err)
	}
	orbits := newTallies(n)
	orbits.add(all)
	for _, s := range symmetry.All() {
		if s != symmetry.Identity {
			f := newFixed(n, s)
			f.extend(0)
			orbits.add(f.tallies)
		}
	}
	rows := make([]Row, n+1)
	for k := range rows {
		rows[k] = Row{
			Queens: k, Sets: total(all[k][0], 1), Maximal: total(all[k][1], 1),
			Orbits: total(orbits[k][0], symmetry.Count), MaximalOrbits: total(orbits[k][1], symmetry.Count),
		}
	}
	return rows, nil
}

// tallies are numbers of sets, and of maximal ones, for each number of queens; all of them fit a
// word for orders up to MaxOrder.
type tallies [][2]uint64

func newTallies(n int) tallies { return make(tallies, n+1) }

func (t tallies) add(other tallies) {
	for k, x := range other {
		t[k][0] += x[0]
		t[k][1] += x[1]
	}
}

func (t tallies) note(queens int, maximal bool) {
	t[queens][0]++
	if maximal {
		t[queens][1]++
	}
}

// total returns a number divided by the order of a group, which divides it.
func total(count, group uint64) queens.Total {
	if count%group != 0 {
		panic(fmt.Sprintf("placements: %d fixed sets are no multiple of %d", count, group))
	}
	return queens.NewTotal(count / group)
}

// count counts all sets. If ctx ends it stops, and the counts mean nothing.
func count(ctx context.Context, n, workers int) tallies {
	beginnings := []board{{n: n}}
	for range min(3, n) {
		var longer []board
		for _, b := range beginnings {
			longer = slices.AppendSeq(longer, b.children())
		}
		beginnings = longer
	}
	tasks, counted := make(chan board, len(beginnings)), make([]tallies, workers)
	for _, b := range beginnings {
		tasks <- b
	}
	close(tasks)
	var group sync.WaitGroup
	for i := range counted {
		counted[i] = newTallies(n)
		group.Go(func() {
			for b := range tasks {
				if ctx.Err() == nil {
					counted[i].extend(b)
				}
			}
		})
	}
	group.Wait()
	for _, part := range counted[1:] {
		counted[0].add(part)
	}
	return counted[0]
}

// fixed counts the sets that one symmetry leaves unchanged: each is a union of orbits of squares
// under the powers of the symmetry, and no two squares of an orbit attack each other.
type fixed struct {
	n      int
	orbits [][]queens.Square
	chosen []queens.Square
	tallies
}

func newFixed(n int, s symmetry.Symmetry) *fixed {
	f := &fixed{n: n, tallies: newTallies(n)}
	for i := range n * n {
		first := queens.Square{Row: i / n, Col: i % n}
		orbit := []queens.Square{first}
		for sq := s.Square(first, n); sq != first; sq = s.Square(sq, n) {
			orbit = append(orbit, sq)
		}
		if symmetry.CompareSquares(slices.MinFunc(orbit, symmetry.CompareSquares), first) == 0 &&
			queens.AttackingPairs(orbit, n, queens.Regular) == 0 {
			f.orbits = append(f.orbits, orbit)
		}
	}
	return f
}

func (f *fixed) attacked(sq queens.Square) bool {
	return slices.ContainsFunc(f.chosen, sq.Attacks)
}

// extend counts the chosen set and all that arise from it by orbits from number first on.
func (f *fixed) extend(first int) {
	f.note(len(f.chosen), f.isMaximal())
	for i := first; i < len(f.orbits); i++ {
		// What attacks one square of an orbit attacks, being unchanged, all of them.
		if f.attacked(f.orbits[i][0]) {
			continue
		}
		f.chosen = append(f.chosen, f.orbits[i]...)
		f.extend(i + 1)
		f.chosen = f.chosen[:len(f.chosen)-len(f.orbits[i])]
	}
}

func (f *fixed) isMaximal() bool {
	for i := range f.n * f.n {
		if !f.attacked(queens.Square{Row: i / f.n, Col: i % f.n}) {
			return false
		}
	}
	return true
}
