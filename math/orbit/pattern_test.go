package orbit

import (
	"bytes"
	"fmt"
	"iter"
	"math/bits"
	"os"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
)

// lastTwin is the largest order of which twin makes the graph.
const lastTwin = 17

// plain is a permutation as it is written, row by column; columns from the order on are 0.
type plain [lastTwin]uint8

func (p *plain) compare(q *plain) int { return bytes.Compare(p[:], q[:]) }

func (p *plain) without(n, col int) (q plain) {
	for c, r := range p[:n] {
		if r > p[col] {
			r--
		}
		switch {
		case c < col:
			q[c] = r
		case c > col:
			q[c-1] = r
		}
	}
	return q
}

// with returns p of order m with a row and a column more and a queen where they cross,
// at row, col of the larger board.
func (p *plain) with(m, row, col int) (q plain) {
	for c, r := range p[:m] {
		if int(r) >= row {
			r++
		}
		if c >= col {
			c++
		}
		q[c] = r
	}
	q[col] = uint8(row)
	return q
}

func (p *plain) least(n int) plain {
	var inverse plain
	for c, r := range p[:n] {
		inverse[r] = uint8(c)
	}
	best := *p
	for _, q := range [2]*plain{p, &inverse} {
		var turned [4]plain // itself, reversed, complemented, both
		for c, r := range q[:n] {
			other := uint8(n-1) - r
			turned[0][c], turned[1][n-1-c], turned[2][c], turned[3][n-1-c] = r, r, other, other
		}
		for i := range turned {
			if turned[i].compare(&best) < 0 {
				best = turned[i]
			}
		}
	}
	return best
}

// places holds, for each column that can be put into a board, the rows in which the
// queen of the new column makes it a solution. Both count on the larger board.
type places [lastTwin]uint32

// insertionPlaces returns the places for p of order m, and whether p is a solution itself.
//
// A row and a column more change the distance of two queens by one where they run between
// them. So of each two queens, at distance rows and columns, the new lines must
//
//	rows = columns      run between them one way and not the other
//	rows = columns+1    not run between the columns alone
//	columns = rows+1    not run between the rows alone
func insertionPlaces(p *plain, m int) (free places, solved bool) {
	solved = true
	for col := range m + 1 {
		free[col] = 1<<(m+1) - 1
		for c, r := range p[:m] { // the new queen
			distance := col - c
			if c >= col {
				distance = c + 1 - col
			}
			free[col] &^= 1<<(int(r)+distance) | 1<<(int(r)+1)>>distance
		}
	}
	for j := range m {
		for i := range j {
			low, high := min(p[i], p[j]), max(p[i], p[j])
			between := uint32(1)<<(high+1) - 1<<(low+1) // rows low+1 to high
			switch int(high-low) - (j - i) {
			case 0:
				solved = false
				for col := range m + 1 {
					if col > i && col <= j {
						free[col] &^= between
					} else {
						free[col] &= between
					}
				}
			case 1:
				for col := i + 1; col <= j; col++ {
					free[col] &= between
				}
			case -1:
				for col := range m + 1 {
					if col <= i || col > j {
						free[col] &^= between
					}
				}
			}
		}
	}
	return free, solved
}

// twin is the graph of one order, made the slow way: a queen is taken away and put back
// wherever that makes a solution. No patterns are compared between orbits.
type twin struct {
	n         int
	orbits    []plain  // ascending
	offsets   []int    // where the neighbours of an orbit begin, and the end
	neighbour []uint32 // of each orbit, ascending
	patterns  int      // each counted at the least orbit that has it
	solved    []uint32 // orbits from which a queen can be taken so that a solution is left
	inChain   []bool   // of these, whether what is left was found in the order below
}

func (w *twin) find(p *plain) (int, bool) {
	return slices.BinarySearchFunc(w.orbits, p, func(q plain, p *plain) int { return q.compare(p) })
}

// newTwin makes the graph of order n. inSmaller reports whether the search of the order
// below has found an orbit, given by its least member.
func newTwin(t *testing.T, n int, seq iter.Seq[queens.Perm], inSmaller func(*plain) bool) *twin {
	t.Helper()
	w := &twin{n: n}
	for p := range seq {
		var q plain
		for c, r := range p {
			q[c] = uint8(r)
		}
		if k := len(w.orbits); k > 0 && w.orbits[k-1].compare(&q) >= 0 {
			t.Fatalf("order %d: %v is not in ascending order", n, p)
		}
		w.orbits = append(w.orbits, q)
	}
	var near []uint32
	var first []plain // patterns of one orbit that no lesser orbit has
	for i := range w.orbits {
		w.offsets = append(w.offsets, len(w.neighbour))
		near, first = near[:0], first[:0]
		solved, inChain := false, false
		for col := range n {
			p := w.orbits[i].without(n, col)
			pattern := p.least(n - 1)
			free, isSolution := insertionPlaces(&p, n-1)
			if isSolution {
				solved = true
				inChain = inChain || inSmaller(&pattern)
			}
			before := len(near)
			near = w.appendOrbits(t, near, i, &p, &free)
			if len(near) == before || slices.Min(near[before:]) > uint32(i) {
				first = append(first, pattern)
			}
		}
		slices.Sort(near)
		w.neighbour = append(w.neighbour, slices.Compact(near)...)
		slices.SortFunc(first, func(a, b plain) int { return a.compare(&b) })
		w.patterns += len(slices.Compact(first))
		if solved {
			w.solved = append(w.solved, uint32(i))
			w.inChain = append(w.inChain, inChain)
		}
	}
	w.offsets = append(w.offsets, len(w.neighbour))
	return w
}

// appendOrbits appends the orbits other than i that p, of order n-1, becomes by the given
// insertions.
func (w *twin) appendOrbits(t *testing.T, near []uint32, i int, p *plain, free *places) []uint32 {
	t.Helper()
	for col := range w.n {
		for rows := free[col]; rows != 0; rows &= rows - 1 {
			q := p.with(w.n-1, bits.TrailingZeros32(rows), col)
			if q == w.orbits[i] {
				continue
			}
			least := q.least(w.n)
			j, ok := w.find(&least)
			if !ok {
				t.Fatalf("order %d: %v is a solution, and its orbit is not listed", w.n, q[:w.n])
			}
			if j != i {
				near = append(near, uint32(j))
			}
		}
	}
	return near
}

func (w *twin) near(i uint32) []uint32 { return w.neighbour[w.offsets[i]:w.offsets[i+1]] }

// edges returns the number of pairs of neighbours, where the lesser names the greater and
// where the greater names the lesser; they should be equal.
func (w *twin) edges() (up, down int) {
	for i := range w.orbits {
		for _, j := range w.near(uint32(i)) {
			if j > uint32(i) {
				up++
			} else {
				down++
			}
		}
	}
	return up, down
}

// components returns the sizes of the components, the largest first.
func (w *twin) components() (sizes []int) {
	found := make([]bool, len(w.orbits))
	for i := range w.orbits {
		if !found[i] {
			sizes = append(sizes, sum(w.layers([]uint32{uint32(i)}, found)))
		}
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	return sizes
}

// layers marks the orbits that are found from the given ones, and returns how many after 0, 1 ...
// moves.
func (w *twin) layers(start []uint32, found []bool) (sizes []int) {
	for _, i := range start {
		found[i] = true
	}
	for len(start) > 0 {
		sizes = append(sizes, len(start))
		var next []uint32
		for _, i := range start {
			for _, j := range w.near(i) {
				if !found[j] {
					found[j] = true
					next = append(next, j)
				}
			}
		}
		start = next
	}
	return sizes
}

// chained returns the orbits from which a queen can be taken so that an orbit is left that was
// found in the order below. The chain begins with the only orbit of order 4.
func (w *twin) chained() (start []uint32) {
	if w.n == 4 {
		return []uint32{0}
	}
	for k, i := range w.solved {
		if w.inChain[k] {
			start = append(start, i)
		}
	}
	return start
}

func sum(sizes []int) (all int) {
	for _, k := range sizes {
		all += k
	}
	return all
}

// TestAtlasByInsertion makes the graphs of orders 4 on by taking queens away and putting them back,
// and compares them with the known numbers and, to order 16, with the atlas edge by edge. The
// numbers of order 17 rest on both. Long: 15 minutes of one core.
func TestAtlasByInsertion(t *testing.T) {
	last := 12
	if os.Getenv("QUEENS_LONG") != "" {
		last = lastTwin
	}
	inSmaller := func(*plain) bool { return false }
	for n := 4; n <= last; n++ {
		w := newTwin(t, n, must.Get(fundamental(n))(t), inSmaller)
		up, down := w.edges()
		if up != down {
			t.Errorf("order %d: %d edges upwards, but %d downwards", n, up, down)
		}
		sizes := w.components()
		layers := w.layers(w.solved, make([]bool, len(w.orbits)))
		found := make([]bool, len(w.orbits))
		chain := w.layers(w.chained(), found)
		inSmaller = func(p *plain) bool {
			i, ok := w.find(p)
			return ok && found[i]
		}
		alone, _ := slices.BinarySearchFunc(sizes, 1, func(size, one int) int { return one - size })
		t.Logf("order %d: %d patterns, %d edges, components %v ..., %d orbits without neighbours, layers %v",
			n, w.patterns, up, sizes[:min(3, len(sizes))], len(sizes)-alone, layers)
		got := map[string]int{
			"deletion-patterns": w.patterns, "mov-edges": up, "mov-components": len(sizes),
			"orbit-search-inc": len(w.solved), "orbit-search-reached": sum(layers), "orbit-search-chain": sum(chain),
		}
		for series, value := range got {
			if want, ok := known.Lookup(series, n); n > 4 && (!ok || queens.NewTotal(uint64(value)) != want.Value) {
				t.Errorf("order %d: %s: %d, want %v (known: %v)", n, series, value, want.Value, ok)
			}
		}
		if n <= MaxAtlasOrder {
			checkTwin(t, w, layers, sizes)
		}
	}
}

func checkTwin(t *testing.T, w *twin, layers, sizes []int) {
	t.Helper()
	a := newAtlas(t, w.n, Options{})
	if a.Len() != len(w.orbits) || a.Patterns != uint64(w.patterns) || !slices.Equal(a.Components(), sizes) ||
		fmt.Sprint(a.Reach().Layers) != fmt.Sprint(layers) {
		t.Errorf("order %d: the atlas has %d orbits, %d patterns, components %v, layers %v", w.n, a.Len(), a.Patterns,
			a.Components(), a.Reach().Layers)
	}
	for i := range w.orbits {
		if !slices.Equal(a.neighbour[a.offsets[i]:a.offsets[i+1]], w.near(uint32(i))) {
			t.Fatalf("order %d: orbit %d has neighbours %v in the atlas, by insertion %v", w.n, i,
				slices.Collect(a.Neighbours(i)), w.near(uint32(i)))
		}
	}
}
