// Package driver runs the tests of parity classes on devices: graphics cards, and anything else
// with an OpenCL driver. See docs/device.md.
//
// The kernels are written once, in OpenCL C (kernel.cl). OpenCL drivers compile this source. CUDA
// drivers compile PTX, which clang made from it (kernel.ptx). The libraries of the drivers are
// loaded at run time, without cgo or development kits; a machine that lacks them has no devices.
//
// A driver that crashes ends the process, so only the program queens-device links this package.
package driver
