package matrix

import (
	"errors"
	"fmt"
	"testing"

	"queens/internal/parity"
)

// plainDevice is the slow twin of a device: it processes the words of the lists lane by lane.
type plainDevice struct {
	local int
	wide  [2][]uint32
	fails error
	tests uint64
}

func (d *plainDevice) Local() int { return d.local }

func (d *plainDevice) Pairs(colour int, f *Dense) error {
	d.wide[colour] = make([]uint32, f.Rows*f.Stride)
	records, jobs, cells, blocks := f.Items.Words[0], f.Items.Words[1], f.Items.Words[2], f.Lanes.Words[0]
	for ; len(blocks) > 0; blocks = blocks[DeviceBlock:] {
		header := blocks[DeviceHeader*DeviceSlots:]
		for j := cells[header[0]]; j < cells[header[0]+1]; j++ {
			job := jobs[4*j:]
			for i := job[0]; i < job[0]+job[1]; i++ {
				for slot := range DeviceSlots {
					for lane := range deviceLanes {
						if int(job[2]) < f.Rows &&
							d.fit(f, blocks, uint64(records[2*i+1])<<32|uint64(records[2*i]), slot, lane) {
							d.wide[colour][int(job[2])*f.Stride+int(blocks[DeviceColumns*DeviceSlots+slot])]++
						}
					}
				}
				d.tests++
			}
		}
	}
	return d.fails
}

// fit derives the columns of an item's queens from its record.
func (d *plainDevice) fit(f *Dense, block []uint32, record uint64, slot, lane int) bool {
	used := func(row int) bool { return block[row*DeviceSlots+slot]>>lane&1 == 1 }
	if !used(DeviceValid) {
		return false
	}
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
		if used(row+column+f.Squares.Sum) || used(diagonals+column-row+f.Squares.Diff) {
			return false
		}
		queen++
	}
	return true
}

func (d *plainDevice) Cells(colour int, to []uint32) error {
	copy(to, d.wide[colour])
	return d.fails
}

func (d *plainDevice) Products(stride, rows, columns, below int) (sums []RowSums, err error) {
	for i := range rows {
		var s RowSums
		for j := range columns {
			a, b := uint64(d.wide[white][i*stride+j]), uint64(d.wide[black][i*stride+j])
			if j < below {
				s.Below += a * b
			} else {
				s.Above += a * b
			}
			s.White += a
			s.Black += b
		}
		sums = append(sums, s)
	}
	return sums, d.fails
}

// TestDevice compares every field of every unit with the processor, with lists cut as usual and
// more finely.
func TestDevice(t *testing.T) {
	most := 11
	if testing.Short() {
		most = 9
	}
	for n := parity.MinOrder; n <= most; n++ {
		for _, cuts := range []int{0, 3} {
			t.Run(fmt.Sprintf("%d/%d", n, cuts), func(t *testing.T) {
				counter, device := newCounter(t, n), &plainDevice{local: 1 << 20}
				counter.source.cuts = func(int, int) int { return cuts }
				for c := range parity.Square.Classes(n) {
					for u := range c.Units() {
						want := counter.Count(c.Queens, u)
						got, err := counter.CountOn(device, c.Queens, u)
						want.Tests = got.Tests
						if err != nil || got != want {
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
	counter, device := newCounter(t, 10), &plainDevice{local: 1000}
	for c := range parity.Square.Classes(10) {
		for u := range c.Units() {
			want := counter.Count(c.Queens, u)
			if got, err := counter.CountOn(device, c.Queens, u); err != nil || got != want &&
				deviceRows(c)*DeviceRow > 1000 {
				t.Fatalf("unit %+v: %+v, %v, want %+v", u, got, err, want)
			}
		}
	}
	if Suits(parity.Square.New(18, 9)) || !Suits(parity.Square.New(28, 6)) {
		t.Error("units with more than eight queens in an item suit a device, or others do not")
	}
}

func deviceRows(c *parity.Class) int {
	_, white := deviceTables(c.Queens, c.Even)
	_, black := deviceTables(c.Even-c.Queens, c.Even)
	return max(white, black)
}

func TestDeviceFails(t *testing.T) {
	counter, device := newCounter(t, 10), &plainDevice{local: 1 << 20, fails: errors.New("no power")}
	if r, err := counter.CountOn(device, 2, parity.Unit{}); !errors.Is(err, device.fails) || r != (Result{}) {
		t.Errorf("a device that fails gives %+v, %v", r, err)
	}
}

// TestDeviceBounds checks for overflow in the longest lists of a device: a cell stays below 2^32, a
// row of a record below 2^13.
func TestDeviceBounds(t *testing.T) {
	for columns := range 17 {
		for queens := range DeviceQueens + 1 {
			if _, rows := deviceTables(queens, columns); rows*8 > 1<<16 {
				t.Errorf("%d queens on %d columns: %d rows of tables", queens, columns, rows)
			}
		}
	}
	factorial := uint64(1)
	for i := uint64(2); i <= DeviceQueens; i++ {
		factorial *= i
	}
	if factorial*factorial > 1<<32-1 {
		t.Errorf("the square of %d! = %d is too much for a cell", DeviceQueens, factorial)
	}
	for _, tc := range []struct {
		factors []uint64
		want    bool
	}{
		{[]uint64{1 << 32, 1<<32 - 1, 1}, true},
		{[]uint64{1 << 32, 1 << 31, 2}, false},
		{[]uint64{0, 1 << 63, 5}, true},
		{[]uint64{1<<64 - 1, 1, 1}, true},
	} {
		if got := fits(tc.factors...); got != tc.want {
			t.Errorf("fits(%v) is %v", tc.factors, got)
		}
	}
}
