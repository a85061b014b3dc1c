package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
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
	l, _, err := Open(t.Context(), dir, h, Options{})
	must.Do(t, err)
	mustAppend(t, l, subproblems...)
	mustClose(t, l)
	return fileIn(t, dir)
}

func fileIn(t testing.TB, dir string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(filepath.Join(dir, ledgerName)))(t)
}

func readBytes(t testing.TB, data []byte) *Run {
	t.Helper()
	return must.Get(Read(t.Context(), writeLedger(t, data)))(t)
}

func replayBytes(data []byte, h Header) (*replay, error) {
	return replayFile(context.Background(), bytes.NewReader(data), int64(len(data)), h)
}

// checkDamaged checks that a ledger of h has one damage with this text, and the correct results of
// these subproblems, and that the run can be completed.
func checkDamaged(t *testing.T, data []byte, h Header, text string, want ...int) Damage {
	t.Helper()
	p := must.Get(replayBytes(data, h))(t)
	if got := checkTrue(t, p); !slices.Equal(got, want) {
		t.Errorf("subproblems %v, want %v", got, want)
	}
	if len(p.recovery.Damages) != 1 || !strings.Contains(p.recovery.Damages[0].String(), text) {
		t.Fatalf("damages %v, want one that says %q", p.recovery.Damages, text)
	}
	complete(t, writeLedger(t, data), h.Subproblems)
	return p.recovery.Damages[0]
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

// frameAt returns the number, from 0, of the frame that has a byte.
func frameAt(offsets []int, at int) int { return sort.SearchInts(offsets, at+1) - 1 }

// A process may be killed, or a disk fill up, at any byte: exactly the whole frames before it must
// remain.
func TestCutAtEveryByte(t *testing.T) {
	const subproblems = 5
	data := runBytes(t, testHeader(subproblems), 0, 1, 2, 3, 4)
	offsets := bounds(t, data)
	dir := t.TempDir()
	for cut := 0; cut <= len(data); cut += step() {
		must.Do(t, os.WriteFile(filepath.Join(dir, ledgerName), data[:cut], 0o644))
		whole := frameAt(offsets, cut)
		l, rec, err := Open(t.Context(), dir, testHeader(subproblems), Options{})
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
		hit := frameAt(offsets, at)
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
	if hit == 5 {
		if rec.Torn != int64(end-start) || len(rec.Damages) != 0 {
			t.Errorf("byte %d: %+v, want %d torn bytes", at, rec, end-start)
		}
		return
	}
	want := Damage{Offset: int64(start), Length: int64(end - start), After: uint64(hit), Text: "are damaged"}
	if len(rec.Damages) != 1 || rec.Damages[0] != want || rec.Torn != 0 {
		t.Errorf("byte %d: %+v, want %+v", at, rec, want)
	}
}

// Whatever is inserted, deleted, copied or overwritten, no wrong result counts and the run can be
// completed.
func TestShuffledChunks(t *testing.T) {
	const subproblems = 12
	h := testHeader(subproblems)
	data := runBytes(t, h, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	for trial := range 3000 / step() {
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
	foreign := testHeader(subproblems)
	foreign.Plan[0] = 0xAA
	parts := map[rune][]byte{'A': runBytes(t, foreign, 0, 1), 'G': []byte("garbage")}
	for no := 1; no < len(offsets); no++ {
		parts['0'+rune(no)] = data[offsets[no-1]:offsets[no]]
	}
	for _, c := range []struct {
		name, frames, counted string // frames as in messages, from 1, and other parts
		repeated              int
		damages               string // separated by bars
	}{
		{"deleted", "124567", "2345", 0, "(after frame 2) are frame 4, which does not have the hash of frame 2"},
		{"two lost", "12567", "345", 0, "are frame 5, which does not have the hash of frame 2"},
		{"header deleted", "234567", "012345", 0, "0 to 66 (before the first frame) are frame 2: those before it"},
		{"copied", "123434567", "012345", 1, "are frame 3, which does not have the hash of frame 4"},
		{"header twice", "12341567", "01345", 0, "are frame 1, which does|are frame 5, which does"},
		{"moved", "1324567", "2345", 0, "are frame 3, which does|are frame 2, which does|are frame 4, which does"},
		{"two files joined", "12345671234567", "012345", 5, "are frame 1, which does not have the hash of frame 7"},
		{"another run pasted in", "123A4567", "012345", 0, "(after frame 3) are frames of another run"},
		{"another run behind", "1234567A", "012345", 0, "(after frame 7) are frames of another run"},
		{
			"garbage and another run", "12GA4567", "02345", 0,
			"(after frame 2) are damaged|(after frame 2) are frames of another run",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var moved []byte
			for _, part := range c.frames {
				moved = append(moved, parts[part]...)
			}
			p := must.Get(replayBytes(moved, h))(t)
			if got := fmt.Sprint(checkTrue(t, p)); got != fmt.Sprint(strings.Split(c.counted, "")) {
				t.Errorf("subproblems %v, want %s", got, c.counted)
			}
			if p.recovery.Repeated != c.repeated {
				t.Errorf("%d repeated results, want %d", p.recovery.Repeated, c.repeated)
			}
			if !slices.EqualFunc(p.recovery.Damages, strings.Split(c.damages, "|"), func(d Damage, want string) bool {
				return strings.Contains(d.String(), want)
			}) {
				t.Errorf("damages %v, want %q", p.recovery.Damages, c.damages)
			}
			complete(t, writeLedger(t, moved), subproblems)
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
	payload := must.Get(encoding.Marshal(envelope[Result]{
		Kind: resultKind, Seq: rec.seq, Prev: rec.prev,
		Plan: rec.plan, Body: r,
	}))(t)
	return slices.Concat(data[:offsets[no-1]], appendFrame(nil, payload), data[offsets[no]:])
}

func TestAlteredFrameBreaksTheChain(t *testing.T) {
	h := testHeader(4)
	data := runBytes(t, h, 0, 1, 2, 3)
	altered := forge(t, data, 3, NewResult(1, queens.NewTotal(7)))
	checkDamaged(t, altered, h, "are frame 4, which does not have the hash of frame 3", 0, 2, 3)
	p := must.Get(replayBytes(slices.Insert(altered, bounds(t, altered)[3], 'x'), h))(t) // no gap explains it
	if got := checkTrue(t, p); !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("with a damaged byte behind it: subproblems %v", got)
	}
	number := reframe(t, data, 5, func(payload []byte) { payload[2] ^= 8 })
	checkDamaged(t, number, h, "its number 13 was altered: it carries the hash of frame 4", 0, 1, 2)
}

// Two different results of one subproblem are both withdrawn, and the run can be completed.
func TestTwoTotalsForOneSubproblem(t *testing.T) {
	h := testHeader(3)
	altered := forge(t, runBytes(t, h, 0, 1, 2), 4, NewResult(0, queens.NewTotal(7))) // now subproblem 1 twice
	offsets := bounds(t, altered)
	want := fmt.Sprintf("subproblem 1 has total %v in frame 2 at byte %d and 7 in frame 4 at byte %d",
		testResult(0).Total, offsets[1], offsets[3])
	checkDamaged(t, altered, h, "differ from an earlier result, and neither is counted: "+want, 1)
}

func TestResultsThatCannotBe(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1, 2)
	wrongResidue := testResult(1)
	wrongResidue.Mod15 ^= 1
	for name, r := range map[string]Result{"residue": wrongResidue, "beyond the plan": testResult(3)} {
		t.Run(name, func(t *testing.T) { checkDamaged(t, forge(t, data, 4, r), h, "are a frame that cannot be", 0, 1) })
	}
}

func TestTotalsBeyond128Bits(t *testing.T) {
	h := testHeader(3)
	data := forge(t, runBytes(t, h, 0, 1, 2), 4, NewResult(2, maxTotal))
	checkDamaged(t, data, h, ErrOverflow.Error(), 0, 1)
}

func TestUnknownKindIsKept(t *testing.T) {
	h := testHeader(3)
	data := reframe(t, runBytes(t, h, 0, 1, 2), 4, func(payload []byte) { payload[1] = 0x17 }) // kind 23
	p := must.Get(replayBytes(data, h))(t)
	if p.recovery.Unknown != 1 || !p.recovery.Sound() || p.tally.Results != 2 || p.last.seq != 4 {
		t.Errorf("replay: %+v; want one unknown frame", p.recovery)
	}
	dir := writeLedger(t, data)
	complete(t, dir, 3)
	if !bytes.HasPrefix(fileIn(t, dir), data) {
		t.Error("the unknown frame was changed")
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	h := testHeader(3)
	newer := reframe(t, runBytes(t, h, 0, 1, 2), 1, func(payload []byte) {
		i := bytes.Index(payload, []byte{0x8D, Schema}) // array of thirteen, schema
		payload[i+1]++
	})
	newer = newer[:bounds(t, newer)[1]] // otherwise the next frame says that it was altered
	dir := writeLedger(t, newer)
	if _, _, err := Open(t.Context(), dir, h, Options{}); !errors.Is(err, ErrSchema) {
		t.Errorf("Open: %v, want ErrSchema", err)
	}
	if _, err := Read(t.Context(), dir); !errors.Is(err, ErrSchema) {
		t.Errorf("Read: %v, want ErrSchema", err)
	}
	if !bytes.Equal(fileIn(t, dir), newer) {
		t.Error("the ledger of a newer program was changed")
	}
}

func TestLostHeader(t *testing.T) {
	data := runBytes(t, testHeader(3), 0, 1)
	data[20] ^= 1
	dir := writeLedger(t, data)
	if _, err := Read(t.Context(), dir); !errors.Is(err, ErrNoHeader) {
		t.Errorf("Read: %v, want ErrNoHeader", err)
	}
	other := testHeader(3)
	other.Plan[0]++
	if _, _, err := Open(t.Context(), dir, other, Options{}); !errors.Is(err, ErrOtherRun) {
		t.Errorf("Open for another plan: %v, want ErrOtherRun", err)
	}
	l, rec := mustOpen(t, dir, 3)
	if len(rec.Damages) != 1 || l.Tally().Results != 2 {
		t.Errorf("Open: %+v, %+v", rec, l.Tally())
	}
	mustClose(t, l)
	run := must.Get(Read(t.Context(), dir))(t)
	if run.Header.Order != 8 || run.Tally.Results != 2 {
		t.Errorf("Read after Open: %+v; want the fresh header", run)
	}
	if _, rec := mustOpen(t, dir, 3); len(rec.Damages) != 1 {
		t.Errorf("second Open: %+v; want the old damage only", rec)
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
