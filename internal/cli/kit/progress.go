package kit

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"queens/count"

	"queens/internal/human"
)

// Times of the progress display.
const (
	barDelay     = 500 * time.Millisecond // runs that end before that show nothing
	lineInterval = 30 * time.Second       // between lines where there is no terminal
)

// progressDisplay shows how far a run is: a bar on a terminal, a line now and
// then elsewhere. It is told by one goroutine.
type progressDisplay struct {
	stderr   io.Writer
	terminal bool

	latest atomic.Pointer[count.Progress]
	bars   *mpb.Progress // nil until the bar is shown
	bar    *mpb.Bar
	lineAt time.Duration // elapsed time at which the next line is due
}

// NewProgressDisplay returns a display on stderr; the caller closes it.
func NewProgressDisplay(stderr io.Writer) *progressDisplay {
	return &progressDisplay{stderr: stderr, terminal: IsTerminal(stderr), lineAt: lineInterval}
}

// barUnits is the length of the bar in units of progress: mpb counts in integers.
const barUnits = 1 << 20

// Update shows p. The last report of a run removes the bar.
func (d *progressDisplay) Update(p count.Progress) {
	d.latest.Store(&p)
	switch {
	case p.Final:
		d.Close()
	case !d.terminal && p.Elapsed >= d.lineAt:
		d.lineAt = p.Elapsed + lineInterval
		fmt.Fprintf(d.stderr, "queens: %.1f %% of %s\n", 100*p.Fraction(), progressText(p))
	case d.terminal && d.bars == nil && p.Elapsed >= barDelay:
		d.open()
	}
	if d.bar != nil {
		d.bar.SetCurrent(int64(p.Fraction() * barUnits))
	}
}

// open shows the bar.
func (d *progressDisplay) open() {
	d.bars = mpb.New(mpb.WithOutput(d.stderr), mpb.WithWidth(32), mpb.WithAutoRefresh())
	percent := decor.Any(func(decor.Statistics) string { return fmt.Sprintf("%5.1f %% ", 100*d.latest.Load().Fraction()) })
	text := decor.Any(func(decor.Statistics) string { return " " + progressText(*d.latest.Load()) })
	d.bar = d.bars.AddBar(barUnits, mpb.PrependDecorators(percent), mpb.AppendDecorators(text))
}

// Close removes the bar.
func (d *progressDisplay) Close() {
	if d.bars == nil {
		return
	}
	d.bar.Abort(true)
	d.bars.Wait()
	d.bars, d.bar = nil, nil
}

// progressText returns what is counted, the pace and the time left.
func progressText(p count.Progress) string {
	text := fmt.Sprintf("%s, %s found", p.Counts, human.Count(p.Found.Float64()))
	if rest, ok := p.Remaining(); ok {
		// Solutions per second go by the share of the work this call has done: what the
		// ledger held was found in other sessions.
		fresh := p.Found.Float64() * (1 - p.Resumed.Float64()/p.Done.Float64())
		text += fmt.Sprintf(", %s/s, %s left", human.Count(fresh/p.Elapsed.Seconds()), human.Duration(rest))
	}
	return text
}
