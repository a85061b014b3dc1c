package driver

import (
	"bytes"
	"fmt"
	"runtime"
	"unsafe"

	"queens/count/device"
)

// cuda has the functions of libcuda, NVIDIA's driver, by their C names.
type cuda struct {
	start     func(flags uint32) int32                           `c:"cuInit"`
	count     func(number *int32) int32                          `c:"cuDeviceGetCount"`
	get       func(device *int32, number int32) int32            `c:"cuDeviceGet"`
	name      func(to *byte, size int32, device int32) int32     `c:"cuDeviceGetName"`
	memory    func(bytes *uintptr, device int32) int32           `c:"cuDeviceTotalMem_v2"`
	attribute func(value *int32, what int32, device int32) int32 `c:"cuDeviceGetAttribute"`
	version   func(version *int32) int32                         `c:"cuDriverGetVersion"`
	failure   func(status int32, text **byte) int32              `c:"cuGetErrorString"`

	retain  func(context *uintptr, device int32) int32                                               `c:"cuDevicePrimaryCtxRetain"`
	release func(device int32) int32                                                                 `c:"cuDevicePrimaryCtxRelease_v2"`
	use     func(context uintptr) int32                                                              `c:"cuCtxSetCurrent"`
	load    func(module *uintptr, image *byte, number uint32, options *int32, values *uintptr) int32 `c:"cuModuleLoadDataEx"`
	unload  func(module uintptr) int32                                                               `c:"cuModuleUnload"`
	kernel  func(kernel *uintptr, module uintptr, name string) int32                                 `c:"cuModuleGetFunction"`
	allow   func(kernel uintptr, what, value int32) int32                                            `c:"cuFuncSetAttribute"`

	newBuffer  func(address *uintptr, bytes uintptr) int32                       `c:"cuMemAlloc_v2"`
	freeBuffer func(address uintptr) int32                                       `c:"cuMemFree_v2"`
	newQueue   func(queue *uintptr, flags uint32) int32                          `c:"cuStreamCreate"`
	freeQueue  func(queue uintptr) int32                                         `c:"cuStreamDestroy_v2"`
	write      func(to uintptr, from unsafe.Pointer, bytes, queue uintptr) int32 `c:"cuMemcpyHtoDAsync_v2"`
	read       func(to unsafe.Pointer, from, bytes, queue uintptr) int32         `c:"cuMemcpyDtoHAsync_v2"`
	fill       func(to uintptr, word uint32, number, queue uintptr) int32        `c:"cuMemsetD32Async"`
	wait       func(queue uintptr) int32                                         `c:"cuStreamSynchronize"`
	run        func(kernel uintptr, groupsX, groupsY, groupsZ, itemsX, itemsY, itemsZ, local uint32, queue uintptr,
		arguments, extra *unsafe.Pointer) int32 `c:"cuLaunchKernel"`
}

// Constants of the CUDA headers.
const (
	cuUnits       = 16 // attributes of a device
	cuLocal       = 97
	cuLocalUsual  = 8
	cuOwnQueue    = 1 // does not wait for the default stream
	cuMostDynamic = 8 // attribute of a kernel: bytes of shared memory that it may be started with
	cuCarveout    = 9 // share of the cache to use as shared memory, in percent
	cuErrorLog    = 5 // load options: where messages go, and how many bytes
	cuErrorSize   = 6
)

func loadCUDA() (*cuda, error) {
	cu := new(cuda)
	if err := load("CUDA", cudaLibraries, cu); err != nil {
		return nil, err
	}
	return cu, cu.err("starting the driver", cu.start(0))
}

func (cu *cuda) err(what string, status int32) error {
	if status == 0 {
		return nil
	}
	var text *byte
	if cu.failure(status, &text); text == nil {
		return fmt.Errorf("CUDA, %s: error %d", what, status)
	}
	words := []byte{}
	for ; *text != 0; text = (*byte)(unsafe.Add(unsafe.Pointer(text), 1)) {
		words = append(words, *text)
	}
	return fmt.Errorf("CUDA, %s: error %d: %s", what, status, words)
}

func listCUDA() ([]device.Info, error) {
	cu, err := loadCUDA()
	if err != nil {
		return nil, err
	}
	return cu.list()
}

func (cu *cuda) list() (list []device.Info, err error) {
	var number, version int32
	if err := cu.err("counting devices", cu.count(&number)); err != nil {
		return nil, err
	}
	cu.version(&version)
	for i := range number {
		var card, units, local, usual int32
		var memory uintptr
		name := make([]byte, 256)
		if err := cu.err("finding a device", cu.get(&card, i)); err != nil {
			return nil, err
		}
		cu.name(&name[0], int32(len(name)), card)
		cu.memory(&memory, card)
		cu.attribute(&units, cuUnits, card)
		cu.attribute(&usual, cuLocalUsual, card)
		cu.attribute(&local, cuLocal, card)
		model, _, _ := bytes.Cut(name, []byte{0})
		list = append(list, device.Info{
			Model: string(model), Driver: fmt.Sprintf("CUDA %d.%d", version/1000, version%1000/10),
			Memory: uint64(memory), Local: int(max(local, usual)), Units: int(units),
		})
	}
	return list, nil
}

// cudaMachine is a machine that uses CUDA, in the context of the process, which is current in the
// calling thread for the time of a call.
type cudaMachine struct {
	*cuda
	device        int32
	context       uintptr
	module, queue uintptr
	kernels       map[string]uintptr
}

func openCUDA(number int) (machine, error) {
	cu, err := loadCUDA()
	if err != nil {
		return nil, err
	}
	return cu.open(number)
}

func (cu *cuda) open(number int) (_ machine, err error) {
	devices, err := cu.list()
	if err != nil {
		return nil, err
	}
	if number < 0 || number >= len(devices) {
		return nil, device.ErrNone
	}
	m := &cudaMachine{cuda: cu, kernels: map[string]uintptr{}}
	if err := cu.err("finding the device", cu.get(&m.device, int32(number))); err != nil {
		return nil, err
	}
	if err := cu.err("context", cu.retain(&m.context, m.device)); err != nil {
		return nil, err
	}
	if err := m.call(func() error { return m.prepare(devices[number].Local) }); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *cudaMachine) call(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := m.err("using the context", m.use(m.context)); err != nil {
		return err
	}
	return f()
}

func (m *cudaMachine) prepare(local int) error {
	image, log := append([]byte(ptx), 0), make([]byte, 1<<13)
	options := [...]int32{cuErrorLog, cuErrorSize}
	var pinned runtime.Pinner
	pinned.Pin(&log[0])
	defer pinned.Unpin()
	values := [...]uintptr{uintptr(unsafe.Pointer(&log[0])), uintptr(len(log))}
	status := m.load(&m.module, &image[0], uint32(len(options)), &options[0], &values[0])
	if status != 0 {
		text, _, _ := bytes.Cut(log, []byte{0})
		return fmt.Errorf("%w: %s", m.err("compiling the kernels", status), text)
	}
	for _, name := range kernels {
		var k uintptr
		if err := m.err("kernel "+name, m.kernel(&k, m.module, name)); err != nil {
			return err
		}
		m.kernels[name] = k
	}
	if err := m.err("local memory", m.allow(m.kernels[pairsKernel], cuMostDynamic, int32(local))); err != nil {
		return err
	}
	m.allow(m.kernels[pairsKernel], cuCarveout, 100) // a hint: older cards ignore it
	return m.err("queue", m.newQueue(&m.queue, cuOwnQueue))
}

func (m *cudaMachine) allocate(bytes int) (at memory, err error) {
	err = m.call(func() error {
		return m.err(fmt.Sprintf("%d bytes of memory", bytes), m.newBuffer((*uintptr)(&at), uintptr(bytes)))
	})
	return at, err
}

func (m *cudaMachine) free(at memory) {
	_ = m.call(func() error { m.freeBuffer(uintptr(at)); return nil })
}

func (m *cudaMachine) write(to memory, from []byte) error {
	return m.call(func() error {
		if err := m.err("writing", m.cuda.write(uintptr(to), unsafe.Pointer(&from[0]), uintptr(len(from)),
			m.queue)); err != nil {
			return err
		}
		return m.err("writing", m.wait(m.queue)) // the caller may now free the memory
	})
}

func (m *cudaMachine) read(to []byte, from memory) error {
	if len(to) == 0 {
		return nil
	}
	return m.call(func() error {
		if err := m.err("reading", m.cuda.read(unsafe.Pointer(&to[0]), uintptr(from), uintptr(len(to)),
			m.queue)); err != nil {
			return err
		}
		return m.err("reading", m.wait(m.queue))
	})
}

func (m *cudaMachine) zero(to memory, bytes int) error {
	return m.call(func() error {
		return m.err("clearing", m.fill(uintptr(to), 0, uintptr(bytes)/4, m.queue))
	})
}

func (m *cudaMachine) run(kernel string, groups [2]int, items, local int, arguments ...any) error {
	// The driver copies the arguments before it returns. The list of addresses is memory that
	// contains addresses.
	words, addresses := make([]uint64, len(arguments)), make([]unsafe.Pointer, len(arguments))
	var pinned runtime.Pinner
	pinned.Pin(&words[0])
	defer pinned.Unpin()
	for i, argument := range arguments {
		switch x := argument.(type) {
		case memory:
			words[i] = uint64(x)
		case uint32:
			words[i] = uint64(x) // the first four bytes: every machine with such a card is little-endian
		}
		addresses[i] = unsafe.Pointer(&words[i])
	}
	return m.call(func() error {
		return m.err(kernel, m.cuda.run(m.kernels[kernel], uint32(groups[0]), uint32(groups[1]), 1, uint32(items), 1, 1,
			uint32(local), m.queue, &addresses[0], nil))
	})
}

func (m *cudaMachine) close() {
	_ = m.call(func() error {
		if m.queue != 0 {
			m.wait(m.queue)
			m.freeQueue(m.queue)
		}
		if m.module != 0 {
			m.unload(m.module)
		}
		return nil
	})
	m.release(m.device)
}
