package orderly

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
)

// MaxGraphNodes is the largest number of nodes of a Graph that ParseGraph reads.
const MaxGraphNodes = 16

// Graph is a graph without loops: bit j of entry i says that an edge joins nodes i and j.
type Graph []uint64

// ParseGraph reads edges between nodes from 1 on, as Kinds lists them: "1-2 2-3", blanks or commas
// between. An edge may be there twice. The largest number is that of the nodes. Errors:
// queens.ErrFormat.
func ParseGraph(text string) (Graph, error) {
	var g Graph
	for edge := range strings.FieldsSeq(strings.ReplaceAll(text, ",", " ")) {
		left, right, _ := strings.Cut(edge, "-")
		i, _ := strconv.Atoi(left) // 0 is refused
		j, _ := strconv.Atoi(right)
		if min(i, j) < 1 || max(i, j) > MaxGraphNodes || i == j {
			return nil, errs.Errorf("edge %q: want two different nodes from 1 to %d, such as 1-2: %w", edge,
				MaxGraphNodes, queens.ErrFormat)
		}
		g = append(g, make(Graph, max(0, i-len(g), j-len(g)))...)
		g[i-1] |= 1 << (j - 1)
		g[j-1] |= 1 << (i - 1)
	}
	return g, nil
}

// Isomorphism returns a map of the nodes of g to those of h, from 1, that takes edges to edges and
// all other pairs to other pairs: the lexicographically first one, and whether one exists.
// Backtracking, in exponential time at worst. Source: [cull1994].
func Isomorphism(g, h Graph) (to []int, found bool) {
	to = make([]int, 0, len(g))
	var extend func(i int) bool
	extend = func(i int) bool {
		for node := range h {
			fits := !slices.Contains(to, node+1) && bits.OnesCount64(g[i]) == bits.OnesCount64(h[node])
			for k, image := range to {
				fits = fits && g[i]>>k&1 == h[node]>>(image-1)&1
			}
			if !fits {
				continue
			}
			if to = append(to, node+1); i+1 == len(g) || extend(i+1) {
				return true
			}
			to = to[:i]
		}
		return false
	}
	found = len(g) == len(h) && (len(g) == 0 || extend(0))
	return to, found
}
