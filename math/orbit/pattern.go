package orbit

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Two orbits are neighbours, one move apart, exactly if they share a deletion pattern: what is left
// of a member when a queen is taken with its row and column, up to symmetry. For the move from p to
// q passes through one board, p without the old queen, which is q without the new one; and a
// symmetry that maps a pattern of p to one of q maps p to a member of its orbit. So each orbit is
// asked for its n patterns (n(n-1)/2 for moves of two queens), each as the least of its eight
// images, and equal patterns are brought together by sorting. No move is ever tried.

// pattern is a deletion pattern of one orbit. Its key, the packed least image
// scrambled, is cut in two so that no space is lost between patterns.
type pattern struct{ low, high, orbit uint32 }

func newPattern(key uint64, orbit uint32) pattern {
	return pattern{uint32(key), uint32(key >> 32), orbit}
}

func (p pattern) key() uint64 { return uint64(p.high)<<32 | uint64(p.low) }

// patternBytes is what a pattern takes: workers copy those that they sort.
const patternBytes = 24

// scramble spreads keys evenly over all 64 bits. Multiplying by an odd number is
// one to one, so equal keys still are equal patterns.
func scramble(w packed) uint64 { return uint64(w) * 0x9E37_79B9_7F4A_7C15 }

// blockOrbits is the number of orbits that a worker takes together. Workers take turns,
// so that each has as many patterns of a part as the others.
const blockOrbits = 256

type grouped struct {
	patterns uint64   // different patterns
	edges    []uint64 // pairs of different orbits that share one: lesser<<32 | greater, sorted, each once
}

// group finds the groups of orbits that share a pattern. To bound memory it sorts the patterns in
// parts, and makes those of the other parts again when their turn comes.
func (a *Atlas) group(ctx context.Context, parts uint64, progress func(Progress)) (all grouped, err error) {
	for part := range parts {
		if progress != nil {
			progress(Progress{Order: a.order, Done: int(part), Parts: int(parts)})
		}
		if err := a.groupPart(ctx, part, parts, &all); err != nil {
			return grouped{}, err
		}
	}
	return all, nil
}

// groupPart adds the groups of one part: each worker makes the patterns of a share of the orbits
// and deals them out, then each groups those it was dealt.
func (a *Atlas) groupPart(ctx context.Context, part, parts uint64, all *grouped) error {
	made, found := make([][][]pattern, a.workers), make([]grouped, a.workers)
	err := parallel(ctx, a.workers, func(ctx context.Context, worker int) (err error) {
		made[worker], err = a.share(ctx, worker, part, parts)
		return err
	})
	if err != nil {
		return err
	}
	err = parallel(ctx, a.workers, func(_ context.Context, worker int) error {
		var mine []pattern
		for _, dealt := range made {
			mine = append(mine, dealt[worker]...)
		}
		found[worker].add(mine)
		return nil
	})
	for _, f := range found {
		all.patterns += f.patterns
		all.edges = append(all.edges, f.edges...)
	}
	slices.Sort(all.edges) // an edge may come from several patterns
	all.edges = slices.Compact(all.edges)
	return err
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

// share returns the patterns of a part of the orbits of one worker, by the worker that is to group
// them.
func (a *Atlas) share(ctx context.Context, worker int, part, parts uint64) ([][]pattern, error) {
	dealt := make([][]pattern, a.workers)
	add := func(w packed, i uint32) {
		key := scramble(w)
		if key>>keyShift%parts == part {
			to := key >> keyShift / parts % uint64(a.workers)
			dealt[to] = append(dealt[to], newPattern(key, i))
		}
	}
	for from := worker * blockOrbits; from < len(a.orbits); from += a.workers * blockOrbits {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for i := from; i < min(from+blockOrbits, len(a.orbits)); i++ {
			a.patternsOf(a.orbits[i], func(w packed) { add(w, uint32(i)) })
		}
	}
	return dealt, nil
}

// keyShift leaves out the low bits of a key, which are less random.
const keyShift = 20

func (a *Atlas) patternsOf(w packed, found func(packed)) {
	m := a.order
	inverse := w.inverse(m)
	for c := range m {
		r := w.row(m, c)
		p, q := w.without(m, c, r), inverse.without(m, r, c)
		if a.moves == 1 {
			found(p.least(m-1, q))
			continue
		}
		for d := c; d < m-1; d++ { // columns behind c, as they are numbered now
			s := p.row(m-1, d)
			found(p.without(m-1, d, s).least(m-2, q.without(m-1, s, d)))
		}
	}
}

// add counts the different patterns of a list, which is put into another order, and adds the edges
// between orbits that share one.
func (g *grouped) add(list []pattern) {
	slices.SortFunc(list, func(a, b pattern) int {
		if x, y := a.key(), b.key(); x != y {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(a.orbit, b.orbit)
	})
	list = slices.Compact(list) // an orbit that has a pattern twice
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j].key() == list[i].key() {
			for _, lesser := range list[i:j] {
				g.edges = append(g.edges, uint64(lesser.orbit)<<32|uint64(list[j].orbit))
			}
			j++
		}
		g.patterns++
		i = j
	}
}
