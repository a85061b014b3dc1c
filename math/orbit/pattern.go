package orbit

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
)

// Two orbits are neighbours, one move apart, exactly if they share a deletion
// pattern: what is left of a member when a queen is taken with its row and column,
// up to symmetry. For the move from p to q passes through one board, p without the
// old queen, which is q without the new one; and a symmetry that maps a pattern of
// p to one of q maps p to a member of its orbit. So each orbit is asked for its n
// patterns (n(n-1)/2 for moves of two queens), each as the least of its eight
// images, and equal patterns are brought together by sorting. No move is ever
// tried.

// pattern is a deletion pattern of one orbit. Its key, the packed least image
// scrambled, is cut in two so that no space is lost between patterns.
type pattern struct{ low, high, orbit uint32 }

func newPattern(key uint64, orbit uint32) pattern {
	return pattern{uint32(key), uint32(key >> 32), orbit}
}

func (p pattern) key() uint64 { return uint64(p.high)<<32 | uint64(p.low) }

// patternBytes is the size of a pattern.
const patternBytes = 12

// scramble spreads keys evenly over all 64 bits. Multiplying by an odd number is
// one to one, so equal keys still are equal patterns.
func scramble(w packed) uint64 { return uint64(w) * 0x9E37_79B9_7F4A_7C15 }

// The top bucketBits of a key choose its bucket; other bits choose the part.
const (
	bucketBits  = 10
	bucketShift = 64 - bucketBits
	groupBits   = 12 // the next bits choose a group in a bucket of groupFrom patterns or more
	groupFrom   = 1 << groupBits
	partShift   = 20
	partMask    = 1<<(bucketShift-partShift) - 1
)

func partOf(key, parts uint64) uint64 { return key >> partShift & partMask % parts }

// allParts stands for every part where one is asked for.
const allParts = ^uint64(0)

// blockOrbits is the number of orbits that a worker takes together. Workers take turns,
// so that each has as many patterns of a part as the others.
const blockOrbits = 256

// grouping finds the groups of orbits that share a pattern. To bound memory it sorts
// the patterns in parts, and makes those of the other parts again when their turn comes.
type grouping struct {
	order    int
	moves    int // queens taken away: 1 or 2
	orbits   []packed
	workers  int
	parts    uint64
	progress func(Progress)
	shares   [][]pattern // patterns of each worker, used again for each part
}

func perOrbit(order, moves int) int {
	switch {
	case moves > order:
		return 0 // nothing to take away
	case moves == 2:
		return order * (order - 1) / 2
	default:
		return order
	}
}

// grouped is what a grouping finds.
type grouped struct {
	patterns uint64   // different patterns
	edges    []uint64 // pairs of different orbits that share one: lesser<<32 | greater, sorted, each once
}

func (g *grouping) run(ctx context.Context) (grouped, error) {
	var all grouped
	g.shares = make([][]pattern, g.workers)
	defer func() { g.shares = nil }()
	for part := range g.parts {
		if g.progress != nil {
			g.progress(Progress{Order: g.order, Done: int(part), Parts: int(g.parts)})
		}
		found, err := g.runPart(ctx, part)
		if err != nil {
			return grouped{}, err
		}
		if part == 0 && g.parts > 1 { // room for the others, a little more than they will need
			all.edges = make([]uint64, 0, (len(found.edges)+len(found.edges)/32)*int(g.parts))
		}
		all.patterns += found.patterns
		all.edges = mergeOnce(all.edges, found.edges) // an edge may come from a pattern of each part
	}
	return all, nil
}

func sortedOnce(edges []uint64) []uint64 {
	slices.Sort(edges)
	return slices.Compact(edges)
}

// mergeOnce adds edges to others; both are sorted, each edge once, and so is the
// result. It stands where all stood if there is room, or where more stood if all is
// empty.
func mergeOnce(all, more []uint64) []uint64 {
	if cap(all) == 0 {
		return more
	}
	i, j := len(all)-1, len(more)-1
	all = append(all, more...)
	for k := len(all) - 1; j >= 0; k-- { // from the end, so that nothing is overwritten too early
		if i >= 0 && all[i] > more[j] {
			all[k] = all[i]
			i--
		} else {
			all[k] = more[j]
			j--
		}
	}
	return slices.Compact(all)
}

// runPart groups the patterns of one part: workers make them, each for a share of
// the orbits, then workers take whole buckets.
func (g *grouping) runPart(ctx context.Context, part uint64) (grouped, error) {
	bounds := make([][]int, g.workers) // of each share: where buckets end
	err := parallel(ctx, g.workers, func(ctx context.Context, worker int) (err error) {
		if g.shares[worker], err = g.share(ctx, worker, part); err == nil {
			bounds[worker] = toBuckets(g.shares[worker], bucketShift, bucketBits)
		}
		return err
	})
	if err != nil {
		return grouped{}, err
	}
	found := make([]grouped, g.workers)
	err = parallel(ctx, g.workers, func(ctx context.Context, worker int) error {
		var bucket []pattern
		for b := worker; b < 1<<bucketBits; b += g.workers {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			bucket = bucket[:0]
			for i, share := range g.shares {
				from := 0
				if b > 0 {
					from = bounds[i][b-1]
				}
				bucket = append(bucket, share[from:bounds[i][b]]...)
			}
			found[worker].add(bucket)
		}
		found[worker].edges = sortedOnce(found[worker].edges)
		return nil
	})
	all := found[0]
	for _, part := range found[1:] {
		all.patterns += part.patterns
		all.edges = mergeOnce(all.edges, part.edges)
	}
	return all, err
}

// parallel runs f once for each worker and waits. The context that f gets ends with ctx,
// and with the first error that a worker returns; that error is returned.
func parallel(ctx context.Context, workers int, f func(ctx context.Context, worker int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			if err := f(ctx, worker); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

func (g *grouping) share(ctx context.Context, worker int, part uint64) ([]pattern, error) {
	list := g.shares[worker][:0]
	g.shares[worker] = nil // its room is free if it has to grow
	expected := g.patternsOf(worker) / int(g.parts)
	list = slices.Grow(list, expected+expected/64)
	if g.parts == 1 {
		part = allParts
	}
	for from := worker * blockOrbits; from < len(g.orbits); from += g.workers * blockOrbits {
		if ctx.Err() != nil {
			return list, ctx.Err()
		}
		for i := from; i < min(from+blockOrbits, len(g.orbits)); i++ {
			list = g.appendPatterns(list, uint32(i), part)
		}
	}
	return list, nil
}

// patternsOf returns how many patterns of all parts the orbits of one worker have, at
// most one block more.
func (g *grouping) patternsOf(worker int) int {
	blocks := (len(g.orbits) + blockOrbits - 1) / blockOrbits
	mine := (blocks + g.workers - 1 - worker) / g.workers
	return min(mine*blockOrbits, len(g.orbits)) * perOrbit(g.order, g.moves)
}

func (g *grouping) appendPatterns(list []pattern, i uint32, part uint64) []pattern {
	w, m := g.orbits[i], g.order
	inverse := w.inverse(m)
	for c := range m {
		r := w.row(m, c)
		p, q := w.without(m, c, r), inverse.without(m, r, c)
		if g.moves == 1 {
			list = g.appendPattern(list, p.least(m-1, q), i, part)
			continue
		}
		for d := c; d < m-1; d++ { // columns behind c, as they are numbered now
			s := p.row(m-1, d)
			list = g.appendPattern(list, p.without(m-1, d, s).least(m-2, q.without(m-1, s, d)), i, part)
		}
	}
	return list
}

func (g *grouping) appendPattern(list []pattern, w packed, i uint32, part uint64) []pattern {
	key := scramble(w)
	if part != allParts && partOf(key, g.parts) != part {
		return list
	}
	return append(list, newPattern(key, i))
}

// toBuckets brings the patterns of each bucket together, in place, and returns
// where each bucket ends: one digit of a radix sort, by exchanges. The bits from
// shift on, so many, are the number of the bucket.
func toBuckets(list []pattern, shift, count int) []int {
	next, ends := make([]int, 1<<count), make([]int, 1<<count)
	mask := uint64(1)<<count - 1
	for _, p := range list {
		ends[p.key()>>shift&mask]++
	}
	sum := 0
	for b, count := range ends {
		next[b] = sum
		sum += count
		ends[b] = sum
	}
	for b := range ends {
		for next[b] < ends[b] {
			home := list[next[b]].key() >> shift & mask
			list[next[b]], list[next[home]] = list[next[home]], list[next[b]]
			next[home]++
		}
	}
	return ends
}

// add counts the different patterns of a bucket and appends the edges between
// orbits that share one. The bucket is put into another order.
func (g *grouped) add(bucket []pattern) {
	from := len(g.edges)
	if len(bucket) < groupFrom {
		g.addGroup(bucket)
	} else {
		begin := 0
		for _, end := range toBuckets(bucket, bucketShift-groupBits, groupBits) {
			g.addGroup(bucket[begin:end])
			begin = end
		}
	}
	g.edges = g.edges[:from+len(sortedOnce(g.edges[from:]))]
}

func (g *grouped) addGroup(bucket []pattern) {
	slices.SortFunc(bucket, func(a, b pattern) int {
		if x, y := a.key(), b.key(); x != y {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(a.orbit, b.orbit)
	})
	bucket = slices.Compact(bucket) // an orbit that has a pattern twice
	for i := 0; i < len(bucket); {
		j := i + 1
		for j < len(bucket) && bucket[j].key() == bucket[i].key() {
			for _, lesser := range bucket[i:j] {
				g.edges = append(g.edges, uint64(lesser.orbit)<<32|uint64(bucket[j].orbit))
			}
			j++
		}
		g.patterns++
		i = j
	}
}

// workersOr returns the number of workers asked for, one per core for 0.
func workersOr(workers int) int {
	if workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return workers
}
