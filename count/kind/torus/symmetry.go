package torus

import "slices"

// vector is a difference of two squares, modulo the order.
type vector struct{ row, col int }

// matrix takes (row, col) to (m[0] row + m[1] col, m[2] row + m[3] col), modulo the order.
type matrix [4]int

func (m matrix) of(v vector, n int) vector {
	return vector{(m[0]*v.row + m[1]*v.col) % n, (m[2]*v.row + m[3]*v.col) % n}
}

func (m matrix) times(o matrix, n int) matrix {
	a, b := m.of(vector{o[0], o[2]}, n), m.of(vector{o[1], o[3]}, n)
	return matrix{a.row, b.row, a.col, b.col}
}

// symmetries returns the linear maps that take solutions to solutions, for an order without a
// factor 2 or 3. They permute the four families of lines: transposition and reflections,
// multiplication by units and (row, col) -> (row + col, row - col), which takes rows and columns to
// diagonals.
func symmetries(n int) []matrix {
	generators := []matrix{{0, 1, 1, 0}, {n - 1, 0, 0, 1}, {1, 1, 1, n - 1}}
	for u := 2; u < n; u++ {
		if gcd(u, n) == 1 {
			generators = append(generators, matrix{u, 0, 0, u})
		}
	}
	one := matrix{1, 0, 0, 1}
	all, seen := []matrix{one}, map[matrix]bool{one: true}
	for i := 0; i < len(all); i++ {
		for _, g := range generators {
			if m := g.times(all[i], n); !seen[m] {
				seen[m] = true
				all = append(all, m)
			}
		}
	}
	return all
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// class is an orbit of vectors from one queen to another under the symmetries. A piece of a class
// has queens at the first square and at the least vector of the class, and no two queens at a
// vector of a class before.
type class struct {
	least vector
	size  int
	to    [][]matrix      // to[row*n+col]: the symmetries that take the vector to the least one
	near  [][64]uint64    // near[c][k]: columns closed to queens k rows below a queen in column c
	found map[vector]bool // the vectors
}

// classes returns the classes, the largest first: nearly every solution has a pair of queens of the
// first one.
func classes(n int, group []matrix) (list []*class) {
	seen := map[vector]bool{}
	for row := 1; row < n; row++ {
		for col := 1; col < n; col++ {
			v := vector{row, col}
			if seen[v] || row == col || row+col == n {
				continue
			}
			c := &class{least: v, to: make([][]matrix, n*n), found: map[vector]bool{}}
			for _, m := range group {
				w := m.of(v, n)
				seen[w], c.found[w] = true, true
			}
			for w := range c.found {
				for _, m := range group {
					if m.of(w, n) == v {
						c.to[w.row*n+w.col] = append(c.to[w.row*n+w.col], m)
					}
				}
			}
			c.size = len(c.found)
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b *class) int { return b.size - a.size })
	for i, c := range list {
		c.near = make([][64]uint64, n)
		for k := 1; k < n; k++ {
			for from := range n {
				columns := uint64(1)<<from | 1<<((from+k)%n) | 1<<((from+n-k)%n)
				for _, before := range list[:i] {
					for v := range before.found {
						if v.row == k {
							columns |= 1 << ((from + v.col) % n)
						}
					}
				}
				c.near[from][k] = columns
			}
		}
	}
	return list
}
