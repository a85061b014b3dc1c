package halves

// meet writes the keys of the fitting pairs of a western and an eastern placement, with the bits of
// add, to dst and returns their number. dst has room for all pairs.
func meet(dst []uint64, west, east placements, add uint64) int {
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

// keep moves the keys with the given bits under mask to the front and returns their number.
func keep(keys []uint64, mask, bits uint64) int {
	count := 0
	for _, k := range keys {
		keys[count] = k
		if k&mask == bits {
			count++
		}
	}
	return count
}

// flip exchanges the two fields, of so many bits, of every key.
func flip(keys []uint64, field int) {
	low := uint64(1)<<field - 1
	for i, k := range keys {
		keys[i] = k&^(low|low<<field) | k>>field&low | k&low<<field
	}
}
