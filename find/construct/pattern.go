// Package construct makes solutions by rule: closed forms, walks, polygons, magic squares, and
// products of smaller solutions.
//
// A Pattern says for which orders its rule works. It gives each solution as a sequence of Runs,
// stretches of columns whose rows are an arithmetic progression. A solution of order 10^9 is a few
// runs and takes no memory until its rows are read:
//
//	p, _ := construct.Find("hoffman-loessi-moore")
//	board, err := p.First(1_000_000_000)
//	for rows := range board.Blocks() {
//		// rows of the next columns
//	}
//
// Algorithms has the same rules as values of package solver. A pattern that searches says so.
package construct

import (
	"embed"
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/find/solver"
	"queens/internal/errs"
	"queens/internal/named"
)

// Pattern is a rule that writes down solutions. The zero value is not valid.
type Pattern struct {
	Name      string `json:"name"`      // stable identifier: "knight-walk"
	Title     string `json:"title"`     // for headings
	Summary   string `json:"summary"`   // one sentence, no final period
	Source    string `json:"source"`    // key in docs/bibliography.md
	Condition string `json:"condition"` // for which orders, in words: "n prime to 6"

	// works is Condition, for n >= 1; nil if boards is quick to tell. Orders 2 and 3 are not asked
	// about.
	works func(n int) bool
	// boards yields the solutions of an order, at least one if it works.
	boards func(n int) iter.Seq[Board]
	// line is the line of the pseudocode at which the queen in a row is placed; nil for most
	// patterns, which place all queens at one line.
	line func(n, row int) uint8
}

var patterns = described([]*Pattern{
	{Name: "composed-solutions", Source: "abramson1989", boards: composedBoards},
	{Name: "compound-polygon", Source: "erbas1992", works: isCompound, boards: compoundBoards},
	{Name: "divide-and-conquer", Source: "abramson1989", boards: divideBoards, line: divideLine},
	{Name: "even-odd-list", Source: "bell2009", boards: rule(evenOddSix)},
	{Name: "hoffman-loessi-moore", Source: "hoffman1969", boards: rule(hoffman)},
	{Name: "knight-walk", Source: "polya1918", works: primeToSix, boards: rule(knightWalk)},
	{Name: "magic-square", Source: "erbas1992", works: primeToSix, boards: magicBoards},
	{
		Name: "open-star-polygon", Source: "erbas1992",
		works: func(n int) bool { return primeToSix(n + 1) }, boards: openStarBoards,
	},
	{Name: "pauls", Source: "pauls1874", boards: rule(pauls)},
	{Name: "star-polygon", Source: "erbas1992", works: primeToSix, boards: starBoards},
	{Name: "walk-with-tile", Source: "abramson1989", boards: dividedBoards(withTile)},
	{Name: "walk-without-tile", Source: "abramson1989", boards: dividedBoards(withoutTile)},
})

//go:embed *.txt
var texts embed.FS

func described(list []*Pattern) []*Pattern {
	for _, p := range list {
		w := solver.ReadWords(texts, p.Name)
		p.Title, p.Summary, p.Condition = w.Title, w.Summary, w.Sections["Orders"]
	}
	return list
}

// Refuses says why the pattern has no solution of order n, in words that follow
// "order n: ", or "" if it has one. Time O(sqrt n) at most, for patterns that search
// O(n^3) up to order MaxSearchOrder.
func (p *Pattern) Refuses(n int) string {
	switch {
	case n < 1 || n > queens.MaxProblemOrder:
		return fmt.Sprintf("want 1 to %d", queens.MaxProblemOrder)
	case solver.RefuseNone(n) != "":
		return solver.RefuseNone(n)
	case p.works == nil && !exists(p.boards(n)) || p.works != nil && !p.works(n):
		return "works only for " + p.Condition
	}
	return ""
}

// Boards yields the solutions of order n that the pattern has, at least one, in an order of its
// own. They are different unless the pattern says otherwise. Errors: queens.ErrOrder where Refuses
// has something to say.
func (p *Pattern) Boards(n int) (iter.Seq[Board], error) {
	if why := p.Refuses(n); why != "" {
		return nil, errs.Errorf("%s: order %d: %s: %w", p.Name, n, why, queens.ErrOrder)
	}
	return p.boards(n), nil
}

// First returns the first board of Boards, and its error.
func (p *Pattern) First(n int) (Board, error) {
	boards, err := p.Boards(n)
	if err != nil {
		return Board{}, err
	}
	for b := range boards {
		return b, nil
	}
	panic("construct: " + p.Name + " accepts an order for which it has no solution")
}

func one(b Board) iter.Seq[Board] { return func(yield func(Board) bool) { yield(b) } }

func each[T any](items iter.Seq[T], board func(T) Board) iter.Seq[Board] {
	return func(yield func(Board) bool) {
		for item := range items {
			if !yield(board(item)) {
				return
			}
		}
	}
}

func rule(runs func(n int) iter.Seq[Run]) func(n int) iter.Seq[Board] {
	return func(n int) iter.Seq[Board] { return one(Board{Order: n, Runs: runs(n)}) }
}

// Find returns the pattern of a name. Errors: queens.ErrFormat.
func Find(name string) (*Pattern, error) {
	return named.Find("pattern", name, patterns, func(p *Pattern) string { return p.Name })
}

// All returns every pattern, sorted by name, in a new slice.
func All() []*Pattern { return slices.Clone(patterns) }

// maxPermOrder is the largest order of a Perm from an Algorithm of this package, 8
// bytes a queen; Boards has no limit.
const maxPermOrder = 1 << 24

// Algorithms returns the patterns as algorithms, sorted by name.
func Algorithms() []*solver.Algorithm { return named.Each(patterns, (*Pattern).algorithm) }

const plainPseudocode = `for column from first to last:
  put a queen in the row that the rule says
solution
for another one: empty the board`

// Lines of plainPseudocode.
const plainPlace, plainClear = 1, 3

func (p *Pattern) algorithm() *solver.Algorithm {
	a := solver.Algorithm{
		Name: p.Name, Source: p.Source, Finds: solver.Some, MinOrder: 1, MaxOrder: maxPermOrder, TestMax: 60,
		Exact: true, Traced: true, Refuses: p.Refuses,
	}.Described(texts)
	a.Cost = "Time and space O(n) for a solution. The command queens solve streams larger orders in no memory at all."
	a.Limits = "Works for " + p.Condition + ". It gives few solutions per order, all very regular."
	line := p.line
	if line == nil {
		a.Pseudocode = strings.Split(plainPseudocode, "\n")
		line = func(int, int) uint8 { return plainPlace }
	}
	solved := uint8(slices.Index(a.Pseudocode, "solution"))
	a.Run = solver.Metered(func(m *solver.Meter, c solver.Call) {
		first := true
		for b := range p.boards(c.Problem.Order) {
			if m.Stopped() {
				break
			}
			if !first {
				m.Count(solver.Clear, plainClear, 0, 0)
			}
			first = false
			perm := b.Perm()
			for col, row := range perm {
				m.Count(solver.Place, line(len(perm), row), col, row)
			}
			if !m.Solution(solved, perm) {
				break
			}
		}
	})
	return &a
}

// Run is a stretch of neighbouring columns whose queens stand in rows of an
// arithmetic progression: First, First+Step, ..., Len of them. Len is at least 1.
type Run struct{ First, Step, Len int }

// Board is one solution of a pattern.
type Board struct {
	Order int
	Note  string        // what tells it from the other solutions of its pattern; may be empty
	Runs  iter.Seq[Run] // column by column, from column 0 on
}

// blockRows is the number of rows of a block: 64 KiB, which fits the fast caches of
// every processor beside what a reader of it needs.
const blockRows = 1 << 14

// Blocks yields the rows of the queens, counted from 0, column by column in blocks of some
// thousands. The slice is reused for the next block. Time O(n), space O(1).
func (b Board) Blocks() iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		block := make([]uint32, 0, blockRows)
		for run := range b.Runs {
			for run.Len > 0 {
				count := min(run.Len, blockRows-len(block))
				tail := block[len(block) : len(block)+count]
				row, step := uint32(run.First), uint32(run.Step)
				for ; len(tail) >= 4; tail = tail[4:] {
					tail[0], tail[1], tail[2], tail[3] = row, row+step, row+2*step, row+3*step
					row += 4 * step
				}
				for i := range tail {
					tail[i] = row
					row += step
				}
				block = block[:len(block)+count]
				run = Run{run.First + count*run.Step, run.Step, run.Len - count}
				if len(block) == blockRows {
					if !yield(block) {
						return
					}
					block = block[:0]
				}
			}
		}
		if len(block) > 0 {
			yield(block)
		}
	}
}

// Perm returns the solution as a Perm of its own. Time and space O(n).
func (b Board) Perm() queens.Perm {
	p := make(queens.Perm, 0, b.Order)
	for run := range b.Runs {
		for i := range run.Len {
			p = append(p, run.First+i*run.Step)
		}
	}
	return p
}

// runsOf returns the runs as a sequence, without those that are empty.
func runsOf(runs ...Run) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for _, run := range runs {
			if run.Len > 0 && !yield(run) {
				return
			}
		}
	}
}

func chain(parts ...iter.Seq[Run]) iter.Seq[Run] { return joined(slices.Values(parts)) }

func joined(parts iter.Seq[iter.Seq[Run]]) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for part := range parts {
			for run := range part {
				if !yield(run) {
					return
				}
			}
		}
	}
}

// cyclic yields the runs of first, first+step, ... modulo n, length of them: a new run begins
// wherever the progression passes n. It requires 0 <= first < n and 0 <= step < n.
func cyclic(first, step, length, n int) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for first, left := first, length; left > 0; {
			count := left
			if step > 0 {
				count = min(left, (n-first+step-1)/step)
			}
			if !yield(Run{first, step, count}) {
				return
			}
			first += count*step - n
			left -= count
		}
	}
}

func shifted(runs iter.Seq[Run], rows int) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for run := range runs {
			run.First += rows
			if !yield(run) {
				return
			}
		}
	}
}

// withoutCorner yields the runs without the first queen, who is in row 0, her column and her row.
func withoutCorner(runs iter.Seq[Run]) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		corner := true
		for run := range runs {
			if corner {
				corner = false
				run = Run{run.First + run.Step, run.Step, run.Len - 1}
			}
			run.First--
			if run.Len > 0 && !yield(run) {
				return
			}
		}
	}
}
