package kernel

import (
	"testing"
	"time"
)

// benchmarkSteps counts a board with two queens in the middle and logs the cost of a step by number
// of open rows, less the two readings of the clock around it.
func benchmarkSteps(b *testing.B, steps *laneSteps) {
	const n = 17
	var spent [maxLaneRows + 1]time.Duration
	var calls, made [maxLaneRows + 1]int64
	var timed laneSteps
	for k := 3; k <= maxLaneRows; k++ {
		for i := range 2 {
			timed[k][i] = func(parents, children *laneLevel) {
				before, start := parents.steps, time.Now()
				steps[k][i](parents, children)
				spent[k] += time.Since(start)
				calls[k]++
				made[k] += parents.steps - before
			}
		}
	}
	task := &Task{Order: n}
	for r, c := range map[int]int{8: 3, 7: 9} {
		task.Columns |= 1 << c
		task.Rising |= 1 << (r + c)
		task.Falling |= 1 << (c - r + n - 1)
	}
	for r := range n {
		if r != 7 && r != 8 {
			task.Rows = append(task.Rows, r)
		}
	}
	central(task)
	var result Result
	for b.Loop() {
		result = countLanes(task, &timed)
	}
	var clock time.Duration
	for range 1000 {
		start := time.Now()
		clock += time.Since(start)
	}
	children := float64(result.Nodes) * float64(b.N)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/children, "ns/node")
	for k := 3; k <= maxLaneRows; k++ {
		net := spent[k] - time.Duration(calls[k])*clock/1000
		b.Logf("%2d rows: %5.1f ns per step of 32 lanes, %5.1f steps per call, %4.1f %% of the children, %4.1f %% of "+
			"the time", k,
			float64(net)/float64(made[k]), float64(made[k])/float64(calls[k]), 3200*float64(made[k])/children,
			100*float64(net)/float64(b.Elapsed()))
	}
}
