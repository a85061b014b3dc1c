package ledger

import (
	"io"
	"os"
	"path/filepath"

	"queens/internal/sys"
)

// disk is what a Ledger needs of the file system, so that tests can have disks that
// fail.
type disk interface {
	openFile(path string) (file, error)
	syncDir(path string) error
}

type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Size() (int64, error)
	Sync() error
	Truncate(size int64) error
	// named returns ErrMoved if another file, or none, has that path.
	named(path string) error
}

type osDisk struct{}

func (osDisk) openFile(path string) (file, error) {
	f, _, err := sys.OpenRegular(path, os.O_RDWR|os.O_CREATE, 0o644)
	return osFile{f}, err
}

func (osDisk) syncDir(path string) error { return sys.SyncDir(path) }

type osFile struct{ *os.File }

func (f osFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f osFile) named(path string) error {
	own, err := f.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(path); err != nil || !os.SameFile(own, there) {
		return ErrMoved
	}
	return nil
}

func syncUp(d disk, dir string) error {
	for range 3 { // the run, runs, the state directory
		if err := d.syncDir(dir); err != nil {
			return err
		}
		dir = filepath.Dir(dir)
	}
	return nil
}
