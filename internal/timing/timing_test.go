package timing

import (
	"errors"
	"testing"
	"time"
)

// TestRepeat runs 10 µs by clocks that tick seldom: no more runs than take the time and two ticks,
// nor so few that they take no time.
func TestRepeat(t *testing.T) {
	const takes, least = 10 * time.Microsecond, 20 * time.Millisecond
	for _, tick := range []time.Duration{1, time.Millisecond, 16700 * time.Microsecond, 100 * time.Millisecond} {
		runs := 0
		clock := func() time.Duration { return (time.Duration(runs) * takes).Truncate(tick) }
		each, repeats, err := Repeat(clock, least, func() error { runs++; return nil })
		if err != nil || repeats != runs || runs > int((least+2*tick)*17/16/takes+2) ||
			each < takes/2 || each > 2*takes {
			t.Errorf("clock of %v: %d of %d runs, %v each, %v", tick, repeats, runs, each, err)
		}
	}
	if _, repeats, err := Repeat(Wall, 0, func() error { return nil }); repeats != 1 || err != nil {
		t.Errorf("no time: %d runs, %v; want 1", repeats, err)
	}
	fails := func() error { time.Sleep(time.Millisecond); return errors.ErrUnsupported }
	if each, repeats, err := Repeat(Wall, time.Hour, fails); !errors.Is(err, errors.ErrUnsupported) ||
		repeats != 1 || each < time.Millisecond {
		t.Errorf("an error of the run: %d runs, %v each, %v", repeats, each, err)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		times  []time.Duration
		median time.Duration
		spread float64
	}{
		{[]time.Duration{7}, 7, 0},
		{[]time.Duration{300, 100, 200}, 200, 1},
		{[]time.Duration{40, 10, 30, 20}, 25, 1.2},
		{[]time.Duration{0, 0, 9}, 0, 0},
	} {
		if median, spread := Median(c.times); median != c.median || spread != c.spread {
			t.Errorf("%v: %v, %v; want %v, %v", c.times, median, spread, c.median, c.spread)
		}
	}
}
