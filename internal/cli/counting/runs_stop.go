package counting

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/cli/kit"
)

func newRunsStop(a *app, state *string) *cobra.Command {
	cmd := a.Plain("runs stop", nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if root, err := kit.RunsRoot(*state); err != nil {
			return err
		} else if dir, ok := batchDir(root, args[0]); ok {
			return a.stopBatch(cmd.Context(), dir)
		}
		run, err := namedRun(cmd.Context(), state, args)
		if err != nil {
			return err
		}
		return a.stopRun(cmd.Context(), run)
	}
	return cmd
}

// Times of `queens runs stop`.
const (
	stopPatience = 30 * time.Second
	stopLook     = 50 * time.Millisecond
)

func (a *app) stopRun(ctx context.Context, run *ledger.Run) error {
	name, path := runs.NameOf(run), run.Path
	if run.Holder == "" {
		return kit.Usagef("runs: stop %s: no process is working on it", name)
	}
	if err := runs.RequestStop(run); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, stopPatience, fmt.Errorf("runs: stop %s: %s still counts after %v",
		name, run.Holder, stopPatience))
	defer cancel()
	tick := time.NewTicker(stopLook)
	defer tick.Stop()
	for run.Holder != "" {
		select {
		case <-ctx.Done():
			return kit.WithCode(kit.CodeFailed, context.Cause(ctx))
		case <-tick.C:
		}
		var err error
		if run, err = ledger.Read(ctx, path); err != nil {
			return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: %w", err))
		}
	}
	r := runs.Of(ctx, run)
	_, err := fmt.Fprintf(a.Stdout, "stopped %s: %s subproblems, %s of the work\n",
		name, doneText(r.Done, r.Subproblems), percentText(r.Fraction))
	return err
}

func newRunsResume(a *app, state *string) *cobra.Command {
	o := countOptions{kernel: count.Auto}
	cmd := a.Command("runs resume", nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		run, err := namedRun(cmd.Context(), state, args)
		if err != nil {
			return err
		}
		r, obstacle := runs.Resume(run)
		if obstacle != "" {
			return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: resume %s: %s", runs.NameOf(run), obstacle))
		}
		o.State, o.method, o.Keep = r.Root, r.Scheme, r.Keep
		o.of, o.Topology = string(r.Question.Of), r.Question.Topology
		return a.count(cmd.Context(), r.Command(), r.Question.Order, o)
	}
	kit.Flag(cmd, "workers", &o.Workers)
	kit.Flag(cmd, "memory", &o.Memory)
	kit.Flag(cmd, "nice", &o.Nice)
	return cmd
}
