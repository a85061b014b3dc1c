package driver

import (
	"fmt"
	"unsafe"

	"queens/internal/device"
	"queens/internal/kernel/matrix"
)

// machine is a device with its own memory and queue. It executes requests in order, and only read
// waits. It is used by one goroutine at a time.
type machine interface {
	allocate(bytes int) (memory, error)
	free(memory)
	write(to memory, from []byte) error
	read(to []byte, from memory) error
	zero(to memory, bytes int) error
	// run starts groups[0] by groups[1] groups of items work items and local bytes of local memory
	// each. Arguments are memory or uint32.
	run(kernel string, groups [2]int, items, local int, arguments ...any) error
	close()
}

// memory is a handle or an address on a device.
type memory uintptr

// Names of the kernels.
const (
	pairsKernel    = "pairs"
	productsKernel = "products"
)

// Stream is a queue of a device for the matrices of one goroutine. It implements [matrix.Device].
type Stream struct {
	machine machine
	info    device.Info
	teams   int // of DeviceSlots work items in a group
	local   int // bytes of a group

	room, held int // bytes of lists on the device: limit and current use
	lists      map[uint64]resident
	clock      uint64
	cells      [2]buffer
	sums       buffer
}

type resident struct {
	list  *matrix.List // devices may still be reading it
	words [3]memory
	used  uint64
	bytes int
}

type buffer struct {
	at    memory
	bytes int
}

func newStream(m machine, info device.Info, room int) *Stream {
	s := &Stream{machine: m, info: info, teams: 8, local: info.Local, room: room, lists: map[uint64]resident{}}
	if info.Processor {
		s.teams = 1 // its work items take turns
	}
	return s
}

// Close frees everything.
func (s *Stream) Close() { s.machine.close() }

// Local is part of [matrix.Device].
func (s *Stream) Local() int { return s.local }

// Pairs is part of [matrix.Device].
func (s *Stream) Pairs(colour int, d *matrix.Dense) error {
	bytes := 4 * d.Rows * d.Stride
	if err := s.grow(&s.cells[colour], bytes); err != nil {
		return err
	}
	if bytes == 0 {
		return nil
	}
	if err := s.machine.zero(s.cells[colour].at, bytes); err != nil {
		return err
	}
	jobs, blocks := len(d.Items.Words[1])/4, len(d.Lanes.Words[0])/matrix.DeviceBlock
	if jobs == 0 || blocks == 0 {
		return nil
	}
	items, err := s.hold(d.Items, d.Lanes.ID)
	if err != nil {
		return err
	}
	lanes, err := s.hold(d.Lanes, d.Items.ID)
	if err != nil {
		return err
	}
	_, rows := d.Tables()
	q := d.Squares
	return s.machine.run(pairsKernel, [2]int{blocks, s.parts(jobs, blocks)}, s.teams*matrix.DeviceSlots,
		rows*matrix.DeviceRow,
		items[0], items[1], items[2], lanes[0], s.cells[colour].at,
		d.Lines, uint32(q.Columns), uint32(q.Sum), uint32(q.Diff), uint32(d.Stride), uint32(d.Rows), uint32(d.Columns))
}

// parts returns the number of parts for the jobs of a block: enough to keep all compute units busy,
// but at least a few jobs per part.
func (s *Stream) parts(jobs, blocks int) int {
	const perUnit, least, most = 16, 4, 1 << 10
	return min(most, max(1, min(s.info.Units*perUnit/blocks, jobs/(s.teams*least))))
}

// Cells is part of [matrix.Device].
func (s *Stream) Cells(colour int, to []uint32) error {
	return s.machine.read(bytesOf(to), s.cells[colour].at)
}

// Products is part of [matrix.Device].
func (s *Stream) Products(stride, rows, columns, columnsBelow int) ([]matrix.RowSums, error) {
	sums := make([]matrix.RowSums, rows)
	if rows == 0 {
		return sums, nil
	}
	if err := s.grow(&s.sums, len(bytesOf(sums))); err != nil {
		return nil, err
	}
	items := s.teams * matrix.DeviceSlots
	err := s.machine.run(productsKernel, [2]int{rows, 1}, items, items*int(unsafe.Sizeof(matrix.RowSums{})),
		s.cells[0].at, s.cells[1].at, s.sums.at, uint32(stride), uint32(columns), uint32(columnsBelow))
	if err == nil {
		err = s.machine.read(bytesOf(sums), s.sums.at)
	}
	return sums, err
}

// hold returns the address of a list on the device. It drops the least recently used lists, but not
// the one with the number other.
func (s *Stream) hold(list *matrix.List, other uint64) (at [3]memory, err error) {
	s.clock++
	if r, ok := s.lists[list.ID]; ok {
		r.used = s.clock
		s.lists[list.ID] = r
		return r.words, nil
	}
	r := resident{list: list, used: s.clock}
	for _, words := range list.Words {
		r.bytes += 4 * len(words)
	}
	for s.held+r.bytes > s.room {
		oldest := uint64(0)
		for id, old := range s.lists {
			if id != other && (oldest == 0 || old.used < s.lists[oldest].used) {
				oldest = id
			}
		}
		if oldest == 0 {
			return at, fmt.Errorf("driver: lists of %d bytes and more: there is room for %d", r.bytes, s.room)
		}
		s.drop(oldest)
	}
	s.held += r.bytes
	for i, words := range list.Words {
		if len(words) == 0 {
			continue
		}
		if r.words[i], err = s.machine.allocate(4 * len(words)); err == nil {
			err = s.machine.write(r.words[i], bytesOf(words))
		}
		if err != nil {
			s.lists[list.ID] = r
			s.drop(list.ID)
			return at, err
		}
	}
	s.lists[list.ID] = r
	return r.words, nil
}

func (s *Stream) drop(id uint64) {
	r := s.lists[id]
	for _, m := range r.words {
		if m != 0 {
			s.machine.free(m)
		}
	}
	s.held -= r.bytes
	delete(s.lists, id)
}

func (s *Stream) grow(b *buffer, bytes int) (err error) {
	if bytes <= b.bytes {
		return nil
	}
	if b.bytes > 0 {
		s.machine.free(b.at)
		*b = buffer{}
	}
	b.at, err = s.machine.allocate(bytes)
	if err == nil {
		b.bytes = bytes
	}
	return err
}

func bytesOf[T uint32 | matrix.RowSums](x []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(zero)))
}
