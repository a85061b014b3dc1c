package rotation

import (
	"cmp"
	"context"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/count/kind"
	"queens/internal/rotation"
)

// Lines is a run of units of a product over sets of lines, see docs/symmetric.md.
type Lines struct {
	First, Count int // positions in the list of all units
}

const pieces = "line sets"

// Kind returns what the pieces are.
func (Lines) Kind() string { return pieces }

// AppendTo appends the run as numbers.
func (l Lines) AppendTo(b []byte) []byte { return kind.AppendNumbers(b, l.First, l.Count) }

// Count is a count of runs of units.
type Count struct {
	kind.Plain
	scheme  kind.Scheme
	order   int
	half    func() *rotation.Half // a second for order 40
	quarter func() *rotation.Quarter
	torus   func() *rotation.Torus
}

// groupedBefore reports whether version 1 of half turns had units that are alike side by side in
// order n.
func groupedBefore(n int) bool { return n == 36 || n > 37 }

func (c *Count) grouped() bool {
	return c.ofHalfTurn() && (c.scheme.Version > 1 || groupedBefore(c.order))
}

func (c *Count) ofHalfTurn() bool {
	return c.scheme.Motion == kind.HalfTurn && c.scheme.Topology != queens.Modular
}

func (c *Count) newHalf() *rotation.Half {
	h := rotation.NewHalf(c.order)
	if !c.grouped() {
		slices.SortFunc(h.Units, func(a, b rotation.Unit) int {
			return cmp.Or(bits.OnesCount32(a.Lines)-bits.OnesCount32(b.Lines), cmp.Compare(a.Lines, b.Lines))
		})
	}
	return h
}

func (c *Count) units() []rotation.Unit {
	switch {
	case c.scheme.Topology == queens.Modular:
		return c.torus().Units
	case c.ofHalfTurn():
		return c.half().Units
	default:
		return c.quarter().Units
	}
}

func (c *Count) alike(units []rotation.Unit) int {
	if c.ofHalfTurn() {
		return c.half().Alike(units)
	}
	return 1
}

// Work adds up the work of all units.
func (c *Count) Work(ctx context.Context) (whole kind.Work, err error) {
	if err := ctx.Err(); err != nil {
		return whole, err
	}
	for _, u := range c.units() {
		whole = whole.Add(u.Work)
	}
	return whole, ctx.Err()
}

// Cut divides the units into runs of about the target.
func (c *Count) Cut(ctx context.Context, target kind.Work) (list []kind.Subproblem, err error) {
	var work kind.Work
	units, first := c.units(), 0
	finish := func(end int) {
		if first < end {
			list = append(list, kind.Subproblem{Work: work, Pieces: Lines{first, end - first}})
		}
		work, first = kind.Work{}, end
	}
	for i := 0; i < len(units); {
		group := 1
		if c.grouped() {
			group = c.alike(units[i:])
		}
		var more uint64
		for _, u := range units[i:][:group] {
			more += u.Work
		}
		if work.Add(more).Compare(target) > 0 {
			finish(i)
		}
		work = work.Add(more)
		i += group
	}
	finish(len(units))
	return list, ctx.Err()
}

const sampledLines = 1 << 12

// Samples yields units, with those that are counted together. Each is chosen with probability
// proportional to its estimated work.
func (c *Count) Samples(ctx context.Context, _ func(context.Context) ([]kind.Subproblem, error), o kind.Options,
	seed uint64,
) (iter.Seq2[kind.Sample, error], error) {
	t, err := newTallier(c, o)
	if err != nil {
		return nil, err
	}
	var ends []uint64 // of the work of the runs up to each
	var runs []Lines
	var total uint64
	units := c.units()
	for first := 0; first < len(units); {
		run := Lines{first, c.alike(units[first:])}
		first += run.Count
		for _, u := range units[run.First:first] {
			total += u.Work
		}
		ends, runs = append(ends, total), append(runs, run)
	}
	random := rand.New(rand.NewPCG(seed, uint64(c.order)))
	return func(yield func(kind.Sample, error) bool) {
		for range min(sampledLines, sampledLines*len(ends)) {
			i, _ := slices.BinarySearch(ends, random.Uint64N(total)+1)
			work := ends[i]
			if i > 0 {
				work -= ends[i-1]
			}
			inverse := float64(total) / float64(work)
			seconds := kind.Stopwatch()
			r, err := t.Count(ctx, &kind.Subproblem{Pieces: runs[i]})
			if !yield(kind.Sample{Solutions: r.Total.Float64() * inverse, Seconds: seconds() * inverse}, err) ||
				err != nil {
				return
			}
		}
	}, nil
}
