package design

import (
	"context"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/find/exactcover"
	"queens/list"
	"queens/symmetry"
)

// cutBranches bounds each search for a board cut into solutions, in branches, and
// tabuMoves each search for a map with one number of banks more than the board's order.
const (
	cutBranches = 2_000_000
	tabuMoves   = 2_000_000
)

// BestMemoryMap returns a map of order n, 1 to MaxMemoryMap, with the fewest banks that it finds:
// the linear one, or if those have fewer banks a table, a composed map, or the first rows and
// columns of a larger map. A map is a colouring of the squares such that queens on squares of one
// colour do not attack each other; n banks, for n > 3, cut the board into n solutions. LowerBound
// says how far the search is a proof: if it is Banks, no map has fewer.
//
// Ways to cut the board are an exact cover of its squares by solutions. First cuts are looked for
// that a group of symmetries of the square leaves as they are, with orbits of squares to be covered
// by orbits of solutions without a common square; then all, and if that search ends without a cut
// there is none. For more than n banks a tabu search recolours one square at a time; it always
// starts from the same seed. Beyond order 13 nothing is searched for: there are linear maps, tables
// of cuts that were found before, and what composed makes of these.
//
// Errors: queens.ErrOrder; that of ctx, when it ends.
func BestMemoryMap(ctx context.Context, n int) (MemoryMap, error) {
	linear, err := NewMemoryMap(n)
	if err != nil || linear.Banks == linear.LowerBound {
		return linear, err
	}
	if n > maxSearchMap {
		return composed(ctx, linear)
	}
	table, proven, err := cutBoard(ctx, n)
	if err != nil {
		return MemoryMap{}, err
	}
	if proven {
		linear.LowerBound = n + 1
	}
	for banks := n + 1; table == nil && banks < linear.Banks; banks++ {
		if table, err = tabu(ctx, n, banks); err != nil {
			return MemoryMap{}, err
		}
	}
	if table == nil {
		return linear, nil
	}
	return newTable(table, linear.LowerBound), nil
}

// composition returns the least order from n on, below a limit, of a map that consists of a linear
// map and a cut of a board of a small order and has as many banks as rows; 0 if there is none.
func composition(n, limit int) (order, small int) {
	for order := n; order < limit; order++ {
		for _, small := range append([]int{searchedCut}, KnownCuts()...) {
			if factor := order / small; order%small == 0 && gcd(factor, 6) == 1 {
				return order, small
			}
		}
	}
	return 0, 0
}

// composed returns the first rows and columns of a composition, if it has fewer banks than a linear
// map.
func composed(ctx context.Context, linear MemoryMap) (MemoryMap, error) {
	n := linear.Order
	order, small := composition(n, linear.Banks)
	if order == 0 {
		return linear, nil
	}
	table := knownCut(small)
	if small == searchedCut {
		var err error
		if table, _, err = cutBoard(ctx, small); err != nil {
			return MemoryMap{}, err
		}
	}
	factor := order / small
	rows := (n + factor - 1) / factor
	for row := range table {
		table[row] = table[row][:rows]
	}
	m := MemoryMap{Order: n, Banks: order, LowerBound: linear.LowerBound, Table: table[:rows]}
	if factor > 1 {
		m.Factor = factor
	}
	return m.checked(), nil
}

func (m MemoryMap) checked() MemoryMap {
	if err := m.Check(); err != nil {
		panic(err)
	}
	return m
}

func newTable(table [][]int, lower int) MemoryMap {
	m := MemoryMap{Order: len(table), Table: table, LowerBound: lower}
	for _, row := range table {
		m.Banks = max(m.Banks, slices.Max(row)+1)
	}
	return m.checked()
}

// Tabulated returns the map as a table.
func (m MemoryMap) Tabulated() MemoryMap {
	table := emptyTable(m.Order)
	for row := range table {
		for col := range table[row] {
			table[row][col] = m.Bank(row, col)
		}
	}
	return newTable(table, m.LowerBound)
}

// emptyTable returns a table of order n, all in bank 0.
func emptyTable(n int) [][]int {
	table := make([][]int, n)
	for row := range table {
		table[row] = make([]int, n)
	}
	return table
}

// cuts lists the groups of symmetries that cutBoard asks of a cut, largest first. The
// last asks nothing, so that its search is a proof.
var cuts = [...][]symmetry.Symmetry{
	{symmetry.Identity, symmetry.FlipRows, symmetry.FlipCols, symmetry.Rot180},
	{symmetry.Identity, symmetry.Rot90, symmetry.Rot180, symmetry.Rot270},
	{symmetry.Identity, symmetry.Rot180},
	{symmetry.Identity},
}

// cutBoard looks for a cut of the board of order n, more than 3, into n solutions and
// returns it as a table, nil if it finds none, and whether it is proven that there is none.
func cutBoard(ctx context.Context, n int) (table [][]int, impossible bool, err error) {
	seq, err := list.Solutions(n, list.Options{})
	if err != nil {
		return nil, false, err
	}
	var solutions []queens.Perm
	for p := range seq {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		solutions = append(solutions, p.Clone())
	}
	for _, group := range cuts {
		table, impossible, err = cutUnder(ctx, n, group, solutions)
		if err != nil || table != nil {
			return table, false, err
		}
	}
	return nil, impossible, nil
}

// cutUnder looks for a cut that the group leaves as it is; impossible says that there is
// none. It gives up after cutBranches branches.
func cutUnder(ctx context.Context, n int, group []symmetry.Symmetry, solutions []queens.Perm) (table [][]int,
	impossible bool, err error,
) {
	items, count := squareOrbits(n, group)
	var options [][]int
	var orbits [][]queens.Perm
	for _, p := range solutions {
		if orbit := orbitUnder(group, p); orbit != nil {
			if covered := coveredBy(orbit, items); covered != nil {
				options, orbits = append(options, covered), append(orbits, orbit)
			}
		}
	}
	m, err := exactcover.New(count, 0, options)
	if err != nil {
		return nil, false, err
	}
	bounded, stop := context.WithCancel(ctx)
	defer stop()
	branches := 0
	watch := exactcover.Watch{Branch: func(int) {
		if branches++; branches > cutBranches {
			stop()
		}
	}}
	err = m.Search(bounded, watch, func(chosen []int) bool {
		table = emptyTable(n)
		bank := 0
		for _, option := range chosen {
			for _, p := range orbits[option] {
				for col, row := range p {
					table[row][col] = bank
				}
				bank++
			}
		}
		return false
	})
	return table, table == nil && err == nil, ctx.Err()
}

// squareOrbits returns the number of the orbit of every square under the group, by row
// times n plus column, and the number of orbits.
func squareOrbits(n int, group []symmetry.Symmetry) (orbitOf []int, count int) {
	orbitOf = slices.Repeat([]int{-1}, n*n)
	for at := range orbitOf {
		if orbitOf[at] >= 0 {
			continue
		}
		for _, s := range group {
			image := symmetry.ApplySet(s, []queens.Square{{Row: at / n, Col: at % n}}, n)[0]
			orbitOf[image.Row*n+image.Col] = count
		}
		count++
	}
	return orbitOf, count
}

// orbitUnder returns the different images of p under the group, or nil if p is not the
// least of them.
func orbitUnder(group []symmetry.Symmetry, p queens.Perm) []queens.Perm {
	var orbit []queens.Perm
	for _, s := range group {
		image := symmetry.Apply(s, p)
		switch order := slices.Compare(image, p); {
		case order < 0:
			return nil
		case order > 0 || len(orbit) == 0:
			if !slices.ContainsFunc(orbit, func(q queens.Perm) bool { return slices.Equal(q, image) }) {
				orbit = append(orbit, image)
			}
		}
	}
	return orbit
}

// coveredBy returns the orbits of squares, ascending, that an orbit of solutions covers,
// or nil if two of the solutions share a square.
func coveredBy(orbit []queens.Perm, items []int) []int {
	n := len(orbit[0])
	seen := make([]bool, n*n)
	var covered []int
	for _, p := range orbit {
		for col, row := range p {
			at := row*n + col
			if seen[at] {
				return nil
			}
			seen[at] = true
			covered = append(covered, items[at])
		}
	}
	slices.Sort(covered)
	return slices.Compact(covered)
}

// tabu looks for a map of order n with the given number of banks and returns its table,
// nil if it finds none in tabuMoves moves. A move puts one square that conflicts into the
// bank that leaves the fewest conflicts; the square does not return for some moves to the
// bank that it left, unless that gives fewer conflicts than ever. Source: [hertz1987].
func tabu(ctx context.Context, n, banks int) ([][]int, error) {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(banks)))
	attacks := attackLists(n)
	bank := make([]int, n*n)
	for at := range bank {
		bank[at] = rng.IntN(banks)
	}
	near := make([]int, n*n*banks) // by square and bank: squares of the bank that attack the square
	conflicts := 0
	for at, others := range attacks {
		for _, o := range others {
			near[at*banks+bank[o]]++
		}
		conflicts += near[at*banks+bank[at]]
	}
	conflicts /= 2
	barred := make([]int, n*n*banks) // by square and bank: the move until which it may not return
	least := conflicts
	for move := 1; conflicts > 0; move++ {
		if move > tabuMoves {
			return nil, nil
		}
		if move%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		square, to, change, ties := -1, 0, 0, 0
		busy := 0
		for at, from := range bank {
			now := near[at*banks+from]
			if now == 0 {
				continue
			}
			busy++
			for b := range banks {
				c := near[at*banks+b] - now
				if b == from || barred[at*banks+b] >= move && conflicts+c >= least {
					continue
				}
				if square < 0 || c < change {
					square, to, change, ties = at, b, c, 1
				} else if c == change {
					if ties++; rng.IntN(ties) == 0 {
						square, to = at, b
					}
				}
			}
		}
		if square < 0 {
			continue // every move is barred
		}
		from := bank[square]
		bank[square] = to
		for _, o := range attacks[square] {
			near[o*banks+from]--
			near[o*banks+to]++
		}
		barred[square*banks+from] = move + busy*6/10 + rng.IntN(10)
		conflicts += change
		least = min(least, conflicts)
	}
	table := emptyTable(n)
	for at, b := range bank {
		table[at/n][at%n] = b
	}
	return table, nil
}

// attackLists returns the squares that a queen on each square attacks, squares numbered
// row times n plus column.
func attackLists(n int) [][]int {
	lists := make([][]int, n*n)
	for a := range lists {
		for b := range lists {
			dr, dc := a/n-b/n, a%n-b%n
			if a != b && (dr == 0 || dc == 0 || dr == dc || dr == -dc) {
				lists[a] = append(lists[a], b)
			}
		}
	}
	return lists
}
