package plan

import (
	"fmt"
	"strings"

	"queens"
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

	kind kind
}

// Kind says what the subproblems of a scheme consist of, and so what can count them.
type Kind string

// The kinds.
const (
	Boards     Kind = "boards"      // Parts: boards with some queens in place
	ColumnSets Kind = "column sets" // Sets: where the queens of half a board stand
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

// Schemes returns every scheme, sorted by name.
func Schemes() []Scheme {
	return []Scheme{
		{
			Name: "constellations", Summary: "classes of queens on the border, weighted by the number of their images",
			Source: "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: MaxOrder, kind: boards{borderFamilies},
		},
		{
			Name: "families", Summary: "most central queens of the middle lines, weighted by the number of their images",
			Source: "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: MaxOrder, kind: boards{centralFamilies},
		},
		{
			Name: "half-turn", Summary: "pairs of queens that a half turn exchanges",
			Source: "engelhardt2010", Version: 1, Motion: HalfTurn, Counts: "solutions unchanged by a half turn", MaxOrder: MaxOrder, kind: boards{halfTurnFamilies},
		},
		{
			Name: "join", Summary: "columns of the top half's queens, weighted by the number of their images",
			Source: "kluev", Version: 1, Counts: "solutions", MinOrder: minJoinOrder, MaxOrder: maxJoinOrder, kind: halfBoards{},
		},
		{
			Name: "parity", Summary: "rows of the white queens by parity, weighted by the number of their images",
			Source: "parity-classes", Version: 1, Counts: "solutions", MaxOrder: maxParityOrder, kind: parityClasses{},
		},
		{
			Name: "quarter-turn", Summary: "fours of queens that a quarter turn permutes",
			Source: "engelhardt2010", Version: 1, Motion: QuarterTurn, Counts: "solutions unchanged by a quarter turn", MaxOrder: MaxOrder, kind: boards{quarterTurnFamilies},
		},
		{
			Name: "torus", Summary: "modular solutions with a queen in the first square, weighted by their shifts and reflections",
			Source: "polya1918", Version: 1, Topology: queens.Modular, Counts: "modular solutions", MaxOrder: MaxOrder, kind: boards{torusFamilies},
		},
	}
}

// Lookup returns the scheme of the given name.
//
// Errors: queens.ErrFormat for an unknown name, with the names there are.
func Lookup(name string) (Scheme, error) {
	var names []string
	for _, s := range Schemes() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scheme{}, fmt.Errorf("plan: scheme %q: want one of %s: %w", name, strings.Join(names, ", "), queens.ErrFormat)
}
