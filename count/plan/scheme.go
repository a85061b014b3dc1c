package plan

import (
	"cmp"
	"slices"

	"queens"
	"queens/count/kind"
	"queens/count/kind/boards"
	"queens/count/kind/join"
	"queens/count/kind/parity"
	"queens/count/kind/rotation"
	"queens/count/kind/torus"
	"queens/internal/errs"
	"queens/internal/named"
)

// Kinds returns the table of all kinds of subproblems.
func Kinds() []kind.Kind {
	return []kind.Kind{
		boards.Kind{},
		join.Kind{},
		parity.Kind{},
		torus.Kind{},
		rotation.Kind{},
	}
}

// Scheme is one way to cut a count into subproblems, see [kind.Scheme].
type Scheme = kind.Scheme

// Subproblem is the unit of work, see [kind.Subproblem].
type Subproblem = kind.Subproblem

// Work is an estimated number of board states, see [kind.Work].
type Work = kind.Work

// MaxOrder is the largest order of a count of all solutions.
const MaxOrder = kind.MaxOrder

// Motion selects the solutions that a scheme counts, see [kind.Motion].
type Motion = kind.Motion

// The motions.
const (
	Still       = kind.Still
	HalfTurn    = kind.HalfTurn
	QuarterTurn = kind.QuarterTurn
	Reflecting  = kind.Reflecting
)

// Schemes returns every scheme, sorted by name.
func Schemes() (list []Scheme) {
	for _, k := range Kinds() {
		list = append(list, k.Facts().Schemes...)
	}
	slices.SortFunc(list, func(a, b Scheme) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Of returns the schemes whose sum is the number of solutions of a board that a motion leaves
// unchanged.
func Of(board queens.Topology, m kind.Motion) []Scheme {
	return slices.DeleteFunc(Schemes(), func(s Scheme) bool {
		return s.Topology != board || s.Motion != m || s.PerQueen
	})
}

// Fastest returns the scheme for order n: the last one in the list whose From is at most n, or else
// the first.
func Fastest(list []Scheme, n int) (best Scheme) {
	for i, s := range list {
		if i == 0 || s.From >= 0 && n >= s.From && s.Samples(n) == nil {
			best = s
		}
	}
	return best
}

// FindVersion returns the scheme with the given name and version, which a ledger has.
//
// Errors: queens.ErrFormat if this program has no such scheme.
func FindVersion(name string, version int) (Scheme, error) {
	s, err := Find(name)
	if err != nil || s.Version != version {
		return s, errs.Errorf("this program does not continue plans by version %d of method %s: %w", version, name,
			queens.ErrFormat)
	}
	return s, nil
}

// Find returns the scheme with the given name.
//
// Errors: queens.ErrFormat for an unknown name, with the known ones.
func Find(name string) (Scheme, error) {
	return named.Find("method", name, Schemes(), func(s Scheme) string { return s.Name })
}
