// Package puzzle makes, checks, grades and explains puzzles with exactly one solution:
// place one queen in every row and column, and in every region if there are any.
//
//	spec := puzzle.Spec{Kind: "regions", Order: 8, Grade: "medium", Seed: "2026-11-24"}
//	p, err := puzzle.Generate(spec)
//	if err != nil {
//		return err
//	}
//	steps, solution := p.Explain() // sentences; the solution they lead to
//
// A [Spec] determines its puzzle, and its short ID does not reveal the answer. The grade of a
// puzzle is that of the hardest rule it needs ([Rules]). Every puzzle of Generate is solved by the
// rules of its grade, and an exact cover search proves that there is no other solution.
//
// The package does no input or output and has no clock: the caller passes the date.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/find/exactcover"
)

// Puzzle is a puzzle without its answer. ID and Grade are claims, and may be empty.
type Puzzle struct {
	ID      string          `json:"id,omitempty"`
	Kind    string          `json:"kind" enum:"completion,diagonals,regions"`
	Order   int             `json:"order"`
	Grade   string          `json:"grade,omitempty"`
	Given   []queens.Square `json:"given,omitempty"`   // queens of a completion
	Blocked []queens.Square `json:"blocked,omitempty"` // squares of a completion without a queen
	Regions []string        `json:"regions,omitempty"` // for each row the letters of its regions: "AABBB"
}

// Validate reports the first thing that makes the puzzle meaningless.
func (p Puzzle) Validate() error {
	kind, err := FindKind(p.Kind)
	if err != nil {
		return err
	}
	if p.Order < MinOrder || p.Order > MaxOrder {
		return fmt.Errorf("puzzle: order %d: want %d to %d: %w", p.Order, MinOrder, MaxOrder, queens.ErrOrder)
	}
	if len(p.ID) > 40 || strings.Trim(p.ID, "-0123456789abcdefghijklmnopqrstuvwxyz") != "" {
		return fmt.Errorf("puzzle: ID %.40q: want one like 1-r8m-2026-11-24: %w", p.ID, queens.ErrFormat)
	}
	if p.Grade != "" {
		if _, err := parseGrade(p.Grade); err != nil {
			return err
		}
	}
	if !kind.Regions {
		if len(p.Regions) > 0 {
			return fmt.Errorf("puzzle: a completion has no regions: %w", queens.ErrFormat)
		}
		for i, sq := range p.Blocked {
			if slices.Contains(p.Blocked[:i], sq) {
				return fmt.Errorf("puzzle: %v is listed twice: %w", sq, queens.ErrFormat)
			}
		}
		if err := (queens.Problem{Order: p.Order, Given: p.Given, Blocked: p.Blocked}).Validate(); err != nil {
			return fmt.Errorf("puzzle: %w", err)
		}
		return nil
	}
	if len(p.Given)+len(p.Blocked) > 0 {
		return fmt.Errorf("puzzle: kind %s has neither given queens nor blocked squares: %w", p.Kind, queens.ErrFormat)
	}
	return p.validateRegions()
}

func (p Puzzle) validateRegions() error {
	if len(p.Regions) != p.Order {
		return fmt.Errorf("puzzle: %d rows of regions, want %d: %w", len(p.Regions), p.Order, queens.ErrFormat)
	}
	for r, row := range p.Regions {
		if len(row) != p.Order {
			return fmt.Errorf("puzzle: row %d has %d squares, want %d: %w", r+1, len(row), p.Order, queens.ErrFormat)
		}
		for c := range len(row) {
			if row[c] < 'A' || row[c] >= 'A'+byte(p.Order) {
				return fmt.Errorf("puzzle: row %d, column %d has %q, want a letter from A to %s: %w", r+1, c+1, row[c],
					regionName(p.Order-1), queens.ErrFormat)
			}
		}
	}
	b := newBoard(Kind{}, p.Order)
	b.divide(p.region())
	for i := range p.Order {
		switch region := b.lines[2*p.Order+i]; {
		case region.empty():
			return fmt.Errorf("puzzle: region %s has no square: %w", regionName(i), queens.ErrFormat)
		case !b.connected(region):
			return fmt.Errorf("puzzle: region %s is not connected: %w", regionName(i), queens.ErrFormat)
		}
	}
	return nil
}

func (p Puzzle) region() (region []int) {
	for _, letter := range []byte(strings.Join(p.Regions, "")) {
		region = append(region, int(letter-'A'))
	}
	return region
}

// connected reports whether the squares of a set hang together by sides.
func (b *board) connected(s set) bool {
	var reached set
	reached.add(s.first())
	for last := 0; last != reached.size(); {
		last = reached.size()
		for sq := range s.minus(reached).each() {
			if slices.ContainsFunc(b.beside(sq), reached.has) {
				reached.add(sq)
			}
		}
	}
	return reached == s
}

func (b *board) beside(sq int) (list []int) {
	r, c := sq/b.n, sq%b.n
	for _, next := range [...]queens.Square{
		{Row: r - 1, Col: c}, {Row: r, Col: c - 1}, {Row: r, Col: c + 1}, {Row: r + 1, Col: c},
	} {
		if next.On(b.n) {
			list = append(list, next.Row*b.n+next.Col)
		}
	}
	return list
}

func (p Puzzle) start() state {
	kind, err := FindKind(p.Kind)
	if err != nil {
		panic(err)
	}
	b := newBoard(kind, p.Order)
	if kind.Regions {
		b.divide(p.region())
	}
	return b.start(b.setOf(p.Given), b.setOf(p.Blocked))
}

func (b *board) perm(squares set) queens.Perm {
	perm := make(queens.Perm, b.n)
	for sq := range squares.each() {
		perm[sq%b.n] = sq / b.n
	}
	return perm
}

// Solutions returns up to most solutions, found by exact cover. Rows, columns and regions are
// covered once, diagonals at most once. Where only touching queens attack each other along
// diagonals, blocks of two by two squares replace them. Errors: those of Validate and of ctx.
func (p Puzzle) Solutions(ctx context.Context, most int) (list []queens.Perm, err error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := p.start()
	n, lines := s.n, len(s.lines)
	var options [][]int
	var squares []int
	whole := s.base[0].has(n*n - 1) // queens attack along diagonals
	for sq := range s.free.or(s.queens).each() {
		r, c := sq/n, sq%n
		option := []int{r, n + c}
		if lines > 2*n {
			option = append(option, 2*n+int(s.at[sq][2]))
		}
		if whole {
			option = append(option, lines+r+c, lines+2*n+r+n-1-c)
		} else {
			for _, corner := range [...]int{0, 1, n + 1, n + 2} { // of the squares, each of four blocks
				option = append(option, lines+r*(n+1)+c+corner)
			}
		}
		options, squares = append(options, option), append(squares, sq)
	}
	m, err := exactcover.New(lines, max(4*n, (n+1)*(n+1)), options)
	if err != nil {
		return nil, err
	}
	err = m.Search(ctx, exactcover.Watch{}, func(chosen []int) bool {
		var placed set
		for _, o := range chosen {
			placed.add(squares[o])
		}
		list = append(list, s.perm(placed))
		return len(list) < most
	})
	return list, err
}

// Explain solves the puzzle by the rules, the simplest first, as far as they lead. The
// solution is nil if they stop before its end.
func (p Puzzle) Explain() (steps []Deduction, solution queens.Perm, err error) {
	if err := p.Validate(); err != nil {
		return nil, nil, err
	}
	s := p.start()
	for s.open != 0 {
		d, rule := s.next(Expert)
		if rule < 0 {
			return steps, nil, nil
		}
		steps = append(steps, s.step(d, rule))
		s.take(d)
	}
	return steps, s.perm(s.queens), nil
}

// Mistake is the rule of a hint that takes something back.
const Mistake = "mistake"

// ErrNotUnique says that a puzzle has no solution, or more than one.
var ErrNotUnique = errors.New("not exactly one solution")

// ErrNoRule says that no rule concludes anything.
var ErrNoRule = errors.New("no rule applies")

// Hint returns the next step of a player who has placed queens and crossed squares out. Given
// queens are placed by themselves. A queen or a cross that the solution does not have comes first.
// Errors: those of Solutions; ErrNotUnique; ErrNoRule, also if all queens are placed.
func (p Puzzle) Hint(ctx context.Context, placed, crossed []queens.Square) (Deduction, error) {
	list, err := p.Solutions(ctx, 2)
	if err != nil {
		return Deduction{}, err
	}
	if len(list) != 1 {
		return Deduction{}, fmt.Errorf("puzzle: hint: %w", ErrNotUnique)
	}
	for i, sq := range slices.Concat(placed, crossed) {
		if !sq.On(p.Order) {
			return Deduction{}, fmt.Errorf("puzzle: hint: %v is not on the board: %w", sq, queens.ErrFormat)
		}
		isQueen := i < len(placed)
		if what := map[bool]string{true: "queen", false: "cross"}[isQueen]; isQueen != (list[0][sq.Col] == sq.Row) {
			return Deduction{
				Rule: Mistake, Text: fmt.Sprintf("The %s at %v is wrong: remove it.", what, sq),
				Because: []queens.Square{sq},
			}, nil
		}
	}
	s := p.start()
	for sq := range s.setOf(placed).minus(s.queens).each() {
		s.place(sq)
	}
	s.free = s.free.minus(s.setOf(crossed))
	d, rule := s.next(Expert)
	if rule < 0 {
		return Deduction{}, fmt.Errorf("puzzle: hint: %w", ErrNoRule)
	}
	return s.step(d, rule), nil
}

// Verdict is what Check finds out.
type Verdict struct {
	Solutions []queens.Perm // at most two
	Grade     string        // of the hardest rule needed; empty if the rules do not solve the puzzle
}

// Check counts the solutions to two and grades a puzzle that has one.
func (p Puzzle) Check(ctx context.Context) (v Verdict, err error) {
	if v.Solutions, err = p.Solutions(ctx, 2); err != nil || len(v.Solutions) != 1 {
		return v, err
	}
	s := p.start()
	if hardest, _ := s.solve(Expert); s.open == 0 {
		v.Grade = hardest.String()
	}
	return v, nil
}
