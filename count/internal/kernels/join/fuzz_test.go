package join_test

import (
	"encoding/binary"
	"testing"

	kernels "queens/count/internal/kernels/join"
	"queens/internal/must"
)

// FuzzCount reads two lists from bytes: the length of the first list, then 8 bytes per key. The
// rest is repeated to make lists longer than a block.
func FuzzCount(f *testing.F) {
	f.Add([]byte{0}, uint16(0))
	f.Add([]byte("\x01abcdefgh01234567"), uint16(1))
	f.Add([]byte("\x02\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00"+
		"\x03\x00\x00\x00\x00\x00\x00\x00"), uint16(700))
	f.Fuzz(func(t *testing.T, data []byte, times uint16) {
		if len(data) == 0 || len(data) > 4096 {
			return
		}
		first := int(data[0])
		var a, b []uint64
		for i := 1; i+8 <= len(data); i += 8 {
			key := binary.LittleEndian.Uint64(data[i:])
			if first > 0 {
				a, first = append(a, key), first-1
			} else {
				b = append(b, key)
			}
		}
		for k, longest := uint64(1), int(times)%2000; len(a) > 0 && len(b) > 0 && len(a)+len(b) < longest; k++ {
			a = append(a, a[0]>>(k%7)^k) // related keys, not copies
			b = append(b, b[len(b)-1]<<1^b[0])
		}
		a, b = withSlack(a), withSlack(b)
		for _, k := range kernels.All() {
			if k.Usable() {
				compare(t, must.Get(kernels.New(k.Name))(t), a, b, "fuzz")
			}
		}
	})
}
