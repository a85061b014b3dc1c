package counted

import (
	"strings"
	"testing"

	"queens/count/survey"
)

func TestBenchSummarises(t *testing.T) {
	row := Bench{Runs: []BenchRun{{CPU: 300, Wall: 330}, {CPU: 100, Wall: 110}, {CPU: 200, Wall: 500}}}
	row.Solutions, row.Nodes = row.Solutions.Add(10), row.Nodes.Add(40)
	row.Summarise()
	if row.CPU != 200 || row.Wall != 330 || row.Spread != 1 {
		t.Errorf("medians %v and %v, spread %v; want 200, 330 and (300-100)/200", row.CPU, row.Wall, row.Spread)
	}
	if *row.PerSolution != 20 || *row.NodesPerSolution != 4 || *row.PerNode != 5 {
		t.Errorf("%v ns/solution, %v nodes/solution, %v ns/node; want 20, 4, 5", *row.PerSolution, *row.NodesPerSolution, *row.PerNode)
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("median of four is %v, want 2.5", got)
	}
	if got := ratio(1, 0); got != nil {
		t.Errorf("1 / 0 is %v, want none", *got)
	}
}

// An estimate of too few samples claims nothing about ranges that it does not have.
func TestEstimateWithoutRanges(t *testing.T) {
	f := survey.Forecast{Order: 28, Sampled: 28, Counts: "solutions", Workers: 1, Samples: 2, Seconds: survey.Band{Mean: 10, High: 90}}
	if text := NewEstimate(f).Text(Style{}); strings.Contains(text, "nine of ten") || !strings.Contains(text, "too few samples") {
		t.Error(text)
	}
	f.Seconds.Low = 5
	if text := NewEstimate(f).Text(Style{}); !strings.Contains(text, "nine of ten") {
		t.Error(text)
	}
}
