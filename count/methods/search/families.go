package search

import (
	"cmp"
	"iter"
	"slices"

	"queens"
	"queens/count/plan"
	"queens/symmetry"
)

// Family is the set of solutions with some queens in place and some squares blocked. Each of them
// represents Weight solutions of the board.
type Family struct {
	Weight  uint64
	Fixed   []queens.Square // queens in place, in the order of choice
	Blocked []queens.Square // other squares without a queen, besides the attacked ones
	Rows    []int           // open rows in the order in which they are filled
}

func (f *Family) board(n int) Board {
	b := Board{Order: n, Rows: f.Rows}
	for _, sq := range f.Blocked {
		b.Blocked[sq.Row] |= 1 << sq.Col
	}
	for _, sq := range f.Fixed {
		b.Place(sq)
	}
	return b
}

// centralRows returns the rows without a fixed queen, alternating outward from the middle. So the
// last open rows are at both borders, where queens attack least.
func centralRows(n int, fixed []queens.Square) []int {
	sign := 1
	if n%2 == 0 {
		sign = -1
	}
	rows := make([]int, 0, n)
	for i := range n {
		r := n/2 + sign*(i+1)/2
		if i%2 == 0 {
			r = n/2 - sign*i/2
		}
		if !holdsRow(fixed, r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func holdsRow(squares []queens.Square, r int) bool {
	return slices.ContainsFunc(squares, func(sq queens.Square) bool { return sq.Row == r })
}

func holdsCol(squares []queens.Square, c int) bool {
	return slices.ContainsFunc(squares, func(sq queens.Square) bool { return sq.Col == c })
}

func wholeBoard(n int) []Family { return []Family{{Weight: 1, Rows: centralRows(n, nil)}} }

func (f *Family) appendTo(b []byte) []byte {
	b = plan.AppendNumbers(b, f.Weight)
	for _, squares := range [...][]queens.Square{f.Fixed, f.Blocked} {
		b = plan.AppendNumbers(b, len(squares))
		for _, sq := range squares {
			b = plan.AppendNumbers(b, sq.Row, sq.Col)
		}
	}
	return plan.AppendNumbers(plan.AppendNumbers(b, len(f.Rows)), f.Rows...)
}

// centralFamilies divides all solutions of the regular board of order n into families around the
// middle lines, so that no finished solution is ever tested.
//
// The eight symmetries permute the two middle rows and the two middle columns (one of each for odd
// n). Let T be the queens of these lines that are nearest to the middle of their line. Each orbit
// of possible sets T is represented once. Its family has the solutions that contain T and whose
// other queens on these lines are strictly farther out. Each of them represents as many solutions
// as the orbit of T has members. If T is its own image under a symmetry, the family still has
// several members of an orbit; breakAxis, breakDiagonal and, for odd n, a second pair of lines
// break that symmetry. A set that only rotations leave unchanged keeps its lower weight, which is
// exact.
//
// The sum of weight times completions over all families is Q(n). There are 7n/2-8 families for even
// n and 3n-8 for odd n (n >= 6). Source: weights by orbits of queens on chosen lines
// [engelhardt2010]; the middle lines and the two rules are original.
func centralFamilies(n int) []Family {
	if n < 4 {
		return wholeBoard(n)
	}
	g := divider{n: n, rings: []int{n/2 - 1}}
	if n%2 == 1 {
		g.rings = []int{n / 2, n/2 - 1}
	}
	for i := range n {
		g.outward = append(g.outward, i)
	}
	slices.SortStableFunc(g.outward, func(a, b int) int { return g.distance(a) - g.distance(b) })
	all := symmetry.All()
	g.divide(Family{Weight: 1}, all[:], g.rings)
	return g.families
}

// A group is a subgroup of the symmetries of the square.
type group []symmetry.Symmetry

type divider struct {
	n        int
	rings    []int // ring a has the rows and columns a and n-1-a
	outward  []int // all lines, by distance from the middle, then by index
	families []Family
}

// distance is twice the distance of line x from the middle of the board.
func (g *divider) distance(x int) int { return max(2*x-(g.n-1), (g.n-1)-2*x) }

// divide adds the families within f, whose queens and blocked squares stabilizer leaves unchanged.
// It uses the given rings to break the remaining symmetry.
func (g *divider) divide(f Family, stabilizer group, rings []int) {
	if len(stabilizer) == 2 {
		switch s := stabilizer[1]; s {
		case symmetry.FlipRows, symmetry.FlipCols:
			g.breakAxis(f, s)
			return
		case symmetry.Transpose, symmetry.AntiTranspose:
			g.breakDiagonal(f, s)
			return
		}
	}
	if len(stabilizer) == 1 || len(rings) == 0 {
		g.emit(f)
	} else {
		g.divideRing(f, stabilizer, rings)
	}
}

func (g *divider) emit(f Family) {
	f.Rows = centralRows(g.n, f.Fixed)
	g.families = append(g.families, f)
}

// breakAxis emits f, which a side reflection leaves unchanged, with the queen of one more line
// restricted to one half of it: off the axis, so never its own image. It also blocks the squares on
// the axis: the fixed queen there attacks them.
func (g *divider) breakAxis(f Family, axis symmetry.Symmetry) {
	f = f.clone()
	f.Weight *= 2
	for _, x := range g.outward {
		if axis == symmetry.FlipCols && holdsRow(f.Fixed, x) || axis == symmetry.FlipRows && holdsCol(f.Fixed, x) {
			continue
		}
		for y := g.n / 2; y < g.n; y++ {
			sq := queens.Square{Row: x, Col: y}
			if axis == symmetry.FlipRows {
				sq = queens.Square{Row: y, Col: x}
			}
			f.Blocked = append(f.Blocked, sq)
		}
		break
	}
	g.emit(f)
}

// breakDiagonal emits one family for each square q of row i, the most central row that, like its
// mirror column, has no queen of f. The column's queen, mirrored into the row, never meets the
// row's own queen, because f has a queen on the diagonal. So one of the two comes first in the
// order outward. The mirror image of q is fixed in the column, and the row's queen must come later
// in that order.
func (g *divider) breakDiagonal(f Family, mirror symmetry.Symmetry) {
	row := func(y int) queens.Square { return queens.Square{} }
	for _, i := range g.outward {
		image := mirror.Square(queens.Square{Row: i}, g.n)
		if !holdsRow(f.Fixed, i) && !holdsCol(f.Fixed, image.Col) {
			row = func(y int) queens.Square { return queens.Square{Row: i, Col: y} }
			break
		}
	}
	for k, y := range g.outward {
		q := mirror.Square(row(y), g.n)
		if slices.Contains(f.Blocked, q) || attacked(f.Fixed, q) {
			continue
		}
		family := f.clone()
		family.Weight *= 2
		family.Fixed = append(family.Fixed, q)
		for _, x := range g.outward[:k+1] {
			if row(x) != q {
				family.Blocked = append(family.Blocked, row(x))
			}
		}
		g.emit(family)
	}
}

// divideRing divides f by the set T of queens on the first ring that are nearest to the middle of
// their line.
func (g *divider) divideRing(f Family, stabilizer group, rings []int) {
	onRing := g.ringSquares(rings[0])
	for d := (g.n + 1) % 2; d < g.n; d += 2 {
		var candidates, within []queens.Square
		for _, sq := range onRing {
			along := g.distanceAlong(sq, rings[0])
			if along <= d {
				within = append(within, sq)
			}
			if along == d && !slices.Contains(f.Blocked, sq) && !attacked(f.Fixed, sq) {
				candidates = append(candidates, sq)
			}
		}
		for set := range nonAttackingSubsets(candidates) {
			orbit := stabilizer.orbit(set, g.n)
			if !slices.Equal(orbit[0], set) {
				continue // another member of the orbit represents it
			}
			chosen := slices.MinFunc(orbit, g.preferColumns(rings[0]))
			family := f.clone()
			family.Weight *= uint64(len(orbit))
			family.Fixed = append(family.Fixed, chosen...)
			for _, sq := range within {
				if !slices.Contains(chosen, sq) {
					family.Blocked = append(family.Blocked, sq)
				}
			}
			g.divide(family, stabilizer.stabilizerOf(chosen, g.n), rings[1:])
		}
	}
}

func (g *divider) ringSquares(ring int) []queens.Square {
	var squares []queens.Square
	for r := range g.n {
		for c := range g.n {
			if g.onLine(r, ring) || g.onLine(c, ring) {
				squares = append(squares, queens.Square{Row: r, Col: c})
			}
		}
	}
	return squares
}

func (g *divider) onLine(x, ring int) bool { return x == ring || x == g.n-1-ring }

// distanceAlong returns the distance of a ring square from the middle of its line. For a square on
// two lines both distances are equal.
func (g *divider) distanceAlong(sq queens.Square, ring int) int {
	if g.onLine(sq.Row, ring) {
		return g.distance(sq.Col)
	}
	return g.distance(sq.Row)
}

// preferColumns orders the members of an orbit of ring squares. Fewest queens on the ring's rows
// come first: these rows are filled first, and start with far squares only. Ties are lexicographic.
func (g *divider) preferColumns(ring int) func(a, b []queens.Square) int {
	onRows := func(set []queens.Square) (count int) {
		for _, sq := range set {
			if g.onLine(sq.Row, ring) {
				count++
			}
		}
		return count
	}
	return func(a, b []queens.Square) int { return cmp.Or(onRows(a)-onRows(b), symmetry.CompareSets(a, b)) }
}

func (f *Family) clone() Family {
	c := *f
	c.Fixed, c.Blocked = slices.Clone(f.Fixed), slices.Clone(f.Blocked)
	return c
}

func attacked(fixed []queens.Square, sq queens.Square) bool {
	return slices.ContainsFunc(fixed, sq.Attacks)
}

// nonAttackingSubsets yields every non-empty non-attacking subset of squares, in their order.
func nonAttackingSubsets(squares []queens.Square) iter.Seq[[]queens.Square] {
	return func(yield func([]queens.Square) bool) {
		var extend func(set, rest []queens.Square) bool
		extend = func(set, rest []queens.Square) bool {
			for i, sq := range rest {
				if attacked(set, sq) {
					continue
				}
				larger := append(slices.Clone(set), sq)
				if !yield(larger) || !extend(larger, rest[i+1:]) {
					return false
				}
			}
			return true
		}
		extend(nil, squares)
	}
}

func (g group) orbit(set []queens.Square, n int) [][]queens.Square {
	var images [][]queens.Square
	for _, s := range g {
		images = append(images, symmetry.ApplySet(s, set, n))
	}
	slices.SortFunc(images, symmetry.CompareSets)
	return slices.CompactFunc(images, slices.Equal)
}

func (g group) stabilizerOf(set []queens.Square, n int) group {
	return slices.DeleteFunc(slices.Clone(g), func(s symmetry.Symmetry) bool {
		return !slices.Equal(symmetry.ApplySet(s, set, n), set)
	})
}

// squareFamilies returns one family for each orbit of squares, weighted by its size. again uses
// another square of each orbit, except for the centre.
func squareFamilies(again bool) func(n int) []Family {
	return func(n int) (families []Family) {
		for _, orbit := range symmetry.SquareOrbits(n) {
			fixed := orbit[:1]
			if again {
				fixed = orbit[len(orbit)/2:][:1]
			}
			families = append(families, Family{uint64(len(orbit)), fixed, nil, centralRows(n, fixed)})
		}
		return families
	}
}
