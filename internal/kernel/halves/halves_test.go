package halves

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
)

// direct lists the keys of a half board by plain search over its rows, following
// the definition; it is what the lists are compared with.
type direct struct {
	n, first, last int                 // rows to be filled
	columns        uint64              // that are to be filled, bit c for column c
	allowed        func(r, c int) bool // squares that may be used
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

// columnsOf returns a column set as columns of the board.
func (s shape) columnsOf(set uint64) (columns uint64) {
	for b := range s.m {
		columns |= set >> (s.m + b) & 1 << (s.m - 1 - b)
		columns |= set >> b & 1 << (s.m + s.odd + b)
	}
	return columns
}

// directKeys returns the keys of a half without conditions on row sets, by plain
// search.
func (s shape) directKeys(f Family, top bool, set uint64) []uint64 {
	n, m := s.order(), s.m
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

// families returns the families of an order.
func (s shape) families() []Family {
	if s.odd == 1 {
		return []Family{Centre, Sides}
	}
	return []Family{Plain}
}

// sets returns all column sets of an order.
func (s shape) sets() (sets []uint64) {
	for set := range uint64(1) << (2 * s.m) {
		if bits.OnesCount64(set) == s.m {
			sets = append(sets, set)
		}
	}
	return sets
}

// whole returns the whole list in slices of the given room.
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

// eachKernel runs a test with every kernel that runs here.
func eachKernel(t *testing.T, test func(t *testing.T, kernel string)) {
	for _, k := range append([]kernel{portable}, archKernels...) {
		t.Run(k.name, func(t *testing.T) {
			if !k.usable() {
				t.Skip("not supported by this processor")
			}
			test(t, k.name)
		})
	}
}

func TestListsEqualPlainSearch(t *testing.T) { eachKernel(t, listsEqualPlainSearch) }

func listsEqualPlainSearch(t *testing.T, kernel string) {
	for n := MinOrder; n <= 11; n++ {
		s := NewSource(n, ranks(n/2), 1<<30)
		l := NewLister(s, kernel, 1<<20)
		for _, f := range s.families() {
			for i, set := range s.sets() {
				if n > 9 && i%17 != 0 {
					continue
				}
				west, east := s.parts(set)
				for _, top := range []bool{true, false} {
					h := half{family: f, top: top, west: west, east: east}
					if !top {
						h.west, h.east = s.all()&^west, s.all()&^east
					}
					want := s.directKeys(f, top, uint64(h.west)<<s.m|uint64(h.east))
					for _, room := range []int{1, 7, 1 << 16} {
						got := whole(l.top.reset(&h), room)
						if n == 7 && len(got) != len(want) {
							t.Logf("h %+v segs", h)
						}
						slices.Sort(got)
						if !slices.Equal(got, want) {
							t.Fatalf("n=%d family %d set %b top %t room %d: %d keys, plain search finds %d:\n%x\n%x", n, f, set, top, room, len(got), len(want), got, want)
						}
					}
				}
			}
		}
	}
}

// Only leaves out what it says and nothing else, for either half.
func TestOnlyFilters(t *testing.T) { eachKernel(t, onlyFilters) }

func onlyFilters(t *testing.T, kernel string) {
	s := NewSource(10, ranks(5), 1<<30)
	l := NewLister(s, kernel, 0)
	for _, set := range s.sets() {
		for _, term := range l.Terms(Plain, set) {
			for _, start := range []func() *List{term.Top, term.Bottom} {
				all := whole(start(), 1000)
				mask := s.Central(3) | s.tie(0)
				for _, bits := range []uint64{0, s.Central(1), s.Central(2) | s.tie(0)} {
					want := slices.DeleteFunc(slices.Clone(all), func(k uint64) bool { return k&mask != bits })
					list := start()
					list.Only(mask, bits)
					if got := whole(list, 5); !slices.Equal(sorted(got), sorted(want)) || list.Listed() != uint64(len(all)) {
						t.Fatalf("set %b: %d of %d keys, want %d of %d", set, len(got), list.Listed(), len(want), len(all))
					}
				}
			}
		}
	}
}

func sorted(keys []uint64) []uint64 {
	slices.Sort(keys)
	return keys
}

// Every kernel keeps and flips lists of every length alike.
func TestKernelsOnLists(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	eachKernel(t, func(t *testing.T, name string) {
		k := kernelOf(name)
		for n := range 40 {
			list := make([]uint64, n, n+Slack)
			for i := range list {
				list[i] = random.Uint64()
			}
			for _, field := range []int{3, 19, 27} {
				mask := uint64(5) << field
				compareOnList(t, k, list, mask, 1<<field, field)
			}
		}
	})
}

// compareOnList compares what a kernel does with a list with what the reference
// does.
func compareOnList(t *testing.T, k *kernel, list []uint64, mask, bits uint64, field int) {
	t.Helper()
	withSlack := func() []uint64 { return append(make([]uint64, 0, len(list)+Slack), list...) }
	got, want := withSlack(), withSlack()
	k.flip(got, field)
	portable.flip(want, field)
	if !slices.Equal(got, want) {
		t.Errorf("flip of %d keys by %d bits: %x, want %x", len(list), field, got, want)
	}
	got, want = withSlack(), withSlack()
	count := k.keep(got, mask, bits)
	if other := portable.keep(want, mask, bits); count != other || !slices.Equal(got[:count], want[:count]) {
		t.Errorf("keep of %d keys leaves %d, want %d", len(list), count, other)
	}
}

// Every kernel brings placements together alike, whatever their numbers, reachable
// or not.
func TestKernelsMeet(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	// Behind each list lie placements that would fit everywhere.
	some := func(n int) placements {
		p := placements{make([]uint32, n+Slack), make([]uint64, n+Slack)}
		for i := range n {
			p.checks[i] = random.Uint32() & random.Uint32() & random.Uint32()
			p.keys[i] = random.Uint64()
		}
		return placements{p.checks[:n], p.keys[:n]}
	}
	eachKernel(t, func(t *testing.T, name string) {
		for _, west := range []int{0, 1, 2, 7} {
			for _, east := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 20, 31, 32, 33, 70} {
				compareMeets(t, name, some(west), some(east), random.Uint64())
			}
		}
	})
}

// compareMeets compares the keys that a kernel makes with those of the reference, and
// looks for words written where they may not be.
func compareMeets(t *testing.T, kernel string, west, east placements, add uint64) {
	t.Helper()
	const untouched = 0x5555_aaaa_5555_aaaa
	got, want := make([]uint64, len(west.keys)*len(east.keys)+Slack), make([]uint64, len(west.keys)*len(east.keys)+Slack)
	for i := range got {
		got[i] = untouched
	}
	n, m := kernelOf(kernel).meet(got, west, east, add), meetPortable(want, west, east, add)
	for i := n + Slack; i < len(got); i++ {
		if got[i] != untouched {
			t.Fatalf("%d and %d placements: %d pairs, and word %d is written", len(west.keys), len(east.keys), n, i)
		}
	}
	if !slices.Equal(sorted(got[:n]), sorted(want[:m])) {
		t.Errorf("%d and %d placements: %d pairs, want %d", len(west.keys), len(east.keys), n, m)
	}
}

// FuzzKernels reads placements from bytes, 12 for each, the first few western, and
// compares what the kernels do with them, and with their keys as a list, with what
// the reference does.
func FuzzKernels(f *testing.F) {
	f.Add([]byte{}, uint8(0), uint64(0), uint8(3))
	f.Add([]byte("\x01\x00\x00\x00abcdefgh\x02\x00\x00\x00ijklmnop"), uint8(1), uint64(1<<63), uint8(19))
	f.Add(bytes.Repeat([]byte("\x00\x10\x00\x00\x01\x02\x04\x08\x00\x00\x00\x80\xff\xff\xfe"), 17), uint8(2), uint64(6), uint8(27))
	f.Fuzz(func(t *testing.T, data []byte, western uint8, word uint64, width uint8) {
		if len(data) > 2000 {
			return
		}
		var all placements
		for ; len(data) >= 12; data = data[12:] {
			all.checks = append(all.checks, binary.LittleEndian.Uint32(data))
			all.keys = append(all.keys, binary.LittleEndian.Uint64(data[4:]))
		}
		n := len(all.keys)
		split, field := min(int(western), n), 1+int(width)%31 // of an order up to MaxOrder, and more
		for _, k := range archKernels {
			if !k.usable() {
				continue
			}
			compareMeets(t, k.name, all.cut(0, split), all.cut(split, n), word)
			compareOnList(t, &k, all.keys, word, all.union()&word, field)
		}
	})
}

// union returns a word made of the keys.
func (p placements) union() (keys uint64) {
	for _, key := range p.keys {
		keys |= key
	}
	return keys
}

// All kernels make the same lists of orders whose groups fill vectors.
func TestKernelsMakeTheSameLists(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{15, 16, 17, 18} {
		s := NewSource(n, ranks(n/2), 1<<28)
		for _, f := range s.families() {
			set := s.randomSet(random)
			lists := func(kernel string) (all [][]uint64) {
				for _, term := range NewLister(s, kernel, 0).Terms(f, set) {
					all = append(all, sorted(whole(term.Top(), 1<<12)), sorted(whole(term.Bottom(), 1<<12)))
				}
				return all
			}
			want := lists(portable.name)
			eachKernel(t, func(t *testing.T, kernel string) {
				for i, got := range lists(kernel) {
					if !slices.Equal(got, want[i]) {
						t.Errorf("n=%d family %d set %b, list %d: %d keys, want %d", n, f, set, i, len(got), len(want[i]))
					}
				}
			})
		}
	}
}

// randomSet draws a column set.
func (s shape) randomSet(random *rand.Rand) (set uint64) {
	for _, column := range random.Perm(2 * s.m)[:s.m] {
		set |= 1 << column
	}
	return set
}

// ranks returns a number for every set of m lines that it shares with its reverse and with the complements of both: the
// least of the four.
func ranks(m int) []uint32 {
	all := uint32(1)<<m - 1
	list := make([]uint32, all+1)
	for s := range all + 1 {
		r := bits.Reverse32(s) >> (32 - m)
		list[s] = min(min(s, r), min(all-s, all-r))
	}
	return list
}

// A list that is stopped is done, at once if the flag was set before it began.
func TestStop(t *testing.T) { eachKernel(t, stop) }

func stop(t *testing.T, kernel string) {
	for _, n := range []int{12, 13} {
		l := NewLister(NewSource(n, ranks(n/2), 1<<30), kernel, 0)
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
						if buf = list.Fill(buf); len(buf) != 1 || list.Done() {
							t.Fatalf("order %d, family %d: %d of %d keys, done %t", n, f, len(buf), all, list.Done())
						}
					}
					flag.Store(true)
					if buf = list.Fill(buf[:0]); len(buf) != 0 || !list.Done() {
						t.Errorf("order %d, family %d, stopped: %d more keys of %d, done %t", n, f, len(buf), all, list.Done())
					}
					if list = start(); len(list.Fill(buf[:0])) != 0 || !list.Done() {
						t.Errorf("order %d, family %d: a list of a stopped lister has keys", n, f)
					}
				}
			}
		}
	}
}
