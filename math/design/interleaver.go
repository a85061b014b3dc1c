package design

import (
	_ "embed" // qpp.csv
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"queens"
	"queens/internal/bitmath"
)

// Interleaver is a solution as a permutation of a block of symbols: symbol i is sent at
// place Perm[i]. No two queens attack each other, so no two symbols keep their distance.
type Interleaver struct {
	Perm    queens.Perm `json:"-"`
	Method  string      `json:"method"`            // "linear", "linear without corner" or "search"
	Slope   int         `json:"slope,omitempty"`   // of a linear one: row Slope*i mod Modulus in column i
	Modulus int         `json:"modulus,omitempty"` // n, or n+1 if the first column and row are left out
	Figures
	// the interleaver of LTE of the same length, to compare with; nil if there is none
	LTE *LTEFigures `json:"lte,omitempty"`
}

// LTEFigures are the measured properties of the interleaver of LTE.
type LTEFigures struct {
	QPP
	Figures
}

// Figures are measured properties of a permutation.
type Figures struct {
	// Spread is the least |i-j| + |p(i)-p(j)| over all pairs; no permutation of n has
	// one above about the square root of 2n.
	Spread int `json:"spread"`
	// CyclicSpread is Spread with both distances taken around the block.
	CyclicSpread int `json:"cyclicSpread"`
	// Dispersion is the number of different displacements (j-i, p(j)-p(i)), i < j,
	// divided by the number of pairs: low for regular permutations, 0.8 for random ones.
	Dispersion float64 `json:"dispersion"`
}

// NewInterleaver returns an interleaver of order n, 1 or 4 to MaxInterleaver, of large spread. If n
// is prime to 6 and search false, it is the linear solution of the largest cyclic spread; if n+1 is
// prime to 6, that of order n+1 without the queen in its first corner, her row and her column.
// Otherwise it is found by search: queens that attack each other or are too close exchange places,
// and when there are none left, more distance is asked for, by smaller and smaller steps, each with
// a fixed effort; the seed decides which one is found.
//
// Time: seconds at the largest order. Errors: queens.ErrOrder.
func NewInterleaver(n int, search bool, seed uint64) (Interleaver, error) {
	if n < 1 || n == 2 || n == 3 || n > MaxInterleaver {
		return Interleaver{}, fmt.Errorf("design: interleaver of order %d: want 1 or 4 to %d: %w", n, MaxInterleaver,
			queens.ErrOrder)
	}
	x := Interleaver{Perm: make(queens.Perm, n), Method: "linear", Slope: bestSlope(n), Modulus: n}
	if x.Slope == 0 {
		x.Method, x.Slope, x.Modulus = "linear without corner", bestSlope(n+1), n+1
	}
	for i := range x.Perm {
		left := x.Modulus - n // column and row
		x.Perm[i] = x.Slope*(i+left)%x.Modulus - left
	}
	if search || x.Slope == 0 {
		x = Interleaver{Perm: searchInterleaver(n, seed), Method: "search"}
	}
	if err := queens.Check(x.Perm, queens.Regular); err != nil {
		panic(err)
	}
	x.Figures = Measure(x.Perm)
	if q, ok := QPPOf(n); ok {
		x.LTE = &LTEFigures{q, Measure(q.Perm())}
	}
	return x, nil
}

// bestSlope returns the slope of the linear modular solution of order n with the largest cyclic
// spread, the least one of them, or 0 if there is no such solution. For order 1 it is 0 as well.
func bestSlope(n int) int {
	best, bestSpread := 0, -1
	for a := 2; a < n-1; a++ {
		if bitmath.GCD(a, n) > 1 || bitmath.GCD(a-1, n) > 1 || bitmath.GCD(a+1, n) > 1 {
			continue
		}
		spread := n
		for d := 1; d < spread; d++ {
			row := a * d % n
			spread = min(spread, d+min(row, n-row))
		}
		if spread > bestSpread {
			best, bestSpread = a, spread
		}
	}
	return best
}

// Measure returns the figures of a permutation of 0..n-1. It compares every pair: time
// O(n^2), space n^2/4 bytes.
func Measure(p queens.Perm) Figures {
	n := len(p)
	f := Figures{Spread: 2 * n, CyclicSpread: 2 * n}
	seen := make([]uint64, (n*2*n+63)/64) // by j-i and p(j)-p(i)+n
	different, pairs := 0, 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			across, up := j-i, max(p[j]-p[i], p[i]-p[j])
			f.Spread = min(f.Spread, across+up)
			f.CyclicSpread = min(f.CyclicSpread, min(across, n-across)+min(up, n-up))
			at := across*2*n + p[j] - p[i] + n
			if seen[at/64]>>(at%64)&1 == 0 {
				seen[at/64] |= 1 << (at % 64)
				different++
			}
			pairs++
		}
	}
	if pairs == 0 {
		return Figures{}
	}
	f.Dispersion = float64(different) / float64(pairs)
	return f
}

// spreader is the search for an interleaver: the faults are collisions on diagonals and
// pairs closer than spread.
type spreader struct {
	n               int
	p               queens.Perm
	rising, falling []int32
	spread          int
	random          *rand.Rand
}

// triesPerQueen is the effort of the search for one spread, in exchanges tried for each queen.
const triesPerQueen = 200

func searchInterleaver(n int, seed uint64) queens.Perm {
	s := &spreader{
		n: n, rising: make([]int32, 2*n), falling: make([]int32, 2*n), spread: 3,
		random: rand.New(rand.NewPCG(seed, uint64(n))),
	}
	for solved := false; !solved; solved = s.repair() {
		s.p = s.random.Perm(s.n)
		s.recount()
	}
	best := s.p.Clone()
	most := int(math.Sqrt(2 * float64(n)))
	for reached, step := s.spread, max(1, most/4); step > 0; {
		s.spread = reached + step
		if s.spread <= most && s.repair() {
			best, reached = s.p.Clone(), s.spread
			continue
		}
		step /= 2
		copy(s.p, best)
		s.recount()
	}
	return best
}

func (s *spreader) recount() {
	clear(s.rising)
	clear(s.falling)
	for i := range s.p {
		s.add(i, 1)
	}
}

func (s *spreader) add(i int, by int32) {
	s.rising[s.p[i]+i] += by
	s.falling[s.p[i]-i+s.n-1] += by
}

func (s *spreader) faults(i int) int {
	row := s.p[i]
	faults := int(s.rising[row+i]-1) + int(s.falling[row-i+s.n-1]-1)
	for j := max(0, i-s.spread+1); j < min(s.n, i+s.spread); j++ {
		if across := max(i-j, j-i); j != i && across+max(row-s.p[j], s.p[j]-row) < s.spread {
			faults++
		}
	}
	return faults
}

func (s *spreader) swap(i, j int) {
	s.add(i, -1)
	s.add(j, -1)
	s.p[i], s.p[j] = s.p[j], s.p[i]
	s.add(i, 1)
	s.add(j, 1)
}

// repair exchanges each faulty queen with random ones, wherever the faults of the two do
// not become more, and reports whether no fault is left before the effort is spent.
func (s *spreader) repair() bool {
	tries := triesPerQueen * s.n
	for {
		faulty := 0
		for i := range s.n {
			before := s.faults(i)
			if before == 0 {
				continue
			}
			faulty++
			for k := 0; before > 0 && k < 64; k++ {
				if tries--; tries < 0 {
					return false
				}
				j := s.random.IntN(s.n)
				if j == i {
					continue
				}
				old := before + s.faults(j)
				s.swap(i, j)
				mine := s.faults(i)
				if mine+s.faults(j) <= old {
					before = mine
				} else {
					s.swap(i, j)
				}
			}
		}
		if faulty == 0 {
			return true
		}
	}
}

// QPP is the internal interleaver of the turbo code of LTE for a block of Length bits: bit i of
// its output is bit (F1*i + F2*i^2) mod Length of its input. It is a permutation, but
// rarely a solution. Source: 3GPP TS 36.212, section 5.1.3.2.3.
type QPP struct {
	Length int `json:"length"`
	F1     int `json:"f1"`
	F2     int `json:"f2"`
}

// qppTable is Table 5.1.3-3 of the standard: K, f1, f2, ascending.
//
//go:embed qpp.csv
var qppTable string

// QPPOf returns the interleaver of a length, and whether there is one: the standard has 188
// lengths, from 40 to 6144.
func QPPOf(length int) (QPP, bool) {
	for line := range strings.Lines(qppTable) {
		var q QPP
		if _, err := fmt.Sscanf(line, "%d,%d,%d", &q.Length, &q.F1, &q.F2); err != nil {
			panic(fmt.Sprintf("design: qpp.csv: %q: %v", line, err))
		}
		if q.Length == length {
			return q, true
		}
	}
	return QPP{}, false
}

// Perm returns the permutation, from 0.
func (q QPP) Perm() queens.Perm {
	p := make(queens.Perm, q.Length)
	for i := range p {
		p[i] = (q.F1 + q.F2*i) % q.Length * i % q.Length
	}
	return p
}
