package complete

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"queens"
	"queens/internal/named"
)

// Hall is a set of rows or columns that cannot all have a queen, because their free squares lie on
// fewer lines of another kind [hall1935]. Lines count from 0; diagonals have the index of
// queens.Diagonal.
type Hall struct {
	Kind  queens.Line // Row or Col
	Lines []int       // sorted
	Seen  queens.Line // another kind
	On    []int       // lines of that kind through the free squares, sorted; fewer than Lines
}

const maxMatched = 1024

// pairs are the kinds of lines that are matched. Rows that see too few columns leave columns that
// see too few rows, so one direction suffices for the verdict; the second gives the other set.
var pairs = [...][2]queens.Line{
	{queens.Row, queens.Col},
	{queens.Row, queens.Rising},
	{queens.Row, queens.Falling},
	{queens.Col, queens.Rising},
	{queens.Col, queens.Falling},
	{queens.Col, queens.Row},
}

// hall returns a line without a free square, or all open rows if fewer diagonals of a kind have a
// free square, else the smallest set from the matchings. It returns nil if all pairs of kinds can
// be matched or there are too many lines.
func (b *board) hall() *Hall {
	for line, free := range newDFS(b, nil).count {
		if kind, index := b.line(int32(line)); free == 0 {
			return &Hall{Kind: kind, Lines: []int{index}, Seen: queens.Row + queens.Col - kind}
		}
	}
	if b.m > maxMatched {
		return nil
	}
	var best *Hall
	for _, kind := range [...]queens.Line{queens.Rising, queens.Falling} {
		if usable := b.usable(kind); len(usable) < b.m {
			rows := named.Each(b.rows, func(row int32) int { return int(row) })
			return &Hall{Kind: queens.Row, Lines: rows, Seen: kind, On: usable}
		}
	}
	for _, pair := range pairs {
		m := b.match(pair[0], pair[1])
		if m == nil || best != nil && len(best.Lines) <= len(m.visited) {
			continue
		}
		best = &Hall{Kind: pair[0], Seen: pair[1]}
		best.Lines = named.Each(m.visited, func(line int32) int { _, index := b.line(line); return index })
		best.On = named.Each(m.reached, func(at int32) int { return b.lineAt(pair[1], int(at)) })
		slices.Sort(best.Lines)
		slices.Sort(best.On)
	}
	return best
}

// usable returns the diagonals of a kind that have a free square, sorted.
func (b *board) usable(kind queens.Line) []int {
	usable := map[int]bool{}
	for sq, free := range b.free {
		if free {
			usable[int(b.on(int32(sq))[kind])] = true
		}
	}
	return slices.Sorted(maps.Keys(usable))
}

func (b *board) matchable() bool {
	fails := func(pair [2]queens.Line) bool { return b.match(pair[0], pair[1]) != nil }
	return !slices.ContainsFunc(pairs[:len(pairs)-1], fails)
}

// matching is a search for free squares, one in each open line of a kind and no two in the same
// line of another kind. Lines of the first kind have the numbers of board.line, others of board.on.
type matching struct {
	partner []int32 // other kind: the line matched to it, or -1
	from    []int32 // other kind: the line that reached it in this attempt
	attempt []int32 // other kind: the last attempt that reached it
	square  []int32 // first kind: the line of the other kind matched to it
	visited []int32 // first kind: lines in this attempt
	reached []int32 // other kind: lines in this attempt
}

// match returns nil if all open lines of a kind can be matched to lines of the other, else the
// failed attempt: the lines that it visited see only those that it reached, one fewer.
//
// An attempt searches breadth first along alternating paths from an unmatched line to a free one.
// Each attempt except the last matches one more line, so time is O(m^3) at worst.
func (b *board) match(kind, other queens.Line) *matching {
	size, first := b.m, int(kind)*b.m
	if other == queens.Rising || other == queens.Falling {
		size = 2 * b.n
	}
	m := &matching{
		partner: slices.Repeat([]int32{-1}, size), from: make([]int32, size), attempt: make([]int32, size),
		square: make([]int32, 2*b.m),
	}
	for line := first; line < first+b.m; line++ {
		if !m.augment(b, int32(line), other, int32(line+1)) {
			return m
		}
	}
	return nil
}

func (m *matching) augment(b *board, line int32, other queens.Line, attempt int32) bool {
	m.visited, m.reached = append(m.visited[:0], line), m.reached[:0]
	for next := 0; next < len(m.visited); next++ {
		line := m.visited[next]
		first, step := b.start(line)
		for k := range int32(b.m) {
			sq := first + k*step
			if !b.free[sq] {
				continue
			}
			at := b.on(sq)[other]
			if m.attempt[at] == attempt {
				continue
			}
			m.attempt[at], m.from[at] = attempt, line
			m.reached = append(m.reached, at)
			if m.partner[at] >= 0 {
				m.visited = append(m.visited, m.partner[at])
				continue
			}
			for { // rematch every line on the path back
				line := m.from[at]
				m.partner[at] = line
				before := m.square[line]
				m.square[line] = at
				if line == m.visited[0] {
					return true
				}
				at = before
			}
		}
	}
	return false
}

// weights returns equivalent weights: 1 for the lines that the set sees, and for the other lines of
// its kind without a queen.
func (h *Hall) weights(p queens.Problem) *Weights {
	w := &Weights{Least: 1}
	for kind := range w.Of {
		w.Of[kind] = make([]int64, 2*p.Order)
	}
	for i := range p.Order {
		w.Of[h.Kind][i] = 1
	}
	for _, sq := range p.Given {
		w.Of[h.Kind][[...]int{queens.Row: sq.Row, queens.Col: sq.Col}[h.Kind]] = 0
	}
	for _, i := range h.Lines {
		w.Of[h.Kind][i] = 0
	}
	for _, i := range h.On {
		w.Of[h.Seen][i] = 1
	}
	return w
}

// Names returns the names of the lines of a set on the board of p: "row 3", "s9", "d-2".
func (h *Hall) Names(p queens.Problem) (lines, on []string) {
	return lineNames(h.Kind, h.Lines, p), lineNames(h.Seen, h.On, p)
}

func lineNames(kind queens.Line, list []int, p queens.Problem) []string {
	return named.Names(list, func(line int) string { return LineName(kind, line, p) })
}

// LineName returns the name of a line on the board of p.
func LineName(kind queens.Line, index int, p queens.Problem) string {
	if kind < queens.Rising {
		return fmt.Sprintf("%v %d", kind, index+1)
	}
	return queens.Diagonal{Line: kind, Index: index}.Name(p.Order, p.Topology)
}

func (h *Hall) text(p queens.Problem) string {
	open := p.Order - len(p.Given)
	if len(h.On) == 0 {
		return LineName(h.Kind, h.Lines[0], p) + " has no free square"
	}
	if len(h.Lines) == open && h.Seen >= queens.Rising {
		return fmt.Sprintf("%d queens are missing, but only %s have a free square", open, lineList(h.Seen, h.On, p))
	}
	return fmt.Sprintf("%s see only %s", lineList(h.Kind, h.Lines, p), lineList(h.Seen, h.On, p))
}

// lineList names lines: "rows 3, 5, 7", with their number if there are many.
func lineList(kind queens.Line, list []int, p queens.Problem) string {
	noun := kind.String()
	names := lineNames(kind, list, p)
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], noun+" ")
	}
	if len(list) != 1 {
		noun += "s"
	}
	text := noun + " " + strings.Join(names, ", ")
	if len(names) > 4 {
		text = fmt.Sprintf("%d %s (%s)", len(names), noun, strings.Join(cut(names), " "))
	}
	return text
}

func cut(names []string) []string {
	if len(names) > maxNamed {
		return append(slices.Clone(names[:maxNamed]), "...")
	}
	return names
}
