package kit

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"queens/internal/human"
)

// WorkBar shows how far a piece of work is whose size is known: a bar on a terminal, a
// line now and then elsewhere. What ends soon shows nothing. It is told by one
// goroutine.
type WorkBar struct {
	stderr   io.Writer
	terminal bool
	what     string // "placing queens"
	total    int
	began    time.Time
	lineAt   time.Duration
	bars     *mpb.Progress // nil until the bar is shown
	bar      *mpb.Bar
}

// StartBar begins to show a piece of work; the caller stops it.
func (a *App) StartBar(what string, total int) *WorkBar {
	return &WorkBar{
		stderr: a.Stderr, terminal: IsTerminal(a.Stderr), what: what, total: max(total, 1),
		began: time.Now(), lineAt: lineInterval,
	}
}

// At says how much of the work is done.
func (b *WorkBar) At(done int) {
	elapsed := time.Since(b.began)
	switch {
	case !b.terminal && elapsed >= b.lineAt:
		b.lineAt = elapsed + lineInterval
		fmt.Fprintf(b.stderr, "queens: %s: %.0f %%, %s\n", b.what, 100*float64(done)/float64(b.total), human.Duration(elapsed))
	case b.terminal && b.bars == nil && elapsed >= barDelay:
		b.bars = mpb.New(mpb.WithOutput(b.stderr), mpb.WithWidth(32), mpb.WithAutoRefresh())
		b.bar = b.bars.AddBar(int64(b.total),
			mpb.PrependDecorators(decor.Percentage(decor.WC{W: 6})),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return " " + b.what })))
	}
	if b.bar != nil {
		b.bar.SetCurrent(int64(done))
	}
}

// Stop removes the bar.
func (b *WorkBar) Stop() {
	if b.bars != nil {
		b.bar.Abort(true)
		b.bars.Wait()
		b.bars, b.bar = nil, nil
	}
}
