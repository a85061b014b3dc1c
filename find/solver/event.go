package solver

import "fmt"

// Kind is the kind of a step.
type Kind uint8

const (
	// Try tests the square.
	Try Kind = iota
	// Place puts a queen on the square.
	Place
	// Remove takes the queen off the square.
	Remove
	// Conflict reports that the square just tried is attacked; Col and Row are those of an
	// attacking queen.
	Conflict
	// Prune abandons the search below the square without trying it.
	Prune
	// Solution reports that the board is a solution.
	Solution
	// Draw chooses the square at random.
	Draw
	// Swap exchanges the rows of the queens in the columns Col and Row.
	Swap
	// Clear removes all queens for a new start; a random algorithm starts with one.
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

// Whole is the row in an event about a whole column, and the column in one about a whole row.
const Whole = -1

// Event is a step of an algorithm. Col and Row, from 0, are a square, except in Swap (two columns)
// and in Solution and Clear (both 0). In Try and Prune one of them may be Whole: one test covers
// the column or row. Line counts the lines of Algorithm.Pseudocode from 0.
//
// The events describe a traced run completely: from the empty board, Place, Remove, Swap and Clear
// give the board at every step, and every number in Stats counts the events of its Kind in
// StatsTable. A column holds at most one queen at a time.
type Event struct {
	Kind     Kind
	Line     uint8
	Col, Row int32
}

// Stats is the cost of a run. Numbers that an algorithm does not count are 0. StatsTable explains
// them.
type Stats struct {
	Solutions  uint64 `json:"solutions,string"`
	Tests      uint64 `json:"tests,string"`
	Placements uint64 `json:"placements,string"`
	Backtracks uint64 `json:"backtracks,string"`
	Tries      uint64 `json:"tries,string"`
	Swaps      uint64 `json:"swaps,string"`
	Draws      uint64 `json:"draws,string"`
}

// Statistic describes a number of Stats.
type Statistic struct {
	Name    string               // as in JSON: "tests"
	Summary string               // one sentence, no final period
	Kind    Kind                 // of the events that it counts
	Value   func(*Stats) *uint64 // its field in a Stats
}

// StatsTable lists the numbers of Stats in display order.
var StatsTable = []Statistic{
	{"solutions", "solutions handed out", Solution, func(s *Stats) *uint64 { return &s.Solutions }},
	{"tests", "squares, lines or swaps that were tested for safety", Try, func(s *Stats) *uint64 { return &s.Tests }},
	{"placements", "queens put on the board", Place, func(s *Stats) *uint64 { return &s.Placements }},
	{"backtracks", "queens taken off again", Remove, func(s *Stats) *uint64 { return &s.Backtracks }},
	{"tries", "starts from a new random board", Clear, func(s *Stats) *uint64 { return &s.Tries }},
	{"swaps", "pairs of queens that exchanged rows", Swap, func(s *Stats) *uint64 { return &s.Swaps }},
	{"draws", "random numbers drawn", Draw, func(s *Stats) *uint64 { return &s.Draws }},
}
