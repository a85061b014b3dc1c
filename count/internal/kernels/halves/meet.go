package halves

// appendMeet appends the keys of compatible western and eastern placements, with the bits of add.
// dst has room for all pairs.
func appendMeet(dst []uint64, west, east placements, add uint64) []uint64 {
	count := len(dst)
	dst = dst[:cap(dst)]
	for i, check := range west.checks {
		key := west.keys[i] | add
		keys := east.keys[:len(east.checks)]
		for j, c := range east.checks {
			dst[count] = key | keys[j]
			count += int((uint64(c&check) - 1) >> 63) // 1 if they share no diagonal
		}
	}
	return dst[:count]
}

// flip exchanges the two fields, of the given width, of every key.
func flip(keys []uint64, field int) {
	low := uint64(1)<<field - 1
	for i, k := range keys {
		keys[i] = k&^(low|low<<field) | k>>field&low | k&low<<field
	}
}
