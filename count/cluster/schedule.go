package cluster

import (
	"math/bits"
	"slices"
	"time"

	"queens/count/plan"
)

// Bounds of what is handed out at once.
const (
	batchTime = 10 * time.Second // of one slot of the worker
	maxBatch  = 256              // subproblems
	leaseTime = 60 * time.Second // without a sign of life
	backupAge = 20 * time.Second // then another worker may count the same, if there is nothing else to do
	maxFails  = 5                // then a subproblem is set aside
)

// phase is what a subproblem needs.
type phase uint8

const (
	missing  phase = iota // a result
	single                // a second result, by another worker
	disputed              // a decision between two results
	aside                 // somebody who can count it: maxFails attempts have failed
	decided               // nothing
	phases
)

// schedule says which subproblems are to be counted next, and by whom. It is a function
// of the phases, which follow from the ledger, and of leases, which nothing depends on but
// time: the ledger takes results of workers with and without. It is made anew at every
// start. It knows no clock, and its owner guards it.
//
// A subproblem that is missing or single is in the queue of its phase or held by workers,
// one of the two; all others are neither.
type schedule struct {
	subproblems []plan.Subproblem
	quorum      bool // nobody confirms his own result, even if there is nobody else
	phases      []phase
	count       [phases]int // of the subproblems in each
	owners      []int32     // of those that are single: who has found the result, see names
	names       []string
	numbers     map[string]int32           // of the names
	queues      [single + 1]bitmap         // missing and single ones that nobody holds
	held        map[int][]lease            // in the order in which they began
	fails       map[int]int                // attempts to count a subproblem in its phase that failed
	workers     map[string]*workerSchedule // that take part
	slots       int                        // of all workers
	nextExpiry  time.Time                  // no lease ends before, unless somebody ends it
	nextBackup  time.Time                  // nothing is old enough for backup before
}

// lease says that a worker is to count a subproblem.
type lease struct {
	worker  string
	since   time.Time
	expires time.Time
}

// workerSchedule is what a schedule knows of a worker.
type workerSchedule struct {
	slots int
	next  [single + 1]int // where its last batch of a phase ended
	work  float64         // estimated, of its results
	time  float64         // seconds of its slots that they took
	seen  time.Time
	holds map[int]struct{} // subproblems it has a lease of
}

// newSchedule returns a schedule in which everything is decided.
func newSchedule(subproblems []plan.Subproblem, quorum bool) *schedule {
	s := &schedule{
		subproblems: subproblems, quorum: quorum,
		phases: make([]phase, len(subproblems)), owners: make([]int32, len(subproblems)), numbers: map[string]int32{},
		held: map[int][]lease{}, fails: map[int]int{}, workers: map[string]*workerSchedule{},
	}
	for i := range s.phases {
		s.phases[i] = decided
	}
	s.count[decided] = len(subproblems)
	for p := range s.queues {
		s.queues[p] = newBitmap(len(subproblems))
	}
	return s
}

// set says what a subproblem needs now; owner is who has found its result if it is single.
func (s *schedule) set(i int, p phase, owner string) {
	if p != s.phases[i] {
		delete(s.fails, i)
	}
	s.count[s.phases[i]]--
	s.count[p]++
	s.phases[i] = p
	if p == single {
		s.owners[i] = s.number(owner)
	} else if p != missing { // whoever counts it need not go on
		for len(s.held[i]) > 0 {
			s.release(s.held[i][0].worker, i)
		}
	}
	s.queue(i)
}

// number returns the number of a name.
func (s *schedule) number(name string) int32 {
	k, ok := s.numbers[name]
	if !ok {
		k = int32(len(s.names))
		s.numbers[name] = k
		s.names = append(s.names, name)
	}
	return k
}

// queue puts a subproblem into the queue of its phase if nobody holds it.
func (s *schedule) queue(i int) {
	for p := range s.queues {
		s.queues[p].put(i, s.phases[i] == phase(p) && len(s.held[i]) == 0)
	}
}

// may reports whether a result of the worker would be of use: one of a single subproblem
// only if he has not found its result himself, or there is nobody else.
func (s *schedule) may(worker string, i int) bool {
	switch s.phases[i] {
	case missing:
		return true
	case single:
		return s.names[s.owners[i]] != worker || !s.quorum && len(s.workers) == 1
	default:
		return false
	}
}

// open returns how many subproblems are not decided and not aside.
func (s *schedule) open() int { return s.count[missing] + s.count[single] + s.count[disputed] }

// join notes a worker with so many slots. One that comes again has died, perhaps of what it
// held.
func (s *schedule) join(worker string, slots int, now time.Time) {
	if w := s.workers[worker]; w != nil {
		for i := range w.holds {
			s.lapse(worker, i)
		}
		s.leave(worker)
	}
	s.workers[worker] = &workerSchedule{slots: slots, seen: now, holds: map[int]struct{}{}}
	s.slots += slots
}

// leave forgets a worker and takes back what it holds.
func (s *schedule) leave(worker string) {
	w := s.workers[worker]
	if w == nil {
		return
	}
	for i := range w.holds {
		s.release(worker, i)
	}
	s.slots -= w.slots
	delete(s.workers, worker)
}

// holds reports whether a worker has a lease of a subproblem.
func (s *schedule) holds(worker string, i int) bool {
	w := s.workers[worker]
	if w == nil {
		return false
	}
	_, ok := w.holds[i]
	return ok
}

// hold begins a lease, or renews it.
func (s *schedule) hold(worker string, i int, now time.Time) {
	if s.holds(worker, i) {
		k := slices.IndexFunc(s.held[i], func(l lease) bool { return l.worker == worker })
		s.held[i][k].expires = now.Add(leaseTime)
		return
	}
	s.held[i] = append(s.held[i], lease{worker, now, now.Add(leaseTime)})
	s.workers[worker].holds[i] = struct{}{}
	s.queue(i)
}

// release ends a lease, if there is one.
func (s *schedule) release(worker string, i int) {
	if !s.holds(worker, i) {
		return
	}
	delete(s.workers[worker].holds, i)
	s.held[i] = slices.DeleteFunc(s.held[i], func(l lease) bool { return l.worker == worker })
	if len(s.held[i]) == 0 {
		delete(s.held, i)
	} else {
		s.nextBackup = time.Time{} // the lease that is the last one now may be old
	}
	s.queue(i)
}

// lapse ends a lease because the worker could not count the subproblem or has died, which
// is set aside if that was so too often.
func (s *schedule) lapse(worker string, i int) {
	if !s.holds(worker, i) {
		return
	}
	s.release(worker, i)
	s.fails[i]++
	if s.fails[i] >= maxFails && len(s.held[i]) == 0 {
		s.set(i, aside, "")
	}
}

// expire ends the leases of workers that have given no sign of life, and forgets workers
// that hold nothing and have gone.
func (s *schedule) expire(now time.Time) {
	if !now.Before(s.nextExpiry) {
		s.nextExpiry = now.Add(leaseTime) // of what begins from now on
		ended := map[int][]string{}
		for i, list := range s.held {
			for _, l := range list {
				if now.After(l.expires) {
					ended[i] = append(ended[i], l.worker)
				} else if l.expires.Before(s.nextExpiry) {
					s.nextExpiry = l.expires
				}
			}
		}
		for i, workers := range ended {
			for _, worker := range workers {
				s.lapse(worker, i)
			}
		}
	}
	for name, w := range s.workers {
		if len(w.holds) == 0 && now.Sub(w.seen) > leaseTime {
			s.leave(name)
		}
	}
}

// beat renews the leases of what a worker holds, and gives it one of what it holds from an
// earlier coordinator if nobody else has. It returns what it need not count any more.
func (s *schedule) beat(worker string, holds []int, now time.Time) (drop []int) {
	w := s.workers[worker]
	if w == nil {
		return nil
	}
	w.seen = now
	for _, i := range holds {
		switch {
		case i < 0 || i >= len(s.subproblems):
		case s.phases[i] > single:
			drop = append(drop, i)
		case s.holds(worker, i) || len(s.held[i]) == 0 && s.may(worker, i):
			s.hold(worker, i, now)
		}
	}
	return drop
}

// counted notes that a worker has delivered a result, and how long it took.
func (s *schedule) counted(worker string, i int, seconds float64) {
	if w := s.workers[worker]; w != nil {
		w.work += s.subproblems[i].Work.Float64()
		w.time += seconds
	}
	s.release(worker, i)
}

// take hands out a batch: what is to be counted a second time, so that who is wrong is
// found out early, or what has no result, or what others have held for long.
func (s *schedule) take(worker string, now time.Time) (batch []int) {
	w := s.workers[worker]
	if w == nil {
		return nil
	}
	w.seen = now
	for _, p := range []phase{single, missing} {
		if batch = s.run(worker, p); len(batch) > 0 {
			break
		}
	}
	if len(batch) == 0 {
		batch = s.backup(worker, now)
	}
	for _, i := range batch {
		s.hold(worker, i, now)
	}
	return batch
}

// run returns the next run of consecutive subproblems in a queue, for they share lists: a
// few seconds for each slot of the worker and less towards the end. One that somebody has
// failed to count comes alone.
func (s *schedule) run(worker string, p phase) (batch []int) {
	w, queue := s.workers[worker], &s.queues[p]
	first := s.first(worker, p, w.next[p])
	if first < 0 {
		first = s.first(worker, p, 0)
	}
	if first < 0 {
		return nil
	}
	most := min(maxBatch, max(w.slots, queue.count*w.slots/(2*max(1, s.slots))))
	var want float64 // of work
	if w.time > 0 {
		want = w.work / w.time * batchTime.Seconds() * float64(w.slots)
	}
	var work float64
	for i := first; len(batch) < most && i < len(s.subproblems) && queue.has(i) && s.may(worker, i); i++ {
		work += s.subproblems[i].Work.Float64()
		if len(batch) >= w.slots && work > want || len(batch) > 0 && s.fails[i] > 0 {
			break
		}
		batch = append(batch, i)
		w.next[p] = i + 1
		if s.fails[i] > 0 {
			break
		}
	}
	return batch
}

// first returns the first subproblem of a queue, from i on, that the worker may count, -1
// if there is none.
func (s *schedule) first(worker string, p phase, i int) int {
	for i = s.queues[p].next(i); i >= 0 && !s.may(worker, i); {
		i = s.queues[p].next(i + 1)
	}
	return i
}

// backup returns the subproblem that was handed out to others longest ago, for one who has
// nothing else to do.
func (s *schedule) backup(worker string, now time.Time) (batch []int) {
	if now.Before(s.nextBackup) {
		return nil
	}
	s.nextBackup = now.Add(backupAge)
	oldest := now.Add(-backupAge)
	for i, list := range s.held {
		since := list[len(list)-1].since
		if due := since.Add(backupAge); due.Before(s.nextBackup) {
			s.nextBackup = due
		}
		if s.holds(worker, i) || !s.may(worker, i) || since.After(oldest) || since.Equal(oldest) && len(batch) > 0 && i > batch[0] {
			continue
		}
		oldest, batch = since, []int{i}
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

// put has a number in the set or not.
func (b *bitmap) put(i int, in bool) {
	switch {
	case b.has(i) == in:
		return
	case in:
		b.count++
	default:
		b.count--
	}
	b.words[i/64] ^= 1 << (i % 64)
}

// next returns the least number of the set that is not less than i, -1 if there is none.
func (b *bitmap) next(i int) int {
	if b.count == 0 {
		return -1
	}
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
