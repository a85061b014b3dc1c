// Package sample draws solutions of the regular board uniformly at random, and numbers them in
// lexicographic order.
//
// [Ranks] counts the solutions that begin with given queens. It finds the number of a solution, the
// solution of a number, and, from a random number, a solution that is exactly uniform, for orders
// up to MaxRankOrder. [Chain] is a random walk for larger orders: in the long run all solutions are
// equally likely, but neighbours in its sequence resemble each other unless the walk between them
// is long. [Uniformity] tests a sample of a small order; [Correlate] measures how much neighbours
// resemble each other.
//
//	ranks, err := sample.NewRanks(8)
//	rank, err := ranks.Rank(ctx, p) // from 0
//
// Solutions that other packages find, greedily or by repair, are not uniform.
package sample

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/find/internal/counting"
	"queens/internal/errs"
	"queens/known"
)

// Ranks numbers the solutions of one order in lexicographic order, from 0 [wilf1977]. It keeps what
// it has counted, so that what is asked again is fast. It is not for several goroutines at once.
type Ranks struct {
	n    int
	kept map[string]uint64 // solutions by beginning
}

// NewRanks returns the numbers of order n, 0 to MaxRankOrder. Nothing is counted yet. Errors:
// queens.ErrOrder.
func NewRanks(n int) (*Ranks, error) {
	if n < 0 || n > MaxRankOrder {
		return nil, errs.Errorf("ranks of order %d: want 0 to %d: %w", n, MaxRankOrder, queens.ErrOrder)
	}
	return &Ranks{n: n, kept: map[string]uint64{}}, nil
}

// Total returns the number of solutions, Q(n). Errors: ctx's; ledger.ErrMismatch if what was
// counted is not the known value.
func (r *Ranks) Total(ctx context.Context) (uint64, error) {
	if r.n == 0 {
		return 1, nil
	}
	total := uint64(0)
	for row := range r.n {
		k, err := r.completions(ctx, nil, row)
		if err != nil {
			return 0, err
		}
		total += k
	}
	if want, ok := known.Solutions(r.n); ok && want != queens.NewTotal(total) {
		return 0, errs.Errorf("order %d: %d solutions counted, but the known value is %v: %w", r.n, total, want,
			ledger.ErrMismatch)
	}
	return total, nil
}

// Rank returns the number of p, a solution, in the lexicographic list: how many solutions stand
// before it.
//
// Time: that of counting, for each queen, the solutions that begin like p and continue with another
// row, on the shorter side of hers. Errors: queens.ErrOrder, those of queens.Check, those of Total.
func (r *Ranks) Rank(ctx context.Context, p queens.Perm) (uint64, error) {
	if len(p) != r.n {
		return 0, errs.Errorf("rank of a solution of order %d: want order %d: %w", len(p), r.n, queens.ErrOrder)
	}
	if err := queens.Check(p, queens.Regular); err != nil {
		return 0, errs.Errorf("%w", err)
	}
	rank := uint64(0)
	all, err := r.Total(ctx)
	for col, row := range p {
		var before, own uint64
		if err == nil {
			before, own, err = r.before(ctx, p[:col], all, row)
		}
		rank, all = rank+before, own
	}
	return rank, err
}

// before returns how many of all solutions with a beginning have a smaller row in the next column,
// and how many that row. It counts the smaller rows, or the larger ones if they are fewer.
func (r *Ranks) before(ctx context.Context, prefix queens.Perm, all uint64, row int) (before, own uint64, err error) {
	first, last := 0, row
	if row > r.n/2 {
		first, last = row+1, r.n
	}
	some := uint64(0)
	for other := first; other < last && err == nil; other++ {
		var k uint64
		k, err = r.completions(ctx, prefix, other)
		some += k
	}
	if err == nil {
		own, err = r.completions(ctx, prefix, row)
	}
	if first > 0 {
		return all - some - own, own, err
	}
	return some, own, err
}

// Unrank returns the solution before which exactly rank others stand. Errors: queens.ErrOrder if
// there are fewer; those of Total.
func (r *Ranks) Unrank(ctx context.Context, rank uint64) (queens.Perm, error) {
	all, err := r.Total(ctx)
	if err != nil {
		return nil, err
	}
	if rank >= all {
		return nil, errs.Errorf("solution number %d of order %d: there are only %d: %w", rank+1, r.n, all,
			queens.ErrOrder)
	}
	p := make(queens.Perm, 0, r.n)
	for len(p) < r.n {
		row, step := 0, 1
		if rank > all/2 { // from the other end
			row, step, rank = r.n-1, -1, all-1-rank
		}
		for {
			k, err := r.completions(ctx, p, row)
			if err != nil {
				return nil, err
			}
			if rank < k {
				if all = k; step < 0 {
					rank = k - 1 - rank
				}
				p = append(p, row)
				break
			}
			rank -= k
			row += step
		}
	}
	return p, nil
}

// Draw returns a solution, each with the same probability: that of a random number. Errors:
// queens.ErrOrder if there is no solution; those of Total; ctx's.
func (r *Ranks) Draw(ctx context.Context, random *rand.Rand) (queens.Perm, error) {
	total, err := r.Total(ctx)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	if total == 0 {
		return nil, errs.Errorf("order %d: no solution exists: %w", r.n, queens.ErrOrder)
	}
	return r.Unrank(ctx, random.Uint64N(total))
}

// completions returns the number of solutions that begin with the prefix and then a queen in row.
func (r *Ranks) completions(ctx context.Context, prefix queens.Perm, row int) (uint64, error) {
	if len(prefix) == 0 {
		row = min(row, r.n-1-row) // its mirror image has as many
	}
	b := beginning{all: 1<<r.n - 1}
	for _, other := range prefix {
		b = b.next(1 << other)
	}
	if b.free()>>row&1 == 0 {
		return 0, nil
	}
	rows := append(slices.Clip(prefix), row)
	key := string(queens.RowsOf[byte](rows))
	k, ok := r.kept[key]
	switch left := r.n - len(rows); {
	case ok:
		return k, nil
	case left <= plainColumns:
		k = b.next(1 << row).completions(left)
	default:
		total, ok := known.Lookup("first-queen", r.n, row+1)
		if len(rows) > 1 || !ok {
			j, err := counting.New(queens.Problem{Order: r.n, Given: rows.Squares()}, count.Options{})
			if err == nil {
				total.Value, err = j.Count(ctx)
			}
			if err != nil {
				return 0, err
			}
		}
		k, _ = total.Value.Uint64() // at most Q(20)
	}
	if len(r.kept) < maxKept {
		r.kept[key] = k
	}
	return k, nil
}

// maxKept bounds what a Ranks keeps, at about 100 bytes each.
const maxKept = 1 << 20

// plainColumns is the number of columns left up to which a plain recursion counts; a
// kernel costs a millisecond to begin with.
const plainColumns = 11

// beginning is the rows of the next column that the queens before it attack.
type beginning struct{ all, taken, rising, falling uint32 }

func (b beginning) next(queen uint32) beginning {
	return beginning{b.all, b.taken | queen, (b.rising | queen) >> 1, (b.falling | queen) << 1}
}

func (b beginning) free() uint32 { return b.all &^ (b.taken | b.rising | b.falling) }

func (b beginning) completions(columns int) (total uint64) {
	if columns == 0 {
		return 1
	}
	free := b.free()
	if columns == 1 {
		return uint64(bits.OnesCount32(free))
	}
	for ; free != 0; free &= free - 1 {
		total += b.next(free & -free).completions(columns - 1)
	}
	return total
}

// Limits of what is drawn and tested.
const (
	// MaxChainOrder is the largest order of a Chain: from one solution to the next it
	// takes 8n^2 steps and more.
	MaxChainOrder = 20000

	// MaxRankOrder is the largest order of Ranks. The solutions with each first queen are in
	// package known; those with two and more queens are counted when they are needed, with AVX-512
	// in 0.1 s of processor time each at order 18, and 1.4 s at order 20.
	MaxRankOrder = 20

	// QuickRankOrder is the largest order at which drawing a solution takes less than a second.
	QuickRankOrder = 18

	// MaxUniformityOrder is the largest order whose solutions are told apart to test a
	// sample: 14200 of them.
	MaxUniformityOrder = 12

	// MinCorrelation is the number of solutions from which on Correlate says something.
	MinCorrelation = 30
)
