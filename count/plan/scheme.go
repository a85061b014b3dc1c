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
	NoQuarterTurnOrder  = turns.NoQuarter // which is not counted, though below the largest
)

// Scheme is one way to cut a count into subproblems. Schemes that count the same
// solutions check each other.
type Scheme struct {
	Name     string          // stable identifier: "families"
	Title    string          // for headings: "Parity classes"
	Summary  string          // what subproblems are: one phrase, no final period
	How      string          // how it counts: a paragraph
	Cost     string          // time and space: a sentence or a few
	Read     string          // page of docs with more: "parity-classes.md"; empty if there is none
	Source   string          // key in docs/bibliography.md
	Version  int             // grows whenever the families or the cutting of common orders change; hashes keep all plans apart
	Topology queens.Topology // the board
	Motion   Motion          // which solutions are counted: all, or those a rotation leaves unchanged
	Counts   string          // what is counted, for people: "modular solutions"
	MinOrder int             // smallest order it accepts
	MaxOrder int             // largest order it accepts
	Without  int             // the order before the largest if it does not accept that; otherwise 0
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
	if n < s.MinOrder || n > s.MaxOrder || s.Without > 0 && n == s.Without {
		return fmt.Errorf("plan: %s of order %d: want %s: %w", s.Name, n, s.Orders(), queens.ErrOrder)
	}
	return nil
}

// Orders returns the orders that the scheme accepts, for people: "0 to 67, 69".
func (s Scheme) Orders() string {
	if s.Without > 0 {
		return fmt.Sprintf("%d to %d, %d", s.MinOrder, s.Without-1, s.MaxOrder)
	}
	return fmt.Sprintf("%d to %d", s.MinOrder, s.MaxOrder)
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

// All returns every scheme, sorted by name.
func All() []Scheme { return table() }

// table returns every scheme, sorted by name.
func table() []Scheme {
	return []Scheme{
		{
			Name: "border", Title: "Border constellations, each by itself",
			Summary: "classes of queens on the border, each by itself, weighted by the number of their images",
			How:     "Each solution has three or four queens on the first and last line of either direction, and symmetry leaves one set of each class. The completions of a set are counted by search, and kept by set.",
			Cost:    "That of constellations. There are 78 classes at order 8 and 3206 at order 16, with a result each.",
			Source:  "engelhardt2010", Version: 1, Counts: "solutions", Tells: "completions by constellation", MinOrder: MinBorderOrder, MaxOrder: MaxOrder,
			kind: boards{of: borderFamilies, apart: true},
		},
		{
			Name: "constellations", Title: "Border constellations",
			Summary: "classes of queens on the border, weighted by the number of their images",
			How:     "Each solution has three or four queens on the first and last line of either direction. One set of each class is completed by search and counts for all its images; sets that a symmetry leaves unchanged have weights of their own.",
			Cost:    "Two to three times that of families, which do the same around the middle.",
			Source:  "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: MaxOrder, kind: boards{of: borderFamilies},
		},
		{
			Name: "families", Title: "Families around the middle lines",
			Summary: "most central queens of the middle lines, weighted by the number of their images",
			How:     "The queens nearest to the middle of the middle lines are placed first, one set for each class under the eight symmetries, with the number of its images as weight. Queens in the middle attack most, so the search below dies early. Up to 32 boards are searched side by side in the lanes of vectors.",
			Cost:    "Time as Q(n), which grows tenfold with each order: 1.3 ns a solution with AVX-512, 25 ns without vectors. Next to no memory. Fastest up to order 15.",
			Source:  "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: MaxOrder, kind: boards{of: centralFamilies},
		},
		{
			Name: "first-queen", Title: "Solutions by the first queen",
			Summary: "squares of the first column's queen, weighted by the number of their images there",
			How:     "One board for each square of the first column up to the reflection, searched to the end, with each result kept.",
			Cost:    "About six times the boards of families, since only a reflection is used.",
			Source:  "engelhardt2010", Version: 1, Counts: "solutions", Tells: "solutions by the first column's queen", MinOrder: 1, MaxOrder: MaxOrder,
			kind: boards{of: columnFamilies(false), again: columnFamilies(true), apart: true},
		},
		{
			Name: "half-turn", Title: "Half turns by search",
			Summary: "pairs of queens that a half turn exchanges",
			How:     "Queens are placed two at a time, a queen and her image under the half turn. It is the second method beside half-turn-product.",
			Cost:    "15 s at order 27, half an hour at order 30.",
			Source:  "engelhardt2010", Version: 1, Motion: HalfTurn, Counts: "solutions unchanged by a half turn", MaxOrder: MaxOrder, kind: boards{of: halfTurnFamilies},
		},
		{
			Name: "half-turn-product", Title: "Half turns as sums of products",
			Summary: "rows of the white pairs of queens that a half turn exchanges",
			How:     "A half turn takes white squares to white ones and black to black, so the queens of either colour are chosen by themselves: for each set of lines the white placements, by columns, times the black ones on the other lines and columns.",
			Cost:    "Order 30 in 18 s of one core, a hundredth of the search. Tables of a few megabytes.", Read: "notes/symmetric.md",
			Source: "symmetric-products", Version: 1, Motion: HalfTurn, Counts: "solutions unchanged by a half turn", MaxOrder: MaxHalfTurnOrder, kind: lineSets{},
		},
		{
			Name: "join", Title: "The half-board join",
			Summary: "columns of the top half's queens, weighted by the number of their images",
			How:     "A solution is a placement of the top half and one of the bottom half on the other columns, without a common diagonal. For each set of columns both lists are made, as words of the diagonals that cross the middle, and disjoint pairs are counted by splitting the lists, 512 pairs at a time in the end.",
			Cost:    "8 s at order 19, 42 s at 20, some 0.7 h at 22, for one worker with AVX-512; beyond, nearly as Q(n), as each solution is met. Lists within --memory. It shares no formula with parity classes and checks them.",
			Source:  "kluev", Version: 1, Counts: "solutions", MinOrder: minJoinOrder, MaxOrder: maxJoinOrder, kind: halfBoards{},
		},
		{
			Name: "parity", Title: "Parity classes",
			Summary: "rows of the white queens by parity, weighted by the number of their images",
			How:     "Rows and columns are even or odd, which makes four kinds of squares, two white and two black. Queens of two kinds share rows, or columns, or diagonals of one colour, and nothing else. So with the rows and columns of the white queens given, a solution is a pair of white placements and a pair of black ones that know nothing of each other: Q(n) is a sum of products, and only pairs are looked for, not solutions. Short lists are tested in blocks of 512 lanes, long ones split.",
			Cost:    "3 s at order 19, 14 s at 20, a quarter of an hour at 22, for one worker with AVX-512; beyond, 40 to 60 times as long for two orders more, where Q(n) grows 84 to 115 times. Lists within --memory. Fastest from order 16 on.", Read: "parity-classes.md",
			Source: "parity-classes", Version: 1, Counts: "solutions", MaxOrder: maxParityOrder, Sampled: maxUnitOrder, kind: parityClasses{},
		},
		{
			Name: "quarter-turn", Title: "Quarter turns by search",
			Summary: "fours of queens that a quarter turn permutes",
			How:     "Queens are placed four at a time, a queen and her images under the quarter turns. It is the second method beside quarter-turn-product.",
			Cost:    "Order 32 in hundredths of a second.",
			Source:  "engelhardt2010", Version: 1, Motion: QuarterTurn, Counts: "solutions unchanged by a quarter turn", MaxOrder: MaxOrder, kind: boards{of: quarterTurnFamilies},
		},
		{
			Name: "quarter-turn-product", Title: "Quarter turns as sums of products",
			Summary: "even lines that fours of queens pair with odd ones",
			How:     "Fours of queens pair the lines by distance from the centre. A pair of an even and an odd line uses other diagonals than a pair of two like ones, so for each set of even lines paired with odd ones the two kinds are counted by themselves and multiplied.",
			Cost:    "Order 49 in 0.2 s, 52 in 16 s, 57 in 9 s of one core with AVX-512.", Read: "notes/symmetric.md",
			Source: "symmetric-products", Version: 1, Motion: QuarterTurn, Counts: "solutions unchanged by a quarter turn", MaxOrder: MaxQuarterTurnOrder, Without: NoQuarterTurnOrder, kind: lineSets{},
		},
		{
			Name: "squares", Title: "Solutions by square",
			Summary: "squares of a queen, weighted by the number of their images",
			How:     "One board for each square up to symmetry, with a queen on it, searched to the end, so that each solution is met once for each of its queens.",
			Cost:    "There are about n*n/8 squares up to symmetry, each with a search of its own.",
			Source:  "engelhardt2010", Version: 1, Counts: "solutions, once for each queen", Tells: "solutions by square", PerQueen: true, MinOrder: 1, MaxOrder: MaxOrder,
			kind: boards{of: squareFamilies(false), again: squareFamilies(true), apart: true},
		},
		{
			Name: "torus", Title: "Modular solutions",
			Summary: "modular solutions with a queen in the first square, weighted by their shifts and reflections",
			How:     "Shifts bring a queen to the first square, reflections through it leave a quarter of the choices for the queens of the next rows; the search below knows diagonals that run on at the border.",
			Cost:    "0.35 s at order 19, 4 minutes at 23, 3 hours at 25. Orders that 2 or 3 divides have no solutions.",
			Source:  "polya1918", Version: 1, Topology: queens.Modular, Counts: "modular solutions", MaxOrder: MaxOrder, kind: boards{of: torusFamilies},
		},
		{
			Name: "torus-half-turn", Title: "Modular half turns",
			Summary: "pairs of queens of the first two rows that the half turn about a square exchanges",
			How:     "Queens come in pairs that the half turn exchanges: one for each class of rows up to sign, and each class of columns, sums and differences has one. Pairs are placed row by row.",
			Cost:    "Time as the number of solutions, a few ns each.", Read: "notes/symmetric.md",
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
