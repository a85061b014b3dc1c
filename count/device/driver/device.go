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
	"strings"

	"queens/count/device"
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
