package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"sync"
	"time"

	"queens"
	"queens/count/ledger"
)

// FollowOptions say what is copied, and where to.
type FollowOptions struct {
	Address string       // https://KEY@HOST:PORT of a coordinator
	State   string       // directory of the key of this machine, and of the copy
	Log     *slog.Logger // what happens; nil: nothing is told

	Progress func(Progress) // as that of WorkerOptions
}

// followInterval is the time between two requests of a follower that has all there is.
const followInterval = time.Second

// runPattern is what names of runs look like.
var runPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^n[0-9]+-[a-z0-9-]+-[0-9a-f]{8}$`) })

// Follow keeps a copy of the ledger of the run that a coordinator counts, as far as it is
// on the coordinator's disk, until the copy has a certificate or ctx ends. The copy is a run
// of the state directory: with it Merge brings a lost ledger back, and a coordinator that is
// started there goes on. A coordinator that is not there, or not any more, is waited for.
// It returns the directory of the run, empty if there is none yet.
//
// Errors: queens.ErrFormat for options; ErrRefused; those of ledger.OpenCopy and
// ledger.Copy.Append: ledger.ErrMismatch if the ledger does not go on from the copy; ctx's
// error.
func Follow(ctx context.Context, o FollowOptions) (dir string, err error) {
	call, hangUp, err := dial(o.Address, o.State)
	if err != nil {
		return "", err
	}
	defer hangUp()
	w := &worker{call: call, log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), progress: o.Progress}
	var have copyRequest
	var c *ledger.Copy
	end := func() error {
		if c == nil {
			return nil
		}
		return c.Close()
	}
	defer func() { err = errors.Join(err, end()) }()
	for {
		var r copyReply
		if err := w.ask(ctx, verbCopy, have, &r); err != nil {
			return dir, err
		}
		switch {
		case r.Refusal != "":
			return dir, fmt.Errorf("cluster: %.500s: %w", r.Refusal, ErrRefused)
		case !r.Wait && !runPattern().MatchString(r.Run):
			return dir, fmt.Errorf("cluster: the coordinator names its run %.100q: %w", r.Run, queens.ErrFormat)
		case !r.Wait && r.Run != have.Run:
			err := end()
			if c = nil; err != nil {
				return dir, err
			}
			dir = ledger.Dir(o.State, r.Run)
			if c, err = ledger.OpenCopy(ctx, dir); err != nil {
				return dir, err
			}
			have = copyRequest{r.Run, c.Size()}
			w.tell(func(p *Progress) { p.Work, p.Results = r.Run, c.Tally().Results })
			w.log.Info("copying", "run", r.Run, "results", c.Tally().Results)
			continue // from there
		case !r.Wait:
			taken, err := c.Append(r.Bytes)
			if err != nil {
				return dir, err
			}
			have.From += int64(taken)
			w.tell(func(p *Progress) { p.Results = c.Tally().Results })
			switch {
			case taken == 0 && c.Certified():
				w.log.Info("the copy is whole", "results", c.Tally().Results, "head", c.Tally().Head)
				return dir, nil
			case c.Certified() || len(r.Bytes) == maxCopy:
				continue // the coordinator waits to hear that, or has more
			}
		}
		if err := sleep(ctx, followInterval); err != nil {
			return dir, err
		}
	}
}
