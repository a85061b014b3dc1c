package halves

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"queens/count/internal/kernels/shelf"
)

// direct lists the keys of a half board by plain search over its rows, by definition.
type direct struct {
	n, first, last int                 // rows to be filled
	columns        uint64              // to be filled, bit c for column c
	allowed        func(r, c int) bool // squares allowed
	accept         func(queens [][2]int) bool
	key            func(r, c int) uint64
	queens         [][2]int
	keys           []uint64
}

func (d *direct) fill(r int, columns, rising, falling, key uint64) {
	if r == d.last+1 {
		if d.accept == nil || d.accept(d.queens) {
			d.keys = append(d.keys, key)
		}
		return
	}
	for c := range d.n {
		up, down := uint64(1)<<(r+c), uint64(1)<<(c-r+d.n-1)
		if columns>>c&1 == 0 || rising&up != 0 || falling&down != 0 || !d.allowed(r, c) {
			continue
		}
		d.queens = append(d.queens, [2]int{r, c})
		d.fill(r+1, columns&^(1<<c), rising|up, falling|down, key|d.key(r, c))
		d.queens = d.queens[:len(d.queens)-1]
	}
}

func (s shape) columnsOf(set uint64) (columns uint64) {
	for b := range s.m {
		columns |= set >> (s.m + b) & 1 << (s.m - 1 - b)
		columns |= set >> b & 1 << (s.m + s.odd + b)
	}
	return columns
}

// directKeys lists the keys of a half by plain search, without conditions on row sets.
func (s shape) directKeys(f Family, top bool, set uint64) []uint64 {
	n, m := 2*s.m+s.odd, s.m
	d := direct{n: n, columns: s.columnsOf(set), key: s.key, allowed: func(r, c int) bool { return true }}
	d.first, d.last = 0, m-1
	if !top {
		d.first, d.last = m+s.odd, n-1
	}
	if f == Centre {
		d.allowed = func(r, c int) bool { return r != c && r+c != n-1 }
	}
	if f == Sides && top {
		d.last = m
		d.columns |= 1 << m
		d.accept = func(queens [][2]int) bool {
			var row, col int
			for _, q := range queens {
				if q[0] == m {
					col = q[1] // of the middle-row queen
				}
				if q[1] == m {
					row = q[0] // of the middle-column queen
				}
			}
			return col < m && row < col
		}
	}
	d.fill(d.first, d.columns, 0, 0, 0)
	slices.Sort(d.keys)
	return d.keys
}

func (s shape) families() []Family {
	if s.odd == 1 {
		return []Family{Centre, Sides}
	}
	return []Family{Plain}
}

func (s shape) sets() (sets []uint64) {
	for set := range uint64(1) << (2 * s.m) {
		if bits.OnesCount64(set) == s.m {
			sets = append(sets, set)
		}
	}
	return sets
}

func whole(l *List, room int) (keys []uint64) {
	buf := make([]uint64, 0, room+Slack)
	for {
		buf = l.Fill(buf[:0])
		keys = append(keys, buf...)
		if l.Done() {
			return keys
		}
	}
}

func TestListsEqualPlainSearch(t *testing.T) {
	for n := 4; n <= 11; n++ {
		s := NewSource(n, ranks(n/2), shelf.NewStore(1<<20))
		l := NewLister(s)
		for _, f := range s.families() {
			for i, set := range s.sets() {
				if n > 9 && i%17 != 0 {
					continue
				}
				west, east := uint32(set>>s.m), uint32(set)&s.all()
				for _, top := range []bool{true, false} {
					every := condition{most: slices.Max(s.kappa)}
					h := half{family: f, top: top, west: west, east: east, rows: every}
					if !top {
						h.west, h.east = s.all()&^west, s.all()&^east
					}
					want := s.directKeys(f, top, uint64(h.west)<<s.m|uint64(h.east))
					for _, room := range []int{1, 7, 1 << 16} {
						got := whole(l.list(&h), room)
						slices.Sort(got)
						if !slices.Equal(got, want) {
							t.Fatalf("n=%d family %d set %b top %t room %d: %d keys, plain search finds %d:\n%x\n%x", n,
								f, set, top, room, len(got), len(want), got, want)
						}
					}
				}
			}
		}
	}
}

func (s shape) randomSet(random *rand.Rand) (set uint64) {
	for _, column := range random.Perm(2 * s.m)[:s.m] {
		set |= 1 << column
	}
	return set
}

// ranks numbers sets of m lines. Sets that are reverses or complements of each other share the
// least of their values.
func ranks(m int) []uint32 {
	all := uint32(1)<<m - 1
	list := make([]uint32, all+1)
	for s := range all + 1 {
		r := bits.Reverse32(s) >> (32 - m)
		list[s] = min(s, r, all-s, all-r)
	}
	return list
}

// A stopped list is done, at once if the flag was set before.
func TestStop(t *testing.T) {
	parted := 0
	defer func() {
		if parted == 0 {
			t.Error("no list has several groups")
		}
	}()
	for _, n := range []int{12, 13} {
		l := NewLister(NewSource(n, ranks(n/2), shelf.NewStore(1<<30)))
		for _, f := range l.families() {
			set := l.sets()[37]
			for i := range l.Terms(f, set) {
				for _, start := range []func() *List{l.Terms(f, set)[i].Top, l.Terms(f, set)[i].Bottom} {
					l.StopOn(new(atomic.Bool))
					all := len(whole(start(), 1))
					flag := new(atomic.Bool)
					l.StopOn(flag)
					list, buf := start(), make([]uint64, 0, 1+Slack)
					if all > 1 {
						if buf = list.Fill(buf); len(buf) < all && list.Done() {
							t.Fatalf("order %d, family %d: %d of %d keys, done", n, f, len(buf), all)
						} else if len(buf) < all {
							parted++
						}
					}
					flag.Store(true)
					if buf = list.Fill(buf[:0]); len(buf) != 0 || !list.Done() {
						t.Errorf("order %d, family %d, stopped: %d more keys of %d, done %t", n, f, len(buf), all,
							list.Done())
					}
					if list = start(); len(list.Fill(buf[:0])) != 0 || !list.Done() {
						t.Errorf("order %d, family %d: a list of a stopped lister has keys", n, f)
					}
				}
			}
		}
	}
}

// BenchmarkLists makes the lists of some random column sets, the same in every run, from cached
// tables and in slices that stay in the cache. It reports ns/key.
func BenchmarkLists(b *testing.B) {
	for _, order := range []struct{ n, sets int }{{16, 200}, {18, 100}, {19, 100}, {20, 30}, {22, 10}} {
		source := NewSource(order.n, ranks(order.n/2), shelf.NewStore(1<<31))
		family := source.families()[order.n%2]
		random := rand.New(rand.NewPCG(uint64(order.n), 30))
		var sets []uint64
		for range order.sets {
			sets = append(sets, source.randomSet(random))
		}
		l := NewLister(source)
		buf := make([]uint64, 0, 1<<14)
		list := func() (keys uint64) {
			for _, set := range sets {
				for _, term := range l.Terms(family, set) {
					for _, list := range []*List{term.Top(), term.Bottom()} {
						for !list.Done() {
							buf = list.Fill(buf[:0])
							keys += uint64(len(buf))
						}
					}
				}
			}
			return keys
		}
		list() // makes the tables
		b.Run(fmt.Sprintf("n=%d", order.n), func(b *testing.B) {
			var keys uint64
			for b.Loop() {
				keys += list()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(keys), "ns/key")
		})
	}
}
