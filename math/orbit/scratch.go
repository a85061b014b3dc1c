package orbit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"queens/internal/sys"
)

// scratch keeps patterns in files while they wait to be sorted: the file of a part has
// its patterns one after the other, in no order. The files lie in a new directory. Where
// the system lets go of the name of an open file, they lose theirs at once, so that
// whatever ends the process leaves nothing behind but, at worst, an empty directory.
type scratch struct {
	parent string // as the user called it
	dir    string
	files  []*partFile
}

func newScratch(parent string) (*scratch, error) {
	dir, err := os.MkdirTemp(parent, "queens-atlas-*")
	if err != nil {
		return nil, scratchError(parent, err)
	}
	return &scratch{parent: parent, dir: dir}, nil
}

// scratchError says where files were wanted; the name of a file that is gone by then
// helps nobody.
func scratchError(parent string, err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	return fmt.Errorf("scratch files in %q: %w", parent, err)
}

// room checks that so many bytes are free. Where the system does not tell, they are.
func (s *scratch) room(need uint64) error {
	free, err := sys.FreeSpace(s.dir)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil
	case err != nil:
		return scratchError(s.parent, err)
	case free < need:
		return fmt.Errorf("scratch files in %q: need %d bytes, %d are free: %w", s.parent, need, free, ErrSpace)
	}
	return nil
}

func (s *scratch) open(parts int) error {
	for part := range parts {
		f, err := os.OpenFile(filepath.Join(s.dir, "part-"+strconv.Itoa(part+1)), os.O_RDWR|os.O_CREATE|os.O_EXCL,
			0o600)
		if err != nil {
			return scratchError(s.parent, err)
		}
		s.files = append(s.files, &partFile{parent: s.parent, file: f})
	}
	_ = os.RemoveAll(s.dir) // where open files keep their names, close does it
	return nil
}

func (s *scratch) largest() (count int) {
	for _, f := range s.files {
		count = max(count, int(f.bytes.Load()/patternBytes))
	}
	return count
}

// close gives back what the files take and removes the directory.
func (s *scratch) close() error {
	for _, f := range s.files {
		f.close()
	}
	if err := os.RemoveAll(s.dir); err != nil {
		return scratchError(s.parent, err)
	}
	return nil
}

// partFile is the file of one part.
type partFile struct {
	parent string
	file   *os.File
	bytes  atomic.Int64 // length, as far as writers have taken their places
}

func (f *partFile) write(b []byte) error {
	size := int64(len(b))
	if _, err := f.file.WriteAt(b, f.bytes.Add(size)-size); err != nil {
		return scratchError(f.parent, err)
	}
	return nil
}

// close closes the file, which has no name or will have none soon. It may be closed
// before.
func (f *partFile) close() { _ = f.file.Close() } // its content is no longer wanted

// readBytes is how much is read at once, whole patterns.
const readBytes = 1 << 16 * patternBytes

// read appends one of so many shares of the patterns to list, which has room for it.
func (f *partFile) read(ctx context.Context, list []pattern, share, shares int) ([]pattern, error) {
	count := f.bytes.Load() / patternBytes
	from, to := count*int64(share)/int64(shares), count*int64(share+1)/int64(shares)
	section := io.NewSectionReader(f.file, from*patternBytes, (to-from)*patternBytes)
	buffer := make([]byte, min(readBytes, section.Size()))
	for left := section.Size(); left > 0; left -= int64(len(buffer)) {
		if ctx.Err() != nil {
			return list, ctx.Err()
		}
		buffer = buffer[:min(int64(len(buffer)), left)]
		if _, err := io.ReadFull(section, buffer); err != nil {
			return list, scratchError(f.parent, err)
		}
		for b := range slices.Chunk(buffer, patternBytes) {
			list = append(list, readPattern(b))
		}
	}
	return list, nil
}

// Bounds of the bytes that a worker collects for a part before it writes them, whole
// patterns.
const (
	leastWrite = 1 << 9 * patternBytes
	maxWrite   = 1 << 15 * patternBytes
)

func (g *grouping) write(ctx context.Context) error {
	if err := g.scratch.open(int(g.parts)); err != nil {
		return err
	}
	var mu sync.Mutex
	orbits := 0 // guarded by mu
	written := func(count int) {
		mu.Lock()
		defer mu.Unlock()
		orbits += count
		g.report(Progress{Writing: true, Done: orbits, Parts: len(g.orbits)})
	}
	return parallel(ctx, g.workers, func(ctx context.Context, worker int) error {
		return g.writeShare(ctx, worker, written)
	})
}

func (g *grouping) writeShare(ctx context.Context, worker int, written func(orbits int)) error {
	size := int(g.memory/(uint64(g.workers)*g.parts)/patternBytes) * patternBytes
	size = min(max(size, leastWrite), maxWrite)
	buffers := make([][]byte, g.parts)
	for part := range buffers {
		buffers[part] = make([]byte, 0, size)
	}
	var list []pattern
	err := g.eachBlock(ctx, worker, func(from, to int) error {
		list = list[:0]
		for i := from; i < to; i++ {
			list = g.appendOrbit(list, uint32(i), allParts)
		}
		for _, p := range list {
			part := partOf(p.key(), g.parts)
			buffers[part] = p.append(buffers[part])
			if len(buffers[part]) == size {
				if err := g.scratch.files[part].write(buffers[part]); err != nil {
					return err
				}
				buffers[part] = buffers[part][:0]
			}
		}
		written(to - from)
		return nil
	})
	if err != nil {
		return err
	}
	for part, b := range buffers {
		if err := g.scratch.files[part].write(b); err != nil {
			return err
		}
	}
	return nil
}
