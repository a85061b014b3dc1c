// Package orderly lists combinatorial objects up to symmetry, one from each orbit, size by
// size. It never compares an object with those found before.
//
// A [Family] defines the objects: which object of each orbit is canonical, how objects are
// ordered, and how an object of one size is augmented to objects of the next. The orderly
// algorithm goes through the list of one size in order, augments each object, and keeps an
// object if it is canonical and comes after the last one kept. The result is the list of the
// next size, each orbit once and in order, if three conditions hold:
//
//  1. coverage: every canonical object can be made from a canonical object of the
//     size before;
//  2. monotonicity: if X comes before Y, the first object from which X can be made
//     does not come after the first from which Y can be made;
//  3. proper order: the objects made from one object are made in list order.
//
// [Check] tests the conditions on a [Universe], a family that can also list all of its objects
// by brute force, and returns a counterexample if one fails.
//
// [Digraphs], graphs among them, and [Queens] are families; [Kinds] is their table.
//
// R. C. Read published the algorithm in 1978. Source: [isoblog], with its conditions repaired
// as docs/documents.csv says (B1 to B3).
package orderly

import (
	"context"
	"fmt"
	"iter"
)

// Family defines objects of type T for the orderly algorithm. Objects are values:
// they are never modified.
type Family[T any] interface {
	// Start returns the canonical objects of the smallest size, in list order.
	Start() []T
	// Augment yields objects of the next size made from x, in list order.
	Augment(x T) iter.Seq[T]
	// Canonical reports whether x represents its orbit.
	Canonical(x T) bool
	// Compare returns a negative number, zero or a positive number if x is before, at or
	// after y in the list; both have the same size.
	Compare(x, y T) int
}

// Level is the list of the objects of one size, and how it came about.
type Level[T any] struct {
	Objects      []T // canonical, in list order, each orbit once
	Candidates   int // objects made by augmenting those of the size before
	OutOfOrder   int // of these, refused because they do not come after the last one kept
	NotCanonical int // of the others, refused because another one represents the orbit
}

// Levels yields the list of each size, the smallest first: that of Start, the list
// made from it, and so on until one is empty, which is not yielded, or the caller
// stops. The slices are the caller's; the next list is made from them.
//
// Memory is that of two lists. Errors: ctx's error if it ends, with no further list.
func Levels[T any](ctx context.Context, f Family[T]) iter.Seq2[Level[T], error] {
	return func(yield func(Level[T], error) bool) {
		level := Level[T]{Objects: f.Start()}
		for len(level.Objects) > 0 {
			if !yield(level, nil) {
				return
			}
			next, err := Next(ctx, f, level.Objects)
			if err != nil {
				yield(Level[T]{}, err)
				return
			}
			level = next
		}
	}
}

// Next makes the list of the next size from the list of one size: one step of the
// orderly algorithm. Time is that of one call of Compare for each candidate, and one
// of Canonical for each that passes: the order is asked for first, because that costs less.
//
// Errors: ctx's error if it ends, and no list.
func Next[T any](ctx context.Context, f Family[T], list []T) (Level[T], error) {
	var next Level[T]
	for i, parent := range list {
		if err := ctx.Err(); err != nil {
			return Level[T]{}, fmt.Errorf("orderly: stopped after %d of %d objects: %w", i, len(list), err)
		}
		for x := range f.Augment(parent) {
			next.Candidates++
			switch kept := next.Objects; {
			case len(kept) > 0 && f.Compare(kept[len(kept)-1], x) >= 0:
				next.OutOfOrder++
			case !f.Canonical(x):
				next.NotCanonical++
			default:
				next.Objects = append(kept, x)
			}
		}
	}
	return next, nil
}
