package format

import (
	"bytes"
	"fmt"
	"testing"

	"queens"
)

// TestBegun cuts lists at every byte: exactly the whole solutions are read, and no altered one.
func TestBegun(t *testing.T) {
	for _, f := range All() {
		for _, o := range allOptions() {
			if f.Name != "text" && o.Spelling != queens.Auto {
				continue // it has no spellings
			}
			for _, n := range []int{1, 4, 9, 10, 11, 32} {
				list, enc := samples(n), f.Encoder(n, o)
				var ends []int
				var out bytes.Buffer
				w := NewWriter(&out, enc)
				for _, p := range list {
					if err := w.WritePerm(p); err != nil {
						t.Fatal(err)
					}
					ends = append(ends, out.Len())
				}
				name, whole := fmt.Sprintf("%s, order %d, %+v", f.Name, n, o), out.Bytes()
				read := func(data []byte) (count int) {
					for p, end := range enc.Begun(bytes.NewReader(data), n) {
						if count == len(list) || end != int64(ends[count]) ||
							fmt.Sprint(queens.PermOf(p)) != fmt.Sprint(list[count]) {
							return -1
						}
						count++
					}
					return count
				}
				for cut := 0; cut <= len(whole); cut += max(1, n-10) {
					want := 0
					for want < len(ends) && ends[want] <= cut {
						want++
					}
					if got := read(whole[:cut]); got != want {
						t.Fatalf("%s, cut at %d: %d solutions, want %d", name, cut, got, want)
					}
					if cut == len(whole) || cut >= ends[0] {
						continue
					}
					for _, b := range []byte{0, '0', '9', 'Q', '\n', ',', 0xFF} {
						altered := bytes.Clone(whole)
						if altered[cut] = b; b != whole[cut] && read(altered) > 0 {
							t.Fatalf("%s, byte %d is %q: the first solution is read", name, cut, b)
						}
					}
				}
			}
		}
	}
}
