package ledger

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

// auditor is the program of docs/formats/ledger.md.
var auditor = filepath.Join("..", "..", "docs", "examples", "ledger.py")

// audited returns what the auditor prints about each ledger.
func audited(t *testing.T, ledgers [][]byte) (says []string) {
	t.Helper()
	dir := t.TempDir()
	args := []string{must.Get(filepath.Abs(auditor))(t)}
	for i, data := range ledgers {
		args = append(args, fmt.Sprint(i))
		must.Do(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), data, 0o644))
	}
	cmd := exec.Command("python3", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	says = make([]string, len(ledgers))
	for line := range strings.Lines(string(out)) {
		var i int
		name, text, _ := strings.Cut(line, ": ")
		if _, err := fmt.Sscan(name, &i); err != nil {
			t.Fatalf("the auditor prints %q", line)
		}
		says[i] += text
	}
	return says
}

func sound(tally Tally, state string) string {
	return fmt.Sprintf("%d of %d results, sum %v, %s, head %v\n", tally.Results, tally.Subproblems, tally.Total, state,
		tally.Head)
}

// The auditor, written from the description of the format, agrees with this package about sound
// ledgers, and finds every damage of the other tests that can be found without counting: all but a
// cut between two frames.
func TestRealAuditor(t *testing.T) {
	must.Find(t, "python3", "python3")
	settled, doubted := settledBytes(t)
	if lines := bytes.Count(must.Get(os.ReadFile(auditor))(t), []byte("\n")); lines > 80 {
		t.Errorf("the auditor has %d lines, want at most 80", lines)
	}
	ledgers, names := [][]byte{settled, doubted, dumpBytes(t), settled[:bounds(t, settled)[20]]}, []string{}
	want := []string{"certified", "in doubt", "certified", "no certificate"}
	for i, data := range ledgers {
		want[i] = sound(readBytes(t, data).Tally, want[i])
	}
	step, skipped := 67, 0
	if !testing.Short() {
		step = 23
	}
	for _, data := range [][]byte{settled, doubted} {
		violence(t, data, step, func(name string, damaged []byte) {
			cut := slices.Contains(bounds(t, data), len(damaged)) && bytes.HasPrefix(data, damaged)
			if skipped++; skipped%7 == 0 && !cut {
				ledgers, names = append(ledgers, bytes.Clone(damaged)), append(names, name)
			}
		})
	}
	add := func(name string, data []byte) { ledgers, names = append(ledgers, data), append(names, name) }
	h, wrongResidue, alien := testHeader(3), testResult(1), testHeader(3)
	wrongResidue.Mod13 ^= 1
	alien.Plan[0]++
	three, evident := runBytes(t, h, 0, 1, 2), testResult(1)
	next := func(data []byte, r Result) []byte {
		return append(bytes.Clone(data), nextFrame(t, data, resultKind, h, r)...)
	}
	for no := 1; no < 4; no++ { // the checksum is right
		for at := range bounds(t, three)[no] - bounds(t, three)[no-1] - prefixLen {
			add(fmt.Sprintf("frame %d altered at %d", no, at),
				reframe(t, three, no, func(payload []byte) { payload[at] ^= 4 }))
		}
	}
	for at := range three {
		flipped := bytes.Clone(three)
		flipped[at] ^= 0x80
		add(fmt.Sprintf("a bit of byte %d is flipped", at), flipped)
	}
	evident.Evidence, evident.Kernel = []Evidence{{Name: "pairs", Value: 5}}, "join"
	other := evident
	other.Evidence, other.Kernel = []Evidence{{Name: "pairs", Value: 6}}, "trie"
	moreNodes := by(1, "avx2", "")
	moreNodes.Nodes++
	add("a wrong residue", next(three, wrongResidue))
	add("beyond the plan", next(three, testResult(3)))
	add("two totals", next(three, NewResult(1, queens.NewTotal(8))))
	add("two figures", next(next(three, evident), other))
	add("two numbers of nodes", next(next(three, by(1, "avx2", "")), moreNodes))
	add("withdrawn", next(settled, wrongResult(20, "avx2", "")))
	add("another run", append(bytes.Clone(three), runBytes(t, alien, 0)...))
	add("a wrong certificate", append(bytes.Clone(three),
		nextFrame(t, three, doneKind, h, Done{Total: queens.NewTotal(5), Results: 3})...))
	add("nothing", nil)
	for i, says := range audited(t, ledgers) {
		switch {
		case i < len(want) && says != want[i]:
			t.Errorf("ledger %d: the auditor says %swant %s", i, says, want[i])
		case i >= len(want) && !strings.HasPrefix(says, "byte ") && says != "it has no frames\n":
			t.Errorf("%s: the auditor says %s", names[i-len(want)], says)
		}
	}
	t.Logf("%d ledgers", len(ledgers))
}
