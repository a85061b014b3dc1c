package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/internal/named"
)

// Bounds of the order of a puzzle.
const (
	MinOrder = 5
	MaxOrder = 14
)

// Kind describes a kind of puzzle. The zero value is not valid.
type Kind struct {
	Name    string // stable identifier: "regions"
	Summary string // one sentence, no final period
	Letter  string // in an ID
	Regions bool   // one queen in every region

	diagonals bool           // queens attack along whole diagonals; without it only the next square
	least     map[string]int // the least order of a grade where that is above MinOrder
}

// Names of kinds.
const (
	Completion = "completion"
	Regions    = "regions"
	Diagonals  = "diagonals"
)

// kinds holds every kind, sorted by name.
var kinds = []Kind{
	{
		Name: Completion, Summary: "Some queens and blocked squares are given; no two queens share a diagonal",
		Letter: "c", diagonals: true, least: map[string]int{"hard": 7, "expert": 6},
	},
	{
		Name: Diagonals, Summary: "One queen in every region; no two share a diagonal", Letter: "d", Regions: true,
		diagonals: true,
	},
	{
		Name: Regions, Summary: "One queen in every region; no two touch, other diagonals are free", Letter: "r",
		Regions: true,
	},
}

// Kinds returns every kind, sorted by name.
func Kinds() []Kind { return slices.Clone(kinds) }

// FindKind returns the kind of that name.
//
// Errors: queens.ErrFormat.
func FindKind(name string) (Kind, error) {
	return named.Find("puzzle: kind", name, kinds, func(k Kind) string { return k.Name })
}

// MinOrder returns the least order for which puzzles of the kind and grade are made.
func (k Kind) MinOrder(grade string) int { return max(MinOrder, k.least[grade]) }

// Grade is a grade of difficulty, from easy on.
type Grade int

// The grades.
const (
	Easy Grade = iota
	Medium
	Hard
	Expert
)

var grades = []string{"easy", "medium", "hard", "expert"}

const gradeLetters = "emhx"

// Grades returns the names of all grades, the easiest first.
func Grades() []string { return slices.Clone(grades) }

// String returns the name of the grade.
func (g Grade) String() string { return grades[g] }

// ParseGrade returns the grade of that name.
//
// Errors: queens.ErrFormat.
func ParseGrade(name string) (Grade, error) {
	if i := slices.Index(grades, name); i >= 0 {
		return Grade(i), nil
	}
	return 0, fmt.Errorf("puzzle: grade %.20q: want one of %s: %w", name, strings.Join(grades, ", "), queens.ErrFormat)
}
