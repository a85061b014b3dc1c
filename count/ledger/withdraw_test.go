package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

// wrongResult is off by 8, to pass a check modulo 8.
func wrongResult(i int, kernel, worker string) Result {
	r := NewResult(i, testResult(i).Total.Plus(queens.NewTotal(8)))
	r.Kernel, r.Worker, r.Build = kernel, worker, "queens test"
	return r
}

// settled is a ledger in which every wrong result has been withdrawn, in every possible way.
// doubted has a certificate of a wrong sum, and a doubt.
const settledRuns = 60

func settledBytes(t *testing.T) (settled, doubted []byte) {
	t.Helper()
	p := &platter{}
	l := opened(t, t.TempDir(), settledRuns, Options{}, p)
	for i := range 20 {
		must.Do(t, l.Append(testResult(i)))
	}
	for _, r := range []Result{
		wrongResult(20, "avx2", ""), wrongResult(21, "avx2", "liar"), // withdrawn
		wrongResult(22, "bad", ""), wrongResult(23, "scalar+bad", ""), // revoked
		by(24, "bad", ""), by(25, "avx2", ""), by(25, "bad", ""),
		// confirmed, then withdrawn
		wrongResult(26, "avx2", "liar"), wrongResult(26, "masks", "friend"), wrongResult(26, "join", "third"),
		// confirmed, then revoked
		wrongResult(27, "bad", "liar"), wrongResult(27, "avx2", "friend"), wrongResult(27, "bad", "third"),
		// correct, and confirmed by a revoked kernel
		by(28, "avx2", ""), by(28, "masks", ""), by(28, "bad", ""), by(28, "join", ""),
	} {
		must.Do(t, l.Append(r))
	}
	for i := 29; i < settledRuns; i++ {
		must.Do(t, l.Append(testResult(i)))
	}
	must.Get(l.Finish("queens test"))(t)
	must.Do(t, l.Doubt("Q = 5"))
	doubted = bytes.Clone(p.seen)
	must.Do(t, l.Withdraw(map[int]string{20: "counted again"}))
	must.Do(t, l.Append(by(20, "masks", "")))
	must.Do(t, l.Append(by(20, "join", "")))
	must.Do(t, l.Withdraw(map[int]string{21: "a liar", 26: "a liar"}))
	must.Get(l.Revoke("bad", "a bit is stuck"))(t)
	for _, i := range missing(l) {
		must.Do(t, l.Append(by(i, "masks", "")))
	}
	must.Get(l.Finish("queens test"))(t)
	for i := range 8 {
		must.Do(t, l.Append(by(i, "masks", "")))
	}
	if tally := l.Tally(); tally.Total != trueTotal(settledRuns) || !tally.Complete() {
		t.Fatalf("%+v, want %v", tally, trueTotal(settledRuns))
	}
	settled = bytes.Clone(p.seen)
	mustClose(t, l)
	return settled, doubted
}

// step is that from one place of a damage to the next, with -short large.
func step() int {
	if testing.Short() {
		return 61
	}
	return 1
}

// violence yields every damage at one place of a ledger, with a name: blocks lost at every byte,
// the end cut at every byte, runs of frames lost, frames exchanged and moved.
func violence(t *testing.T, data []byte, step int, try func(name string, damaged []byte)) {
	offsets := bounds(t, data)
	frames := len(offsets) - 1
	frame := func(i int) []byte { return data[offsets[i]:offsets[i+1]] }
	for _, block := range []int{512, 4096} {
		for at := 0; at < len(data); at += step {
			damaged := bytes.Clone(data)
			clear(damaged[at:min(len(data), at+block)])
			try(fmt.Sprintf("%d bytes at %d are lost", block, at), damaged)
		}
	}
	for cut := 0; cut < len(data); cut += step {
		try(fmt.Sprintf("cut at %d", cut), data[:cut])
	}
	for i := range frames {
		for j := i + 1; j <= frames; j += 1 + min(step-1, 7) {
			try(fmt.Sprintf("frames %d to %d are lost", i+1, j), slices.Concat(data[:offsets[i]], data[offsets[j]:]))
		}
		for j := i + 1; j < frames; j++ {
			if step > 1 && (i+j)%8 != 0 {
				continue
			}
			try(fmt.Sprintf("frames %d and %d are exchanged", i+1, j+1),
				slices.Concat(data[:offsets[i]], frame(j), data[offsets[i+1]:offsets[j]], frame(i),
					data[offsets[j+1]:]))
			try(fmt.Sprintf("frame %d is moved behind %d", i+1, j+1),
				slices.Concat(data[:offsets[i]], data[offsets[i+1]:offsets[j+1]], frame(i), data[offsets[j+1]:]))
			try(fmt.Sprintf("frame %d is copied behind %d", i+1, j+1),
				slices.Concat(data[:offsets[j+1]], frame(i), data[offsets[j+1]:]))
		}
	}
	random := rand.New(rand.NewPCG(27, 1))
	for n := range 1000 / step {
		order := random.Perm(frames)
		var damaged []byte
		for _, i := range order[:frames-n%2*random.IntN(frames)] {
			damaged = append(damaged, frame(i)...)
		}
		try(fmt.Sprintf("shuffled, %d", n), damaged)
	}
}

// Whatever is lost, withdrawn, revoked or doubted results do not come back: no wrong result counts,
// no wrong sum is certified, and the run can be completed.
func TestNoDamageBringsBackWhatWasTakenBack(t *testing.T) {
	settled, doubted := settledBytes(t)
	h := testHeader(settledRuns)
	if p, err := replayBytes(settled, h); err != nil || len(checkTrue(t, p)) != settledRuns ||
		!p.recovery.Sound() || p.tally.Done == nil {
		t.Fatalf("without damage: %+v, %v", p.recovery, err)
	}
	dir, trials := t.TempDir(), 0
	violence(t, settled, step(), func(name string, damaged []byte) {
		trials++
		p, err := replayBytes(damaged, h)
		if errors.Is(err, ErrNoLedger) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkTrue(t, p)
		if d := p.tally.Done; d != nil && d.Total != trueTotal(settledRuns) {
			t.Errorf("%s: certified is %v, want %v", name, d.Total, trueTotal(settledRuns))
		}
		if trials%64 == 0 {
			recomplete(t, dir, damaged)
		}
		if t.Failed() {
			t.Fatal(name)
		}
	})
	t.Logf("%d damages", trials)
	violence(t, doubted, step(), func(name string, damaged []byte) {
		if p, err := replayBytes(damaged, h); err == nil && p.tally.Done != nil && len(p.inDoubt()) == 0 {
			t.Fatalf("%s: the doubted total %v is certified", name, p.tally.Done.Total)
		}
	})
}

func recomplete(t *testing.T, dir string, damaged []byte) {
	t.Helper()
	disk := &platter{seen: damaged}
	l := opened(t, dir, settledRuns, Options{}, disk)
	for _, i := range missing(l) {
		must.Do(t, l.Append(by(i, "last", "")))
	}
	if done, err := l.Finish("queens test"); err != nil || done.Total != trueTotal(settledRuns) {
		t.Errorf("Finish: %+v, %v; %d missing", done, err, len(missing(l)))
	}
	mustClose(t, l)
	p, err := replayBytes(disk.seen, testHeader(settledRuns))
	if err != nil || p.tally.Results != settledRuns || len(checkTrue(t, p)) != settledRuns {
		t.Errorf("read again: %+v, %v", p.tally, err)
	}
}

// Two different results never count, not even if one of them is lost after the ledger was opened.
func TestDisputeIsWithdrawn(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1)
	data = append(data, nextFrame(t, data, resultKind, h, wrongResult(0, "bad", ""))...)
	dir := writeLedger(t, data)
	l, recovery := mustOpen(t, dir, 3)
	if len(recovery.Damages) != 1 || !strings.Contains(recovery.Damages[0].Text, "differ") || l.Has(0) {
		t.Errorf("%+v", recovery)
	}
	if run := sameAsRead(t, l); !run.Withdrew(testResult(0)) || !run.Withdrew(wrongResult(0, "bad", "")) ||
		len(run.Notes) != 1 {
		t.Errorf("%+v, want both results of subproblem 0 withdrawn, and why", run.Notes)
	}
	mustClose(t, l)
	data = fileIn(t, dir)
	for at := range data {
		damaged := bytes.Clone(data)
		clear(damaged[at:min(len(data), at+150)])
		if _, ok := must.Get(replayBytes(damaged, h))(t).index[0]; ok {
			t.Fatalf("150 bytes at %d are lost: a disputed result counts", at)
		}
	}
}

// A disk may repeat any block: no result is lost.
func TestCopiedBlockTakesNothingOut(t *testing.T) {
	settled, _ := settledBytes(t)
	h := testHeader(settledRuns)
	var places []int // the start of each frame, and a place within it
	for _, start := range bounds(t, settled) {
		places = append(places, start, start+20)
	}
	for i := 0; i < len(places)-2; i += 2 + step() {
		at := places[i]
		for j, end := range places[:len(places)-1] {
			if j/2 <= i/2 { // empty, or cuts the frame that it is in
				continue
			}
			p := must.Get(replayBytes(slices.Concat(settled[:end], settled[at:]), h))(t)
			if got := checkTrue(t, p); len(got) != settledRuns {
				t.Fatalf("bytes %d to %d are there twice: subproblems %v count, want all", at, end-1, got)
			}
		}
	}
}

// A disk may return an old block of the file before the withdrawals, whole frames of it: while the
// frames of the withdrawals are there, no withdrawn result counts.
func TestOldBlocksBringNothingBack(t *testing.T) {
	settled, doubted := settledBytes(t)
	h := testHeader(settledRuns)
	old, places := bounds(t, doubted), bounds(t, settled)
	for i := 1; i < len(places); i += 3 + step() {
		at := places[i]
		for i := range len(old) - 1 {
			for _, end := range old[i+1 : min(len(old), i+4)] {
				p := must.Get(replayBytes(slices.Concat(settled[:at], doubted[old[i]:end], settled[at:]), h))(t)
				if checkTrue(t, p); t.Failed() {
					t.Fatalf("bytes %d to %d of the old file at byte %d", old[i], end, at)
				}
			}
		}
	}
}

// If the new file cannot be written, the old one stays as it is.
func TestWithdrawOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	d := &badDisk{room: muchRoom}
	l := opened(t, dir, 3, Options{}, d)
	mustAppend(t, l, 0, 1, 2)
	before := fileIn(t, dir)
	for room := 0; room < len(before); room += 31 {
		d.room = int64(room)
		if err := l.Withdraw(map[int]string{1: "a test"}); !errors.Is(err, errDisk) {
			t.Fatalf("room %d: %v, want the error of the disk", room, err)
		}
		if again := l.Append(testResult(0)); !errors.Is(again, errDisk) {
			t.Errorf("room %d: the next write: %v, want the same error", room, again)
		}
		if !bytes.Equal(fileIn(t, dir), before) {
			t.Fatalf("room %d: the file has changed", room)
		}
		_ = l.Close()
		d = &badDisk{room: muchRoom}
		l = opened(t, dir, 3, Options{}, d)
	}
	must.Do(t, l.Withdraw(map[int]string{1: "a test"}))
	mustClose(t, l)
	complete(t, dir, 3)
	if entries := must.Get(os.ReadDir(dir))(t); len(entries) != 2 {
		t.Errorf("%v, want ledger and lock only", entries)
	}
}
