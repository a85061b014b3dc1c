package torus

import (
	"context"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// maxEighths is the largest order whose orbits are visited: some twenty minutes of processor time.
const maxEighths = 19

// whole is three times the largest orbit, so that all weights are whole numbers.
const whole = 24

// walker visits some solutions of the regular board, with weights: for a number that all eight
// images of a solution share, the sum of the weights is whole/8 times the number of solutions
// with it.
//
// It visits the solutions whose queen of the first line stands as near to the end of the line
// as any queen of a first or last line does, in any of the images. An orbit has equally many
// members for each image that has this place, so each visit weighs 8 solutions by the number of
// such images.
type walker struct {
	n, first  int // queen of the first line
	allowed   []uint64
	columns   []uint8 // of the lines
	sums      []uint8 // line of the queen on each rising diagonal
	others    []uint8 // and on each falling one
	visit     func(s *visited)
	stop      *atomic.Bool
	solution  visited
	neighbour []uint32 // of analyse
}

// visited is a solution that a walker visits.
type visited struct {
	columns       []uint8
	sums, differs uint64 // diagonals taken: line+column, column-line+n-1
	weight        int
	walker        *walker
}

func newWalker(n int, visit func(*visited), stop *atomic.Bool) *walker {
	return &walker{
		n: n, visit: visit, stop: stop, allowed: make([]uint64, n), columns: make([]uint8, n),
		sums: make([]uint8, 2*n), others: make([]uint8, 2*n), neighbour: make([]uint32, n),
	}
}

func (w *walker) start(first int) {
	n := w.n
	w.first = first
	all := uint64(1)<<n - 1
	for line := range w.allowed {
		w.allowed[line] = all
		if line < first || line > n-1-first {
			w.allowed[line] &^= 1 | 1<<(n-1)
		}
	}
	w.allowed[n-1] &= 1<<(n-first) - 1<<first
	w.allowed[0] = 1 << first
}

func (w *walker) place(line int, taken, sums, differs uint64) {
	if line == w.n {
		w.solution = visited{w.columns, sums, differs, whole / w.ties(), w}
		w.visit(&w.solution)
		return
	}
	if line < w.n/2 && w.stop.Load() {
		return
	}
	fall := w.n - 1 - line
	for free := w.allowed[line] &^ (taken | sums>>line | differs>>fall); free != 0; free &= free - 1 {
		column := bits.TrailingZeros64(free)
		queen := free & -free
		w.columns[line], w.sums[line+column], w.others[fall+column] = uint8(column), uint8(line), uint8(line)
		w.place(line+1, taken|queen, sums|queen<<line, differs|queen<<fall)
	}
}

// ties returns how many of the eight images of the solution have the queen of the first line
// where it has her.
func (w *walker) ties() (ties int) {
	last := w.n - 1
	same := func(place int) {
		if place == w.first {
			ties++
		}
		if last-place == w.first {
			ties++
		}
	}
	same(w.first)
	same(int(w.columns[last]))
	for _, line := range [2]int{w.first, last - w.first} { // others are no ties
		for _, column := range [2]int{0, last} {
			if int(w.columns[line]) == column {
				ties++
			}
		}
	}
	return ties
}

// eighths has walkers visit solutions of order n, 1 to maxEighths; each has a visitor of its own.
func eighths(ctx context.Context, n int, visitor func() func(*visited)) error {
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	firsts, depth := (n+1)/2, min(3, n)
	pieces := firsts
	for range depth - 1 {
		pieces *= n
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		w := newWalker(n, visitor(), stop)
		wait.Go(func() {
			for !stop.Load() {
				piece := int(next.Add(1)) - 1
				if piece >= pieces {
					return
				}
				w.start(piece % firsts)
				piece /= firsts
				for line := 1; line < depth; line++ {
					w.allowed[line] &= 1 << (piece % n)
					piece /= n
				}
				w.place(0, 0, 0, 0)
			}
		})
	}
	wait.Wait()
	return ctx.Err()
}

func (s *visited) conflicts() (sums, differs uint64) {
	n := s.walker.n
	return s.sums & (s.sums >> n), s.differs & (s.differs >> n)
}

// pairs calls do with the lines of each such pair; rising says which diagonal they share.
func (s *visited) pairs(do func(a, b uint8, rising bool)) {
	sums, differs := s.conflicts()
	w := s.walker
	for ; sums != 0; sums &= sums - 1 {
		d := bits.TrailingZeros64(sums)
		do(w.sums[d], w.sums[d+w.n], true)
	}
	for ; differs != 0; differs &= differs - 1 {
		d := bits.TrailingZeros64(differs)
		do(w.others[d], w.others[d+w.n], false)
	}
}

// analyse returns the conflicts of a solution of the regular board. A diagonal of the torus is two of
// that board, with a queen each at most.
func (s *visited) analyse() (a Analysis) {
	sums, differs := s.conflicts()
	if a.Conflicts = bits.OnesCount64(sums) + bits.OnesCount64(differs); a.Conflicts == 0 {
		a.Largest = 1
		return a
	}
	neighbour := s.walker.neighbour
	clear(neighbour)
	left := uint32(0)
	s.pairs(func(x, y uint8, _ bool) {
		neighbour[x] |= 1 << y
		neighbour[y] |= 1 << x
		left |= 1<<x | 1<<y
	})
	a.Queens = bits.OnesCount32(left)
	for left != 0 {
		component := left & -left
		for reached := component; reached != 0; {
			queen := bits.TrailingZeros32(reached)
			more := neighbour[queen] &^ component
			component |= more
			reached = reached&^(1<<queen) | more
		}
		a.Components++
		a.Largest = max(a.Largest, bits.OnesCount32(component))
		left &^= component
	}
	return a
}
