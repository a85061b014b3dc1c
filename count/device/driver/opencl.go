package driver

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"queens/count/device"
	"queens/internal/errs"
)

// openCL has the functions of libOpenCL by their C names. Handles are addresses, sizes are machine
// words.
type openCL struct {
	platforms    func(most uint32, list *uintptr, number *uint32) int32                                `c:"clGetPlatformIDs"`
	platformInfo func(platform uintptr, what uint32, size uintptr, to *byte, needed *uintptr) int32    `c:"clGetPlatformInfo"`
	devices      func(platform uintptr, kind uint64, most uint32, list *uintptr, number *uint32) int32 `c:"clGetDeviceIDs"`
	deviceInfo   func(device uintptr, what uint32, size uintptr, to *byte, needed *uintptr) int32      `c:"clGetDeviceInfo"`
	context      func(properties *uintptr, number uint32, devices *uintptr, notify, data uintptr,
		status *int32) uintptr `c:"clCreateContext"`
	queue     func(context, device uintptr, properties uint64, status *int32) uintptr                            `c:"clCreateCommandQueue"`
	program   func(context uintptr, number uint32, texts **byte, lengths *uintptr, status *int32) uintptr        `c:"clCreateProgramWithSource"`
	build     func(program uintptr, number uint32, devices *uintptr, options string, notify, data uintptr) int32 `c:"clBuildProgram"`
	buildInfo func(program, device uintptr, what uint32, size uintptr, to *byte, needed *uintptr) int32          `c:"clGetProgramBuildInfo"`
	kernel    func(program uintptr, name string, status *int32) uintptr                                          `c:"clCreateKernel"`
	argument  func(kernel uintptr, number uint32, size uintptr, value unsafe.Pointer) int32                      `c:"clSetKernelArg"`
	buffer    func(context uintptr, flags uint64, size uintptr, host unsafe.Pointer, status *int32) uintptr      `c:"clCreateBuffer"`
	write     func(queue, buffer uintptr, wait uint32, offset, size uintptr, from unsafe.Pointer, number uint32,
		events, event uintptr) int32 `c:"clEnqueueWriteBuffer"`
	read func(queue, buffer uintptr, wait uint32, offset, size uintptr, to unsafe.Pointer, number uint32,
		events, event uintptr) int32 `c:"clEnqueueReadBuffer"`
	fill func(queue, buffer uintptr, pattern unsafe.Pointer, patternSize, offset, size uintptr, number uint32,
		events, event uintptr) int32 `c:"clEnqueueFillBuffer"`
	run func(queue, kernel uintptr, dimensions uint32, offset, global, local *uintptr, number uint32, events,
		event uintptr) int32 `c:"clEnqueueNDRangeKernel"`
	finish func(queue uintptr) int32 `c:"clFinish"`

	freeBuffer  func(uintptr) int32 `c:"clReleaseMemObject"`
	freeKernel  func(uintptr) int32 `c:"clReleaseKernel"`
	freeProgram func(uintptr) int32 `c:"clReleaseProgram"`
	freeQueue   func(uintptr) int32 `c:"clReleaseCommandQueue"`
	freeContext func(uintptr) int32 `c:"clReleaseContext"`
}

// Constants of the OpenCL headers.
const (
	clPlatformName     = 0x0902
	clEveryKind        = 0xffffffff
	clDeviceType       = 0x1000
	clDeviceUnits      = 0x1002
	clDeviceMemory     = 0x101f
	clDeviceLocal      = 0x1023
	clDeviceName       = 0x102b
	clTypeProcessor    = 1 << 1
	clBuildLog         = 0x1183
	clReadWrite        = 1 << 0
	clDeviceNotFound   = -1
	clPlatformNotFound = -1001 // of the driver loader
)

func clError(what string, status int32) error {
	if status == 0 {
		return nil
	}
	return fmt.Errorf("OpenCL, %s: error %d", what, status)
}

func text(get func(size uintptr, to *byte, needed *uintptr) int32) string {
	var size uintptr
	if get(0, nil, &size) != 0 || size == 0 {
		return ""
	}
	to := make([]byte, size)
	get(size, &to[0], nil)
	text, _, _ := bytes.Cut(to, []byte{0})
	return strings.TrimSpace(string(text))
}

func (cl *openCL) number(device uintptr, what uint32) (x uint64) {
	cl.deviceInfo(device, what, 8, (*byte)(unsafe.Pointer(&x)), nil)
	return x
}

type clDevice struct{ platform, device uintptr }

// loadOpenCL loads the library and returns the devices of all its platforms.
func loadOpenCL() (cl *openCL, list []clDevice, err error) {
	cl = new(openCL)
	if err := load("OpenCL", openCLLibraries, cl); err != nil {
		return nil, nil, err
	}
	var number uint32
	if status := cl.platforms(0, nil, &number); status == clPlatformNotFound || status == 0 && number == 0 {
		return nil, nil, errs.Errorf("the OpenCL loader is installed, but no driver")
	} else if status != 0 {
		return nil, nil, clError("platforms", status)
	}
	platforms := make([]uintptr, number)
	if status := cl.platforms(number, &platforms[0], nil); status != 0 {
		return nil, nil, clError("platforms", status)
	}
	for _, p := range platforms {
		status := cl.devices(p, clEveryKind, 0, nil, &number)
		if status == clDeviceNotFound || status == 0 && number == 0 {
			continue
		}
		devices := make([]uintptr, number)
		if status == 0 {
			status = cl.devices(p, clEveryKind, number, &devices[0], nil)
		}
		if status != 0 {
			return nil, nil, clError("devices", status)
		}
		for _, d := range devices {
			list = append(list, clDevice{p, d})
		}
	}
	return cl, list, nil
}

func listOpenCL() (list []device.Info, err error) {
	cl, devices, err := loadOpenCL()
	for _, d := range devices {
		list = append(list, device.Info{
			Model: text(func(size uintptr, to *byte, needed *uintptr) int32 {
				return cl.deviceInfo(d.device, clDeviceName, size, to, needed)
			}),
			Driver: text(func(size uintptr, to *byte, needed *uintptr) int32 {
				return cl.platformInfo(d.platform, clPlatformName, size, to, needed)
			}),
			Memory: cl.number(d.device, clDeviceMemory), Local: int(cl.number(d.device, clDeviceLocal)),
			Units:     int(cl.number(d.device, clDeviceUnits)),
			Processor: cl.number(d.device, clDeviceType)&clTypeProcessor != 0,
		})
	}
	return list, err
}

type clMachine struct {
	*openCL
	inContext, onDevice uintptr
	inQueue, inProgram  uintptr
	kernels             map[string]uintptr
}

func openOpenCL(number int) (_ machine, err error) {
	cl, devices, err := loadOpenCL()
	if err != nil {
		return nil, err
	}
	if number < 0 || number >= len(devices) {
		return nil, device.ErrNone
	}
	m := &clMachine{openCL: cl, onDevice: devices[number].device, kernels: map[string]uintptr{}}
	if err := m.prepare(); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *clMachine) prepare() error {
	var status int32
	if m.inContext = m.context(nil, 1, &m.onDevice, 0, 0, &status); status != 0 {
		return clError("context", status)
	}
	if m.inQueue = m.queue(m.inContext, m.onDevice, 0, &status); status != 0 {
		return clError("queue", status)
	}
	texts := append([]byte(source), 0)
	first := &texts[0]
	var pinned runtime.Pinner // the list of texts is memory that contains an address
	pinned.Pin(first)
	defer pinned.Unpin()
	if m.inProgram = m.program(m.inContext, 1, &first, nil, &status); status != 0 {
		return clError("program", status)
	}
	if status := m.build(m.inProgram, 1, &m.onDevice, "", 0, 0); status != 0 {
		log := text(func(size uintptr, to *byte, needed *uintptr) int32 {
			return m.buildInfo(m.inProgram, m.onDevice, clBuildLog, size, to, needed)
		})
		return fmt.Errorf("%w: %s", clError("compiling the kernels", status), log)
	}
	for _, name := range kernels {
		if m.kernels[name] = m.kernel(m.inProgram, name, &status); status != 0 {
			return clError("kernel "+name, status)
		}
	}
	return nil
}

func (m *clMachine) allocate(bytes int) (memory, error) {
	var status int32
	b := m.buffer(m.inContext, clReadWrite, uintptr(bytes), nil, &status)
	return memory(b), clError(fmt.Sprintf("%d bytes of memory", bytes), status)
}

// free waits for kernels that may still read the memory: not every driver keeps it for them.
func (m *clMachine) free(at memory) {
	m.finish(m.inQueue)
	m.freeBuffer(uintptr(at))
}

func (m *clMachine) write(to memory, from []byte) error {
	return clError("writing", m.openCL.write(m.inQueue, uintptr(to), 1, 0, uintptr(len(from)), unsafe.Pointer(&from[0]),
		0, 0, 0))
}

func (m *clMachine) read(to []byte, from memory) error {
	if len(to) == 0 {
		return nil
	}
	return clError("reading", m.openCL.read(m.inQueue, uintptr(from), 1, 0, uintptr(len(to)), unsafe.Pointer(&to[0]), 0,
		0, 0))
}

func (m *clMachine) zero(to memory, bytes int) error {
	var zero uint32
	return clError("clearing", m.fill(m.inQueue, uintptr(to), unsafe.Pointer(&zero), unsafe.Sizeof(zero), 0,
		uintptr(bytes), 0, 0, 0))
}

func (m *clMachine) run(kernel string, groups [2]int, items, local int, arguments ...any) error {
	k := m.kernels[kernel]
	for i, argument := range arguments {
		var status int32
		switch x := argument.(type) {
		case memory:
			status = m.argument(k, uint32(i), unsafe.Sizeof(x), unsafe.Pointer(&x))
		case uint32:
			status = m.argument(k, uint32(i), unsafe.Sizeof(x), unsafe.Pointer(&x))
		}
		if status != 0 {
			return clError(fmt.Sprintf("argument %d of %s", i, kernel), status)
		}
	}
	if status := m.argument(k, uint32(len(arguments)), uintptr(local), nil); status != 0 {
		return clError("local memory", status)
	}
	global, group := [2]uintptr{uintptr(groups[0] * items), uintptr(groups[1])}, [2]uintptr{uintptr(items), 1}
	return clError(kernel, m.openCL.run(m.inQueue, k, 2, nil, &global[0], &group[0], 0, 0, 0))
}

func (m *clMachine) close() {
	if m.inQueue != 0 {
		m.finish(m.inQueue)
	}
	for _, k := range m.kernels {
		if k != 0 {
			m.freeKernel(k)
		}
	}
	for _, given := range []struct {
		handle uintptr
		free   func(uintptr) int32
	}{{m.inProgram, m.freeProgram}, {m.inQueue, m.freeQueue}, {m.inContext, m.freeContext}} {
		if given.handle != 0 {
			given.free(given.handle)
		}
	}
}
