package halves

// kernel is one way to do what takes the time: bringing quarter placements
// together. All kernels make the same lists, each in an order of its own.
type kernel struct {
	name   string // that of the kernel of package pairs with which it goes
	usable func() bool

	// meet writes the keys of the fitting pairs of a western and an eastern placement,
	// with the bits of add, to dst and returns their number. dst has room for all pairs
	// and Slack.
	meet func(dst []uint64, west, east placements, add uint64) int

	// keep moves the keys with the given bits under mask to the front and returns
	// their number. The list has Slack.
	keep func(keys []uint64, mask, bits uint64) int

	// flip exchanges the two fields, of so many bits, of every key. The list has Slack.
	flip func(keys []uint64, field int)
}

// portable is the reference, and runs everywhere.
var portable = kernel{
	name:   "portable",
	usable: func() bool { return true },
	meet:   meetPortable,
	keep: func(keys []uint64, mask, bits uint64) int {
		count := 0
		for _, k := range keys {
			keys[count] = k
			if k&mask == bits {
				count++
			}
		}
		return count
	},
	flip: func(keys []uint64, field int) {
		low := uint64(1)<<field - 1
		for i, k := range keys {
			keys[i] = k&^(low|low<<field) | k>>field&low | k&low<<field
		}
	},
}

// kernelOf returns the kernel of the given name if it runs here, the portable one
// otherwise.
func kernelOf(name string) *kernel {
	for i := range archKernels {
		if archKernels[i].name == name && archKernels[i].usable() {
			return &archKernels[i]
		}
	}
	return &portable
}

func meetPortable(dst []uint64, west, east placements, add uint64) int {
	count := 0
	for i, check := range west.checks {
		key := west.keys[i] | add
		keys := east.keys[:len(east.checks)]
		for j, c := range east.checks {
			dst[count] = key | keys[j]
			count += int((uint64(c&check) - 1) >> 63) // 1 if they share no diagonal
		}
	}
	return count
}
