package kit

import (
	"os"
	"strconv"
	"strings"
)

// ProcessorName returns the name of the processor for people, empty where the
// system does not tell it in a file.
func ProcessorName() string { return field("/proc/cpuinfo", "model name") }

// MemoryBytes returns how much memory the machine has and how much of it is free
// for programs; 0 where the system does not tell it in a file.
func MemoryBytes() (total, available uint64) {
	const path = "/proc/meminfo"
	return kibibytes(field(path, "MemTotal")), kibibytes(field(path, "MemAvailable"))
}

// field returns the value of the first line "name: value" of a file, empty if
// there is none.
func field(path, name string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// kibibytes returns the bytes of "123 kB", 0 for anything else.
func kibibytes(text string) uint64 {
	number, ok := strings.CutSuffix(text, " kB")
	n, err := strconv.ParseUint(number, 10, 54)
	if !ok || err != nil {
		return 0
	}
	return n << 10
}
