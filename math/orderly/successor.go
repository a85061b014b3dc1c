package orderly

import (
	"context"
	"fmt"
	"iter"
)

// RootedTrees yields every rooted tree of n >= 1 nodes once, as levels from a root of level 0, in the order
// and form of Trees: the largest sequence of each tree, in decreasing order. The slice is reused.
//
// The next sequence keeps all before the last node that is not below the root, and repeats from there what
// began with the parent of that node. Time O(1) a tree on average, O(n) memory. Source: [beyer1980].
func RootedTrees(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		level := make([]byte, n)
		for i := range level {
			level[i] = byte(i) // a path
		}
		for yield(level) {
			p := n - 1
			for p > 0 && level[p] == 1 {
				p--
			}
			if p <= 0 {
				return // a star
			}
			q := p - 1
			for level[q] >= level[p] {
				q--
			}
			for i := p; i < n; i++ {
				level[i] = level[i-p+q]
			}
		}
	}
}

// FreeTrees yields every tree of n >= 1 nodes once, as levels from its centre, or one of its two centres,
// which has level 0. The slice is reused.
//
// A tree with one centre has the largest sequence from there. Without the edge between two centres the tree falls into
// halves, and the root is the centre of the half with more nodes, or of halves that are alike in that the larger
// sequence; the other half is the first branch. Time O(1) a tree on average, O(n) memory. Source: [wright1986].
func FreeTrees(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		t := newFreeTree(n)
		levels := make([]byte, n)
		for {
			for i := t.changed; i <= n; i++ {
				levels[i-1] = byte(t.level[i] - 1)
			}
			if !yield(levels) || t.parent == 0 {
				return
			}
			t.next()
		}
	}
}

// freeTree is a tree while the next one is made. Nodes count from 1, which is the root, and so do levels,
// as in the source; never is a number that no node has.
type freeTree struct {
	n        int
	level    []int
	parentOf []int
	node     int // last node that is not below the root: the next tree differs from there on
	parent   int // its parent; 0 if there is no next tree
	first    int // last node of the first branch
	deepest  int // first node of the greatest level in the first branch
	deepRest int // first node of the greatest level in the rest
	differs  int // first node where the rest, a level up, departs from the first branch; n+1 if it is equal, never if that does not matter
	changed  int // first node with another level than in the tree before
}

const never = 1 << 30

func newFreeTree(n int) *freeTree {
	half := n/2 + 1
	t := &freeTree{
		n: n, level: make([]int, n+1), parentOf: make([]int, n+1),
		node: n, parent: n - 1, first: half, deepest: half, deepRest: n, differs: n + 1, changed: 1,
	}
	if n == 4 {
		t.node = 3
	}
	if n%2 == 1 {
		t.differs = never
	}
	for i := 1; i <= n; i++ { // two paths from the root
		t.level[i], t.parentOf[i] = i, i-1
		if i > half {
			t.level[i] = i - half + 1
		}
	}
	if n > 2 {
		t.parentOf[half+1] = 1
	}
	if n <= 3 {
		t.parent = 0
	}
	return t
}

// tooSmall reports whether changing the node next would leave a rest that is smaller than the first branch
// where both are halves, or too low for the root to be a centre.
func (t *freeTree) tooSmall() bool {
	rest, branch := t.n-t.deepRest, t.first-t.deepest
	deep, deepRest := t.level[t.deepest], t.level[t.deepRest]
	return t.differs == t.n+1 || t.node == t.deepRest && (deep == deepRest+1 && rest > branch || deep == deepRest && rest+1 < branch)
}

// next makes the next tree.
func (t *freeTree) next() {
	level, n := t.level, t.n
	restart := false // the first branch changes: the rest becomes a path again
	if t.tooSmall() {
		t.node = t.first
		if level[t.first] > 3 {
			t.parent = t.parentOf[t.first]
			if t.deepest == t.first {
				t.deepest--
			}
			restart = true
		} else {
			t.first--
			t.parent = 2
		}
	}
	if t.node <= t.deepest {
		t.deepest = t.node - 1
	}
	balanced := func() bool {
		return level[t.deepRest] == level[t.deepest]-1 && n-t.deepRest == t.first-t.deepest
	}
	findFirst, findDeep, findDiffers := false, false, false
	switch {
	case t.node <= t.first:
		findFirst = true
	case t.node <= t.deepRest:
		findDeep = true
	case balanced():
		findDiffers = t.node <= t.differs
	default:
		t.differs = never
	}
	node, delta := t.node, t.node-t.parent
	levelOfParent, grandparent := level[t.parent], t.parentOf[t.parent]
	t.node, t.changed = never, node
	for i := node; i <= n; i++ {
		level[i] = level[i-delta]
		if level[i] == 2 {
			t.parentOf[i] = 1
		} else {
			t.node = i
			t.parent = grandparent
			if level[i] != levelOfParent {
				t.parent = t.parentOf[i-delta] + delta
			}
			t.parentOf[i] = t.parent
		}
		if findFirst && level[i] == 2 {
			findFirst, findDeep, t.first = false, true, i-1
		}
		if findDeep && level[i] <= level[i-1] && i > t.first+1 {
			findDeep, t.deepRest = false, i-1
			if findDiffers = balanced(); !findDiffers {
				t.differs = never
			}
		}
		if findDiffers {
			t.differs = i + 1
			if level[i] != level[t.deepest-t.deepRest+i]-1 {
				findDiffers, t.differs = false, i
			}
		}
	}
	switch {
	case restart:
		t.first = n - t.deepest + 1
		for i := t.first + 1; i <= n; i++ {
			level[i], t.parentOf[i] = i-t.first+1, i-1
		}
		t.parentOf[t.first+1] = 1
		t.deepRest, t.node, t.parent, t.differs = n, n, n-1, never
		t.changed = min(t.changed, t.first+1)
		return
	case t.node == never: // all that was made is below the root
		t.node = node - 1
		if level[t.node] == 2 {
			t.node--
		}
		t.parent = t.parentOf[t.node]
	}
	if findDeep {
		t.deepRest, t.differs = n, never
		if level[n] == level[t.deepest]-1 && t.deepest == t.first {
			t.differs = n + 1
		}
	}
}

// successors yields the count of the trees of each size up to n, made one from another.
func successors(ctx context.Context, n int, trees func(n int) iter.Seq[[]byte], visit func(text string)) iter.Seq2[Count, error] {
	return func(yield func(Count, error) bool) {
		for size := 1; size <= n; size++ {
			count := Count{Size: size}
			for levels := range trees(size) {
				if count.Objects&0xffff == 0 && ctx.Err() != nil {
					yield(Count{}, fmt.Errorf("orderly: stopped after %d trees of %d nodes: %w", count.Objects, size, ctx.Err()))
					return
				}
				count.Objects++
				if visit != nil {
					visit(Tree(levels).String())
				}
			}
			count.Candidates = count.Objects
			if !yield(count, nil) {
				return
			}
		}
	}
}
