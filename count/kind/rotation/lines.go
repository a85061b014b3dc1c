package rotation

import (
	"cmp"
	"context"
	"iter"
	"math/bits"
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
	return workOf(c.units()), ctx.Err()
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
		more := workOf(units[i:][:group])
		if work.Plus(more).Compare(target) > 0 {
			finish(i)
		}
		work = work.Plus(more)
		i += group
	}
	finish(len(units))
	return list, ctx.Err()
}

// Samples yields units, with those that are counted together.
func (c *Count) Samples(ctx context.Context, _ func(context.Context) ([]kind.Subproblem, error), o kind.Options,
	seed uint64,
) (iter.Seq2[kind.Sample, error], error) {
	t, err := newTallier(c, o)
	if err != nil {
		return nil, err
	}
	var runs []kind.Subproblem
	units := c.units()
	for first := 0; first < len(units); {
		run := Lines{first, c.alike(units[first:])}
		first += run.Count
		runs = append(runs, kind.Subproblem{Work: workOf(units[run.First:first]), Pieces: run})
	}
	return kind.Drawn(ctx, t, runs, seed, uint64(c.order)), nil
}

func workOf(units []rotation.Unit) (sum kind.Work) {
	for _, u := range units {
		sum = sum.Add(u.Work)
	}
	return sum
}
