package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"queens/internal/sys"
)

// Copy is a second copy of a ledger that another machine writes. It takes frames as
// [Ledger.History] gives them, and writes none that does not go on from the one before:
// whatever happens to the first ledger, what is here is a ledger that was whole, and
// [Open] goes on with it.
//
//	c, err := ledger.OpenCopy(ctx, dir)
//	for !c.Certified() {
//		taken, err := c.Append(bytes from c.Size() on)
//	}
type Copy struct {
	dir    string
	lock   *sys.Lock
	file   file
	state  *replay
	failed error
}

// OpenCopy opens the copy in the directory of a run and makes it if need be. It locks the
// run until Close, so that nobody counts here meanwhile.
//
// Cost as for Open. Errors: ErrLocked; ErrMismatch for a copy that is damaged; those of
// Read.
func OpenCopy(ctx context.Context, dir string) (c *Copy, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("ledger: open copy %q: %w", dir, err)
		}
	}()
	lock, err := takeLock(ctx, dir, 0)
	if err != nil {
		return nil, err
	}
	c = &Copy{dir: dir, lock: lock}
	if c.file, err = (osDisk{}).openFile(c.path()); err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	if err := c.recover(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// recover reads the file and cuts its torn tail.
func (c *Copy) recover(ctx context.Context) error {
	size, err := c.file.Size()
	if err != nil {
		return err
	}
	if c.state, err = replayAny(ctx, c.file, size); err != nil {
		return err
	}
	if err := c.file.Truncate(c.state.end); err != nil {
		return err
	}
	c.state.recovery.Torn = 0
	if err := c.sound(); err != nil {
		return err
	}
	if err := c.state.strikeOut(c.file); err != nil {
		return err
	}
	return syncUp(osDisk{}, c.dir)
}

// sound returns why the copy is not one that can go on, nil if it is.
func (c *Copy) sound() error {
	if r := &c.state.recovery; len(r.Damages) > 0 {
		return fmt.Errorf("it is damaged, %v; move it away and begin another one: %w", r.Damages[0], ErrMismatch)
	}
	return nil
}

func (c *Copy) path() string { return filepath.Join(c.dir, ledgerName) }

// Dir returns the directory of the run.
func (c *Copy) Dir() string { return c.dir }

// Size returns where the next frame goes.
func (c *Copy) Size() int64 { return c.state.end }

// Tally returns the sum of the results so far.
func (c *Copy) Tally() Tally { return c.state.tally }

// Certified reports whether what is copied so far ends with the certificate of a run that
// nobody doubts.
func (c *Copy) Certified() bool {
	return c.state.tally.Done != nil && len(c.state.inDoubt()) == 0
}

// Append writes the whole frames that b begins with, forces them to the disk, and returns
// how many bytes they have.
//
// Errors: ErrMismatch if a frame is damaged, says what no ledger says, or does not carry
// number and hash that follow: it is not written, those before it are. What the file
// system says, after which nothing is written.
func (c *Copy) Append(b []byte) (taken int, err error) {
	if c.failed != nil {
		return 0, c.failed
	}
	var d decoder
	for err == nil && taken < len(b) {
		rest, n := b[taken:], 0
		if len(rest) >= prefixLen {
			var ok bool
			if n, ok = payloadLen(rest); !ok {
				err = fmt.Errorf("no frame begins there: %w", ErrMismatch)
				break
			}
		}
		if len(rest) < prefixLen+n || n == 0 {
			break // the rest comes later
		}
		if err = c.take(&d, rest[:prefixLen+n]); err == nil {
			taken += prefixLen + n
		}
	}
	at := c.state.end
	if e := c.file.Sync(); e != nil {
		c.failed = fmt.Errorf("ledger: copy %q: %w", c.path(), e)
		return taken, c.failed
	}
	if err != nil {
		err = fmt.Errorf("ledger: copy %q: the other ledger at byte %d: %w", c.path(), at, err)
	}
	return taken, err
}

// take writes one frame if it goes on from the last one.
func (c *Copy) take(d *decoder, frame []byte) error {
	p := c.state
	at := chunk{p.end, int64(len(frame)), frame[prefixLen:], mark(frame[markOffset])}
	if !verified(frame) {
		return fmt.Errorf("a frame is damaged: %w", ErrMismatch)
	}
	rec, err := d.decodeChunk(at)
	first := p.own == 0
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", err, ErrMismatch)
	case rec.fault != nil && !errors.Is(rec.fault, ErrSchema):
		return fmt.Errorf("frame %d: %w: %w", rec.seq, rec.fault, ErrMismatch)
	case rec.seq != p.last.seq+1 || rec.prev != link(p.last.hash[:linkLen]):
		return fmt.Errorf("frame %d does not go on from frame %d of the copy: %w", rec.seq, p.last.seq, ErrMismatch)
	case first && rec.kind != headerKind || !first && rec.plan != p.header.Plan.prefix():
		return fmt.Errorf("frame %d is of no run, or of another: %w", rec.seq, ErrMismatch)
	}
	if _, err := c.file.WriteAt(frame, p.end); err != nil {
		c.failed = fmt.Errorf("ledger: copy %q: %w", c.path(), err)
		return c.failed
	}
	p.end = at.end()
	if err = p.take(rec, at); err == nil {
		err = p.settle(true)
	}
	if err == nil {
		err = c.sound()
	}
	if err != nil { // a frame that Open would pass over
		c.failed = errors.Join(err, c.file.Truncate(at.offset))
		return c.failed
	}
	p.tally.Last, p.tally.Head = p.last.seq, p.last.hash
	if err = p.strikeOut(c.file); err != nil {
		c.failed = fmt.Errorf("ledger: copy %q: %w", c.path(), err)
	}
	return c.failed
}

// Close gives up the copy.
func (c *Copy) Close() error { return errors.Join(c.file.Close(), c.lock.Unlock()) }

// History returns the bytes of the file from an offset on that are on the disk, at most so
// many, and how many there are in all: what a [Copy] takes. A loss of power takes none of
// them back. It may be called after Close.
//
// Errors: ErrMismatch for an offset behind the end: whoever has so many bytes has another
// ledger; what the file system says.
func (l *Ledger) History(offset int64, most int) (b []byte, size int64, err error) {
	l.mu.Lock()
	size = l.synced
	l.mu.Unlock()
	if offset < 0 || offset > size {
		return nil, size, fmt.Errorf("ledger: %q has %d bytes, asked for is byte %d: %w", l.path(), size, offset, ErrMismatch)
	}
	f, err := os.Open(l.path())
	if err == nil {
		defer f.Close()
		b = make([]byte, min(int64(most), size-offset))
		_, err = f.ReadAt(b, offset)
	}
	if err != nil {
		return nil, size, fmt.Errorf("ledger: copy from: %w", err)
	}
	return b, size, nil
}
