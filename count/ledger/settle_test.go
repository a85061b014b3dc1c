package ledger

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/internal/must"
)

// by returns the correct result of a subproblem by another kernel and worker.
func by(subproblem int, kernel, worker string) Result {
	r := testResult(subproblem)
	r.Kernel, r.Worker, r.Build = kernel, worker, "queens test"
	return r
}

func mustRead(t *testing.T, dir string) *Run {
	t.Helper()
	run := must.Get(Read(t.Context(), dir))(t)
	if !run.Recovery.Sound() {
		t.Errorf("flaws: %+v", run.Recovery)
	}
	return run
}

// sameAsRead checks that writer and reader agree.
func sameAsRead(t *testing.T, l *Ledger) *Run {
	t.Helper()
	run := mustRead(t, l.Dir())
	if got := l.Tally(); !reflect.DeepEqual(got, run.Tally) {
		t.Errorf("the writer has %+v, a reader %+v", got, run.Tally)
	}
	return run
}

// A ledger continues each of its earlier heads, and no head of another ledger.
func TestFrame(t *testing.T) {
	l, _ := mustOpen(t, t.TempDir(), 5)
	var heads []Hash
	for i := range 4 {
		mustAppend(t, l, i)
		heads = append(heads, mustRead(t, l.Dir()).Tally.Head)
	}
	run := mustRead(t, l.Dir())
	for i, head := range heads {
		if frame, err := run.Frame(t.Context(), head); err != nil || frame != uint64(i)+2 {
			t.Errorf("head of %d results: frame %d, %v; want %d", i+1, frame, err, i+2)
		}
	}
	other, _ := mustOpen(t, t.TempDir(), 5)
	mustAppend(t, other, 1, 0)
	if frame, err := run.Frame(t.Context(), mustRead(t, other.Dir()).Tally.Head); !errors.Is(err, ErrMismatch) {
		t.Errorf("head of another ledger: frame %d, %v; want ErrMismatch", frame, err)
	}
}

func TestSecondResultConfirms(t *testing.T) {
	l, _ := mustOpen(t, t.TempDir(), 3)
	for _, r := range []Result{
		by(0, "avx2", ""), by(1, "avx2", ""), by(0, "avx2", "mill"), by(0, "masks", ""),
		by(1, "avx2", ""),
	} {
		must.Do(t, l.Append(r))
	}
	run := sameAsRead(t, l)
	// The last one repeats the second and is not written.
	if run.Tally.Results != 2 || run.Tally.Confirmed != 1 || run.Tally.Last != 5 || run.Recovery.Repeated != 0 ||
		run.Tally.Total != trueTotal(2) {
		t.Errorf("tally %+v, want two results, one of them confirmed, in five frames", run.Tally)
	}
	if run.Computed(0) != 3 || run.Computed(1) != 1 || run.Computed(2) != 0 {
		t.Errorf("computed %d, %d and %d times, want 3, 1 and 0", run.Computed(0), run.Computed(1), run.Computed(2))
	}
}

// Shared values of two computations are compared before anything is written.
func TestAppendCompares(t *testing.T) {
	join := by(1, "join", "")
	join.Evidence = []Evidence{{Name: "pairs", Value: 5}}
	other := by(1, "join2", "mill")
	other.Evidence = []Evidence{{Name: "pairs", Value: 6}}
	moreNodes := func(r Result) Result { r.Nodes++; return r }
	otherBuild := by(0, "avx2", "mill")
	otherBuild.Build = "queens later"
	for _, c := range []struct {
		name          string
		first, second Result
		differ        string
	}{
		{"total", by(0, "avx2", ""), NewResult(0, queens.NewTotal(5)), "total 1000003"},
		{"evidence", join, other, "evidence pairs=5"},
		{"nodes of a kernel", by(0, "avx2", ""), moreNodes(by(0, "avx2", "mill")), "number of nodes by kernel avx2 0"},
		{"nodes of two kernels", by(0, "avx2", ""), moreNodes(by(0, "masks", "mill")), ""},
		{"nodes of two builds", by(0, "avx2", ""), moreNodes(otherBuild), ""},
		{"nodes of a mixture", by(0, "avx2+scalar", ""), moreNodes(by(0, "avx2+scalar", "mill")), ""},
		{"time", by(0, "avx2", ""), func() Result { r := by(0, "avx2", ""); r.Elapsed++; return r }(), ""},
		{"nodes beside evidence", join, moreNodes(join), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, _ := mustOpen(t, t.TempDir(), 3)
			must.Do(t, l.Append(c.first))
			before := l.Tally()
			err := l.Append(c.second)
			switch {
			case c.differ == "" && err != nil:
				t.Errorf("Append: %v, want no error", err)
			case c.differ == "":
				if l.Tally().Confirmed != 1 {
					t.Errorf("tally %+v, want it confirmed", l.Tally())
				}
			case !errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), c.differ+" in frame 2 at byte") ||
				!strings.Contains(err.Error(), " in a new result"):
				t.Errorf("Append: %v, want ErrMismatch that tells of %q in frame 2", err, c.differ)
			case l.Tally() != before:
				t.Errorf("tally %+v, was %+v: something was written", l.Tally(), before)
			}
			sameAsRead(t, l)
		})
	}
}

func TestWithdraw(t *testing.T) {
	dir := t.TempDir()
	l, _ := mustOpen(t, dir, 2)
	wrong := NewResult(1, queens.NewTotal(7))
	wrong.Nodes, wrong.Elapsed = 100, 3
	for _, r := range []Result{by(0, "avx2", ""), wrong} {
		must.Do(t, l.Append(r))
	}
	must.Get(l.Finish("queens test"))(t)
	before := fileIn(t, l.Dir())
	must.Do(t, l.Withdraw(map[int]string{1: "computed again: 2000006"}))
	if err := l.Withdraw(map[int]string{2: "no such"}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("Withdraw beyond the plan: %v, want ErrFormat", err)
	}
	run := checkNotes(t, l, "the result of subproblem 2 is withdrawn: computed again: 2000006")
	if run.Complete() || run.Tally.Total != testResult(0).Total || run.Tally.Done != nil ||
		run.Tally.Nodes != queens.NewTotal(0) || l.Has(1) {
		t.Errorf("after the withdrawal: %+v, want one result and no certificate", run.Tally)
	}
	must.Do(t, l.Append(by(1, "masks", "")))
	done, err := l.Finish("queens test")
	if err != nil || done.Total != trueTotal(2) {
		t.Errorf("Finish: %+v, %v; want %v", done, err, trueTotal(2))
	}
	if run := sameAsRead(t, l); !run.Complete() || run.Tally.Total != trueTotal(2) {
		t.Errorf("after the second result: %+v", run.Tally)
	}
	data := fileIn(t, l.Dir())
	mustClose(t, l)

	old := bounds(t, before)
	if bytes.Contains(data, before[old[2]:old[3]]) || bytes.Contains(data, before[old[3]:old[4]]) {
		t.Error("the file still has the withdrawn result or the certificate")
	}
	// The old frames, pasted anywhere, and before the withdrawal alone.
	offsets := bounds(t, data)
	for _, end := range []int{offsets[2], len(data)} {
		for _, at := range offsets[1:] {
			p := must.Get(replayBytes(slices.Concat(data[:min(at, end)], before[old[2]:old[4]], data[min(at, end):end]),
				testHeader(2)))(t)
			checkTrue(t, p)
		}
	}
	altered := reframe(t, data, 3, func(payload []byte) { payload[5] ^= 1 }) // the link to the withdrawal
	if run := readBytes(t, altered); !run.Withdrew(wrong) || run.Recovery.Sound() {
		t.Errorf("no frame vouches for the withdrawal: %+v; want it to count nevertheless", run.Recovery)
	}
	_, err = run.Frame(t.Context(), sha256.Sum256(before[old[3]+prefixLen:]))
	if !errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), "then the result of subproblem 2 is withdrawn") {
		t.Errorf("the head before the withdrawal: %v, want ErrMismatch and why", err)
	}
}

// A result that was withdrawn and computed again in the same time counts.
func TestWithdrawnAndComputedAgain(t *testing.T) {
	l, _ := mustOpen(t, t.TempDir(), 2)
	mustAppend(t, l, 0, 1)
	must.Do(t, l.Withdraw(map[int]string{1: "a test"}))
	mustAppend(t, l, 1)
	run := sameAsRead(t, l)
	if run.Tally.Total != trueTotal(2) || !run.Withdrew(testResult(1)) || run.Withdrew(testResult(0)) {
		t.Errorf("%+v, want the result counted that was computed again", run.Tally)
	}
}

// Results withdrawn together have a reason each, and the file is written once.
func TestWithdrawMany(t *testing.T) {
	p := &platter{}
	l := opened(t, t.TempDir(), 4, Options{}, p)
	mustAppend(t, l, 0, 1, 2)
	if err := l.Withdraw(map[int]string{4: "no such"}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("beyond the plan: %v, want ErrFormat", err)
	}
	must.Do(t, l.Withdraw(nil))
	if p.replaced != 0 {
		t.Error("the file was written anew without a reason")
	}
	must.Do(t, l.Withdraw(map[int]string{2: "late", 0: "early"}))
	withdrawn := replayOf(t, p).withdrawals
	if p.replaced != 1 || len(withdrawn) != 2 || !l.Has(1) || l.Has(0) || l.Has(2) ||
		withdrawn[0].note().Text != "the result of subproblem 1 is withdrawn: early" ||
		withdrawn[1].note().Text != "the result of subproblem 3 is withdrawn: late" {
		t.Errorf("written %d times, %+v", p.replaced, withdrawn)
	}
	mustClose(t, l)
}

// Adopting the withdrawals of another ledger takes out its results, and keeps their copies out.
func TestAdopt(t *testing.T) {
	other, _ := mustOpen(t, t.TempDir(), 4)
	for _, r := range []Result{testResult(0), wrongResult(1, "avx2", ""), wrongResult(2, "bad", "")} {
		must.Do(t, other.Append(r))
	}
	must.Do(t, other.Withdraw(map[int]string{1: "counted again"}))
	must.Get(other.Revoke("bad", "a bit is stuck"))(t)
	l, _ := mustOpen(t, t.TempDir(), 4)
	for _, r := range []Result{testResult(0), wrongResult(1, "avx2", ""), wrongResult(3, "bad", "")} {
		must.Do(t, l.Append(r))
	}
	for range 2 {
		must.Do(t, l.Adopt("as there", mustRead(t, other.Dir()).Withdrawals()))
		run := checkNotes(t, l, "the result of subproblem 2 is withdrawn: as there",
			"the results of kernel bad are withdrawn: as there")
		if run.Tally.Results != 1 || !run.Has(0) || !run.Withdrew(wrongResult(2, "bad", "")) ||
			!run.Withdrew(wrongResult(3, "bad", "")) || run.Tally.Last != 4 {
			t.Errorf("%+v, want the first subproblem only, in four frames", run.Tally)
		}
	}
}

// A withdrawal that does not fit into one frame has several.
func TestManyResultsWithdrawn(t *testing.T) {
	const subproblems = 1000
	l, _ := mustOpen(t, t.TempDir(), subproblems)
	for i := range subproblems {
		r := by(i, strings.Repeat("k", maxName), strings.Repeat("w", maxName))
		figure := Evidence{Name: strings.Repeat("e", maxName), Value: math.MaxUint64}
		r.Evidence = slices.Repeat([]Evidence{figure}, i%MaxEvidence)
		must.Do(t, l.Append(r))
	}
	if n, err := l.Revoke(strings.Repeat("k", maxName), strings.Repeat("r", maxNote)); n != subproblems || err != nil {
		t.Fatalf("Revoke = %d, %v; want %d", n, err, subproblems)
	}
	run, results := sameAsRead(t, l), 0
	for _, w := range run.Withdrawals() {
		results += len(w.Results)
	}
	if results != subproblems || run.Tally.Results != 0 || len(run.Notes) != 1 {
		t.Errorf("%d results withdrawn, %d left, notes %d; want all, none and one", results, run.Tally.Results,
			len(run.Notes))
	}
}

// checkNotes checks the notes of a ledger, and returns what a reader finds.
func checkNotes(t *testing.T, l *Ledger, want ...string) *Run {
	t.Helper()
	run := sameAsRead(t, l)
	if !slices.EqualFunc(run.Notes, want, func(n Note, text string) bool { return n.Text == text }) {
		t.Errorf("notes %v, want %q", run.Notes, want)
	}
	return run
}

// checkDoubts checks the doubts about a ledger, and whether it has a certificate.
func checkDoubts(t *testing.T, l *Ledger, certified bool, want ...string) {
	t.Helper()
	run := sameAsRead(t, l)
	if !slices.EqualFunc(run.Doubts, want, func(n Note, text string) bool { return n.Text == text }) ||
		(run.Tally.Done != nil) != certified {
		t.Errorf("doubts %v, certificate %v; want %q, %t", run.Doubts, run.Tally.Done, want, certified)
	}
}

func TestRevoke(t *testing.T) {
	dir := t.TempDir()
	l, _ := mustOpen(t, dir, 5)
	for _, r := range []Result{
		by(0, "avx2", ""), by(1, "scalar", ""), by(2, "scalar+avx2", ""), by(3, "masks", ""), by(3, "avx2", ""),
		by(1, "masks", ""),
	} {
		must.Do(t, l.Append(r))
	}
	for _, name := range []string{"", strings.Repeat("k", maxName+1)} {
		if _, err := l.Revoke(name, "no name"); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("Revoke(%.10q): %v, want ErrFormat", name, err)
		}
	}
	n, err := l.Revoke("avx2", "one lane is dead")
	if err != nil || n != 2 {
		t.Fatalf("Revoke = %d, %v; want 2", n, err)
	}
	run := checkNotes(t, l, "the results of kernel avx2 are withdrawn: one lane is dead")
	if run.Tally.Results != 2 || run.Tally.Confirmed != 1 || l.Has(0) || l.Has(2) || !l.Has(1) || !l.Has(3) ||
		!slices.Equal(run.Revoked(), []string{"avx2"}) {
		t.Errorf("after the revocation: %+v, want subproblems 1 and 3, the first of them confirmed", run.Tally)
	}
	for _, i := range []int{0, 2, 4} {
		must.Do(t, l.Append(by(i, "avx2", ""))) // repaired, and counted again
	}
	if run := sameAsRead(t, l); !run.Complete() || run.Tally.Total != trueTotal(5) {
		t.Errorf("completed: %+v", run.Tally)
	}
}

func TestDoubt(t *testing.T) {
	l, _ := mustOpen(t, t.TempDir(), 2)
	mustAppend(t, l, 0, 1)
	for range 2 {
		must.Do(t, l.Doubt("the known value is 5"))
	}
	must.Do(t, l.Doubt("Q leaves 3 modulo 8"))
	checkDoubts(t, l, false, "the known value is 5", "Q leaves 3 modulo 8")
	before := l.Tally()
	mustClose(t, l)
	l, _ = mustOpen(t, l.Dir(), 2)
	if err := l.Doubt("the known value is 5"); err != nil || l.Tally() != before || !before.Complete() {
		t.Errorf("the same doubt of another process: %v, %+v; want nothing written", err, l.Tally())
	}
	must.Get(l.Finish("queens test"))(t)
	checkDoubts(t, l, true)
	must.Do(t, l.Doubt("later"))
	checkDoubts(t, l, false, "later")
	must.Get(l.Finish("queens test"))(t)
	checkDoubts(t, l, true)
}

func TestCertificateThatIsNotTheSum(t *testing.T) {
	h := testHeader(2)
	data := runBytes(t, h, 0, 1)
	done := Done{Total: queens.NewTotal(5), Results: 2, Program: "forger"}
	data = append(data, nextFrame(t, data, doneKind, h, done)...)
	l, _ := mustOpen(t, writeLedger(t, data), 2)
	must.Do(t, l.Append(by(0, "masks", "")))
	if _, err := l.Finish("queens test"); !errors.Is(err, ErrMismatch) {
		t.Errorf("Finish with one result of two confirmed: %v, want ErrMismatch", err)
	}
	if run := mustRead(t, l.Dir()); len(run.Doubts) != 1 {
		t.Errorf("doubts %v, want one", run.Doubts)
	}
	must.Do(t, l.Append(by(1, "masks", "")))
	if done, err := l.Finish("queens test"); err != nil || done.Total != trueTotal(2) {
		t.Errorf("Finish with all confirmed: %+v, %v", done, err)
	}
	if run := sameAsRead(t, l); len(run.Doubts) != 0 || run.Tally.Done.Total != trueTotal(2) {
		t.Errorf("doubts %v, want none", run.Doubts)
	}
}

// nextFrame returns a frame that the last one of a ledger vouches for.
func nextFrame[B any](t *testing.T, data []byte, k kind, h Header, body B) []byte {
	t.Helper()
	offsets := bounds(t, data)
	last := offsets[len(offsets)-2]
	rec := must.Get(recordAt(bytes.NewReader(data), int64(last)))(t)
	return frameOf(t, k, rec.seq+1, sha256.Sum256(data[last+prefixLen:]), h, body)
}

func frameOf[B any](t *testing.T, k kind, seq uint64, prev Hash, h Header, body B) []byte {
	t.Helper()
	payload := must.Get(encoding.Marshal(envelope[B]{
		Kind: k, Seq: seq, Prev: link(prev[:linkLen]),
		Plan: h.Plan.prefix(), Body: body,
	}))(t)
	return appendFrame(nil, payload)
}

// Each byte of one frame's payload is altered in turn, and the checksum repaired. No wrong result
// counts, no reader fails, and the run can be completed. Only the frame and, if its link was
// altered, the one before can be lost. No successor vouches for the last frame, so only its own
// result may differ.
func TestOneAlteredFrame(t *testing.T) {
	const subproblems = 4
	h := testHeader(subproblems)
	data := runBytes(t, h, 0, 1, 2, 3)
	frames := len(bounds(t, data)) - 1
	for no := 1; no <= frames; no++ {
		offsets := bounds(t, data)
		for at := 0; at < offsets[no]-offsets[no-1]-prefixLen; at += step() {
			for _, mask := range []byte{0x01, 0x04, 0x80} {
				altered := reframe(t, data, no, func(payload []byte) { payload[at] ^= mask })
				name := fmt.Sprintf("frame %d, byte %d, mask %#x", no, at, mask)
				p, err := replayBytes(altered, h)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for i := range subproblems {
					k, ok := p.index[i]
					link := 4 <= at && at < 4+linkLen
					touched := no == i+2 || no == i+3 && link // its own frame, or the one that vouches for it
					if ok && k.total != testResult(i).Total && no != frames || !ok && !touched && no != frames {
						t.Errorf("%s: subproblem %d: %v, counted %v; damages %v", name, i, k.total, ok,
							p.recovery.Damages)
					}
				}
				if got := p.tally.Results; got < subproblems-2 {
					t.Errorf("%s: %d results left", name, got)
				}
				_, err = Read(t.Context(), writeLedger(t, altered))
				if lost := no <= 2 && errors.Is(err, ErrNoHeader); err != nil && !lost {
					t.Errorf("%s: Read: %v", name, err)
				}
				if no < frames && mask == 4 {
					complete(t, writeLedger(t, altered), subproblems)
				}
			}
		}
	}
}

// A header with a correct checksum that the second frame does not vouch for is ignored.
func TestAlteredHeader(t *testing.T) {
	h := testHeader(3)
	data := runBytes(t, h, 0, 1, 2)
	for name, change := range map[string]func(h *Header){
		"order":  func(h *Header) { h.Order++ },
		"plan":   func(h *Header) { h.Plan[0]++ },
		"schema": func(h *Header) { h.Schema++ },
		"method": func(h *Header) { h.Method = "torus" },
		"number": func(h *Header) { h.Subproblems = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			other := h
			other.Schema = Schema
			change(&other)
			altered := slices.Concat(frameOf(t, headerKind, 1, Hash{}, other, other), data[bounds(t, data)[1]:])
			if _, err := Read(t.Context(), writeLedger(t, altered)); !errors.Is(err, ErrNoHeader) {
				t.Errorf("Read: %v, want ErrNoHeader", err)
			}
			complete(t, writeLedger(t, altered), 3)
		})
	}
}

func TestHeaderOfTwoPlans(t *testing.T) {
	h, other := testHeader(3), testHeader(3)
	h.Schema = Schema
	other.Plan[0]++
	data := frameOf(t, headerKind, 1, Hash{}, other, h)
	if _, err := Read(t.Context(), writeLedger(t, data)); !errors.Is(err, ErrNoHeader) {
		t.Errorf("Read: %v, want ErrNoHeader", err)
	}
}

// A header may follow results. Results beyond its subproblems do not count.
func TestLateHeader(t *testing.T) {
	data := runBytes(t, testHeader(5), 0, 4, 1)
	offsets := bounds(t, data)
	h := testHeader(3)
	h.Schema = Schema
	run := readBytes(t, slices.Concat(data[offsets[1]:], nextFrame(t, data, headerKind, h, h)))
	if run.Header.Subproblems != 3 || run.Tally.Results != 2 || run.Tally.Total != trueTotal(2) {
		t.Errorf("Read: %+v; want the two results that the header allows", run)
	}
}

// Results and confirmations are read as written, also after revocation and withdrawal.
func TestComputations(t *testing.T) {
	l, _ := mustOpen(t, t.TempDir(), 4)
	for _, r := range []Result{
		by(1, "avx2", "a"), by(0, "masks", "b"), by(1, "masks", "c"), by(2, "avx2", "a"),
		by(1, "generic", "d"), by(2, "generic", "d"),
	} {
		must.Do(t, l.Append(r))
	}
	want := func(names ...string) {
		t.Helper()
		var got []string
		run := sameAsRead(t, l)
		for r, err := range run.Computations() {
			if err != nil || r.Total != testResult(r.Subproblem).Total {
				t.Fatalf("%+v, %v", r, err)
			}
			got = append(got, fmt.Sprintf("%d %s %s", r.Subproblem, r.Kernel, r.Worker))
		}
		if !slices.Equal(got, names) {
			t.Errorf("computations %q, want %q", got, names)
		}
		for i := range 4 {
			total, ok := l.Total(i)
			if ok != run.Has(i) || ok && total != testResult(i).Total ||
				l.Confirmed(i) != (run.Computed(i) > 1) {
				t.Errorf("subproblem %d: total %v, %t, confirmed %t", i, total, ok, l.Confirmed(i))
			}
		}
	}
	want("0 masks b", "1 avx2 a", "1 masks c", "2 avx2 a", "2 generic d")
	must.Get(l.Revoke("masks", "test"))(t)
	want("1 avx2 a", "1 generic d", "2 avx2 a", "2 generic d")
	must.Do(t, l.Withdraw(map[int]string{2: "test"}))
	want("1 avx2 a", "1 generic d")
}

// Costs add up for every reader, and writer and reader refuse invalid ones.
func TestSpend(t *testing.T) {
	l, _ := mustOpen(t, t.TempDir(), 2)
	mustAppend(t, l, 0, 1)
	for range 2 {
		must.Do(t, l.Spend(Cost{Results: 1, Processor: time.Second}))
	}
	if run := sameAsRead(t, l); run.Tally.Spent != (Cost{Results: 2, Processor: 2 * time.Second}) ||
		!run.Recovery.Sound() || run.Recovery.Unknown != 0 {
		t.Errorf("spent %+v, %+v; want two seconds for two results", run.Tally.Spent, run.Recovery)
	}
	if err := l.Spend(Cost{Results: 1, Processor: -1}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("a negative time: %v, want ErrFormat", err)
	}
	mustClose(t, l)
	data := fileIn(t, l.Dir())
	run := readBytes(t, reframe(t, data, 5, func(payload []byte) { payload[len(payload)-5] = 0x3A })) // -1000000001
	if run.Tally.Spent.Results != 1 || len(run.Recovery.Damages) != 1 ||
		!strings.Contains(run.Recovery.Damages[0].Text, "cannot be") {
		t.Errorf("a negative time in the file: %+v; want it named and passed over", run)
	}
	sum := Tally{}
	sum.spend(Cost{Results: 1, Processor: math.MaxInt64 - 1})
	sum.spend(Cost{Results: 1, Processor: time.Hour})
	if sum.Spent.Processor != math.MaxInt64 {
		t.Errorf("the sum of times overflows: %v", sum.Spent.Processor)
	}
}
