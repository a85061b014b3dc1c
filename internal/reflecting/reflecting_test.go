package reflecting

import (
	"slices"
	"sync/atomic"
	"testing"

	"queens/internal/parity"
	"queens/known"
)

func published(t *testing.T, n int) uint64 {
	t.Helper()
	v, ok := known.Lookup("reflecting", n)
	total, fits := v.Value.Uint64()
	if !ok || !fits {
		t.Fatalf("order %d is not known", n)
	}
	return total
}

// tiles covers a class with squares of the given side.
func tiles(c *Class, side int) (list []Tile) {
	for even := 0; even < len(c.Evens); even += side {
		for odd := 0; odd < len(c.OddSets); odd += side {
			list = append(list, Tile{even, min(side, len(c.Evens)-even), odd, min(side, len(c.OddSets)-odd)})
		}
	}
	return list
}

func TestSearchByTheDefinition(t *testing.T) {
	for n := range 10 {
		if got := Plain(n); got != published(t, n) {
			t.Errorf("R(%d) = %d, want %d", n, got, published(t, n))
		}
	}
}

func TestTheorem(t *testing.T) {
	for n := range 9 {
		if got := PlainProduct(n); got != published(t, n) {
			t.Errorf("R(%d) = %d by products, want %d", n, got, published(t, n))
		}
	}
}

func TestTilesAddUp(t *testing.T) {
	largest := 18
	if testing.Short() {
		largest = 16
	}
	for n := range largest + 1 {
		total := uint64(0)
		for c := range Classes(n) {
			counter := NewCounter(c)
			for _, tile := range c.Tiles() {
				total += counter.Tile(tile).Solutions
			}
		}
		if total != published(t, n) {
			t.Errorf("R(%d) = %d, want %d", n, total, published(t, n))
		}
	}
}

// Both ways to count a tile, each unit of it alone, and a search of whole boards agree, unit by
// unit.
func TestWaysAgree(t *testing.T) {
	for n := range 13 {
		for c := range Classes(n) {
			counters := []*Counter{NewCounter(c), NewCounter(c)}
			counters[0].way, counters[1].way = matrix, direct
			for _, tile := range tiles(c, 3) {
				var results []Result
				for _, counter := range counters {
					results = append(results, counter.Tile(tile))
				}
				searched, pairs := uint64(0), uint64(0)
				for even := tile.Even; even < tile.Even+tile.EvenCount; even++ {
					for odd := tile.Odd; odd < tile.Odd+tile.OddCount; odd++ {
						unit := Unit{Even: even, Odd: odd}
						want := c.Weight * c.Search(unit, new(atomic.Bool))
						alone := counters[unit.Even%2].Tile(Tile{even, 1, odd, 1})
						if alone.Solutions != want {
							t.Fatalf("order %d, class %d: unit %v has %d solutions, %d by search", n, c.Queens, unit, alone.Solutions, want)
						}
						searched += want
						pairs += alone.Pairs
					}
				}
				for _, r := range results {
					r.Tests = 0
					results[0].Tests = 0
					if r != results[0] || r.Solutions != searched || r.Pairs != pairs {
						t.Fatalf("order %d, class %d, tile %v: %+v, and %+v, by search %d solutions; %d pairs unit by unit", n, c.Queens, tile, r, results[0], searched, pairs)
					}
				}
			}
		}
	}
}

// Lists whose keys are split many times, and long ones that are tested in blocks: pairs found
// are those of a comparison of all.
func TestJoinFindsAllPairs(t *testing.T) {
	for _, n := range []int{17, 20} {
		c := newClass(parity.New(n, 5))
		counter := NewCounter(c)
		tile := Tile{len(c.Evens) / 2, 2, len(c.OddSets) / 2, 2}
		for colour := range 2 {
			x, y := counter.list(of[colour], tile), counter.list(with[colour], tile)
			want := uint64(0)
			for _, a := range x.keys {
				for _, b := range y.keys {
					if a&b&numberMask == 0 {
						want++
					}
				}
			}
			j := &counter.joiner
			j.sink, j.found, j.pairs = list, j.found[:0], 0
			j.join(slices.Clone(x.keys), slices.Clone(y.keys), false)
			if j.pairs != want || uint64(len(j.found)) != want {
				t.Errorf("order %d, colour %d: %d pairs, %d cells, want %d", n, colour, j.pairs, len(j.found), want)
			}
		}
	}
}

// The reflection of the rows is the only symmetry of the square, besides the identity, that
// keeps solutions.
func TestSymmetries(t *testing.T) {
	const n = 9
	images := map[string]func(x, y int) (int, int){
		"half turn":               func(x, y int) (int, int) { return n + 1 - x, n + 1 - y },
		"quarter turn":            func(x, y int) (int, int) { return y, n + 1 - x },
		"three-quarter turn":      func(x, y int) (int, int) { return n + 1 - y, x },
		"reflection of columns":   func(x, y int) (int, int) { return n + 1 - x, y },
		"reflection of rows":      func(x, y int) (int, int) { return x, n + 1 - y },
		"transposition":           func(x, y int) (int, int) { return y, x },
		"the other transposition": func(x, y int) (int, int) { return n + 1 - y, n + 1 - x },
	}
	for name, image := range images {
		keeps := true
		for p := range solutions(n) {
			var q [n + 1]int
			for x := 1; x <= n; x++ {
				u, v := image(x, p[x])
				q[u] = v
			}
			keeps = keeps && isSolution(q[:])
		}
		if keeps != (name == "reflection of rows") {
			t.Errorf("the %s keeps solutions: %t", name, keeps)
		}
	}
}

// isSolution checks p[1], p[2], ... by the definition.
func isSolution(p []int) bool {
	var numbers []int
	for x := 1; x < len(p); x++ {
		numbers = append(numbers, p[x]+x, p[x]-x)
	}
	slices.Sort(numbers)
	return len(slices.Compact(numbers)) == 2*len(p)-2
}

// solutions yields the solutions of order n, from index 1 on.
func solutions(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		p := make([]int, n+1)
		var place func(x int) bool
		place = func(x int) bool {
			if x > n {
				return !isSolution(p) || yield(p)
			}
			for y := 1; y <= n; y++ {
				if !slices.Contains(p[1:x], y) {
					if p[x] = y; !place(x + 1) {
						return false
					}
				}
			}
			return true
		}
		place(1)
	}
}

func TestTilesAreTheUnits(t *testing.T) {
	for _, n := range []int{0, 1, 12, 15, 20} {
		for c := range Classes(n) {
			seen := map[Unit]int{}
			for _, tile := range c.Tiles() {
				for i := range tile.EvenCount * tile.OddCount {
					seen[Unit{Even: tile.Even + i/tile.OddCount, Odd: tile.Odd + i%tile.OddCount}]++
				}
			}
			for u, times := range seen {
				if times != 1 {
					t.Fatalf("order %d, class %d: unit %v is in %d tiles", n, c.Queens, u, times)
				}
			}
			if len(seen) != len(c.Evens)*len(c.OddSets) {
				t.Errorf("order %d, class %d: tiles have %d units, want %d", n, c.Queens, len(seen), len(c.Evens)*len(c.OddSets))
			}
		}
	}
}

// A count that is stopped ends at once: its number is not used.
func TestStop(t *testing.T) {
	stop := new(atomic.Bool)
	stop.Store(true)
	c := newClass(parity.New(18, 4))
	counter := NewCounter(c)
	counter.StopOn(stop)
	if r := counter.Tile(c.Tiles()[0]); r.Tests != 0 {
		t.Errorf("%d tests after the stop", r.Tests)
	}
}

func TestCellsOfTilesFit(t *testing.T) {
	for n := range MaxOrder + 1 {
		for c := range Classes(n) {
			tile := c.Tiles()[0] // the largest one
			if cells := len(c.Rows) * len(c.OddSets) * tile.EvenCount * tile.OddCount; uint64(cells) >= 1<<32 {
				t.Errorf("order %d, class %d: a tile has %d cells", n, c.Queens, cells)
			}
		}
	}
}

func TestLargestOrderFits(t *testing.T) {
	c := newClass(parity.New(MaxOrder, MaxOrder/4))
	for k := range 4 {
		q := c.quarter(parity.Kind(k))
		for i := range q.columns {
			if q.difference-i < 0 {
				t.Errorf("kind %d: column %d has negative numbers", k, i)
			}
			for j := range q.rows {
				if key := q.key(i, j); key > numberMask {
					t.Errorf("kind %d: square %d, %d has key %x", k, i, j, key)
				}
			}
		}
	}
	if most := max(len(c.EvenSets), len(c.OddSets)); most > labelMask+1 {
		t.Errorf("%d labels", most)
	}
}
