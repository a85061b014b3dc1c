package parity

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"os"
	"slices"
	"testing"

	"queens/count/kind"
	"queens/internal/parity"
)

// TestTiles cuts whole classes in both ways, for many targets and widths: each unit is in one tile,
// the work of the tiles is that of the units, and runs stay within their bounds.
func TestTiles(t *testing.T) {
	for _, n := range []int{6, 9, 10} {
		for class := range parity.Square.Classes(n) {
			cost := newUnitCost(class)
			var whole uint64
			for u := range class.UnitsIn(0, len(class.EvenSets), 0, len(class.OddSets)) {
				whole += cost.unit(u)
			}
			check := func(list []kind.Subproblem, what string, side, lists int, most uint64) {
				t.Helper()
				var work uint64
				seen := map[parity.Unit]int{}
				for _, sub := range list {
					tile := sub.Pieces.(runTile)
					w, _ := sub.Work.Uint64()
					work += w
					if tile.OddCount < 1 || tile.OddCount > lists || w > most && tile.OddCount > 1 {
						t.Errorf("order %d, class %d, %s of %d: tile %+v of work %d, want at most %d sets and %d",
							n, class.Queens, what, side, tile, w, lists, most)
					}
					for u := range class.UnitsIn(tile.Even, tile.Even+tile.EvenCount, tile.Odd,
						tile.Odd+tile.OddCount) {
						seen[u]++
					}
				}
				for u := range class.UnitsIn(0, len(class.EvenSets), 0, len(class.OddSets)) {
					if seen[u] != 1 {
						t.Errorf("order %d, class %d, %s of %d: unit %+v is in %d tiles", n, class.Queens, what,
							side, u, seen[u])
					}
					delete(seen, u)
				}
				if work != whole || len(seen) > 0 {
					t.Errorf("order %d, class %d, %s of %d: work %d, want %d; %d more units", n, class.Queens, what,
						side, work, whole, len(seen))
				}
			}
			for side := 1; side <= 12; side++ {
				var squares, runs []kind.Subproblem
				lists, most := 1+side%5, whole/uint64(3*side)
				for even := 0; even < len(class.EvenSets); even += side {
					squares = append(squares, cost.squares(even, side)...)
					runs = append(runs, cost.runs(even, side, lists, most)...)
				}
				check(squares, "squares", side, side, whole)
				check(runs, "runs", side, lists, most)
			}
		}
	}
}

// TestRowFit compares the integer estimate, for all units of small classes and some of large ones,
// with floating point, and the mean of all with 1.
func TestRowFit(t *testing.T) {
	for _, n := range []int{12, 13, 27, 28} {
		for _, black := range []bool{false, true} {
			c := parity.Square.New(n, n/4)
			f := newRowFit(c, black)
			fit := func(even, odd uint32) float64 {
				product := 1.0
				for i := range c.Even {
					for j := range c.Odd {
						if evens, odds := even>>i&1 == 1, odd>>j&1 == 1; evens != black && odds != black {
							distance := max(2*i-2*j-1, 2*j+1-2*i)
							product *= math.Pow(1-float64(n-distance)/float64(c.Even*c.Odd), fitPower)
						}
					}
				}
				return product
			}
			const work = 1 << 30
			sum, number := 0.0, 0.0
			for i := 0; i < len(c.EvenSets); i += 1 + len(c.EvenSets)/50 {
				for j := 0; j < len(c.OddSets); j += 1 + len(c.OddSets)/50 {
					even, odd := c.EvenSets[i].Lines, c.OddSets[j].Lines
					got, want := float64(f.of(even, odd)), fit(even, odd)*(1<<64)
					if math.Abs(got-want) > want*1e-6+1000 {
						t.Fatalf("order %d: rows %x and %x: %g, want %g", n, even, odd, got, want)
					}
					if times := float64(f.times(work, even,
						odd)); math.Abs(times-work*got/float64(f.usual)) > 1+times*1e-9 {
						t.Fatalf("order %d: rows %x and %x: work %g, want %g", n, even, odd, times,
							work*got/float64(f.usual))
					}
					sum, number = sum+got/float64(f.usual), number+1
				}
			}
			if mean := sum / number; n < 20 && (mean < 0.9 || mean > 1.1) { // of all units
				t.Errorf("order %d, black %v: a mean of %g, want 1", n, black, mean)
			}
		}
	}
}

// TestPairWork checks the largest classes for overflow.
func TestPairWork(t *testing.T) {
	for _, n := range []int{27, 28} {
		for class := range parity.Square.Classes(n) {
			cost := newUnitCost(class)
			small, _ := cost.work(1, 1)
			large := cost.largest()
			if seconds := float64(large) * 4e-9; large < small || seconds > 60 {
				t.Errorf("order %d, class %d: units of %.3g s", n, class.Queens, seconds)
			}
		}
	}
}

// The row sets of a class are all sets of a given size of even rows, and of odd ones.
func TestRowSets(t *testing.T) {
	for _, n := range []int{16, 19} {
		c := begin(n)
		for queens := range n/2 + 2 {
			even, odd := c.RowSets(queens)
			if len(even) == 0 {
				continue // a class that is an image of another one
			}
			for _, half := range []struct {
				sets       []uint32
				rows, size int
			}{{even, (n + 1) / 2, queens}, {odd, n / 2, queens - n%2}} {
				want := new(big.Int).Binomial(int64(half.rows), int64(half.size))
				bad := slices.ContainsFunc(half.sets,
					func(s uint32) bool { return bits.OnesCount32(s) != half.size || s>>half.rows != 0 })
				if len(half.sets) != int(want.Int64()) || bad ||
					len(slices.Compact(slices.Sorted(slices.Values(half.sets)))) != len(half.sets) {
					t.Errorf("order %d, %d queens: %d sets of %d of %d rows, want %v different ones", n, queens,
						len(half.sets), half.size, half.rows, want)
				}
			}
		}
	}
}

// Every class of an order with weights has one.
func TestWeights(t *testing.T) {
	for _, plan := range []string{"runs", "groups"} {
		for n := 16; n <= 28; n++ {
			var with, without []int
			for c := range parity.Square.Classes(n) {
				if _, ok := begin(n).weighed(plan, c.Queens); ok {
					with = append(with, c.Queens)
				} else {
					without = append(without, c.Queens)
				}
			}
			if len(without) > 0 && (len(with) > 0 || plan == "groups") {
				t.Errorf("order %d: classes %v of %s have no weight, classes %v have", n, without, plan, with)
			}
		}
	}
}

// TestMeasureWeights prints the data for fitting weights, for every tile of the order
// QUEENS_WEIGHTS: class, groups, work, units, sets, blocks of both colours and microseconds.
func TestMeasureWeights(t *testing.T) {
	var order int
	if n, _ := fmt.Sscan(os.Getenv("QUEENS_WEIGHTS"), &order); n != 1 {
		t.Skip("on demand")
	}
	c, plan := newGroupPlan(t, order)
	o := kind.Options{Workers: 1}
	p, err := newPairer(c, newLists(c, o, o.Bytes()/2), o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range plan {
		seconds := kind.Stopwatch()
		if _, err := p.Count(t.Context(), &plan[i]); err != nil {
			t.Fatal(err)
		}
		took := seconds()
		tile := plan[i].Pieces.(groupTile)
		evens, odds := setsOf(c, tile)
		units := 0
		ys := [2]map[int]int{{}, {}}
		for u := range tile.units(c) {
			units++
			r := c.class(tile.Queens).Reach(u)
			ys[0][u.Odd] = max(ys[0][u.Odd], (r.Columns+63)/64)
			ys[1][u.Even] = max(ys[1][u.Even], (r.Columns+63)/64)
		}
		blocks := [2]int{}
		for k := range ys {
			for _, b := range ys[k] {
				blocks[k] += b
			}
		}
		fmt.Println("TILE", order, tile.Queens, tile.Even, tile.Odd, plan[i].Work, units, evens, odds,
			blocks[0], blocks[1], took*1e6)
	}
}
