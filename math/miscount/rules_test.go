package miscount

import (
	"bytes"
	"encoding/csv"
	"iter"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/internal/named"
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

// enough ends the values of a rule that needs a search: no order after the first of this value.
const enough = 200_000

// TestTable computes the values in rules.csv. -update writes them.
func TestTable(t *testing.T) {
	var file bytes.Buffer
	w := csv.NewWriter(&file)
	must.Do(t, w.Write([]string{"name", "text", "values"}))
	for _, r := range named.Decode[row](rulesFile) {
		var values []string
		c := &calculator{ok: true}
		for c.n = 1; c.ok && c.n <= MaxOrder; c.n++ {
			if value := formulas[r.Name](c); c.ok {
				values = append(values, strconv.FormatUint(value, 10))
			}
		}
		must.Do(t, w.Write([]string{r.Name, r.Text, strings.Join(values, " ")}))
	}
	w.Flush()
	golden.Compare(t, "rules.csv", file.Bytes())
}

// calculator computes a rule for order n. ok becomes false if the value is not known or too large.
type calculator struct {
	n    int
	ok   bool
	last uint64 // value of a search at the order before
}

// formulas has every rule.
var formulas = map[string]func(c *calculator) uint64{
	"fundamental":             func(c *calculator) uint64 { return c.known("fundamental", c.n) },
	"up-to-reflection":        func(c *calculator) uint64 { return (c.known("solutions", c.n) + 1) / 2 },
	"asymmetric":              func(c *calculator) uint64 { return c.known("class-asymmetric", c.n) },
	"divided-by-8":            func(c *calculator) uint64 { return c.known("solutions", c.n) / 8 },
	"divided-by-4":            func(c *calculator) uint64 { return c.known("solutions", c.n) / 4 },
	"times-8":                 func(c *calculator) uint64 { return 8 * c.known("fundamental", c.n) },
	"half-turn":               func(c *calculator) uint64 { return c.known("s180", c.n) },
	"one-less":                func(c *calculator) uint64 { return max(1, c.known("solutions", c.n)) - 1 },
	"one-more":                func(c *calculator) uint64 { return c.known("solutions", c.n) + 1 },
	"twice":                   func(c *calculator) uint64 { return 2 * c.known("solutions", c.n) },
	"order-before":            func(c *calculator) uint64 { return c.known("solutions", c.n-1) },
	"order-after":             func(c *calculator) uint64 { return c.known("solutions", c.n+1) },
	"given-corner":            func(c *calculator) uint64 { return c.first(1) },
	"first-row-2":             func(c *calculator) uint64 { return c.first(2) },
	"first-row-3":             func(c *calculator) uint64 { return c.first(3) },
	"first-row-4":             func(c *calculator) uint64 { return c.first(4) },
	"no-touching":             searches("row", "rising-next", "falling-next"),
	"one-diagonal":            searches("row", "rising"),
	"no-rows":                 searches("rising", "falling"),
	"no-rows-one-diagonal":    searches("rising"),
	"previous-queen":          searches("row-next", "rising-next", "falling-next"),
	"one-diagonal-neighbours": searches("row", "rising-next"),
	"long-diagonals":          searches("row", "long"),
	"torus":                   func(c *calculator) uint64 { return c.known("toroidal", c.n) },
	"torus-one-diagonal":      searches("row", "wrapped"),
	"reflecting":              func(c *calculator) uint64 { return c.known("reflecting", c.n) },
	"any-number":              func(c *calculator) uint64 { return c.known("nonattacking-sets", c.n) },
	"maximal":                 func(c *calculator) uint64 { return c.known("maximal-sets", c.n) },
	"up-to-rotation":          func(c *calculator) uint64 { return (c.q() + c.at("s180") + 2*c.at("s90")) / 4 },
	"up-to-half-turn":         func(c *calculator) uint64 { return (c.q() + c.at("s180")) / 2 },
	"first-only":              func(c *calculator) uint64 { return min(1, c.q()) },
	"sum-of-orders": func(c *calculator) uint64 {
		return sum(1, c.n, func(k int) uint64 { return c.known("solutions", k) })
	},
	"order-before-times-n": func(c *calculator) uint64 { return uint64(c.n) * c.known("solutions", c.n-1) },
	"queen-by-queen":       func(c *calculator) uint64 { return uint64(c.n) * c.q() },
	"numbered-queens": func(c *calculator) uint64 {
		q := new(big.Int).SetUint64(c.q())
		return c.fits(q.Mul(q, new(big.Int).MulRange(1, int64(c.n))))
	},
	"superqueens":             (*calculator).superqueens,
	"any-corner":              (*calculator).corner,
	"no-corner":               func(c *calculator) uint64 { return c.q() - c.corner() },
	"half":                    func(c *calculator) uint64 { return sum(1, c.n/2, c.first) },
	"half-and-middle":         func(c *calculator) uint64 { return sum(1, (c.n+1)/2, c.first) },
	"half-doubled":            func(c *calculator) uint64 { return 2 * sum(1, c.n/2, c.first) },
	"half-and-middle-doubled": func(c *calculator) uint64 { return 2 * sum(1, (c.n+1)/2, c.first) },
	"rows-and-columns":        func(c *calculator) uint64 { return c.fits(new(big.Int).MulRange(1, int64(c.n))) },
	"columns": func(c *calculator) uint64 {
		n := big.NewInt(int64(c.n))
		return c.fits(n.Exp(n, n, nil))
	},
	"anywhere":        func(c *calculator) uint64 { return c.fits(new(big.Int).Binomial(int64(c.n*c.n), int64(c.n))) },
	"one-queen-short": func(c *calculator) uint64 { return c.known("backtrack-profile", c.n, c.n-1) },
	"calls": func(c *calculator) uint64 {
		return sum(0, c.n, func(k int) uint64 { return c.known("backtrack-profile", c.n, k) })
	},
}

func (c *calculator) q() uint64 { return c.at("solutions") }

func (c *calculator) at(series string) uint64 { return c.known(series, c.n) }

func (c *calculator) first(row int) uint64 {
	if row > c.n {
		return 0
	}
	return c.known("first-queen", c.n, row)
}

// corner counts the solutions with a queen in a corner: one, as any two attack each other.
func (c *calculator) corner() uint64 { return c.first(1) * uint64(min(4, c.n*c.n)) }

func (c *calculator) known(series string, n int, index ...int) uint64 {
	v, ok := known.Lookup(series, n, index...)
	c.ok = c.ok && ok
	return c.fits(v.Value.Big())
}

func (c *calculator) fits(x *big.Int) uint64 {
	c.ok = c.ok && x.IsUint64()
	return x.Uint64()
}

func sum(from, to int, number func(k int) uint64) (total uint64) {
	for k := from; k <= to; k++ {
		total += number(k)
	}
	return total
}

// attacks says which queens attack each other, b in a column after a. Two in a column always do.
var attacks = map[string]func(a, b queens.Square, n int) bool{
	"row":          func(a, b queens.Square, _ int) bool { return a.Row == b.Row },
	"rising":       func(a, b queens.Square, _ int) bool { return a.Row+a.Col == b.Row+b.Col },
	"falling":      func(a, b queens.Square, _ int) bool { return a.Row-a.Col == b.Row-b.Col },
	"row-next":     func(a, b queens.Square, _ int) bool { return b.Col-a.Col == 1 && b.Row == a.Row },
	"rising-next":  func(a, b queens.Square, _ int) bool { return b.Col-a.Col == 1 && b.Row-a.Row == -1 },
	"falling-next": func(a, b queens.Square, _ int) bool { return b.Col-a.Col == 1 && b.Row-a.Row == 1 },
	"wrapped":      func(a, b queens.Square, n int) bool { return (a.Row+a.Col-b.Row-b.Col)%n == 0 },
	"long": func(a, b queens.Square, n int) bool {
		return a.Row == a.Col && b.Row == b.Col || a.Row+a.Col == n-1 && b.Row+b.Col == n-1
	},
}

// superqueens counts the solutions where no queen is a knight's move from another.
func (c *calculator) superqueens() (count uint64) {
	if c.ok = c.n <= 12; !c.ok {
		return 0
	}
	solutions, _ := list.Solutions(c.n, list.Options{}) // the order is valid
	for p := range solutions {
		peaceful := true
		for col, row := range p {
			for second := col + 1; second < min(col+3, c.n); second++ {
				peaceful = peaceful && (second-col)*max(row-p[second], p[second]-row) != 2
			}
		}
		if peaceful {
			count++
		}
	}
	return count
}

const maxSearch = 11

// searches counts the placements of one queen in each column that do not attack each other.
func searches(names ...string) func(c *calculator) uint64 {
	return func(c *calculator) uint64 {
		if c.ok = c.last < enough && c.n <= maxSearch; c.ok {
			c.last = search(c.n, names)
		}
		return c.last
	}
}

func search(n int, names []string) (count uint64) {
	type columns [maxSearch]uint16 // sets of rows
	var closes [maxSearch][maxSearch]columns
	for square := range n * n * n * n {
		a := queens.Square{Row: square % n, Col: square / n % n}
		b := queens.Square{Row: square / (n * n) % n, Col: square / (n * n * n)}
		for _, name := range names {
			if a.Col < b.Col && attacks[name](a, b, n) {
				closes[a.Col][a.Row][b.Col] |= 1 << b.Row
			}
		}
	}
	var place func(col int, closed columns)
	place = func(col int, closed columns) {
		free := ^closed[col] & (1<<n - 1)
		if col == n-1 {
			count += uint64(bits.OnesCount16(free))
			return
		}
		for ; free != 0; free &= free - 1 {
			next := closed
			for k, rows := range closes[col][bits.TrailingZeros16(free)] {
				next[k] |= rows
			}
			place(col+1, next)
		}
	}
	place(0, columns{})
	return count
}
