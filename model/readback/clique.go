package readback

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"queens"
)

// vertices is a set of vertices, one bit each.
type vertices []uint64

func newVertices(count int) vertices { return make(vertices, (count+63)/64) }

func (s vertices) add(v int)    { s[v/64] |= 1 << (v % 64) }
func (s vertices) remove(v int) { s[v/64] &^= 1 << (v % 64) }

// next returns the least member that is at least v, or -1.
func (s vertices) next(v int) int {
	for i := v / 64; i < len(s); i++ {
		word := s[i]
		if i == v/64 {
			word &= ^uint64(0) << (v % 64)
		}
		if word != 0 {
			return i*64 + bits.TrailingZeros64(word)
		}
	}
	return -1
}

// Graph is a graph and the size of the cliques that are solutions.
type Graph struct {
	Squares   []queens.Square // by vertex
	Wanted    int             // size of a clique that is a solution
	adjacents []vertices
}

// readGraph reads a graph in the DIMACS form. Comments say which square a vertex
// is and how large a clique is wanted.
func readGraph(r io.Reader) (*Graph, error) {
	g := &Graph{}
	want, edges := -1, 0
	whole := false
	for line, err := range lines(r) {
		if err != nil {
			return nil, err
		}
		switch line.first() {
		case "c":
			switch {
			case strings.Contains(line.text, "are a clique of "):
				if g.Wanted, err = line.number(len(line.words) - 1); err != nil {
					return nil, err
				}
			case strings.HasPrefix(line.text, "c vertex (row-1)*"):
				whole = true
			case strings.HasPrefix(line.text, "c vertex "):
				if err := g.addVertex(line); err != nil {
					return nil, err
				}
			}
		case "p":
			if want, err = g.open(line, whole); err != nil {
				return nil, err
			}
		case "e":
			if err := g.addEdge(line); err != nil {
				return nil, err
			}
			edges++
		default:
			return nil, line.errorf("want a line that begins with c, p or e")
		}
	}
	if edges != want {
		return nil, fmt.Errorf("readback: %d edges, %d announced: the text is not complete: %w", edges, want, queens.ErrFormat)
	}
	return g, nil
}

// addVertex reads "c vertex 4: row 1, column 4".
func (g *Graph) addVertex(line textLine) error {
	text := strings.TrimPrefix(line.text, "c vertex ")
	number, place, _ := strings.Cut(text, ": ")
	row, col, ok := twoNumbers(place, "row ", ", column ", "")
	if !ok || number != fmt.Sprint(len(g.Squares)+1) {
		return line.errorf("want \"c vertex %d: row R, column C\"", len(g.Squares)+1)
	}
	g.Squares = append(g.Squares, queens.Square{Row: row - 1, Col: col - 1})
	return nil
}

// open reads "p edge VERTICES EDGES".
func (g *Graph) open(line textLine, whole bool) (edges int, err error) {
	if len(line.words) != 4 || line.words[1] != "edge" || g.adjacents != nil {
		return 0, line.errorf("want one line \"p edge VERTICES EDGES\"")
	}
	count, err := line.number(2)
	if err != nil {
		return 0, err
	}
	if whole {
		if g.Squares, err = boardOf(line, count); err != nil {
			return 0, err
		}
	}
	if count != len(g.Squares) {
		return 0, line.errorf("%d vertices, %d of them described", count, len(g.Squares))
	}
	g.adjacents = make([]vertices, count)
	for v := range g.adjacents {
		g.adjacents[v] = newVertices(count)
	}
	return line.number(3)
}

func (g *Graph) addEdge(line textLine) error {
	a, errA := line.number(1)
	b, errB := line.number(2)
	if errA != nil || errB != nil || len(line.words) != 3 || min(a, b) < 1 || max(a, b) > len(g.adjacents) || a == b {
		return line.errorf("want an edge between two of %d vertices", len(g.adjacents))
	}
	g.adjacents[a-1].add(b - 1)
	g.adjacents[b-1].add(a - 1)
	return nil
}

// cliques searches all cliques of the wanted size.
type cliques struct {
	ctx    context.Context
	err    error
	steps  int
	graph  *Graph
	clique []int
	found  func([]queens.Square) bool
}

// solutions calls found with the squares of every clique of the wanted size, until
// it returns false.
//
// The search extends a clique by candidates that are joined to all its members.
// Candidates are coloured greedily so that no two of a colour are joined: a clique
// takes at most one of each colour, so those of the first colours alone cannot
// complete it.
func (g *Graph) solutions(ctx context.Context, found func([]queens.Square) bool) error {
	c := &cliques{ctx: ctx, graph: g, found: found}
	all := newVertices(len(g.adjacents))
	for v := range g.adjacents {
		all.add(v)
	}
	c.extend(all)
	return c.err
}

// extend tries every candidate and returns false to stop.
func (c *cliques) extend(candidates vertices) bool {
	missing := c.graph.Wanted - len(c.clique)
	if missing == 0 {
		squares := make([]queens.Square, len(c.clique))
		for i, v := range c.clique {
			squares[i] = c.graph.Squares[v]
		}
		return c.found(squares)
	}
	if c.steps++; c.steps%256 == 0 {
		if c.err = c.ctx.Err(); c.err != nil {
			return false
		}
	}
	order, colours := c.colour(candidates)
	candidates = slices.Clone(candidates)
	rest := newVertices(len(c.graph.adjacents))
	for i := len(order) - 1; i >= 0 && colours[i] >= missing; i-- {
		v := order[i]
		for w := range rest {
			rest[w] = candidates[w] & c.graph.adjacents[v][w]
		}
		c.clique = append(c.clique, v)
		more := c.extend(rest)
		c.clique = c.clique[:len(c.clique)-1]
		if !more {
			return false
		}
		candidates.remove(v)
	}
	return true
}

// colour returns the members of a set by colour, colours counted from 1.
func (c *cliques) colour(set vertices) (order, colours []int) {
	left := slices.Clone(set)
	for colour := 1; left.next(0) >= 0; colour++ {
		same := slices.Clone(left)
		for v := same.next(0); v >= 0; v = same.next(v + 1) {
			left.remove(v)
			for w := range same {
				same[w] &^= c.graph.adjacents[v][w]
			}
			order = append(order, v)
			colours = append(colours, colour)
		}
	}
	return order, colours
}
