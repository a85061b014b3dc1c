// Package torus counts solutions on the modular board. The search branches on the row, column or
// diagonal with the fewest free squares.
//
// Shifts, reflections, multiplication by units and a map that takes rows and columns to diagonals
// act on solutions, and on the vectors between two queens. In each solution, some pair of queens
// has a vector of the first class that occurs, and a symmetry moves this pair to a fixed place. One
// solution of each orbit counts, with the size of its orbit as weight. Branching on four families
// of lines comes from [engelhardt2011].
package torus

import (
	"cmp"
	"context"
	_ "embed"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/bitmath"
)

// Queens is a piece: the class of the first two queens and those placed after them.
type Queens struct {
	Class  int
	Placed []queens.Square
}

// AppendTo appends the class and the squares as numbers.
func (q Queens) AppendTo(b []byte) []byte {
	b = plan.AppendNumbers(b, q.Class, len(q.Placed))
	for _, s := range q.Placed {
		b = plan.AppendNumbers(b, s.Row, s.Col)
	}
	return b
}

//go:embed variants.txt
var words string

// Method counts on the torus.
type Method struct{}

const fast = "lines"

// Info describes the method.
func (Method) Info() plan.Info {
	return plan.Info{
		Name: "torus",
		Kernels: []plan.Processor{
			{Method: "torus", Kernel: plan.Reference, Usable: true}, // branches on the row with the fewest free squares
			{Method: "torus", Kernel: fast, Usable: true},           // on the row, column or diagonal
		},
		Variants: plan.WithTexts(words, plan.Variant{
			Name: "torus", Source: "engelhardt2011", Version: 2, Topology: queens.Modular, Counts: "modular solutions",
			MaxOrder: MaxOrder, Method: Method{},
		}),
	}
}

// NewCount returns a count of order n.
func (Method) NewCount(_ plan.Variant, n int) plan.Count {
	c := &count{order: n}
	c.setUp = sync.OnceFunc(func() {
		if n > 1 && n%2 != 0 && n%3 != 0 { // otherwise there is no solution of order 2 or more: Polya
			c.group = symmetries(n)
			c.classes = classes(n, c.group)
		}
	})
	return c
}

type count struct {
	plan.Defaults
	order   int
	setUp   func()
	group   []matrix
	classes []*class
	roots   []plan.Subproblem // one for each class
}

// unit is the work of a node, in board states.
const unit = 8

func (c *count) trivial() bool { return c.order < 2 }

// begin returns a search with the queens of the pieces, and their number; it panics if one is not
// free.
func (c *count) begin(q Queens, lines bool) (s *search, depth int) {
	class := c.classes[q.Class]
	s = newSearch(c.order, class, lines)
	for _, square := range append([]queens.Square{{}, {Row: class.least.row, Col: class.least.col}}, q.Placed...) {
		s.place(depth, square)
		depth++
	}
	return s, depth
}

func (c *count) Work(ctx context.Context) (sum plan.Work, err error) {
	c.setUp()
	c.roots = nil
	if c.trivial() {
		sum = queens.NewTotal(1)
		c.roots = []plan.Subproblem{{Work: sum, Pieces: Queens{}}}
	}
	for i := range c.classes {
		q := Queens{Class: i}
		s, depth := c.begin(q, true)
		work := s.estimate(depth, rootDescents)
		c.roots = append(c.roots, plan.Subproblem{Work: work, Pieces: q})
		sum = sum.Plus(work)
	}
	return sum, ctx.Err()
}

// Descents of an estimate, for whole classes and for pieces.
const rootDescents, descents = 512, 16

// most bounds estimates, so that sums of them fit.
var most = queens.TotalOf(1<<36, 0)

// estimate returns the expected work below depth, at least 1, by random descents: the product of
// the numbers of choices is an estimate of the nodes of a depth. Source: [knuth1975].
func (s *search) estimate(depth, descents int) plan.Work {
	random := rand.NewPCG(uint64(s.n), uint64(depth)) // the same on every machine
	var sum queens.Total
	for range descents {
		nodes := queens.NewTotal(unit)
		for at := depth; ; at++ {
			sum = sum.Plus(nodes)
			var room [MaxOrder]queens.Square
			list := s.branch(at, room[:0])
			if at == s.n || len(list) == 0 || nodes.Compare(most) > 0 {
				break
			}
			nodes = nodes.Times(uint64(len(list)))
			s.place(at, list[random.Uint64()%uint64(len(list))])
		}
	}
	mean, _ := sum.DivMod(uint64(descents))
	return mean
}

func (c *count) Cut(ctx context.Context, target plan.Work) (list []plan.Subproblem, err error) {
	for _, root := range c.roots {
		take := func(sub plan.Subproblem) { list = append(list, sub) }
		if err := plan.Split(ctx, root, target, c.divide, take); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (c *count) divide(sub plan.Subproblem) (list []plan.Subproblem) {
	q := sub.Pieces.(Queens)
	s, depth := c.begin(q, true)
	for _, square := range s.branch(depth, nil) {
		s.place(depth, square)
		placed := append(slices.Clone(q.Placed), square)
		list = append(list, plan.Subproblem{Work: s.estimate(depth+1, descents), Pieces: Queens{q.Class, placed}})
	}
	return list
}

func (c *count) Workers(o plan.CountOptions) func() plan.Worker {
	c.setUp()
	w := worker{c, fast}
	if o.Kernel == plan.Reference {
		w.kernel = o.Kernel
	}
	return func() plan.Worker { return w }
}

type worker struct {
	of     *count
	kernel string
}

// Count counts the orbits of solutions with the queens, each with its size.
func (w worker) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	r := ledger.Result{Kernel: w.kernel}
	if w.of.trivial() {
		plan.Add(&r, 0, 1, 1)
		return r, ctx.Err()
	}
	s, depth := w.of.begin(sub.Pieces.(Queens), w.kernel == fast)
	var placed, orbits uint64
	s.below(ctx, depth, func() {
		placed++
		if size := s.orbit(len(w.of.group)); size > 0 {
			orbits++
			plan.Add(&r, 0, size, 1)
		}
	})
	r.Nodes = s.nodes
	r.Evidence = plan.Evidence([]string{"placed", "orbits"}, placed, orbits)
	return r, ctx.Err()
}

// Most work of a sample.
var sampled = queens.NewTotal(1 << 22)

func (c *count) Samples(ctx context.Context, _ plan.Planner, o plan.CountOptions, seed uint64) (plan.Samples, error) {
	return plan.Sampled(ctx, c.Workers(o)(), plan.Random(c.roots, sampled, c.divide, seed, c.order)), nil
}

// MaxOrder is the largest order: the lines of a family must fit in a word.
const MaxOrder = 49

// position is queens on the board: the open lines of each family, the free squares of open rows,
// and the data for choosing a line. In the end every line has exactly one queen, since a family has
// n lines.
type position struct {
	rows, cols, sums, diffs uint64
	free                    [64]uint64
	dead                    bool // some line has no free square
	fewest, row             int  // free squares of the open row with the fewest, and that row
	// Columns, sums and differences with at most one, and with at most two free squares.
	scarce [2][3]uint64
}

// search counts the solutions that contain given queens and have no two at a vector of an earlier
// class.
type search struct {
	n       int
	class   *class
	lines   bool // branch on the line with the fewest free squares, otherwise on such a row
	columns [MaxOrder]int
	stack   [MaxOrder + 1]position
	nodes   uint64
	stopped bool
}

func newSearch(n int, c *class, lines bool) *search {
	s := &search{n: n, class: c, lines: lines}
	full := uint64(1)<<n - 1
	p := &s.stack[0]
	p.rows, p.cols, p.sums, p.diffs = full, full, full, full
	for row := range n {
		p.free[row] = full
	}
	return s
}

// place puts a queen on a free square of the position at depth and makes the next position.
//
// It finds the columns with at least one, two and three free squares for all columns at once, by
// adding up the rows in three words, and diagonals by adding up rows that are rotated by their
// number.
func (s *search) place(depth int, q queens.Square) {
	p, next, n := &s.stack[depth], &s.stack[depth+1], s.n
	full := uint64(1)<<(n&63) - 1
	s.columns[q.Row] = q.Col
	next.rows = p.rows &^ (1 << q.Row)
	next.cols = p.cols &^ (1 << q.Col)
	next.sums = p.sums &^ (1 << ((q.Row + q.Col) % n))
	next.diffs = p.diffs &^ (1 << ((q.Col - q.Row + n) % n))
	near := &s.class.near[q.Col]
	var col1, col2, col3, sum1, sum2, sum3, diff1, diff2, diff3 uint64
	fewest, best := n+1, 0
	for rows := next.rows; rows != 0; rows &= rows - 1 {
		row := bits.TrailingZeros64(rows) & 63
		distance := row - q.Row
		if distance < 0 {
			distance += n
		}
		free := p.free[row] &^ near[distance&63]
		if free == 0 {
			next.dead = true
			return
		}
		next.free[row] = free
		if count := bits.OnesCount64(free); count < fewest {
			fewest, best = count, row
		}
		up := (free<<row | free>>((n-row)&63)) & full
		down := (free>>row | free<<((n-row)&63)) & full
		col3 |= col2 & free
		col2 |= col1 & free
		col1 |= free
		sum3 |= sum2 & up
		sum2 |= sum1 & up
		sum1 |= up
		diff3 |= diff2 & down
		diff2 |= diff1 & down
		diff1 |= down
	}
	next.fewest, next.row = fewest, best
	next.dead = next.cols&^col1|next.sums&^sum1|next.diffs&^diff1 != 0
	next.scarce = [2][3]uint64{
		{next.cols &^ col2, next.sums &^ sum2, next.diffs &^ diff2},
		{next.cols &^ col3, next.sums &^ sum3, next.diffs &^ diff3},
	}
}

// branch appends the squares to try at depth, at least two queens deep: those of the line with the
// fewest free ones, perhaps none.
func (s *search) branch(depth int, list []queens.Square) []queens.Square {
	p, n := &s.stack[depth], s.n
	if p.dead || p.rows == 0 {
		return list
	}
	if s.lines {
		for few := range min(p.fewest-1, 2) {
			for i, step := range [...]int{0, n - 1, 1} {
				if lines := p.scarce[few][i]; lines != 0 {
					return p.squares(list, bits.TrailingZeros64(lines), step, n)
				}
			}
		}
	}
	for free := p.free[p.row]; free != 0; free &= free - 1 {
		list = append(list, queens.Square{Row: p.row, Col: bits.TrailingZeros64(free)})
	}
	return list
}

func (p *position) squares(list []queens.Square, col, step, n int) []queens.Square {
	for rows := p.rows; rows != 0; rows &= rows - 1 {
		row := bits.TrailingZeros64(rows)
		if c := (col + step*row) % n; p.free[row&63]>>c&1 != 0 {
			list = append(list, queens.Square{Row: row, Col: c})
		}
	}
	return list
}

// below calls found for each solution with the queens placed before depth, until ctx ends.
func (s *search) below(ctx context.Context, depth int, found func()) {
	if s.nodes++; s.nodes%(1<<13) == 0 && ctx.Err() != nil {
		s.stopped = true
	}
	if depth == s.n {
		found()
		return
	}
	var room [MaxOrder]queens.Square
	for _, q := range s.branch(depth, room[:0]) {
		if s.stopped {
			return
		}
		s.place(depth, q)
		s.below(ctx, depth+1, found)
	}
}

// orbit returns the number of images of the solution under shifts and symmetries if it is the
// chosen one among those with a pair of queens at the place of the first pair; otherwise 0. So each
// orbit with such a pair counts in one piece, with its size.
//
// The chosen image has the least hash, then the least columns. The least columns alone would put
// most orbits into the first pieces, and samples would vary more.
func (s *search) orbit(symmetries int) uint64 {
	n := s.n
	solution := s.columns[:n]
	hash := hashOf(solution)
	var image [MaxOrder]int
	same := 0
	for from, fromCol := range solution {
		for to, toCol := range solution {
			v := vector{(to - from + n) % n, (toCol - fromCol + n) % n}
			for _, m := range s.class.to[v.row*n+v.col] {
				for row, col := range solution {
					w := m.of(vector{(row - from + n) % n, (col - fromCol + n) % n}, n)
					image[w.row] = w.col
				}
				switch cmp.Or(cmp.Compare(hashOf(image[:n]), hash), slices.Compare(image[:n], solution)) {
				case -1:
					return 0
				case 0:
					same++
				}
			}
		}
	}
	return uint64(n*n*symmetries) / uint64(same)
}

func hashOf(columns []int) (hash uint64) {
	for _, col := range columns {
		hash = (hash ^ uint64(col)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	return hash
}

type vector struct{ row, col int }

// matrix maps (row, col) to (m[0] row + m[1] col, m[2] row + m[3] col), modulo the order.
type matrix [4]int

func (m matrix) of(v vector, n int) vector {
	return vector{(m[0]*v.row + m[1]*v.col) % n, (m[2]*v.row + m[3]*v.col) % n}
}

func (m matrix) times(o matrix, n int) matrix {
	a, b := m.of(vector{o[0], o[2]}, n), m.of(vector{o[1], o[3]}, n)
	return matrix{a.row, b.row, a.col, b.col}
}

// symmetries returns the linear maps of solutions to solutions, for an order without a factor 2 or
// 3. They permute the four families of lines: transposition and reflections, multiplication by
// units and (row, col) -> (row + col, row - col), which maps rows and columns to diagonals.
func symmetries(n int) []matrix {
	generators := []matrix{{0, 1, 1, 0}, {n - 1, 0, 0, 1}, {1, 1, 1, n - 1}}
	for u := 2; u < n; u++ {
		if bitmath.GCD(u, n) == 1 {
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

// class is an orbit of vectors from one queen to another under the symmetries. A piece of a class
// has queens at the first square and at the least vector of the class, and no two queens at a
// vector of an earlier class.
type class struct {
	least vector
	to    [][]matrix      // to[row*n+col]: the symmetries that map the vector to the least one
	near  [][64]uint64    // near[c][k]: columns closed to queens k rows below a queen in column c
	found map[vector]bool // the vectors
}

// classes returns the classes, the largest first: nearly every solution has a pair of queens of
// that one.
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
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b *class) int { return len(b.found) - len(a.found) })
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
