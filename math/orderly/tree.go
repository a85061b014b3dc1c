package orderly

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Tree is a tree as the levels of its nodes, from a root, which has level 0: a node
// is followed by the nodes below it, branch after branch. Byte i is the level of node i; the
// parent of a node is the last node before it that is one level higher up.
type Tree string

// Trees is the family of trees by number of nodes, 1 to Nodes at most.
// The canonical one is the largest sequence of levels over all orders of branches
// and all roots. Lists are in decreasing order, and a node is added at the end.
//
// Taking the last node off a canonical tree leaves a canonical one: were there a
// larger sequence of the rest, then putting the node back behind the branches of its
// parent, where the level it takes is larger than the level it moves away, would make a larger one of the
// whole. So every object has one parent.
type Trees struct{ Nodes int }

// Start returns the tree of one node.
func (Trees) Start() []Tree { return []Tree{"\x00"} }

// Augment yields x with one more node at the end, the one farthest from the root
// first; nothing if x has the largest number of nodes.
func (f Trees) Augment(x Tree) iter.Seq[Tree] {
	return func(yield func(Tree) bool) {
		if len(x) == f.Nodes {
			return
		}
		for level := x[len(x)-1] + 1; level >= 1; level-- {
			if !yield(x + Tree(level)) {
				return
			}
		}
	}
}

// Canonical reports whether x is the largest sequence of its tree. Time
// O(n log n) per root of a longest path.
func (Trees) Canonical(x Tree) bool {
	t := newTreeGraph(x)
	// The largest sequence begins with a longest path, so its root is an end of one.
	heights := make([]int, len(x))
	for root := range x {
		heights[root] = t.height(root, -1)
	}
	longest := slices.Max(heights)
	if heights[0] != longest {
		return false
	}
	for root, height := range heights {
		if height == longest && t.largest(root, -1, 0) > string(x) {
			return false
		}
	}
	return true
}

// Compare puts larger sequences first.
func (Trees) Compare(x, y Tree) int { return cmp.Compare(y, x) }

// treeGraph is a tree as the neighbours of each node.
type treeGraph [][]int

func newTreeGraph(x Tree) treeGraph {
	t := make(treeGraph, len(x))
	last := make([]int, len(x)) // last node of each level
	for i := range len(x) {
		level := x[i]
		last[level] = i
		if i > 0 {
			parent := last[level-1]
			t[i] = append(t[i], parent)
			t[parent] = append(t[parent], i)
		}
	}
	return t
}

// height returns the length of the longest path down from node, seen from parent.
func (t treeGraph) height(node, parent int) int {
	height := 0
	for _, child := range t[node] {
		if child != parent {
			height = max(height, 1+t.height(child, node))
		}
	}
	return height
}

// largest returns the largest sequence of levels of the branch at node, seen from
// parent: its branches in decreasing order. A sequence stands behind those it begins: its next level
// is larger than that of the branch that would follow.
func (t treeGraph) largest(node, parent, level int) string {
	var branches []string
	for _, child := range t[node] {
		if child != parent {
			branches = append(branches, t.largest(child, node, level+1))
		}
	}
	slices.SortFunc(branches, func(a, b string) int { return cmp.Compare(b, a) })
	return string(rune(level)) + strings.Join(branches, "")
}

// all returns every sequence of levels of the branch at node, seen from parent.
func (t treeGraph) all(node, parent, level int) []string {
	var branches [][]string
	for _, child := range t[node] {
		if child != parent {
			branches = append(branches, t.all(child, node, level+1))
		}
	}
	var sequences []string
	for order := range permutations(len(branches)) {
		made := []string{string(rune(level))}
		for _, i := range order {
			var longer []string
			for _, head := range made {
				for _, branch := range branches[i] {
					longer = append(longer, head+branch)
				}
			}
			made = longer
		}
		sequences = append(sequences, made...)
	}
	return sequences
}

// All yields every sequence of step+1 levels.
func (f Trees) All(step int) iter.Seq[Tree] {
	return func(yield func(Tree) bool) {
		var extend func(x Tree) bool
		extend = func(x Tree) bool {
			if len(x) == step+1 {
				return yield(x)
			}
			for y := range f.Augment(x) {
				if !extend(y) {
					return false
				}
			}
			return true
		}
		if step < f.Nodes {
			extend(f.Start()[0])
		}
	}
}

// Images yields every sequence of levels of x.
func (Trees) Images(x Tree) iter.Seq[Tree] {
	return func(yield func(Tree) bool) {
		t := newTreeGraph(x)
		for root := range t {
			for _, sequence := range t.all(root, -1, 0) {
				if !yield(Tree(sequence)) {
					return
				}
			}
		}
	}
}

// String returns the levels for people: "0 1 2 1".
func (x Tree) String() string { return strings.Trim(fmt.Sprint([]byte(x)), "[]") }

// Text returns the levels for people: "0 1 2 1".
func (Trees) Text(x Tree) string { return x.String() }
