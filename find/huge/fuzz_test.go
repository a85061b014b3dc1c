package huge_test

import (
	"bufio"
	"bytes"
	"errors"
	"slices"
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

// FuzzReadText compares the reader of streams with that of package queens, for whatever
// both accept: numbers with commas or blanks on one line.
func FuzzReadText(f *testing.F) {
	for _, seed := range []string{
		"", "1", "2,4,1,3", "2 4 1 3\n5", ",", "1,,2", "3, 1 ,2,\r\n", "4,x", "0,1",
		"99999999999", "1,2,1073741824",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		rows, err := collect(t, huge.ReadText(bufio.NewReaderSize(bytes.NewReader(text), 16), 1))
		again, errAgain := collect(t, huge.ReadText(bufio.NewReader(bytes.NewReader(text)), 1))
		if !slices.Equal(rows, again) || (err == nil) != (errAgain == nil) {
			t.Fatalf("%q: %v, %v with a small buffer, %v, %v with a large one", text, rows, err, again, errAgain)
		}
		v := huge.NewVerifier(0)
		if err != nil || v.Add(rows) != nil || len(rows) < 2 {
			return
		}
		line, _, _ := bytes.Cut(text, []byte("\n"))
		p, parseErr := queens.ParsePerm(string(line))
		_, clash, closeErr := v.Close()
		if (closeErr == nil) != (parseErr == nil) {
			t.Fatalf("%q: %v here, %v in package queens", text, closeErr, parseErr)
		}
		if parseErr == nil && (clash == nil) != (queens.Check(p, queens.Regular) == nil) {
			t.Fatalf("%q: clash %v, but package queens says %v", text, clash, queens.Check(p, queens.Regular))
		}
	})
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
