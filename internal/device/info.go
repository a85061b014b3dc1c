package device

import "errors"

// Info describes a device.
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

// Auto is the name that asks for the best device.
const Auto = "auto"

// ErrNone says that there is no such device.
var ErrNone = errors.New("no such device")
