package huge_test

import (
	"bufio"
	"bytes"
	"errors"
	"testing"

	"queens"
	"queens/find/huge"
)

// collect returns the rows of a reader, as far as it gets.
func collect(t *testing.T, next func(yield func([]uint32, error) bool)) (rows []uint32, failed error) {
	t.Helper()
	for block, err := range next {
		if failed != nil {
			t.Fatal("a reader goes on after an error")
		}
		rows, failed = append(rows, block...), err
	}
	if failed != nil && !errors.Is(failed, queens.ErrFormat) {
		t.Fatalf("error %v, want ErrFormat", failed)
	}
	return rows, failed
}

// FuzzReadBinary demands that what is accepted is written back the same.
func FuzzReadBinary(f *testing.F) {
	f.Add(binaryOf(f, huge.Of([]uint32{1, 3, 0, 2})))
	f.Add(binaryOf(f, huge.Of(nil)))
	f.Add([]byte(huge.Magic))
	f.Add([]byte(huge.Magic + "\xff\xff\xff\x3f\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		order, rows, err := huge.ReadBinary(bufio.NewReader(bytes.NewReader(file)))
		if err != nil {
			if !errors.Is(err, queens.ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		list, err := collect(t, rows)
		if err == nil && (len(list) != order || !bytes.HasPrefix(file, binaryOf(t, huge.Of(list)))) {
			t.Fatalf("%x: order %d, rows %v", file, order, list)
		}
	})
}
