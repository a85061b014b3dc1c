// Package device counts units of parity classes in another program, queens-device. Only that
// program links the code that calls drivers (package driver), so if a driver crashes, the count
// continues.
//
//	d, err := device.Open(ctx, device.Options{Name: "cuda:0"})
//	results, err := d.Count(ctx, 16, 3, units)
//
// The two programs exchange lines of JSON over pipes: [Serve] is one end, [Device] the other. The
// package knows nothing about graphics cards; it serves any [dense.Device].
package device

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"queens/count/device/dense"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/unit"
	"queens/internal/errs"
)

// Info describes a device.
type Info struct {
	Name      string `json:"name"`      // "cuda:0", "opencl:1": the route and a number
	Model     string `json:"model"`     // the driver's name for it
	Driver    string `json:"driver"`    // platform or version
	Memory    uint64 `json:"memory"`    // bytes
	Local     int    `json:"local"`     // bytes of local memory per group
	Units     int    `json:"units"`     // compute units
	Processor bool   `json:"processor"` // it is the processor itself
}

// Route is a library that gives access to devices.
type Route struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Devices []Info `json:"devices"`
	Missing string `json:"missing,omitempty"` // why there are none
}

// Auto is the name of the best device.
const Auto = "auto"

// ErrNone says that no such device exists.
var ErrNone = errs.Hidden(errs.Usage, "no such device")

// Options select a device.
type Options struct {
	Name     string        // "cuda:0", "opencl:1", or Auto
	Command  []string      // the program and its arguments, before "serve"; empty: Program
	Memory   int64         // bytes of lists that the program may cache
	Patience time.Duration // for an answer; 0: ten minutes

	Say func(format string, args ...any) // reports what happens to the program, one sentence each; may be nil
}

const program = "queens-device"

// Program returns the path of the program that calls drivers: next to this one, or on the search
// path. Errors: ErrNone.
func Program() (string, error) {
	name := program
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return "", errs.Errorf("the program %s, which calls drivers, is neither beside this one nor on the path: "+
			"go install ./cmd/%s: %w", program, program, ErrNone)
	}
	return path, nil
}

func (o *Options) command(ctx context.Context, arguments ...string) (*exec.Cmd, error) {
	words := o.Command
	if len(words) == 0 {
		path, err := Program()
		if err != nil {
			return nil, err
		}
		words = []string{path}
	}
	return exec.CommandContext(ctx, words[0], append(words[1:len(words):len(words)], arguments...)...), nil
}

// List returns the routes to devices of this machine.
//
// Errors: ErrNone if the program is missing; those of running it.
func List(ctx context.Context, o Options) (routes []Route, err error) {
	cmd, err := o.command(ctx, "list")
	if err != nil {
		return nil, err
	}
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &routes)
	}
	if err != nil {
		return nil, errs.Errorf("%s list: %w", program, err)
	}
	return routes, nil
}

// Device is a device served by a child of this process. It is safe for concurrent use.
type Device struct {
	options Options
	info    Info

	mu     sync.Mutex
	child  *child
	ends   int   // of children, unasked
	failed error // why no other child is started
	closed bool
}

const maxEnds = 3

// Open starts the program for a device. Errors: ErrNone, with what is missing; those of starting
// it.
func Open(ctx context.Context, o Options) (*Device, error) {
	if o.Say == nil {
		o.Say = func(string, ...any) {}
	}
	o.Patience = cmp.Or(o.Patience, 10*time.Minute)
	d := &Device{options: o}
	c, err := d.start(ctx)
	if err != nil {
		return nil, err
	}
	d.child, d.info, d.options.Name = c, c.info, c.info.Name
	return d, nil
}

// Name returns the name of the device: "cuda:0".
func (d *Device) Name() string { return d.info.Name }

// Info returns the description of the device.
func (d *Device) Info() Info { return d.info }

// Slots is the number of subproblems that keep a device busy, also while some wait for the unit
// that the processor compares, and for their first lists.
const Slots = 4

// Slots returns the constant.
func (d *Device) Slots() int { return Slots }

const lastTime = 3 * time.Second

// Close ends the program.
func (d *Device) Close() {
	d.mu.Lock()
	d.closed = true
	c := d.child
	d.mu.Unlock()
	if c != nil {
		c.in.Close()
		defer time.AfterFunc(lastTime, func() { c.end(nil) }).Stop()
		<-c.done
	}
}

type child struct {
	info  Info
	in    io.WriteCloser
	alive context.Context // its cause says why the child has ended
	end   context.CancelCauseFunc
	done  chan struct{} // closed when the process has ended

	writing sync.Mutex
	lines   *json.Encoder
	next    atomic.Uint64
	waiting sync.Map // by number of a request: chan reply
}

func (d *Device) start(ctx context.Context) (_ *child, err error) {
	c := &child{done: make(chan struct{})}
	c.alive, c.end = context.WithCancelCause(context.WithoutCancel(ctx))
	defer func() {
		if err != nil {
			c.end(err)
		}
	}()
	cmd, err := d.options.command(c.alive, "serve", d.options.Name)
	if err != nil {
		return nil, err
	}
	in, failed := cmd.StdinPipe()
	out, err := cmd.StdoutPipe()
	if err = errors.Join(failed, err); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	c.in, c.lines = in, json.NewEncoder(in)
	defer context.AfterFunc(ctx, func() { c.end(ctx.Err()) })()
	// why ends the process, and returns why it has ended if its output is not to be read any more.
	why := func(err error) error {
		_ = cmd.Process.Kill()
		if ended := cmd.Wait(); ended != nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
			err = fmt.Errorf("the program ended: %w", ended)
		}
		return err
	}
	lines := json.NewDecoder(out)
	var first hello
	err = lines.Decode(&first)
	switch {
	case err != nil:
	case first.Failure != "":
		err = errs.Errorf("%s: %w", first.Failure, ErrNone)
	case first.Protocol != protocol:
		err = errs.Errorf("the program %s speaks %q, this one %q: install both again", program, first.Protocol,
			protocol)
	}
	if err != nil {
		if err = why(err); first.Protocol == "" {
			err = errs.Errorf("%s: %w", program, err)
		}
		return nil, cmp.Or(ctx.Err(), err)
	}
	c.info = first.Device
	go func() {
		defer close(c.done)
		c.end(why(c.read(lines)))
	}()
	return c, nil
}

func (c *child) read(lines *json.Decoder) error {
	for {
		var r reply
		if err := lines.Decode(&r); err != nil {
			return err
		}
		if to, ok := c.waiting.LoadAndDelete(r.ID); ok {
			to.(chan reply) <- r
		}
	}
}

func (c *child) ask(ctx context.Context, q request, patience time.Duration) (reply, error) {
	answer := make(chan reply, 1)
	q.ID = c.next.Add(1)
	c.waiting.Store(q.ID, answer)
	c.writing.Lock()
	_ = c.lines.Encode(q) // fails if the child has ended
	c.writing.Unlock()
	select {
	case r := <-answer:
		switch {
		case r.Failure != "":
			c.end(errors.New(r.Failure)) // its state on the device is in doubt
		case len(r.Results) != len(q.Units):
			c.end(fmt.Errorf("%d results of %d units", len(r.Results), len(q.Units)))
		default:
			return r, nil
		}
	case <-ctx.Done():
		return reply{}, context.Cause(ctx)
	case <-time.After(patience):
		c.end(fmt.Errorf("no answer in %v", patience))
	case <-c.alive.Done():
	}
	<-c.done
	return reply{}, context.Cause(c.alive)
}

// A call sends units ahead in requests of batchUnits, inFlight of them at once, so that the program
// is never idle.
const (
	batchUnits = 8
	inFlight   = 2
)

// Count returns the results of units of a class, in their order. Requests that a child left
// unanswered when it ended go to the next one. Errors: why the device is abandoned; ctx's.
func (d *Device) Count(ctx context.Context, order, queens int, units []unit.Unit) ([]unit.Result, error) {
	results := make([]unit.Result, len(units))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var calls sync.WaitGroup
	batches := make(chan int, len(units))
	for from := 0; from < len(units); from += batchUnits {
		batches <- from
	}
	close(batches)
	for range inFlight {
		calls.Go(func() {
			for from := range batches {
				batch := units[from:min(from+batchUnits, len(units))]
				r, err := d.ask(ctx, request{Order: order, Queens: queens, Units: batch})
				if err != nil {
					stop(err)
					return
				}
				copy(results[from:], r.Results)
			}
		})
	}
	calls.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return results, nil
}

// Time counts a unit twice and returns the time of the second count, when all lists exist.
//
// Errors: those of Count.
func (d *Device) Time(ctx context.Context, order, queens int, u unit.Unit) (unit.Result, time.Duration, error) {
	r, err := d.ask(ctx, request{Order: order, Queens: queens, Units: []unit.Unit{u}, Timed: true})
	if err != nil {
		return unit.Result{}, 0, err
	}
	return r.Results[0], r.Elapsed, nil
}

func (d *Device) ask(ctx context.Context, q request) (reply, error) {
	q.Memory = d.options.Memory
	for {
		c, err := d.current(ctx)
		if err != nil {
			return reply{}, err
		}
		r, err := c.ask(ctx, q, d.options.Patience)
		if err == nil || ctx.Err() != nil {
			return r, err
		}
		d.ended(c, err)
	}
}

func (d *Device) current(ctx context.Context) (*child, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if d.child != nil || d.failed != nil {
		return d.child, d.failed
	}
	c, err := d.start(ctx)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	d.child = c
	if err != nil {
		d.giveUp(err)
	}
	return c, d.failed
}

func (d *Device) ended(c *child, why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.child != c || d.closed {
		if d.closed && d.failed == nil {
			d.failed = errs.Errorf("closed")
		}
		return
	}
	d.child = nil
	if d.ends++; d.ends < maxEnds {
		d.options.Say("device %s: %v; it is started again, and nothing is lost", d.info.Name, why)
		return
	}
	d.giveUp(why)
}

// giveUp abandons the device; the caller holds d.mu.
func (d *Device) giveUp(why error) {
	d.failed = errs.Errorf("%s: %w", d.info.Name, why)
	d.options.Say("device %s: %v; the count continues without it", d.info.Name, why)
}

// protocol is the version that both ends must use.
const protocol = "queens-device 2"

// hello is the program's first line: what it serves, or why it does not.
type hello struct {
	Protocol string `json:"protocol"`
	Device   Info   `json:"device"`
	Failure  string `json:"failure,omitempty"`
}

type request struct {
	ID     uint64      `json:"id"`
	Order  int         `json:"order"`
	Queens int         `json:"queens"`
	Units  []unit.Unit `json:"units"`
	Memory int64       `json:"memory"` // bytes of lists to cache
	Timed  bool        `json:"timed"`  // count each unit twice and report the last second time
}

type reply struct {
	ID      uint64        `json:"id"`
	Results []unit.Result `json:"results"`
	Elapsed time.Duration `json:"elapsed"`
	Failure string        `json:"failure,omitempty"`
}

// listedAhead is the number of units for each stream whose lists are made before it is free, so
// that a unit that waits for its lists keeps no other one waiting. Most of them share lists.
const listedAhead = 4

// Serve counts units with the streams of a device until in ends. Requests are lines of in; an
// invalid line ends it with an error.
func Serve(in io.Reader, out io.Writer, info Info, streams []dense.Device) error {
	s := &server{out: json.NewEncoder(out)}
	if err := s.say(hello{Protocol: protocol, Device: info}); err != nil {
		return err
	}
	asked, listed := make(chan job), make(chan job, listedAhead*len(streams))
	var makers, workers sync.WaitGroup
	for _, d := range streams {
		makers.Go(func() {
			for j := range asked {
				if !s.stop.Load() {
					j.lists = j.source.Prepare(d, j.Queens, j.Units[j.at])
					listed <- j
				}
			}
		})
		workers.Go(func() {
			for j := range listed {
				s.count(d, j)
			}
		})
	}
	lines := json.NewDecoder(in)
	var err error
	for {
		t := new(task)
		if err = lines.Decode(&t.request); err != nil {
			break
		}
		s.begin(t, asked)
	}
	s.stop.Store(true) // the client is gone
	close(asked)
	makers.Wait()
	close(listed)
	workers.Wait()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return errs.Errorf("a request: %w", err)
}

// Refuse reports why no device is served.
func Refuse(out io.Writer, err error) error {
	return json.NewEncoder(out).Encode(hello{Protocol: protocol, Failure: err.Error()})
}

type server struct {
	stop atomic.Bool

	writing sync.Mutex
	out     *json.Encoder

	order  int
	source *dense.Source // of the latest order
}

// task is a request with what is known of its answer.
type task struct {
	request
	source *dense.Source

	mu     sync.Mutex // guards the fields below
	left   int        // units without a result
	answer reply
}

// job is a unit of a task.
type job struct {
	*task
	at    int
	lists *dense.Prepared
}

func (s *server) say(line any) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.out.Encode(line); err != nil {
		return errs.Errorf("%w", err)
	}
	return nil
}

// answer ends everything if no one listens.
func (s *server) answer(r reply) {
	if !s.stop.Load() && s.say(r) != nil {
		s.stop.Store(true)
	}
}

// begin hands on the units of a request, if it is valid.
func (s *server) begin(t *task, asked chan<- job) {
	t.left, t.answer = len(t.Units), reply{ID: t.ID, Results: make([]unit.Result, len(t.Units))}
	if err := s.check(&t.request); err != nil {
		s.answer(reply{ID: t.ID, Failure: err.Error()})
		return
	}
	t.source = s.source
	for i := range t.Units {
		asked <- job{task: t, at: i}
	}
}

// check checks a request, and makes the source of its order.
func (s *server) check(q *request) error {
	switch {
	case q.Order < parity.MinOrder || q.Order > parity.MaxOrder || q.Queens < q.Order%2 || q.Queens > (q.Order+1)/2:
		return errs.Errorf("there is no class %d of order %d", q.Queens, q.Order)
	case q.Memory < 0:
		return errs.Errorf("lists of %d bytes", q.Memory)
	case len(q.Units) == 0:
		return errs.Errorf("there is no unit")
	}
	if s.source == nil || s.order != q.Order {
		s.order, s.source = q.Order, dense.NewSource(parity.Square.Of(q.Order), shelf.NewStore(q.Memory))
	}
	c := s.source.Class(q.Queens)
	for _, u := range q.Units {
		if u.Even < 0 || u.Even >= len(c.EvenSets) || u.Odd < 0 || u.Odd >= len(c.OddSets) {
			return errs.Errorf("order %d, class %d has no unit %d, %d", q.Order, q.Queens, u.Even, u.Odd)
		}
	}
	return nil
}

// count counts a unit, and answers the request if it was the last one.
func (s *server) count(d dense.Device, j job) {
	var r unit.Result
	var err error
	if j.Timed {
		_, err = j.lists.Count(d, &s.stop)
	}
	began := time.Now()
	if err == nil {
		r, err = j.lists.Count(d, &s.stop)
	}
	took := time.Since(began)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		j.answer.Failure = err.Error()
	}
	j.answer.Results[j.at], j.answer.Elapsed = r, took
	if j.left--; j.left == 0 {
		s.answer(j.answer)
	}
}
