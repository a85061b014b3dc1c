package driver

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"queens/count/device"
	"queens/count/device/dense"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/internal/must"
)

// plenty has room for all lists of the orders tested.
const plenty = 1 << 28

func compareUnits(t *testing.T, d dense.Device, n int) {
	t.Helper()
	source := dense.NewSource(parity.Square.Of(n), shelf.NewStore(plenty))
	for c := range parity.Square.Classes(n) {
		for u := range c.Units() {
			want := ladder.Labels(c, u, new(atomic.Bool))
			got, err := source.Prepare(d, c.Queens, u).Count(d, new(atomic.Bool))
			if want.Tests = got.Tests; err != nil || got != want {
				t.Fatalf("order %d, class %d, unit %+v: %+v, %v, want %+v", n, c.Queens, u, got, err, want)
			}
		}
	}
}

// compareLong compares units with pairs of seven queens and of six, which need four tables.
func compareLong(t *testing.T, d dense.Device) {
	t.Helper()
	source := dense.NewSource(parity.Square.Of(17), shelf.NewStore(plenty))
	c := parity.Square.New(17, 7)
	units := []parity.Unit{{Even: 22, Odd: 25}, {Even: 31, Odd: 27}}
	if testing.Short() {
		units = units[:1]
	}
	for _, u := range units {
		want := ladder.Labels(c, u, new(atomic.Bool))
		got, err := source.Prepare(d, 7, u).Count(d, new(atomic.Bool))
		if want.Tests = got.Tests; err != nil || got != want || got.Pairs[0] == 0 {
			t.Fatalf("unit %+v: %+v, %v, want %+v", u, got, err, want)
		}
	}
}

// processor returns a stream of an OpenCL driver for the processor, such as PoCL.
func processor(t *testing.T) *Stream {
	t.Helper()
	must.Find(t, "pocl-opencl-icd")
	for _, r := range Routes() {
		for _, d := range r.Devices {
			if d.Processor {
				info, list, err := Open(d.Name, 1)
				if err != nil || info != d {
					t.Fatalf("%+v, %v, want %+v", info, err, d)
				}
				t.Cleanup(list[0].Close)
				return list[0]
			}
		}
	}
	t.Skip("no driver of OpenCL for the processor is installed (Debian: pocl-opencl-icd)")
	return nil
}

func TestRealOpenCL(t *testing.T) {
	s := processor(t)
	watched := &watchedMachine{machine: s.machine}
	s.machine = watched
	for n := 0; n <= 14; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) { compareUnits(t, s, n) })
	}
	compareLong(t, s)
	s.items = 96
	compareUnits(t, s, 9)
	s.room = 1 << 14 // forces lists to be dropped
	compareUnits(t, s, 9)
	if watched.launches[pairsKernel] == 0 || watched.launches[productsKernel] == 0 {
		t.Errorf("launches: %v", watched.launches)
	}
}

type watchedMachine struct {
	machine
	launches map[string]int
}

func (m *watchedMachine) run(kernel string, groups [2]int, items, local int, arguments ...any) error {
	if m.launches == nil {
		m.launches = map[string]int{}
	}
	m.launches[kernel]++
	return m.machine.run(kernel, groups, items, local, arguments...)
}

// TestMissing checks that each missing device gives one sentence.
func TestMissing(t *testing.T) {
	for _, name := range []string{"cuda:99", "opencl:99", "abacus", "", "abacus:0"} {
		if d, list, err := Open(name, 1); !errors.Is(err, device.ErrNone) || d != (device.Info{}) || list != nil ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", name, d, err)
		}
	}
	usual := openCLLibraries
	defer func() { openCLLibraries = usual }()
	openCLLibraries = []string{"libNoSuchThing.so.7"}
	if _, err := listOpenCL(); err == nil || err.Error() != "there is no library of OpenCL "+
		"(libNoSuchThing.so.7)" {
		t.Errorf("error %v", err)
	}
	openCLLibraries = []string{"libc.so.6"}
	if _, err := listOpenCL(); err == nil {
		t.Error("any library is taken for that of OpenCL")
	}
}

// interpretedCard is a CUDA driver whose card is the PTX interpreter.
type interpretedCard struct {
	t        *testing.T
	program  *ptxProgram
	names    []string // of the kernels requested so far; 1 is the first
	memory   []byte
	held     map[uintptr]uintptr
	launches int
}

const cardMemory = 64 << 20

func (c *interpretedCard) driver() *cuda {
	next, valid := uintptr(4096), make([]bool, cardMemory)
	mark := func(address, bytes uintptr, is bool) {
		for i := range bytes {
			valid[address+i] = is
		}
	}
	c.memory, c.held = make([]byte, cardMemory), map[uintptr]uintptr{}
	at := func(address, bytes uintptr) []byte {
		for start, size := range c.held {
			if address >= start && address+bytes <= start+size {
				return c.memory[address : address+bytes]
			}
		}
		c.t.Errorf("%d bytes at %d are not allocated", bytes, address)
		return make([]byte, bytes)
	}
	return &cuda{
		start:  func(uint32) int32 { return 0 },
		count:  func(number *int32) int32 { *number = 1; return 0 },
		get:    func(device *int32, number int32) int32 { *device = 7 + number; return 0 },
		name:   func(to *byte, size, _ int32) int32 { copy(unsafe.Slice(to, size), "Interpreter\x00"); return 0 },
		memory: func(bytes *uintptr, _ int32) int32 { *bytes = cardMemory; return 0 },
		attribute: func(value *int32, what, _ int32) int32 {
			*value = map[int32]int32{cuUnits: 2, cuLocal: 160 << 10, cuLocalUsual: 48 << 10}[what]
			return 0
		},
		version: func(version *int32) int32 { *version = 12040; return 0 },
		failure: func(_ int32, text **byte) int32 { *text = nil; return 1 },
		retain:  func(context *uintptr, device int32) int32 { *context = uintptr(device); return 0 },
		release: func(int32) int32 { return 0 },
		use:     func(uintptr) int32 { return 0 },
		load: func(module *uintptr, image *byte, _ uint32, _ *int32, _ *uintptr) int32 {
			p, err := parsePTX(string(unsafe.Slice(image, len(ptx))))
			if err != nil {
				c.t.Error(err)
				return 218
			}
			p.valid = valid
			*module, c.program = 1, p
			return 0
		},
		unload: func(uintptr) int32 { return 0 },
		kernel: func(kernel *uintptr, _ uintptr, name string) int32 {
			if c.program.entries[name] == nil {
				return 500
			}
			c.names = append(c.names, name)
			*kernel = uintptr(len(c.names))
			return 0
		},
		allow: func(uintptr, int32, int32) int32 { return 0 },
		newBuffer: func(address *uintptr, bytes uintptr) int32 {
			if next+bytes > cardMemory {
				return 2
			}
			*address = next
			c.held[next] = bytes
			mark(next, bytes, true)
			for i := range bytes {
				c.memory[next+i] = 0xa5
			}
			next += (bytes + 1023) / 512 * 512
			return 0
		},
		freeBuffer: func(address uintptr) int32 {
			if _, ok := c.held[address]; !ok {
				c.t.Errorf("memory at %d is given back twice", address)
			}
			mark(address, c.held[address], false)
			delete(c.held, address)
			return 0
		},
		newQueue:  func(queue *uintptr, _ uint32) int32 { *queue = 1; return 0 },
		freeQueue: func(uintptr) int32 { return 0 },
		write: func(to uintptr, from unsafe.Pointer, bytes, _ uintptr) int32 {
			copy(at(to, bytes), unsafe.Slice((*byte)(from), bytes))
			return 0
		},
		read: func(to unsafe.Pointer, from, bytes, _ uintptr) int32 {
			copy(unsafe.Slice((*byte)(to), bytes), at(from, bytes))
			return 0
		},
		fill: func(to uintptr, _ uint32, number, _ uintptr) int32 { clear(at(to, 4*number)); return 0 },
		wait: func(uintptr) int32 { return 0 },
		run:  c.run,
	}
}

func (c *interpretedCard) run(kernel uintptr, groupsX, groupsY, groupsZ, itemsX, itemsY, itemsZ, local uint32,
	_ uintptr, arguments, _ *unsafe.Pointer,
) int32 {
	name := c.names[kernel-1]
	e := c.program.entries[name]
	var parameters []uint64
	for i, argument := range unsafe.Slice(arguments, len(e.parameters)) {
		parameters = append(parameters, load64(unsafe.Slice((*byte)(argument), e.parameters[i])))
	}
	if groupsZ != 1 || itemsY != 1 || itemsZ != 1 {
		c.t.Errorf("%s: groups or items in a third dimension", name)
	}
	c.launches++
	if err := c.program.run(name, c.memory, [2]int{int(groupsX), int(groupsY)}, int(itemsX), int(local),
		parameters); err != nil {
		c.t.Error(err)
		return 719
	}
	return 0
}

// TestPTX compares every unit counted by the committed PTX, in the interpreter, with the processor.
func TestPTX(t *testing.T) {
	most := 10
	if testing.Short() {
		most = 8
	}
	card := &interpretedCard{t: t}
	cu := card.driver()
	devices, err := cu.list()
	if err != nil || len(devices) != 1 || devices[0].Model != "Interpreter" || devices[0].Local != 160<<10 ||
		devices[0].Driver != "CUDA 12.4" {
		t.Fatalf("devices %+v, %v", devices, err)
	}
	m := must.Get(cu.open(0))(t)
	defer m.close()
	for n := 0; n <= most; n++ {
		s := newStream(m, devices[0], 1<<14)
		s.items, s.blocks = 32*(1+n%3), 1+n%3 // several passes, and more room
		compareUnits(t, s, n)
		for len(s.lists) > 0 {
			s.drop(0)
		}
		for _, b := range []buffer{s.cells[0], s.cells[1], s.made, s.counts[0], s.counts[1], s.sums} {
			if b.bytes > 0 {
				m.free(b.at)
			}
		}
		if s.held != 0 || len(card.held) != 0 {
			t.Errorf("order %d: %d bytes of lists, %d buffers are left", n, s.held, len(card.held))
		}
	}
	compareLong(t, newStream(m, devices[0], cardMemory/4))
	if card.launches == 0 {
		t.Error("no kernel was started")
	}
	t.Logf("%d launches, %d instructions", card.launches, card.program.steps)
}

// TestPTXIsGenerated checks that kernel.ptx is of this kernel.cl.
func TestPTXIsGenerated(t *testing.T) {
	if hash := fmt.Sprintf("%x", sha256.Sum256([]byte(source))); !strings.Contains(ptx, hash) {
		t.Errorf("kernel.ptx is not made of this kernel.cl: run go generate ./count/device/driver, which needs " +
			"clang-14")
	}
	if strings.Contains(source, "#ifdef __") {
		t.Error("kernel.cl asks which compiler reads it: NVIDIA's OpenCL defines __NVPTX__ as clang does")
	}
}

// TestRealPTX compiles kernel.cl again.
func TestRealPTX(t *testing.T) {
	must.Find(t, "clang-14", "clang-14")
	version := must.Get(exec.Command("clang-14", "--version").Output())(t)
	if first, _, _ := strings.Cut(string(version), "\n"); !strings.Contains(ptx, "\n// "+first+"\n") {
		t.Skipf("kernel.ptx was made by another release than %s", first)
	}
	file := filepath.Join(t.TempDir(), "kernel.ptx")
	if out, err := exec.Command("sh", "generate.sh", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	again, err := os.ReadFile(file)
	if err != nil || string(again) != ptx {
		t.Errorf("clang-14 makes another kernel.ptx (%v)", err)
	}
}
