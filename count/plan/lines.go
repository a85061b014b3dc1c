package plan

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/internal/turns"
)

// Lines is a run of units of a product over sets of lines, see docs/notes/symmetric.md.
type Lines struct {
	First, Count int // positions in the list of all units
}

func (Lines) kind() Kind { return LineSets }

func (l Lines) appendTo(b []byte) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(l.First)), uint64(l.Count))
}

// groupedBefore reports whether version 1 of half turns had units that are alike side by side in order n.
func groupedBefore(n int) bool { return n == 36 || n > 37 }

// grouped reports whether units that are alike belong to one subproblem.
func (f *Frame) grouped() bool {
	return f.ofHalfTurn() && (f.Scheme.Version > 1 || groupedBefore(f.Order))
}

// half returns the product of the half turn, in the order of the scheme's version.
func (f *Frame) half() *turns.Half {
	h := turns.NewHalf(f.Order)
	if !f.grouped() {
		slices.SortFunc(h.Units, func(a, b turns.Unit) int {
			return cmp.Or(bits.OnesCount32(a.Lines)-bits.OnesCount32(b.Lines), cmp.Compare(a.Lines, b.Lines))
		})
	}
	return h
}

// lineSets returns the units of a scheme of line sets, none for other schemes.
func (f *Frame) lineSets() []turns.Unit {
	switch {
	case f.Scheme.Kind() != LineSets:
		return nil
	case f.Scheme.Topology == queens.Modular:
		return f.products.Torus().Units
	case f.Scheme.Motion == HalfTurn:
		return f.products.Half().Units
	default:
		return f.products.Quarter().Units
	}
}

// lineSets is the kind of the schemes whose subproblems are runs of units.
type lineSets struct{}

func (lineSets) name() Kind            { return LineSets }
func (lineSets) families(int) []Family { return nil }
func (lineSets) target(w Work) Work    { return targetOf(w) }

// draft adds up the work of all units.
func (lineSets) draft(ctx context.Context, d *Draft) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, u := range d.lineSets() {
		d.Work = d.Work.Add(u.Work)
	}
	return ctx.Err()
}

// cut divides the units into runs of about the target.
func (lineSets) cut(ctx context.Context, d *Draft, target Work) (list []Subproblem, err error) {
	var work Work
	units, first := d.lineSets(), 0
	for i := 0; i < len(units); {
		group := 1
		if d.grouped() {
			group = d.alike(units[i:])
		}
		var more uint64
		for _, u := range units[i:][:group] {
			more += u.Work
		}
		if i > first && work.Add(more).Compare(target) > 0 {
			list = append(list, Subproblem{Work: work, Pieces: Lines{first, i - first}})
			work, first = Work{}, i
		}
		work = work.Add(more)
		i += group
	}
	if first < len(units) {
		list = append(list, Subproblem{Work: work, Pieces: Lines{first, len(units) - first}})
	}
	return list, ctx.Err()
}

// parse reads a run.
func (lineSets) parse(f *Frame, r *reader) (Pieces, error) {
	l := Lines{First: int(min(r.number(), maxNumber))}
	l.Count = int(min(r.number(), maxNumber))
	if units := len(f.lineSets()); r.err == nil && (l.Count == 0 || l.First > units || l.Count > units-l.First) {
		return nil, fmt.Errorf("line sets %d to %d of %d", l.First, l.First+l.Count, units)
	}
	return l, r.err
}

// alike returns how many of the first units are best counted together, at least 1.
func (f *Frame) alike(units []turns.Unit) int {
	if f.ofHalfTurn() {
		return f.products.Half().Alike(units)
	}
	return 1
}

func (f *Frame) ofHalfTurn() bool {
	return f.Scheme.Motion == HalfTurn && f.Scheme.Topology != queens.Modular
}

// SampleLines returns so many random units, with those that are counted together each a subproblem, none if
// the scheme has none. Each is chosen with probability proportional to its estimated work. The same seed
// yields the same samples.
func (d *Draft) SampleLines(samples int, seed uint64) (drawn []SetSample) {
	var ends []uint64 // of the work of the runs up to each
	var runs []Lines
	var total uint64
	units := d.lineSets()
	for first := 0; first < len(units); {
		run := Lines{first, d.alike(units[first:])}
		first += run.Count
		for _, u := range units[run.First:first] {
			total += u.Work
		}
		ends, runs = append(ends, total), append(runs, run)
	}
	random := rand.New(rand.NewPCG(seed, uint64(d.Order)))
	for range min(samples, samples*len(ends)) {
		i, _ := slices.BinarySearch(ends, random.Uint64N(total)+1)
		work := ends[i]
		if i > 0 {
			work -= ends[i-1]
		}
		drawn = append(drawn, SetSample{
			Subproblem: Subproblem{Work: queens.NewTotal(work), Pieces: runs[i]},
			Inverse:    float64(total) / float64(work),
		})
	}
	return drawn
}
