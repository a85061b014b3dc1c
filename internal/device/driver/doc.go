// Package driver runs the tests of parity classes on devices: graphics cards, and anything else
// with an OpenCL driver. See docs/device.md.
//
// The kernels are written once, in OpenCL C (kernel.cl). Drivers of OpenCL compile
// that text; for CUDA clang has made PTX of it (kernel.ptx), which the driver compiles. Both are
// called by their libraries, without cgo and without their development kits; a machine without them
// has no devices.
//
// A driver that crashes takes the process along, so that only the program queens-device is linked
// with this package.
package driver
