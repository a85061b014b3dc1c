package orbit

import (
	"context"
	"iter"
	"slices"

	"queens"
	"queens/internal/errs"
	"queens/list"
	"queens/symmetry"
)

// MaxSearchOrder is the largest order that Search accepts: it tries Q(n)·n·(n+1)²
// moves, 190 million for order 13.
const MaxSearchOrder = 14

// Discovery is an orbit that a search found, and how.
type Discovery struct {
	No     int         `json:"no"`        // in the order of discovery, from 1
	Parent int         `json:"parent"`    // number of the discovery it came from; 0 in step 1
	Source queens.Perm `json:"source"`    // the solution that was changed; in step 1 of order n-1
	Move   Move        `json:"operation"` // in step 1 an insertion
	Result queens.Perm `json:"result"`
}

// SearchReport says what a search found and what it took.
type SearchReport struct {
	Inserted int    `json:"inserted,string"` // orbits found by step 1, inserting a queen
	Found    int    `json:"found,string"`    // orbits found in all
	IncTries uint64 `json:"incTries,string"` // boards made by step 1
	MovTries uint64 `json:"movTries,string"` // boards made by step 2
}

// Search is the orbit search as it is published. Step 1 inserts a queen into every
// solution of order n-1 at every position; step 2 takes every solution of
// every orbit found, moves every queen to every position, and does so with what it
// finds until there is nothing new. Orbits are distinguished by their signatures.
//
// It extends the orbit found first, or with depthFirst the orbit found last; both find the same.
// Every new orbit is given to found, unless that is nil; the search ends when it
// returns false.
//
// The search is no way to list or count orbits. It finds all of order 5 to 8 and
// not all of orders 9 to 18: 45 of 46, 84 of 92, ... For orders up to 4 there is nothing to
// begin with. Use NewAtlas to see the graph it walks on.
//
// Time O(Q(n)·n^4), space O(n) for each orbit. Errors: queens.ErrOrder for n outside
// 1..MaxSearchOrder, ctx's error. Source: [zhang2011], section V; errata Z14, Z15, Z19.
func Search(ctx context.Context, n int, depthFirst bool, found func(Discovery) bool) (SearchReport, error) {
	if n < 1 || n > MaxSearchOrder {
		return SearchReport{}, errs.Errorf("search order %d: want 1 to %d: %w", n, MaxSearchOrder, queens.ErrOrder)
	}
	s := &search{n: n, known: map[string]bool{}, found: found}
	if err := s.insert(ctx); err != nil || s.stopped {
		return s.report, err
	}
	s.report.Inserted = s.report.Found
	for len(s.open) > 0 && !s.stopped {
		if err := ctx.Err(); err != nil {
			return s.report, errs.Errorf("search order %d: stopped with %d orbits found: %w", n, s.report.Found, err)
		}
		from, rest := s.open[0], s.open[1:]
		if depthFirst {
			last := len(s.open) - 1
			from, rest = s.open[last], s.open[:last]
		}
		s.open = rest
		s.extend(from)
	}
	return s.report, nil
}

type search struct {
	n       int
	known   map[string]bool // keys of the orbits found
	open    []Discovery     // not extended yet, in order
	found   func(Discovery) bool
	report  SearchReport
	stopped bool
	smaller queens.Perm // space for the boards of a move
	board   queens.Perm
}

// insert is step 1.
func (s *search) insert(ctx context.Context) error {
	smaller, _ := list.Solutions(s.n-1, list.Options{}) // Search has checked the order
	for p := range smaller {
		if err := ctx.Err(); err != nil {
			return errs.Errorf("search order %d: stopped in step 1: %w", s.n, err)
		}
		for row := range Gap(s.n) {
			for col := range Gap(s.n) {
				s.report.IncTries++
				s.board = appendInc(s.board[:0], p, row, col)
				s.try(Discovery{Source: p, Move: Move{Row: row, Col: col, Inserts: true}})
				if s.stopped {
					return nil
				}
			}
		}
	}
	return nil
}

// extend is step 2 for one orbit: every move of each of its members.
func (s *search) extend(from Discovery) {
	for _, p := range symmetry.Orbit(from.Result) {
		for m := range Moves(p) {
			s.report.MovTries++
			s.smaller = appendDel(s.smaller[:0], p, m.From.Col)
			row, col := m.AfterDel()
			s.board = appendInc(s.board[:0], s.smaller, row, col)
			s.try(Discovery{Parent: from.No, Source: p, Move: m})
			if s.stopped {
				return
			}
		}
	}
}

func (s *search) try(d Discovery) {
	if !pack(s.board).isSolution(s.n) {
		return
	}
	key := SignatureOf(s.board).Key()
	if s.known[key] {
		return
	}
	s.known[key] = true
	s.report.Found++
	d.No, d.Result = s.report.Found, s.board.Clone()
	s.open = append(s.open, d)
	s.stopped = s.found != nil && !s.found(d)
}

// Moves yields the n·(n+1)² moves on p: queens by column, places by row and column.
// Four moves of each queen of a solution leave it as it is.
func Moves(p queens.Perm) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for c, r := range p {
			from := queens.Square{Row: r, Col: c}
			for row := range Gap(len(p) + 1) {
				for col := range Gap(len(p) + 1) {
					if !yield(Move{From: from, Row: row, Col: col}) {
						return
					}
				}
			}
		}
	}
}

// FindMove returns the first move on p, in the order of Moves, whose result lies in the orbit of q.
// ok is false if no move on p does; then none on an image of p does either.
//
// Time O(n^4).
func FindMove(p, q queens.Perm) (m Move, ok bool) {
	want := symmetry.Canonical(q)
	for m := range Moves(p) {
		if result, _ := Mov(p, m); symmetry.Canonical(result).Equal(want) {
			return m, true
		}
	}
	return m, false
}

// Reach is how far the two steps of the published search come in an atlas: step 1 inserts a queen
// into solutions of order n-1, step 2 moves queens as long as that leads to a new orbit.
type Reach struct {
	Inserted int   `json:"inserted,string"` // orbits that step 1 finds
	Found    int   `json:"found,string"`    // orbits that both steps find
	Layers   []int `json:"layers"`          // orbits found after 0, 1, 2, ... moves, the first those of step 1

	atlas  *Atlas
	layer  []int32  // by orbit: moves from step 1, or Unreached
	parent []uint32 // by orbit: the one it is reached from first
}

// Reach returns what the search finds if step 1 may use every solution of order n-1. Orders 2 and 3
// have no solution, so nothing is found for order 4 though it has one: see Given.
//
// Time O(F·n + edges).
func (a *Atlas) Reach() *Reach {
	return a.walk(func(w packed) bool { return insertable(w, a.Order, func(packed) bool { return true }) })
}

// ReachAfter returns what the search finds if step 1 uses only solutions that
// smaller, the search of order n-1, has found itself.
func (a *Atlas) ReachAfter(smaller *Reach) *Reach {
	return a.walk(func(w packed) bool {
		return insertable(w, a.Order, func(w packed) bool {
			i, ok := slices.BinarySearch(smaller.atlas.orbits, w)
			return ok && smaller.layer[i] != Unreached
		})
	})
}

// Given returns a search that is given all orbits of the atlas: how order 4, which
// no insertion reaches, has to begin. Source: errata Z15.
func (a *Atlas) Given() *Reach { return a.walk(func(packed) bool { return true }) }

// insertable reports whether an orbit of order m has a deletion pattern that is a solution in an
// orbit that is accepted.
func insertable(w packed, m int, accept func(packed) bool) bool {
	inverse := w.inverse(m)
	for c := range m {
		r := w.row(m, c)
		if p := w.without(m, c, r); p.isSolution(m-1) && accept(p.least(m-1, inverse.without(m, r, c))) {
			return true
		}
	}
	return false
}

// walk goes through the graph breadth first. Orbits of a layer are visited in ascending order, so
// parents are the least possible. They are a shortest generating forest, which [zhang2011], section
// VI, left open: a move finds at most one orbit, so no way to all of them needs fewer moves, and
// every orbit takes as few moves as can be.
func (a *Atlas) walk(starts func(packed) bool) *Reach {
	r := &Reach{atlas: a, layer: make([]int32, a.Len()), parent: make([]uint32, a.Len()), Layers: []int{}}
	var now, next []uint32
	for i, w := range a.orbits {
		r.layer[i] = Unreached
		if starts(w) {
			r.layer[i] = 0
			now = append(now, uint32(i))
		}
	}
	r.Inserted = len(now)
	for depth := int32(1); len(now) > 0; depth++ {
		r.Layers = append(r.Layers, len(now))
		r.Found += len(now)
		next = next[:0]
		for _, i := range now {
			for _, j := range a.neighbours(i) {
				if r.layer[j] == Unreached {
					r.layer[j], r.parent[j] = depth, i
					next = append(next, j)
				}
			}
		}
		slices.Sort(next)
		now, next = next, now
	}
	return r
}

// Unreached yields the orbits that are not found, in ascending order.
func (r *Reach) Unreached() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, depth := range r.layer {
			if depth == Unreached && !yield(i) {
				return
			}
		}
	}
}

// Seeds returns the fewest orbits of step 1 from which all orbits found can be
// reached: one for each component that has some.
func (r *Reach) Seeds() int {
	seeds, touched := 0, make([]bool, len(r.layer))
	for i, depth := range r.layer {
		if root := r.atlas.component[i]; depth == 0 && !touched[root] {
			touched[root] = true
			seeds++
		}
	}
	return seeds
}

// Searched is an atlas with the search in it, and the search of the order before that is given only
// order 4: nil if it was not asked for, and below order 5.
type Searched struct {
	*Atlas
	Reach, Chain *Reach
}

// SearchAtlas makes the atlas of order n and searches it, and that of the order before first: their
// patterns are never held together. The latter search is given order 4 and goes up from there, each
// order with what it has found of the one before. Errors: those of NewAtlas.
func SearchAtlas(ctx context.Context, n int, o Options, chain bool) (s *Searched, err error) {
	s = new(Searched)
	for m := 4; chain && m < n; m++ {
		smaller, err := NewAtlas(ctx, m, o)
		if err != nil {
			return nil, err
		}
		if m == 4 {
			s.Chain = smaller.Given()
		} else {
			s.Chain = smaller.ReachAfter(s.Chain)
		}
	}
	if s.Atlas, err = NewAtlas(ctx, n, o); err != nil {
		return nil, err
	}
	s.Reach = s.Atlas.Reach()
	return s, nil
}
