package miscount

import (
	"iter"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// boards yields every board with one queen in each column.
func boards(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		p := make(queens.Perm, n)
		for {
			if !yield(p) {
				return
			}
			c := n - 1
			for ; c >= 0 && p[c] == n-1; c-- {
				p[c] = 0
			}
			if c < 0 {
				return
			}
			p[c]++
		}
	}
}

// sets yields every set of squares.
func sets(n int) iter.Seq[[]queens.Square] {
	return func(yield func([]queens.Square) bool) {
		for set := range uint64(1) << (n * n) {
			var squares []queens.Square
			for k := range n * n {
				if set>>k&1 == 1 {
					squares = append(squares, queens.Square{Row: k / n, Col: k % n})
				}
			}
			if !yield(squares) {
				return
			}
		}
	}
}

func attack(a, b queens.Square) bool {
	return a.Row == b.Row || a.Col == b.Col || a.Row+a.Col == b.Row+b.Col || a.Row-a.Col == b.Row-b.Col
}

// peaceful reports whether no two queens of p are forbidden to stand together, given the number of
// columns from the first to the second and of rows, which may be negative.
func peaceful(p queens.Perm, forbidden func(cols, rows int) bool) bool {
	for second, row := range p {
		for first := range second {
			if forbidden(second-first, row-p[first]) {
				return false
			}
		}
	}
	return true
}

// onBoards defines rules by the boards with one queen in each column that they accept.
var onBoards = map[string]func(p queens.Perm) bool{
	"rows-and-columns": func(p queens.Perm) bool {
		return peaceful(p, func(_, rows int) bool { return rows == 0 })
	},
	"columns": func(queens.Perm) bool { return true },
	"no-touching": func(p queens.Perm) bool {
		return peaceful(p, func(cols, rows int) bool { return rows == 0 || cols == 1 && rows*rows == 1 })
	},
	"one-diagonal": func(p queens.Perm) bool {
		return peaceful(p, func(cols, rows int) bool { return rows == 0 || rows == cols })
	},
	"no-rows": func(p queens.Perm) bool {
		return peaceful(p, func(cols, rows int) bool { return rows == cols || rows == -cols })
	},
	"no-rows-one-diagonal": func(p queens.Perm) bool {
		return peaceful(p, func(cols, rows int) bool { return rows == cols })
	},
	"previous-queen": func(p queens.Perm) bool {
		return peaceful(p, func(cols, rows int) bool { return cols == 1 && rows*rows <= 1 })
	},
	"one-diagonal-neighbours": func(p queens.Perm) bool {
		return peaceful(p, func(cols, rows int) bool { return rows == 0 || cols == 1 && rows == 1 })
	},
	"long-diagonals": func(p queens.Perm) bool {
		var rising, falling int
		for col, row := range p {
			if row == col {
				falling++
			}
			if row+col == len(p)-1 {
				rising++
			}
		}
		return rising < 2 && falling < 2 && peaceful(p, func(_, rows int) bool { return rows == 0 })
	},
	"torus": func(p queens.Perm) bool { return queens.Check(p, queens.Modular) == nil },
	"torus-one-diagonal": func(p queens.Perm) bool {
		return peaceful(p, func(cols, rows int) bool { return rows == 0 || (rows-cols)%len(p) == 0 })
	},
	"superqueens": func(p queens.Perm) bool {
		return isSolution(p) && peaceful(p, func(cols, rows int) bool {
			return cols == 1 && rows*rows == 4 || cols == 2 && rows*rows == 1
		})
	},
	"reflecting": func(p queens.Perm) bool { // all 2n sums and differences are different
		seen := map[int]bool{}
		for col, row := range p {
			seen[col+row+2], seen[col-row] = true, true
		}
		return len(seen) == 2*len(p) && peaceful(p, func(_, rows int) bool { return rows == 0 })
	},
	"half-turn": func(p queens.Perm) bool { return isSolution(p) && symmetry.Apply(symmetry.Rot180, p).Equal(p) },
	"given-corner": func(p queens.Perm) bool {
		return isSolution(p) && p[0] == 0
	},
	"any-corner":      func(p queens.Perm) bool { return isSolution(p) && hasCorner(p) },
	"no-corner":       func(p queens.Perm) bool { return isSolution(p) && !hasCorner(p) },
	"first-row-2":     func(p queens.Perm) bool { return isSolution(p) && p[0] == 1 },
	"first-row-3":     func(p queens.Perm) bool { return isSolution(p) && p[0] == 2 },
	"first-row-4":     func(p queens.Perm) bool { return isSolution(p) && p[0] == 3 },
	"half":            func(p queens.Perm) bool { return isSolution(p) && 2*p[0]+1 < len(p) },
	"half-and-middle": func(p queens.Perm) bool { return isSolution(p) && 2*p[0]+1 <= len(p) },
	"up-to-rotation": func(p queens.Perm) bool {
		return isLeast(p, symmetry.Rot90, symmetry.Rot180, symmetry.Rot270)
	},
	"up-to-reflection": func(p queens.Perm) bool { return isLeast(p, symmetry.FlipCols) },
	"up-to-half-turn":  func(p queens.Perm) bool { return isLeast(p, symmetry.Rot180) },
	"fundamental": func(p queens.Perm) bool {
		all := symmetry.All()
		return isLeast(p, all[:]...)
	},
	"asymmetric": func(p queens.Perm) bool {
		all := symmetry.All()
		return isLeast(p, all[:]...) && len(symmetry.Orbit(p)) == 8
	},
}

func isSolution(p queens.Perm) bool { return queens.Check(p, queens.Regular) == nil }

func hasCorner(p queens.Perm) bool {
	last := len(p) - 1
	return p[0] == 0 || p[0] == last || p[last] == 0 || p[last] == last
}

func isLeast(p queens.Perm, images ...symmetry.Symmetry) bool {
	return isSolution(p) && !slices.ContainsFunc(images, func(s symmetry.Symmetry) bool {
		return symmetry.Apply(s, p).Compare(p) < 0
	})
}

// onSets defines rules by the sets of squares that they accept.
var onSets = map[string]func(set []queens.Square, n int) bool{
	"anywhere":   func(set []queens.Square, n int) bool { return len(set) == n },
	"any-number": func(set []queens.Square, _ int) bool { return apart(set) },
	"maximal": func(set []queens.Square, n int) bool {
		for k := range n * n {
			if s := (queens.Square{Row: k / n, Col: k % n}); !slices.ContainsFunc(set, func(q queens.Square) bool {
				return attack(q, s)
			}) {
				return false
			}
		}
		return apart(set)
	},
	"one-queen-short": func(set []queens.Square, n int) bool { return apart(set) && len(set) == n-1 && leading(set) },
	"calls":           func(set []queens.Square, _ int) bool { return apart(set) && leading(set) },
}

func apart(set []queens.Square) bool {
	for k, b := range set {
		if slices.ContainsFunc(set[:k], func(a queens.Square) bool { return attack(a, b) }) {
			return false
		}
	}
	return true
}

// leading reports whether queens that do not attack each other are in the first columns.
func leading(set []queens.Square) bool {
	return !slices.ContainsFunc(set, func(s queens.Square) bool { return s.Col >= len(set) })
}

// onNumbers defines rules by the numbers of solutions of all orders.
var onNumbers = map[string]func(n, q int, known func(n int) int) int{
	"divided-by-8":         func(_, q int, _ func(n int) int) int { return q / 8 },
	"divided-by-4":         func(_, q int, _ func(n int) int) int { return q / 4 },
	"first-only":           func(_, q int, _ func(n int) int) int { return min(q, 1) },
	"one-less":             func(_, q int, _ func(n int) int) int { return q - 1 },
	"one-more":             func(_, q int, _ func(n int) int) int { return q + 1 },
	"twice":                func(_, q int, _ func(n int) int) int { return q + q },
	"order-before":         func(n, _ int, known func(n int) int) int { return known(n - 1) },
	"order-after":          func(n, _ int, known func(n int) int) int { return known(n + 1) },
	"order-before-times-n": func(n, _ int, known func(n int) int) int { return n * known(n-1) },
	"queen-by-queen":       func(n, q int, _ func(n int) int) int { return n * q },
	"numbered-queens": func(n, q int, _ func(n int) int) int {
		for k := range n {
			q *= k + 1
		}
		return q
	},
	"sum-of-orders": func(n, _ int, known func(n int) int) (sum int) {
		for k := 1; k <= n; k++ {
			sum += known(k)
		}
		return sum
	},
}

// TestRules compares every rule with a count by its definition: all boards with one queen in each
// column to order 6, all sets of squares to order 4.
func TestRules(t *testing.T) {
	number := func(n int) (q int) {
		for range must.Get(list.Solutions(n, list.Options{}))(t) {
			q++
		}
		return q
	}
	for n := 1; n <= 6; n++ {
		want := map[string]int{}
		for name, define := range onNumbers {
			want[name] = max(0, define(n, number(n), number)) // -1 for one-less of none
		}
		for name := range onBoards {
			want[name] = 0
		}
		for p := range boards(n) {
			for name, accepts := range onBoards {
				if accepts(p) {
					want[name]++
				}
			}
		}
		want["half-doubled"], want["half-and-middle-doubled"] = 2*want["half"], 2*want["half-and-middle"]
		want["times-8"] = 8 * want["fundamental"]
		if n <= 4 {
			for name := range onSets {
				want[name] = 0
			}
			for set := range sets(n) {
				for name, accepts := range onSets {
					if accepts(set, n) {
						want[name]++
					}
				}
			}
		}
		got := map[string]int{}
		for _, r := range Rules(n) {
			got[r.Name] = int(r.Value.Float64())
			if w, ok := want[r.Name]; ok && r.Value != queens.NewTotal(uint64(w)) {
				t.Errorf("order %d: %s: %v, by definition %d", n, r.Name, r.Value, w)
			} else if !ok && n <= 4 {
				t.Errorf("order %d: %s is not defined here", n, r.Name)
			}
		}
		for name, w := range want {
			if _, ok := got[name]; !ok && w > 0 {
				t.Errorf("order %d: %s is missing, by definition %d", n, name, w)
			}
		}
	}
}

// TestRulesArePublished compares rules with sequences of the OEIS, from order 1.
func TestRulesArePublished(t *testing.T) {
	for name, want := range map[string][]uint64{
		"no-touching":             {1, 0, 0, 2, 14, 90, 646, 5242},         // A002464
		"one-diagonal":            {1, 1, 3, 7, 23, 83, 405, 2113},         // A099152
		"one-diagonal-neighbours": {1, 1, 3, 11, 53, 309, 2119, 16687},     // A000255
		"torus-one-diagonal":      {1, 0, 3, 0, 15, 0, 133, 0},             // A006717
		"superqueens":             {1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156}, // A051223
		"rows-and-columns":        {1, 2, 6, 24, 120, 720, 5040, 40320},    // A000142
		"columns":                 {1, 4, 27, 256, 3125, 46656, 823543},    // A000312
		"anywhere":                {1, 6, 84, 1820, 53130, 1947792},        // A014062
	} {
		for i, w := range want {
			rules := Rules(i + 1)
			k := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == name })
			if k < 0 || rules[k].Value != queens.NewTotal(w) {
				t.Errorf("%s, order %d: want %d", name, i+1, w)
			}
		}
	}
}

// TestReportedNumbers looks up numbers that people reported instead of the number of solutions.
func TestReportedNumbers(t *testing.T) {
	for _, c := range []struct {
		n      int
		number uint64
		want   []string
	}{
		{5, 14, []string{"no-touching"}},
		{8, 24, []string{"up-to-rotation"}},
		{8, 23, []string{"divided-by-4"}},
		{8, 46, []string{"up-to-reflection", "half", "half-and-middle"}},
		{8, 12, []string{"fundamental"}},
		{8, 11, []string{"asymmetric", "divided-by-8"}},
		{8, 320, []string{"order-before-times-n"}},
		{8, 1, []string{"first-only"}},
		{8, 52, nil}, // of a solver with a fault
		{8, 92, nil}, // right
	} {
		var got []string
		for _, r := range Near(c.n, queens.NewTotal(c.number)) {
			got = append(got, r.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("order %d, %d: %q, want %q", c.n, c.number, got, c.want)
		}
	}
	for n := 1; n <= MaxOrder; n++ {
		if q, ok := known.Solutions(n); !ok || len(Rules(n)) < 12 {
			t.Errorf("order %d: %v, %t, %d rules", n, q, ok, len(Rules(n)))
		}
	}
	if _, ok := known.Solutions(MaxOrder + 1); ok {
		t.Error("MaxOrder is too small")
	}
}
