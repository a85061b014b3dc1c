// Package orbit explores the orbits of solutions: how to get from one to another, how to
// distinguish them, and the graph that they form.
//
// [Inc] inserts a row, a column and a queen where they cross, [Del] removes a queen with its row
// and column, [Mov] does both. New lines lie in a [Gap] between two old ones. Boards on the way
// need not be solutions.
//
// The [Signature] of a permutation is the list of triangles of neighbouring queens. Two
// permutations have equal signatures exactly if they are in one orbit.
//
// [Search] is the orbit search as it was published: insert a queen into every solution of order
// n-1, then move queens until nothing new is found. It misses orbits of orders 9 to 18. [Atlas]
// is the whole graph: its vertices are the orbits of one order, and an edge joins two orbits
// that are one move apart, or two moves on request.
//
//	a, err := orbit.NewAtlas(ctx, 9, orbit.Options{})
//	reach := a.Reach()
//	fmt.Printf("found %d of %d\n", reach.Found, a.Len()) // found 45 of 46
//
// Solutions come from package list, symmetries from package symmetry. Nothing here is a way to
// count: see errata Z14 and Z19.
package orbit

import (
	"bufio"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
	"text/template"

	"queens"
	"queens/internal/errs"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// MaxAtlasOrder is the largest order of which NewAtlas makes the graph: a permutation is
// a word with four bits to a column.
const MaxAtlasOrder = 16

// Options says which graph is made, and with what. The zero value is the graph of
// moves of one queen, on all cores, in about a gigabyte.
type Options struct {
	// Moves is the number of queens that move at once: 0 and 1 mean one, 2 two.
	Moves int `json:"moves,omitempty"`
	// Workers is the number of goroutines; 0 means one per core. The graph does not depend on it.
	Workers int `json:"workers,omitempty"`
	// MemoryMiB bounds the patterns that are held at once, in mebibytes; 0 means 1024.
	// They are sorted in as many parts as that takes, and made again for each. The orbits
	// and the graph come on top: see NewAtlas.
	MemoryMiB int `json:"memoryMiB,omitempty"`
	// Progress, unless nil, is called before the orbits of an order are listed, with 0 parts, and
	// before each part of the patterns is sorted.
	Progress func(order, done, parts int) `json:"-"`
}

func (o Options) validate(n int) error {
	switch {
	case n < 0 || n > MaxAtlasOrder:
		return errs.Errorf("atlas of order %d: want 0 to %d: %w", n, MaxAtlasOrder, queens.ErrOrder)
	case o.Moves < 0 || o.Moves > 2:
		return errs.Errorf("atlas of order %d: %d moving queens: want 1 or 2: %w", n, o.Moves, queens.ErrFormat)
	case o.Workers < 0 || o.MemoryMiB < 0:
		return errs.Errorf("atlas of order %d: %d workers in %d MiB: want 0 or more: %w", n, o.Workers,
			o.MemoryMiB, queens.ErrFormat)
	}
	return nil
}

// Atlas is the graph of the orbits of one order. Vertices are numbered from 0 in
// the lexicographic order of their canonical representatives. Two of them are
// joined if moving one queen, or two at once, leads from a member of one to a member
// of the other. It does not change and may be used by several goroutines.
type Atlas struct {
	Order    int
	Moves    int    // queens that move at once, 1 or 2
	Patterns uint64 // different deletion patterns of all orbits

	workers   int
	orbits    []packed // canonical representatives, ascending
	offsets   []uint32 // where the neighbours of an orbit begin
	neighbour []uint32 // of each orbit in ascending order
	component []uint32 // the least orbit that can be reached
}

// NewAtlas makes the graph of order n.
//
// Time O(F·n) with a sort of F·n words, F the number of orbits (F·n²/2 if two
// queens move); order 12 takes 10 ms, order 16 with its 1.8 million orbits
// seconds. It is the same however the patterns are cut in parts.
//
// Space, at the peak: 8 bytes for each orbit; on top, first Options.MemoryMiB for the
// patterns and 8 bytes for each edge, then, without patterns, 16 for each edge and 8
// for each orbit. What remains is 16 bytes for each orbit and 8 for each edge.
//
// Errors: queens.ErrOrder for n outside 0..MaxAtlasOrder; queens.ErrFormat for bad
// options; ctx's error.
func NewAtlas(ctx context.Context, n int, o Options) (*Atlas, error) {
	if err := o.validate(n); err != nil {
		return nil, err
	}
	a := &Atlas{Order: n, Moves: max(1, o.Moves), workers: cmp.Or(o.Workers, runtime.GOMAXPROCS(0))}
	if o.Progress != nil {
		o.Progress(n, 0, 0)
	}
	if err := a.list(ctx); err != nil {
		return nil, errs.Errorf("atlas of order %d: stopped: %w", n, err)
	}
	patterns := len(a.orbits) * n
	if a.Moves == 2 {
		patterns = patterns * (n - 1) / 2
	}
	found, err := a.group(ctx, 1+patterns*patternBytes>>20/cmp.Or(o.MemoryMiB, 1024), o.Progress)
	if err != nil {
		return nil, errs.Errorf("atlas of order %d: stopped: %w", n, err)
	}
	a.Patterns = found.patterns
	a.connect(found.edges)
	return a, nil
}

// list lists the canonical representatives of the orbits, in lexicographic order.
func (a *Atlas) list(ctx context.Context) error {
	orbits, _ := known.Fundamental(a.Order)
	most, _ := orbits.Uint64()
	a.orbits = make([]packed, 0, most)
	solutions, _ := list.Solutions(a.Order, list.Options{Fundamental: true}) // NewAtlas has checked the order
	for p := range solutions {
		if len(a.orbits)%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		a.orbits = append(a.orbits, pack(p))
	}
	if uint64(len(a.orbits)) != most {
		panic(fmt.Sprintf("orbit: %d orbits of order %d are listed, want %d", len(a.orbits), a.Order, most))
	}
	return nil
}

func (a *Atlas) connect(edges []uint64) {
	a.offsets = make([]uint32, len(a.orbits)+1)
	for _, e := range edges {
		a.offsets[e>>32+1]++
		a.offsets[uint32(e)+1]++
	}
	for i := range a.orbits {
		a.offsets[i+1] += a.offsets[i]
	}
	next := slices.Clone(a.offsets[:len(a.orbits)])
	a.neighbour = make([]uint32, 2*len(edges))
	link := func(from, to uint32) {
		a.neighbour[next[from]] = to
		next[from]++
	}
	for _, e := range edges { // lesser neighbours first: edges are sorted by the lesser end
		link(uint32(e), uint32(e>>32))
	}
	for _, e := range edges {
		link(uint32(e>>32), uint32(e))
	}
	const unseen = math.MaxUint32
	a.component = slices.Repeat([]uint32{unseen}, len(a.orbits))
	for first := range a.component {
		if a.component[first] < unseen {
			continue
		}
		a.component[first] = uint32(first)
		for reached := []uint32{uint32(first)}; len(reached) > 0; {
			i := reached[len(reached)-1]
			reached = reached[:len(reached)-1]
			for _, j := range a.neighbours(i) {
				if a.component[j] == unseen {
					a.component[j] = uint32(first)
					reached = append(reached, j)
				}
			}
		}
	}
}

// Len returns the number of orbits.
func (a *Atlas) Len() int { return len(a.orbits) }

// Orbit returns the canonical representative of orbit i, new.
func (a *Atlas) Orbit(i int) queens.Perm { return a.orbits[i].unpack(a.Order) }

// Find returns the number of the orbit of p. ok is false if p is no solution of the
// order. Time O(n + log F).
func (a *Atlas) Find(p queens.Perm) (i int, ok bool) {
	if len(p) != a.Order || queens.Check(p, queens.Regular) != nil {
		return 0, false
	}
	return slices.BinarySearch(a.orbits, pack(symmetry.Canonical(p)))
}

// Edges returns the number of edges.
func (a *Atlas) Edges() int { return len(a.neighbour) / 2 }

// neighbours returns the orbits joined with orbit i, in ascending order.
func (a *Atlas) neighbours(i uint32) []uint32 { return a.neighbour[a.offsets[i]:a.offsets[i+1]] }

// Components returns the numbers of orbits of all components, the largest first,
// new. A component of one orbit is one without neighbours.
func (a *Atlas) Components() []int {
	size := map[uint32]int{} // by least orbit
	for _, root := range a.component {
		size[root]++
	}
	return slices.SortedFunc(maps.Values(size), func(a, b int) int { return b - a })
}

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
		Nodes: make([]Node, a.Len()), Edges: []Edge{},
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
