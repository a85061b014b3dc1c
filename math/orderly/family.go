package orderly

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/math/torus"
	"queens/symmetry"
)

// Family is one line of the table of families: what is listed for a number n.
type Family struct {
	Name    string // stable identifier: "digraphs"
	Summary string // one sentence, no final period
	Size    string // what the size of an object is: "arcs"
	Series  string // name in package known, by n and size
	Max     int    // largest n, for which the lists fit in memory and take a minute or so; the smallest is 1
	CheckTo int    // largest n for which Check takes less than a minute

	family func(n int) *family
}

// Families returns every family, sorted by name.
func Families() []Family {
	return []Family{
		{
			"digraphs", "digraphs without loops on N nodes, by number of arcs", "arcs", "digraphs-by-arcs", 6, 5,
			func(n int) *family { return digraphs(n, ">", func(i, j int) bool { return i != j }) },
		},
		{
			"graphs", "graphs on N nodes, by number of edges", "edges", "graphs-by-edges", 9, 6,
			func(n int) *family { return digraphs(n, "-", func(i, j int) bool { return i < j }) },
		},
		{
			"queens", "non-attacking queens on a board of order N, by their number", "queens",
			"nonattacking-orbits-by-size", 10, 5, placements,
		},
	}
}

// Counts yields the number of objects of each size, the smallest first. Where visit
// is not nil it is first called with the text of each object, in list order.
//
// Errors: queens.ErrOrder for n outside 1..Max; ctx's error if it ends.
func (k Family) Counts(ctx context.Context, n int, visit func(text string)) iter.Seq2[Count, error] {
	return func(yield func(Count, error) bool) {
		if n < 1 || n > k.Max {
			yield(Count{}, errs.Errorf("%s for %d: want 1 to %d: %w", k.Name, n, k.Max, queens.ErrOrder))
			return
		}
		f := k.family(n)
		for level, err := range f.levels(ctx) {
			for _, x := range level.list {
				if visit != nil {
					visit(f.text(x))
				}
			}
			if !yield(level.Count, err) {
				return
			}
		}
	}
}

// Check tests the conditions of the algorithm for all sizes by brute force. Its error says which
// one fails, and where. That they hold for small n proves nothing about larger ones.
//
// Errors besides: queens.ErrOrder for n outside 1..CheckTo; ctx's error if it ends.
func (k Family) Check(ctx context.Context, n int) error {
	if n < 1 || n > k.CheckTo {
		return errs.Errorf("check %s for %d: want 1 to %d: %w", k.Name, n, k.CheckTo, queens.ErrOrder)
	}
	return k.family(n).check(ctx)
}

// placements is the family of placements of queens that do not attack each other, on a board of
// order n up to its eight symmetries. Squares are numbered row by row.
func placements(n int) *family {
	square := func(cell byte) queens.Square { return queens.Square{Row: int(cell) / n, Col: int(cell) % n} }
	images := make([][]byte, symmetry.Count)
	for i, s := range symmetry.All() {
		for cell := range n * n {
			to := s.Square(square(byte(cell)), n)
			images[i] = append(images[i], byte(to.Row*n+to.Col))
		}
	}
	f := newFamily(n*n, slices.Values(images), func(cell byte) string { return square(cell).Name(n) })
	attacks := make([][]bool, n*n)
	for a := range attacks {
		for b := range attacks {
			attacks[a] = append(attacks[a], square(byte(a)).Attacks(square(byte(b))))
		}
	}
	f.fits = func(x set, cell byte) bool {
		return !slices.ContainsFunc(x, func(q byte) bool { return attacks[cell][q] })
	}
	return f
}

// digraphs is the family of digraphs on n nodes up to their numbering, as sets of arcs: the cells
// of the adjacency matrix row by row, of which isCell says which there are. Where those below the
// diagonal are none it is the family of graphs: they repeat those above it, in earlier rows, so
// comparing whole rows of the matrix finds the canonical one as well. Source: [isoblog].
func digraphs(n int, arrow string, isCell func(i, j int) bool) *family {
	var cells [][2]int
	var number [maxNodes][maxNodes]byte
	symmetric := !isCell(1, 0)
	for i := range n {
		for j := range n {
			if isCell(i, j) {
				number[i][j] = byte(len(cells))
				if symmetric {
					number[j][i] = byte(len(cells))
				}
				cells = append(cells, [2]int{i, j})
			}
		}
	}
	f := newFamily(len(cells), func(yield func([]byte) bool) {
		numberings, _ := torus.Permutations.Members(n) // n is 1 to 9
		to := make([]byte, len(cells))
		for p := range numberings {
			for k, arc := range cells {
				to[k] = number[p[arc[0]]][p[arc[1]]]
			}
			if !yield(to) {
				return
			}
		}
	}, func(cell byte) string { return fmt.Sprintf("%d%s%d", cells[cell][0]+1, arrow, cells[cell][1]+1) })
	f.canonical = func(x set) bool {
		var r relation
		for _, cell := range x {
			i, j := cells[cell][0], cells[cell][1]
			r[i] |= 1 << j
			if symmetric {
				r[j] |= 1 << i
			}
		}
		return r.isLargest(n)
	}
	return f
}

// relation is a set of ordered pairs of different nodes: bit j of relation[i] says
// that i is related to j.
type relation [maxNodes]uint16

const maxNodes = 9

// isLargest reports whether no relabelling of the first v nodes makes the rows,
// read one after the other with the first column first, a larger binary number.
//
// The search gives labels 0, 1, 2, ... to nodes. What is known about the order of the nodes without
// a label is a list of cells: nodes in an earlier cell get smaller labels. Row k of the largest
// relabelling is then determined by the node that gets label k: within each cell its ones stand
// first, which cuts the cell in two. So whole rows are compared: a larger one refutes, a smaller
// one ends the branch, and only ties continue.
func (r *relation) isLargest(v int) bool {
	if v < 2 {
		return true
	}
	s := relabelling{own: r, v: v}
	return !s.improves(0, cells{1<<v - 1})
}

// cells are sets of nodes, in order, and zeros.
type cells [maxNodes]uint16

type relabelling struct {
	own    *relation
	v      int
	chosen [maxNodes]int // chosen[k] is the node that gets label k
}

// improves reports whether some relabelling with the first k labels given and the cells of the
// others in this order is larger than the nodes' own labels. So far the two are equal.
func (s *relabelling) improves(k int, cells cells) bool {
	for candidates := cells[0]; candidates != 0; candidates &= candidates - 1 {
		node := bits.TrailingZeros16(candidates)
		s.chosen[k] = node
		row, refined := s.row(k, cells)
		switch own := s.ownRow(k); {
		case row > own:
			return true
		case row == own && refined[0] != 0 && s.improves(k+1, refined):
			return true
		}
	}
	return false
}

// row returns the largest row that the node of label k can have, and the cells that are left.
func (s *relabelling) row(k int, cells cells) (row uint16, refined cells) {
	node := s.chosen[k]
	related := s.own[node]
	for _, other := range s.chosen[:k] {
		row = row<<1 | related>>other&1
	}
	parts := 0
	for i := 0; cells[i] != 0; i++ {
		cell := cells[i] &^ (1 << node)
		ones, zeros := cell&related, cell&^related
		row = row<<bits.OnesCount16(ones) | (1<<bits.OnesCount16(ones) - 1)
		row <<= bits.OnesCount16(zeros)
		for _, part := range [...]uint16{ones, zeros} {
			if part != 0 {
				refined[parts] = part
				parts++
			}
		}
	}
	return row, refined
}

func (s *relabelling) ownRow(k int) (row uint16) {
	for j := range s.v {
		if j != k {
			row = row<<1 | s.own[k]>>j&1
		}
	}
	return row
}

// MaxGraphNodes is the largest number of nodes of a Graph that ParseGraph reads.
const MaxGraphNodes = 16

// Graph is a graph without loops: bit j of entry i says that an edge joins nodes i and j.
type Graph []uint64

// ParseGraph reads edges between nodes from 1 on, as Kinds lists them: "1-2 2-3", blanks or commas
// between. An edge may be there twice. The largest number is that of the nodes. Errors:
// queens.ErrFormat.
func ParseGraph(text string) (Graph, error) {
	var g Graph
	for edge := range strings.FieldsSeq(strings.ReplaceAll(text, ",", " ")) {
		left, right, _ := strings.Cut(edge, "-")
		i, _ := strconv.Atoi(left) // 0 is refused
		j, _ := strconv.Atoi(right)
		if min(i, j) < 1 || max(i, j) > MaxGraphNodes || i == j {
			return nil, errs.Errorf("edge %q: want two different nodes from 1 to %d, such as 1-2: %w", edge,
				MaxGraphNodes, queens.ErrFormat)
		}
		g = append(g, make(Graph, max(0, i-len(g), j-len(g)))...)
		g[i-1] |= 1 << (j - 1)
		g[j-1] |= 1 << (i - 1)
	}
	return g, nil
}

// Isomorphism returns a map of the nodes of g to those of h, from 1, that takes edges to edges and
// all other pairs to other pairs: the lexicographically first one, and whether one exists.
// Backtracking, in exponential time at worst. Source: [cull1994].
func Isomorphism(g, h Graph) (to []int, found bool) {
	to = make([]int, 0, len(g))
	var extend func(i int) bool
	extend = func(i int) bool {
		for node := range h {
			fits := !slices.Contains(to, node+1) && bits.OnesCount64(g[i]) == bits.OnesCount64(h[node])
			for k, image := range to {
				fits = fits && g[i]>>k&1 == h[node]>>(image-1)&1
			}
			if !fits {
				continue
			}
			if to = append(to, node+1); i+1 == len(g) || extend(i+1) {
				return true
			}
			to = to[:i]
		}
		return false
	}
	found = len(g) == len(h) && (len(g) == 0 || extend(0))
	return to, found
}
