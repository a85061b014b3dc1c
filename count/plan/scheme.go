package plan

import (
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/internal/turns"
)

// maxHalfTurnOrder is the largest order of which half turns are counted: beyond it a plan takes
// long and a count months.
const maxHalfTurnOrder = 41

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
	Version  int             // grows whenever the cutting of some orders changes; hashes keep all plans apart
	Former   *Former         // the name and version before, if plans or ledgers have them
	Topology queens.Topology // the board
	Motion   Motion          // which solutions are counted: all, or those a rotation leaves unchanged
	Counts   string          // what is counted, for people: "modular solutions"
	MinOrder int             // smallest order it accepts
	MaxOrder int             // largest order it accepts
	Except   int             // an order between them that it refuses; 0: none
	Sampled  int             // largest order of which samples can be drawn, if that is more
	From     int             // the first order that is counted by it if none is named, see [Fastest]; negative: none
	Second   string          // scheme that counts short counts again; empty: the scheme itself
	SecondBy string          // way to do so, of those of the kind; empty: another kernel alone

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

// Former is what a scheme was called before. Ledgers keep the name and the version.
type Former struct {
	Name    string
	Version int
	Same    func(n int) bool // whether the plan of order n is still the same, under this name
}

// Identity returns the name and the version that hashes and ledgers of plans of order n have.
func (s Scheme) Identity(n int) (name string, version int) {
	if s.Former != nil && s.Former.Same(n) {
		return s.Former.Name, s.Former.Version
	}
	return s.Name, s.Version
}

// Present returns the scheme of today that has the same plan of order n, if there is one.
func (s Scheme) Present(n int) (Scheme, bool) {
	name, version := s.Identity(n)
	for _, now := range table() {
		if its, v := now.Identity(n); its == name && v == version {
			return now, true
		}
	}
	return s, false
}

// Motion says which solutions a scheme counts.
type Motion uint8

// The motions.
const (
	Still       Motion = iota // all
	HalfTurn                  // those that the half turn leaves unchanged
	QuarterTurn               // those that the quarter turn leaves unchanged
)

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
	if n < s.MinOrder || n > s.MaxOrder || s.Except > 0 && n == s.Except {
		return fmt.Errorf("plan: %s of order %d: want %s: %w", s.Name, n, s.Orders(), queens.ErrOrder)
	}
	return nil
}

// Orders returns the orders that the scheme accepts, for people: "0 to 69 except 68".
func (s Scheme) Orders() string {
	if s.Except > 0 {
		return fmt.Sprintf("%d to %d except %d", s.MinOrder, s.MaxOrder, s.Except)
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

// Schemes returns every scheme, sorted by name.
func Schemes() []Scheme { return table() }

// Of returns the schemes whose sum is the number of solutions of a board that a motion leaves unchanged.
func Of(board queens.Topology, m Motion) []Scheme {
	return slices.DeleteFunc(table(), func(s Scheme) bool { return s.Topology != board || s.Motion != m || s.PerQueen })
}

// Fastest returns, of some schemes in the order of the table, the one to count order n by: the last one
// that is to be taken from n or an order before, or else the first one.
func Fastest(list []Scheme, n int) (best Scheme) {
	for i, s := range list {
		if i == 0 || s.From >= 0 && n >= s.From {
			best = s
		}
	}
	return best
}

// table returns every scheme, sorted by name.
func table() []Scheme {
	return []Scheme{
		{
			Name: "border", Title: "Border constellations, each by itself",
			Summary: "classes of queens on the border, each by itself, weighted by the number of their images",
			How:     "Each solution has three or four queens on the first and last line of either direction, and symmetry leaves one set of each class. The completions of a set are counted by search, and kept by set.",
			Cost:    "Two to three times that of families, which do the same around the middle. There are 78 classes at order 8 and 3206 at order 16, with a result each.",
			Source:  "engelhardt2010", Version: 1, Counts: "solutions", Tells: "completions by constellation", MinOrder: MinBorderOrder, MaxOrder: MaxOrder,
			From: -1, Second: "families", kind: boards{of: borderFamilies, apart: true},
		},
		{
			Name: "families", Title: "Families around the middle lines",
			Summary: "most central queens of the middle lines, weighted by the number of their images",
			How:     "The queens nearest to the middle of the middle lines are placed first, one set for each class under the eight symmetries, with the number of its images as weight. Queens in the middle attack most, so the search below dies early. Up to 32 boards are searched side by side in the lanes of vectors.",
			Cost:    "Time as Q(n), which grows tenfold with each order: 1.3 ns a solution with AVX-512, 25 ns without vectors. Next to no memory. Fastest up to order 15.",
			Source:  "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: MaxOrder, Second: "border", kind: boards{of: centralFamilies},
		},
		{
			Name: "half-turn", Title: "Half turns as sums of products",
			Summary: "rows of the white pairs of queens that a half turn exchanges",
			How:     "A half turn takes white squares to white ones and black to black, so the queens of either colour are chosen by themselves: for each set of lines the white placements, by columns, times the black ones on the other lines and columns.",
			Cost:    "Order 30 in 18 s of one core, a hundredth of a search by pairs of queens. Tables of a few megabytes.", Read: "notes/symmetric.md",
			Source: "symmetric-products", Version: 2, Former: &Former{"half-turn-product", 1, groupedBefore}, Motion: HalfTurn, Counts: "solutions unchanged by a half turn",
			MaxOrder: maxHalfTurnOrder, SecondBy: "search", kind: lineSets{},
		},
		{
			Name: "join", Title: "The half-board join",
			Summary: "columns of the top half's queens, weighted by the number of their images",
			How:     "A solution is a placement of the top half and one of the bottom half on the other columns, without a common diagonal. For each set of columns both lists are made, as words of the diagonals that cross the middle, and disjoint pairs are counted by splitting the lists, 512 pairs at a time in the end.",
			Cost:    "8 s at order 19, 42 s at 20, some 0.7 h at 22, for one worker with AVX-512; beyond, nearly as Q(n), as each solution is met. Lists within --memory. It shares no formula with parity classes and checks them.",
			Source:  "kluev", Version: 1, Counts: "solutions", MinOrder: minJoinOrder, MaxOrder: maxJoinOrder, From: 18, Second: "families", kind: halfBoards{},
		},
		{
			Name: "parity", Title: "Parity classes",
			Summary: "rows of the white queens by parity, weighted by the number of their images",
			How:     "Rows and columns are even or odd, which makes four kinds of squares, two white and two black. Queens of two kinds share rows, or columns, or diagonals of one colour, and nothing else. So with the rows and columns of the white queens given, a solution is a pair of white placements and a pair of black ones that know nothing of each other: Q(n) is a sum of products, and only pairs are looked for, not solutions. Short lists are tested in blocks of 512 lanes, long ones split.",
			Cost:    "3 s at order 19, 14 s at 20, a quarter of an hour at 22, for one worker with AVX-512; beyond, 40 to 60 times as long for two orders more, where Q(n) grows 84 to 115 times. Lists within --memory. Fastest from order 16 on.", Read: "parity-classes.md",
			Source: "parity-classes", Version: 1, Counts: "solutions", MaxOrder: maxParityOrder, Sampled: maxUnitOrder, From: 16, Second: "families", kind: parityClasses{},
		},
		{
			Name: "quarter-turn", Title: "Quarter turns as sums of products",
			Summary: "even lines that fours of queens pair with odd ones",
			How:     "Fours of queens pair the lines by distance from the centre. A pair of an even and an odd line uses other diagonals than a pair of two like ones, so for each set of even lines paired with odd ones the two kinds are counted by themselves and multiplied.",
			Cost:    "Order 49 in 0.2 s, 52 in 16 s, 57 in 9 s of one core with AVX-512.", Read: "notes/symmetric.md",
			Source: "symmetric-products", Version: 1, Former: &Former{"quarter-turn-product", 1, func(int) bool { return true }}, Motion: QuarterTurn, Counts: "solutions unchanged by a quarter turn",
			MaxOrder: turns.MaxQuarter, Except: turns.NoQuarter, SecondBy: "search", kind: lineSets{},
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

// Lookup returns the scheme of the given name, or as it was when it had that name.
//
// Errors: queens.ErrFormat for an unknown name, with the names there are.
func Lookup(name string) (Scheme, error) {
	var names []string
	for _, s := range table() {
		if s.Name == name {
			return s, nil
		}
		if old := s.Former; old != nil && old.Name == name {
			s.Name, s.Version, s.Former = old.Name, old.Version, nil
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scheme{}, fmt.Errorf("plan: scheme %q: want one of %s: %w", name, strings.Join(names, ", "), queens.ErrFormat)
}
