package count

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"queens/count/kind"
	"queens/count/kind/parity"
	"queens/count/plan"
)

// TestMeasureWeights prints what the subproblems of each class take, over the mean of the order: rows of the table of
// weights in package parity. QUEENS_WEIGHTS names the order, the seconds for each class, the scheme and the kernel:
// "24 60 parity auto".
func TestMeasureWeights(t *testing.T) {
	var order int
	var budget float64
	var name, kernel string
	if n, _ := fmt.Sscan(os.Getenv("QUEENS_WEIGHTS"), &order, &budget, &name, &kernel); n != 4 {
		t.Skip("on demand")
	}
	scheme, err := plan.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), order, scheme)
	if err != nil {
		t.Fatal(err)
	}
	byClass := map[int][]*plan.Subproblem{}
	work, most := map[int]float64{}, 0
	for i := range p.Subproblems {
		c := p.Subproblems[i].Pieces.(interface{ Class() int }).Class()
		byClass[c] = append(byClass[c], &p.Subproblems[i])
		work[c] += p.Subproblems[i].Work.Float64()
		most = max(most, c)
	}
	out, err := os.Create(os.TempDir() + "/weights-" + strconv.Itoa(order) + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	random := rand.New(rand.NewPCG(1, uint64(order)))
	for c := range most + 1 {
		list := byClass[c]
		if len(list) == 0 {
			continue
		}
		counter, err := NewCounter(p.Frame, Options{Workers: 1, Memory: 4 << 30, Kernel: kernel})
		if err != nil {
			t.Fatal(err)
		}
		total, sampled, n := 0.0, 0.0, 0
		perm := random.Perm(len(list))
		if budget >= 1000 { // all of them, as a count has them
			for i := range perm {
				perm[i] = i
			}
		}
		for _, i := range perm {
			seconds := kind.Stopwatch()
			if _, err := counter.Count(t.Context(), list[i]); err != nil {
				t.Fatal(err)
			}
			took := seconds()
			along := 0.0 // of the class
			if tile, ok := list[i].Pieces.(parity.Tile); ok {
				even, _ := p.Count.(*parity.Count).RowSets(tile.Queens)
				along = float64(tile.Even) / float64(len(even))
			}
			fmt.Fprintf(out, "%d,%d,%g,%g,%g\n", list[i].Number, c, list[i].Work.Float64(), took, along)
			total, sampled, n = total+took, sampled+list[i].Work.Float64(), n+1
			if total > budget {
				break
			}
		}
		fmt.Printf("order %d class %d: %d of %d subproblems, %.4g ns a unit of work, %.4g s in all\n", order, c, n, len(list), total/sampled*1e9, total/sampled*work[c])
	}
}
