package huge

import "encoding/binary"

// bitset is a set of numbers from 0 on, in bytes: so a load of many neighbouring bits
// may begin at any of them.
type bitset []byte

// bitsetSlack is the number of bytes after the last number of a set that load may
// touch.
const bitsetSlack = 8

func newBitset(n int) bitset { return make(bitset, (n+7)/8+bitsetSlack) }

func (s bitset) add(i uint) bool {
	place, bit := &s[i/8], byte(1)<<(i%8)
	old := *place
	*place = old | bit
	return old&bit != 0
}

func (s bitset) has(i uint) bool { return s[i/8]>>(i%8)&1 != 0 }

func (s bitset) remove(i uint) { s[i/8] &^= 1 << (i % 8) }

// from returns what the set has of i, i+1, ..., as bits 0, 1, ...; of the first 57 for
// certain, beyond them a bit may be 0 for a number that is in the set.
func (s bitset) from(i uint) uint64 {
	first := i / 8
	return binary.LittleEndian.Uint64(s[first:first+8]) >> (i % 8)
}
