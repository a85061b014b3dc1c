package orbit

import (
	"bufio"
	"fmt"
	"io"

	"queens"
)

// Graph is an atlas with what a search finds in it, as plain values for drawings and
// files. Nodes are numbered from 0 as in the atlas, by their places in Nodes.
type Graph struct {
	Order  int
	Moves  int   // queens that move at once
	Layers []int // nodes of each layer
	Nodes  []Node
	// Published says that the forest is that of GraphOptions.Published.
	Published bool   `json:",omitempty"`
	Edges     []Edge // those of the forest first, by their children; then the others, ascending
}

// Node is an orbit.
type Node struct {
	Orbit     queens.Perm // canonical representative
	Layer     int         // fewest moves from an orbit of step 1, Unreached if it is not found
	Parent    int         // node from which it is reached first, NoParent in layer 0 and if it is not found
	Component int         // least node that moves can reach
}

// What a Node has instead of a number.
const (
	Unreached = -1 // Layer: the search does not find it
	NoParent  = -1 // Parent: it is not reached by a move
)

// Edge joins two nodes that are one move apart.
type Edge struct {
	From   int // the parent in the forest, else the lesser node
	To     int
	Forest bool   // belongs to the shortest generating forest
	Move   string // from From to To, "mov 3 1 2.5 8.5"; empty unless asked for
}

// GraphOptions says what a Graph has.
type GraphOptions struct {
	Forest bool // only a shortest generating forest instead of every edge
	// Published has the trajectory of [zhang2011], figure 2, corrected, for the shortest forest:
	// parents, layers and edges are its own. For order 8 and one queen that moves.
	Published bool
	Labels    bool // the move of each edge of the forest; orders up to 12, one queen
}

// labelledOrder is the largest order for which moves are looked for, which takes
// F·n^4 steps.
const labelledOrder = 12

// published is the trajectory: from which orbit, to which, numbered from 1 as by the paper and the
// atlas.
var published = [][2]int{{1, 6}, {1, 8}, {8, 7}, {7, 11}, {7, 3}, {3, 5}, {3, 4}, {9, 12}, {12, 10}}

func (g *Graph) follow() {
	g.Published = true
	g.Layers = []int{g.Layers[0]}
	for _, edge := range published {
		from, to := edge[0]-1, edge[1]-1
		layer := g.Nodes[from].Layer + 1
		g.Nodes[to].Parent, g.Nodes[to].Layer = from, layer
		if layer == len(g.Layers) {
			g.Layers = append(g.Layers, 0)
		}
		g.Layers[layer]++
	}
}

// Graph returns the atlas and what r finds in it.
//
// Time and space O(F·n + edges), more with labels.
func (r *Reach) Graph(o GraphOptions) Graph {
	a := r.atlas
	g := Graph{Order: a.order, Moves: a.moves, Layers: r.Layers, Nodes: make([]Node, a.Len())}
	for i := range g.Nodes {
		g.Nodes[i] = Node{Orbit: a.Orbit(i), Layer: Unreached, Parent: NoParent, Component: a.Component(i)}
		if layer, ok := r.Layer(i); ok {
			g.Nodes[i].Layer = layer
		}
		if parent, ok := r.Parent(i); ok {
			g.Nodes[i].Parent = parent
		}
	}
	forest := r.Forest()
	if o.Published && a.order == 8 && a.moves == 1 {
		g.follow()
		forest = func(yield func(parent, child int) bool) {
			for _, edge := range published {
				if !yield(edge[0]-1, edge[1]-1) {
					return
				}
			}
		}
	}
	for parent, child := range forest {
		e := Edge{From: parent, To: child, Forest: true}
		if m, ok := r.move(parent, child, o); ok {
			e.Move = m.String()
		}
		g.Edges = append(g.Edges, e)
	}
	if o.Forest {
		return g
	}
	for i, j := range a.Pairs() {
		if g.Nodes[i].Parent != j && g.Nodes[j].Parent != i {
			g.Edges = append(g.Edges, Edge{From: i, To: j})
		}
	}
	return g
}

// move returns the move from one orbit to another if labels are asked for and can
// be had.
func (r *Reach) move(from, to int, o GraphOptions) (m Move, ok bool) {
	if o.Labels && r.atlas.moves == 1 && r.atlas.order <= labelledOrder {
		m, _, ok = FindMove(r.atlas.Orbit(from), r.atlas.Orbit(to))
	}
	return m, ok
}

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
