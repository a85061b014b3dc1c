package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/cluster"
	"queens/count/plan"
	"queens/internal/cli/counting"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// Values of --verify.
const (
	verifyTrusted = "trusted"
	verifyAll     = "all"
	verifyQuorum  = "quorum"
)

// usualPart is the part of the results of trusted workers that is counted twice.
const usualPart = 0.02

// coordinatorOptions are the flags of `queens coordinator`.
type coordinatorOptions struct {
	cluster.Options
	count  *counting.Handout
	verify string
	away   bool
	http   string
}

func newCoordinator(a *app) *cobra.Command {
	var o coordinatorOptions
	o.verify = verifyTrusted
	cmd := &cobra.Command{
		Use:   "coordinator N",
		Short: "Count order N with workers on many machines",
		Long: `Coordinator counts as "queens count N" does, and lets other machines take part: it
hands out subproblems to workers, "queens worker ADDRESS", and keeps what they find in
the ledger of the run. Any of the processes may be stopped or killed at any time; the
same command goes on, and the count is complete when the ledger has every result.

Without --listen nothing is open to other processes, and this machine counts alone.
--listen :4222 opens a port, by HTTPS, to workers that are enrolled. That takes one
command on either side: "queens worker --show-key" prints a worker's public key, and
"queens coordinator enrol NAME KEY" lets it in and prints the command to start it with.
A worker's key permits that work and nothing else.

A part of the results is counted twice, by another kernel and another worker:
--verify trusted  2 % of them, or what --replicate says (the default)
--verify all      every one; by another worker if there is one
--verify quorum   every one, by two workers
Results that differ are taken back, and the coordinator counts itself: a worker that was
wrong is banned, and what it alone has found is counted again. "queens runs" shows the
run, "queens runs verify" checks it.

Exit codes: 0 done, 1 failed, 2 bad argument, 3 a check failed, 130 interrupted.`,
		Example: `  queens coordinator 22 --listen :4222
  queens coordinator 22 --listen :4222 --verify all --only-others
  queens coordinator enrol alpha 3b1f...
  queens coordinator expel alpha`,
		RunE: func(cmd *cobra.Command, args []string) error {
			order, err := kit.OrderBetween(cmd.Name(), args, 0, plan.MaxOrder)
			if err != nil {
				return err
			}
			return a.coordinate(cmd.Context(), cmd, order, o)
		},
	}
	o.count = counting.NewHandout(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.Listen, "listen", "", "address, `HOST:PORT` or :PORT, at which enrolled workers are heard")
	flags.BoolVar(&o.away, "only-others", false, "this machine hands out and does not count")
	kit.AddChoice(cmd, &o.verify, "verify", []string{verifyTrusted, verifyAll, verifyQuorum}, "what is counted twice")
	flags.Float64Var(&o.Replicate, "replicate", usualPart, "part of the results that is counted twice, 0 to 1")
	flags.StringVar(&o.http, "http", "", "address, `HOST:PORT`, of /metrics and /healthz")
	cmd.AddCommand(newEnrol(a), newExpel(a), newFollow(a))
	return cmd
}

// coordinate answers `queens coordinator N`.
func (a *app) coordinate(ctx context.Context, cmd *cobra.Command, order int, o coordinatorOptions) error {
	switch {
	case o.verify != verifyTrusted && cmd.Flags().Changed("replicate"):
		return kit.Usagef("coordinator: --verify %s counts everything twice: --replicate says nothing more", o.verify)
	case o.verify != verifyTrusted:
		o.Replicate, o.Quorum = 1, o.verify == verifyQuorum
	}
	for _, f := range [][2]string{{"listen", o.Listen}, {"http", o.http}} {
		if f[1] == "" {
			continue
		}
		if err := kit.CheckListen("coordinator", f[0], f[1]); err != nil {
			return err
		}
	}
	o.Local, o.Program = !o.away, kit.ProgramName()
	o.Log = slog.New(slog.NewTextHandler(a.Stderr, nil))
	if !a.Talks() && o.Listen == "" {
		o.Log = nil
	}
	return o.count.Count(ctx, a.App, cmd, order, func(s plan.Scheme, options count.Options) (count.Executor, func(), error) {
		o.Scheme, o.State = s.Name, options.State
		if err := o.Validate(); err != nil {
			return nil, nil, err
		}
		c, err := cluster.Start(o.Options)
		if err != nil {
			return nil, nil, err
		}
		stop := func() {}
		if o.http != "" {
			if stop, err = serveMetrics(o.http, c, a.Stderr); err != nil {
				c.Close()
				return nil, nil, err
			}
		}
		if c.Address() != "" {
			line, err := workerLine(o.State, c.Address())
			if err != nil {
				c.Close()
				return nil, nil, err
			}
			fmt.Fprintf(a.Stderr, "queens: coordinator: listening at %s; on each enrolled machine:\n  %s\n", c.Address(), line)
		}
		return c, func() { stop(); c.Close() }, nil
	})
}

// workerLine returns the command that starts a worker for a coordinator that listens at an
// address.
func workerLine(state, address string) (string, error) {
	key, err := cluster.PublicKey(state)
	if err != nil {
		return "", err
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", fmt.Errorf("coordinator: %w", err)
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		if host, err = os.Hostname(); err != nil {
			host = "HOST"
		}
	}
	return fmt.Sprintf("queens worker https://%s@%s", key, net.JoinHostPort(host, port)), nil
}

func newEnrol(a *app) *cobra.Command {
	var state string
	var address string
	var follows bool
	cmd := &cobra.Command{
		Use:   "enrol NAME KEY",
		Short: "Let a worker in",
		Long: `Enrol lets the worker with a public key in, under a name that ledger and logs will call
it by, and prints the command that starts it. "queens worker --show-key" prints the key
on the worker's machine. A coordinator that runs need not be told. To enrol a worker
again that was banned ends the ban. The key of a follower is for "queens coordinator
follow" and counts nothing.

Exit codes: 0 done, 1 failed, 2 no name or no key.`,
		Example: `  queens coordinator enrol alpha 3b1f... --address count.example.org:4222
  queens coordinator enrol second 5c07... --follower`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return kit.Usagef("coordinator enrol: %s, want a name and a public key", human.Plural(len(args), "argument"))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			root, err := kit.RunsRoot(state)
			if err != nil {
				return err
			}
			if err := cluster.Enrol(root, cluster.EnrolledWorker{Name: args[0], Key: strings.TrimSpace(args[1]), Follows: follows}); err != nil {
				return err
			}
			line, err := workerLine(root, address)
			if follows {
				line = strings.Replace(line, "worker", "coordinator follow", 1)
			}
			if err == nil {
				_, err = fmt.Fprintln(a.Stdout, line)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&state, "state", "", "state directory of the coordinator (default: see queens doctor)")
	cmd.Flags().BoolVar(&follows, "follower", false, "the key is for a copy of the ledger")
	cmd.Flags().StringVar(&address, "address", ":4222", "where the worker finds the coordinator, `HOST:PORT`")
	return cmd
}

func newExpel(*app) *cobra.Command {
	var state string
	cmd := &cobra.Command{
		Use:   "expel NAME",
		Short: "Take a worker's key back",
		Long: `Expel takes the key of a worker back: a coordinator that runs ends its connections within
a second. Its results stay; "queens runs verify" checks them.

Exit codes: 0 done, 1 failed, 2 no worker of that name.`,
		Example: `  queens coordinator expel alpha`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return kit.Usagef("coordinator expel: %s, want the name of one worker", human.Plural(len(args), "argument"))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			root, err := kit.RunsRoot(state)
			if err != nil {
				return err
			}
			had, err := cluster.Expel(root, args[0])
			if err == nil && !had {
				err = kit.Usagef("coordinator expel: no worker %q is enrolled", args[0])
			}
			return err
		},
	}
	cmd.Flags().StringVar(&state, "state", "", "state directory of the coordinator (default: see queens doctor)")
	return cmd
}
