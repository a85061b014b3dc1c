package kernel

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkSteps reports the time of one step of 32 lanes by number of open rows, in
// the search of a board with queens in the middle.
func benchSteps(b *testing.B, steps *laneSteps) {
	const n = 17
	var spent [maxLaneRows + 1]time.Duration
	var calls, made [maxLaneRows + 1]int64
	var timed laneSteps
	for k := 3; k <= maxLaneRows; k++ {
		for i := range 2 {
			timed[k][i] = func(p, c *laneLevel) {
				before := p.steps
				start := time.Now()
				steps[k][i](p, c)
				spent[k] += time.Since(start)
				calls[k]++
				made[k] += p.steps - before
			}
		}
	}
	task := &Task{Order: n, Turn: 1}
	for _, q := range [][2]int{{8, 3}, {7, 9}} {
		r, c := q[0], q[1]
		task.Columns |= 1 << c
		task.Filled |= 1 << r
		task.Rising |= 1 << (r + c)
		task.Falling |= 1 << (c - r + n - 1)
	}
	for r := range n {
		if task.Filled>>r&1 == 0 {
			task.Rows = append(task.Rows, r)
		}
	}
	central(task)
	var found Result
	for b.Loop() {
		found = countLanes(task, &timed)
	}
	var empty time.Duration
	for range 1000 {
		start := time.Now()
		empty += time.Since(start)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(found.Solutions), "ns/solution")
	for k := 3; k <= maxLaneRows; k++ {
		net := spent[k] - time.Duration(calls[k])*empty/1000
		b.Logf("%2d rows: %6.1f ns per 32 lanes, %5.1f steps per call, %6.3f children per solution, %4.1f %% of time", k, float64(net)/float64(made[k]), float64(made[k])/float64(calls[k]),
			float64(made[k])*32/float64(b.N)/float64(found.Solutions), 100*float64(net)/float64(b.Elapsed()))
	}
	_ = fmt.Sprint
}
