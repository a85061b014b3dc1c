package orderly

import (
	"cmp"
	"iter"
)

// Tournament says, for every two of its nodes, which of them beats the other. Node
// j > i has one bit for each i, set if i beats j; the bits stand node after node, the first
// one highest.
type Tournament struct {
	Nodes int
	Beats uint64
}

// Tournaments is the family of tournaments by number of nodes, 1 to Nodes at most,
// which is up to 9. The canonical one is the largest number over all numberings
// of the nodes, lists are in decreasing order, and a node is added behind the others.
//
// Taking the last node off a canonical tournament leaves a canonical one: a better
// numbering of the rest would be one of the whole. So every object has one parent.
type Tournaments struct{ Nodes int }

// Start returns the tournament of one node.
func (Tournaments) Start() []Tournament { return []Tournament{{Nodes: 1}} }

// Augment yields x with one more node, in all ways, the largest first; nothing if x
// has the largest number of nodes.
func (f Tournaments) Augment(x Tournament) iter.Seq[Tournament] {
	return func(yield func(Tournament) bool) {
		if x.Nodes == f.Nodes {
			return
		}
		for column := uint64(1) << x.Nodes; column > 0; column-- {
			if !yield(Tournament{x.Nodes + 1, x.Beats<<x.Nodes | (column - 1)}) {
				return
			}
		}
	}
}

// column returns the bits of node j: which of the nodes 0..j-1 beat it.
func (x Tournament) column(j int) uint64 {
	below := (x.Nodes - 1 - j) * (x.Nodes + j) / 2 // bits of the nodes behind j
	return x.Beats >> below & (1<<j - 1)
}

// relation returns who beats whom.
func (x Tournament) relation() (r relation) {
	for j := range x.Nodes {
		column := x.column(j)
		for i := range j {
			if column>>(j-1-i)&1 == 1 {
				r[i] |= 1 << j
			} else {
				r[j] |= 1 << i
			}
		}
	}
	return r
}

// Canonical reports whether no numbering of the nodes makes a larger number. Each
// node is compared as soon as it has a number.
func (Tournaments) Canonical(x Tournament) bool {
	r := x.relation()
	var chosen [maxNodes]int
	var improves func(k int, used uint16) bool
	improves = func(k int, used uint16) bool {
		if k == x.Nodes {
			return false
		}
		own := x.column(k)
		for node := range x.Nodes {
			if used>>node&1 == 1 {
				continue
			}
			column := uint64(0)
			for _, other := range chosen[:k] {
				column = column<<1 | uint64(r[other]>>node&1)
			}
			chosen[k] = node
			if column > own || column == own && improves(k+1, used|1<<node) {
				return true
			}
		}
		return false
	}
	return !improves(0, 0)
}

// Compare puts larger numbers first.
func (Tournaments) Compare(x, y Tournament) int { return cmp.Compare(y.Beats, x.Beats) }

// All yields the tournaments of step+1 nodes.
func (f Tournaments) All(step int) iter.Seq[Tournament] {
	return func(yield func(Tournament) bool) {
		if step >= f.Nodes {
			return
		}
		for beats := range uint64(1) << (step * (step + 1) / 2) {
			if !yield(Tournament{step + 1, beats}) {
				return
			}
		}
	}
}

// Images yields x under every numbering of its nodes.
func (Tournaments) Images(x Tournament) iter.Seq[Tournament] {
	return func(yield func(Tournament) bool) {
		r := x.relation()
		for p := range permutations(x.Nodes) {
			image := Tournament{Nodes: x.Nodes}
			for j := range x.Nodes {
				for i := range j {
					image.Beats = image.Beats<<1 | uint64(r[p[i]]>>p[j]&1)
				}
			}
			if !yield(image) {
				return
			}
		}
	}
}

// Text returns who beats whom, for people: "1>2 3>1", nodes counted from 1.
func (Tournaments) Text(x Tournament) string {
	r := x.relation()
	return pairsText(&r, x.Nodes, ">", false)
}
