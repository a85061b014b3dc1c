package plan

import (
	"cmp"
	"slices"

	"queens"
	"queens/count/kind"
	"queens/count/kind/boards"
	"queens/count/kind/join"
	"queens/count/kind/parity"
	"queens/count/kind/reflecting"
	"queens/count/kind/rotation"
	"queens/count/kind/torus"
	"queens/internal/named"
)

// Kinds returns every kind of subproblems: the table.
func Kinds() []kind.Kind {
	return []kind.Kind{
		boards.Kind{},
		join.Kind{},
		parity.Kind{},
		reflecting.Kind{},
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

// MaxOrder is the largest order of which all solutions are counted.
const MaxOrder = kind.MaxOrder

// The motions, see [kind.Motion].
const (
	Still       = kind.Still
	HalfTurn    = kind.HalfTurn
	QuarterTurn = kind.QuarterTurn
	Reflecting  = kind.Reflecting
)

// Schemes returns every scheme, sorted by name.
func Schemes() (all []Scheme) {
	for _, k := range Kinds() {
		all = append(all, k.Facts().Schemes...)
	}
	slices.SortFunc(all, func(a, b Scheme) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Of returns the schemes whose sum is the number of solutions of a board that a motion leaves
// unchanged.
func Of(board queens.Topology, m kind.Motion) []Scheme {
	return slices.DeleteFunc(Schemes(), func(s Scheme) bool {
		return s.Topology != board || s.Motion != m ||
			s.PerQueen
	})
}

// Fastest returns, of some schemes in the order of the table, the one to count order n by: the last
// one that is to be taken from n or an order before, or else the first one.
func Fastest(list []Scheme, n int) (best Scheme) {
	for i, s := range list {
		if i == 0 || s.From >= 0 && n >= s.From {
			best = s
		}
	}
	return best
}

// Present returns the scheme of today that has the same plan of order n, if there is one.
func Present(s Scheme, n int) (Scheme, bool) {
	name, version := s.Identity(n)
	for _, now := range Schemes() {
		if its, v := now.Identity(n); its == name && v == version {
			return now, true
		}
	}
	return s, false
}

// Find returns the scheme of the given name, or as it was when it had that name.
//
// Errors: queens.ErrFormat for an unknown name, with the names there are.
func Find(name string) (Scheme, error) {
	for _, s := range Schemes() {
		if old := s.Former; old != nil && old.Name == name {
			s.Name, s.Version, s.Former = old.Name, old.Version, nil
			return s, nil
		}
	}
	return named.Find("plan: method", name, Schemes(), func(s Scheme) string { return s.Name })
}
