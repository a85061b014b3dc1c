package puzzle

import (
	"context"
	_ "embed" // the drawings
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"queens/internal/named"
)

// attempts is how many beginnings Generate tries.
const attempts = 1_000_000

// Generate makes the puzzle of a Spec: the same one on every machine. It has exactly one
// solution, which the rules of its grade find without a chain, with the effort of its grade.
//
// It begins with a random solution. Where the rules get stuck it changes something about
// a square that is still open: it blocks the square, or moves it to the region next to
// it. So the rules reach the end, and they are sound; exact cover confirms both.
func Generate(spec Spec) (Puzzle, error) {
	kind, grade, err := spec.validate()
	if err != nil {
		return Puzzle{}, err
	}
	g := newGenerator(spec, grade)
	for attempt := range attempts {
		if attempt%100 == 0 && kind.Regions { // some drawings fit badly
			g.chooseShape()
		}
		if p, ok := g.try(); ok {
			if list, err := p.Solutions(context.Background(), 2); err != nil || len(list) != 1 {
				panic(fmt.Sprintf("puzzle: %s has %d solutions (error %v), the rules found one", p.ID, len(list), err))
			}
			return p, nil
		}
	}
	panic(fmt.Sprintf("puzzle: %s: no puzzle in %d attempts", spec.ID(), attempts))
}

type generator struct {
	Puzzle      // all that is known before
	grade       Grade
	least, most int // effort
	*board[small]
	rand     *rand.Rand
	solution []int      // the square of each row's queen
	turned   bool       // a half turn maps solution and regions to themselves
	drawing  set[small] // the squares of a region that stays as it is, in the top left corner; none: empty
	fixed    int        // that region, or -1
}

func newGenerator(spec Spec, grade Grade) *generator {
	seed := fnv.New128a()
	seed.Write([]byte(spec.ID()))
	sum := seed.Sum(nil)
	g := &generator{
		Puzzle: Puzzle{ID: spec.ID(), Kind: spec.Kind, Order: spec.Order, Grade: spec.Grade},
		grade:  grade, fixed: -1, board: newBoard[small](spec.Kind, spec.Order),
		rand: rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:]))),
	}
	g.least, g.most = grade.efforts(spec.Order)
	return g
}

func (g *generator) try() (Puzzle, bool) {
	g.solution = g.randomSolution()
	if g.Kind != Completion {
		return g.divide()
	}
	return g.complete()
}

// drawing is a region that looks like something.
type drawing struct {
	Name string
	Rows []string // "#": a square of the region
}

//go:embed drawings.csv
var drawingsText string

var drawings = sync.OnceValue(func() []drawing { return named.Decode[drawing](drawingsText) })

// squares returns those of a drawing in the top left corner, if it fits: into the board, into a
// region, with two squares or more of its own for every queen.
func (d drawing) squares(n int) (s set[small], ok bool) {
	if len(d.Rows) > n || len(d.Rows[0]) > n {
		return s, false
	}
	for r, row := range d.Rows {
		for c, mark := range row {
			if mark == '#' {
				s.add(r*n + c)
			}
		}
	}
	return s, s.size() <= largestRegion(n)
}

// largestRegion is a quarter of the board.
func largestRegion(n int) int { return n * n / 4 }

// smallestRegion gives no queen away, from grade medium on.
func (g *generator) smallestRegion() int { return 1 + min(1, int(g.grade)) }

// chooseShape decides what the regions look like: one of four boards has regions as they grow, one
// is symmetric, one has a letter and one a picture.
func (g *generator) chooseShape() {
	g.turned, g.drawing = false, set[small]{}
	which := g.rand.IntN(4)
	g.turned = which == 1
	var fitting []set[small]
	for _, d := range drawings() {
		if s, ok := d.squares(g.n); ok && which == 2+min(1, len(d.Name)-1) {
			fitting = append(fitting, s)
		}
	}
	if len(fitting) > 0 {
		g.drawing = fitting[g.rand.IntN(len(fitting))]
	}
}

func (g *generator) randomSolution() []int {
	squares := make([]int, 0, g.n)
	last := g.n
	if g.turned {
		last = (g.n + 1) / 2
	}
	var fill func(taken set[small]) bool
	fill = func(taken set[small]) bool {
		row := len(squares)
		if row == last {
			return true
		}
		for _, c := range g.rand.Perm(g.n) {
			sq := row*g.n + c
			twin := g.twin(sq)
			if taken.has(sq) || sq != twin && (row == g.n/2 && g.turned || g.base[sq].has(twin)) {
				continue
			}
			squares = append(squares, sq)
			if fill(taken.or(g.base[sq]).or(g.base[twin])) {
				return true
			}
			squares = squares[:row]
		}
		return false
	}
	fill(set[small]{})
	for row := last; row < g.n && len(squares) == row; row++ {
		squares = append(squares, g.twin(squares[g.n-1-row]))
	}
	return squares
}

// twin returns the square that moves together with one: itself, or the one after a half turn.
func (g *generator) twin(sq int) int {
	if g.turned {
		return g.n*g.n - 1 - sq
	}
	return sq
}

func (g *generator) pick(s set[small]) int {
	left := g.rand.IntN(s.size())
	for sq := range s.each() {
		if left--; left < 0 {
			return sq
		}
	}
	panic("puzzle: a square of an empty set")
}

// complete gives some queens of the solution and blocks squares where the rules get
// stuck. Then it takes back what is not needed.
func (g *generator) complete() (Puzzle, bool) {
	var answer, given, blocked set[small]
	for _, sq := range g.solution {
		answer.add(sq)
	}
	for range g.rand.IntN(max(1, g.n/4)) + 1 {
		given.add(g.solution[g.rand.IntN(g.n)])
	}
	for s := g.start(given, blocked); ; {
		if s.solve(g.grade); s.solved() {
			break
		}
		sq := g.pick(s.free.minus(answer))
		blocked.add(sq)
		s.free.remove(sq)
	}
	s := g.start(given, blocked)
	effort := s.solve(g.grade)
	clues := slices.Collect(given.or(blocked).each())
	g.rand.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	for _, sq := range clues {
		fewer, free := given, blocked
		fewer.remove(sq)
		free.remove(sq)
		if fewer.empty() {
			continue // one queen, so that there is something to begin with
		}
		s := g.start(fewer, free)
		if e := s.solve(g.grade); s.solved() && e <= g.most {
			given, blocked, effort = fewer, free, e
		}
	}
	p := g.Puzzle
	p.Given, p.Blocked = g.squares(given), g.squares(blocked)
	return p, g.least <= effort && effort <= g.most
}

// divide grows regions around the queens of the solution and moves squares where the
// rules get stuck, then wherever that brings the effort no further from that of the grade.
func (g *generator) divide() (Puzzle, bool) {
	region := g.grow()
	if region == nil {
		return Puzzle{}, false
	}
	if g.board.divide(region); !g.shapely() {
		return Puzzle{}, false
	}
	off := func(effort int) int { return max(0, g.least-effort, effort-g.most) }
	s := g.start(set[small]{}, set[small]{})
	effort := s.solve(min(g.grade, Medium)) // which is faster
	for left := 30 * g.n; left > 0; left-- {
		if s.solved() && off(effort) == 0 {
			p := g.Puzzle
			p.Regions = g.letters(region)
			if s := startOf[small](p); off(s.solve(g.grade)) == 0 { // it depends on the order of regions
				return p, true
			}
		}
		sq := g.rand.IntN(len(region))
		slack := 0
		if !s.solved() { // now and then a step back, as one leads out of a dead end
			if g.rand.IntN(2) == 0 {
				sq = g.pick(s.free)
			}
			if g.rand.IntN(8) == 0 {
				slack = g.n / 5
			}
		}
		next := g.beside[sq]
		before := slices.Clone(region)
		if !g.move(region, sq, next[g.rand.IntN(len(next))]) {
			copy(region, before)
			continue
		}
		g.board.divide(region)
		if !g.shapely() {
			copy(region, before)
			g.board.divide(region)
			continue
		}
		after := g.start(set[small]{}, set[small]{})
		e := after.solve(min(g.grade, Medium))
		if s.solved() && g.grade > Medium && !after.solved() && after.unique() { // else no rule can solve it
			e += after.solve(g.grade)
		}
		if after.free.size() > s.free.size()+slack || s.solved() && off(e) > off(effort) {
			copy(region, before)
			g.board.divide(region)
			continue
		}
		switch {
		case !s.solved() && after.solved():
			left = 300 * g.n
		case after.free.size() < s.free.size():
			left = max(left, 30*g.n)
		}
		s, effort = after, e
	}
	return Puzzle{}, false
}

// move moves a square, and its twin, to the region of a square beside it, and reports whether it
// may.
func (g *generator) move(region []int, sq, to int) bool {
	for range 2 {
		a, b := region[sq], region[to]
		if sq == g.solution[sq/g.n] || a == b || a == g.fixed || b == g.fixed {
			return false
		}
		if region[sq] = b; g.twin(sq) == sq {
			return true
		}
		sq, to = g.twin(sq), g.twin(to)
	}
	return true
}

// shapely reports whether all regions have sizes within the bounds and are in one piece.
func (g *generator) shapely() bool {
	return !slices.ContainsFunc(g.lines[2*g.n:], func(line set[small]) bool {
		size := line.size()
		return size < g.smallestRegion() || size > largestRegion(g.n) || g.piece(line) != line
	})
}

// grow returns the region of each square, or nil if the squares do not fit.
func (g *generator) grow() []int {
	g.fixed = -1
	region, size, speed := slices.Repeat([]int{-1}, g.n*g.n), make([]int, g.n), make([]int, g.n)
	left := g.n * g.n
	add := func(sq, i int) { region[sq], size[i], left = i, size[i]+1, left-1 }
	for i, sq := range g.solution {
		speed[i] = 1 << g.rand.IntN(4)
		add(sq, i)
	}
	if !g.drawing.empty() && !g.place(region, add) {
		return nil
	}
	for range 500 * len(region) {
		if left == 0 {
			return region
		}
		sq := g.rand.IntN(len(region))
		i := region[sq]
		if i < 0 || i == g.fixed || size[i] >= largestRegion(g.n) || g.rand.IntN(8) >= speed[i] {
			continue
		}
		next := g.beside[sq]
		if to := next[g.rand.IntN(len(next))]; region[to] < 0 {
			add(to, i)
			if twin := g.twin(to); twin != to {
				add(twin, g.n-1-i) // the queens of its row
			}
		}
	}
	return nil
}

// place puts the drawing somewhere with one queen on it, where all other regions have space.
func (g *generator) place(region []int, add func(sq, i int)) bool {
	rows, columns := 0, 0
	for sq := range g.drawing.each() {
		rows, columns = max(rows, sq/g.n+1), max(columns, sq%g.n+1)
	}
	shift := g.rand.IntN(g.n-rows+1)*g.n + g.rand.IntN(g.n-columns+1)
	var shape set[small]
	for sq := range g.drawing.each() {
		shape.add(sq + shift)
	}
	queensOn := func(s set[small]) (n int) {
		for _, sq := range g.solution {
			if s.has(sq) {
				g.fixed = region[sq]
				n++
			}
		}
		return n
	}
	for rest := g.union(1<<g.n-1, 0).minus(shape); !rest.empty(); {
		piece := g.piece(rest)
		if k := queensOn(piece); k == 0 || piece.size() < k*g.smallestRegion() {
			return false
		}
		rest = rest.minus(piece)
	}
	if queensOn(shape) != 1 {
		return false
	}
	for sq := range shape.each() {
		if region[sq] < 0 {
			add(sq, g.fixed)
		}
	}
	return true
}

func (g *generator) letters(region []int) (rows []string) {
	name := map[int]string{}
	for r := range g.n {
		var row strings.Builder
		for _, i := range region[r*g.n : (r+1)*g.n] {
			if name[i] == "" {
				name[i] = regionName(len(name))
			}
			row.WriteString(name[i])
		}
		rows = append(rows, row.String())
	}
	return rows
}
