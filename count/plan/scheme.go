package plan

import (
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/internal/turns"
)

// Largest orders of the products for symmetric solutions. Beyond that of the half turn a
// plan takes long and a count months.
const (
	MaxHalfTurnOrder    = 41
	MaxQuarterTurnOrder = turns.MaxQuarter
)

// Scheme is one way to cut a count into subproblems. Schemes that count the same
// solutions check each other.
type Scheme struct {
	Name     string          // stable identifier: "families"
	Summary  string          // one sentence, no final period
	Source   string          // key in docs/bibliography.md
	Version  int             // grows whenever the families or the cutting of common orders change; hashes keep all plans apart
	Topology queens.Topology // the board
	Motion   Motion          // which solutions are counted: all, or those a rotation leaves unchanged
	Counts   string          // what is counted, for people: "modular solutions"
	MinOrder int             // smallest order it accepts
	MaxOrder int             // largest order it accepts
	Sampled  int             // largest order of which samples can be drawn, if that is more

	PerQueen bool // each solution counts once for each of its queens
	// Tells says what the results of single subproblems tell: "solutions by square".
	// Empty: nothing, their sum is what counts.
	Tells string

	kind kind
}

// Times returns how often each solution is counted: once, by squares as often as it
// has queens.
func (s Scheme) Times(n int) uint64 {
	if s.PerQueen {
		return uint64(n)
	}
	return 1
}

// Again returns a scheme that counts other images of the same boards, one by one, for
// checks; it is in no table. ok says whether there is one.
func (s Scheme) Again() (again Scheme, ok bool) {
	k, _ := s.kind.(boards)
	if k.again == nil {
		return s, false
	}
	k.of = k.again
	s.kind = k
	return s, true
}

// Kind says what the subproblems of a scheme consist of, and so what can count them.
type Kind string

// The kinds.
const (
	Boards     Kind = "boards"      // Parts: boards with some queens in place
	ColumnSets Kind = "column sets" // Sets: where the queens of half a board stand
	LineSets   Kind = "line sets"   // Lines: rows of the white queens, or even lines paired with odd ones, up to a turn
	RowSets    Kind = "row sets"    // Tile: rows of the white queens, by parity
)

// Kind returns the kind of the scheme.
func (s Scheme) Kind() Kind { return s.kind.name() }

// Accepts returns nil if the scheme has a plan of order n, otherwise
// queens.ErrOrder.
func (s Scheme) Accepts(n int) error {
	if n < s.MinOrder || n > s.MaxOrder {
		return fmt.Errorf("plan: %s of order %d: want %d to %d: %w", s.Name, n, s.MinOrder, s.MaxOrder, queens.ErrOrder)
	}
	return nil
}

// Samples returns nil if the scheme has a draft of order n to draw samples from, with or without a
// plan, otherwise queens.ErrOrder.
func (s Scheme) Samples(n int) error {
	if n >= s.MinOrder && n <= s.Sampled {
		return nil
	}
	return s.Accepts(n)
}

// Schemes returns the schemes whose sum is what counts, sorted by name.
func Schemes() []Scheme {
	return slices.DeleteFunc(table(), func(s Scheme) bool { return s.Tells != "" })
}

// Surveys returns the schemes of which every single result tells something, sorted by
// name.
func Surveys() []Scheme {
	return slices.DeleteFunc(table(), func(s Scheme) bool { return s.Tells == "" })
}

// table returns every scheme, sorted by name.
func table() []Scheme {
	return []Scheme{
		{
			Name: "border", Summary: "classes of queens on the border, each by itself, weighted by the number of their images",
			Source: "engelhardt2010", Version: 1, Counts: "solutions", Tells: "completions by constellation", MinOrder: MinBorderOrder, MaxOrder: MaxOrder,
			kind: boards{of: borderFamilies, apart: true},
		},
		{
			Name: "constellations", Summary: "classes of queens on the border, weighted by the number of their images",
			Source: "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: MaxOrder, kind: boards{of: borderFamilies},
		},
		{
			Name: "families", Summary: "most central queens of the middle lines, weighted by the number of their images",
			Source: "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: MaxOrder, kind: boards{of: centralFamilies},
		},
		{
			Name: "first-queen", Summary: "squares of the first column's queen, weighted by the number of their images there",
			Source: "engelhardt2010", Version: 1, Counts: "solutions", Tells: "solutions by the first column's queen", MinOrder: 1, MaxOrder: MaxOrder,
			kind: boards{of: columnFamilies(false), again: columnFamilies(true), apart: true},
		},
		{
			Name: "half-turn", Summary: "pairs of queens that a half turn exchanges",
			Source: "engelhardt2010", Version: 1, Motion: HalfTurn, Counts: "solutions unchanged by a half turn", MaxOrder: MaxOrder, kind: boards{of: halfTurnFamilies},
		},
		{
			Name: "half-turn-product", Summary: "rows of the white pairs of queens that a half turn exchanges",
			Source: "symmetric-products", Version: 1, Motion: HalfTurn, Counts: "solutions unchanged by a half turn", MaxOrder: MaxHalfTurnOrder, kind: lineSets{},
		},
		{
			Name: "join", Summary: "columns of the top half's queens, weighted by the number of their images",
			Source: "kluev", Version: 1, Counts: "solutions", MinOrder: minJoinOrder, MaxOrder: maxJoinOrder, kind: halfBoards{},
		},
		{
			Name: "parity", Summary: "rows of the white queens by parity, weighted by the number of their images",
			Source: "parity-classes", Version: 1, Counts: "solutions", MaxOrder: maxParityOrder, Sampled: maxUnitOrder, kind: parityClasses{},
		},
		{
			Name: "quarter-turn", Summary: "fours of queens that a quarter turn permutes",
			Source: "engelhardt2010", Version: 1, Motion: QuarterTurn, Counts: "solutions unchanged by a quarter turn", MaxOrder: MaxOrder, kind: boards{of: quarterTurnFamilies},
		},
		{
			Name: "quarter-turn-product", Summary: "even lines that fours of queens pair with odd ones",
			Source: "symmetric-products", Version: 1, Motion: QuarterTurn, Counts: "solutions unchanged by a quarter turn", MaxOrder: MaxQuarterTurnOrder, kind: lineSets{},
		},
		{
			Name: "squares", Summary: "squares of a queen, weighted by the number of their images",
			Source: "engelhardt2010", Version: 1, Counts: "solutions, once for each queen", Tells: "solutions by square", PerQueen: true, MinOrder: 1, MaxOrder: MaxOrder,
			kind: boards{of: squareFamilies(false), again: squareFamilies(true), apart: true},
		},
		{
			Name: "torus", Summary: "modular solutions with a queen in the first square, weighted by their shifts and reflections",
			Source: "polya1918", Version: 1, Topology: queens.Modular, Counts: "modular solutions", MaxOrder: MaxOrder, kind: boards{of: torusFamilies},
		},
		{
			Name: "torus-half-turn", Summary: "pairs of queens of the first two rows that the half turn about a square exchanges",
			Source: "symmetric-products", Version: 1, Topology: queens.Modular, Motion: HalfTurn, Counts: "modular solutions unchanged by a half turn", MaxOrder: turns.MaxTorus, kind: lineSets{},
		},
	}
}

// Lookup returns the scheme of the given name.
//
// Errors: queens.ErrFormat for an unknown name, with the names there are.
func Lookup(name string) (Scheme, error) {
	var names []string
	for _, s := range table() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scheme{}, fmt.Errorf("plan: scheme %q: want one of %s: %w", name, strings.Join(names, ", "), queens.ErrFormat)
}
