package orderly

import (
	"cmp"
	"iter"
)

// Graph is the set of edges of a graph without loops, on a number of nodes that its
// family knows: the cells above the diagonal of the adjacency matrix, row by row, as
// bits of a number, the first cell highest.
type Graph uint64

// Graphs is the family of graphs on Nodes nodes, 1 to 9, by number of edges: the
// canonical one is the largest number, lists are in decreasing order, and an edge is
// added after the last one, as in Digraphs.
type Graphs struct{ Nodes int }

func (g Graphs) cells() int { return g.Nodes * (g.Nodes - 1) / 2 }

// Start returns the graph without edges.
func (g Graphs) Start() []Graph { return []Graph{0} }

// Augment yields x with one more edge, the largest first.
func (g Graphs) Augment(x Graph) iter.Seq[Graph] { return augmentBits(x, g.cells(), false) }

// Canonical reports whether no numbering of the nodes makes a larger number.
//
// The cells below the diagonal repeat those of earlier rows, so comparing whole
// rows of the matrix gives the same answer.
func (g Graphs) Canonical(x Graph) bool {
	r := g.relation(x)
	return r.isLargest(g.Nodes)
}

func (g Graphs) relation(x Graph) (r relation) {
	bit := g.cells()
	for i := range g.Nodes {
		for j := i + 1; j < g.Nodes; j++ {
			bit--
			edge := uint16(x >> bit & 1)
			r[i] |= edge << j
			r[j] |= edge << i
		}
	}
	return r
}

// Compare puts larger numbers first.
func (g Graphs) Compare(x, y Graph) int { return cmp.Compare(y, x) }

// All yields the graphs with step edges.
func (g Graphs) All(step int) iter.Seq[Graph] { return all[Graph](g.cells(), step) }

// Images yields x under every numbering of the nodes.
func (g Graphs) Images(x Graph) iter.Seq[Graph] {
	return func(yield func(Graph) bool) {
		r := g.relation(x)
		for p := range permutations(g.Nodes) {
			var image Graph
			for i := range g.Nodes {
				for j := i + 1; j < g.Nodes; j++ {
					image = image<<1 | Graph(r[p[i]]>>p[j]&1)
				}
			}
			if !yield(image) {
				return
			}
		}
	}
}

// Text returns the edges for people: "1-2 1-3", nodes counted from 1.
func (g Graphs) Text(x Graph) string {
	r := g.relation(x)
	return pairsText(&r, g.Nodes, "-", true)
}
