package count

import (
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/count/plan"
)

// Way is how subproblems can be counted again otherwise than the first time, with the same results.
type Way struct {
	Engine  string // that has it: "parity"
	Name    string // stable identifier: "image"
	Summary string // one sentence, no final period
}

// Ways.
const (
	byImage     = "image"
	byColours   = "colours"
	byMethod    = "method"
	byPairs     = "pairs"
	byHalves    = "halves"
	byBackwards = "backwards"
	bySearch    = "search"
)

// Ways returns all ways to count again, of each engine the usual one first.
func Ways() []Way { return waysOf(engines()) }

func waysOf(list []engine) (all []Way) {
	for _, e := range list {
		for _, w := range e.ways {
			w.Engine = e.name
			all = append(all, w)
		}
	}
	return all
}

// WayNames returns the names of ways.
func WayNames(ways []Way) []string {
	var names []string
	for _, w := range ways {
		names = append(names, w.Name)
	}
	return names
}

// has reports whether subproblems are counted in the way.
func (o Options) has(way string) bool { return slices.Contains(o.By, way) }

// AcceptsWays returns why subproblems of order n by a scheme cannot be counted in the ways of the options: queens.ErrFormat.
func (o Options) AcceptsWays(n int, s plan.Scheme) error {
	names := WayNames(waysOf(enginesOf(s.Kind())))
	for _, way := range o.By {
		switch {
		case len(names) == 0:
			return fmt.Errorf("count: scheme %s is counted again by another kernel alone, not by %q: %w", s.Name, way, queens.ErrFormat)
		case !slices.Contains(names, way):
			return fmt.Errorf("count: scheme %s is not counted again by %q: want some of %s: %w", s.Name, way, strings.Join(names, ", "), queens.ErrFormat)
		case way == byColours && n%2 == 1:
			return fmt.Errorf("count: order %d: a reflection exchanges the colours of even orders only: %w", n, queens.ErrFormat)
		case way == bySearch && s.Topology == queens.Modular:
			return fmt.Errorf("count: scheme %s is a search of the whole board already: %w", s.Name, queens.ErrFormat)
		case way == byMethod && o.Kernel == referenceKernel:
			return fmt.Errorf("count: kernel %s compares all pairs one by one and has no other method: %w", o.Kernel, queens.ErrFormat)
		}
	}
	return nil
}

// again returns options to count subproblems of a run again: in the usual way if they name none.
//
// Errors: queens.ErrFormat.
func (o Options) again(n int, s plan.Scheme) (Options, error) {
	if ways := waysOf(enginesOf(s.Kind())); len(o.By) == 0 && len(ways) > 0 {
		o.By = []string{ways[0].Name}
	}
	o.State, o.Devices = "", nil
	return o, o.AcceptsWays(n, s)
}

// Second returns options to count subproblems of a frame a second time: by another kernel
// than the one that has found the first result, or several joined by "+", if there is one,
// and otherwise than usual.
//
// Errors: queens.ErrFormat.
func (o Options) Second(f *plan.Frame, found string) (Options, error) {
	o.Kernel = otherKernel(f.Scheme.Kind(), found)
	return o.again(f.Order, f.Scheme)
}
