// Package puzzle makes, checks, grades and explains puzzles with exactly one solution:
// place one queen in every row and column, and in every region if there are any.
//
//	spec := puzzle.Spec{Kind: "regions", Order: 8, Grade: "medium", Seed: "2026-11-24"}
//	p, err := puzzle.Generate(spec)
//	if err != nil {
//		return err
//	}
//	e, err := p.Explain(ctx) // sentences, and the solution that they lead to
//
// A [Spec] determines its puzzle, and its short ID does not reveal the answer. The grade of a
// puzzle measures the effort, the number of steps and the weights of their rules ([Rules]). Every
// puzzle of Generate is solved by the rules of its grade, and an exact cover search proves that
// there is no other solution.
//
// The package does no input or output and has no clock: the caller passes the date.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"queens"
	"queens/find/exactcover"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
)

// Puzzle is a puzzle without its answer. ID and Grade are claims, and may be empty.
type Puzzle struct {
	ID      string          `json:"id,omitempty"`
	Kind    string          `json:"kind" enum:"completion,diagonals,regions"`
	Order   int             `json:"order"`
	Grade   string          `json:"grade,omitempty"`
	Given   []queens.Square `json:"given,omitempty" maxItems:"676"`   // queens of a completion
	Blocked []queens.Square `json:"blocked,omitempty" maxItems:"676"` // squares of a completion without a queen
	Regions []string        `json:"regions,omitempty" maxItems:"26"`  // for each row the letters of its regions: "AABBB"
	Queens  []queens.Square `json:"queens,omitempty" maxItems:"676"`  // played so far, right or wrong
	Crossed []queens.Square `json:"crossed,omitempty" maxItems:"676"` // by the player
}

// Validate reports the first thing that makes the puzzle meaningless.
func (p Puzzle) Validate() error {
	kind, err := FindKind(p.Kind)
	if err != nil {
		return err
	}
	if p.Order < 1 || p.Order > Largest {
		return errs.Errorf("order %d: want 1 to %d: %w", p.Order, Largest, queens.ErrOrder)
	}
	if len(p.ID) > 40 || strings.Trim(p.ID, "-0123456789abcdefghijklmnopqrstuvwxyz") != "" {
		return errs.Errorf("ID %.40q: want one like 2-r8m-2026-11-24: %w", p.ID, queens.ErrFormat)
	}
	if p.Grade != "" {
		if _, err := parseGrade(p.Grade); err != nil {
			return err
		}
	}
	for _, list := range [][]queens.Square{p.Blocked, slices.Concat(p.Queens, p.Crossed)} {
		for i, sq := range list {
			if !sq.On(p.Order) || slices.Contains(list[:i], sq) {
				return errs.Errorf("%v is listed twice, or is outside a board of order %d: %w", sq, p.Order,
					queens.ErrFormat)
			}
		}
	}
	if !kind.Regions {
		if len(p.Regions) > 0 {
			return errs.Errorf("a completion has no regions: %w", queens.ErrFormat)
		}
		if err := (queens.Problem{Order: p.Order, Given: p.Given, Blocked: p.Blocked}).Validate(); err != nil {
			return errs.Errorf("%w", err)
		}
		return nil
	}
	if len(p.Given)+len(p.Blocked) > 0 {
		return errs.Errorf("kind %s has neither given queens nor blocked squares: %w", p.Kind, queens.ErrFormat)
	}
	return p.validateRegions()
}

func (p Puzzle) validateRegions() error {
	if len(p.Regions) != p.Order {
		return errs.Errorf("%d rows of regions, want %d: %w", len(p.Regions), p.Order, queens.ErrFormat)
	}
	letters := regionNames[:p.Order]
	for r, row := range p.Regions {
		if len(row) != p.Order || strings.Trim(row, letters) != "" {
			return errs.Errorf("row %d has %.40q, want %d letters from A to %s: %w", r+1, row, p.Order,
				letters[p.Order-1:], queens.ErrFormat)
		}
	}
	for _, letter := range letters {
		if !strings.ContainsRune(strings.Join(p.Regions, ""), letter) {
			return errs.Errorf("region %c has no square: %w", letter, queens.ErrFormat)
		}
	}
	return nil
}

func (p Puzzle) region() []int {
	return named.Each([]byte(strings.Join(p.Regions, "")), func(letter byte) int { return int(letter - 'A') })
}

// piece returns the squares of a set that hang together by sides with its first square.
func (b *board[W]) piece(s set[W]) (p set[W]) {
	var add func(sq int)
	add = func(sq int) {
		p.add(sq)
		for _, next := range b.beside[sq] {
			if s.has(next) && !p.has(next) {
				add(next)
			}
		}
	}
	add(s.first())
	return p
}

func startOf[W words](p Puzzle) state[W] {
	b := newBoard[W](p.Kind, p.Order)
	if p.Kind != Completion {
		b.divide(p.region())
	}
	return b.start(b.setOf(p.Given), b.setOf(p.Blocked))
}

// whole reports whether queens attack along whole diagonals; it does not matter on a single square.
func (b *board[W]) whole() bool { return b.base[0].has(b.n*b.n - 1) }

// search passes every solution to found until it returns false. Errors: those of Validate and of
// ctx.
func (p Puzzle) search(ctx context.Context, found func(queens.Perm) bool) error {
	if err := p.Validate(); err != nil {
		return err
	}
	return search(ctx, startOf[large](p), found)
}

// search finds an exact cover: of rows, columns and regions once, and of diagonals at most once.
// Where only touching queens attack each other along diagonals, blocks of two by two squares
// replace them.
func search[W words](ctx context.Context, s state[W], found func(queens.Perm) bool) error {
	n, lines := s.n, len(s.lines)
	var options [][]int
	var squares []int
	for sq := range s.free.or(s.queens).each() {
		r, c := sq/n, sq%n
		option := []int{r, n + c}
		if lines > 2*n {
			option = append(option, 2*n+int(s.at[sq][2]))
		}
		if s.whole() {
			option = append(option, lines+r+c, lines+2*n+r+n-1-c)
		} else {
			for _, corner := range [...]int{0, 1, n + 1, n + 2} { // of the squares, each of four blocks
				option = append(option, lines+r*(n+1)+c+corner)
			}
		}
		options, squares = append(options, option), append(squares, sq)
	}
	secondary := max(4*n, (n+1)*(n+1))
	return exactcover.Search(ctx, lines, secondary, options, exactcover.Watch{}, func(chosen []int) bool {
		perm := make(queens.Perm, n)
		for _, o := range chosen {
			perm[squares[o]%n] = squares[o] / n
		}
		return found(perm)
	})
}

// unique reports whether the state leaves exactly one solution.
func (s state[W]) unique() bool {
	found := 0
	_ = search(context.Background(), s, func(queens.Perm) bool { found++; return found < 2 })
	return found == 1
}

// Solutions returns up to most solutions, found by exact cover. Played marks do not matter. Errors:
// those of Validate and of ctx.
func (p Puzzle) Solutions(ctx context.Context, most int) (list []queens.Perm, err error) {
	err = p.search(ctx, func(solution queens.Perm) bool {
		list = append(list, solution)
		return len(list) < most
	})
	return list, err
}

// Count returns the number of solutions, or most if there are more. Errors: those of Solutions.
func (p Puzzle) Count(ctx context.Context, most int) (number int, err error) {
	err = p.search(ctx, func(queens.Perm) bool {
		number++
		return number < most
	})
	return number, err
}

// Mistake is the rule of a step that takes a mark back.
const Mistake = "mistake"

// ErrNotUnique says that a puzzle has no solution, or more than one.
var ErrNotUnique = errors.New("not exactly one solution")

// Explanation is the way to the solution.
type Explanation struct {
	Solved   bool        `json:"solved"` // the steps lead to the end
	Steps    []Deduction `json:"steps"`
	Solution queens.Perm `json:"rows,omitempty"` // the only solution, the row of the queen of each column

	effort int
}

// Explain solves the puzzle by the rules, the simplest first, as far as they lead, in up to most
// steps. Marks that the solution does not have are taken back first; all others are where the rules
// begin. Errors: those of Solutions; ErrNotUnique.
func (p Puzzle) Explain(ctx context.Context, most int) (Explanation, error) {
	list, err := p.Solutions(ctx, 2)
	switch {
	case err != nil:
		return Explanation{}, err
	case len(list) != 1:
		return Explanation{}, errs.Errorf("%w", ErrNotUnique)
	case p.Order*p.Order <= 64*len(small{}):
		return explain(startOf[small](p), p, list[0], most), nil
	}
	return explain(startOf[large](p), p, list[0], most), nil
}

func explain[W words](s state[W], p Puzzle, solution queens.Perm, most int) Explanation {
	e := Explanation{Steps: []Deduction{}, Solution: solution}
	right := func(i int, sq queens.Square) bool { return i < len(p.Queens) == (solution[sq.Col] == sq.Row) }
	marks := slices.Concat(p.Queens, p.Crossed)
	for i, sq := range marks {
		switch at := sq.Row*s.n + sq.Col; {
		case !right(i, sq):
		case i >= len(p.Queens):
			s.free.remove(at)
		case !s.queens.has(at):
			s.place(at)
		}
	}
	for i, sq := range marks {
		if !right(i, sq) {
			e.Steps = append(e.Steps, s.mistake(sq.Row*s.n+sq.Col, i < len(p.Queens)))
		}
	}
	for !s.solved() && len(e.Steps) < most {
		d, rule := s.next(beyond)
		if rule < 0 {
			break
		}
		e.Steps, e.effort = append(e.Steps, s.step(d, rule)), e.effort+s.rules[rule].Weight
		s.take(d)
	}
	e.Solved = s.solved()
	return e
}

// Check returns up to two solutions and, if there is one, the grade of the effort, or
// "" if the rules do not solve the puzzle. Played marks do not matter. Errors: those of Solutions.
func (p Puzzle) Check(ctx context.Context) (solutions []queens.Perm, grade string, err error) {
	if solutions, err = p.Solutions(ctx, 2); err != nil || len(solutions) != 1 {
		return solutions, "", err
	}
	p.Queens, p.Crossed = nil, nil
	e, err := p.Explain(ctx, math.MaxInt)
	if e.Solved {
		grade = gradeOf(e.effort, p.Order).String()
	}
	return solutions, grade, err
}

// WhyNone returns what the rules of a valid puzzle without a solution do, such as "leave region H
// without a square", or nothing if they do not show it.
func (p Puzzle) WhyNone() string {
	_, happens := startOf[large](p).deadEnd()
	return happens
}

// Judge returns what is wrong with queens as the answer to the puzzle, a sentence for each fault:
// lines without a queen or with several, queens that attack each other along a diagonal, given
// queens that are missing, queens on blocked squares. No fault: the answer is right. Errors: those
// of Validate; queens.ErrFormat for a queen that is not on the board or is listed twice.
func (p Puzzle) Judge(answer []queens.Square) (faults []string, err error) {
	p.Queens, p.Crossed = answer, nil
	if err := p.Validate(); err != nil {
		return nil, err
	}
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	s := startOf[large](p)
	placed, given, blocked := s.setOf(answer), s.setOf(p.Given), s.setOf(p.Blocked)
	for sq := range given.minus(placed).each() {
		add("the given queen at %v is missing", s.square(sq))
	}
	for sq := range blocked.and(placed).each() {
		add("the queen at %v is on a blocked square", s.square(sq))
	}
	for i, line := range s.lines {
		switch on := line.and(placed); {
		case on.empty():
			add("%s has no queen", s.line(i).names())
		case on.size() > 1:
			add("%s has %d queens, at %s", s.line(i).names(), on.size(), s.list(on, "and"))
		}
	}
	for a := range placed.each() {
		for b := range s.base[a].and(placed).each() {
			if at, other := s.at[a], s.at[b]; a < b && at[0] != other[0] && at[1] != other[1] {
				pair := named.Names([]int{a, b}, func(sq int) string { return s.square(sq).String() })
				add("the queens at %s %s", humanize.Join(pair, "; ", "and"), map[bool]string{
					true: "share a diagonal", false: "touch",
				}[s.whole()])
			}
		}
	}
	return faults, nil
}
