package orderly

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// Universe is a Family that can also list its objects by brute force: what [Check]
// needs.
type Universe[T any] interface {
	Family[T]
	// All yields every object, canonical or not, of the size that is step
	// augmentations above that of Start, each at least once, in any order; none if there are none.
	All(step int) iter.Seq[T]
	// Images yields the objects of the orbit of x, x among them, each at least once;
	// the images of an image are the same objects.
	Images(x T) iter.Seq[T]
}

// Condition is what a definition must fulfil for the orderly algorithm to be right.
type Condition string

// The conditions, in the order in which Check looks at them.
const (
	// exactly one object of each orbit is canonical, and Start has those of the smallest size
	Representation Condition = "one canonical object for each orbit"
	Coverage       Condition = "coverage"     // every canonical object can be made from one of the size before
	Monotonicity   Condition = "monotonicity" // first parents follow in the order of their objects
	ProperOrder    Condition = "proper order" // the objects made from one object follow in list order
)

// Counterexample is an error that says which condition fails, and where.
type Counterexample[T any] struct {
	Condition Condition
	Step      int // augmentations above the size of Start
	Objects   []T // the objects that show it, as Text says
	Text      string
}

// Error names the condition, the size and the objects.
func (e *Counterexample[T]) Error() string {
	return fmt.Sprintf("orderly: %v fails %d steps above the start: %s", e.Condition, e.Step, e.Text)
}

// Check tests the conditions for the objects up to the given number of steps above
// Start, by brute force, and returns nil if all hold. Where one fails it returns a
// *Counterexample[T]. That they hold for small sizes proves nothing about larger
// ones.
//
// Time is that of making all objects with all their images: for small sizes.
// Errors besides: ctx's error if it ends.
func Check[T comparable](ctx context.Context, u Universe[T], steps int) error {
	var parents []T // the true list of the size before
	for step := range steps + 1 {
		list, err := trueList(ctx, u, step)
		if err != nil {
			return err
		}
		if step == 0 {
			if !slices.EqualFunc(list, u.Start(), func(x, y T) bool { return u.Compare(x, y) == 0 }) {
				return &Counterexample[T]{
					Condition: Representation, Objects: list,
					Text: fmt.Sprintf("Start has %d objects, but the canonical ones, in order, are these %d",
						len(u.Start()), len(list)),
				}
			}
		} else if err := checkStep(ctx, u, step, parents, list); err != nil {
			return err
		}
		parents = list
	}
	return nil
}

// trueList returns the canonical objects of a size, found by brute force and sorted,
// after checking that each orbit has one.
func trueList[T comparable](ctx context.Context, u Universe[T], step int) ([]T, error) {
	var list []T
	seen := map[T]bool{} // the orbits so far
	for x := range u.All(step) {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("orderly: check stopped: %w", err)
		}
		if seen[x] {
			continue
		}
		var canonical []T
		for y := range u.Images(x) {
			if !seen[y] && u.Canonical(y) {
				canonical = append(canonical, y)
			}
			seen[y] = true
		}
		list = append(list, canonical...)
		if len(canonical) != 1 {
			return nil, &Counterexample[T]{
				Condition: Representation, Step: step, Objects: append([]T{x}, canonical...),
				Text: fmt.Sprintf("the orbit of %v has %d canonical objects: %v", x, len(canonical), canonical),
			}
		}
	}
	slices.SortFunc(list, u.Compare)
	return list, nil
}

// checkStep checks the three conditions for the augmentation of parents to list, both
// complete and in order.
func checkStep[T any](ctx context.Context, u Universe[T], step int, parents, list []T) error {
	const none = -1
	first := make([]int, len(list)) // first parent of each object
	for i := range first {
		first[i] = none
	}
	for p, parent := range parents {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("orderly: check stopped: %w", err)
		}
		var last *T
		for x := range u.Augment(parent) {
			if last != nil && u.Compare(*last, x) >= 0 {
				return &Counterexample[T]{
					Condition: ProperOrder, Step: step, Objects: []T{parent, *last, x},
					Text: fmt.Sprintf("%v is augmented to %v and then to %v, which does not come after it", parent,
						*last, x),
				}
			}
			last = &x
			if i, found := slices.BinarySearchFunc(list, x, u.Compare); found && first[i] == none {
				first[i] = p
			}
		}
	}
	for i, p := range first {
		if p == none {
			return &Counterexample[T]{
				Condition: Coverage, Step: step, Objects: []T{list[i]},
				Text: fmt.Sprintf("%v is canonical, and no canonical object is augmented to it", list[i]),
			}
		}
		if i > 0 && p < first[i-1] {
			return &Counterexample[T]{
				Condition: Monotonicity, Step: step, Objects: []T{list[i-1], list[i], parents[first[i-1]], parents[p]},
				Text: fmt.Sprintf("%v comes before %v, but its first parent %v comes after the other's, %v",
					list[i-1], list[i], parents[first[i-1]], parents[p]),
			}
		}
	}
	return nil
}
