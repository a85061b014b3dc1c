// Package driver runs the tests of parity classes on devices: graphics cards, and anything else
// with an OpenCL driver. See docs/device.md.
//
// The kernels are written once, in OpenCL C (kernel.cl). OpenCL drivers compile this source. CUDA
// drivers compile PTX, which clang made from it (kernel.ptx). The libraries of the drivers are
// loaded at run time, without cgo or development kits; a machine that lacks them has no devices.
//
// A driver that crashes ends the process, so only the program queens-device links this package.
package driver

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"queens/count/device"
	"queens/count/device/dense"
	"queens/internal/errs"
)

//go:generate sh generate.sh

// source is the OpenCL C source of the kernels.
//
//go:embed kernel.cl
var source string

// ptx is the source compiled by clang.
//
//go:embed kernel.ptx
var ptx string

type route struct {
	name, summary string
	list          func() ([]device.Info, error)
	open          func(number int) (machine, error)
}

var routes = []route{
	{"cuda", "the driver of NVIDIA cards", listCUDA, openCUDA},
	{"opencl", "cards and processors with a driver for OpenCL", listOpenCL, openOpenCL},
}

// Routes lists the routes to devices of this machine.
func Routes() (list []device.Route) {
	for _, r := range routes {
		devices, err := r.list()
		found := device.Route{Name: r.name, Summary: r.summary, Devices: devices}
		for i := range devices {
			devices[i].Name = fmt.Sprintf("%s:%d", r.name, i)
		}
		switch {
		case err != nil:
			found.Missing = err.Error()
		case len(devices) == 0:
			found.Missing = "the driver names no device"
		}
		list = append(list, found)
	}
	return list
}

// Open returns streams of the device with the given name, which share its memory, or for "auto" of
// the first one that is not the processor itself.
//
// Errors: device.ErrNone, with what is missing; those of the driver.
func Open(name string, streams int) (device.Info, []*Stream, error) {
	var names, missing []string
	for i, r := range Routes() {
		for number, d := range r.Devices {
			if d.Name == name || name == device.Auto && !d.Processor {
				list, err := routes[i].streams(number, d, streams)
				return d, list, err
			}
			names = append(names, d.Name)
		}
		if r.Missing != "" {
			missing = append(missing, r.Name+": "+r.Missing)
		}
	}
	if len(names) > 0 {
		missing = append([]string{"there is " + strings.Join(names, ", ")}, missing...)
	}
	return device.Info{}, nil, errs.Errorf("%q: %w here (%s)", name, device.ErrNone, strings.Join(missing, "; "))
}

func (r *route) streams(number int, info device.Info, streams int) (list []*Stream, err error) {
	for range streams {
		m, err := r.open(number)
		if err != nil {
			for _, s := range list {
				s.Close()
			}
			return nil, errs.Errorf("%s: %w", info.Name, err)
		}
		list = append(list, newStream(m, info, int(min(info.Memory, 1<<40))/2/streams))
	}
	return list, nil
}

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
	blocksKernel   = "blocks"
	pairsKernel    = "pairs"
	productsKernel = "products"
)

var kernels = []string{blocksKernel, pairsKernel, productsKernel}

// Stream is a queue of a device for the matrices of one goroutine. It implements [dense.Device].
type Stream struct {
	machine machine
	info    device.Info
	items   int // of a group that counts pairs
	blocks  int // most blocks of a pass

	room, held int         // bytes of lists on the device: limit and current use
	lists      []resident  // the least recently used ones first
	passes     map[int]int // that were enough, by the number of prefixes
	cells      [2]buffer
	made       buffer // blocks
	counts     [2]buffer
	sums       buffer
}

type resident struct {
	list  *dense.List // devices may still be reading it
	words [4]memory
	bytes int
}

type buffer struct {
	at    memory
	bytes int
}

const blockBytes = 4 * dense.DeviceBlock

// newStream shares the bytes of a device among lists and blocks.
func newStream(m machine, info device.Info, room int) *Stream {
	s := &Stream{
		machine: m, info: info, items: 256, room: room / 2,
		blocks: max(min(room/2, 1<<30)/blockBytes, 1<<8), passes: map[int]int{},
	}
	if info.Processor {
		s.items = dense.DeviceSlots // they take turns
	}
	return s
}

// Close frees everything.
func (s *Stream) Close() { s.machine.close() }

// Local is part of [dense.Device].
func (s *Stream) Local() int { return s.info.Local }

// Count is part of [dense.Device]. If a pass needs more blocks than there is room for, the unit is
// counted anew, in twice as many passes; with one prefix in each, room is made.
func (s *Stream) Count(white, black *dense.Dense, columnsBelow int) (sums []dense.RowSums, tests uint64, err error) {
	sides := [2]*dense.Dense{white, black}
	for {
		var counts [2][]uint32
		for colour, d := range sides {
			counts[colour] = make([]uint32, 2+max(1, s.passes[d.Prefixes()]))
			if err := s.pairs(colour, d, counts[colour]); err != nil {
				return nil, 0, err
			}
		}
		if sums, err = s.products(white, columnsBelow); err != nil {
			return nil, 0, err
		}
		tests, enough := uint64(0), true
		for colour, of := range counts {
			if err := s.machine.read(bytesOf(of), s.counts[colour].at); err != nil {
				return nil, 0, err
			}
			tests += uint64(of[1])<<32 | uint64(of[0])
			prefixes, most := sides[colour].Prefixes(), int(slices.Max(of[2:]))
			if most <= s.blocks {
				continue
			}
			if enough = false; len(of)-2 >= prefixes {
				s.blocks = most
			}
			s.passes[prefixes] = min(2*(len(of)-2), prefixes)
		}
		if enough {
			return sums, tests, nil
		}
	}
}

// pairs fills a matrix in one pass for each block count after the first two counts.
func (s *Stream) pairs(colour int, d *dense.Dense, counts []uint32) error {
	if err := s.clear(&s.cells[colour], 4*d.Rows*d.Stride); err != nil {
		return err
	}
	if err := s.clear(&s.counts[colour], len(bytesOf(counts))); err != nil {
		return err
	}
	prefixes, passes, capacity := d.Prefixes(), len(counts)-2, uint32(s.blocks)
	if prefixes == 0 || d.Rows == 0 || d.Columns == 0 {
		return nil
	}
	if err := s.grow(&s.made, s.blocks*blockBytes); err != nil {
		return err
	}
	items, err := s.hold(d.Items, d.Lanes)
	if err != nil {
		return err
	}
	lanes, err := s.hold(d.Lanes, d.Items)
	if err != nil {
		return err
	}
	q := d.Squares
	for pass := range passes {
		first := pass * prefixes / passes
		number := (pass+1)*prefixes/passes - first
		err := s.machine.run(blocksKernel, [2]int{number, s.parts(number, d.Columns)}, dense.DeviceSlots, queueBytes,
			lanes[0], lanes[1], items[3], s.made.at, s.counts[colour].at,
			uint32(pass), uint32(first), uint32(d.Columns), capacity)
		if err != nil {
			return err
		}
		err = s.machine.run(pairsKernel, [2]int{s.info.Units * pairsGroups, 1}, s.items, d.TableRows()*dense.DeviceRow,
			items[0], items[1], items[2], s.made.at, s.counts[colour].at, s.cells[colour].at,
			d.Lines, uint32(q.Columns), uint32(q.Sum), uint32(q.Diff), uint32(d.Stride), uint32(d.Rows),
			uint32(pass), capacity)
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	pairsGroups  = 16        // groups per compute unit that count pairs
	blocksGroups = 32        // groups per compute unit that make blocks, if labels allow
	queueBytes   = 256*8 + 8 // of local memory of such a group
)

// parts returns the number of parts of the labels of each prefix: enough to keep all compute units
// busy, but a few labels at least.
func (s *Stream) parts(prefixes, labels int) int {
	const least = 4
	return max(1, min(s.info.Units*blocksGroups/prefixes, labels/least))
}

func (s *Stream) products(d *dense.Dense, columnsBelow int) ([]dense.RowSums, error) {
	sums := make([]dense.RowSums, d.Rows)
	if d.Rows == 0 {
		return sums, nil
	}
	if err := s.grow(&s.sums, len(bytesOf(sums))); err != nil {
		return nil, err
	}
	err := s.machine.run(productsKernel, [2]int{d.Rows, 1}, s.items, s.items*int(unsafe.Sizeof(dense.RowSums{})),
		s.cells[0].at, s.cells[1].at, s.sums.at, uint32(d.Stride), uint32(d.Columns), uint32(columnsBelow))
	if err == nil {
		err = s.machine.read(bytesOf(sums), s.sums.at)
	}
	return sums, err
}

// hold returns the address of a list on the device. It drops the least recently used lists, but not
// the other one.
func (s *Stream) hold(list, other *dense.List) (at [4]memory, err error) {
	if i := slices.IndexFunc(s.lists, func(r resident) bool { return r.list == list }); i >= 0 {
		r := s.lists[i]
		s.lists = append(slices.Delete(s.lists, i, i+1), r)
		return r.words, nil
	}
	r := resident{list: list}
	for _, words := range list.Words {
		r.bytes += 4 * len(words)
	}
	for s.held+r.bytes > s.room {
		oldest := slices.IndexFunc(s.lists, func(r resident) bool { return r.list != other })
		if oldest < 0 {
			return at, errs.Errorf("lists of %d bytes and more: there is room for %d", r.bytes, s.room)
		}
		s.drop(oldest)
	}
	s.held += r.bytes
	for i, words := range list.Words {
		if len(words) > 0 && err == nil {
			if r.words[i], err = s.machine.allocate(4 * len(words)); err == nil {
				err = s.machine.write(r.words[i], bytesOf(words))
			}
		}
	}
	s.lists = append(s.lists, r)
	if err != nil {
		s.drop(len(s.lists) - 1)
		return at, err
	}
	return r.words, nil
}

func (s *Stream) drop(i int) {
	r := s.lists[i]
	for _, m := range r.words {
		if m != 0 {
			s.machine.free(m)
		}
	}
	s.held -= r.bytes
	s.lists = slices.Delete(s.lists, i, i+1)
}

// clear makes a buffer of zeros.
func (s *Stream) clear(b *buffer, bytes int) error {
	if err := s.grow(b, bytes); err != nil || bytes == 0 {
		return err
	}
	return s.machine.zero(b.at, bytes)
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

func bytesOf[T uint32 | dense.RowSums](x []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(zero)))
}
