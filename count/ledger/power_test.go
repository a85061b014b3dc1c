package ledger

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// platter is a disk that keeps what was forced to it. Of what was written since, a loss of
// power leaves any part, sector by sector, in any order.
type platter struct {
	random *rand.Rand
	mu     sync.Mutex
	kept   []byte   // that are there after a loss of power
	seen   []byte   // that are read now
	writes []change // since the last fsync
}

// change is a write, or a cut if it has no bytes.
type change struct {
	offset int64
	b      []byte
}

const sector = 64 // small, so that frames lie across

func (p *platter) openFile(string) (file, error) { return p, nil }
func (p *platter) syncDir(string) error          { return nil }
func (p *platter) Close() error                  { return nil }
func (p *platter) named(string) error            { return nil }

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

// fail is a loss of power.
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

// The power fails again and again, at any moment: what was written a second before is there
// afterwards, no result is ever another one than was appended, none counts that was
// withdrawn or revoked, and what was forced to the disk is the beginning of every later file.
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
	var forced []byte           // to the disk
	takenBack := map[int]bool{} // the wrong result of a subproblem
	brokenKernel := false       // is revoked
	wrong := func(r Result) bool { return r.Total == wrongResult(r.Subproblem, "", "").Total }
	for start := 0; ; start++ {
		l, recovery, err := open(context.Background(), t.TempDir(), testHeader(subproblems), Options{}, p)
		if err != nil {
			t.Fatalf("seed %d, start %d: %v", seed, start, err)
		}
		var missing []int
		var wrongs []Result
		for i := range subproblems {
			r, ok, err := l.Result(i)
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
				err = l.Withdraw("test", i)
			}
			if takenBack[i] = true; err != nil {
				t.Fatal(err)
			}
			missing = append(missing, i)
		}
		if len(p.seen) < len(forced) || !bytes.Equal(unstruck(t, p.seen[:len(forced)]), unstruck(t, forced)) {
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
		old := 0 // results that are a second old
		for k, i := range missing[:1+random.IntN(min(8, len(missing)))] {
			if r := wrongResult(i, []string{"avx2", "bad"}[i%2], ""); i%4 < 2 && !takenBack[i] &&
				(!brokenKernel || r.Kernel != "bad") {
				if err := l.Append(r); err != nil {
					t.Fatal(err)
				}
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
		l.file = &platter{seen: append([]byte{}, p.seen...)} // the old process is no more
		_ = l.Close()
		run := replayOf(t, p)
		for _, i := range missing[:old] {
			if _, ok := run.index.at(i); !ok {
				t.Fatalf("seed %d, start %d: the result of subproblem %d was a second old and is lost", seed, start,
					i+1)
			}
		}
	}
}

func replayOf(t *testing.T, p *platter) *replay {
	t.Helper()
	run, err := replayAny(context.Background(), p, int64(len(p.seen)))
	if err != nil {
		t.Fatal(err)
	}
	return run
}
