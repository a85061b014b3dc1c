package cluster

import (
	"container/heap"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/internal/sys"
)

// machine is a simulated worker: it takes, waits as long as the work takes, delivers, and
// says that it lives, by a clock of its own.
type machine struct {
	key   string
	speed float64 // of work in a second
	queue []int
	due   time.Time // when it has counted the first of the queue, or asks again
	beat  time.Time // when it says that it lives
	place int       // in the heap
}

// next returns when something happens.
func (m *machine) next() time.Time {
	if m.beat.Before(m.due) {
		return m.beat
	}
	return m.due
}

// machines are a heap by time.
type machines []*machine

func (m machines) Len() int           { return len(m) }
func (m machines) Less(i, j int) bool { return m[i].next().Before(m[j].next()) }
func (m machines) Swap(i, j int)      { m[i], m[j] = m[j], m[i]; m[i].place, m[j].place = i, j }
func (m *machines) Push(x any) {
	x.(*machine).place = len(*m)
	*m = append(*m, x.(*machine))
}
func (m *machines) Pop() any { panic("nobody leaves") }

// simulate has so many machines count a plan, without counting: every request and reply is
// made and read, and the ledger written, with a clock that jumps. It returns how long the
// run took by that clock, and what the coordinator held in memory at most.
func simulate(t *testing.T, order, workers int, wanted time.Duration, o Options) (took time.Duration, memory uint64, requests int) {
	t.Helper()
	p := newTestPlan(t, order)
	session, err := count.Open(t.Context(), p, count.Options{State: t.TempDir(), KeepAll: true, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	o.Log, o.Program = slog.New(slog.DiscardHandler), "test"
	c := &Coordinator{options: o, changed: make(chan struct{}, 1), told: map[string]bool{}, copied: map[string]follower{}}
	c.hub = &hub{workers: map[string]EnrolledWorker{}}
	if c.job, err = newJob(session, o, []byte("secret")); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(14, uint64(workers)))
	now := time.Unix(0, 0)
	ask := func(m *machine, verb string, request, reply any) {
		text, ok := request.([]byte)
		if !ok {
			if text, err = json.Marshal(request); err != nil {
				t.Fatal(err)
			}
		}
		requests++
		answer, err := c.reply(verb, m.key, text, now)
		if err == nil {
			text, err = json.Marshal(answer)
		}
		if err == nil {
			err = json.Unmarshal(text, reply)
		}
		if err != nil {
			t.Fatalf("%s: %v", verb, err)
		}
	}
	t.Logf("%d subproblems, %d workers", len(p.Subproblems), workers)
	var events machines
	for i := range workers {
		m := &machine{key: fmt.Sprint("key", i), due: now.Add(time.Duration(random.Int64N(int64(10 * time.Second))))}
		m.beat = m.due.Add(beatInterval)
		m.speed = (0.5 + random.Float64()) * p.Work.Float64() / float64(workers) / wanted.Seconds()
		c.hub.workers[m.key] = EnrolledWorker{Name: m.key, Key: m.key}
		heap.Push(&events, m)
	}
	tick := now
	for over := false; !over; {
		m := events[0]
		now = m.next()
		if now.After(tick) { // as Coordinator.watch does
			c.job.schedule.expire(now)
			if tick = now.Add(watchInterval); now.Unix()%60 == 0 {
				var stats runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&stats)
				memory = max(memory, stats.HeapInuse+stats.StackInuse)
			}
		}
		switch {
		case m.beat.Before(m.due):
			var r beatReply
			ask(m, verbBeat, beatRequest{m.queue}, &r)
			m.beat = now.Add(beatInterval)
			m.queue = slices.DeleteFunc(m.queue, func(i int) bool { return slices.Contains(r.Drop, i) })
			heap.Fix(&events, 0)
			continue
		case c.job.schedule.workers[m.key] == nil:
			var r manifest
			ask(m, verbJoin, joinRequest{protocolVersion, "test", 1}, &r)
		case len(m.queue) > 0:
			i := m.queue[0]
			m.queue = m.queue[1:]
			result := ledger.NewResult(i, queens.NewTotal(uint64(i)*8))
			result.Kernel, result.Build, result.Elapsed = "kernel", "test", time.Duration(p.Subproblems[i].Work.Float64()/m.speed*float64(time.Second))
			text, err := result.Encode(c.job.plan)
			if err != nil {
				t.Fatal(err)
			}
			var r doneReply
			if ask(m, verbDone, text, &r); !r.Kept {
				t.Fatalf("%+v, %v", r, c.job.failed)
			}
		}
		if len(m.queue) == 0 {
			var r takeReply
			ask(m, verbTake, struct{}{}, &r)
			for _, task := range r.Tasks {
				sub, err := p.Parse(task.Subproblem)
				if err != nil {
					t.Fatal(err)
				}
				m.queue = append(m.queue, sub.Number)
			}
		}
		m.due = now.Add(idlePause)
		if len(m.queue) > 0 {
			m.due = now.Add(time.Duration(p.Subproblems[m.queue[0]].Work.Float64() / m.speed * float64(time.Second)))
		}
		heap.Fix(&events, 0)
		over, err = c.job.over()
		if err != nil {
			t.Fatal(err)
		}
	}
	if !session.Tally().Complete() {
		t.Errorf("%+v is over", session.Tally())
	}
	return now.Sub(time.Unix(0, 0)), memory, requests
}

// So many workers are not too many, and all have something to do until nearly the end.
func TestManyWorkers(t *testing.T) {
	const wanted = 5 * time.Minute
	took, _, requests := simulate(t, 20, 200, wanted, Options{Replicate: 0.1})
	t.Logf("%v, %d requests", took, requests)
	if took > 2*wanted {
		t.Errorf("%v by the clock of the simulation, want %v", took, wanted)
	}
}

// The plan of order 28, ten million units, is handed out to 10,000 workers.
func TestManyWorkersOfTheRecord(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("QUEENS_LONG is not set")
	}
	const most = 300 << 20
	before, _ := sys.CPUTime()
	took, memory, requests := simulate(t, 28, 10_000, time.Hour, Options{Replicate: 0.02})
	after, _ := sys.CPUTime()
	t.Logf("%v by the clock of the simulation, %d requests, %v of processor time with plan and workers, %d MiB", took, requests, after-before, memory>>20)
	if memory > most {
		t.Errorf("%d MiB of memory, want at most %d", memory>>20, most>>20)
	}
}

// Two hundred workers, each with a key and connections of its own, count side by side.
func TestManyConnections(t *testing.T) {
	workers := 200
	if testing.Short() {
		workers = 20
	}
	state := t.TempDir()
	c := start(t, Options{Listen: "127.0.0.1:0", State: state, Replicate: 1, Quorum: true})
	var all sync.WaitGroup
	for i := range workers {
		o, _ := newWorker(t, state, fmt.Sprint("worker", i))
		o.Address, o.Count.Workers, o.Count.Memory = addressOf(t, c), 1, count.MinMemory
		all.Go(func() {
			if err := Work(t.Context(), o); err != nil && t.Context().Err() == nil {
				t.Error(err)
			}
		})
	}
	run := solve(t, state, c)
	if run.Tally.Confirmed != run.Tally.Results {
		t.Errorf("%+v, want every result confirmed", run.Tally)
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	t.Logf("%d KiB for each worker, both sides", (stats.HeapInuse+stats.StackInuse)/uint64(workers)>>10)
	all.Wait()
}
