package device

import (
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"queens/count/rowset"

	"queens/count/device/dense"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/internal/errs"
)

// protocol is the version that both ends must use.
const protocol = "queens-device 1"

// hello is the program's first line: what it serves, or why it does not.
type hello struct {
	Protocol string `json:"protocol"`
	Device   Info   `json:"device"`
	Failure  string `json:"failure,omitempty"`
}

type request struct {
	ID     uint64 `json:"id"`
	Order  int    `json:"order"`
	Queens int    `json:"queens"`
	Even   int    `json:"even"`
	Odd    int    `json:"odd"`
	Memory int64  `json:"memory"` // bytes of lists to cache
	Timed  bool   `json:"timed"`  // count twice and report the second time
}

type reply struct {
	ID      uint64        `json:"id"`
	Result  rowset.Result `json:"result"`
	Elapsed time.Duration `json:"elapsed"`
	Failure string        `json:"failure,omitempty"`
}

// Serve counts units with the streams of a device until in ends. Requests are lines of in; an
// invalid line ends it with an error.
func Serve(in io.Reader, out io.Writer, info Info, streams []dense.Device) error {
	s := &server{out: json.NewEncoder(out), stop: new(atomic.Bool)}
	if err := s.say(hello{Protocol: protocol, Device: info}); err != nil {
		return err
	}
	tasks := make(chan request)
	var workers sync.WaitGroup
	for _, d := range streams {
		workers.Go(func() { s.work(d, tasks) })
	}
	lines := json.NewDecoder(in)
	var err error
	for {
		var q request
		if err = lines.Decode(&q); err != nil {
			break
		}
		tasks <- q
	}
	s.stop.Store(true) // the client is gone
	close(tasks)
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
	stop *atomic.Bool

	writing sync.Mutex
	out     *json.Encoder

	making sync.Mutex
	order  int
	source *dense.Source // of the latest order
}

func (s *server) say(line any) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.out.Encode(line); err != nil {
		return errs.Errorf("%w", err)
	}
	return nil
}

// sourceOf returns the source of a request, if it is valid.
func (s *server) sourceOf(q *request) (*dense.Source, error) {
	switch {
	case q.Order < parity.MinOrder || q.Order > parity.MaxOrder || q.Queens < q.Order%2 || q.Queens > (q.Order+1)/2:
		return nil, errs.Errorf("there is no class %d of order %d", q.Queens, q.Order)
	case q.Memory < 0:
		return nil, errs.Errorf("lists of %d bytes", q.Memory)
	}
	s.making.Lock()
	defer s.making.Unlock()
	if s.source == nil || s.order != q.Order {
		s.order, s.source = q.Order, dense.NewSource(parity.Square.Of(q.Order), shelf.NewStore(q.Memory))
	}
	if c := s.source.Class(q.Queens); q.Even < 0 || q.Even >= len(c.EvenSets) || q.Odd < 0 || q.Odd >= len(c.OddSets) {
		return nil, errs.Errorf("order %d, class %d has no unit %d, %d", q.Order, q.Queens, q.Even, q.Odd)
	}
	return s.source, nil
}

func (s *server) work(d dense.Device, tasks <-chan request) {
	for q := range tasks {
		answer := reply{ID: q.ID}
		source, err := s.sourceOf(&q)
		if err == nil {
			answer.Result, answer.Elapsed, err = q.count(source, d, s.stop)
		}
		if err != nil {
			answer.Failure = err.Error()
		}
		if s.stop.Load() || s.say(answer) != nil {
			return
		}
	}
}

func (q *request) count(from *dense.Source, d dense.Device, stop *atomic.Bool) (r rowset.Result, took time.Duration,
	err error,
) {
	u := parity.Unit{Even: q.Even, Odd: q.Odd}
	if q.Timed {
		if _, err := from.Count(d, q.Queens, u, stop); err != nil {
			return r, 0, err
		}
	}
	began := time.Now()
	r, err = from.Count(d, q.Queens, u, stop)
	return r, time.Since(began), err
}
