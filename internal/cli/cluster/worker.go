package cluster

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/cluster"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/internal/sys"
)

func newWorker(a *app) *cobra.Command {
	o := cluster.WorkerOptions{Count: count.Options{Kernel: count.Auto}}
	var state, memory, device string
	var show, nice bool
	cmd := &cobra.Command{
		Use:   "worker ADDRESS",
		Short: "Count for a coordinator on another machine",
		Long: `Worker counts subproblems for "queens coordinator" until the count is done, and sends
each result until the coordinator has it. ADDRESS is what the coordinator prints,
https://KEY@HOST:PORT: the key is its public one, and no other server is spoken to.

The worker is known by a key that it makes itself; --show-key prints the public part,
which "queens coordinator enrol" takes. A coordinator that is not there, or not any
more, is waited for. Ctrl-C and SIGTERM give back what is being counted. The variable
HTTPS_PROXY names a proxy to go through.

Exit codes: 0 the count is done, 1 failed or refused, 2 bad argument, 130 interrupted.`,
		Example: `  queens worker --show-key
  queens worker https://3b1f...@count.example.org:4222
  queens worker https://3b1f...@count.example.org:4222 --memory 8G --nice --stay
  queens worker https://3b1f...@count.example.org:4222 --device cuda:0`,
		Args: func(_ *cobra.Command, args []string) error {
			if want := map[bool]int{false: 1, true: 0}[show]; len(args) != want {
				return kit.Usagef("worker: %s, want the address of a coordinator, or --show-key alone", human.Plural(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			root, err := kit.RunsRoot(state)
			if err != nil {
				return err
			}
			if show {
				key, err := cluster.PublicKey(root)
				if err == nil {
					_, err = fmt.Fprintln(a.Stdout, key)
				}
				return err
			}
			if o.Count.Memory, err = kit.MemoryBudget(memory); err != nil {
				return err
			}
			if nice {
				if err := sys.LowerPriority(); err != nil {
					a.Note("--nice: %v; going on with normal priority", err)
				}
			}
			devices, closeAll, err := a.OpenDevices(cmd.Context(), device, o.Count.Memory)
			if err != nil {
				return err
			}
			defer closeAll()
			o.Count.Devices = devices
			o.Address, o.State, o.Count.Program = args[0], root, kit.ProgramName()
			o.Log = slog.New(slog.NewTextHandler(a.Stderr, nil))
			o.Progress = func(p cluster.Progress) { a.Status.Say("%s", says(p, "results sent")) }
			err = cluster.Work(cmd.Context(), o)
			if errors.Is(err, cluster.ErrRefused) {
				err = kit.WithCode(kit.CodeFailed, err)
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&show, "show-key", false, "print the public key of this machine, and stop")
	kit.AddWorkers(cmd, &o.Count.Workers, "pieces counted side by side")
	kit.AddDevice(cmd, &device, "graphics cards that count beside the cores")
	kit.AddChoice(cmd, &o.Count.Kernel, "kernel", count.Kernels(), "how to count the pieces; auto is the fastest")
	kit.AddMemory(cmd, &memory)
	flags.StringVar(&state, "state", "", "state directory for the key (default: see queens doctor)")
	flags.BoolVar(&o.Stay, "stay", false, "wait for the next count when one is done")
	flags.BoolVar(&nice, "nice", false, "run with low priority")
	return cmd
}

// says is what the status line says of a worker or a follower.
func says(p cluster.Progress, results string) string {
	switch {
	case p.Away != nil:
		return fmt.Sprintf("waiting for the coordinator: %.200v", p.Away)
	case p.Work == "":
		return "waiting for a count"
	}
	return fmt.Sprintf("%s, %d %s", p.Work, p.Results, results)
}
