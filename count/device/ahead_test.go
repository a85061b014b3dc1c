package device

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"queens/count/device/dense"
	"queens/count/unit"
	"queens/internal/must"
)

// card is a stream of a device that counts a unit in a fixed time, one after another. Making lists
// takes the only free core nine tenths of that time, but all at once for sixteen units.
type card struct {
	core, device chan struct{} // hold a value while free
	made         *int
	busy         *time.Duration
}

const cardTime = time.Millisecond

func (c card) Local() int {
	<-c.core
	if *c.made++; *c.made%(2*16) == 0 { // once for each colour of a unit
		time.Sleep(16 * cardTime * 9 / 10)
	}
	c.core <- struct{}{}
	return 1 << 20
}

func (c card) Count(_, _ *dense.Dense, _ int) ([]dense.RowSums, uint64, error) {
	<-c.device
	time.Sleep(cardTime)
	*c.busy += cardTime
	c.device <- struct{}{}
	return nil, 1, nil
}

// queue is a pipe with room, as those of the system.
type queue chan []byte

func (q queue) Write(line []byte) (int, error) {
	q <- slices.Clone(line)
	return len(line), nil
}

// TestAhead counts subproblems in as many slots as a device has, in simulated time: the device is
// busy for nine tenths of it, although a single core makes its lists, in bursts.
func TestAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := card{make(chan struct{}, 1), make(chan struct{}, 1), new(int), new(time.Duration)}
		c.core <- struct{}{}
		c.device <- struct{}{}
		in, pipe := io.Pipe()
		asks := make(queue, 100)
		go func() {
			for line := range asks {
				must.Get(pipe.Write(line))(t)
			}
			pipe.Close()
		}()
		answers, out := io.Pipe()
		ended := make(chan error, 2)
		go func() { ended <- Serve(in, out, Info{}, []dense.Device{c, c, c, c}) }()
		lines := json.NewDecoder(answers)
		must.Do(t, lines.Decode(new(hello)))
		served := &child{lines: json.NewEncoder(asks)}
		served.alive, served.end = context.WithCancelCause(t.Context())
		go func() { ended <- served.read(lines) }()
		d := &Device{options: Options{Patience: time.Hour}, child: served}
		began, units := time.Now(), make([]unit.Unit, 64)
		var slots sync.WaitGroup
		for range Slots {
			slots.Go(func() {
				for range 4 {
					results := must.Get(d.Count(t.Context(), 12, 3, units))(t)
					if results[0].Tests != 1 || results[len(units)-1].Tests != 1 {
						t.Errorf("results %v", results)
					}
				}
			})
		}
		slots.Wait()
		if all := time.Since(began); *c.busy < all*9/10 || *c.busy != 4*Slots*cardTime*time.Duration(len(units)) {
			t.Errorf("the device is busy for %v of %v", *c.busy, all)
		}
		close(asks)
		must.Do(t, <-ended)
		out.Close()
		<-ended
	})
}
