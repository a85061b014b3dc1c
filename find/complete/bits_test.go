package complete

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
)

// TestSearchesAgree compares the bitmask search with the plainer one with counters, on boards with
// given queens, blocked squares and excluded diagonals.
func TestSearchesAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 64))
	solutions := 0
	for k := range 120 {
		n := 1 + random.IntN(13)
		p := RandomBoard(random, n, 3*n, random.IntN(3), queens.Topology(k%2))
		b := must.Get(newBoard(p))(t)
		var found [2][]queens.Perm
		for i, s := range []search{newDFS(b, nil), newBitDFS(b)} {
			for budget := uint64(5); ; budget = math.MaxUint64 { // an abandoned run leaves no trace
				found[i] = nil
				why := s.run(t.Context(), uint64(k), budget, func(placed []int32) bool {
					q := b.solution(p, placed)
					must.Do(t, p.Check(q))
					found[i] = append(found[i], q)
					return true
				})
				if why == exhausted {
					break
				}
			}
			slices.SortFunc(found[i], queens.Perm.Compare)
		}
		if !slices.EqualFunc(found[0], found[1], queens.Perm.Equal) {
			t.Fatalf("%+v: counters find %v, bits %v", p, found[0], found[1])
		}
		solutions += len(found[0])
	}
	if solutions < 200 {
		t.Errorf("only %d solutions were compared", solutions)
	}
}

// TestKeptRefutations abandons runs early, so that later ones use their refutations, and compares
// the verdict with the plain search.
func TestKeptRefutations(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 3))
	verdicts, units, pairs := map[bool]int{}, 0, 0
	for k := range 400 {
		n := 5 + random.IntN(9)
		p := RandomBoard(random, n, 2*n+25, 0, queens.Topology(k%2))
		b := must.Get(newBoard(p))(t)
		var found [2]queens.Perm
		fast := newBitDFS(b)
		fast.keep = true
		free := fast.stack[0]
		for i, s := range []search{newDFS(b, nil), fast} {
			for budget := uint64(3); ; budget++ {
				if s.run(t.Context(), budget, budget,
					func(placed []int32) bool { found[i] = b.solution(p, placed); return false }) != spent {
					break
				}
			}
		}
		if (found[0] == nil) != (found[1] == nil) {
			t.Fatalf("%+v: %v, %v with what is kept", p, found[0], found[1])
		}
		if found[1] != nil {
			must.Do(t, p.Check(found[1]))
		}
		verdicts[found[0] == nil]++
		if free != fast.stack[0] {
			units++
		}
		for _, row := range fast.partners {
			if slices.ContainsFunc(row[:], func(list []queens.Square) bool { return list != nil }) {
				pairs++
				break
			}
		}
	}
	if verdicts[true] < 100 || verdicts[false] < 100 || units < 100 || pairs < 100 {
		t.Errorf("verdicts %v, squares kept on %d boards, pairs on %d", verdicts, units, pairs)
	}
}
