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
// [Check] tests the conditions by brute force and returns a counterexample if one fails.
//
// [Digraphs], graphs among them, and [Queens] are families; [Kinds] is their table.
//
// R. C. Read published the algorithm in 1978. Source: [isoblog], with its conditions repaired
// as docs/documents.csv says (B1 to B3).
package orderly

import (
	"context"
	"iter"

	"queens/internal/errs"
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
	// Text returns x for people.
	Text(x T) string

	// All yields every object, canonical or not, of the size that is step augmentations above
	// that of Start, each at least once, in any order; none if there are none. Check needs it.
	All(step int) iter.Seq[T]
	// Images yields the objects of the orbit of x, x among them, each at least once; the images
	// of an image are the same objects. Check needs it.
	Images(x T) iter.Seq[T]
}

// Count is the number of objects of one size, and the work it took.
type Count struct {
	Size         int `json:"size"`
	Objects      int `json:"objects,string"`
	Candidates   int `json:"candidates,string"`   // made by augmenting the objects of the size before
	NotCanonical int `json:"notCanonical,string"` // of these, refused because another one represents the orbit
	// of these, refused because they do not come after the last one kept; asked first
	OutOfOrder int `json:"outOfOrder,string"`
}

// Level is the list of the objects of one size, canonical, in list order, each orbit once.
type Level[T any] struct {
	Count
	List []T
}

// Levels yields the list of each size, the smallest first: that of Start, the list
// made from it, and so on until one is empty, which is not yielded, or the caller
// stops. The slices are the caller's; the next list is made from them.
//
// Memory is that of two lists. Errors: ctx's error if it ends, with no further list.
func Levels[T any](ctx context.Context, f Family[T]) iter.Seq2[Level[T], error] {
	return func(yield func(Level[T], error) bool) {
		level := Level[T]{List: f.Start()}
		for level.Objects = len(level.List); level.Objects > 0 && yield(level, nil); level.Objects = len(level.List) {
			next := Level[T]{Count: Count{Size: level.Size + 1}}
			for i, parent := range level.List {
				if err := ctx.Err(); err != nil {
					yield(Level[T]{}, errs.Errorf("stopped after %d of %d objects: %w", i, level.Objects, err))
					return
				}
				for x := range f.Augment(parent) {
					next.Candidates++
					switch kept := next.List; {
					case len(kept) > 0 && f.Compare(kept[len(kept)-1], x) >= 0:
						next.OutOfOrder++
					case !f.Canonical(x):
						next.NotCanonical++
					default:
						next.List = append(kept, x)
					}
				}
			}
			level = next
		}
	}
}
