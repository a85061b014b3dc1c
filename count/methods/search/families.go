package search

import (
	"cmp"
	"iter"
	"slices"

	"queens"
	"queens/count/plan"
	"queens/internal/errs"
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
	rows := make([]int, 0, n)
	for i := range n {
		r := n/2 + (i+1)/2
		if i%2 != n%2 {
			r = n/2 - (i+1)/2
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
	x := g.outward[slices.IndexFunc(g.outward, func(x int) bool {
		return axis == symmetry.FlipCols && !holdsRow(f.Fixed, x) || axis == symmetry.FlipRows && !holdsCol(f.Fixed, x)
	})]
	for y := g.n / 2; y < g.n; y++ {
		sq := queens.Square{Row: x, Col: y}
		if axis == symmetry.FlipRows {
			sq = queens.Square{Row: y, Col: x}
		}
		f.Blocked = append(f.Blocked, sq)
	}
	g.emit(f)
}

// breakDiagonal emits one family for each square q of row i, the most central row that, like its
// mirror column, has no queen of f. The column's queen, mirrored into the row, never meets the
// row's own queen, because f has a queen on the diagonal. So one of the two comes first in the
// order outward. The mirror image of q is fixed in the column, and the row's queen must come later
// in that order.
func (g *divider) breakDiagonal(f Family, mirror symmetry.Symmetry) {
	i := g.outward[slices.IndexFunc(g.outward, func(i int) bool {
		image := mirror.Square(queens.Square{Row: i}, g.n)
		return !holdsRow(f.Fixed, i) && !holdsCol(f.Fixed, image.Col)
	})]
	row := func(y int) queens.Square { return queens.Square{Row: i, Col: y} }
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
			along := g.distance(sq.Row) // from the middle of its line, either one if it is on two
			if g.onLine(sq.Row, rings[0]) {
				along = g.distance(sq.Col)
			}
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

// borderFamilies divides all solutions of the regular board of order n by their queens on the
// border. There is one family for each class of border constellations, which are the non-attacking
// sets with exactly one queen in each of the first and last row and column and no other queen. The
// representative is the lexicographically least image, the weight the number of images: 8, or 4 or
// 2 if a half or quarter turn leaves the constellation unchanged. A reflection never does. No
// completed solution is tested.
//
// Time and space O(n^4): 3,206 families for n = 16, 62,272 for n = 30. Source: [engelhardt2010],
// with weights instead of its test for the least member.
func borderFamilies(n int) []Family {
	if n < 4 {
		return wholeBoard(n)
	}
	const sides = 4
	var families []Family
	at := func(side, i int) queens.Square {
		list := [sides]queens.Square{{Row: 0, Col: i}, {Row: n - 1, Col: i}, {Row: i, Col: 0}, {Row: i, Col: n - 1}}
		return list[side]
	}
	// Every side is the first row of two images. So in the least set no queen is closer to a corner
	// than that of the first row.
	var extend func(set []queens.Square, side int)
	extend = func(set []queens.Square, side int) {
		if side == sides {
			fixed := symmetry.ApplySet(symmetry.Identity, set, n)
			if least, stabilizer := symmetry.CanonicalSet(set, n); slices.Equal(least, fixed) {
				weight := uint64(symmetry.Count / len(stabilizer))
				families = append(families, Family{Weight: weight, Fixed: fixed, Rows: centralRows(n, set)})
			}
			return
		}
		for i := set[0].Col; i < n-set[0].Col; i++ {
			switch sq := at(side, i); {
			case slices.Contains(set, sq): // a corner queen is on two sides
				extend(set, side+1)
			case !attacked(set, sq):
				extend(append(set, sq), side+1)
			}
		}
	}
	for i := range (n + 1) / 2 {
		extend([]queens.Square{at(0, i)}, 1)
	}
	return families
}

// Constellation is one class of border constellations: sets of three or four non-attacking queens,
// with exactly one in the first and last row and column, and none inside. Three queens include one
// in a corner.
type Constellation struct {
	Queens []queens.Square `json:"queens"` // the least image, row by row
	Class  symmetry.Class  `json:"class"`  // with the number of images: Class.OrbitSize
}

// MinBorderOrder is the smallest order that has border constellations.
const MinBorderOrder = 4

// BorderConstellations returns every class of border constellations of order n, MinBorderOrder to
// plan.MaxOrder, in lexicographic order of their least images. A class has 8, 4 or 2 of them: a
// reflection never leaves a constellation unchanged.
//
// Time and space O(n^4): 62,272 classes for n = 30. Errors: queens.ErrOrder. Source:
// [engelhardt2010].
func BorderConstellations(n int) ([]Constellation, error) {
	if n < MinBorderOrder || n > plan.MaxOrder {
		return nil, errs.Errorf("border constellations of order %d: want %d to %d: %w", n, MinBorderOrder,
			plan.MaxOrder, queens.ErrOrder)
	}
	families := borderFamilies(n)
	list := make([]Constellation, len(families))
	for i, f := range families {
		_, stabilizer := symmetry.CanonicalSet(f.Fixed, n)
		list[i] = Constellation{Queens: f.Fixed, Class: symmetry.ClassFor(stabilizer)}
	}
	slices.SortFunc(list, func(a, b Constellation) int { return symmetry.CompareSets(a.Queens, b.Queens) })
	return list, nil
}

// CheckBorder returns why squares are not a border constellation of order n: queens.ErrFormat, or
// queens.ErrNotSolution if queens attack each other.
func CheckBorder(squares []queens.Square, n int) error {
	if err := (queens.Problem{Order: n, Given: squares}).Validate(); err != nil {
		return errs.Errorf("border constellation: %w", err)
	}
	onSide := [4]int{}
	for _, sq := range squares {
		sides := [4]bool{sq.Row == 0, sq.Row == n-1, sq.Col == 0, sq.Col == n-1}
		if sides == [4]bool{} {
			return errs.Errorf("border constellation: queen at %v is not on the border: %w", sq, queens.ErrFormat)
		}
		for i, on := range sides {
			if on {
				onSide[i]++
			}
		}
	}
	for i, side := range [4]string{"first row", "last row", "first column", "last column"} {
		if onSide[i] != 1 {
			return errs.Errorf("border constellation: %d queens in the %s: want 1: %w", onSide[i], side,
				queens.ErrFormat)
		}
	}
	return nil
}
