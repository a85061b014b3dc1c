package orbit

import (
	"bufio"
	"cmp"
	_ "embed" // graph.dot.tmpl
	"io"
	"sync"
	"text/template"

	"queens"
)

// Graph is an atlas with what a search finds in it, as plain values for drawings and
// files. Nodes are numbered from 0 as in the atlas, by their places in Nodes.
type Graph struct {
	Order           int    `json:"-"`
	Moves           int    `json:"-"` // queens that move at once
	Layers          []int  `json:"-"` // nodes of each layer
	Inserted, Found int    `json:"-"` // nodes that step 1 finds, and both steps
	Nodes           []Node `json:"nodes"`
	Published       bool   `json:"-"`     // the forest is that of GraphOptions.Published
	Edges           []Edge `json:"edges"` // those of the forest first, by their children; then the others, ascending
}

// Node is an orbit.
type Node struct {
	Orbit     queens.Perm `json:"rows"`                // canonical representative
	Layer     int         `json:"layer" minimum:"-1"`  // fewest moves from an orbit of step 1, or -1: it is not found
	Parent    int         `json:"parent" minimum:"-1"` // node from which it is reached first; -1: none
	Component int         `json:"component"`           // least node that moves can reach
}

// What a Node has instead of a number.
const (
	Unreached = -1 // Layer: the search does not find it
	NoParent  = -1 // Parent: it is not reached by a move
)

// Edge joins two nodes that are one move apart.
type Edge struct {
	From   int    `json:"from"`           // the parent in the forest, else the lesser node
	To     int    `json:"to"`             // the other
	Forest bool   `json:"forest"`         // belongs to the shortest generating forest
	Move   string `json:"move,omitempty"` // from From to To, "mov 3 1 2.5 8.5"; empty unless asked for
}

// GraphOptions says what a Graph has.
type GraphOptions struct {
	Forest bool // only a shortest generating forest instead of every edge
	// Published has the trajectory of [zhang2011], figure 2, corrected, for the shortest forest:
	// parents, layers and edges are its own. For order 8 and one queen that moves.
	Published bool
	Labels    bool // the move of each edge of the forest; orders up to 12, one queen
}

// labelledOrder is the largest order for which moves are looked for, which takes F·n^4 steps.
const labelledOrder = 12

// published is the trajectory: from which orbit, to which; the paper counts from 1.
var published = [][2]int{{0, 5}, {0, 7}, {7, 6}, {6, 10}, {6, 2}, {2, 4}, {2, 3}, {8, 11}, {11, 9}}

func (g *Graph) follow() {
	g.Layers = []int{g.Layers[0]}
	for _, edge := range published {
		from, to := edge[0], edge[1]
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
	g := Graph{
		Order: a.Order, Moves: a.Moves, Inserted: r.Inserted, Found: r.Found, Layers: r.Layers,
		Nodes: make([]Node, a.Len()),
	}
	for i := range g.Nodes {
		g.Nodes[i] = Node{Orbit: a.Orbit(i), Layer: int(r.layer[i]), Parent: NoParent, Component: int(a.component[i])}
		if r.layer[i] > 0 {
			g.Nodes[i].Parent = int(r.parent[i])
		}
	}
	forest := published
	if g.Published = o.Published && a.Order == 8 && a.Moves == 1; g.Published {
		g.follow()
	} else {
		forest = nil
		for child, node := range g.Nodes {
			if node.Parent != NoParent {
				forest = append(forest, [2]int{node.Parent, child})
			}
		}
	}
	for _, edge := range forest {
		e := Edge{From: edge[0], To: edge[1], Forest: true}
		if o.Labels && a.Moves == 1 && a.Order <= labelledOrder {
			m, _ := FindMove(g.Nodes[e.From].Orbit, g.Nodes[e.To].Orbit)
			e.Move = m.String()
		}
		g.Edges = append(g.Edges, e)
	}
	if o.Forest {
		return g
	}
	for i := range a.Len() {
		for _, next := range a.neighbours(uint32(i)) {
			if j := int(next); j > i && g.Nodes[i].Parent != j && g.Nodes[j].Parent != i {
				g.Edges = append(g.Edges, Edge{From: i, To: j})
			}
		}
	}
	return g
}

// WriteDOT writes the graph in the language of Graphviz. Boxes are orbits that step 1 of the search
// finds, ellipses those that moves find, dashed red ones those that are not found; each layer of
// the search is a rank. Arrows are the shortest generating forest, lines without heads the other
// edges. Errors are those of w.
func (g Graph) WriteDOT(w io.Writer) error {
	out := bufio.NewWriter(w)
	return cmp.Or(dotTemplate().Execute(out, g), out.Flush())
}

//go:embed graph.dot.tmpl
var dotText string

var dotTemplate = sync.OnceValue(func() *template.Template {
	inc := func(x int) int { return x + 1 }
	return template.Must(template.New("dot").Funcs(template.FuncMap{"inc": inc}).Parse(dotText))
})
