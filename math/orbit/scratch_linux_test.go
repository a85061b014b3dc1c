package orbit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"queens/list"
)

// TestFullDisk runs out of space on a file system of its own, which only root may mount:
// before anything is written, and, as if others had used up the space meanwhile, while
// patterns are written.
func TestFullDisk(t *testing.T) {
	parent := t.TempDir()
	if err := syscall.Mount("none", parent, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("no file system to fill can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(parent, 0); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	orbits := listed(t, 14, list.Options{Fundamental: true})
	_, err := NewAtlas(context.Background(), 14, slices.Values(orbits), Options{MemoryMiB: 1, Scratch: parent})
	if !errors.Is(err, ErrSpace) {
		t.Errorf("3 MiB for 7: error %v, want ErrSpace", err)
	}
	checkEmpty(t, parent)

	other := filepath.Join(parent, "other")
	_, err = NewAtlas(context.Background(), 13, slices.Values(listed(t, 13, list.Options{Fundamental: true})), Options{
		MemoryMiB: 1, Scratch: parent,
		Progress: func(p Progress) {
			if p.Writing {
				_ = os.WriteFile(other, make([]byte, 3<<20), 0o600) // it fails, having filled the disk
			}
		},
	})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a disk that others fill: error %v, want ENOSPC", err)
	}
	t.Log(err)
	if err := os.Remove(other); err != nil {
		t.Error(err)
	}
	checkEmpty(t, parent)
}
