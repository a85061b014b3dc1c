// Package device counts units of parity classes with another program, queens-device. Only that
// program links the code that calls drivers (package driver), so if a driver crashes, the count
// continues.
//
//	d, err := device.Open(ctx, device.Options{Name: "cuda:0"})
//	results, err := d.Count(ctx, 16, 3, units)
//
// The two speak by lines of JSON over pipes: [Serve] is the one end, [Device] the other. It knows
// nothing of graphics cards, and any [matrix.Device] can be served.
package device
