package count

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"queens/count/plan"
)

// Executor counts subproblems, on this machine or elsewhere.
type Executor interface {
	// Execute counts every missing subproblem of the session, in any order, with the session's
	// options. It passes the results to the session and returns when none is missing.
	//
	// If ctx ends it returns within a fraction of a second, with ctx's error; what is
	// finished by then is still accepted. An error of Accept ends it.
	Execute(ctx context.Context, s *Session) error
}

// Local counts on this machine, with the workers and the devices of the options.
type Local struct {
	DevicesAlone bool // only devices count

	Only func(subproblem int) bool // counts these alone; nil: all that are missing
}

// Execute counts what is missing.
func (l Local) Execute(ctx context.Context, s *Session) error {
	todo := s.Missing()
	if l.Only != nil {
		todo = slices.DeleteFunc(todo, func(sub *plan.Subproblem) bool { return !l.Only(sub.Number) })
	}
	if len(todo) == 0 {
		return nil
	}
	first, err := NewCounter(s.plan.Frame, s.options)
	if err != nil {
		return err
	}
	slots := s.options.slots()
	if l.DevicesAlone {
		slots -= s.options.Cores()
	}
	counters := []*Counter{first}
	for len(counters) < min(slots, len(todo)) {
		c, err := first.Fork()
		if err != nil {
			return err
		}
		counters = append(counters, c)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var failed failure
	tasks := make(chan *plan.Subproblem)
	var workers sync.WaitGroup
	for i, c := range counters {
		workers.Go(func() {
			if err := s.work(ctx, strconv.Itoa(i+1), c, tasks); err != nil {
				failed.add(err)
				stop()
			}
		})
	}
	for _, sub := range todo {
		select {
		case tasks <- sub:
			continue
		case <-ctx.Done():
			failed.add(ctx.Err())
		}
		break
	}
	close(tasks)
	workers.Wait()
	return s.disownWrong(ctx, failed.err)
}

// failure keeps the first error, and rather one that is no stop.
type failure struct {
	mu  sync.Mutex
	err error
}

func (f *failure) add(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || isStop(f.err) && !isStop(err) {
		f.err = err
	}
}

func (s *Session) work(ctx context.Context, name string, c *Counter, tasks <-chan *plan.Subproblem) error {
	defer s.End(name)
	for sub := range tasks {
		s.Begin(name, sub.Number)
		r, err := c.Count(ctx, sub)
		if err == nil {
			err = s.Accept(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
