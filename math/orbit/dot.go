package orbit

import (
	"bufio"
	"fmt"
	"io"
)

// WriteDOT writes the graph in the language of Graphviz. Boxes are orbits that step 1
// of the search finds, ellipses those that moves find, dashed red ones those that are
// not found; each layer of the search is a rank. Arrows are the shortest generating
// forest, lines without heads the other edges. Text is the same for the same graph.
// Errors are those of w.
func (g Graph) WriteDOT(w io.Writer) error {
	out := bufio.NewWriter(w)
	found := 0
	for _, k := range g.Layers {
		found += k
	}
	fmt.Fprintf(out, "digraph \"orbits of order %d\" {\n", g.Order)
	fmt.Fprintf(out, "\tlabel=\"order %d: found %d of %d orbits\"; node [shape=ellipse]; edge [dir=none, color=gray]\n",
		g.Order, found, len(g.Nodes))
	for depth := range g.Layers {
		g.writeRank(out, depth)
	}
	for i, node := range g.Nodes {
		if node.Layer == Unreached {
			fmt.Fprintf(out, "\t%d [label=\"%v\", style=dashed, color=red]\n", i+1, node.Orbit)
		}
	}
	for _, e := range g.Edges {
		fmt.Fprintf(out, "\t%d -> %d%s\n", e.From+1, e.To+1, e.attributes())
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

func (g Graph) writeRank(out io.Writer, depth int) {
	shape := ""
	if depth == 0 {
		shape = ", shape=box"
	}
	fmt.Fprintln(out, "\t{ rank=same")
	for i, node := range g.Nodes {
		if node.Layer == depth {
			fmt.Fprintf(out, "\t\t%d [label=\"%v\"%s]\n", i+1, node.Orbit, shape)
		}
	}
	fmt.Fprintln(out, "\t}")
}

func (e Edge) attributes() string {
	switch {
	case !e.Forest:
		return ""
	case e.Move == "":
		return " [dir=forward, color=black]"
	default:
		return fmt.Sprintf(" [dir=forward, color=black, label=%q]", e.Move)
	}
}
