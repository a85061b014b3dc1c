// Package miscount finds out what is wrong with a number or a list of solutions.
//
// [Near] names rules that are close to that of n queens and give a wrong number. A [Tally] collects
// the placements of a list, and its summaries say what the list repeats and what it lacks.
//
//	miscount.Near(5, queens.NewTotal(14)) // "placements ... that do not touch ..."
//
// The numbers of each rule are in rules.csv, from order 1. A test computes them from definitions,
// and from values of package known. Equal numbers do not prove that a program follows a rule.
package miscount

import (
	"crypto/sha256"
	_ "embed"
	"maps"
	"slices"

	"queens"
	"queens/internal/named"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// MaxOrder is the largest order with a known number of solutions.
const MaxOrder = 27

// Rule is a way to count something other than all solutions.
type Rule struct {
	Name  string       `json:"rule"` // stable identifier
	Text  string       `json:"text"` // what it counts, after "the number of"
	Value queens.Total `json:"value"`
}

//go:embed rules.csv
var rulesFile string

type row struct {
	Name, Text string
	Values     []string // from order 1
}

// Rules returns every rule whose value at order n, 1 to MaxOrder, is in the table.
func Rules(n int) (list []Rule) {
	for _, r := range named.Decode[row](rulesFile) {
		if n <= len(r.Values) {
			value, _ := queens.ParseTotal(r.Values[n-1]) // the test writes them
			list = append(list, Rule{r.Name, r.Text, value})
		}
	}
	return list
}

// Near returns the rules with one of these values at order n, 1 to MaxOrder, none for the number of
// solutions.
func Near(n int, values ...queens.Total) []Rule {
	right, _ := known.Solutions(n)
	return slices.DeleteFunc(Rules(n), func(r Rule) bool {
		return r.Value == right || !slices.Contains(values, r.Value)
	})
}

// Limits of a tally.
const (
	MaxMissing = 14      // largest order whose missing solutions are looked for
	MaxSeen    = 4 << 20 // placements of an order that are remembered, in some 200 MB
	examples   = 3       // of what is repeated, missing or incomplete
)

// Tally collects the placements of a list. Make it with NewTally.
type Tally struct {
	topology   queens.Topology
	placements uint64
	orders     map[int]*Summary
}

// Summary is about the placements of one order in a list, queens.check-summary/1.
type Summary struct {
	Order      int             `json:"order"`
	Topology   queens.Topology `json:"topology"`
	Placements uint64          `json:"placements"`
	Solutions  uint64          `json:"solutions"`
	Different  uint64          `json:"different"`         // placements, without repeats
	Found      uint64          `json:"found"`             // solutions, without repeats
	Ignored    uint64          `json:"ignored"`           // placements not compared with others
	Known      *queens.Total   `json:"known,omitempty"`   // solutions of the order, if known
	Lacks      *queens.Total   `json:"lacks,omitempty"`   // solutions that are not in the list, if known
	Repeats    []Repeat        `json:"repeats"`           // the first ones
	Missing    []queens.Perm   `json:"missing"`           // the first ones or all, in ascending order
	Classes    map[string]int  `json:"classes,omitempty"` // complete, incomplete and missing symmetry classes
	Incomplete []queens.Perm   `json:"incomplete"`        // least members of the first incomplete classes
	Near       []Rule          `json:"near"`              // rules that count as many as the list has
	First      bool            `json:"-"`                 // the first summary of the list

	seen   map[key]uint64 // number of the first such placement
	unsure bool           // a solution was ignored
}

// Repeat says that two placements of a list are equal. All orders together are counted from 1.
type Repeat struct {
	Placement uint64 `json:"placement"` // the later one
	First     uint64 `json:"first"`     // the first of its kind
}

// key is a placement of an order up to 16, or the hash of a larger one.
type key [16]byte

func keyOf(p queens.Perm) (k key) {
	if len(p) > len(k) {
		sum := sha256.Sum256([]byte(p.String()))
		return key(sum[:])
	}
	copy(k[:], queens.RowsOf[uint8](p))
	return k
}

// NewTally returns the tally of an empty list.
func NewTally(t queens.Topology) *Tally { return &Tally{topology: t, orders: map[int]*Summary{}} }

// Add adds a placement, a solution or not. p is nil if it is not compared with others because it is
// too large or has a column without a queen. Time O(order).
func (t *Tally) Add(order int, p queens.Perm, solution bool) {
	s := t.orders[order]
	if s == nil {
		s = &Summary{Order: order, Topology: t.topology, seen: map[key]uint64{}}
		s.Repeats, s.Missing, s.Incomplete, s.Near = []Repeat{}, []queens.Perm{}, []queens.Perm{}, []Rule{}
		t.orders[order] = s
	}
	t.placements++
	s.Placements++
	good := uint64(0)
	if solution {
		good = 1
	}
	s.Solutions += good
	k := keyOf(p)
	switch first, again := s.seen[k]; {
	case again && len(s.Repeats) < examples:
		s.Repeats = append(s.Repeats, Repeat{t.placements, first})
	case again:
	case len(s.seen) == MaxSeen || len(p) < order:
		s.Ignored++
		s.unsure = s.unsure || solution
	default:
		s.seen[k], s.Different, s.Found = t.placements, s.Different+1, s.Found+good
	}
}

// Summaries returns a summary for each order, ascending, none for fewer than two placements unless
// all is true. With several orders, what is missing is looked for only if all is true; it then has
// all of them.
//
// Time: up to order MaxMissing that of listing all solutions, 0.2 s.
func (t *Tally) Summaries(all bool) (list []*Summary) {
	for i, n := range slices.Sorted(maps.Keys(t.orders)) {
		s := t.orders[n]
		series := map[queens.Topology]string{queens.Regular: "solutions", queens.Modular: "toroidal"}[t.topology]
		if q, ok := known.Lookup(series, n); ok && !s.unsure {
			lacks := q.Value.Minus(queens.NewTotal(s.Found))
			s.Known, s.Lacks = &q.Value, &lacks
		}
		if s.First = i == 0; !s.Whole() && (all || len(t.orders) == 1) {
			s.look(all)
		}
		if all || t.placements > 1 {
			list = append(list, s)
		}
	}
	return list
}

// Whole reports whether the list has every solution of the order exactly once and nothing else. It
// is false if that is not known.
func (s *Summary) Whole() bool {
	return s.Lacks != nil && s.Lacks.IsZero() && s.Placements == s.Found
}

// look finds out what is missing, and what else has the same number of placements.
func (s *Summary) look(all bool) {
	if s.Topology == queens.Regular && s.Order > 0 && s.Lacks != nil && s.Different > 2 { // less means nothing
		s.Near = Near(s.Order, queens.NewTotal(s.Placements), queens.NewTotal(s.Different))
	}
	solutions, err := list.Solutions(s.Order, list.Options{Modular: s.Topology == queens.Modular})
	if err != nil || s.Order > MaxMissing || s.Lacks == nil || s.Lacks.IsZero() {
		return
	}
	s.Classes = map[string]int{"complete": 0, "incomplete": 0, "missing": 0}
	for p := range solutions {
		if s.seen[keyOf(p)] == 0 && (all || len(s.Missing) < examples) {
			s.Missing = append(s.Missing, p)
		}
		if symmetry.IsCanonical(p) {
			s.addClass(p)
		}
	}
}

// addClass adds a symmetry class by its least member.
func (s *Summary) addClass(least queens.Perm) {
	orbit, found := symmetry.Orbit(least), 0
	for _, p := range orbit {
		if s.seen[keyOf(p)] > 0 {
			found++
		}
	}
	class := "incomplete"
	switch {
	case found == len(orbit):
		class = "complete"
	case found == 0:
		class = "missing"
	case len(s.Incomplete) < examples:
		s.Incomplete = append(s.Incomplete, least)
	}
	s.Classes[class]++
}
