package complete

import (
	"context"
	"fmt"
	"math/rand/v2"

	"queens"
	"queens/internal/errs"
)

// Limits of local repair.
const (
	repairStarts   = 20
	repairTries    = 64   // rows tried per column at the start
	repairPartners = 1000 // tried for one exchange
	repairNoise    = 8    // one in this many unhelpful exchanges is random
	repairPatience = 1000 // exchanges without fewer collisions
)

// repairer completes a board by min-conflicts: every open column has a queen in an open row of its
// own, and queens exchange rows until none is attacked. Given queens stay. A diagonal with k queens
// has k-1 collisions, an excluded one k; a queen on a blocked square is another.
type repairer struct {
	*diagonals
	cols, rows []int32 // open columns, and the rows of their queens
	blocked    map[queens.Square]bool
	collisions int
	suspects   []int32 // queens on diagonals with collisions, all but one of each; no given ones
	place      []int32 // position of a queen in suspects, or -1
	random     *rand.Rand
	nodes      uint64 // queens placed
}

// square returns the square in the column of queen i and the row of queen j.
func (r *repairer) square(i, j int32) queens.Square {
	return queens.Square{Row: int(r.rows[j]), Col: int(r.cols[i])}
}

func (r *repairer) hits(i, j int32) int {
	sq := r.square(i, j)
	hits := r.diagonals.hits(sq)
	if r.blocked[sq] {
		hits++
	}
	return hits
}

func (r *repairer) put(i int32) {
	if hits := r.hits(i, i); hits > 0 {
		r.collisions += hits
		if r.place[i] < 0 {
			r.place[i] = int32(len(r.suspects))
			r.suspects = append(r.suspects, i)
		}
	}
	r.add(r.square(i, i), 1)
	r.nodes++
}

func (r *repairer) lift(i int32) int {
	r.add(r.square(i, i), -1)
	return r.hits(i, i)
}

// fill fills an empty board column by column: a random row, not attacked if a few tries find one.
func (r *repairer) fill(ctx context.Context) bool {
	r.collisions, r.suspects = 0, r.suspects[:0]
	for i := range r.place {
		r.place[i] = -1
	}
	m := len(r.cols)
	for i := range m {
		if i%pollNodes == 0 && ctx.Err() != nil {
			return false
		}
		j := i
		for range repairTries {
			j = i + r.random.IntN(m-i)
			if r.hits(int32(i), int32(j)) == 0 {
				break
			}
		}
		r.rows[i], r.rows[j] = r.rows[j], r.rows[i]
		r.put(int32(i))
	}
	return true
}

// run repairs a random board until it has no collisions (stopped), or abandons it (spent): when the
// budget is used up, or collisions no longer decrease. The board is empty before and after; the
// rows remain.
func (r *repairer) run(ctx context.Context, seed, budget uint64) (why outcome) {
	r.random = rand.New(rand.NewPCG(seed, uint64(r.n)))
	if !r.fill(ctx) {
		return canceled
	}
	why = spent
	least, patience := r.collisions, repairPatience
	for why == spent && r.collisions > 0 && patience > 0 && r.nodes < budget && len(r.cols) > 1 {
		if ctx.Err() != nil {
			why = canceled
		}
		r.exchange()
		patience--
		if r.collisions < least {
			least, patience = r.collisions, repairPatience
		}
	}
	if r.collisions == 0 && why == spent {
		why = stopped
	}
	for i := range r.cols {
		r.lift(int32(i))
	}
	return why
}

// exchange exchanges the rows of an attacked queen and another: the first that reduces collisions,
// or else the best of those tried, or occasionally a random one.
func (r *repairer) exchange() {
	i := r.suspects[r.random.IntN(len(r.suspects))]
	own := r.lift(i)
	if own == 0 { // she was attacked
		last := r.suspects[len(r.suspects)-1]
		r.suspects[r.place[i]], r.place[last] = last, r.place[i]
		r.suspects = r.suspects[:len(r.suspects)-1]
		r.place[i] = -1
		r.add(r.square(i, i), 1)
		return
	}
	m := len(r.cols)
	partner, best := int32(-1), 1<<30
	for range min(repairPartners, 2*m) {
		j := int32(r.random.IntN(m))
		if j == i {
			continue
		}
		change := r.hits(i, j) - own - 3 // a lower bound
		if change >= best {
			continue
		}
		other := r.lift(j)
		change = r.hits(i, j) - own - other
		r.add(r.square(i, j), 1)
		change += r.hits(j, i)
		r.add(r.square(i, j), -1)
		r.add(r.square(j, j), 1)
		if change < best {
			partner, best = j, change
		}
		if best < 0 {
			break
		}
	}
	r.collisions -= own
	if j := int32(r.random.IntN(m)); j != i && (partner < 0 || best >= 0 && r.random.IntN(repairNoise) == 0) {
		partner = j
	}
	if partner < 0 {
		r.put(i)
		return
	}
	r.collisions -= r.lift(partner)
	r.rows[i], r.rows[partner] = r.rows[partner], r.rows[i]
	r.put(i)
	r.put(partner)
}

func (r *repairer) solution(p queens.Problem) queens.Perm {
	q := make(queens.Perm, r.n)
	for _, sq := range p.Given {
		q[sq.Col] = sq.Row
	}
	for i, col := range r.cols {
		q[col] = int(r.rows[i])
	}
	if err := p.Check(q); err != nil {
		panic(fmt.Sprintf("complete: repaired: %v", err))
	}
	return q
}

// repair is Another by local repair. It proves nothing.
func repair(ctx context.Context, p queens.Problem, skip queens.Perm, o Options) (a Answer, err error) {
	if p.Order > MaxOrder {
		return a, errs.Errorf("order %d: want at most %d: %w", p.Order, MaxOrder, queens.ErrOrder)
	}
	r := &repairer{diagonals: newDiagonals(p), blocked: map[queens.Square]bool{}}
	for _, sq := range p.Blocked {
		r.blocked[sq] = true
	}
	r.rows, r.cols = openLines(p)
	r.place = make([]int32, len(r.cols))
	a.Engine = Repair
	for a.Runs < repairStarts && a.Solution == nil && r.nodes < o.Nodes {
		a.Runs++
		switch r.run(ctx, o.Seed+uint64(a.Runs), o.Nodes) {
		case canceled:
			return a, errs.Errorf("order %d: stopped after %d queens placed: %w", p.Order, r.nodes, ctx.Err())
		case stopped:
			if q := r.solution(p); skip == nil || !q.Equal(skip) {
				a.Solution = q
			}
		}
	}
	a.Nodes = r.nodes
	return a, nil
}
