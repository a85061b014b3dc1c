package boards

import (
	"fmt"
	"slices"
	"testing"

	"queens"
	"queens/known"
	"queens/symmetry"
)

// listSolutions returns all solutions by the definition: columns from the left, each
// queen compared with every earlier one.
func listSolutions(n int, topology queens.Topology) (list []queens.Perm) {
	p := make(queens.Perm, 0, n)
	var extend func()
	extend = func() {
		if len(p) == n {
			list = append(list, p.Clone())
			return
		}
		for r := range n {
			if meetsNone(p, r, n, topology) {
				p = append(p, r)
				extend()
				p = p[:len(p)-1]
			}
		}
	}
	extend()
	return list
}

// meetsNone reports whether a queen in row r of the next column is on no line with
// those of p.
func meetsNone(p queens.Perm, r, n int, topology queens.Topology) bool {
	for c, other := range p {
		down, right := r-other, len(p)-c
		if topology == queens.Modular {
			if down == 0 || (down-right)%n == 0 || (down+right)%n == 0 {
				return false
			}
		} else if down == 0 || down == right || down == -right {
			return false
		}
	}
	return true
}

// contains reports whether p has the family's queens and none on its blocked
// squares.
func (f *Family) contains(p queens.Perm) bool {
	on := func(sq queens.Square) bool { return p[sq.Col] == sq.Row }
	return !slices.ContainsFunc(f.Blocked, on) && !slices.ContainsFunc(f.Fixed,
		func(sq queens.Square) bool { return !on(sq) })
}

// follows reports whether p has the queens that a part adds to its family.
func (p *plan) follows(part Part, solution queens.Perm) bool {
	b := p.root(part.Family)
	for _, col := range []byte(part.Cols) {
		if solution[col] != b.Rows[0] {
			return false
		}
		b = b.with(int(col))
	}
	return true
}

// TestFamiliesWeighOrbits attributes every solution to the families that contain it:
// in each orbit the weights add up to the number of its members. A plan that loses
// one orbit and counts another twice is noticed here.
func TestFamiliesWeighOrbits(t *testing.T) {
	for _, s := range schemes() {
		t.Run(s.Name, func(t *testing.T) {
			for n := s.MinOrder; n <= largestListed; n++ {
				families := begin(n, s).Families()
				members := 0
				for _, p := range listSolutions(n, s.Topology) {
					orbit := symmetry.Orbit(p)
					if !orbit[0].Equal(p) {
						continue // its least member speaks for an orbit
					}
					members += len(orbit)
					var weight uint64
					for _, image := range orbit {
						for i := range families {
							if families[i].contains(image) {
								weight += families[i].Weight
							}
						}
					}
					if weight != uint64(len(orbit))*s.Times(n) {
						t.Fatalf("order %d: the orbit of %v has %d members and counts %d", n, p, len(orbit), weight)
					}
				}
				if want, _ := known.Lookup(series[s.Name], n); queens.NewTotal(uint64(members)) != want.Value {
					t.Fatalf("order %d: the orbits have %d members, want %v", n, members, want.Value)
				}
			}
		})
	}
}

// largestListed is the largest order whose solutions are all listed.
const largestListed = 10

// TestPartsPartitionFamilies attributes every solution of a family to the parts that
// follow it: one, however finely the plan is cut.
func TestPartsPartitionFamilies(t *testing.T) {
	for _, s := range schemes() {
		for n := s.MinOrder; n < largestListed; n++ {
			solutions := listSolutions(n, s.Topology)
			for _, target := range []uint64{1, 20, 300} {
				t.Run(fmt.Sprintf("scheme=%s/n=%d/target=%d", s.Name, n, target), func(t *testing.T) {
					checkPartition(t, cutAt(t, n, s, target), solutions)
				})
			}
		}
	}
}

func checkPartition(t *testing.T, p *plan, solutions []queens.Perm) {
	t.Helper()
	partsOf := make([][]Part, len(p.Families()))
	for _, sub := range p.subproblems {
		for _, part := range sub.Pieces.(Parts) {
			partsOf[part.Family] = append(partsOf[part.Family], part)
		}
	}
	for i := range p.Families() {
		for _, solution := range solutions {
			if !p.Families()[i].contains(solution) {
				continue
			}
			found := 0
			for _, part := range partsOf[i] {
				if p.follows(part, solution) {
					found++
				}
			}
			if found != 1 {
				t.Fatalf("solution %v of family %d lies in %d parts", solution, i, found)
			}
		}
	}
}
