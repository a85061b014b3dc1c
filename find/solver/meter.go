package solver

import (
	"context"
	"slices"

	"queens"
)

// pollEvery is the number of steps between polls of the context: well under a millisecond.
const pollEvery = 1 << 12

// Meter counts the steps of an algorithm, reports them to the observer, hands out solutions and
// says when to stop. Without an observer a step costs an addition and a branch.
//
// An algorithm checks Stopped when it goes deeper or starts again, and returns End. A Meter belongs
// to one run and one goroutine.
type Meter struct {
	counts   [Clear + 1]uint64 // of events by kind
	left     int               // steps until the next poll; 0 with an observer
	observe  func(Event)
	progress func(Stats)
	found    func(queens.Perm) bool
	ended    func() error
	rows     []int32 // by column: the queen, or Whole; only with an observer
	topology queens.Topology
	steps    int   // with an observer
	stopped  bool  // the run must end
	err      error // of the context, if that ended it
}

// NewMeter returns a meter for one run, from the arguments of Algorithm.Run.
func NewMeter(ctx context.Context, c Call, found func(queens.Perm) bool) *Meter {
	m := &Meter{
		left: pollEvery, observe: c.Observe, progress: c.Progress, found: found, ended: ctx.Err,
		topology: c.Problem.Topology,
	}
	if c.Observe != nil {
		m.left = 0
		m.rows = slices.Repeat([]int32{Whole}, c.Problem.Order)
	}
	m.look()
	return m
}

// Metered makes a Run from a search that ends when its meter is stopped.
func Metered(search func(m *Meter, c Call)) Run {
	return func(ctx context.Context, c Call, found func(queens.Perm) bool) (Stats, error) {
		m := NewMeter(ctx, c, found)
		search(m, c)
		return m.End()
	}
}

// Stopped reports whether the run must end: the context has ended, or found returned false.
func (m *Meter) Stopped() bool { return m.stopped }

// Count counts a step of a kind in StatsTable other than Solution. Clear has column and row 0.
func (m *Meter) Count(kind EventKind, line uint8, col, row int) {
	m.counts[kind]++
	if m.left--; m.left < 0 {
		m.step(kind, line, col, row)
	}
}

// Conflict reports that the square just tested is attacked. It counts nothing; the observer
// receives the leftmost attacking queen in another column.
func (m *Meter) Conflict(line uint8, col, row int) {
	if m.observe != nil {
		m.tellAttacker(line, queens.Square{Row: row, Col: col})
	}
}

// Prune reports that the search below a square is abandoned. It counts nothing.
func (m *Meter) Prune(line uint8, col, row int) {
	if m.observe != nil {
		m.step(Prune, line, col, row)
	}
}

// Solution counts a solution, passes on p, which the receiver then owns, and reports whether to
// continue.
func (m *Meter) Solution(line uint8, p queens.Perm) bool {
	m.counts[Solution]++
	if m.observe != nil {
		m.step(Solution, line, 0, 0)
	}
	if !m.found(p) {
		m.stopped = true
	}
	return !m.stopped
}

// End returns the cost of the run, and the error of its context if that ended it.
func (m *Meter) End() (Stats, error) { return m.stats(), m.err }

func (m *Meter) stats() (s Stats) {
	for _, st := range StatsTable {
		*st.Value(&s) = m.counts[st.Kind]
	}
	return s
}

// step reports to the observer, or polls the context.
func (m *Meter) step(kind EventKind, line uint8, col, row int) {
	if m.observe == nil {
		m.left = pollEvery
		m.look()
		return
	}
	m.left = 0
	if m.steps++; m.steps%pollEvery == 0 {
		m.look()
	}
	e := Event{Kind: kind, Line: line, Col: int32(col), Row: int32(row)}
	Apply(m.rows, e)
	m.observe(e)
}

// look reports progress, and stops the run if its context has ended.
func (m *Meter) look() {
	if m.progress != nil {
		m.progress(m.stats())
	}
	if !m.stopped {
		m.err = m.ended()
		m.stopped = m.err != nil
	}
}

func (m *Meter) tellAttacker(line uint8, sq queens.Square) {
	for c, r := range m.rows {
		other := queens.Square{Row: int(r), Col: c}
		if r == Whole || other == sq {
			continue
		}
		if _, attacked := LineBetween(other, sq, len(m.rows), m.topology); attacked {
			m.step(Conflict, line, c, int(r))
			return
		}
	}
	panic("solver: an algorithm reports a conflict on a square that no queen attacks")
}

// Apply applies an event to a board: by column, the row of the queen or Whole. Time O(1), for Clear
// O(n).
func Apply(rows []int32, e Event) {
	switch e.Kind {
	case Place:
		rows[e.Col] = e.Row
	case Remove:
		rows[e.Col] = Whole
	case Swap:
		rows[e.Col], rows[e.Row] = rows[e.Row], rows[e.Col]
	case Clear:
		for c := range rows {
			rows[c] = Whole
		}
	}
}

// LineBetween returns the line shared by two different squares of a board of order n, if any.
func LineBetween(a, b queens.Square, n int, t queens.Topology) (line queens.Line, shared bool) {
	others := queens.Lines(b, n, t)
	for kind, index := range queens.Lines(a, n, t) {
		if index == others[kind] {
			return queens.Line(kind), true
		}
	}
	return 0, false
}

// EventKind is the kind of a step.
type EventKind uint8

const (
	// Try tests the square.
	Try EventKind = iota
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
func (k EventKind) String() string { return kindNames[k] }

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
	Kind     EventKind
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
	Kind    EventKind            // of the events that it counts
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
