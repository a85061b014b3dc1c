package program

import (
	"fmt"
	"strings"
	"testing"

	"queens/count/methods"
	"queens/internal/golden"
	"queens/internal/must"
)

// TestSignature pins the signature. If you change a search, a plan or the table of kernels, run
// this test with -update and state the old and the new signature in the commit. The file shows
// which counts changed; the numbers of solutions must not.
func TestSignature(t *testing.T) {
	r := must.Get(newSignature(t.Context()))(t)
	var text strings.Builder
	fmt.Fprintln(&text, "method order kernel solutions nodes; see TestSignature")
	for _, c := range r.Counts {
		if value, ok := methods.Published(must.Get(methods.Find(c.Method))(t), c.Order); !ok || value != c.Solutions {
			t.Errorf("%s of order %d by kernel %s: %v solutions, published are %v (%t)", c.Method, c.Order,
				c.Kernel, c.Solutions, value, ok)
		}
		fmt.Fprintln(&text, c.Method, c.Order, c.Kernel, c.Solutions, c.Nodes)
	}
	fmt.Fprintln(&text, "signature", r.Signature)
	golden.Compare(t, "testdata/signature.txt", []byte(text.String()))
}

// TestSignatureWorkload checks that the signature covers every method and every portable kernel.
func TestSignatureWorkload(t *testing.T) {
	var all []string
	for _, s := range methods.Variants() {
		all = append(all, s.Name)
	}
	var counted []string
	for _, work := range signatureWorkload {
		counted = append(counted, work.method)
	}
	if fmt.Sprint(all) != fmt.Sprint(counted) {
		t.Errorf("the workload has methods %v, there are %v", counted, all)
	}
	for _, s := range methods.Variants() {
		if kernels := kernelsOf(s, true); len(kernels) == 0 || kernels[0] != "generic" {
			t.Errorf("portable kernels of %s %v, want generic first", s.Name, kernels)
		}
	}
}

func TestBenchSummarises(t *testing.T) {
	row := benchRow{Runs: []benchRun{{CPU: 300, Wall: 330}, {CPU: 100, Wall: 110}, {CPU: 200, Wall: 500}}}
	row.Solutions, row.Nodes = row.Solutions.Add(10), row.Nodes.Add(40)
	row.Summarise()
	if row.CPU != 200 || row.Wall != 330 || row.Spread != 1 {
		t.Errorf("medians %v and %v, spread %v; want 200, 330 and (300-100)/200", row.CPU, row.Wall, row.Spread)
	}
	if *row.PerSolution != 20 || *row.NodesPerSolution != 4 || *row.PerNode != 5 {
		t.Errorf("%v ns/solution, %v nodes/solution, %v ns/node; want 20, 4, 5", *row.PerSolution,
			*row.NodesPerSolution, *row.PerNode)
	}
	if got := ratio(1, 0); got != nil {
		t.Errorf("1 / 0 is %v, want none", *got)
	}
}
