package device

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
)

//go:generate sh generate.sh

// source is the text of the kernels.
//
//go:embed kernel.cl
var source string

// ptx is what clang makes of it.
//
//go:embed kernel.ptx
var ptx string

// Info tells of a device.
type Info struct {
	Name      string `json:"name"`      // "cuda:0", "opencl:1": the route, and a number
	Model     string `json:"model"`     // what the driver calls it
	Driver    string `json:"driver"`    // platform or version
	Memory    uint64 `json:"memory"`    // bytes
	Local     int    `json:"local"`     // bytes of local memory of a group
	Units     int    `json:"units"`     // compute units
	Processor bool   `json:"processor"` // is the processor itself
}

// Route is a way to devices: a library with functions.
type Route struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Devices []Info `json:"devices"`
	Missing string `json:"missing,omitempty"` // why there are none
}

// route is a Route and how it is taken.
type route struct {
	name, summary string
	list          func() ([]Info, error)
	open          func(number int) (machine, error)
}

// routes is the table of routes, the best first.
var routes = []route{
	{"cuda", "the driver of NVIDIA cards", listCUDA, openCUDA},
	{"opencl", "cards and processors with a driver for OpenCL", listOpenCL, openOpenCL},
}

// Routes lists the devices of this machine.
func Routes() (list []Route) {
	for _, r := range routes {
		devices, err := r.list()
		found := Route{Name: r.name, Summary: r.summary, Devices: devices}
		for i := range devices {
			devices[i].Name = fmt.Sprintf("%s:%d", r.name, i)
		}
		switch {
		case err != nil:
			found.Missing = strings.TrimPrefix(err.Error(), "device: ")
		case len(devices) == 0:
			found.Missing = "the driver names no device"
		}
		list = append(list, found)
	}
	return list
}

// Auto is the name that asks for the best device.
const Auto = "auto"

// ErrNone says that there is no such device.
var ErrNone = errors.New("no such device")

// Find returns the device of that name, or for "auto" the first one that is not the processor itself.
//
// Errors: ErrNone, with what is missing.
func Find(name string) (Info, error) {
	var names, missing []string
	for _, r := range Routes() {
		for _, d := range r.Devices {
			if d.Name == name || name == Auto && !d.Processor {
				return d, nil
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
	return Info{}, fmt.Errorf("device: %q: %w here (%s)", name, ErrNone, strings.Join(missing, "; "))
}

// Open returns so many streams of a device, which share its memory.
//
// Errors: those of the driver.
func Open(info Info, streams int) (list []*Stream, err error) {
	name, digits, _ := strings.Cut(info.Name, ":")
	var number int
	if _, err := fmt.Sscan(digits, &number); err != nil {
		return nil, fmt.Errorf("device: %q: %w", info.Name, ErrNone)
	}
	for _, r := range routes {
		if r.name != name {
			continue
		}
		for range streams {
			m, err := r.open(number)
			if err != nil {
				for _, s := range list {
					s.Close()
				}
				return nil, fmt.Errorf("device: %s: %w", info.Name, err)
			}
			list = append(list, newStream(m, info, int(min(info.Memory, 1<<40))/2/streams))
		}
		return list, nil
	}
	return nil, fmt.Errorf("device: %q: %w", info.Name, ErrNone)
}
