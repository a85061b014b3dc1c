package orbit

import (
	"bufio"
	"fmt"
	"io"
)

// DOTOptions says what WriteDOT draws.
type DOTOptions struct {
	Forest bool // only a shortest generating forest instead of every edge
	Labels bool // write the move on each edge of the forest; orders up to 12, one queen
}

// labelledOrder is the largest order for which moves are looked for, which takes
// F·n^4 steps.
const labelledOrder = 12

// WriteDOT writes the atlas as a graph in the language of Graphviz. Boxes are
// orbits that step 1 of the search finds, ellipses those that moves find, dashed
// red ones those that are not found; each layer of the search is a rank. Arrows are
// the shortest generating forest, lines without heads the other edges. Text is the
// same for the same graph. Errors are those of w.
func (r *Reach) WriteDOT(w io.Writer, o DOTOptions) error {
	a := r.atlas
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph \"orbits of order %d\" {\n", a.order)
	fmt.Fprintf(out, "\tlabel=\"order %d: found %d of %d orbits\"; node [shape=ellipse]; edge [dir=none, color=gray]\n", a.order, r.Found, a.Len())
	for depth := range r.Layers {
		r.writeRank(out, depth)
	}
	for i := range r.Unreached() {
		fmt.Fprintf(out, "\t%d [label=\"%v\", style=dashed, color=red]\n", i+1, a.Orbit(i))
	}
	for parent, child := range r.Forest() {
		label := ""
		if m, ok := r.move(parent, child, o); ok {
			label = fmt.Sprintf(", label=\"%v\"", m)
		}
		fmt.Fprintf(out, "\t%d -> %d [dir=forward, color=black%s]\n", parent+1, child+1, label)
	}
	if !o.Forest {
		for i, j := range a.Pairs() {
			if !r.inForest(i, j) {
				fmt.Fprintf(out, "\t%d -> %d\n", i+1, j+1)
			}
		}
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// writeRank writes the orbits of one layer.
func (r *Reach) writeRank(out io.Writer, depth int) {
	shape := ""
	if depth == 0 {
		shape = ", shape=box"
	}
	fmt.Fprintln(out, "\t{ rank=same")
	for i, layer := range r.layer {
		if int(layer) == depth {
			fmt.Fprintf(out, "\t\t%d [label=\"%v\"%s]\n", i+1, r.atlas.Orbit(i), shape)
		}
	}
	fmt.Fprintln(out, "\t}")
}

// move returns the move from one orbit to another if labels are asked for and can
// be had.
func (r *Reach) move(from, to int, o DOTOptions) (m Move, ok bool) {
	if o.Labels && r.atlas.moves == 1 && r.atlas.order <= labelledOrder {
		m, _, ok = FindMove(r.atlas.Orbit(from), r.atlas.Orbit(to))
	}
	return m, ok
}

// inForest reports whether the edge between i and j belongs to the forest.
func (r *Reach) inForest(i, j int) bool {
	p, okJ := r.Parent(j)
	q, okI := r.Parent(i)
	return okJ && p == i || okI && q == j
}
