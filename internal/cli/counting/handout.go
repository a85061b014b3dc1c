package counting

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/plan"
	"queens/internal/answer/counted"
	"queens/internal/cli/kit"
)

// Handout is a count whose subproblems an executor of another package hands out: the flags
// that it has in common with `queens count`.
type Handout struct{ o countOptions }

// NewHandout adds the flags to a command.
func NewHandout(cmd *cobra.Command) *Handout {
	h := &Handout{countOptions{topology: queens.Regular.String(), keep: true}}
	kit.AddChoice(cmd, &h.o.of, "of", []string{string(count.AllSolutions), string(count.Fundamental), string(count.Classes)}, "what to count")
	kit.AddChoice(cmd, &h.o.engine, "engine", count.Schemes(), "how to cut the count of all solutions")
	kit.AddChoice(cmd, &h.o.kernel, "kernel", count.Kernels(), "how this machine counts the pieces; auto is the fastest")
	kit.AddWorkers(cmd, &h.o.workers, "pieces that this machine counts side by side")
	kit.AddMemory(cmd, &h.o.memory)
	cmd.Flags().StringVar(&h.o.state, "state", "", "state directory for ledger, keys and certificate (default: see queens doctor)")
	cmd.Flags().BoolVar(&h.o.nice, "nice", false, "run with low priority")
	kit.AddJSON(cmd, &h.o.json)
	return h
}

// Count counts with the executor that start returns for the scheme and the options of the
// count, prints the answer as `queens count` does, and ends the executor.
func (h *Handout) Count(ctx context.Context, k *kit.App, cmd *cobra.Command, order int, start func(plan.Scheme, count.Options) (e count.Executor, end func(), err error)) error {
	a := &app{k}
	if h.o.state == "none" {
		return kit.Usagef("%s: --state none: the results would be lost", cmd.Name())
	}
	job, options, err := a.job(order, &h.o)
	if err != nil {
		return err
	}
	executor, end, err := start(job.Scheme(), options)
	if err != nil {
		return err
	}
	defer end()
	options.Executor = executor
	if job, err = count.NewJob(job.Question(), options); err != nil {
		return err
	}
	report, err := job.Solve(ctx)
	if report != nil {
		a.warnOfDamage(report)
	}
	if err != nil {
		return a.stoppedCount(kit.Again(cmd, []string{strconv.Itoa(order)}), report, err)
	}
	a.summarise(report, options)
	return a.Print(counted.NewCount(report), h.o.json)
}
