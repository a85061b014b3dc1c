package cluster

import (
	"math/bits"
	"slices"
	"time"

	"queens/count/plan"
)

// Bounds of what is handed out at once.
const (
	batchTime  = 10 * time.Second // of one slot of the worker
	maxBatch   = 256              // subproblems
	leaseTime  = 60 * time.Second // without a sign of life
	backupAge  = 20 * time.Second // then another worker may count the same, if there is nothing else to do
	maxHolders = 3
	maxFails   = 5 // then a subproblem is set aside
)

// schedule says which subproblems are to be counted next, and by whom. It is made anew
// from plan and ledger at every start, and nothing in it needs to last. Its owner guards
// it.
type schedule struct {
	subproblems []plan.Subproblem
	wants       bitmap                     // without a result
	free        bitmap                     // of these, held by nobody
	checks      map[int]bool               // to be counted a second time, held by nobody
	held        map[int][]lease            // by subproblem
	fails       map[int]int                // attempts that failed, by subproblem
	aside       map[int]bool               // subproblems that nobody can count
	workers     map[string]*workerSchedule // by worker
	slots       int                        // of all workers
}

// lease says that a worker is to count a subproblem.
type lease struct {
	worker  string
	since   time.Time
	expires time.Time
	check   bool // a second time
}

// workerSchedule is what a schedule knows of a worker.
type workerSchedule struct {
	slots  int
	next   int     // where its last batch ended
	work   float64 // estimated, of its results
	time   float64 // seconds of its slots that they took
	seen   time.Time
	leases int
}

func newSchedule(subproblems []plan.Subproblem) *schedule {
	return &schedule{
		subproblems: subproblems, wants: newBitmap(len(subproblems)), free: newBitmap(len(subproblems)),
		checks: map[int]bool{}, held: map[int][]lease{}, fails: map[int]int{}, aside: map[int]bool{}, workers: map[string]*workerSchedule{},
	}
}

// want says that a subproblem has no result.
func (s *schedule) want(i int) {
	s.wants.set(i)
	if len(s.held[i]) == 0 && !s.aside[i] {
		s.free.set(i)
	}
}

// join notes a worker with so many slots. One that comes again has lost what it held.
func (s *schedule) join(worker string, slots int, now time.Time) {
	s.leave(worker)
	s.workers[worker] = &workerSchedule{slots: slots, seen: now}
	s.slots += slots
}

// leave forgets a worker and takes back what it holds.
func (s *schedule) leave(worker string) {
	w := s.workers[worker]
	if w == nil {
		return
	}
	s.slots -= w.slots
	for i := range s.held {
		s.giveBack(worker, i)
	}
	delete(s.workers, worker)
}

// giveBack ends a lease without a result.
func (s *schedule) giveBack(worker string, i int) {
	if check, had := s.release(worker, i); had {
		s.again(i, check)
	}
}

// again has a subproblem handed out once more that nobody holds any more.
func (s *schedule) again(i int, check bool) {
	switch {
	case len(s.held[i]) > 0 || s.aside[i]:
	case check:
		s.checks[i] = true
	case s.wants.has(i):
		s.free.set(i)
	}
}

// release ends a lease.
func (s *schedule) release(worker string, i int) (check, had bool) {
	list := s.held[i]
	k := slices.IndexFunc(list, func(l lease) bool { return l.worker == worker })
	if k < 0 {
		return false, false
	}
	check = list[k].check
	if list = slices.Delete(list, k, k+1); len(list) == 0 {
		delete(s.held, i)
	} else {
		s.held[i] = list
	}
	if w := s.workers[worker]; w != nil {
		w.leases--
	}
	return check, true
}

// double has a subproblem that has a result counted a second time: by whoever holds it, or
// by the next one who may.
func (s *schedule) double(i int) {
	list := s.held[i]
	for k := range list {
		list[k].check = true
	}
	if len(list) == 0 {
		s.checks[i] = true
	}
}

// isCheck reports whether a worker is to count a subproblem a second time.
func (s *schedule) isCheck(worker string, i int) bool {
	return slices.ContainsFunc(s.held[i], func(l lease) bool { return l.worker == worker && l.check })
}

// expire takes back what workers hold that have given no sign of life, and forgets
// workers that hold nothing and have gone.
func (s *schedule) expire(now time.Time) {
	for i, list := range s.held {
		for _, l := range slices.Clone(list) {
			if now.After(l.expires) {
				check, _ := s.release(l.worker, i)
				s.failed(i, check)
			}
		}
	}
	for name, w := range s.workers {
		if w.leases == 0 && now.Sub(w.seen) > 2*leaseTime {
			s.leave(name)
		}
	}
}

// beat renews what a worker holds. What it holds without a lease, from an earlier
// coordinator, it is given if nobody else has it. It returns what it need not count any
// more.
func (s *schedule) beat(worker string, holds []int, now time.Time, done func(i int) bool) (drop []int) {
	w := s.workers[worker]
	if w == nil {
		return holds
	}
	w.seen = now
	for _, i := range holds {
		if i < 0 || i >= len(s.subproblems) {
			continue
		}
		k := slices.IndexFunc(s.held[i], func(l lease) bool { return l.worker == worker })
		switch {
		case k >= 0 && !s.held[i][k].check && done(i):
			s.release(worker, i)
			drop = append(drop, i)
		case k >= 0:
			s.held[i][k].expires = now.Add(leaseTime)
		case s.free.has(i):
			s.hold(worker, i, false, now)
		case done(i):
			drop = append(drop, i)
		}
	}
	return drop
}

// hold begins a lease.
func (s *schedule) hold(worker string, i int, check bool, now time.Time) {
	s.free.clear(i)
	delete(s.checks, i)
	s.held[i] = append(s.held[i], lease{worker, now, now.Add(leaseTime), check})
	s.workers[worker].leases++
}

// failed notes that a worker could not count a subproblem, which is set aside if that was
// so too often.
func (s *schedule) failed(i int, check bool) {
	s.fails[i]++
	if s.fails[i] >= maxFails && s.wants.has(i) {
		s.free.clear(i)
		s.aside[i] = true
		return
	}
	s.again(i, check)
}

// counted notes that a subproblem has a result now, the first one if fresh says so, and
// how long it took. Whoever else holds it need not go on.
func (s *schedule) counted(worker string, i int, seconds float64, fresh bool) {
	if w := s.workers[worker]; w != nil {
		w.work += s.subproblems[i].Work.Float64()
		w.time += seconds
	}
	s.release(worker, i)
	if !fresh {
		return
	}
	s.wants.clear(i)
	s.free.clear(i)
	delete(s.fails, i)
	delete(s.aside, i)
}

// task is a subproblem that a worker is to count.
type task struct {
	number int
	check  bool // a second time
}

// take hands out a batch: a run of consecutive subproblems, for they share lists, of a
// few seconds for each slot of the worker and less towards the end; then what is to be
// counted a second time, by another worker where allowed says so; then what others have
// held for long.
func (s *schedule) take(worker string, now time.Time, allowed func(i int) bool) (batch []task) {
	w := s.workers[worker]
	if w == nil {
		return nil
	}
	w.seen = now
	batch = s.run(w)
	if len(batch) == 0 {
		for i := range s.checks {
			if len(batch) < w.slots && allowed(i) {
				batch = append(batch, task{i, true})
			}
		}
	}
	if len(batch) == 0 {
		batch = s.backup(worker, now, allowed)
	}
	for _, t := range batch {
		s.hold(worker, t.number, t.check, now)
	}
	return batch
}

// run returns the next run of free subproblems for a worker.
func (s *schedule) run(w *workerSchedule) (batch []task) {
	first := s.free.next(w.next)
	if first < 0 {
		first = s.free.next(0)
	}
	if first < 0 {
		return nil
	}
	most := min(maxBatch, max(w.slots, s.free.count*w.slots/(2*max(1, s.slots))))
	var want float64 // of work
	if w.time > 0 {
		want = w.work / w.time * batchTime.Seconds() * float64(w.slots)
	}
	var work float64
	for i := first; len(batch) < most && i < len(s.subproblems) && s.free.has(i); i++ {
		work += s.subproblems[i].Work.Float64()
		if len(batch) >= w.slots && work > want {
			break
		}
		batch = append(batch, task{number: i})
		w.next = i + 1
	}
	return batch
}

// backup returns the subproblem that others have held longest, for one who has nothing
// else to do.
func (s *schedule) backup(worker string, now time.Time, allowed func(i int) bool) (batch []task) {
	oldest := now.Add(-backupAge)
	for i, list := range s.held {
		if len(list) >= maxHolders || slices.ContainsFunc(list, func(l lease) bool { return l.worker == worker }) {
			continue
		}
		if list[0].since.Before(oldest) && (!list[0].check || allowed(i)) {
			oldest = list[0].since
			batch = []task{{i, list[0].check}}
		}
	}
	return batch
}

// bitmap is a set of numbers.
type bitmap struct {
	words []uint64
	count int
}

func newBitmap(n int) bitmap { return bitmap{words: make([]uint64, (n+63)/64)} }

func (b *bitmap) has(i int) bool { return b.words[i/64]>>(i%64)&1 != 0 }

func (b *bitmap) set(i int) {
	if !b.has(i) {
		b.words[i/64] |= 1 << (i % 64)
		b.count++
	}
}

func (b *bitmap) clear(i int) {
	if b.has(i) {
		b.words[i/64] &^= 1 << (i % 64)
		b.count--
	}
}

// next returns the least number of the set that is not less than i, -1 if there is none.
func (b *bitmap) next(i int) int {
	for word := i / 64; word < len(b.words); word++ {
		w := b.words[word]
		if word == i/64 {
			w &= ^uint64(0) << (i % 64)
		}
		if w != 0 {
			return word*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}
