package kit

import (
	"context"
	"fmt"
	"strings"

	"queens/count"
	"queens/internal/device"
)

// Warn prints a line on standard error even with --quiet.
func (a *App) Warn(format string, args ...any) {
	fmt.Fprintf(a.Stderr, "queens: "+format+"\n", args...)
}

// OpenDevices starts the devices of the flag --device; close ends them. Lists of a device take so many
// bytes of this machine, 0 means as many as lists of a count do.
//
// Errors: device.ErrNone, with what is missing.
func (a *App) OpenDevices(ctx context.Context, names string, memory int64) (list []count.Device, closeAll func(), err error) {
	var opened []*device.Device
	closeAll = func() {
		for _, d := range opened {
			d.Close()
		}
	}
	if memory == 0 {
		memory = count.DefaultMemory
	}
	for name := range strings.SplitSeq(names, ",") {
		if names == "" {
			break
		}
		d, err := device.Open(ctx, device.Options{Name: strings.TrimSpace(name), Memory: memory / 2, Say: a.Warn})
		if err != nil {
			closeAll()
			return nil, func() {}, err
		}
		opened, list = append(opened, d), append(list, d)
	}
	return list, closeAll, nil
}
