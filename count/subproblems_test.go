package count

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/count/kind"
	"queens/count/kind/join"
	"queens/count/plan"
)

// Flags of TestSubproblems.
var (
	subproblems = flag.String("subproblems", "", "count single subproblems of the join and print CSV: "+
		"order:number,number,...")
	memory = flag.Int64("memory", DefaultMemory, "bytes that they may take")
)

// TestSubproblems measures single subproblems of the join, for instance
// -subproblems 28:7,500000. Columns are order, subproblem, number of column sets,
// estimated work, processor seconds with one worker, nanoseconds per unit of work,
// the weighted total, the evidence, and the most memory the process has had so far
// in megabytes, where the system tells.
func TestSubproblems(t *testing.T) {
	if *subproblems == "" {
		t.Skip("only on demand: -subproblems")
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(*memory))
	order, list, _ := strings.Cut(*subproblems, ":")
	n, err := strconv.Atoi(order)
	if err != nil {
		t.Fatalf("-subproblems %s: want order:number,number,...", *subproblems)
	}
	scheme, err := plan.Find("join")
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), n, scheme)
	if err != nil {
		t.Fatal(err)
	}
	counter, err := NewCounter(p.Frame, Options{Workers: 1, Memory: *memory})
	if err != nil {
		t.Fatal(err)
	}
	for number := range strings.SplitSeq(list, ",") {
		i, err := strconv.Atoi(number)
		if err != nil || i < 0 || i >= len(p.Subproblems) {
			t.Fatalf("-subproblems %s: order %d has subproblems 0 to %d", *subproblems, n, len(p.Subproblems)-1)
		}
		sub := &p.Subproblems[i]
		seconds := kind.Stopwatch()
		r, err := counter.Count(t.Context(), sub)
		if err != nil {
			t.Fatal(err)
		}
		took := seconds()
		fmt.Fprintf(os.Stderr, "%d,%d,%d,%v,%.3f,%.3f,%v,%v,%s\n", n, i, sub.Pieces.(join.Sets).Count, sub.Work,
			took, took*1e9/sub.Work.Float64(), r.Total, r.Evidence, peakMemory())
	}
}

// peakMemory returns the largest resident set of this process in megabytes, or
// nothing where the system does not tell.
func peakMemory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return ""
	}
	fields := strings.Fields(string(status))
	at := slices.Index(fields, "VmHWM:")
	if at < 0 {
		return ""
	}
	kilobytes, err := strconv.Atoi(fields[at+1])
	if err != nil {
		return ""
	}
	return strconv.Itoa(kilobytes / 1000)
}
