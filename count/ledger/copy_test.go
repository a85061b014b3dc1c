package ledger

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A copy takes a ledger in pieces of any size, over any number of starts, and is the same
// file.
func TestCopy(t *testing.T) {
	whole := runBytes(t, testHeader(9), 0, 1, 2, 2, 5)
	offsets := bounds(t, whole)
	for _, piece := range []int{1, 7, 50, len(whole)} {
		dir := t.TempDir()
		c, err := OpenCopy(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		for end := piece; c.Size() < int64(len(whole)); end = min(end+piece, len(whole)) {
			taken, err := c.Append(whole[c.Size():end])
			if err != nil || c.Size() > int64(end) || !slices.Contains(offsets, int(c.Size())) {
				t.Fatalf("piece %d: %d taken, %d in all, %v", piece, taken, c.Size(), err)
			}
			if end%3 == 0 {
				if err := c.Close(); err != nil {
					t.Fatal(err)
				}
				if c, err = OpenCopy(t.Context(), dir); err != nil {
					t.Fatal(err)
				}
			}
		}
		want, _ := Read(t.Context(), filepath.Join(dir, ledgerName))
		if got := c.Tally(); got.Results != 4 || got.Head != want.Tally.Head || got.Total != want.Tally.Total || c.Certified() {
			t.Errorf("piece %d: %+v", piece, got)
		}
		if _, _, err := Open(t.Context(), dir, testHeader(9), Options{}); !errors.Is(err, ErrLocked) {
			t.Errorf("to count where a copy is made: %v", err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(c.path()); err != nil || !bytes.Equal(got, whole) {
			t.Errorf("piece %d: %d bytes, want %d; %v", piece, len(got), len(whole), err)
		}
	}
}

// A copy takes no byte that is altered, and nothing that does not go on from what it has.
func TestCopyRefuses(t *testing.T) {
	header := testHeader(9)
	whole := runBytes(t, header, 0, 1, 2, 3)
	offsets := bounds(t, whole)
	other := runBytes(t, header, 4, 1, 2, 3)
	header.Plan[0]++
	stranger := runBytes(t, header, 0, 1, 2, 3)
	have := offsets[2]
	altered := func(at int) []byte { // the next frame, with a check sum that is right
		return reframe(t, whole, 3, func(payload []byte) { payload[at] ^= 4 })[have:]
	}
	for what, next := range map[string][]byte{
		"the same frame again":        whole[offsets[1]:],
		"one that leaves one out":     whole[offsets[3]:],
		"another history":             other[have:],
		"another run":                 stranger[have:],
		"the beginning":               whole,
		"another number":              altered(2),
		"another link":                altered(4),
		"another plan":                altered(4 + linkLen + 1),
		"what is no frame":            bytes.Repeat([]byte("x"), 100),
		"a frame too long to be one":  append([]byte{0xFF, 'Q', 'L', '\n', 0, 0, 0, 0, 0xFF, 0, 0, 0}, whole...),
		"a length that was made less": flip(whole[have:], lengthOffset+3),
	} {
		c := copyOf(t, whole[:have])
		if taken, err := c.Append(next); !errors.Is(err, ErrMismatch) || taken != 0 || c.Size() != int64(have) {
			t.Errorf("%s: %d taken, %v", what, taken, err)
		}
		closeCopy(t, c, whole[:have])
	}
	for i := have; i < len(whole); i += 5 { // header, check sum, length and payload of both
		c := copyOf(t, whole[:have])
		taken, err := c.Append(flip(whole, i)[have:])
		if err == nil && taken == len(whole)-have || !bytes.Equal(whole[have:have+taken], flip(whole, i)[have:have+taken]) {
			t.Errorf("byte %d altered: %d taken, %v", i, taken, err)
		}
		closeCopy(t, c, whole[:have+taken])
	}
	damaged := flip(whole, offsets[1]+20)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ledgerName), damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := OpenCopy(t.Context(), dir); !errors.Is(err, ErrMismatch) {
		t.Errorf("a copy that is damaged: %v, %v", c, err)
	}
}

// flip returns a copy of b in which a bit is another one.
func flip(b []byte, i int) []byte {
	b = slices.Clone(b)
	b[i] ^= 1
	return b
}

func copyOf(t *testing.T, b []byte) *Copy {
	t.Helper()
	c, err := OpenCopy(t.Context(), t.TempDir())
	if err == nil {
		_, err = c.Append(b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func closeCopy(t *testing.T, c *Copy, want []byte) {
	t.Helper()
	err := c.Close()
	if got, e := os.ReadFile(c.path()); err != nil || e != nil || !bytes.Equal(got, want) {
		t.Errorf("the copy has %d bytes, want %d; %v, %v", len(got), len(want), err, e)
	}
}

// A ledger gives what is on the disk and nothing else.
func TestHistory(t *testing.T) {
	d := &badDisk{room: 1 << 20}
	dir := t.TempDir()
	l, _, err := openOn(dir, 9, d, Options{SyncInterval: 1 << 60})
	if err != nil {
		t.Fatal(err)
	}
	header := fileSize(t, dir)
	mustAppend(t, l, 0, 1)
	if _, size, err := l.History(0, 0); err != nil || size != header {
		t.Errorf("before the disk has them: %d bytes, want %d; %v", size, header, err)
	}
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(l.path())
	if err != nil {
		t.Fatal(err)
	}
	if b, size, err := l.History(header, 10); err != nil || size != int64(len(whole)) || !bytes.Equal(b, whole[header:header+10]) {
		t.Errorf("%q, %d, %v", b, size, err)
	}
	for _, offset := range []int64{-1, int64(len(whole)) + 1} {
		if _, _, err := l.History(offset, 10); !errors.Is(err, ErrMismatch) {
			t.Errorf("byte %d: %v", offset, err)
		}
	}
	mustAppend(t, l, 2)
	d.syncError = errDisk
	if err := l.Sync(); err == nil {
		t.Error("no error of the disk")
	}
	if _, size, _ := l.History(0, 0); size != int64(len(whole)) {
		t.Errorf("%d bytes after an fsync that failed, want %d", size, len(whole))
	}
	_ = l.Close()
}
