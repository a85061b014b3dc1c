package parity

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"queens/count/kind"
	"queens/internal/kernel/matrix"
	"queens/internal/kernel/trie"
)

// TestMeasureWeights prints estimates of the time of classes in groups and one by one, from tiles that are drawn by their
// work. QUEENS_WEIGHTS names the order, the seconds for each
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
	list, until, work := tilesOf(plan, queens)
	if len(list) == 0 {
		return
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(queens)))
	o := kind.Options{Workers: 1, Memory: 6 << 30}
	p, err := newPairer(c.Count, c.newSource(o), o)
	if err != nil {
		t.Fatal(err)
	}
	together, alone := 0.0, 0.0
	for n, used := 1.0, kind.Stopwatch(); used() < budget; n++ {
		i, _ := slices.BinarySearch(until, random.Float64()*work)
		tile, _ := p.tileOf(list[i].Pieces.(GroupTile))
		estimated := list[i].Work.Float64()
		together += p.groups.Time(tile, random, kind.Stopwatch) / estimated
		alone += timeAlone(p.counter, tile, random) / estimated
		fmt.Printf("order %d, class %d, of %d tiles %g: weight %.4g in groups, %.4g one by one, %.4g or %.4g s in all\n", c.order,
			queens, len(list), n, together/n*1e12, alone/n*1e12, together/n*work, alone/n*work)
	}
}

// timeAlone estimates the time of the units of a tile one by one, by at most 4 of them.
func timeAlone(counter *matrix.Counter, tile trie.Tile, random *rand.Rand) float64 {
	const most = 4
	evens, odds, listed := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for _, u := range tile.Units {
		evens[u.Even], odds[u.Odd] = true, true
	}
	random.Shuffle(len(tile.Units), func(i, j int) { tile.Units[i], tile.Units[j] = tile.Units[j], tile.Units[i] })
	some := tile.Units[:min(most, len(tile.Units))]
	seconds := kind.Stopwatch()
	for _, u := range some {
		counter.Prepare(tile.Queens, u)
		listed[u.Even], listed[-1-u.Odd] = true, true
	}
	lists := seconds() * float64(len(evens)+len(odds)) / float64(len(listed))
	seconds = kind.Stopwatch()
	for _, u := range some {
		counter.Count(tile.Queens, u)
	}
	return lists + seconds()*float64(len(tile.Units))/float64(len(some))
}
