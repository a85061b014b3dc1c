// Package methods is the table of all methods of counting and of their variants.
package methods

import (
	"cmp"
	"slices"

	"queens"
	"queens/count/ledger"
	"queens/count/methods/join"
	"queens/count/methods/parity"
	"queens/count/methods/search"
	"queens/count/methods/symmetric"
	"queens/count/methods/torus"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/known"
)

// All returns the table of all methods. Of those that count the same, the fastest comes last.
func All() []plan.Method {
	return []plan.Method{
		search.Method{},
		join.Method{},
		torus.Method{},
		symmetric.Method{},
		parity.Method{},
	}
}

// Variants returns every variant, sorted by name.
func Variants() []plan.Variant {
	list := variants()
	slices.SortFunc(list, func(a, b plan.Variant) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func variants() []plan.Variant {
	return ofAll(func(i plan.Info) []plan.Variant { return i.Variants })
}

func ofAll[T any](of func(plan.Info) []T) (list []T) {
	for _, m := range All() {
		list = append(list, of(m.Info())...)
	}
	return list
}

// Of returns the variants whose sum is the number of solutions of a board that a motion leaves
// unchanged, in the order of the table.
func Of(board queens.Topology, m plan.Motion) []plan.Variant {
	return slices.DeleteFunc(variants(), func(s plan.Variant) bool {
		return s.Topology != board || s.Motion != m || s.OnBoard
	})
}

// Fastest returns the variant for order n: the last one in the list whose From is at most n, or
// else the first.
func Fastest(list []plan.Variant, n int) (best plan.Variant) {
	for i, s := range list {
		if i == 0 || s.From >= 0 && n >= s.From && s.Accepts(n) == nil {
			best = s
		}
	}
	return best
}

// OnBoard returns the variants that count completions.
func OnBoard() []plan.Variant {
	return slices.DeleteFunc(variants(), func(s plan.Variant) bool { return !s.OnBoard })
}

// CountsAll reports whether a variant counts all solutions of the regular board.
func CountsAll(v plan.Variant) bool {
	return v.Topology == queens.Regular && v.Motion == plan.Still && !v.OnBoard
}

// Names returns "auto" and the names of the variants for all solutions of the regular board.
func Names() []string {
	names := []string{plan.Auto}
	for _, v := range Variants() {
		if CountsAll(v) {
			names = append(names, v.Name)
		}
	}
	return names
}

// Kernels returns "auto" and the names of all kernels of this build.
func Kernels() []string {
	names := []string{plan.Auto}
	for _, p := range Processors() {
		if !slices.Contains(names, p.Kernel) {
			names = append(names, p.Kernel)
		}
	}
	return names
}

// Processors describes every kernel of this build and whether it runs here.
func Processors() []plan.Processor {
	return ofAll(func(i plan.Info) []plan.Processor { return i.Kernels })
}

// Ways returns the names of all ways to count again, the default of each method first.
func Ways() []string { return ofAll(func(i plan.Info) []string { return i.Ways }) }

// Published returns the known number of solutions of a variant at order n, if there is one.
func Published(v plan.Variant, n int) (value queens.Total, ok bool) {
	if p := v.Problem; len(p.Given)+len(p.Blocked)+len(p.Excluded) > 0 {
		return value, false
	}
	series := [...]string{
		plan.Still: "solutions", plan.HalfTurn: "s180", plan.QuarterTurn: "s90", plan.Reflecting: "reflecting",
		plan.SuperHalfTurn: "superqueens-half-turn", plan.SuperQuarterTurn: "superqueens-quarter-turn",
	}[v.Motion]
	if v.Topology == queens.Modular {
		series = map[plan.Motion]string{plan.Still: "toroidal", plan.HalfTurn: "toroidal-half-turn"}[v.Motion]
	}
	number, ok := known.Lookup(series, n)
	return number.Value, ok
}

// FindVersion returns the variant that made the plan of a ledger.
//
// Errors: queens.ErrFormat if this program has no such variant, or the board is not one.
func FindVersion(h ledger.Header) (plan.Variant, error) {
	s, err := Recorded(h)
	if err != nil || s.Version != h.MethodVersion {
		return s, errs.Errorf("this program does not continue plans by version %d of method %s: %w", h.MethodVersion,
			h.Method, queens.ErrFormat)
	}
	return s, nil
}

// Recorded is FindVersion for another version, too, whose plans may differ.
func Recorded(h ledger.Header) (plan.Variant, error) {
	s, err := Find(h.Method)
	if err != nil || !s.OnBoard {
		return s, err
	}
	p, err := ProblemOf(h)
	if err != nil {
		return s, err
	}
	return s.On(p)
}

// ProblemOf returns the board of a ledger. Errors: queens.ErrFormat.
func ProblemOf(h ledger.Header) (p queens.Problem, err error) {
	p = queens.Problem{Order: h.Order, Topology: h.Topology}
	if p.Given, err = queens.ParseSquares(h.Given, h.Order); err == nil {
		p.Blocked, err = queens.ParseSquares(h.Blocked, h.Order)
	}
	return p, err
}

// Find returns the variant with the given name.
//
// Errors: queens.ErrFormat for an unknown name, with the known ones.
func Find(name string) (plan.Variant, error) {
	return named.Find("method", name, Variants(), func(s plan.Variant) string { return s.Name })
}
