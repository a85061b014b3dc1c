package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"queens/internal/must"
	"queens/internal/sys"
)

var errDisk = errors.New("no space left on this test's device")

// badDisk is a file whose disk fails on demand.
type badDisk struct {
	*os.File
	room       int64 // bytes that fit; a write is cut there
	syncError  error
	truncError error
	silent     bool // a cut write reports no error, only its length
	syncs      atomic.Int64
	dirs       []string // synced so far
	dirError   error
}

func (d *badDisk) openFile(path string) (file, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	d.File = f
	return d, err
}

func (d *badDisk) replace(path string, write func(io.Writer) error) error {
	return osDisk{}.replace(path, func(w io.Writer) error { return write(&shortWriter{w, d.room}) })
}

// shortWriter fails beyond its room.
type shortWriter struct {
	io.Writer
	room int64
}

func (w *shortWriter) Write(b []byte) (int, error) {
	if w.room -= int64(len(b)); w.room < 0 {
		return 0, errDisk
	}
	return w.Writer.Write(b)
}

func (d *badDisk) syncDir(path string) error {
	d.dirs = append(d.dirs, path)
	if d.dirError != nil {
		return fmt.Errorf("%w: %w", sys.ErrSyncDir, d.dirError)
	}
	return nil
}

func (d *badDisk) named(path string) error { return osFile{d.File}.named(path) }

func (d *badDisk) Size() (int64, error) { return osFile{d.File}.Size() }

func (d *badDisk) WriteAt(b []byte, offset int64) (int, error) {
	fits := max(0, min(int64(len(b)), d.room-offset))
	n, err := d.File.WriteAt(b[:fits], offset)
	if err == nil && n < len(b) && !d.silent {
		err = errDisk
	}
	return n, err
}

func (d *badDisk) Sync() error {
	d.syncs.Add(1)
	return d.syncError
}

func (d *badDisk) Truncate(size int64) error {
	if d.truncError != nil {
		return d.truncError
	}
	return d.File.Truncate(size)
}

func openOn(dir string, subproblems int, d *badDisk, o Options) (*Ledger, *Recovery, error) {
	return open(context.Background(), dir, testHeader(subproblems), o, d)
}

func TestDiskFullAtEveryByte(t *testing.T) {
	const subproblems = 3
	whole := runBytes(t, testHeader(subproblems), 0, 1, 2)
	offsets := bounds(t, whole)
	for _, truncates := range []bool{true, false} {
		for room := 0; room < len(whole); room += step() {
			dir := t.TempDir()
			d := &badDisk{room: int64(room), silent: room%2 == 0}
			if !truncates {
				d.truncError = errDisk
			}
			fits := frameAt(offsets, room) // whole frames
			l, _, err := openOn(dir, subproblems, d, Options{})
			if fits == 0 {
				if err == nil {
					t.Fatalf("room %d: no error without room for a header", room)
				}
			} else {
				fillUp(t, l, fits-1, truncates)
			}
			size := fileSize(t, dir)
			if truncates && size != int64(offsets[fits]) {
				t.Errorf("room %d: %d bytes left, want the %d of whole frames", room, size, offsets[fits])
			}
			reopened, _ := mustOpen(t, dir, subproblems)
			if got := reopened.Tally().Results; got != max(0, fits-1) {
				t.Errorf("room %d: %d results after reopening, want %d", room, got, fits-1)
			}
			mustClose(t, reopened)
		}
	}
}

// fillUp appends results until the disk is full. It checks their number, and that the error is one
// line and final.
func fillUp(t *testing.T, l *Ledger, fit int, truncates bool) {
	t.Helper()
	kept := fmt.Sprintf("; %d of 3 results are kept", fit)
	for i := range fit {
		mustAppend(t, l, i)
	}
	err := l.Append(testResult(fit))
	if !errors.Is(err, errDisk) && !errors.Is(err, io.ErrShortWrite) {
		t.Fatalf("Append on a full disk: %v", err)
	}
	if !strings.Contains(err.Error(), ledgerName) || strings.Contains(err.Error(), "\n") ||
		!strings.Contains(err.Error(), kept) || truncates && !strings.HasSuffix(err.Error(), kept) {
		t.Errorf("Append on a full disk: %q, want one line that names the file, and what is kept", err)
	}
	if again := l.Append(testResult(fit)); again != err {
		t.Errorf("next Append: %v, want the same error", again)
	}
	if l.Has(fit) || l.Tally().Results != fit {
		t.Errorf("the result that was not written counts: %+v", l.Tally())
	}
	if closeErr := l.Close(); !errors.Is(closeErr, err) {
		t.Errorf("Close: %v, want the error of the write", closeErr)
	}
}

func fileSize(t *testing.T, dir string) int64 {
	t.Helper()
	return must.Get(os.Stat(filepath.Join(dir, ledgerName)))(t).Size()
}

const muchRoom = 1 << 30

func TestFailedSyncIsFinal(t *testing.T) {
	for _, interval := range []time.Duration{-1, time.Hour} {
		d := &badDisk{room: muchRoom}
		l := opened(t, t.TempDir(), 3, Options{interval: interval}, d)
		mustAppend(t, l, 0)
		d.syncError = errDisk
		err := l.Append(testResult(1))
		if interval > 0 {
			if err != nil {
				t.Fatalf("Append before any fsync: %v", err)
			}
			err = l.Sync()
		}
		if !errors.Is(err, errDisk) {
			t.Errorf("interval %v: %v, want the error of the disk", interval, err)
		}
		d.syncError = nil // as on Linux: a second fsync does not report the failure
		for name, again := range map[string]error{
			"Append": l.Append(testResult(2)), "Sync": l.Sync(),
			"Close": l.Close(),
		} {
			if !errors.Is(again, errDisk) {
				t.Errorf("interval %v: %s after the failure: %v", interval, name, again)
			}
		}
	}
}

func TestOpenOnADiskThatDoesNotSync(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := openOn(dir, 3, &badDisk{room: muchRoom, syncError: errDisk}, Options{}); !errors.Is(err, errDisk) {
		t.Errorf("Open: %v, want the error of the disk", err)
	}
	complete(t, dir, 3)
	dir = writeLedger(t, append(runBytes(t, testHeader(3), 0), "torn"...))
	if _, _, err := openOn(dir, 3, &badDisk{room: muchRoom, truncError: errDisk}, Options{}); !errors.Is(err, errDisk) {
		t.Errorf("Open with a tail that cannot be cut: %v, want the error of the disk", err)
	}
}

// One fsync per interval, whatever the number of results; none if nothing was written.
func TestSyncInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const subproblems = 100
		d := &badDisk{room: muchRoom}
		l := opened(t, t.TempDir(), subproblems, Options{}, d)
		opened := d.syncs.Load()
		wantSyncs := func(want int64, when string) {
			t.Helper()
			synctest.Wait()
			if got := d.syncs.Load() - opened; got != want {
				t.Errorf("%d fsyncs %s, want %d", got, when, want)
			}
		}
		for i := range 50 {
			mustAppend(t, l, i)
		}
		wantSyncs(0, "at once")
		time.Sleep(syncInterval - time.Millisecond)
		wantSyncs(0, "just before the interval ends")
		time.Sleep(2 * time.Millisecond)
		wantSyncs(1, "after the interval")
		time.Sleep(time.Hour)
		wantSyncs(1, "after an idle hour")
		mustAppend(t, l, 50)
		mustClose(t, l)
		wantSyncs(2, "after Close")
		time.Sleep(time.Hour)
		wantSyncs(2, "an hour after Close")
	})
}

func TestFailureOfTheTimerIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &badDisk{room: muchRoom}
		l := opened(t, t.TempDir(), 3, Options{}, d)
		d.syncError = errDisk
		mustAppend(t, l, 0)
		time.Sleep(2 * syncInterval)
		synctest.Wait()
		if err := l.Append(testResult(1)); !errors.Is(err, errDisk) {
			t.Errorf("Append: %v, want the error of the disk", err)
		}
		if err := l.Close(); !errors.Is(err, errDisk) {
			t.Errorf("Close: %v, want the error of the disk", err)
		}
	})
}

// platter is a disk that keeps what was synced. A power failure leaves any part of later writes,
// sector by sector, in any order.
type platter struct {
	random *rand.Rand
	mu     sync.Mutex
	kept   []byte   // survives a power failure
	seen   []byte   // current contents
	writes []change // since the last fsync

	replaced int // times the file was replaced
}

type change struct {
	offset int64
	b      []byte
}

const sector = 64 // small, so that frames cross sectors

func (p *platter) openFile(string) (file, error) { return p, nil }
func (p *platter) syncDir(string) error          { return nil }
func (p *platter) replace(_ string, write func(io.Writer) error) error {
	var fresh bytes.Buffer
	if err := write(&fresh); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen, p.kept, p.writes, p.replaced = fresh.Bytes(), bytes.Clone(fresh.Bytes()), nil, p.replaced+1
	return nil
}

func (p *platter) Close() error       { return nil }
func (p *platter) named(string) error { return nil }

func (p *platter) Size() (int64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return int64(len(p.seen)), nil
}

func (p *platter) ReadAt(b []byte, offset int64) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if offset < int64(len(p.seen)) {
		n = copy(b, p.seen[offset:])
	}
	if n < len(b) {
		err = io.EOF
	}
	return n, err
}

func (w change) to(b []byte) []byte {
	if w.b == nil {
		return b[:min(int64(len(b)), w.offset)]
	}
	for int64(len(b)) < w.offset+int64(len(w.b)) {
		b = append(b, 0)
	}
	copy(b[w.offset:], w.b)
	return b
}

func (p *platter) make(w change) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen = w.to(p.seen)
	p.writes = append(p.writes, w)
}

func (p *platter) WriteAt(b []byte, offset int64) (int, error) {
	p.make(change{offset, append([]byte{}, b...)})
	return len(b), nil
}

func (p *platter) Truncate(size int64) error {
	p.make(change{size, nil})
	return nil
}

func (p *platter) Sync() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept, p.writes = append([]byte{}, p.seen...), nil
	return nil
}

func (p *platter) fail() {
	var parts []change
	for _, w := range p.writes {
		for ; len(w.b) > sector; w = (change{w.offset + sector, w.b[sector:]}) {
			parts = append(parts, change{w.offset, w.b[:sector]})
		}
		parts = append(parts, w)
	}
	p.random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	for _, w := range parts[:p.random.IntN(len(parts)+1)] {
		p.kept = w.to(p.kept)
	}
	p.seen, p.writes = append([]byte{}, p.kept...), nil
}

// The power fails again and again, at any moment. What was written a second before is there
// afterwards, no result changes, no withdrawn or revoked result counts, and synced data begins
// every later file.
func TestPowerLoss(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		synctest.Test(t, func(t *testing.T) { onePower(t, seed) })
	}
}

func onePower(t *testing.T, seed uint64) {
	const subproblems = 40
	random := rand.New(rand.NewPCG(seed, 9))
	p := &platter{random: random}
	var forced []byte           // synced
	takenBack := map[int]bool{} // wrong results of subproblems
	brokenKernel := false       // is revoked
	wrong := func(r Result) bool { return r.Total == wrongResult(r.Subproblem, "", "").Total }
	for start := 0; ; start++ {
		before := p.replaced
		l, recovery, err := open(context.Background(), t.TempDir(), testHeader(subproblems), Options{}, p)
		if err != nil {
			t.Fatalf("seed %d, start %d: %v", seed, start, err)
		}
		var missing []int
		var wrongs []Result
		for i := range subproblems {
			k, ok := l.at(i)
			var r Result
			var err error
			if ok {
				r, err = resultAt(l.file, k.frames[0], i)
			}
			switch {
			case err != nil || ok && !r.same(testResult(i)) &&
				(!wrong(r) || takenBack[i] || brokenKernel && r.Kernel == "bad"):
				t.Fatalf("seed %d, start %d: %+v, %v", seed, start, r, err)
			case !ok:
				missing = append(missing, i)
			case wrong(r):
				wrongs = append(wrongs, r)
			}
		}
		for _, r := range wrongs {
			i := r.Subproblem
			switch {
			case !l.Has(i) || len(missing) > 0 && random.IntN(3) == 0: // revoked meanwhile, or found later
				continue
			case r.Kernel == "bad" && random.IntN(2) == 0:
				_, err = l.Revoke("bad", "test")
				brokenKernel = true
			default:
				err = l.Withdraw(map[int]string{i: "test"})
			}
			if takenBack[i] = true; err != nil {
				t.Fatal(err)
			}
			missing = append(missing, i)
		}
		if p.replaced == before && !bytes.HasPrefix(p.seen, forced) {
			t.Fatalf("seed %d, start %d: the ledger has %d bytes and does not continue the %d on the disk; %+v",
				seed, start, len(p.seen), len(forced), recovery)
		}
		if len(missing) == 0 || start == 200 {
			if done, err := l.Finish("test"); err != nil || done.Total != trueTotal(subproblems) {
				t.Fatalf("seed %d, start %d: %+v, %v", seed, start, done, err)
			}
			mustClose(t, l)
			return
		}
		random.Shuffle(len(missing), func(i, j int) { missing[i], missing[j] = missing[j], missing[i] })
		old := 0 // results at least a second old
		for k, i := range missing[:1+random.IntN(min(8, len(missing)))] {
			if r := wrongResult(i, []string{"avx2", "bad"}[i%2], ""); i%4 < 2 && !takenBack[i] &&
				(!brokenKernel || r.Kernel != "bad") {
				must.Do(t, l.Append(r))
			} else {
				mustAppend(t, l, i)
			}
			if random.IntN(3) == 0 {
				time.Sleep(syncInterval + time.Millisecond)
				synctest.Wait()
				old = k + 1
			}
		}
		forced = append([]byte{}, p.kept...)
		p.fail()
		l.file = &platter{seen: append([]byte{}, p.seen...)} // the old process is gone
		_ = l.Close()
		run := replayOf(t, p)
		for _, i := range missing[:old] {
			if _, ok := run.index[i]; !ok {
				t.Fatalf("seed %d, start %d: the result of subproblem %d was a second old and is lost", seed, start,
					i+1)
			}
		}
	}
}

func replayOf(t *testing.T, p *platter) *replay {
	t.Helper()
	size := int64(len(p.seen))
	h := must.Get(headerOf(context.Background(), p, size))(t)
	return must.Get(replayFile(context.Background(), p, size, h))(t)
}
