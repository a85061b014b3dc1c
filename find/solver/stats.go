package solver

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
