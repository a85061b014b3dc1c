package trace

import (
	"fmt"
	"slices"

	"queens"
	"queens/find/solver"
)

// Frame is a moment of a run: the board, and what the run has cost so far.
type Frame struct {
	Events   uint64 // that came before
	Topology queens.Topology
	Rows     []int32 // by column: the row of the queen, or solver.Whole if there is none
	Tried    solver.Event
	Stats    solver.Stats
}

func newFrame(n int, t queens.Topology) Frame {
	return Frame{Topology: t, Rows: slices.Repeat([]int32{solver.Whole}, n)}
}

func (f Frame) clone() Frame {
	f.Rows = slices.Clone(f.Rows)
	return f
}

// Apply moves on to the moment after e.
func (f *Frame) Apply(e solver.Event) {
	f.Events++
	solver.Apply(f.Rows, e)
	if e.Kind == solver.Try {
		f.Tried = e
	}
	if value := counted[e.Kind]; value != nil {
		*value(&f.Stats)++
	}
}

var counted = func() (byKind [256]func(*solver.Stats) *uint64) {
	for _, st := range solver.StatsTable {
		byKind[st.Kind] = st.Value
	}
	return byKind
}()

// Sentence says in words what e, the event that follows, does. It begins with a
// small letter and has no final period; rows and columns count from 1.
func (f *Frame) Sentence(e solver.Event) string {
	col, row := e.Col+1, e.Row+1
	whole, line, across := e.Row == solver.Whole, fmt.Sprintf("column %d", col), "row"
	if e.Col == solver.Whole {
		whole, line, across = true, fmt.Sprintf("row %d", row), "column"
	}
	switch e.Kind {
	case solver.Try:
		if whole {
			return fmt.Sprintf("%s: which %ss are free?", line, across)
		}
		return fmt.Sprintf("column %d: is row %d free?", col, row)
	case solver.Place:
		return fmt.Sprintf("column %d: queen on row %d", col, row)
	case solver.Remove:
		return fmt.Sprintf("column %d: queen removed from row %d", col, row)
	case solver.Conflict:
		_, list := Step{*f, e}.About()
		return fmt.Sprintf("column %d: row %d is attacked by the queen in column %d (same %v)", list[0].B.Col+1,
			list[0].B.Row+1, col, list[0].Line)
	case solver.Prune:
		switch {
		case e.Row >= 0 && e.Col >= 0 && f.Rows[e.Col] == e.Row:
			return "this board is skipped"
		case whole:
			return fmt.Sprintf("%s: abandoned, no %s leads to a solution", line, across)
		}
		return fmt.Sprintf("column %d: row %d skipped", col, row)
	case solver.Solution:
		return fmt.Sprintf("solution %d: %v", f.Stats.Solutions+1, queens.PermOf(f.Rows))
	case solver.Draw:
		return fmt.Sprintf("column %d: row %d drawn at random", col, row)
	case solver.Swap:
		return fmt.Sprintf("columns %d and %d exchange rows: %d goes to column %d, %d to column %d",
			col, row, f.Rows[e.Row]+1, col, f.Rows[e.Col]+1, row)
	case solver.Clear:
		return "restart: all queens removed"
	}
	return e.Kind.String()
}

// About returns the squares that the step is about, a whole row or column perhaps, and none for a
// solution or a restart. A conflict is about the square that was tried, and has an attack on it.
func (step Step) About() (squares []queens.Square, attacks []queens.Attack) {
	e, f := step.Event, step.Before
	switch e.Kind {
	case solver.Solution, solver.Clear:
		return nil, nil
	case solver.Swap:
		return []queens.Square{
			{Row: int(f.Rows[e.Row]), Col: int(e.Col)}, {Row: int(f.Rows[e.Col]), Col: int(e.Row)},
		}, nil
	case solver.Conflict:
		queen := queens.Square{Row: int(e.Row), Col: int(e.Col)}
		tried := queens.Square{Row: int(f.Tried.Row), Col: int(f.Tried.Col)}
		line, _ := solver.LineBetween(queen, tried, len(f.Rows), f.Topology)
		return []queens.Square{tried}, []queens.Attack{{A: queen, B: tried, Line: line}}
	}
	for row := range int32(len(f.Rows)) {
		for col := range int32(len(f.Rows)) {
			if (e.Row == row || e.Row == solver.Whole) && (e.Col == col || e.Col == solver.Whole) {
				squares = append(squares, queens.Square{Row: int(row), Col: int(col)})
			}
		}
	}
	return squares, nil
}

// Description is a step of an algorithm in words, queens.watch/1. Rows and columns count from 1;
// null is none, or a whole line.
type Description struct {
	Step uint64 `json:"step"` // from 1
	Kind string `json:"kind"`
	Line int    `json:"line"` // of the pseudocode, from 1
	Col  *int   `json:"col"`
	Row  *int   `json:"row"`
	Rows []*int `json:"rows"` // after the step
	Text string `json:"text"`
}

// Describe returns the step in words.
func (step Step) Describe() Description {
	e := step.Event
	r := Description{
		Step: step.Before.Events + 1, Kind: e.Kind.String(), Line: int(e.Line) + 1,
		Rows: []*int{}, Text: step.Before.Sentence(e),
	}
	if e.Kind != solver.Solution && e.Kind != solver.Clear {
		r.Col, r.Row = fromOne(e.Col), fromOne(e.Row)
	}
	after := step.Before.clone()
	after.Apply(e)
	for _, row := range after.Rows {
		r.Rows = append(r.Rows, fromOne(row))
	}
	return r
}

func fromOne(x int32) *int {
	if x == solver.Whole {
		return nil
	}
	return new(int(x) + 1)
}
