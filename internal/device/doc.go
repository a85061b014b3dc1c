// Package device counts units of parity classes with another program, queens-device. Only that
// program links the code that calls drivers (package driver), so if a driver crashes, the count
// continues.
//
//	d, err := device.Open(ctx, device.Options{Name: "cuda:0"})
//	results, err := d.Count(ctx, 16, 3, units)
//
// The two programs exchange lines of JSON over pipes: [Serve] is one end, [Device] the other. The
// package knows nothing about graphics cards; it serves any [matrix.Device].
package device
