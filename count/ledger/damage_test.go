package ledger

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

func bounds(t testing.TB, data []byte) (offsets []int) {
	t.Helper()
	for c, err := range scan(context.Background(), bytes.NewReader(data), int64(len(data))) {
		if err != nil || c.payload == nil {
			t.Fatalf("chunk %+v: %v, want a frame", c, err)
		}
		offsets = append(offsets, int(c.offset))
	}
	return append(offsets, len(data))
}

func runBytes(t testing.TB, h Header, subproblems ...int) []byte {
	t.Helper()
	dir := t.TempDir()
	l, _, err := Open(context.Background(), dir, h, Options{})
	must.Do(t, err)
	mustAppend(t, l, subproblems...)
	mustClose(t, l)
	return must.Get(os.ReadFile(filepath.Join(dir, ledgerName)))(t)
}

func replayBytes(data []byte, h Header) (*replay, error) {
	return replayFile(context.Background(), bytes.NewReader(data), int64(len(data)), h)
}

func checkTrue(t testing.TB, p *replay) (counted []int) {
	t.Helper()
	var sum queens.Total
	for _, i := range p.subproblems() {
		k := p.index[i]
		if k.total != testResult(i).Total {
			t.Errorf("subproblem %d has total %v, want %v", i, k.total, testResult(i).Total)
		}
		counted = append(counted, i)
		sum = sum.Plus(k.total)
	}
	if sum != p.tally.Total || len(counted) != p.tally.Results {
		t.Errorf("tally %+v, want %d results, total %v", p.tally, len(counted), sum)
	}
	return counted
}

func writeLedger(t testing.TB, data []byte) (dir string) {
	t.Helper()
	dir = t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, ledgerName), data, 0o644))
	return dir
}

// A process may be killed, or a disk fill up, at any byte: exactly the whole frames before it must
// remain.
func TestCutAtEveryByte(t *testing.T) {
	const subproblems = 5
	data := runBytes(t, testHeader(subproblems), 0, 1, 2, 3, 4)
	offsets := bounds(t, data)
	dir := t.TempDir()
	for cut := range len(data) + 1 {
		must.Do(t, os.WriteFile(filepath.Join(dir, ledgerName), data[:cut], 0o644))
		whole, found := slices.BinarySearch(offsets, cut)
		if !found {
			whole--
		}
		l, rec, err := Open(context.Background(), dir, testHeader(subproblems), Options{})
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if got, want := l.Tally().Results, max(0, whole-1); got != want {
			t.Errorf("cut at %d: %d results, want %d", cut, got, want)
		}
		if want := int64(cut - offsets[whole]); rec.Torn != want || len(rec.Damages) != 0 {
			t.Errorf("cut at %d: %+v, want %d torn bytes", cut, rec, want)
		}
		mustAppend(t, l, missing(l)...)
		mustClose(t, l)
		if again, err := os.ReadFile(filepath.Join(dir, ledgerName)); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("cut at %d: the completed ledger differs from the whole one: %v", cut, err)
		}
	}
}

func TestFlipEveryByte(t *testing.T) {
	const subproblems = 5
	h := testHeader(subproblems)
	data := runBytes(t, h, 0, 1, 2, 3, 4)
	offsets := bounds(t, data)
	for at := range data {
		hit, found := slices.BinarySearch(offsets, at) // frame that holds the byte, from 0
		if !found {
			hit--
		}
		for _, mask := range []byte{0x01, 0x80, 0xFF, data[at]} { // the last makes it 0
			if mask == 0 {
				continue
			}
			data[at] ^= mask
			p, err := replayBytes(data, h)
			if at == offsets[hit]+prefixLen+3 && mask == 0x80 { // one in each frame, so that the run can be completed
				complete(t, writeLedger(t, data), subproblems)
			}
			data[at] ^= mask
			if err != nil {
				t.Fatalf("byte %d: %v", at, err)
			}
			want := []int{0, 1, 2, 3, 4}
			if hit > 0 {
				want = slices.Delete(want, hit-1, hit)
			}
			if got := checkTrue(t, p); !slices.Equal(got, want) {
				t.Errorf("byte %d: subproblems %v, want %v", at, got, want)
			}
			checkNamed(t, p.recovery, at, offsets[hit], offsets[hit+1], hit)
		}
	}
}

// checkNamed checks that the recovery names exactly frame hit, from 0, at [start, end).
func checkNamed(t *testing.T, rec Recovery, at, start, end, hit int) {
	t.Helper()
	if rec.NoHeader != (hit == 0) {
		t.Errorf("byte %d: NoHeader %v", at, rec.NoHeader)
	}
	if hit == 5 {
		if rec.Torn != int64(end-start) || len(rec.Damages) != 0 {
			t.Errorf("byte %d: %+v, want %d torn bytes", at, rec, end-start)
		}
		return
	}
	want := Damage{
		Flaw: Corrupt, Offset: int64(start), Length: int64(end - start),
		After: uint64(hit), Before: uint64(hit + 2), Missing: 1,
	}
	if len(rec.Damages) != 1 || rec.Damages[0] != want || rec.Torn != 0 {
		t.Errorf("byte %d: %+v, want %+v", at, rec, want)
	}
}

// Whatever is inserted, deleted, copied or overwritten, no wrong result counts and the run can be
// completed.
func TestShuffledChunks(t *testing.T) {
	const subproblems, trials = 12, 3000
	h := testHeader(subproblems)
	data := runBytes(t, h, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	for trial := range trials {
		damaged := bytes.Clone(data)
		for range 1 + rng.IntN(3) {
			damaged = disturb(rng, damaged)
		}
		p, err := replayBytes(damaged, h)
		if err != nil {
			t.Fatalf("seed %d, trial %d: %v", seed, trial, err)
		}
		checkTrue(t, p)
		if p.tally.Results < subproblems && p.recovery.Sound() && len(damaged) > 0 && p.last.seq == subproblems+1 {
			t.Errorf("seed %d, trial %d: %d results and no damage named", seed, trial, p.tally.Results)
		}
		if trial%100 == 0 {
			complete(t, writeLedger(t, damaged), subproblems)
		}
		if t.Failed() {
			t.Fatalf("seed %d, trial %d", seed, trial)
		}
	}
}

func disturb(rng *rand.Rand, data []byte) []byte {
	at := rng.IntN(len(data) + 1)
	end := min(len(data), at+1+rng.IntN(200))
	chunk := bytes.Clone(data[at:end])
	to := rng.IntN(len(data) + 1)
	switch rng.IntN(4) {
	case 0:
		return slices.Delete(data, at, end)
	case 1:
		return slices.Insert(data, to, chunk...)
	case 2:
		for i := range chunk {
			chunk[i] = byte(rng.Uint32())
		}
		return slices.Insert(data, to, chunk...)
	default:
		copy(data[at:end], make([]byte, end-at))
		return data
	}
}

func TestWholeFramesMoved(t *testing.T) {
	const subproblems = 6
	h := testHeader(subproblems)
	data := runBytes(t, h, 0, 1, 2, 3, 4, 5)
	offsets := bounds(t, data)
	frames := func(numbers ...int) (b []byte) { // numbers as in messages, from 1
		for _, no := range numbers {
			b = append(b, data[offsets[no-1]:offsets[no]]...)
		}
		return b
	}
	foreign := testHeader(subproblems)
	foreign.Plan[0] = 0xAA
	alien := runBytes(t, foreign, 0, 1)
	ownHeaderAgain := frames(1, 2, 3, 4, 1, 5, 6, 7)
	for _, c := range []struct {
		name     string
		data     []byte
		counted  []int
		damages  []string
		repeated int
	}{
		{
			"deleted", frames(1, 2, 4, 5, 6, 7),
			[]int{2, 3, 4, 5},
			[]string{"between frames 2 and 4): frame 3 is lost; nothing vouches for frame 2"},
			0,
		},
		{
			"two deleted", frames(1, 2, 5, 6, 7),
			[]int{3, 4, 5},
			[]string{"between frames 2 and 5): frames 3 to 4 are lost; nothing vouches for frame 2"},
			0,
		},
		{
			"header deleted", frames(2, 3, 4, 5, 6, 7),
			[]int{0, 1, 2, 3, 4, 5},
			[]string{"before frame 2): frame 1 is lost"},
			0,
		},
		{"copied", frames(1, 2, 3, 4, 3, 4, 5, 6, 7), []int{0, 1, 2, 3, 4, 5}, []string{"frame 3 follows frame 4"}, 1},
		{
			"header twice", ownHeaderAgain,
			[]int{0, 1, 3, 4, 5},
			[]string{"frame 1 follows frame 4", "frame 5 follows frame 1"},
			0,
		},
		{
			"moved", frames(1, 3, 2, 4, 5, 6, 7),
			[]int{2, 3, 4, 5},
			[]string{"frame 2 is lost", "frame 2 follows frame 3", "frame 4 follows frame 2"},
			0,
		},
		{
			"two files joined", slices.Concat(data, data),
			[]int{0, 1, 2, 3, 4, 5},
			[]string{"frame 1 follows frame 7"},
			5,
		},
		{
			"another run pasted in", slices.Concat(frames(1, 2, 3), alien, frames(4, 5, 6, 7)),
			[]int{0, 1, 2, 3, 4, 5},
			[]string{"(between frames 3 and 4) are frames of another run"},
			0,
		},
		{
			"another run behind", slices.Concat(data, alien),
			[]int{0, 1, 2, 3, 4, 5},
			[]string{"(after frame 7) are frames of another run"},
			0,
		},
		{
			"garbage and another run", slices.Concat(frames(1, 2), []byte("garbage"), alien, frames(4, 5, 6, 7)),
			[]int{0, 2, 3, 4, 5},
			[]string{
				"(between frames 2 and 4) are damaged: frame 3 is lost",
				"(between frames 2 and 4) are frames of another run: frame 3 is lost",
			},
			0,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := must.Get(replayBytes(c.data, h))(t)
			if got := checkTrue(t, p); !slices.Equal(got, c.counted) {
				t.Errorf("subproblems %v, want %v", got, c.counted)
			}
			if p.recovery.Repeated != c.repeated {
				t.Errorf("%d repeated results, want %d", p.recovery.Repeated, c.repeated)
			}
			named := slices.EqualFunc(p.recovery.Damages, c.damages, func(d Damage, want string) bool {
				return strings.Contains(d.String(), want)
			})
			if !named {
				t.Errorf("damages %v, want %q", p.recovery.Damages, c.damages)
			}
			complete(t, writeLedger(t, c.data), subproblems)
		})
	}
}

// A frame after long damage must be found wherever its marker is in the windows of the reader.
func TestMarkerAtTheEdgeOfAWindow(t *testing.T) {
	h := testHeader(2)
	data := runBytes(t, h, 0, 1)
	offsets := bounds(t, data)
	for shift := -8; shift <= 8; shift++ {
		damaged := slices.Concat(data[:offsets[2]], make([]byte, windowLen+shift), data[offsets[2]:])
		p, err := replayBytes(damaged, h)
		if err != nil || p.tally.Results != 2 || len(p.recovery.Damages) != 1 {
			t.Errorf("%d bytes inserted: %+v, %v", windowLen+shift, p.recovery, err)
		}
	}
}

// reframe changes the payload of frame no, from 1, and repairs its checksum, unlike an accident.
func reframe(t *testing.T, data []byte, no int, change func(payload []byte)) []byte {
	t.Helper()
	offsets := bounds(t, data)
	payload := bytes.Clone(data[offsets[no-1]+prefixLen : offsets[no]])
	change(payload)
	return slices.Concat(data[:offsets[no-1]], appendFrame(nil, payload), data[offsets[no]:])
}

func forge(t *testing.T, data []byte, no int, r Result) []byte {
	t.Helper()
	offsets := bounds(t, data)
	rec := must.Get(recordAt(bytes.NewReader(data), int64(offsets[no-1])))(t)
	payload := must.Get(encoding.Marshal(envelope[resultBody]{
		Kind: resultKind, Seq: rec.seq, Prev: rec.prev,
		Plan: rec.plan, Body: r.body(),
	}))(t)
	return slices.Concat(data[:offsets[no-1]], appendFrame(nil, payload), data[offsets[no]:])
}

func TestAlteredFrameBreaksTheChain(t *testing.T) {
	const subproblems = 4
	h := testHeader(subproblems)
	data := runBytes(t, h, 0, 1, 2, 3)
	altered := forge(t, data, 3, NewResult(1, queens.NewTotal(7)))
	p := must.Get(replayBytes(altered, h))(t)
	if got := checkTrue(t, p); !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("subproblems %v, want all but the altered one", got)
	}
	if len(p.recovery.Damages) != 1 || p.recovery.Damages[0].Flaw != Broken || p.recovery.Damages[0].After != 3 {
		t.Errorf("damages %v, want frame 3 broken", p.recovery.Damages)
	}
	complete(t, writeLedger(t, altered), subproblems)
}

// Two different results of one subproblem are both withdrawn, and the run can be completed.
func TestTwoTotalsForOneSubproblem(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1, 2)
	altered := forge(t, data, 4, NewResult(0, queens.NewTotal(7))) // now subproblem 1 twice
	offsets := bounds(t, altered)
	p := must.Get(replayBytes(altered, h))(t)
	if got := checkTrue(t, p); !slices.Equal(got, []int{1}) {
		t.Errorf("subproblems %v, want the one that is not disputed", got)
	}
	var mismatch *MismatchError
	if len(p.recovery.Damages) != 1 || p.recovery.Damages[0].Flaw != Disputed ||
		!errors.As(p.recovery.Damages[0].Cause, &mismatch) {
		t.Fatalf("damages %v, want a dispute", p.recovery.Damages)
	}
	want := MismatchError{
		Subproblem: 0, What: "total", First: testResult(0).Total.String(), Second: "7",
		At: Place{2, int64(offsets[1])}, And: Place{4, int64(offsets[3])},
	}
	if *mismatch != want {
		t.Errorf("%+v, want %+v", *mismatch, want)
	}
	complete(t, writeLedger(t, altered), 3)
}

func TestResultsThatCannotBe(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1, 2)
	wrongResidue := testResult(1)
	wrongResidue.Mod15 ^= 1
	for name, r := range map[string]Result{"residue": wrongResidue, "beyond the plan": testResult(3)} {
		altered := forge(t, data, 4, r)
		p := must.Get(replayBytes(altered, h))(t)
		if got := checkTrue(t, p); !slices.Equal(got, []int{0, 1}) {
			t.Errorf("%s: subproblems %v, want the first two", name, got)
		}
		if len(p.recovery.Damages) != 1 || p.recovery.Damages[0].Flaw != Malformed {
			t.Errorf("%s: damages %v", name, p.recovery.Damages)
		}
		complete(t, writeLedger(t, altered), 3)
	}
}

func TestTotalsBeyond128Bits(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1, 2)
	data = forge(t, data, 4, NewResult(2, maxTotal))
	p, err := replayBytes(data, h)
	if err != nil || len(p.recovery.Damages) != 1 || p.recovery.Damages[0].Flaw != Malformed ||
		!errors.Is(p.recovery.Damages[0].Cause, ErrOverflow) {
		t.Errorf("replay: %+v, %v; want one frame that cannot be", p.recovery, err)
	}
	if got := checkTrue(t, p); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("subproblems %v, want the first two", got)
	}
}

func TestUnknownKindIsKept(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1, 2)
	data = reframe(t, data, 4, func(payload []byte) { payload[1] = 0x17 }) // kind 23
	p, err := replayBytes(data, h)
	if err != nil || p.recovery.Unknown != 1 || !p.recovery.Sound() || p.tally.Results != 2 || p.last.seq != 4 {
		t.Errorf("replay: %+v, %v; want one unknown frame", p.recovery, err)
	}
	dir := writeLedger(t, data)
	complete(t, dir, 3)
	if after, _ := os.ReadFile(filepath.Join(dir, ledgerName)); !bytes.HasPrefix(after, data) {
		t.Error("the unknown frame was changed")
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1, 2)
	newer := reframe(t, data, 1, func(payload []byte) {
		i := bytes.Index(payload, []byte{0x89, Schema}) // array of nine, schema
		payload[i+1]++
	})
	newer = newer[:bounds(t, newer)[1]] // otherwise the next frame says that it was altered
	dir := writeLedger(t, newer)
	if _, _, err := Open(context.Background(), dir, h, Options{}); !errors.Is(err, ErrSchema) {
		t.Errorf("Open: %v, want ErrSchema", err)
	}
	if _, err := Read(context.Background(), dir); !errors.Is(err, ErrSchema) {
		t.Errorf("Read: %v, want ErrSchema", err)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, ledgerName)); !bytes.Equal(after, newer) {
		t.Error("the ledger of a newer program was changed")
	}
}

func TestLostHeader(t *testing.T) {
	const subproblems = 3
	h := testHeader(subproblems)
	data := runBytes(t, h, 0, 1)
	data[20] ^= 1
	dir := writeLedger(t, data)

	run, err := Read(context.Background(), dir)
	if err != nil || !run.Recovery.NoHeader || run.Complete() || run.Tally.Results != 2 || run.Tally.Subproblems != -1 {
		t.Errorf("Read: %+v, %v; want two results and no header", run, err)
	}
	other := h
	other.Plan[0]++
	if _, _, err := Open(context.Background(), dir, other, Options{}); !errors.Is(err, ErrOtherRun) {
		t.Errorf("Open for another plan: %v, want ErrOtherRun", err)
	}
	l, rec := mustOpen(t, dir, subproblems)
	if !rec.NoHeader || l.Tally().Results != 2 {
		t.Errorf("Open: %+v, %+v", rec, l.Tally())
	}
	mustClose(t, l)
	if run, err = Read(context.Background(), dir); err != nil || run.Recovery.NoHeader || run.Header.Order != 8 ||
		run.Tally.Results != 2 {
		t.Errorf("Read after Open: %+v, %v; want the fresh header", run, err)
	}
	_, rec, err = Open(context.Background(), dir, h, Options{})
	if err != nil || rec.NoHeader || len(rec.Damages) != 1 {
		t.Errorf("second Open: %+v, %v; want the old damage only", rec, err)
	}
}

func TestDoneMustFitTheResults(t *testing.T) {
	dir := t.TempDir()
	l, _ := mustOpen(t, dir, 2)
	mustAppend(t, l, 0, 1)
	must.Get(l.Finish("queens test"))(t)
	mustClose(t, l)
	data := must.Get(os.ReadFile(filepath.Join(dir, ledgerName)))(t)
	data = reframe(t, data, 4, func(payload []byte) {
		i := bytes.Index(payload, []byte{0x85, 0x00, 0x1A}) // array of five, high word 0, low word
		payload[i+6] ^= 1
	})
	dir = writeLedger(t, data)
	run, err := Read(context.Background(), dir)
	if err != nil || len(run.Doubts) != 1 || !strings.Contains(run.Doubts[0].Text, "the certificate says") {
		t.Fatalf("Read: %+v, %v; want one doubt", run, err)
	}
	l, _ = mustOpen(t, dir, 2)
	if _, err := l.Finish("queens test"); !errors.Is(err, ErrMismatch) {
		t.Errorf("Finish: %v, want ErrMismatch", err)
	}
}

func TestDamagesAreBounded(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1, 2)
	one := data[bounds(t, data)[1]:bounds(t, data)[2]]
	for range maxDamages + 5 {
		data = append(append(data, 'x'), one...)
	}
	p, err := replayBytes(data, h)
	if err != nil || len(p.recovery.Damages) != maxDamages || p.recovery.MoreDamages < 5 {
		t.Errorf("%d damages and %d more, %v", len(p.recovery.Damages), p.recovery.MoreDamages, err)
	}
}
