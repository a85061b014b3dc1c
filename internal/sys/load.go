package sys

import (
	"fmt"
	"os"
)

// Load returns how many processes ran, or were ready to run, on average over the last
// minute; ok is false where the system does not say.
func Load() (load float64, ok bool) {
	text, err := os.ReadFile("/proc/loadavg") // Linux
	if err != nil {
		return 0, false
	}
	_, err = fmt.Sscan(string(text), &load)
	return load, err == nil && load >= 0
}
