package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/humanize"
	"queens/math/orbit"
)

// Components says how many components of a graph have one size.
type Components struct {
	Orbits int `json:"orbits,string"`
	Count  int `json:"count,string"`
}

// Reach is what a search finds.
type Reach struct {
	Inserted int      `json:"inserted,string"` // orbits that inserting a queen finds
	Found    int      `json:"found,string"`
	Layers   []string `json:"layers"` // orbits by fewest moves from an inserted one
}

func newReach(r *orbit.Reach) *Reach {
	reach := &Reach{r.Inserted, r.Found, []string{}}
	for _, orbits := range r.Layers {
		reach.Layers = append(reach.Layers, strconv.Itoa(orbits))
	}
	return reach
}

// AtlasNode is an orbit of a graph.
type AtlasNode struct {
	No        int         `json:"no"`
	Rows      queens.Perm `json:"rows"`
	Layer     *int        `json:"layer"`          // moves from step 1; null if it is not found
	Parent    *int        `json:"parent"`         // in the shortest forest; null for its roots and for those not found
	Move      string      `json:"move,omitempty"` // from a member of the parent's orbit to one of this; orders to 12
	Component int         `json:"component"`
}

// Atlas describes the graph of the orbits of an order, queens.atlas/1.
type Atlas struct {
	Order  int `json:"order"`
	Moves  int `json:"moves"`
	Orbits int `json:"orbits,string"`
	Edges  int `json:"edges,string"`
	// different boards that taking queens away leaves, up to symmetry
	Patterns   uint64       `json:"patterns,string"`
	Components []Components `json:"components"` // the largest first
	Search     *Reach       `json:"search"`     // from all solutions of order n-1
	// from what it has found itself, order 4 given; null below order 5
	Chain      *Reach           `json:"chain"`
	Seeds      int              `json:"seeds,string"` // inserted orbits from which all that are found can be reached
	NotFound   []queens.Perm    `json:"notFound"`     // at most ten
	HalfColumn orbit.HalfColumn `json:"halfColumn"`
	Nodes      []AtlasNode      `json:"nodes,omitempty"`
	Pairs      [][2]int         `json:"pairs,omitempty"`
}

// FirstChained is the least order for which there is a search on its own.
const FirstChained = 5

// NewAtlas returns the report of an atlas, of the search in it, and of the search of the order
// before on its own, nil where there is none.
func NewAtlas(atlas *orbit.Atlas, reach, chain *orbit.Reach) *Atlas {
	r := &Atlas{
		Order: atlas.Order, Moves: atlas.Moves, Orbits: atlas.Len(), Edges: atlas.Edges(),
		Patterns: atlas.Patterns, Components: []Components{}, Search: newReach(reach), Seeds: reach.Seeds(),
		NotFound: []queens.Perm{},
		HalfColumn: orbit.HalfColumns(func(yield func(queens.Perm) bool) {
			for i := 0; i < atlas.Len() && yield(atlas.Orbit(i)); i++ {
			}
		}),
	}
	for _, size := range atlas.Components() {
		if k := len(r.Components); k > 0 && r.Components[k-1].Orbits == size {
			r.Components[k-1].Count++
		} else {
			r.Components = append(r.Components, Components{size, 1})
		}
	}
	for i := range reach.Unreached() {
		if len(r.NotFound) < 10 {
			r.NotFound = append(r.NotFound, atlas.Orbit(i))
		}
	}
	if chain != nil {
		r.Chain = newReach(atlas.ReachAfter(chain))
	}
	return r
}

// AddGraph adds every orbit and edge of a graph, orbits from 1: of the forest alone parent and
// child, otherwise the lesser orbit first, ascending.
func (r *Atlas) AddGraph(g orbit.Graph, forest bool) {
	for i, n := range g.Nodes {
		node := AtlasNode{No: i + 1, Rows: n.Orbit, Component: n.Component + 1}
		if n.Layer != orbit.Unreached {
			node.Layer = &n.Layer
		}
		if n.Parent != orbit.NoParent {
			parent := n.Parent + 1
			node.Parent = &parent
		}
		r.Nodes = append(r.Nodes, node)
	}
	for _, e := range g.Edges {
		if e.Forest {
			r.Nodes[e.To].Move = e.Move
		}
		if !forest && e.From > e.To {
			e.From, e.To = e.To, e.From
		}
		r.Pairs = append(r.Pairs, [2]int{e.From + 1, e.To + 1})
	}
	if !forest {
		slices.SortFunc(r.Pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	}
}

// componentsText names the first five sizes and the orbits without neighbours.
func componentsText(list []Components) string {
	const most = 5
	var texts []string
	count := 0
	for i, c := range list {
		count += c.Count
		switch {
		case c.Orbits == 1:
			texts = append(texts, fmt.Sprintf("%s without neighbours", humanize.Plural(c.Count, "orbit")))
		case i == most:
			texts = append(texts, "...")
		case i > most:
		case c.Count == 1:
			texts = append(texts, fmt.Sprintf("one of %d", c.Orbits))
		default:
			texts = append(texts, fmt.Sprintf("%d of %d", c.Count, c.Orbits))
		}
	}
	return humanize.Plural(count, "component") + ": " + strings.Join(texts, ", ")
}
