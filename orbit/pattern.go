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

// pattern is a deletion pattern of one orbit.
type pattern struct {
	key   uint64 // the packed least image, scrambled
	high  uint32 // what does not fit key, beyond order 16
	orbit uint32
}

// scramble spreads keys evenly over all 64 bits. Multiplying by an odd number is
// one to one, so equal keys still are equal patterns.
func scramble(w packed) uint64 { return uint64(w) * 0x9E37_79B9_7F4A_7C15 }

// The top bucketBits of a key choose its bucket; other bits choose the pass.
const (
	bucketBits   = 10
	bucketShift  = 64 - bucketBits
	groupBits    = 12 // the next bits choose a group in a bucket of groupFrom patterns or more
	groupFrom    = 1 << groupBits
	passShift    = 20
	passMask     = 1<<(bucketShift-passShift) - 1
	patternBytes = 16
)

// Patterns that do not fit are not kept on disk but made again in each pass. For
// orders above nibbleOrder the pass follows from the border of a pattern, so that only
// the patterns of a pass are turned and compared.

// grouping finds the groups of orbits that share a pattern.
type grouping struct {
	order   int
	moves   int // queens taken away: 1 or 2
	orbits  []packed
	workers int
	passes  uint64      // the patterns are sorted in so many portions, to bound memory
	borders *borders    // nil: patterns are made from packed words; else from wide boards
	shares  [][]pattern // patterns of each worker, used again in each pass
}

// perOrbit returns the number of patterns of an orbit.
func (g *grouping) perOrbit() int {
	if g.moves == 2 {
		return g.order * (g.order - 1) / 2
	}
	return g.order
}

// grouped is what a grouping finds.
type grouped struct {
	patterns uint64   // different patterns
	edges    []uint64 // pairs of different orbits that share one: lesser<<32 | greater, sorted, each once
}

// run groups all patterns. report, unless nil, is called after each pass but the
// last.
func (g *grouping) run(ctx context.Context, report func(done, passes int)) (grouped, error) {
	var all grouped
	g.shares = make([][]pattern, g.workers)
	var parts [][]uint64
	for pass := range g.passes {
		if pass > 0 && report != nil {
			report(int(pass), int(g.passes))
		}
		part, err := g.runPass(ctx, pass)
		if err != nil {
			return grouped{}, err
		}
		all.patterns += part.patterns
		parts = append(parts, part.edges)
	}
	g.shares = nil
	if len(parts) == 1 {
		all.edges = parts[0]
	} else { // an edge may come from a pattern of each pass
		all.edges = sortedOnce(slices.Concat(parts...))
	}
	return all, nil
}

// sortedOnce sorts edges and removes repetitions, in place.
func sortedOnce(edges []uint64) []uint64 {
	slices.Sort(edges)
	return slices.Compact(edges)
}

// runPass groups the patterns of one pass: workers make them, each for a share of
// the orbits, then workers take whole buckets.
func (g *grouping) runPass(ctx context.Context, pass uint64) (grouped, error) {
	shares := g.shares
	bounds := make([][]int, g.workers) // of each share: where buckets end
	parallel(g.workers, func(worker int) {
		shares[worker] = g.share(ctx, shares[worker][:0], worker, pass)
		bounds[worker] = toBuckets(shares[worker], bucketShift, bucketBits)
	})
	if err := ctx.Err(); err != nil {
		return grouped{}, err
	}
	parts := make([]grouped, g.workers)
	parallel(g.workers, func(worker int) {
		var bucket []pattern
		for b := worker; b < 1<<bucketBits && ctx.Err() == nil; b += g.workers {
			bucket = bucket[:0]
			for i, share := range shares {
				from := 0
				if b > 0 {
					from = bounds[i][b-1]
				}
				bucket = append(bucket, share[from:bounds[i][b]]...)
			}
			parts[worker].add(bucket)
		}
	})
	var all grouped
	for _, part := range parts {
		all.patterns += part.patterns
		all.edges = append(all.edges, part.edges...)
	}
	all.edges = sortedOnce(all.edges)
	return all, ctx.Err()
}

// parallel runs f once for each worker and waits.
func parallel(workers int, f func(worker int)) {
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() { f(worker) })
	}
	group.Wait()
}

// share appends the patterns, of one pass, of one worker's share of the orbits.
func (g *grouping) share(ctx context.Context, list []pattern, worker int, pass uint64) []pattern {
	from, to := len(g.orbits)*worker/g.workers, len(g.orbits)*(worker+1)/g.workers
	expected := (to - from) * g.perOrbit() / int(g.passes)
	list = slices.Grow(list, expected+expected/32)
	for i := from; i < to; i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil
		}
		if g.borders != nil {
			list = g.appendWide(list, uint32(i), pass)
		} else {
			list = g.appendPatterns(list, uint32(i), pass)
		}
	}
	return list
}

// appendPatterns appends the patterns of orbit i that belong to a pass.
func (g *grouping) appendPatterns(list []pattern, i uint32, pass uint64) []pattern {
	w, m := g.orbits[i], g.order
	inverse := w.inverse(m)
	for c := range m {
		r := w.row(m, c)
		p, q := w.without(m, c, r), inverse.without(m, r, c)
		if g.moves == 1 {
			list = g.appendPattern(list, p.least(m-1, q), i, pass)
			continue
		}
		for d := c; d < m-1; d++ { // columns behind c, as they are numbered now
			s := p.row(m-1, d)
			list = g.appendPattern(list, p.without(m-1, d, s).least(m-2, q.without(m-1, s, d)), i, pass)
		}
	}
	return list
}

func (g *grouping) appendPattern(list []pattern, w packed, i uint32, pass uint64) []pattern {
	key := scramble(w)
	if g.passes > 1 && key>>passShift&passMask%g.passes != pass {
		return list
	}
	return append(list, pattern{key, 0, i})
}

// toBuckets brings the patterns of each bucket together, in place, and returns
// where each bucket ends: one digit of a radix sort, by exchanges. The bits from
// shift on, so many, are the number of the bucket.
func toBuckets(list []pattern, shift, count int) []int {
	next, ends := make([]int, 1<<count), make([]int, 1<<count)
	mask := uint64(1)<<count - 1
	for _, p := range list {
		ends[p.key>>shift&mask]++
	}
	sum := 0
	for b, count := range ends {
		next[b] = sum
		sum += count
		ends[b] = sum
	}
	for b := range ends {
		for next[b] < ends[b] {
			home := list[next[b]].key >> shift & mask
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

// addGroup is add, with edges that may repeat.
func (g *grouped) addGroup(bucket []pattern) {
	slices.SortFunc(bucket, func(a, b pattern) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		if a.high != b.high {
			return cmp.Compare(a.high, b.high)
		}
		return cmp.Compare(a.orbit, b.orbit)
	})
	bucket = slices.Compact(bucket) // an orbit that has a pattern twice
	for i := 0; i < len(bucket); {
		j := i + 1
		for j < len(bucket) && bucket[j].key == bucket[i].key && bucket[j].high == bucket[i].high {
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
