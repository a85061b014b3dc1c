package program

import (
	"testing"
)

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
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("median of four is %v, want 2.5", got)
	}
	if got := ratio(1, 0); got != nil {
		t.Errorf("1 / 0 is %v, want none", *got)
	}
}
