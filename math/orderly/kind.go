package orderly

import (
	"context"
	"iter"
	"math"

	"queens"
	"queens/internal/errs"
)

// Kind is one line of the table of families: what is listed for a number n.
type Kind struct {
	Name    string // stable identifier: "digraphs"
	Summary string // one sentence, no final period
	Size    string // what the size of an object is: "arcs"
	Series  string // name in package known, by n and size
	Min     int    // smallest n
	Max     int    // largest n, for which the lists fit in memory and take a minute or so
	CheckTo int    // largest n for which Check takes less than a minute

	run   func(ctx context.Context, n int, visit func(text string)) iter.Seq2[Count, error]
	check func(ctx context.Context, n int) error
}

// kind fills in what follows from a family.
func kind[T comparable, F Family[T]](k Kind, family func(n int) F) Kind {
	k.run = func(ctx context.Context, n int, visit func(string)) iter.Seq2[Count, error] {
		return func(yield func(Count, error) bool) {
			f := family(n)
			for level, err := range Levels[T](ctx, f) {
				for _, x := range level.List {
					if visit != nil {
						visit(f.Text(x))
					}
				}
				if !yield(level.Count, err) {
					return
				}
			}
		}
	}
	k.check = func(ctx context.Context, n int) error { return Check[T](ctx, family(n), math.MaxInt) }
	return k
}

// Kinds returns every kind, sorted by name.
func Kinds() []Kind {
	return []Kind{
		kind[Digraph](Kind{
			Name: "digraphs", Summary: "digraphs without loops on N nodes, by number of arcs", Size: "arcs",
			Series: "digraphs-by-arcs", Min: 1, Max: 6, CheckTo: 5,
		}, func(n int) Digraphs { return Digraphs{Nodes: n} }),
		kind[Digraph](Kind{
			Name: "graphs", Summary: "graphs on N nodes, by number of edges", Size: "edges",
			Series: "graphs-by-edges", Min: 1, Max: 9, CheckTo: 6,
		}, func(n int) Digraphs { return Digraphs{Nodes: n, Symmetric: true} }),
		kind[Placement](Kind{
			Name: "queens", Summary: "non-attacking queens on a board of order N, by their number", Size: "queens",
			Series: "nonattacking-orbits-by-size", Min: 1, Max: 10, CheckTo: 5,
		}, func(n int) Queens { return Queens{Order: n} }),
	}
}

// Counts yields the number of objects of each size, the smallest first. Where visit
// is not nil it is first called with the text of each object, in list order.
//
// Errors: queens.ErrOrder for n outside Min..Max; ctx's error if it ends.
func (k Kind) Counts(ctx context.Context, n int, visit func(text string)) iter.Seq2[Count, error] {
	if n < k.Min || n > k.Max {
		err := errs.Errorf("%s for %d: want %d to %d: %w", k.Name, n, k.Min, k.Max, queens.ErrOrder)
		return func(yield func(Count, error) bool) { yield(Count{}, err) }
	}
	return k.run(ctx, n, visit)
}

// Check tests the definition of the kind by brute force, as the function Check does.
//
// Errors: queens.ErrOrder for n outside Min..CheckTo; a *Counterexample; ctx's error if it ends.
func (k Kind) Check(ctx context.Context, n int) error {
	if n < k.Min || n > k.CheckTo {
		return errs.Errorf("check %s for %d: want %d to %d: %w", k.Name, n, k.Min, k.CheckTo, queens.ErrOrder)
	}
	return k.check(ctx, n)
}
