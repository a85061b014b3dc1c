package dense

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"queens"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/unit"
)

func newSource(n int, memory int64) *Source {
	return NewSource(parity.Square.Of(n), shelf.NewStore(memory))
}

// TestSharedSource counts the units of a class on several goroutines that share a source with
// little or no memory.
func TestSharedSource(t *testing.T) {
	c := parity.Square.New(10, 3)
	var want []unit.Result
	for u := range c.Units() {
		want = append(want, onProcessor(c, u))
	}
	for _, memory := range []int64{0, 1 << 16} {
		shared := newSource(10, memory)
		var workers sync.WaitGroup
		for range 4 {
			device := &plainDevice{local: 1 << 20}
			workers.Go(func() {
				var got []unit.Result
				for u := range c.Units() {
					r, err := shared.Prepare(device, c.Queens, u).Count(device, new(atomic.Bool))
					if r.Tests = 0; err != nil {
						t.Error(err)
					}
					got = append(got, r)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d bytes: results differ", memory)
				}
			})
		}
		workers.Wait()
		if _, bytes := shared.lists.Kept(); bytes > memory {
			t.Errorf("%d bytes are kept, want at most %d", bytes, memory)
		}
	}
}

// onProcessor counts a unit without a device. Tests are 0.
func onProcessor(c *parity.Class, u parity.Unit) unit.Result {
	r := ladder.Labels(c, u, new(atomic.Bool))
	r.Tests = 0
	return r
}

func TestPlacements(t *testing.T) {
	c := parity.Square.New(12, 3)
	for _, s := range newSource(12, 0).newClass(c).sides {
		for _, set := range c.OddSets {
			rows := set.Lines
			s.Y.Each(rows, s.Y.First(), func(_ int, key, where uint64) {
				made := uint64(0)
				for left := rows; left != 0; left &= left - 1 {
					made |= s.Y.Key(bits.TrailingZeros32(left), int(where&15))
					where >>= 4
				}
				if made != key {
					t.Fatalf("rows %x: columns of the key %x are those of %x", rows, key, made)
				}
			})
		}
	}
}

// plainDevice is the slow twin of a device: it processes the words of the lists lane by lane.
type plainDevice struct {
	local int
	wide  [2][]uint32
	fails error
	tests uint64
}

func (d *plainDevice) Local() int { return d.local }

func (d *plainDevice) Count(white, black *Dense, below int) ([]RowSums, uint64, error) {
	d.pairs(0, white)
	d.pairs(1, black)
	return d.products(white.Stride, white.Rows, white.Columns, below), 1, d.fails
}

func (d *plainDevice) pairs(colour int, f *Dense) {
	d.wide[colour] = make([]uint32, f.Rows*f.Stride)
	records, jobs, firsts, prefixes := f.Items.Words[0], f.Items.Words[1], f.Items.Words[2], f.Items.Words[3]
	keys, starts := f.Lanes.Words[0], f.Lanes.Words[1]
	word := func(list []uint32, i uint32) uint64 { return uint64(list[2*i+1])<<32 | uint64(list[2*i]) }
	for prefix := range uint32(f.Prefixes()) {
		for column := range f.Columns {
			for lane := starts[column]; lane < starts[column+1]; lane++ {
				key := word(keys, lane)
				if key&word(prefixes, prefix) != 0 {
					continue
				}
				for j := firsts[prefix]; j < firsts[prefix+1]; j++ {
					job := jobs[4*j:]
					for i := job[0]; i < job[0]+job[1] && int(job[2]) < f.Rows; i++ {
						if key&f.key(word(records, i)) == 0 {
							d.wide[colour][int(job[2])*f.Stride+column]++
						}
						d.tests++
					}
				}
			}
		}
	}
}

// key derives the diagonals of an item's last queens from its record.
func (f *Dense) key(record uint64) (key uint64) {
	m, queen := f.Squares.Columns, 0
	for row := range f.Squares.Rows {
		if f.Lines>>row&1 == 0 {
			continue
		}
		column := int(record>>(queen/2*16)&0xffff)/8 - queen/2*m*m
		switch {
		case queen%2 == 1:
			column %= m
		case queen+1 < f.Queens:
			column /= m
		}
		key |= f.Squares.Key(row, column)
		queen++
	}
	return key
}

func (d *plainDevice) products(stride, rows, columns, below int) (sums []RowSums) {
	for i := range rows {
		var s RowSums
		for j := range columns {
			a, b := uint64(d.wide[parity.White][i*stride+j]), uint64(d.wide[parity.Black][i*stride+j])
			low, high := &s.Above, &s.AboveHigh
			if j < below {
				low, high = &s.Below, &s.BelowHigh
			}
			*low, *high = *low+a*b&(1<<32-1), *high+a*b>>32
			s.White += a
			s.Black += b
		}
		sums = append(sums, s)
	}
	return sums
}

// TestDevice compares every field of every unit with the processor, with prefixes of no queen, of
// three, and of all.
func TestDevice(t *testing.T) {
	most := 11
	if testing.Short() {
		most = 9
	}
	for n := parity.MinOrder; n <= most; n++ {
		for _, ahead := range []int{0, 3, 10} {
			t.Run(fmt.Sprintf("%d/%d", n, ahead), func(t *testing.T) {
				source, device := newSource(n, 1<<28), &plainDevice{local: 1 << 20}
				source.ahead = func(*parity.Class, int) int { return ahead }
				for c := range parity.Square.Classes(n) {
					for u := range c.Units() {
						want := onProcessor(c, u)
						got, err := source.Prepare(device, c.Queens, u).Count(device, new(atomic.Bool))
						if got.Tests = 0; err != nil || got != want {
							t.Fatalf("unit %+v of class %d: %+v, %v, want %+v", u, c.Queens, got, err, want)
						}
					}
				}
				if n > 0 && device.tests == 0 {
					t.Error("the device tested nothing")
				}
			})
		}
	}
}

func TestDeviceWithoutRoom(t *testing.T) {
	source, device := newSource(10, 1<<28), &plainDevice{local: 1000}
	for c := range parity.Square.Classes(10) {
		for u := range c.Units() {
			want := ladder.Labels(c, u, new(atomic.Bool))
			got, err := source.Prepare(device, c.Queens, u).Count(device, new(atomic.Bool))
			if err != nil || got != want && deviceRows(c)*DeviceRow > 1000 {
				t.Fatalf("unit %+v: %+v, %v, want %+v", u, got, err, want)
			}
		}
	}
	if Suits(parity.Square.New(28, 4)) || !Suits(parity.Square.New(28, 5)) {
		t.Error("units with more than nine queens in an item suit a device, or others do not")
	}
}

func deviceRows(c *parity.Class) int {
	return max(tableRows(c.Queens, c.Even), tableRows(c.Even-c.Queens, c.Even))
}

func TestDeviceFails(t *testing.T) {
	source, device := newSource(10, 1<<28), &plainDevice{local: 1 << 20, fails: errors.New("no power")}
	r, err := source.Prepare(device, 2, parity.Unit{}).Count(device, new(atomic.Bool))
	if !errors.Is(err, device.fails) || r != (unit.Result{}) {
		t.Errorf("a device that fails gives %+v, %v", r, err)
	}
}

// TestDeviceBounds checks that rows of records fit in 16 bits, also for the longest lists.
func TestDeviceBounds(t *testing.T) {
	for columns := range 17 {
		c := parity.Square.New(2*columns, 0)
		for queens := range DeviceQueens + 1 {
			left := queens - min(prefixOf(c, queens), queens)
			if rows := tableRows(left, columns); rows*8 > 1<<16 || left > tableQueens {
				t.Errorf("%d queens on %d columns: %d in tables, with %d rows", queens, columns, left, rows)
			}
		}
	}
}

// TestProducts compares sums of products in halves with wide numbers.
func TestProducts(t *testing.T) {
	var r unit.Result
	want := new(big.Int)
	for _, x := range []struct{ low, high, weight uint64 }{
		{0, 0, 1},
		{1<<44 - 1, 1<<44 - 1, 16},
		{1<<32 - 1, 1, 1},
		{1 << 63, 1<<44 - 5, 1 << 30},
		{1<<64 - 1, 1<<64 - 1, 8},
	} {
		addProducts(&r, x.low, x.high, x.weight)
		sum := new(big.Int).Lsh(new(big.Int).SetUint64(x.high), 32)
		sum.Add(sum, new(big.Int).SetUint64(x.low))
		want.Add(want, sum.Mul(sum, new(big.Int).SetUint64(x.weight)))
		if got := queens.TotalOf(r.High, r.Low).String(); got != want.String() {
			t.Errorf("after %+v: %s, want %s", x, got, want)
		}
	}
}
