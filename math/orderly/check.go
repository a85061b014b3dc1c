package orderly

import (
	"context"
	"fmt"
	"slices"

	"queens/internal/errs"
)

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
type Counterexample struct {
	Condition Condition
	Step      int // augmentations above the size of Start
	Text      string
}

// Error names the condition, the size and the objects.
func (e *Counterexample) Error() string {
	return fmt.Sprintf("%v fails %d steps above the start: %s", e.Condition, e.Step, e.Text)
}

func fails(condition Condition, step int, format string, args ...any) error {
	return &Counterexample{condition, step, fmt.Sprintf(format, args...)}
}

// Check tests the conditions for the objects up to the given number of steps above Start, by brute
// force, and returns nil if all hold. Where one fails it returns a *Counterexample. That they hold
// for small sizes proves nothing about larger ones.
//
// Time is that of making all objects with all their images: for small sizes.
// Errors besides: ctx's error if it ends.
func Check[T comparable](ctx context.Context, u Family[T], steps int) error {
	parents, err := trueList(ctx, u, 0)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(parents, u.Start(), func(x, y T) bool { return u.Compare(x, y) == 0 }) {
		return fails(Representation, 0, "Start has %d objects, but the canonical ones, in order, are these %d",
			len(u.Start()), len(parents))
	}
	for step := 1; step <= steps && len(parents) > 0; step++ {
		list, err := trueList(ctx, u, step)
		if err == nil {
			err = checkStep(ctx, u, step, parents, list)
		}
		if err != nil {
			return err
		}
		parents = list
	}
	return nil
}

// trueList returns the canonical objects of a size, found by brute force and sorted,
// after checking that each orbit has one.
func trueList[T comparable](ctx context.Context, u Family[T], step int) ([]T, error) {
	var list []T
	seen := map[T]bool{} // the orbits so far
	for x := range u.All(step) {
		if err := ctx.Err(); err != nil {
			return nil, errs.Errorf("check stopped: %w", err)
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
			return nil, fails(Representation, step, "the orbit of %v has %d canonical objects: %v", x, len(canonical),
				canonical)
		}
	}
	slices.SortFunc(list, u.Compare)
	return list, nil
}

// checkStep checks the three conditions for the augmentation of parents to list, both
// complete and in order.
func checkStep[T any](ctx context.Context, u Family[T], step int, parents, list []T) error {
	const none = -1
	first := slices.Repeat([]int{none}, len(list)) // first parent of each object
	for p, parent := range parents {
		if err := ctx.Err(); err != nil {
			return errs.Errorf("check stopped: %w", err)
		}
		var last *T
		for x := range u.Augment(parent) {
			if last != nil && u.Compare(*last, x) >= 0 {
				return fails(ProperOrder, step, "%v is augmented to %v and then to %v, which does not come after it",
					parent, *last, x)
			}
			last = &x
			if i, found := slices.BinarySearchFunc(list, x, u.Compare); found && first[i] == none {
				first[i] = p
			}
		}
	}
	for i, p := range first {
		if p == none {
			return fails(Coverage, step, "%v is canonical, and no canonical object is augmented to it", list[i])
		}
		if i > 0 && p < first[i-1] {
			return fails(Monotonicity, step, "%v comes before %v, but its first parent %v comes after the other's, %v",
				list[i-1], list[i], parents[first[i-1]], parents[p])
		}
	}
	return nil
}
