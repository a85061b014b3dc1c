//go:build !purego

package kernel

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"queens/internal/cpu"
)

// eachVectorUnit runs f for the steps of every instruction set of this processor.
func eachVectorUnit(t *testing.T, f func(t *testing.T, steps *laneSteps)) {
	for _, v := range []struct {
		kernel Kernel
		steps  *laneSteps
	}{{lanes16, &lanes16Steps}, {lanes8, &lanes8Steps}} {
		t.Run("kernel="+v.kernel.Name, func(t *testing.T) {
			if !v.kernel.Usable() {
				t.Skipf("this processor lacks %s", v.kernel.Needs)
			}
			f(t, v.steps)
		})
	}
}

func TestSteps(t *testing.T) { eachVectorUnit(t, testSteps) }
func TestLanes(t *testing.T) { eachVectorUnit(t, testLanes) }

// TestHiddenFeatures starts this test again with features hidden and asks which kernel
// is chosen then.
func TestHiddenFeatures(t *testing.T) {
	const asked = "QUEENS_TEST_CHOOSE"
	task := &Task{Order: 16, Turn: 1, Rows: make([]int, 16)}
	if os.Getenv(asked) != "" {
		pick, err := Choose("auto")
		if err != nil {
			t.Fatal(err)
		}
		_, err = Choose("lanes-avx512")
		t.Logf("chosen: %s, forced: %v", pick(task).Name, err)
		return
	}
	for _, tc := range []struct{ hidden, want string }{
		{"-avx512", "lanes-avx2"},
		{"-avx512,-avx2", "scalar"},
		{"-all", "scalar"},
	} {
		if tc.want == "lanes-avx2" && !cpu.AVX2 {
			continue
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestHiddenFeatures$", "-test.v")
		cmd.Env = append(os.Environ(), asked+"=1", cpu.Variable+"="+tc.hidden)
		out, err := cmd.CombinedOutput()
		want := "chosen: " + tc.want + ", forced: kernel: kernel lanes-avx512 needs "
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("with %s hidden: error %v, want %q in\n%s", tc.hidden, err, want, out)
		}
	}
}
