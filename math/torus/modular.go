package torus

import (
	"iter"
	"maps"
	"math/bits"
	"slices"

	"queens"
)

// atOrigin yields the solutions of the modular board of order n, to 64, with a queen in the first
// row and column, in lexicographic order. The column with the fewest free squares comes next, and
// the reflection of the rows halves the search: order 19 takes half a second.
func atOrigin(n int) iter.Seq[queens.Perm] {
	if n == 1 {
		return slices.Values([]queens.Perm{{0}})
	}
	var list []queens.Perm
	p, all := make(queens.Perm, n), uint64(1)<<n-1
	shifted := func(set uint64, by int) uint64 { return (set<<by | set>>(n-by)) & all }
	var extend func(columns, rows, sums, diffs uint64) // columns without a queen, the others taken
	extend = func(columns, rows, sums, diffs uint64) {
		if columns == 0 {
			mirrored := p.Clone()
			for col, row := range p {
				mirrored[col] = (n - row) % n
			}
			list = append(list, p.Clone(), mirrored)
			return
		}
		least, free, fewest := 0, all, n+1
		for rest := columns; rest != 0 && fewest > 0; rest &= rest - 1 {
			col := bits.TrailingZeros64(rest)
			own := all &^ (rows | shifted(sums, n-col) | shifted(diffs, col))
			if k := bits.OnesCount64(own); k < fewest {
				least, free, fewest = col, own, k
			}
		}
		if columns == all&^1 { // the first row of all
			least, free = 1, (1<<((n+1)/2)-1)&^3
		}
		for ; free != 0; free &= free - 1 {
			row := bits.TrailingZeros64(free)
			p[least] = row
			extend(columns&^(1<<least), rows|1<<row, sums|1<<((row+least)%n), diffs|1<<((row-least+n)%n))
		}
	}
	if n%2 != 0 && n%3 != 0 { // otherwise there is none [polya1918]
		extend(all&^1, 1, 1, 1)
	}
	slices.SortFunc(list, slices.Compare[queens.Perm])
	return slices.Values(list)
}

// boardClasses counts the classes of the modular solutions for None or Board, by those with a queen
// at the origin.
//
// Up to the symmetries of the board they follow from the numbers of solutions that a half turn and
// a quarter turn leave unchanged. A shift turns these into solutions with a queen at the origin
// that the turns about it leave unchanged. No reflection leaves one unchanged, except for order 1.
func boardClasses(n int, e Equivalence, origin iter.Seq[*Class]) Classes {
	all, half, quarter := 0, 0, 0
	for c := range origin {
		unchanged := func(row func(x int) int) int {
			for x, y := range c.First {
				if row(x) != y {
					return 0
				}
			}
			return 1
		}
		all += n
		half += unchanged(func(x int) int { return (n - c.First[(n-x)%n]) % n })
		quarter += unchanged(func(x int) int { return slices.Index(c.First, (n-x)%n) })
	}
	sizes := map[int]int{8: (all - half) / 8, 4: (half - quarter) / 4, 2: quarter / 2}
	if e == None || n == 1 {
		sizes = map[int]int{1: all}
	}
	maps.DeleteFunc(sizes, func(_, classes int) bool { return classes == 0 })
	return newClasses(sizes, sizes)
}
