package orderly

import (
	"cmp"
	"iter"
	"math/bits"
	"strconv"
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
	// AnyCell adds an arc anywhere, as the source has it. The result is the same: the
	// order rule refuses what was made before.
	AnyCell bool
}

func (d Digraphs) cells() int { return d.Nodes * (d.Nodes - 1) }

// Start returns the digraph without arcs.
func (d Digraphs) Start() []Digraph { return []Digraph{0} }

// Augment yields x with one more arc, the largest first.
func (d Digraphs) Augment(x Digraph) iter.Seq[Digraph] {
	return augmentBits(x, d.cells(), d.AnyCell)
}

// augmentBits yields x with one more of its lowest bits set, the highest first: one
// below the lowest set bit, or any.
func augmentBits[B ~uint64](x B, cells int, anyBit bool) iter.Seq[B] {
	return func(yield func(B) bool) {
		top := cells
		if x != 0 && !anyBit {
			top = bits.TrailingZeros64(uint64(x))
		}
		for bit := top - 1; bit >= 0; bit-- {
			if larger := x | 1<<bit; larger != x && !yield(larger) {
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
	bit := d.cells()
	for i := range d.Nodes {
		for j := range d.Nodes {
			if i != j {
				bit--
				r[i] |= uint16(x>>bit&1) << j
			}
		}
	}
	return r
}

// Compare puts larger numbers first.
func (d Digraphs) Compare(x, y Digraph) int { return cmp.Compare(y, x) }

// All yields the digraphs with step arcs.
func (d Digraphs) All(step int) iter.Seq[Digraph] { return all[Digraph](d.cells(), step) }

// all yields the numbers below 2^cells with step bits.
func all[B ~uint64](cells, step int) iter.Seq[B] {
	return func(yield func(B) bool) {
		for s := range subsets(cells, step) {
			if !yield(B(s)) {
				return
			}
		}
	}
}

// Images yields x under every numbering of the nodes.
func (d Digraphs) Images(x Digraph) iter.Seq[Digraph] {
	return func(yield func(Digraph) bool) {
		r := d.relation(x)
		for p := range permutations(d.Nodes) {
			var image Digraph
			for i := range d.Nodes {
				for j := range d.Nodes {
					if i != j {
						image = image<<1 | Digraph(r[p[i]]>>p[j]&1)
					}
				}
			}
			if !yield(image) {
				return
			}
		}
	}
}

// Text returns the arcs for people: "1>2 1>3", nodes counted from 1.
func (d Digraphs) Text(x Digraph) string {
	r := d.relation(x)
	return pairsText(&r, d.Nodes, ">", false)
}

func pairsText(r *relation, v int, arrow string, ascending bool) string {
	var b []byte
	for i := range v {
		for j := range v {
			if r[i]>>j&1 == 0 || ascending && j < i {
				continue
			}
			if len(b) > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(i+1), 10)
			b = append(b, arrow...)
			b = strconv.AppendInt(b, int64(j+1), 10)
		}
	}
	if len(b) == 0 {
		return "-"
	}
	return string(b)
}
