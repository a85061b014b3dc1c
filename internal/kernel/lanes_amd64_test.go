//go:build !purego

package kernel

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"queens/internal/cpu"
	"queens/internal/must"
)

func TestSteps(t *testing.T) { withLanes(t, testSteps) }
func TestLanes(t *testing.T) { withLanes(t, testLanes) }

func withLanes(t *testing.T, f func(t *testing.T, steps *laneSteps)) {
	if !lanes8.Usable() {
		t.Skipf("this processor lacks %s", lanes8.Needs)
	}
	f(t, &lanes8Steps)
}

// TestHiddenFeatures runs this test again with features hidden and checks the chosen kernel.
func TestHiddenFeatures(t *testing.T) {
	const asked = "QUEENS_TEST_CHOOSE"
	task := &Task{Order: 16, Rows: make([]int, 16)}
	if os.Getenv(asked) != "" {
		pick := must.Get(Choose("auto"))(t)
		_, err := Choose("lanes-avx2")
		t.Logf("chosen: %s, forced: %v", pick(task).Name, err)
		return
	}
	for _, tc := range []struct{ hidden, want string }{{"-avx2", "scalar"}, {"-all", "scalar"}} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestHiddenFeatures$", "-test.v")
		cmd.Env = append(os.Environ(), asked+"=1", cpu.Variable+"="+tc.hidden)
		out, err := cmd.CombinedOutput()
		want := "chosen: " + tc.want + ", forced: kernel: kernel lanes-avx2 needs "
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("with %s hidden: error %v, want %q in\n%s", tc.hidden, err, want, out)
		}
	}
}
