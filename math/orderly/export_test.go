package orderly

// Largest returns the canonical sequence of a tree without a root.
func Largest(x Tree) Tree {
	t := newTreeGraph(x)
	largest := Tree("")
	for root := range t {
		largest = max(largest, Tree(t.largest(root, -1, 0)))
	}
	return largest
}
