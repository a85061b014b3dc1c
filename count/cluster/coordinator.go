package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
)

// Options say how a coordinator works.
type Options struct {
	State string // directory of keys; needed with Listen
	// Listen is the address, HOST:PORT, at which workers of other machines are heard, by
	// HTTPS with keys that have been enrolled. Empty: this process alone.
	Listen string

	Scheme    string  // whose sessions are handed out; others are counted here
	Local     bool    // this process counts, too, by the options of the session
	Replicate float64 // part of the results that is counted twice, 0 to 1
	Quorum    bool    // the second time by another worker, never by the same one

	Program string       // name and version of the program
	Log     *slog.Logger // what happens to workers; nil: nothing is told
}

// Validate reports options that make no sense: queens.ErrFormat.
func (o Options) Validate() error {
	switch {
	case o.Replicate < 0 || o.Replicate > 1 || o.Replicate != o.Replicate:
		return fmt.Errorf("cluster: replicate %v: want 0 to 1: %w", o.Replicate, queens.ErrFormat)
	case o.Listen != "" && o.State == "":
		return fmt.Errorf("cluster: to listen needs a state directory, for keys: %w", queens.ErrFormat)
	case !o.Local && o.Listen == "":
		return fmt.Errorf("cluster: nobody would count: neither this process nor anybody who could hear of it: %w", queens.ErrFormat)
	}
	return nil
}

// Coordinator hands out the subproblems of sessions: a count.Executor. It must be closed.
type Coordinator struct {
	options Options
	hub     *hub
	changed chan struct{} // has a place for one message to those who wait for changes

	mu    sync.Mutex      // guards what follows
	job   *job            // the last one, nil before the first
	ended bool            // it has
	done  bool            // without an error
	told  map[string]bool // workers that know that
	// copied is how much of the ledger followers have, and when they said so.
	copied map[string]follower
}

// follower is how far a copy is.
type follower struct {
	size int64
	seen time.Time
}

// Start begins to serve workers, which wait until there is a session.
//
// Errors: queens.ErrFormat for options; what the network says.
func Start(o Options) (c *Coordinator, err error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	c = &Coordinator{options: o, changed: make(chan struct{}, 1), told: map[string]bool{}, copied: map[string]follower{}}
	if c.hub, err = newHub(o.Listen, o.State, o.Log, c.answer); err != nil {
		return nil, err
	}
	return c, nil
}

// Close ends the service. Workers that are there are told first that the count is done,
// if it is, which takes a moment.
func (c *Coordinator) Close() {
	c.linger()
	c.hub.close()
}

// Address returns where workers are heard, HOST:PORT; empty if only this process is.
func (c *Coordinator) Address() string { return c.hub.address() }

// answer answers a request of a worker.
func (c *Coordinator) answer(verb, key string, request []byte) []byte {
	reply, err := c.reply(verb, key, request, time.Now())
	if err != nil {
		c.options.Log.Warn("a request makes no sense", "key", key, "verb", verb, "error", err)
		reply = doneReply{Refusal: err.Error()}
	}
	text, err := json.Marshal(reply)
	if err != nil {
		panic(fmt.Sprintf("cluster: reply %+v: %v", reply, err)) // replies are numbers, texts and bytes
	}
	return text
}

// reply decides what to answer.
func (c *Coordinator) reply(verb, key string, data []byte, now time.Time) (any, error) {
	var join joinRequest
	var beat beatRequest
	var fail failRequest
	var have copyRequest
	request := map[string]any{verbJoin: &join, verbBeat: &beat, verbFail: &fail, verbCopy: &have}[verb]
	if request != nil {
		if err := json.Unmarshal(data, request); err != nil {
			return nil, fmt.Errorf("cluster: %s: %w", verb, err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	worker, known := c.hub.lookup(key)
	switch {
	case !known:
		worker.Banned = "its key is not enrolled any more"
	case worker.Follows != (verb == verbCopy):
		worker.Banned = "its key is for " + map[bool]string{true: "copying the ledger", false: "counting"}[worker.Follows] + " and nothing else"
	case verb == verbJoin:
		worker.Banned = cmp.Or(worker.Banned, join.refusal(c.options.Program))
	}
	j := c.job
	switch {
	case verb == verbJoin && worker.Banned != "":
		return manifest{Refusal: worker.Banned}, nil
	case verb == verbDone && worker.Banned != "":
		return doneReply{Refusal: worker.Banned}, nil
	case verb == verbCopy && worker.Banned != "":
		return copyReply{Refusal: worker.Banned}, nil
	case worker.Banned != "":
		return takeReply{Join: true}, nil
	case verb == verbCopy && j == nil:
		c.copied[worker.Name] = follower{seen: now}
		return copyReply{Wait: true}, nil
	case verb == verbCopy:
		return c.copy(j.session, worker.Name, have, now)
	case j == nil || c.ended:
		if verb == verbJoin || verb == verbTake {
			c.told[worker.Name] = c.done
		}
		return idleReply{Kept: c.done, Done: c.done, Join: !c.done, Wait: !c.done}, nil
	}
	defer c.tell()
	switch verb {
	case verbJoin:
		m := j.join(worker.Name, join, now)
		m.Program = c.options.Program
		return m, nil
	case verbTake:
		return j.take(worker.Name, now), nil
	case verbBeat:
		return j.beat(worker.Name, beat, now), nil
	case verbGive:
		j.give(worker.Name)
		return beatReply{}, nil
	case verbFail:
		j.fail(worker.Name, fail)
		return doneReply{Kept: true}, nil
	case verbDone:
		all := doneReply{Kept: true}
		for line := range bytes.Lines(data) {
			r := j.accept(worker.Name, line)
			all.Kept, all.Refusal = all.Kept && r.Kept, cmp.Or(all.Refusal, r.Refusal)
		}
		return all, nil
	default:
		return nil, fmt.Errorf("cluster: no verb %.20q: %w", verb, queens.ErrFormat)
	}
}

// maxCopy is how much of a ledger is sent at once.
const maxCopy = 1 << 20

// copy tells a follower how the ledger goes on.
func (c *Coordinator) copy(s *count.Session, worker string, have copyRequest, now time.Time) (r copyReply, err error) {
	if r.Run = count.RunName(s.Plan()); have.Run != r.Run {
		have.From = 0
	}
	r.Bytes, _, err = s.History(have.From, maxCopy)
	if errors.Is(err, ledger.ErrMismatch) {
		return copyReply{Refusal: err.Error()}, nil
	}
	if had, ok := c.copied[worker]; !ok || had.size > have.From {
		c.options.Log.Info("a copy is made", "worker", worker, "from", have.From)
	}
	c.copied[worker] = follower{have.From, now}
	return r, err
}

// tell wakes those who wait for changes.
func (c *Coordinator) tell() {
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

// Execute hands out what is missing in the session, if it is one of the scheme of the
// options, and returns when nothing is, or a part cannot be counted: ErrAside. It is
// count.Executor.Execute.
func (c *Coordinator) Execute(ctx context.Context, s *count.Session) error {
	p := s.Plan()
	if p.Scheme.Name != c.options.Scheme || !s.Options().Keeps(p) {
		return count.Local{}.Execute(ctx, s)
	}
	j, err := newJob(s, c.options, c.hub.secret)
	if err != nil {
		return err
	}
	j.ban = c.hub.ban
	c.mu.Lock()
	c.job, c.ended, c.done = j, false, false
	clear(c.told)
	for name, f := range c.copied {
		c.copied[name] = follower{seen: f.seen}
	}
	c.mu.Unlock()

	ctx, stop := context.WithCancel(ctx)
	var others sync.WaitGroup
	if c.options.Local && j.schedule.open() > 0 {
		others.Go(func() {
			if err := c.countHere(ctx, s.Options()); err != nil && ctx.Err() == nil {
				c.stop(j, err)
			}
		})
	}
	err = c.watch(ctx, j, &others)
	c.mu.Lock()
	c.ended, c.done = true, err == nil
	c.mu.Unlock()
	stop()
	others.Wait()
	return err
}

// stop ends a job with an error.
func (c *Coordinator) stop(j *job, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	j.stop(err)
	c.tell()
}

// watchInterval is how often leases and enrolments are looked at.
const watchInterval = time.Second

// watch settles disputes, ends leases and waits until the job is over.
func (c *Coordinator) watch(ctx context.Context, j *job, others *sync.WaitGroup) error {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	settling := false // guarded by c.mu
	for {
		c.mu.Lock()
		over, err := j.over()
		if !over && !settling && len(j.disputes) > 0 {
			settling = true
			d := j.disputes[0]
			others.Go(func() {
				wrong, err := j.session.Settle(ctx, d.first, d.second) // which takes its time
				c.mu.Lock()
				defer c.mu.Unlock()
				if err == nil {
					err = j.settle(ctx, wrong)
				}
				if err != nil {
					j.stop(err)
				}
				settling = false
				c.tell()
			})
		}
		c.mu.Unlock()
		if over {
			return err
		}
		select {
		case <-ctx.Done():
			c.mu.Lock()
			defer c.mu.Unlock()
			if j.schedule.count[missing]+j.schedule.count[disputed] == 0 {
				return fmt.Errorf("%w: %w", count.ErrUnchecked, ctx.Err())
			}
			return ctx.Err()
		case <-c.changed:
		case now := <-tick.C:
			c.mu.Lock()
			j.schedule.expire(now)
			c.mu.Unlock()
			if err := c.hub.reload(); err != nil {
				c.options.Log.Error("workers are as before", "error", err)
			}
		}
	}
}

// lingerTime is how long a coordinator stays to tell workers that the job is done.
const lingerTime = 3 * time.Second

// linger waits until the workers know that the job is done, and followers have the ledger.
func (c *Coordinator) linger() {
	untold := func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.done {
			for name, w := range c.job.schedule.workers {
				if !c.told[name] && name != localName && time.Since(w.seen) < lingerTime {
					return true
				}
			}
			_, size, _ := c.job.session.History(0, 0)
			for _, f := range c.copied {
				if f.size < size && time.Since(f.seen) < lingerTime {
					return true
				}
			}
		}
		return false
	}
	for deadline := time.Now().Add(lingerTime); time.Now().Before(deadline) && untold(); {
		time.Sleep(10 * time.Millisecond)
	}
}

// countHere is the worker of this process, whose requests need no network.
func (c *Coordinator) countHere(ctx context.Context, o count.Options) error {
	o.Program = c.options.Program
	call := func(_ context.Context, verb string, request []byte) ([]byte, error) {
		return c.answer(verb, localKey, request), nil
	}
	return (&worker{call: call, options: o, log: slog.New(slog.DiscardHandler)}).run(ctx)
}

// Status returns how far the coordinator is.
func (c *Coordinator) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.job == nil {
		return Status{}
	}
	return c.job.status()
}
