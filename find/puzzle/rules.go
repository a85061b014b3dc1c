package puzzle

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"queens"
	"queens/internal/named"
)

// Rule is one way to conclude something on a board.
type Rule struct {
	Name    string // stable identifier: "single"
	Summary string // one sentence, no final period
	Grade   Grade

	apply func(*state) (conclusion, bool)
	say   func(*board, conclusion) string
}

// conclusion is what a rule concludes: a queen, or squares without one.
type conclusion struct {
	place   int // -1: none
	cross   set
	because set    // squares to show as the reason
	lines   uint64 // the lines that the sentence names first
	others  uint64 // and next
	forced  []int  // queens that the first square of cross would force, in this order
}

// rules holds every rule, the simplest first. A new rule, or another order, needs a new
// Version: it changes the puzzles of a seed.
var rules = []Rule{
	{"single", "A row, column or region has only one square left", Easy, single, saySingle},
	{
		"confined", "All squares of a line lie on one other line, which rules out the others there", Easy,
		confined(1, 1), sayConfined,
	},
	{
		"pair", "All squares of two lines lie on two other lines, which rules out the others there", Medium,
		confined(2, 2), sayConfined,
	},
	{
		"empties", "A queen on a square would take the last two or three squares of a line", Medium,
		empties(3), sayEmpties,
	},
	{"empties-many", "The same for a line with more squares", Hard, empties(MaxOrder * MaxOrder), sayEmpties},
	{"triple", "Like a pair, for three lines", Hard, confined(3, 3), sayConfined},
	{
		"forces", "A queen on a square would force another one, leaving a line without a square", Expert,
		forces(1, 1), sayForces,
	},
	{"group", "Like a pair, for four lines or more", Expert, confined(4, MaxOrder/2), sayConfined},
	{
		"chain", "A queen on a square would force two or three others, leaving a line without a square", Expert,
		forces(2, 3), sayForces,
	},
}

// Rules returns every rule, the simplest first.
func Rules() []Rule { return slices.Clone(rules) }

// next returns what the simplest rule up to a grade concludes, and its place in the table, or -1.
func (s *state) next(most Grade) (conclusion, int) {
	if s.stuck() >= 0 {
		return conclusion{}, -1
	}
	for i := range rules {
		if rules[i].Grade > most {
			break
		}
		if d, ok := rules[i].apply(s); ok {
			return d, i
		}
	}
	return conclusion{}, -1
}

func (s *state) take(d conclusion) {
	if d.place >= 0 {
		s.place(d.place)
	}
	s.free = s.free.minus(d.cross)
}

// solve applies rules up to a grade until none helps. It returns the grade of the hardest one that
// was needed, and the sum of their places in the table; all lines have a queen if open is 0.
func (s *state) solve(most Grade) (hardest Grade, effort int) {
	for s.open != 0 {
		d, i := s.next(most)
		if i < 0 {
			break
		}
		hardest = max(hardest, rules[i].Grade)
		effort += i
		s.take(d)
	}
	return hardest, effort
}

func single(s *state) (conclusion, bool) {
	for i, free := range s.openLines() {
		if free.size() == 1 {
			return conclusion{place: free.first(), lines: 1 << i}, true
		}
	}
	return conclusion{}, false
}

func saySingle(b *board, d conclusion) string {
	return fmt.Sprintf("%s has only one square left: place a queen at %v.", capital(b.names(d.lines)),
		b.square(d.place))
}

// empties returns the rule that looks for squares that all free squares of a line, at most most,
// attack.
func empties(most int) func(*state) (conclusion, bool) {
	return func(s *state) (conclusion, bool) {
		for i, free := range s.openLines() {
			if free.size() > most {
				continue
			}
			seen := s.free
			for sq := range free.each() {
				if seen = seen.and(s.attacks[sq]); seen.empty() {
					break
				}
			}
			if !seen.empty() {
				return conclusion{place: -1, cross: seen, because: free, lines: 1 << i}, true
			}
		}
		return conclusion{}, false
	}
}

func sayEmpties(b *board, d conclusion) string {
	return fmt.Sprintf("A queen at %s would leave %s without a square.", b.list(d.cross, "or"), b.names(d.lines))
}

// confined returns the rule that looks for k lines of one kind, least to most of them,
// whose free squares all lie on k lines of another kind. More than half of the open
// lines are never needed: the lines that are left over are a set of the other kind.
func confined(least, most int) func(*state) (conclusion, bool) {
	return func(s *state) (conclusion, bool) {
		kinds := len(s.lines) / s.n
		all := uint64(1)<<s.n - 1
		on := s.crossings()
		var c choice // one for all, which is faster
		for k := least; k <= min(most, bits.OnesCount64(s.open&all)/2); k++ {
			for i := range kinds {
				for j := range kinds {
					if i == j {
						continue
					}
					c = choice{s: s, on: &on[i][j], open: uint16(s.open >> (i * s.n) & all), kind: i, other: j, k: k}
					if c.choose(k, 0, 0, 0) {
						return c.found, true
					}
				}
			}
		}
		return conclusion{}, false
	}
}

// crossings are the lines that the free squares of a line are on: by its kind, theirs, its number.
type crossings [len(lineKinds)][len(lineKinds)][MaxOrder]uint16

// crossings returns those of the state, which the board remembers for its last free squares.
func (s *state) crossings() *crossings {
	b := s.board
	if b.crossed != s.free {
		b.crossed, b.on = s.free, crossings{}
		for sq := range s.free.each() {
			for i, line := range b.at[sq] {
				for j, other := range b.at[sq] {
					b.on[i][j][line] |= 1 << other
				}
			}
		}
	}
	return &b.on
}

type choice struct {
	s           *state
	on          *[MaxOrder]uint16
	open        uint16
	kind, other int
	k           int
	found       conclusion
}

func (c *choice) choose(k, from int, chosen, on uint16) bool {
	if k == 0 {
		return c.close(chosen, on)
	}
	for i := from; i < c.s.n; i++ {
		if c.open>>i&1 == 1 && bits.OnesCount16(on|c.on[i]) <= c.k && c.choose(k-1, i+1, chosen|1<<i, on|c.on[i]) {
			return true
		}
	}
	return false
}

func (c *choice) close(chosen, on uint16) bool {
	in, out := c.s.free.and(c.s.union(chosen, c.kind)), c.s.free.and(c.s.union(on, c.other))
	c.found = conclusion{
		place: -1, cross: out.minus(in), because: in, lines: uint64(chosen) << (c.kind * c.s.n),
		others: uint64(on) << (c.other * c.s.n),
	}
	return !c.found.cross.empty()
}

func (b *board) union(lines uint16, kind int) (all set) {
	for ; lines != 0; lines &= lines - 1 {
		all = all.or(b.lines[kind*b.n+bits.TrailingZeros16(lines)])
	}
	return all
}

func sayConfined(b *board, d conclusion) string {
	rest := "no other square of " + b.names(d.others) + " has a queen"
	return fmt.Sprintf("All squares of %s are in %s, so %s.", b.names(d.lines), b.names(d.others), rest)
}

// forces returns the rule that looks for a square whose queen would force others, least
// to most of them, after which a line has no free square. The fewest come first.
func forces(least, most int) func(*state) (conclusion, bool) {
	return func(s *state) (conclusion, bool) {
		none := make([]int, 0, most)
		for k := least; k <= most; k++ {
			for sq := range s.free.each() {
				after := *s
				after.place(sq)
				if line, forced := after.contradict(k, none); line >= 0 {
					d := conclusion{place: -1, lines: 1 << line, forced: forced}
					d.cross.add(sq)
					for _, y := range forced {
						d.because.add(y)
					}
					return d, true
				}
			}
		}
		return conclusion{}, false
	}
}

// contradict returns a line without a free square after k forced queens, or -1, and those queens.
func (s *state) contradict(k int, forced []int) (int, []int) {
	if k == 0 {
		return s.stuck(), forced
	}
	for _, free := range s.openLines() {
		if free.size() == 1 {
			after := *s
			after.place(free.first())
			if line, all := after.contradict(k-1, append(forced, free.first())); line >= 0 {
				return line, all
			}
		}
	}
	return -1, forced
}

func sayForces(b *board, d conclusion) string {
	queens := named.Names(d.forced, func(sq int) string { return b.square(sq).String() })
	return fmt.Sprintf("A queen at %v would force %s at %s, and %s would have no square left.",
		b.square(d.cross.first()), map[bool]string{true: "one", false: "queens"}[len(queens) == 1],
		strings.Join(queens, ", then "), b.names(d.lines))
}

func (b *board) list(s set, and string) string {
	return join(named.Names(b.squares(s), queens.Square.String), "; ", and)
}

func join(words []string, separator, and string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], separator) + " " + and + " " + words[last]
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Deduction is one step towards the solution, which is also a hint.
type Deduction struct {
	Rule    string          `json:"rule"` // name of a rule, or Mistake
	Text    string          `json:"text"` // a sentence
	Queen   *queens.Square  `json:"queen,omitempty"`
	Crossed []queens.Square `json:"crossed,omitempty"` // squares that have no queen
	Because []queens.Square `json:"because,omitempty"` // squares to mark as the reason
}

func (b *board) step(d conclusion, rule int) Deduction {
	step := Deduction{
		Rule: rules[rule].Name, Text: rules[rule].say(b, d), Crossed: b.squares(d.cross),
		Because: b.squares(d.because),
	}
	if d.place >= 0 {
		sq := b.square(d.place)
		step.Queen = &sq
	}
	return step
}
