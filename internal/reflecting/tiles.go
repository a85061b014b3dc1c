package reflecting

// Tiles are made so that the lists of a tile have about so many placements at most, and so many
// pairs of the colour with more queens fit.
const (
	tilePlacements = 1 << 22
	tilePairs      = 1 << 24
)

// Tiles returns the tiles that have each unit of the class once: squares, of a second or so
// each at order 24.
func (c *Class) Tiles() (list []Tile) {
	side := c.side()
	for even := 0; even < len(c.Evens); even += side {
		for odd := 0; odd < len(c.OddSets); odd += side {
			list = append(list, Tile{even, min(side, len(c.Evens)-even), odd, min(side, len(c.OddSets)-odd)})
		}
	}
	return list
}

// side returns the side of tiles. All of it is whole numbers, so that it is the same everywhere.
func (c *Class) side() int {
	queens := [2][2]int{white: {c.Queens, c.Queens - c.Order%2}, black: {c.Even - c.Queens, c.Even - c.Queens}}
	most := uint64(1)
	for _, q := range queens {
		most = max(most, c.usual(q[0]), c.usual(q[1]))
	}
	pairs := c.usualPairs(queens[c.sparse()])
	cells := uint64(len(c.Rows) * len(c.OddSets))
	side := 1
	for next := uint64(2); next <= maxRun && next*most <= tilePlacements && next*next*pairs <= tilePairs &&
		next*next*cells < 1<<32; next++ { // cells are numbered in 32 bits
		side = int(next)
	}
	return side
}

// sparse returns the colour with more queens, black if both have equally many.
func (c *Class) sparse() int {
	if 2*(c.Even-c.Queens) >= 2*c.Queens-c.Order%2 {
		return black
	}
	return white
}

// usualNumbers returns as how many equally common numbers those of a colour are.
func (c *Class) usualNumbers() int { return max(1, 5*c.Order/4) }

// usual returns about how many placements of so many queens a set of columns has: the next
// queen has a row that is left, and neither of its numbers is one of those before.
func (c *Class) usual(queens int) uint64 {
	placements, m := uint64(1), c.usualNumbers()
	for i := range queens {
		left := uint64(max(0, m-2*i))
		placements = placements * uint64(c.Even-i) * left * left / uint64(m*m)
	}
	return placements
}

// usualPairs returns about how many pairs of placements of so many queens each share no number.
func (c *Class) usualPairs(queens [2]int) uint64 {
	pairs, m := c.usual(queens[0])*c.usual(queens[1]), c.usualNumbers()
	for i := range 2 * queens[0] {
		pairs = pairs * uint64(max(0, m-2*queens[1]-i)) / uint64(max(1, m-i))
	}
	return pairs
}
