// Package join counts by joining half boards. A subproblem counts the pairs of a placement of the
// top half and one of the bottom half, on the remaining columns, that share no diagonal.
package join

import (
	"context"
	_ "embed"
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"

	"queens"
	"queens/count/internal/kernels/halves"
	kernels "queens/count/internal/kernels/join"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/bitmath"
)

// Method is the method whose subproblems are column sets.
type Method struct{}

const byHalves = "halves" // the two halves exchanged

// Info describes the method.
func (Method) Info() plan.Info {
	return plan.Info{
		Name: "join", Kernels: plan.Processors("join", kernels.All()), Ways: []string{byHalves}, Bounded: true,
		Variants: plan.WithTexts(words, plan.Variant{
			Name: "join", Source: "kluev", Version: 1, Counts: "solutions", MinOrder: minJoinOrder,
			MaxOrder: maxJoinOrder, From: 18, Second: "search", Method: Method{},
		}),
	}
}

//go:embed variants.txt
var words string

// NewCount returns a count of order n.
func (Method) NewCount(_ plan.Variant, n int) plan.Count { return &count{order: n} }

type count struct {
	plan.Defaults
	order int
}

func (c *count) Workers(o plan.CountOptions) func() plan.Worker {
	tables, list := budgetOf(o)
	source := halves.NewSource(c.order, Ranks(c.order/2), shelf.NewStore(tables))
	return func() plan.Worker { return newJoiner(c, source, o, list) }
}

// Floor adds the plan of a large order, which takes 227 MB at order 28, and the least lists.
func (c *count) Floor(o plan.CountOptions) int64 {
	floor := int64(plan.MinMemory + o.Cores()*minList*bytesPerKey)
	if c.order >= 25 {
		floor += 256 << 20
	}
	return floor
}

// bytesPerKey is the memory for a key of a list, the key of the other list, and counting their
// pairs.
const bytesPerKey = 2*8 + 16

const minList = 1 << 16

// budgetOf divides the memory: six parts in sixteen for tables, which workers share, and six for
// lists, as a number of keys per worker. The rest is for the plan, the ledger and uncollected
// garbage.
func budgetOf(o plan.CountOptions) (tables int64, list int) {
	part := o.Bytes() / 16 * 6
	return part, int(max(minList, part/int64(o.Cores())/bytesPerKey))
}

type joiner struct {
	of      *count
	lister  *halves.Lister
	counter *kernels.Counter
	swapped bool // the halves are exchanged
	most    int  // keys of a list
	tops    []uint64
	bottoms []uint64
}

func newJoiner(c *count, source *halves.Source, o plan.CountOptions, list int) *joiner {
	return &joiner{
		of: c, lister: halves.NewLister(source), counter: kernels.New(o.Kernel), swapped: o.Has(byHalves), most: list,
	}
}

func (j *joiner) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool) // a new one, because an earlier context may still set the old one
	j.lister.StopOn(stop)
	j.counter.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var more, less ledger.Result // sums of the terms with positive and with negative factors
	var seen evidence
	run := sub.Pieces.(Sets)
	for set, weight := range j.of.ColumnSets(run) {
		for _, term := range j.lister.Terms(halves.Family(run.Family), set) {
			pairs, err := j.join(ctx, &term, &seen)
			if err != nil {
				return ledger.Result{}, err
			}
			if term.Factor < 0 {
				plan.Add(&less, 0, pairs, uint64(-term.Factor)*weight)
			} else {
				plan.Add(&more, 0, pairs, uint64(term.Factor)*weight)
			}
			seen.pairs += pairs
		}
		seen.sets++
	}
	figures := []string{"sets", "top", "bottom", "pairs"}
	return ledger.Result{
		Kernel: j.counter.Kernel(), Nodes: seen.tests, Total: more.Total.Minus(less.Total),
		Mod13: (more.Mod13 + 13 - less.Mod13) % 13, Mod15: (more.Mod15 + 15 - less.Mod15) % 15,
		Evidence: plan.Evidence(figures, seen.sets, seen.tops, seen.bottoms, seen.pairs),
	}, nil
}

type evidence struct {
	sets, tops, bottoms, pairs uint64 // the same for every computation
	tests                      uint64 // depends on the kernel
}

// join counts the disjoint pairs of a term. It makes the top list in slices that fit in memory. If
// the bottom list does not fit, it is made again for each of them.
func (j *joiner) join(ctx context.Context, term *halves.Term, seen *evidence) (total uint64, err error) {
	top, held := term.Top(), false // bottoms holds the whole list
	for first := true; first || !top.Done(); first = false {
		j.tops = j.fill(top, j.tops)
		seen.tops += uint64(len(j.tops))
		switch {
		case len(j.tops) == 0:
			continue
		case held:
			total += j.pairs(seen)
			continue
		}
		bottom := term.Bottom()
		for slice := 0; slice == 0 || !bottom.Done(); slice++ {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			j.bottoms = j.fill(bottom, j.bottoms)
			held = slice == 0 && bottom.Done()
			if first {
				seen.bottoms += uint64(len(j.bottoms))
			}
			total += j.pairs(seen)
		}
	}
	return total, ctx.Err()
}

// slack is the room that lists and counters need after the keys.
const slack = max(halves.Slack, kernels.Slack)

func (j *joiner) fill(list *halves.List, buf []uint64) []uint64 {
	buf = list.Fill(buf[:0])
	for !list.Done() && cap(buf) < j.most+slack {
		more := make([]uint64, len(buf), min(max(2*cap(buf), minList), j.most)+slack)
		copy(more, buf)
		buf = list.Fill(more)
	}
	return buf
}

func (j *joiner) pairs(seen *evidence) uint64 {
	a, b := j.tops, j.bottoms
	if j.swapped {
		a, b = b, a
	}
	count, stats := j.counter.Count(a, b)
	seen.tests += stats.Tests + stats.Direct
	return count
}

func (c *count) sets(sub plan.Subproblem) (list []plan.Subproblem) {
	run := sub.Pieces.(Sets)
	if run.Count == 1 {
		return nil
	}
	cost := newSetCost(c.order, halves.Family(run.Family))
	for set := range c.ColumnSets(run) {
		list = append(list, cost.subproblem(set))
	}
	return list
}

// Samples yields column sets. If the tables of quarters fit, they are made before the time is
// taken, as for most sets of a whole count.
func (c *count) Samples(ctx context.Context, cut plan.Planner, o plan.CountOptions, seed uint64) (plan.Samples, error) {
	subproblems, err := cut(ctx)
	if err != nil {
		return nil, err
	}
	tables, list := budgetOf(o)
	store := shelf.NewStore(tables)
	j := newJoiner(c, halves.NewSource(c.order, Ranks(c.order/2), store), o, list)
	return plan.Sampled(ctx, j, func(yield func(plan.Subproblem, float64) bool) {
		for sub, inverse := range plan.Random(subproblems, plan.Work{}, c.sets, seed, c.order) {
			run := sub.Pieces.(Sets)
			for set := range c.ColumnSets(run) {
				if _, bytes := store.Kept(); bytes < tables/8*7 { // otherwise tables do not fit
					term := &j.lister.Terms(halves.Family(run.Family), set)[0]
					j.tops, j.bottoms = j.fill(term.Top(), j.tops), j.fill(term.Bottom(), j.bottoms)
				}
			}
			if !yield(sub, inverse) {
				return
			}
		}
	}), nil
}

// Orders of the half-board join: the board is cut into quarters, and two bits besides the diagonals
// that cross its middle must fit in 64 bits.
const (
	minJoinOrder = 4
	maxJoinOrder = 28
)

// Limits of the subproblems of a join, larger than those of other plans: half a million, or about a
// million if they would exceed longTarget, which takes half a minute. A subproblem of order 26 then
// takes seconds, one of order 28 minutes: its pieces, column sets, cannot be divided.
const (
	maxJoinSubproblems = 1 << 20
	longTarget         = 1 << 34
)

// Sets is a run of column sets of one family, consecutive by value.
//
// The columns of the western half of the board are numbered 0 to m-1 from the middle outward, with
// m = n/2, those of the eastern half likewise. A column set has the columns of the queens in the
// top half, as a word west<<m | east. Each plain set that is the least of its images under the two
// side reflections occurs once, with their number as its weight. Ranks decide between the two
// images under the main diagonal, see Ranks. All sets of [halves.Sides] occur, with weight 8.
type Sets struct {
	Family uint8  // a halves.Family
	First  uint64 // the first of them
	Count  int
}

// AppendTo appends the run as numbers.
func (s Sets) AppendTo(b []byte) []byte {
	return plan.AppendNumbers(b, uint64(s.Family), s.First, uint64(s.Count))
}

// allSets yields the column sets of a family from the given one on, by value, with their weights.
func allSets(f halves.Family, m int, from uint64) iter.Seq2[uint64, uint64] {
	return func(yield func(set, weight uint64) bool) {
		for set := from; set < 1<<(2*m); set = bitmath.NextOfSize(set) {
			if weight := weightOf(f, set, m); weight > 0 && !yield(set, weight) {
				return
			}
		}
	}
}

// weightOf returns how many solutions each of the set represents, 0 if it is not in the family.
func weightOf(f halves.Family, set uint64, m int) uint64 {
	if f == halves.Sides {
		return 8
	}
	weight := uint64(4)
	all := uint64(1)<<m - 1
	west, east := set>>m, set&all
	for _, image := range [...]uint64{east<<m | west, (all&^west)<<m | all&^east, (all&^east)<<m | all&^west} {
		switch {
		case image < set:
			return 0
		case image == set:
			weight = 2
		}
	}
	return weight
}

// ColumnSets yields the column sets of a run with their weights.
func (c *count) ColumnSets(run Sets) iter.Seq2[uint64, uint64] {
	return func(yield func(set, weight uint64) bool) {
		rest := run.Count
		for set, weight := range allSets(halves.Family(run.Family), c.order/2, run.First) {
			if rest--; !yield(set, weight) || rest == 0 {
				return
			}
		}
	}
}

// checkEvery is the number of column sets between two checks of a context.
const checkEvery = 1 << 14

func (c *count) Work(ctx context.Context) (whole plan.Work, err error) {
	for set := range c.eachSet(ctx) {
		whole = whole.Plus(set.Work)
	}
	return whole, ctx.Err()
}

func (c *count) eachSet(ctx context.Context) iter.Seq[plan.Subproblem] {
	return func(yield func(plan.Subproblem) bool) {
		m, seen := c.order/2, 0
		families := []halves.Family{halves.Plain}
		if c.order%2 == 1 {
			families = []halves.Family{halves.Sides, halves.Centre}
		}
		for _, family := range families {
			cost := newSetCost(c.order, family)
			for set := range allSets(family, m, 1<<m-1) {
				if seen++; seen%checkEvery == 0 && ctx.Err() != nil {
					return
				}
				if !yield(cost.subproblem(set)) {
					return
				}
			}
		}
	}
}

func (c *count) Cut(ctx context.Context, target plan.Work) ([]plan.Subproblem, error) {
	list := plan.Pack(c.eachSet(ctx), target, func(a, b Sets) (Sets, bool) {
		a.Count += b.Count
		return a, a.Family == b.Family
	})
	return list, ctx.Err()
}

// Target is the default target with the limits of a join. Subproblems of at most ten sets cannot be
// filled well, so there may be a tenth more.
func (*count) Target(whole plan.Work) plan.Work {
	most := uint64(maxJoinSubproblems / 2)
	if least, _ := whole.DivMod(most); least.Compare(queens.NewTotal(longTarget)) > 0 {
		most *= 2
	}
	return slices.MinFunc([]plan.Work{plan.TargetOf(whole, most), whole}, plan.Work.Compare)
}

type setCost struct {
	m, top, bottom int           // columns of a quarter, rows of the halves
	order          int           // of the board
	family         halves.Family // of the sets
	fits           [2][][]uint64 // by distance d and number of pairs: share of placements with compatible pairs d apart
	rank           []uint32
	listed         [][]uint64 // by size and rank of a set: listed share of the row sets of that size, in 1/65536
}

// unit is 1 in numbers with 32 binary places.
const unit = 1 << 32

func newSetCost(n int, f halves.Family) *setCost {
	c := &setCost{m: n / 2, order: n, family: f, top: n / 2, bottom: n / 2}
	if f == halves.Sides {
		c.top++
	}
	for i, rows := range [...]int{c.top, c.bottom} {
		c.fits[i] = make([][]uint64, rows)
		for d := 1; d < rows; d++ {
			// Two queens in different rows and d columns apart share a diagonal in 2(rows-d) of
			// rows(rows-1) cases.
			pairs := rows * (rows - 1)
			share := uint64(pairs-2*(rows-d)) * unit / uint64(pairs)
			c.fits[i][d] = []uint64{unit}
			for k := range rows {
				c.fits[i][d] = append(c.fits[i][d], c.fits[i][d][k]*share>>32)
			}
		}
	}
	if f != halves.Sides {
		c.rank = Ranks(c.m)
		c.listed = listedShares(c.m, c.rank)
	}
	return c
}

// placements estimates the number of placements of non-attacking queens in the given columns and
// number of rows: all placements in different rows, times the share in which a pair of queens is
// compatible, for every pair.
func placements(columns uint64, rows int, fits [][]uint64) uint64 {
	number := uint64(1)
	for i := 2; i <= rows; i++ {
		number *= uint64(i)
	}
	number <<= 20 // binary places; 14! << 20 is below 2^57
	for d := 1; d < rows; d++ {
		hi, lo := bits.Mul64(number, fits[d][bits.OnesCount64(columns&(columns>>d))])
		number = hi<<32 | lo>>32
	}
	return number >> 20
}

func (c *setCost) subproblem(set uint64) plan.Subproblem {
	return plan.Subproblem{Work: queens.NewTotal(c.of(set)), Pieces: Sets{uint8(c.family), set, 1}}
}

func (c *setCost) of(set uint64) uint64 {
	west, east := set>>c.m, set&(1<<c.m-1)
	middle := c.order % 2
	columns := bits.Reverse64(west)>>(64-c.m) | east<<(c.m+middle)
	others := (uint64(1)<<c.order - 1) &^ columns
	if c.family == halves.Sides {
		columns |= 1 << c.m
	}
	if middle == 1 {
		others &^= 1 << c.m
	}
	a, b := placements(columns, c.top, c.fits[0]), placements(others, c.bottom, c.fits[1])
	if c.family == halves.Sides {
		a /= 8 // about the share with middle queens in the right places
	} else {
		high := max(c.rank[west], c.rank[east])
		size := bits.OnesCount64(west)
		a = a * c.listed[size][high] >> 16
		b = b * c.listed[c.m-size][high] >> 16
	}
	return setOverhead + plan.PairsWork(max(a, 1), max(b, 1))
}

const setOverhead = 64

// Ranks returns a number for every set of lines of a quarter with m lines, 1 to 16, shared exactly
// with its reverse and with the complements of both. Package halves explains their use. Results of
// subproblems depend on the ranks, counts do not.
//
// Sets with many placements have large ranks, so that the additional placements belong to sets
// whose lists are long anyway.
func Ranks(m int) []uint32 {
	all := uint32(1)<<m - 1
	least := func(s uint32) uint32 {
		r := parity.Reversed(s, m)
		return min(s, r, all&^s, all&^r)
	}
	var classes []uint32
	for s := range all + 1 {
		if least(s) == s {
			classes = append(classes, s)
		}
	}
	parity.SortByCrowding(classes, m)
	ranks := make([]uint32, all+1)
	for i, s := range classes {
		ranks[s] = uint32(i)
	}
	for s := range all + 1 {
		ranks[s] = ranks[least(s)]
	}
	return ranks
}

func listedShares(m int, ranks []uint32) [][]uint64 {
	classes := int(slices.Max(ranks)) + 1
	shares := make([][]uint64, m+1)
	for size := range shares {
		shares[size] = make([]uint64, classes)
	}
	for s, rank := range ranks {
		shares[bits.OnesCount32(uint32(s))][rank]++
	}
	for _, share := range shares {
		for r := 1; r < classes; r++ {
			share[r] += share[r-1]
		}
		for r := range share {
			share[r] = share[r] << 16 / share[classes-1]
		}
	}
	return shares
}
