package orderly

import "math/bits"

// relation is a set of ordered pairs of different nodes: bit j of relation[i] says
// that i is related to j.
type relation [maxNodes]uint16

const maxNodes = 9

// isLargest reports whether no relabelling of the first v nodes makes the rows,
// read one after the other with the first column first, a larger binary number.
//
// The search gives labels 0, 1, 2, ... to nodes. What is known about the order of the nodes without
// a label is a list of cells: nodes in an earlier cell get smaller labels. Row k of the largest
// relabelling is then determined by the node that gets label k: within each cell its ones stand
// first, which cuts the cell in two. So whole rows are compared: a larger one refutes, a smaller
// one ends the branch, and only ties continue.
func (r *relation) isLargest(v int) bool {
	if v < 2 {
		return true
	}
	s := relabelling{own: r, v: v}
	return !s.improves(0, []uint16{1<<v - 1})
}

type relabelling struct {
	own    *relation
	v      int
	chosen [maxNodes]int // chosen[k] is the node that gets label k
}

// improves reports whether some relabelling with the first k labels given and the cells of the
// others in this order is larger than the nodes' own labels. So far the two are equal.
func (s *relabelling) improves(k int, cells []uint16) bool {
	for candidates := cells[0]; candidates != 0; candidates &= candidates - 1 {
		node := bits.TrailingZeros16(candidates)
		s.chosen[k] = node
		row, refined := s.row(k, cells)
		switch own := s.ownRow(k); {
		case row > own:
			return true
		case row == own && len(refined) > 0 && s.improves(k+1, refined):
			return true
		}
	}
	return false
}

// row returns the largest row that the node of label k can have, and the cells that are left.
func (s *relabelling) row(k int, cells []uint16) (row uint16, refined []uint16) {
	node := s.chosen[k]
	related := s.own[node]
	for _, other := range s.chosen[:k] {
		row = row<<1 | related>>other&1
	}
	refined = make([]uint16, 0, maxNodes)
	for _, cell := range cells {
		cell &^= 1 << node
		ones, zeros := cell&related, cell&^related
		row = row<<bits.OnesCount16(ones) | (1<<bits.OnesCount16(ones) - 1)
		row <<= bits.OnesCount16(zeros)
		if ones != 0 {
			refined = append(refined, ones)
		}
		if zeros != 0 {
			refined = append(refined, zeros)
		}
	}
	return row, refined
}

func (s *relabelling) ownRow(k int) (row uint16) {
	for j := range s.v {
		if j != k {
			row = row<<1 | s.own[k]>>j&1
		}
	}
	return row
}
