package cluster

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"queens"
	"queens/count/plan"
)

// model is a run of a schedule with workers that come, count at different speeds, stall,
// die and come back, by a clock of its own.
type model struct {
	t        *testing.T
	s        *schedule
	random   *rand.Rand
	now      time.Time
	results  []int // computations of each subproblem that arrived
	by       [][]string
	replicas bool // everything is counted twice
}

func newModel(t *testing.T, subproblems int, seed uint64) *model {
	list := make([]plan.Subproblem, subproblems)
	m := &model{t: t, random: rand.New(rand.NewPCG(seed, 1)), now: time.Unix(0, 0), results: make([]int, subproblems), by: make([][]string, subproblems)}
	for i := range list {
		list[i] = plan.Subproblem{Number: i, Work: queens.NewTotal(1 + m.random.Uint64N(1000))}
	}
	m.s = newSchedule(list)
	for i := range list {
		m.s.want(i)
	}
	return m
}

// deliver has a result arrive, as Coordinator.accept takes it in.
func (m *model) deliver(worker string, i int, seconds float64) {
	fresh := m.results[i] == 0
	if !slices.Contains(m.by[i], worker) {
		m.results[i]++
		m.by[i] = append(m.by[i], worker)
	}
	m.s.counted(worker, i, seconds, fresh)
	delete(m.s.checks, i)
	if m.replicas && m.results[i] < 2 {
		m.s.double(i)
	}
}

// check looks at what must always hold.
func (m *model) check() {
	m.t.Helper()
	missing := 0
	for i, results := range m.results {
		if results == 0 {
			missing++
		}
		free, held := m.s.free.has(i), len(m.s.held[i]) > 0
		if m.s.wants.has(i) != (results == 0) || free && (results > 0 || held) || results == 0 && !free && !held && !m.s.aside[i] {
			m.t.Fatalf("subproblem %d: %d results, wanted %t, free %t, held %v", i, results, m.s.wants.has(i), free, m.s.held[i])
		}
	}
	leases := map[string]int{}
	for _, list := range m.s.held {
		for _, l := range list {
			leases[l.worker]++
		}
	}
	for name, w := range m.s.workers {
		if w.leases != leases[name] {
			m.t.Fatalf("worker %s: %d leases, counted %d", name, leases[name], w.leases)
		}
	}
	if missing != m.s.wants.count {
		m.t.Fatalf("%d are missing, the schedule says %d", missing, m.s.wants.count)
	}
}

// Whatever workers do, every subproblem gets its result, or both of them.
func TestScheduleOfUnreliableWorkers(t *testing.T) {
	for seed := range uint64(20) {
		m := newModel(t, 300, seed)
		m.replicas = seed%2 == 1
		type state struct {
			tasks []task
			speed float64
			dead  bool
		}
		workers := map[string]*state{}
		for i := range 7 {
			workers[fmt.Sprint(i)] = &state{speed: 1 + 50*m.random.Float64()}
		}
		names := []string{"0", "1", "2", "3", "4", "5", "6"}
		for round := 0; m.s.wants.count > 0 || len(m.s.checks) > 0 || len(m.s.held) > 0; round++ {
			if round > 20_000 {
				t.Fatalf("seed %d: %d are missing after %d rounds, %d to be checked, held %v", seed, m.s.wants.count, round, len(m.s.checks), m.s.held)
			}
			m.now = m.now.Add(time.Duration(m.random.IntN(5000)) * time.Millisecond)
			m.s.expire(m.now)
			clear(m.s.fails) // what is set aside is not the matter here
			name := names[m.random.IntN(len(names))]
			w := workers[name]
			switch dice := m.random.IntN(100); {
			case dice == 0: // it dies, and what it had is lost
				w.dead, w.tasks = true, nil
			case dice < 5 || m.s.workers[name] == nil: // it comes, or comes back
				w.dead, w.tasks = false, nil
				m.s.join(name, 1+m.random.IntN(4), m.now)
			case w.dead:
			case dice < 10: // it goes
				for _, t := range w.tasks {
					m.s.giveBack(name, t.number)
				}
				m.s.leave(name)
				w.tasks = nil
			case dice < 20:
				var holds []int
				for _, t := range w.tasks {
					holds = append(holds, t.number)
				}
				drop := m.s.beat(name, holds, m.now, func(i int) bool { return m.results[i] > 0 && !m.s.checks[i] })
				w.tasks = slices.DeleteFunc(w.tasks, func(t task) bool { return slices.Contains(drop, t.number) })
			case len(w.tasks) == 0:
				w.tasks = m.s.take(name, m.now, func(i int) bool { return !slices.Contains(m.by[i], name) })
			default:
				task := w.tasks[0]
				w.tasks = w.tasks[1:]
				m.deliver(name, task.number, w.speed)
				if m.random.IntN(20) == 0 { // it comes twice
					m.deliver(name, task.number, w.speed)
				}
			}
			m.check()
		}
		if m.replicas && slices.Contains(m.results, 1) {
			t.Errorf("seed %d: some were counted once: %v", seed, m.results)
		}
	}
}

// Batches are runs of neighbours, larger for faster workers, and small at the end.
func TestBatches(t *testing.T) {
	m := newModel(t, 100_000, 1)
	m.s.join("fast", 8, m.now)
	m.s.join("slow", 8, m.now)
	for name, seconds := range map[string]float64{"fast": 0.01, "slow": 10} {
		for range 3 {
			batch := m.s.take(name, m.now, nil)
			for i, task := range batch {
				if task.number != batch[0].number+i || task.check {
					t.Fatalf("%s: a batch of %v", name, batch)
				}
				m.deliver(name, task.number, seconds)
			}
		}
	}
	fast, slow := len(m.s.take("fast", m.now, nil)), len(m.s.take("slow", m.now, nil))
	if fast != maxBatch || slow > 2*8 {
		t.Errorf("batches of %d for a fast worker and %d for a slow one, want %d and about one for each slot", fast, slow, maxBatch)
	}
	for i := 50; i < 100_000; i++ {
		if m.s.free.has(i) {
			m.s.free.clear(i)
			m.s.wants.clear(i)
		}
	}
	if last := m.s.take("fast", m.now, nil); len(last) > 8 {
		t.Errorf("a batch of %d at the end, want one for each slot", len(last))
	}
}

// What nobody else does is done by whoever has nothing else to do, and a worker without
// sign of life loses its leases.
func TestBackupAndExpiry(t *testing.T) {
	m := newModel(t, 1, 1)
	m.s.join("slow", 1, m.now)
	m.s.join("idle", 1, m.now)
	if batch := m.s.take("slow", m.now, nil); len(batch) != 1 {
		t.Fatal(batch)
	}
	if batch := m.s.take("idle", m.now, nil); len(batch) != 0 {
		t.Errorf("a backup at once: %v", batch)
	}
	m.now = m.now.Add(backupAge + time.Second)
	if batch := m.s.take("idle", m.now, nil); len(batch) != 1 || len(m.s.held[0]) != 2 {
		t.Errorf("no backup: %v, held %v", batch, m.s.held)
	}
	m.now = m.now.Add(leaseTime + time.Second)
	m.s.expire(m.now)
	if len(m.s.held) != 0 || !m.s.free.has(0) {
		t.Errorf("held %v after the leases have ended", m.s.held)
	}
	m.now = m.now.Add(3 * leaseTime)
	if m.s.expire(m.now); len(m.s.workers) != 0 {
		t.Errorf("workers that have gone are remembered: %v", m.s.workers)
	}
	// A worker of an earlier coordinator keeps what it holds.
	m.s.join("slow", 1, m.now)
	if drop := m.s.beat("slow", []int{0, -1, 7}, m.now, func(int) bool { return false }); len(drop) != 0 || m.s.free.has(0) {
		t.Errorf("dropped %v, held %v", drop, m.s.held)
	}
}

// BenchmarkSchedule hands out a million subproblems to ten thousand workers.
func BenchmarkSchedule(b *testing.B) {
	list := make([]plan.Subproblem, 1_000_000)
	for i := range list {
		list[i].Work = queens.NewTotal(1000)
	}
	names := make([]string, 10_000)
	for i := range names {
		names[i] = fmt.Sprint("worker", i)
	}
	for b.Loop() {
		s, now := newSchedule(list), time.Unix(0, 0)
		for i := range list {
			s.want(i)
		}
		for _, name := range names {
			s.join(name, 16, now)
		}
		for k := 0; s.wants.count > 0; k++ {
			name := names[k%len(names)]
			for _, t := range s.take(name, now, nil) {
				s.counted(name, t.number, 1, true)
			}
		}
	}
}
