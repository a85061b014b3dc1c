package parity

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"queens/count/kind"
)

// TestMeasureWeights prints the time of tiles of groups, which are drawn by their work, and what follows
// for the weight and the time of their class. QUEENS_WEIGHTS names the order, the seconds for each
// class, and the first and the last class: "24 60 0 6".
func TestMeasureWeights(t *testing.T) {
	var order, first, last int
	var budget float64
	if n, _ := fmt.Sscan(os.Getenv("QUEENS_WEIGHTS"), &order, &budget, &first, &last); n != 4 {
		t.Skip("on demand")
	}
	c := beginGroups(order)
	plan, err := c.Cut(t.Context(), kind.Work{})
	if err != nil {
		t.Fatal(err)
	}
	for queens := first; queens <= last; queens++ {
		measureClass(t, c, plan, queens, budget)
	}
}

func measureClass(t *testing.T, c Groups, plan []kind.Subproblem, queens int, budget float64) {
	var list []*kind.Subproblem
	var until []float64 // sums of work
	work := 0.0
	for i := range plan {
		if plan[i].Pieces.(GroupTile).Queens == queens {
			work += plan[i].Work.Float64()
			list, until = append(list, &plan[i]), append(until, work)
		}
	}
	if len(list) == 0 {
		return
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(queens)))
	o := kind.Options{Workers: 1, Memory: 6 << 30}
	tiles, err := newPairer(c.Count, c.newSource(o), o)
	if err != nil {
		t.Fatal(err)
	}
	for n, sum, ratio := 0, 0.0, 0.0; sum < budget; n++ {
		i, _ := slices.BinarySearch(until, random.Float64()*work)
		seconds := kind.Stopwatch()
		if _, err := tiles.Count(t.Context(), list[i]); err != nil {
			t.Fatal(err)
		}
		took := seconds()
		sum += took
		ratio += took / list[i].Work.Float64()
		fmt.Printf("order %d, class %d, tile %d of %d: %.4g s; mean of %d: weight %.4g, %.4g s in all\n", c.order,
			queens, i, len(list), took, n+1, ratio/float64(n+1)*1e12, ratio/float64(n+1)*work)
	}
}

// TestMeasureGains prints, by class, how much longer than the weights say units take one by one.
// QUEENS_GAINS names the order and the seconds: "24 60".
func TestMeasureGains(t *testing.T) {
	var order int
	var budget float64
	if n, _ := fmt.Sscan(os.Getenv("QUEENS_GAINS"), &order, &budget); n != 2 {
		t.Skip("on demand")
	}
	c := beginGroups(order)
	plan, err := c.Cut(t.Context(), kind.Work{})
	if err != nil {
		t.Fatal(err)
	}
	o := kind.Options{Workers: 1, Memory: 6 << 30}
	share, times := c.listShares(plan, float64(o.Bytes())/2), c.classTimes(plan)
	sum, n, used := map[int]float64{}, 0.0, 0.0
	for _, s := range c.sampleUnits(t.Context(), sampledUnits, 1, times) {
		_, lists, took, r, err := c.timeUnit(t.Context(), &s, o)
		if err != nil {
			t.Fatal(err)
		}
		used += lists + took
		lists *= share(&s, float64(r.Items[0]+r.Items[1]+r.Lanes[0]+r.Lanes[1]))
		sum[s.Queens] += took*s.Inverse + lists*s.Usual
		if n++; used > budget {
			break
		}
	}
	for _, class := range c.classes() {
		if q := class.Queens; sum[q] > 0 {
			fmt.Printf("order %d class %d: %.4g s one by one, %.4g s by weights, gain %.3g\n",
				order, q, sum[q]/n, times[q]*1e-12, sum[q]/n/(times[q]*1e-12))
		}
	}
}
