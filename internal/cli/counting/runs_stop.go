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
	return &cobra.Command{
		Use:   "stop NAME",
		Short: "Stop the process that counts one run",
		Long: `Stop asks the process that counts a run to stop, a "queens count" or a "queens serve",
and waits until it has: within some seconds, and later only where a kernel looks up
seldom. What has been counted stays in the ledger, and the run can be resumed. A
"queens serve" does not go on with it by itself.

Exit codes: 0 stopped, 1 it did not stop, 2 no such run, or nobody counts it.`,
		Example: `  queens runs stop n21
  queens runs stop n20-join-0c9a2b11`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := namedRun(cmd.Context(), state, args)
			if err != nil {
				return err
			}
			return a.stopRun(cmd.Context(), run)
		},
	}
}

// Times of `queens runs stop`.
const (
	stopPatience = 30 * time.Second
	stopLook     = 50 * time.Millisecond
)

// stopRun asks for a stop and waits for it.
func (a *app) stopRun(ctx context.Context, run *ledger.Run) error {
	name, path := runs.NameOf(run), run.Path
	if run.Holder == "" {
		return kit.Usagef("runs: stop %s: nobody counts it", name)
	}
	if err := runs.RequestStop(run); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, stopPatience, fmt.Errorf("runs: stop %s: %s still counts after %v", name, run.Holder, stopPatience))
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
	_, err := fmt.Fprintf(a.Stdout, "stopped %s: %s, %s\n", name, runs.DoneText(run.Tally), runs.PercentText(run.Tally))
	return err
}

func newRunsResume(a *app, state *string) *cobra.Command {
	o := countOptions{of: string(count.AllSolutions), kernel: count.Auto}
	cmd := &cobra.Command{
		Use:   "resume NAME",
		Short: "Go on with one run",
		Long: `Resume goes on with a run in this process, whoever began it, and prints its answer as
"queens count" does; of a complete run it reads the counted. "queens runs show" prints
the command that it stands for.

Exit codes: 0 done, 1 failed, 2 no such run, 3 a check failed, 130 interrupted.`,
		Example: `  queens runs resume n21
  queens runs resume n18 --json`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := namedRun(cmd.Context(), state, args)
			if err != nil {
				return err
			}
			r, obstacle := runs.Resume(run)
			if obstacle != "" {
				return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: resume %s: %s", runs.NameOf(run), obstacle))
			}
			o.state, o.engine, o.keep = r.Root, r.Scheme, r.Keep
			o.of, o.topology = string(r.Question.Of), r.Question.Topology.String()
			return a.count(cmd.Context(), r.Command(), r.Question.Order, o)
		},
	}
	flags := cmd.Flags()
	kit.AddWorkers(cmd, &o.workers, "pieces counted side by side")
	flags.StringVar(&o.memory, "memory", "", "most memory for lists and tables of the join, like 500M or 8G")
	flags.BoolVar(&o.nice, "nice", false, "run with low priority")
	kit.AddJSON(cmd, &o.json)
	return cmd
}
