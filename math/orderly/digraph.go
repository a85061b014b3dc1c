package orderly

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"queens/internal/bitmath"
	"queens/math/torus"
)

// Digraph is the set of arcs of a directed graph without loops, on a number of
// nodes that its family knows: the cells of the adjacency matrix without the
// diagonal, row by row, as bits of a number, the first cell highest.
type Digraph uint64

// Digraphs is the family of digraphs on Nodes nodes, 1 to 8, by number of arcs. The
// canonical one is the largest number over all numberings of the nodes, lists are
// in decreasing order, and an arc is added after the last one. Source: [isoblog].
type Digraphs struct {
	Nodes int
	// Symmetric makes it the family of graphs, on 1 to 9 nodes by number of edges: only the cells
	// above the diagonal count, those below repeat them. They also repeat earlier rows, so
	// comparing whole rows of the matrix finds the canonical one as well.
	Symmetric bool
}

// cells yields the cells of the matrix, the first as the highest bit.
func (d Digraphs) cells() iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		for i := range d.Nodes {
			for j := range d.Nodes {
				if (i < j || i > j && !d.Symmetric) && !yield(i, j) {
					return
				}
			}
		}
	}
}

func (d Digraphs) size() int {
	if d.Symmetric {
		return d.Nodes * (d.Nodes - 1) / 2
	}
	return d.Nodes * (d.Nodes - 1)
}

// Start returns the digraph without arcs.
func (d Digraphs) Start() []Digraph { return []Digraph{0} }

// Augment yields x with one more arc, the largest first.
func (d Digraphs) Augment(x Digraph) iter.Seq[Digraph] {
	return func(yield func(Digraph) bool) {
		top := d.size()
		if x != 0 {
			top = bits.TrailingZeros64(uint64(x))
		}
		for bit := top - 1; bit >= 0; bit-- {
			if !yield(x | 1<<bit) {
				return
			}
		}
	}
}

// Canonical reports whether no numbering of the nodes makes a larger number. Rows are
// compared as soon as they are known, so it takes microseconds; digraphs with many
// symmetries take longest, Nodes! steps at worst.
func (d Digraphs) Canonical(x Digraph) bool {
	r := d.relation(x)
	return r.isLargest(d.Nodes)
}

func (d Digraphs) relation(x Digraph) (r relation) {
	bit := d.size()
	for i, j := range d.cells() {
		bit--
		arc := uint16(x >> bit & 1)
		r[i] |= arc << j
		if d.Symmetric {
			r[j] |= arc << i
		}
	}
	return r
}

// Compare puts larger numbers first.
func (d Digraphs) Compare(x, y Digraph) int { return cmp.Compare(y, x) }

// All yields the digraphs with step arcs.
func (d Digraphs) All(step int) iter.Seq[Digraph] {
	return func(yield func(Digraph) bool) {
		if step == 0 {
			yield(0)
			return
		}
		for x := Digraph(1)<<step - 1; x>>d.size() == 0 && yield(x); x = bitmath.NextOfSize(x) {
		}
	}
}

// Images yields x under every numbering of the nodes.
func (d Digraphs) Images(x Digraph) iter.Seq[Digraph] {
	return func(yield func(Digraph) bool) {
		r := d.relation(x)
		orders, _ := torus.Permutations.Members(d.Nodes) // up to 9
		for p := range orders {
			var image Digraph
			for i, j := range d.cells() {
				image = image<<1 | Digraph(r[p[i]]>>p[j]&1)
			}
			if !yield(image) {
				return
			}
		}
	}
}

// Text returns the arcs for people, "1>2 1>3", or the edges, "1-2 1-3", nodes counted from 1.
func (d Digraphs) Text(x Digraph) string {
	arrow := ">"
	if d.Symmetric {
		arrow = "-"
	}
	r := d.relation(x)
	var arcs []string
	for i, j := range d.cells() {
		if r[i]>>j&1 == 1 {
			arcs = append(arcs, fmt.Sprintf("%d%s%d", i+1, arrow, j+1))
		}
	}
	if len(arcs) == 0 {
		return "-"
	}
	return strings.Join(arcs, " ")
}
