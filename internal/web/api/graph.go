package api

import (
	"encoding/json"

	"queens/math/orbit"
)

// Graph is a graph of orbits with what the search finds.
type Graph struct {
	Schema   string      `json:"schema"`
	Order    int         `json:"order"`
	Moves    int         `json:"moves"`
	Inserted int         `json:"inserted"` // orbits that inserting a queen finds
	Found    int         `json:"found"`    // orbits that are found at all
	Layers   []int       `json:"layers"`
	Nodes    []GraphNode `json:"nodes"`
	Edges    []GraphEdge `json:"edges"`
}

// GraphNode is an orbit.
type GraphNode struct {
	Text   string `json:"text"`   // canonical representative
	Layer  int    `json:"layer"`  // fewest moves from an orbit that inserting finds, -1: not found
	Parent int    `json:"parent"` // node that it is reached from first, -1: none
}

// GraphEdge joins two orbits that one move separates.
type GraphEdge struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Forest bool   `json:"forest"` // belongs to a shortest generating forest
	Move   string `json:"move,omitempty"`
}

// GraphOf describes a graph for programs.
func GraphOf(g orbit.Graph, r *orbit.Reach) Graph {
	out := Graph{
		Schema: "queens.trajectory/1", Order: g.Order, Moves: g.Moves, Inserted: r.Inserted, Found: r.Found, Layers: r.Layers,
		Nodes: []GraphNode{}, Edges: []GraphEdge{},
	}
	for _, node := range g.Nodes {
		n := GraphNode{Text: node.Orbit.String(), Layer: node.Layer, Parent: node.Parent}
		if node.Layer < 0 {
			n.Layer = -1
		}
		if node.Parent < 0 {
			n.Parent = -1
		}
		out.Nodes = append(out.Nodes, n)
	}
	for _, e := range g.Edges {
		out.Edges = append(out.Edges, GraphEdge{e.From, e.To, e.Forest, e.Move})
	}
	return out
}

// jsonGraph returns a graph as JSON.
func jsonGraph(g orbit.Graph, r *orbit.Reach) (*raw, error) {
	body, err := json.Marshal(GraphOf(g, r))
	return &raw{Type: "application/json", Cache: "private, max-age=600", Body: append(body, '\n')}, err
}
