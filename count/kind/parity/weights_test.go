package parity

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"queens/count/kind"
	"queens/count/rowset"
)

// TestMeasureWeights prints what the tiles of each class take: for each class picoseconds for a unit
// of work, as the tables of weights have them, and how much longer units take one by one.
// QUEENS_WEIGHTS names the order, the seconds for each class, the scheme and the first and the last
// class: "24 60 parity-trie 0 6". Tiles are drawn by their work; with 1000 seconds all are counted.
func TestMeasureWeights(t *testing.T) {
	var order, first, last int
	var budget float64
	var name string
	if n, _ := fmt.Sscan(os.Getenv("QUEENS_WEIGHTS"), &order, &budget, &name, &first, &last); n != 5 {
		t.Skip("on demand")
	}
	for _, s := range schemes() {
		if s.Name != name {
			continue
		}
		of := Kind{}.Begin(s, order)
		whole, err := of.Work(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		plan, err := of.Cut(t.Context(), of.Target(whole))
		if err != nil {
			t.Fatal(err)
		}
		c, ok := of.(*Count)
		if !ok {
			c = of.(Groups).Count
		}
		for _, class := range c.classes() {
			if class.Queens >= first && class.Queens <= last {
				measureClass(t, c, plan, class.Queens, budget)
			}
		}
	}
}

func measureClass(t *testing.T, c *Count, plan []kind.Subproblem, queens int, budget float64) {
	var list []*kind.Subproblem
	var until []float64 // sums of work
	work := 0.0
	for i := range plan {
		if plan[i].Pieces.(unitPieces).Class() == queens {
			work += plan[i].Work.Float64()
			list, until = append(list, &plan[i]), append(until, work)
		}
	}
	random := rand.New(rand.NewPCG(uint64(c.order), uint64(queens)))
	o := kind.Options{Workers: 1, Memory: 6 << 30}
	tiles, err := newPairer(c, c.newSource(o), o)
	if err != nil {
		t.Fatal(err)
	}
	n, took, share, counted, alone, together := 0, 0.0, 0.0, 0.0, 0.0, 0.0
	for took+alone < budget {
		i := n
		if budget < 1000 {
			at := random.Float64() * work
			for i = 0; until[i] < at && i < len(until)-1; {
				i++
			}
		} else if n == len(list) {
			break
		}
		seconds := kind.Stopwatch()
		if _, err := tiles.Count(t.Context(), list[i]); err != nil {
			t.Fatal(err)
		}
		of, w := seconds(), list[i].Work.Float64()
		n, took, counted, share = n+1, took+of, counted+w, share+of/w
		if !tiles.together(queens) || budget >= 1000 {
			continue
		}
		var units []rowset.Unit
		for u := range c.Units(list[i].Pieces) {
			units = append(units, u)
		}
		evens, odds := list[i].Pieces.(unitPieces).sets(c)
		const sampled = 4
		sum := 0.0
		for range sampled {
			s := &unitSample{Queens: queens, Unit: units[random.IntN(len(units))]}
			_, lists, counting, _, err := c.timeUnit(t.Context(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			sum += counting*float64(len(units)) + lists*float64(evens+odds)/2
		}
		together += of
		alone += sum / sampled
	}
	mean := share / float64(n)
	if budget >= 1000 {
		mean = took / counted
	}
	fmt.Printf("order %d class %d: %d of %d tiles, %.0f ps, %.4g s in all, %.3g s a tile, gain %.3g\n",
		c.order, queens, n, len(list), mean*1e12, mean*work, took/float64(n), alone/together)
}
