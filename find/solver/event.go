package solver

import "fmt"

// Kind says what happens in a step of an algorithm.
type Kind uint8

const (
	// Try means that the square is about to be tested.
	Try Kind = iota
	// Place means that a queen is put on the square.
	Place
	// Remove means that the queen of the square is taken off.
	Remove
	// Conflict means that the square just tried is attacked; Col and Row are the
	// square of a queen that attacks it.
	Conflict
	// Prune means that the search below the square is abandoned without looking.
	Prune
	// Solution means that the queens on the board are a solution.
	Solution
	// Draw means that the square was chosen at random.
	Draw
	// Swap means that the queens of the columns Col and Row exchange their rows.
	Swap
	// Clear means that all queens are taken off, for a new start; a random algorithm
	// begins with one.
	Clear
)

var kindNames = [...]string{
	Try: "try", Place: "place", Remove: "remove", Conflict: "conflict", Prune: "prune",
	Solution: "solution", Draw: "draw", Swap: "swap", Clear: "clear",
}

// String returns the name of the kind, such as "place".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// MarshalText returns the name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Whole stands for the row in an event about a whole column, and for the column in
// one about a whole row.
const Whole = -1

// Event is one step of an algorithm. Col and Row count from 0 and are a square, except for Swap
// (two columns) and for Solution and Clear (both 0); in Try and Prune one of them may be Whole: the
// column, or row, is checked with one test. Line counts the lines of Algorithm.Pseudocode from 0.
//
// The events tell the whole story of a traced run: from the empty board, Place,
// Remove, Swap and Clear give the board at every moment, and every number of Stats
// is the number of events of its Kind in StatsTable. A column holds at most one queen at a time.
type Event struct {
	Kind     Kind
	Line     uint8
	Col, Row int32
}

// Stats is what a run of an algorithm cost. A number that an algorithm does not
// count is 0; StatsTable says what each means.
type Stats struct {
	Solutions  uint64 `json:"solutions,string"`
	Tests      uint64 `json:"tests,string"`
	Placements uint64 `json:"placements,string"`
	Backtracks uint64 `json:"backtracks,string"`
	Tries      uint64 `json:"tries,string"`
	Swaps      uint64 `json:"swaps,string"`
	Draws      uint64 `json:"draws,string"`
}

// Statistic describes one number of Stats.
type Statistic struct {
	Name    string               // as in JSON: "tests"
	Summary string               // one sentence, no final period
	Kind    Kind                 // of the events that it is the number of
	Value   func(*Stats) *uint64 // its place in a Stats
}

// StatsTable lists the numbers of Stats in the order in which they are shown.
var StatsTable = []Statistic{
	{"solutions", "solutions handed out", Solution, func(s *Stats) *uint64 { return &s.Solutions }},
	{"tests", "squares, lines or swaps that were tested for safety", Try, func(s *Stats) *uint64 { return &s.Tests }},
	{"placements", "queens put on the board", Place, func(s *Stats) *uint64 { return &s.Placements }},
	{"backtracks", "queens taken off again", Remove, func(s *Stats) *uint64 { return &s.Backtracks }},
	{"tries", "starts from a new random board", Clear, func(s *Stats) *uint64 { return &s.Tries }},
	{"swaps", "pairs of queens that exchanged rows", Swap, func(s *Stats) *uint64 { return &s.Swaps }},
	{"draws", "random numbers drawn", Draw, func(s *Stats) *uint64 { return &s.Draws }},
}
