// Package orderly lists combinatorial objects up to symmetry, one from each orbit, size by
// size. It never compares an object with those found before.
//
// The objects of a [Family] are sets of cells: squares with queens, arcs of a digraph. The orderly
// algorithm goes through the list of one size in order, adds a cell to each set, and keeps the
// result if it is canonical and comes after the last one kept. The result is the list of the
// next size, each orbit once and in order, if three conditions hold:
//
//  1. coverage: every canonical object can be made from a canonical object of the
//     size before;
//  2. monotonicity: if X comes before Y, the first object from which X can be made
//     does not come after the first from which Y can be made;
//  3. proper order: the objects made from one object are made in list order.
//
// [Family.Check] tests the conditions by brute force.
//
// R. C. Read published the algorithm in 1978. Source: [isoblog], with its conditions repaired
// as docs/documents.csv says (B1 to B3).
package orderly

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/internal/errs"
	"queens/internal/named"
)

// set is a set of cells, numbered from 0, one byte each, in increasing order.
type set []byte

// family is the sets of cells of one kind, up to symmetry. The canonical set is the
// lexicographically least of its orbit, lists are in increasing order, and a cell is added after
// the last one.
//
// Taking the last cell off a canonical set leaves a canonical one: were an image of the rest less,
// then the same image of the whole, where one more cell only moves cells forward, would be less
// too. So every set has one parent.
type family struct {
	cells      int
	symmetries iter.Seq[[]byte]            // where each takes the cells; the slice is reused
	name       func(cell byte) string      // for people
	fits       func(x set, cell byte) bool // whether a set that is in the family remains so with one more cell

	canonical func(x set) bool          // reports whether x represents its orbit
	augment   func(x set) iter.Seq[set] // the slice is reused
	compare   func(x, y set) int        // of sets of one size
}

// newFamily returns the family of all sets of cells, which are in one orbit under a group.
func newFamily(cells int, group iter.Seq[[]byte], name func(cell byte) string) *family {
	f := &family{cells: cells, symmetries: group, name: name, compare: slices.Compare[set]}
	f.fits = func(set, byte) bool { return true }
	f.canonical, f.augment = f.isLeast, f.after
	return f
}

// isLeast reports whether no image of x is less. The first cell decides almost always.
func (f *family) isLeast(x set) bool {
	for to := range f.symmetries {
		least := ^byte(0)
		for _, cell := range x {
			least = min(least, to[cell])
		}
		if len(x) > 0 && (least < x[0] || least == x[0] && slices.Compare(x.image(to), x) < 0) {
			return false
		}
	}
	return true
}

func (x set) image(to []byte) set {
	image := slices.Clone(x)
	for i, cell := range x {
		image[i] = to[cell]
	}
	slices.Sort(image)
	return image
}

// after yields x with one more cell after its last one.
func (f *family) after(x set) iter.Seq[set] {
	return func(yield func(set) bool) {
		first, more := byte(0), append(slices.Clone(x), 0)
		if len(x) > 0 {
			first = x[len(x)-1] + 1
		}
		for more[len(x)] = first; int(more[len(x)]) < f.cells; more[len(x)]++ {
			if f.fits(x, more[len(x)]) && !yield(more) {
				return
			}
		}
	}
}

func (f *family) text(x set) string {
	if len(x) == 0 {
		return "-"
	}
	return strings.Join(named.Names(x, f.name), " ")
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

// level is the list of the objects of one size, canonical, in list order, each orbit once.
type level struct {
	Count
	list []set
}

// levels yields the list of each size, the smallest first, until one is empty, which is not
// yielded. Memory is that of two lists. Errors: ctx's error if it ends, with no further list.
func (f *family) levels(ctx context.Context) iter.Seq2[level, error] {
	return func(yield func(level, error) bool) {
		l := level{list: []set{{}}}
		for l.Objects = 1; l.Objects > 0 && yield(l, nil); l.Objects = len(l.list) {
			next := level{Count: Count{Size: l.Size + 1}}
			for i, parent := range l.list {
				if err := ctx.Err(); err != nil {
					yield(level{}, errs.Errorf("stopped after %d of %d objects: %w", i, l.Objects, err))
					return
				}
				for x := range f.augment(parent) {
					next.Candidates++
					switch kept := next.list; {
					case len(kept) > 0 && f.compare(kept[len(kept)-1], x) >= 0:
						next.OutOfOrder++
					case !f.canonical(x):
						next.NotCanonical++
					default:
						next.list = append(kept, slices.Clone(x))
					}
				}
			}
			l = next
		}
	}
}

// The conditions that the orderly algorithm needs, in the order in which they are tested.
const (
	representation = "one canonical object for each orbit"
	coverage       = "coverage"     // every canonical object can be made from one of the size before
	monotonicity   = "monotonicity" // first parents follow in the order of their objects
	properOrder    = "proper order" // the objects made from one object follow in list order
)

func (f *family) fails(condition string, size int, format string, objects ...any) error {
	for i, x := range objects {
		if x, ok := x.(set); ok {
			objects[i] = f.text(x)
		}
	}
	return errs.Errorf("%s fails %d steps above the start: %s", condition, size, fmt.Sprintf(format, objects...))
}

// check tests the conditions for all sizes by brute force, and returns an error that names a
// counterexample where one fails. Time is that of making all objects with all their images.
func (f *family) check(ctx context.Context) error {
	var parents []set
	for size, all := 0, []set{{}}; len(all) > 0; size, all = size+1, f.larger(all) {
		list, err := f.trueList(ctx, size, all)
		if err == nil && size > 0 {
			err = f.checkStep(ctx, size, parents, list)
		}
		if err != nil {
			return err
		}
		parents = list
	}
	return nil
}

// larger returns all sets with a cell more than these, which are all of their size.
func (f *family) larger(all []set) (list []set) {
	for _, x := range all {
		for y := range f.after(x) {
			list = append(list, slices.Clone(y))
		}
	}
	return list
}

// trueList returns the canonical objects among all of a size, sorted, after checking that each
// orbit has one.
func (f *family) trueList(ctx context.Context, size int, all []set) (list []set, err error) {
	seen := map[string]bool{} // the orbits so far
	for _, x := range all {
		if err := ctx.Err(); err != nil {
			return nil, errs.Errorf("check stopped: %w", err)
		}
		if seen[string(x)] {
			continue
		}
		var canonical []set
		for to := range f.symmetries {
			y, before := x.image(to), len(seen)
			if seen[string(y)] = true; len(seen) > before && f.canonical(y) {
				canonical = append(canonical, y)
			}
		}
		list = append(list, canonical...)
		if len(canonical) != 1 {
			return nil, f.fails(representation, size, "the orbit of %v has %d canonical objects: %v", x, len(canonical),
				named.Names(canonical, f.text))
		}
	}
	slices.SortFunc(list, f.compare)
	return list, nil
}

// checkStep checks the three conditions for the augmentation of parents to list, both
// complete and in order.
func (f *family) checkStep(ctx context.Context, size int, parents, list []set) error {
	const none = -1
	first := slices.Repeat([]int{none}, len(list)) // first parent of each object
	for p, parent := range parents {
		if err := ctx.Err(); err != nil {
			return errs.Errorf("check stopped: %w", err)
		}
		var last set
		for x := range f.augment(parent) {
			if last != nil && f.compare(last, x) >= 0 {
				return f.fails(properOrder, size, "%v is augmented to %v and then to %v, which does not come after it",
					parent, last, x)
			}
			last = slices.Clone(x)
			if i, found := slices.BinarySearchFunc(list, x, f.compare); found && first[i] == none {
				first[i] = p
			}
		}
	}
	for i, p := range first {
		if p == none {
			return f.fails(coverage, size, "%v is canonical, and no canonical object is augmented to it", list[i])
		}
		if i > 0 && p < first[i-1] {
			return f.fails(monotonicity, size, "%v comes before %v, but its first parent %v comes after the other's, "+
				"%v", list[i-1], list[i], parents[first[i-1]], parents[p])
		}
	}
	return nil
}
