package puzzle

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"queens"
	"queens/internal/humanize"
	"queens/internal/named"
)

// Rule is one way to conclude something on a board.
type Rule struct {
	Name    string // stable identifier: "single"
	Summary string // one sentence, no final period
	Grade   Grade  // from which on puzzles need it
	Weight  int    // the effort of one step
}

type rule[W words] struct {
	Rule
	apply func(*state[W]) (conclusion[W], bool)
	say   func(*board[W], conclusion[W]) string
}

// conclusion is what a rule concludes: a queen, or squares without one.
type conclusion[W words] struct {
	place   int // -1: none
	cross   set[W]
	because set[W] // squares to show as the reason
	lines   lines  // the lines that the sentence names first
	others  lines  // and next
	forced  []int  // queens that the first square of cross would force, in this order
}

// table returns every rule, the simplest first. A new rule, or another order, needs a new
// Version: it changes the puzzles of a seed.
func table[W words]() (list []rule[W]) {
	add := func(name, summary string, g Grade, weight int, apply func(*state[W]) (conclusion[W], bool),
		say func(*board[W], conclusion[W]) string,
	) {
		list = append(list, rule[W]{Rule{name, summary, g, weight}, apply, say})
	}
	add("single", "A row, column or region has only one square left", Easy, 1, single, saySingle)
	add("confined", "All squares of a line lie on one other line, which rules out the others there", Easy, 2,
		confined[W](1, 1), sayConfined)
	add("pair", "All squares of two lines lie on two other lines, which rules out the others there", Medium, 4,
		confined[W](2, 2), sayConfined)
	add("empties", "A queen on a square would take the last two or three squares of a line", Medium, 3,
		empties[W](3), sayEmpties)
	add("empties-many", "The same for a line with more squares", Hard, 5, empties[W](Largest*Largest), sayEmpties)
	add("triple", "Like a pair, for three lines", Hard, 7, confined[W](3, 3), sayConfined)
	add("group", "Like a pair, for four to seven lines", Expert, 10, confined[W](4, MaxOrder/2), sayConfined)
	add("forces", "A queen on a square would force another one, leaving a line without a square", Expert, 10,
		forces[W](1, 1), sayForces)
	add("chain", "A queen on a square would force two or three others, leaving a line without a square", beyond, 20,
		forces[W](2, 3), sayForces)
	return list
}

// Rules returns every rule, the simplest first.
func Rules() []Rule { return named.Each(table[small](), func(r rule[small]) Rule { return r.Rule }) }

// next returns what the simplest rule up to a grade concludes, and its place in the table, or -1.
func (s *state[W]) next(most Grade) (conclusion[W], int) {
	if s.stuck() >= 0 {
		return conclusion[W]{}, -1
	}
	for i := range s.rules {
		r := &s.rules[i]
		if r.Grade > most {
			break
		}
		if d, ok := r.apply(s); ok {
			return d, i
		}
	}
	return conclusion[W]{}, -1
}

func (s *state[W]) take(d conclusion[W]) {
	if d.place >= 0 {
		s.place(d.place)
	}
	s.free = s.free.minus(d.cross)
}

// solve applies rules up to a grade until none helps. It returns the effort.
func (s *state[W]) solve(most Grade) (effort int) {
	for !s.solved() {
		d, i := s.next(most)
		if i < 0 {
			break
		}
		effort += s.rules[i].Weight
		s.take(d)
	}
	return effort
}

func single[W words](s *state[W]) (conclusion[W], bool) {
	for i, free := range s.openLines() {
		if free.size() == 1 {
			return conclusion[W]{place: free.first(), lines: s.line(i)}, true
		}
	}
	return conclusion[W]{}, false
}

func saySingle[W words](b *board[W], d conclusion[W]) string {
	return fmt.Sprintf("%s has only one square left: place a queen at %v.", humanize.Capital(d.lines.names()),
		b.square(d.place))
}

// empties returns the rule that looks for squares that all free squares of a line, at most most,
// attack.
func empties[W words](most int) func(*state[W]) (conclusion[W], bool) {
	return func(s *state[W]) (conclusion[W], bool) {
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
				return conclusion[W]{place: -1, cross: seen, because: free, lines: s.line(i)}, true
			}
		}
		return conclusion[W]{}, false
	}
}

func sayEmpties[W words](b *board[W], d conclusion[W]) string {
	return fmt.Sprintf("A queen at %s would leave %s without a square.", b.list(d.cross, "or"), d.lines.names())
}

// confined returns the rule that looks for k lines of one kind, least to most of them,
// whose free squares all lie on k lines of another kind. More than half of the open
// lines are never needed: the lines that are left over are a set of the other kind.
func confined[W words](least, most int) func(*state[W]) (conclusion[W], bool) {
	return func(s *state[W]) (conclusion[W], bool) {
		kinds := len(s.lines) / s.n
		on := s.crossings()
		var c choice[W] // one for all, which is faster
		for k := least; k <= min(most, bits.OnesCount32(s.open[0])/2); k++ {
			for i := range kinds {
				for j := range kinds {
					if i == j {
						continue
					}
					c = choice[W]{s: s, on: &on[i][j], open: s.open[i], kind: i, other: j, k: k}
					if c.choose(k, 0, 0, 0) {
						return c.found, true
					}
				}
			}
		}
		return conclusion[W]{}, false
	}
}

// crossings are the lines that the free squares of a line are on: by its kind, theirs, its number.
type crossings [len(lineKinds)][len(lineKinds)][Largest]uint32

// crossings returns those of the state, which the board remembers for its last free squares.
func (s *state[W]) crossings() *crossings {
	b := s.board
	if b.crossed != s.free {
		b.crossed, b.on = s.free, crossings{}
		for sq := range s.free.each() {
			for kind, line := range b.at[sq] {
				for other, crossing := range b.at[sq] {
					b.on[kind][other][line] |= 1 << crossing
				}
			}
		}
	}
	return &b.on
}

type choice[W words] struct {
	s           *state[W]
	on          *[Largest]uint32
	open        uint32
	kind, other int
	k           int
	found       conclusion[W]
}

func (c *choice[W]) choose(k, from int, chosen, on uint32) bool {
	if k == 0 {
		return c.close(chosen, on)
	}
	for i := from; i < c.s.n; i++ {
		if c.open>>i&1 == 1 && bits.OnesCount32(on|c.on[i]) <= c.k && c.choose(k-1, i+1, chosen|1<<i, on|c.on[i]) {
			return true
		}
	}
	return false
}

func (c *choice[W]) close(chosen, on uint32) bool {
	in, out := c.s.free.and(c.s.union(chosen, c.kind)), c.s.free.and(c.s.union(on, c.other))
	c.found = conclusion[W]{place: -1, cross: out.minus(in), because: in}
	c.found.lines[c.kind], c.found.others[c.other] = chosen, on
	return !c.found.cross.empty()
}

func (b *board[W]) union(lines uint32, kind int) (all set[W]) {
	for ; lines != 0; lines &= lines - 1 {
		all = all.or(b.lines[kind*b.n+bits.TrailingZeros32(lines)])
	}
	return all
}

func sayConfined[W words](b *board[W], d conclusion[W]) string {
	rest := "no other square of " + d.others.names() + " has a queen"
	return fmt.Sprintf("All squares of %s are in %s, so %s.", d.lines.names(), d.others.names(), rest)
}

// forces returns the rule that looks for a square whose queen would force others, least
// to most of them, after which a line has no free square. The fewest come first.
func forces[W words](least, most int) func(*state[W]) (conclusion[W], bool) {
	return func(s *state[W]) (conclusion[W], bool) {
		none := make([]int, 0, most)
		for k := least; k <= most; k++ {
			for sq := range s.free.each() {
				after := *s
				after.place(sq)
				if line, forced := after.contradict(k, none); line >= 0 {
					d := conclusion[W]{place: -1, lines: s.line(line), forced: forced}
					d.cross.add(sq)
					for _, y := range forced {
						d.because.add(y)
					}
					return d, true
				}
			}
		}
		return conclusion[W]{}, false
	}
}

// contradict returns a line without a free square after k forced queens, or -1, and those queens.
func (s *state[W]) contradict(k int, forced []int) (int, []int) {
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

func sayForces[W words](b *board[W], d conclusion[W]) string {
	queens := named.Names(d.forced, func(sq int) string { return b.square(sq).String() })
	return fmt.Sprintf("A queen at %v would force %s at %s, and %s would have no square left.",
		b.square(d.cross.first()), map[bool]string{true: "one", false: "queens"}[len(queens) == 1],
		strings.Join(queens, ", then "), d.lines.names())
}

func (b *board[W]) list(s set[W], and string) string {
	return humanize.Join(named.Names(b.squares(s), queens.Square.String), "; ", and)
}

// Deduction is one step towards the solution, which is also a hint.
type Deduction struct {
	Rule    string          `json:"rule"`  // name of a rule, or Mistake
	Text    string          `json:"text"`  // a sentence
	Where   string          `json:"where"` // where to look: "region H"
	Area    []queens.Square `json:"area"`  // the squares there; those of the mark that is a mistake
	Queen   *queens.Square  `json:"queen,omitempty"`
	Crossed []queens.Square `json:"crossed,omitempty"` // squares that have no queen
	Because []queens.Square `json:"because,omitempty"` // squares to mark as the reason
}

func (b *board[W]) step(d conclusion[W], rule int) Deduction {
	step := Deduction{
		Rule: b.rules[rule].Name, Text: b.rules[rule].say(b, d), Crossed: b.squares(d.cross),
		Because: b.squares(d.because), Where: d.lines.names(),
	}
	var area set[W]
	for kind, lines := range d.lines {
		area = area.or(b.union(lines, kind))
	}
	if len(d.forced) > 0 { // try a square, not the line that it empties
		area = d.cross
		step.Where = b.square(d.cross.first()).String()
	}
	step.Area = b.squares(area)
	if d.place >= 0 {
		sq := b.square(d.place)
		step.Queen = &sq
	}
	return step
}

// mistake explains why a queen or a cross that the solution does not have is wrong: it follows the
// rules from there until a line has no square left.
func (s state[W]) mistake(at int, isQueen bool) Deduction {
	sq := s.square(at)
	what := "cross"
	attackers := s.attacks[at].and(s.queens)
	if s.free.remove(at); isQueen {
		what = "queen"
		s.place(at)
	}
	d := Deduction{Rule: Mistake, Where: "row " + strconv.Itoa(sq.Row+1), Area: []queens.Square{sq}}
	reason := "no solution has it"
	if !isQueen && s.queens.has(at) {
		reason = "a queen is there"
	}
	if isQueen && !attackers.empty() {
		d.Because = s.squares(attackers)
		reason = "the queen at " + s.list(attackers, "and") + " attacks it"
	}
	if line, end := s.deadEnd(); line >= 0 && len(d.Because) == 0 {
		d.Because, reason = s.squares(s.lines[line]), "it would "+end
	}
	d.Text = fmt.Sprintf("The %s at %v is wrong: %s. Remove it.", what, sq, reason)
	return d
}

// deadEnd follows the rules until a line has no square left. It returns the line and what happens,
// or -1 if the rules lead to none.
func (s state[W]) deadEnd() (line int, happens string) {
	var forced []string
	for !s.solved() {
		if line = s.stuck(); line >= 0 {
			name := s.line(line).names()
			if len(forced) == 0 {
				return line, fmt.Sprintf("leave %s without a square", name)
			}
			if len(forced) > 3 {
				forced = append(forced[:3], "others")
			}
			return line, fmt.Sprintf("force a queen at %s, leaving %s without a square",
				strings.Join(forced, ", then "), name)
		}
		next, rule := s.next(beyond)
		if rule < 0 {
			break
		}
		if s.take(next); next.place >= 0 {
			forced = append(forced, s.square(next.place).String())
		}
	}
	return -1, ""
}
