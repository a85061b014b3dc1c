package driver

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"queens/internal/must"
)

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
