package plan

import (
	"cmp"
	"fmt"
	"slices"

	"queens"
	"queens/count/kind"
	"queens/count/kind/boards"
	"queens/count/kind/join"
	"queens/count/kind/parity"
	"queens/count/kind/rotation"
	"queens/count/kind/torus"
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

// Present returns the current scheme with the same plan of order n, if there is one.
func Present(s Scheme, n int) (Scheme, bool) {
	name, version := s.Identity(n)
	for _, now := range Schemes() {
		if its, v := now.Identity(n); its == name && v == version {
			return now, true
		}
	}
	return s, false
}

// Wrote returns the scheme of a plan of order n from its name and version in a ledger, version 0 if
// the ledger has lost it.
//
// Errors: queens.ErrFormat if this program makes no such plan.
func Wrote(name string, version, n int) (Scheme, error) {
	for _, s := range Schemes() {
		if its, v := s.Identity(n); its == name && v == version {
			return s, nil
		}
	}
	s, err := Find(name)
	if err != nil || version > 0 && s.Version != version {
		return s, fmt.Errorf("plan: this program does not continue plans by version %d of method %s: %w", version, name,
			queens.ErrFormat)
	}
	return s, nil
}

// Find returns the scheme with the given current or former name.
//
// Errors: queens.ErrFormat for an unknown name, with the known ones.
func Find(name string) (Scheme, error) {
	for _, s := range Schemes() {
		if s.Name == name {
			return s, nil
		}
	}
	for _, s := range Schemes() {
		if old := s.Former; old != nil && old.Name == name {
			s.Name, s.Version, s.Former = old.Name, old.Version, nil
			return s, nil
		}
	}
	return named.Find("plan: method", name, Schemes(), func(s Scheme) string { return s.Name })
}
