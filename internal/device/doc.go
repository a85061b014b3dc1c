// Package device counts units of parity classes by another program, queens-device, that alone is
// linked with what calls drivers (package driver): where a driver crashes, that program ends, and
// the count goes on.
//
//	d, err := device.Open(ctx, device.Options{Name: "cuda:0"})
//	results, err := d.Count(ctx, 16, 3, units)
//
// The two speak by lines of JSON over pipes: [Serve] is the one end, [Device] the other. It knows
// nothing of graphics cards, and any [matrix.Device] can be served.
package device
