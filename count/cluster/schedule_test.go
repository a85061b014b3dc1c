package cluster

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"queens"
	"queens/count/plan"
)

// newTestSchedule returns a schedule of equal subproblems without results.
func newTestSchedule(subproblems int) *schedule {
	list := make([]plan.Subproblem, subproblems)
	for i := range list {
		list[i].Work = queens.NewTotal(1000)
	}
	s := newSchedule(list, false)
	for i := range list {
		s.set(i, missing, "")
	}
	return s
}

// deliver has a result arrive that decides.
func deliver(s *schedule, worker string, i int, seconds float64) {
	s.counted(worker, i, seconds)
	s.set(i, decided, "")
}

// Batches are runs of neighbours, larger for faster workers, and small at the end.
func TestBatches(t *testing.T) {
	s, now := newTestSchedule(100_000), time.Unix(0, 0)
	s.join("fast", 8, now)
	s.join("slow", 8, now)
	for name, seconds := range map[string]float64{"fast": 0.01, "slow": 10} {
		for range 3 {
			batch := s.take(name, now)
			for k, i := range batch {
				if i != batch[0]+k {
					t.Fatalf("%s: a batch of %v", name, batch)
				}
				deliver(s, name, i, seconds)
			}
		}
	}
	fast, slow := len(s.take("fast", now)), len(s.take("slow", now))
	if fast != maxBatch || slow > 2*8 {
		t.Errorf("batches of %d for a fast worker and %d for a slow one, want %d and about one for each slot", fast, slow, maxBatch)
	}
	for i := 50; i < 100_000; i++ {
		s.set(i, decided, "")
	}
	if last := s.take("fast", now); len(last) > 8 {
		t.Errorf("a batch of %d at the end, want one for each slot", len(last))
	}
}

// What nobody else does is done by whoever has nothing else to do, and a worker without
// sign of life loses its leases.
func TestBackupAndExpiry(t *testing.T) {
	s, now := newTestSchedule(1), time.Unix(0, 0)
	s.join("slow", 1, now)
	s.join("idle", 1, now)
	if batch := s.take("slow", now); len(batch) != 1 {
		t.Fatal(batch)
	}
	if batch := s.take("idle", now); len(batch) != 0 {
		t.Errorf("a backup at once: %v", batch)
	}
	now = now.Add(backupAge)
	if batch := s.take("idle", now); len(batch) != 1 || len(s.held[0]) != 2 {
		t.Errorf("no backup: %v, held %v", batch, s.held)
	}
	if drop := s.beat("slow", []int{0}, now); len(drop) != 0 {
		t.Errorf("dropped %v", drop)
	}
	now = now.Add(leaseTime)
	if s.expire(now); len(s.held[0]) != 2 {
		t.Errorf("held %v before the leases end", s.held)
	}
	now = now.Add(time.Second)
	if s.expire(now); len(s.held) != 0 || !s.queues[missing].has(0) {
		t.Errorf("held %v after the leases have ended", s.held)
	}
	if len(s.workers) != 0 { // or the others would wait for their second opinion
		t.Errorf("workers that have gone are remembered: %v", s.workers)
	}
	// A worker of an earlier coordinator keeps what it holds.
	s.join("slow", 1, now)
	if drop := s.beat("slow", []int{0, -1, 7}, now); len(drop) != 0 || !s.holds("slow", 0) {
		t.Errorf("dropped %v, held %v", drop, s.held)
	}
	s.set(0, decided, "")
	if drop := s.beat("slow", []int{0}, now); !slices.Equal(drop, []int{0}) {
		t.Errorf("dropped %v of what is decided", drop)
	}
}

// What somebody has failed to count comes alone, so that neighbours do not suffer, and is
// set aside in the end, also if those who hold it die without a word.
func TestPoisonComesAlone(t *testing.T) {
	const poison = 5
	s, now := newTestSchedule(20), time.Unix(0, 0)
	for lives := 0; s.open() > 0; lives++ {
		if lives > 2*maxFails {
			t.Fatalf("no end: %v", s.phases)
		}
		s.join("victim", 2, now)
		for batch := s.take("victim", now); len(batch) > 0; batch = s.take("victim", now) {
			if slices.Contains(batch, poison) {
				if s.fails[poison] > 0 && len(batch) > 1 {
					t.Errorf("it comes with others: %v", batch)
				}
				break // of which it dies
			}
			for _, i := range batch {
				deliver(s, "victim", i, 1)
			}
		}
	}
	if s.phases[poison] != aside || s.count[aside] != 1 || s.count[decided] != 19 {
		t.Errorf("phases %v", s.phases)
	}
}

// BenchmarkSchedule hands out a million subproblems to ten thousand workers.
func BenchmarkSchedule(b *testing.B) {
	names := make([]string, 10_000)
	for i := range names {
		names[i] = fmt.Sprint("worker", i)
	}
	for b.Loop() {
		s, now := newTestSchedule(1_000_000), time.Unix(0, 0)
		for _, name := range names {
			s.join(name, 16, now)
		}
		for k := 0; s.open() > 0; k++ {
			name := names[k%len(names)]
			for _, i := range s.take(name, now) {
				deliver(s, name, i, 1)
			}
		}
	}
}
