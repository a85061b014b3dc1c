package puzzle

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
)

// attempts is how many beginnings Generate tries; regions of order 14 need some hundreds.
const attempts = 1_000_000

// Generate makes the puzzle of a Spec: the same one on every machine. It has exactly one
// solution, and needs a rule of its grade and none of a harder one.
//
// It begins with a random solution. Where the rules get stuck it changes something about
// a square that is still open: it blocks the square, or moves it to the region next to
// it. So the rules reach the end, and they are sound; exact cover confirms both.
func Generate(spec Spec) (Puzzle, error) {
	kind, grade, err := spec.validate()
	if err != nil {
		return Puzzle{}, err
	}
	seed := fnv.New128a()
	seed.Write([]byte(spec.ID()))
	sum := seed.Sum(nil)
	g := generator{
		grade: grade, board: newBoard[small](kind, spec.Order),
		rand: rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:]))),
	}
	for range attempts {
		g.solution = g.randomSolution()
		made := g.complete
		if kind.Regions {
			made = g.divide
		}
		p, ok := made()
		if !ok {
			continue
		}
		p.ID, p.Kind, p.Order, p.Grade = spec.ID(), spec.Kind, spec.Order, spec.Grade
		if list, err := p.Solutions(context.Background(), 2); err != nil || len(list) != 1 {
			panic(fmt.Sprintf("puzzle: %s has %d solutions (error %v), the rules found one", p.ID, len(list), err))
		}
		return p, nil
	}
	panic(fmt.Sprintf("puzzle: %s: no puzzle in %d attempts", spec.ID(), attempts))
}

type generator struct {
	grade Grade
	*board[small]
	rand     *rand.Rand
	solution []int // the square of each row's queen
}

func (g *generator) randomSolution() []int {
	squares := make([]int, 0, g.n)
	var fill func(taken set[small]) bool
	fill = func(taken set[small]) bool {
		if len(squares) == g.n {
			return true
		}
		for _, c := range g.rand.Perm(g.n) {
			if sq := len(squares)*g.n + c; !taken.has(sq) {
				squares = append(squares, sq)
				if fill(taken.or(g.base[sq])) {
					return true
				}
				squares = squares[:len(squares)-1]
			}
		}
		return false
	}
	fill(set[small]{})
	return squares
}

func (g *generator) pick(s set[small]) int {
	return slices.Collect(s.each())[g.rand.IntN(s.size())]
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
	hardest, _ := s.solve(g.grade)
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
		if h, _ := s.solve(g.grade); s.solved() {
			given, blocked, hardest = fewer, free, h
		}
	}
	return Puzzle{Given: g.squares(given), Blocked: g.squares(blocked)}, hardest == g.grade
}

// divide grows regions around the queens of the solution and moves squares where the
// rules get stuck, then wherever that makes the puzzle no easier.
func (g *generator) divide() (Puzzle, bool) {
	region := g.grow()
	g.board.divide(region)
	s := g.start(set[small]{}, set[small]{})
	hardest, effort := s.solve(min(g.grade, Medium)) // which is faster
	for left := 30 * g.n; left > 0; left-- {
		if s.solved() && hardest == g.grade {
			return Puzzle{Regions: g.letters(region)}, true
		}
		sq := g.rand.IntN(len(region))
		if !s.solved() {
			sq = g.pick(s.free)
		}
		next := g.beside(sq)
		from, to := region[sq], region[next[g.rand.IntN(len(next))]]
		rest := g.lines[2*g.n+from]
		rest.remove(sq)
		if sq == g.solution[sq/g.n] || from == to || g.pieces(rest) != 1 {
			continue
		}
		region[sq] = to
		g.board.divide(region)
		after := g.start(set[small]{}, set[small]{})
		h, e := after.solve(min(g.grade, Medium))
		if s.solved() && g.grade > Medium && !after.solved() && after.unique() { // else no rule can solve it
			more := 0
			h, more = after.solve(g.grade)
			e += more
		}
		if after.free.size() > s.free.size() || s.solved() && e < effort {
			region[sq] = from
			g.board.divide(region)
			continue
		}
		if !s.solved() && after.solved() {
			left = 300 * g.n
		}
		s, hardest, effort = after, h, e
	}
	return Puzzle{}, false
}

func (g *generator) grow() []int {
	region := slices.Repeat([]int{-1}, g.n*g.n)
	var speed []int
	for i, sq := range g.solution {
		region[sq] = i
		speed = append(speed, 1<<g.rand.IntN(4))
	}
	for left := g.n*g.n - g.n; left > 0; {
		sq := g.rand.IntN(len(region))
		i := region[sq]
		if i < 0 || g.rand.IntN(8) >= speed[i] {
			continue
		}
		next := g.beside(sq)
		if to := next[g.rand.IntN(len(next))]; region[to] < 0 {
			region[to] = i
			left--
		}
	}
	return region
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
