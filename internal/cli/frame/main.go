// Package frame is the part of a program around its commands: the root command, help, the
// environment, interrupts, the exit code. A table of groups lists the commands, so a program can
// have only some of them and link only what those need.
package frame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"queens/internal/cli/kit"
)

// Main runs the command line and returns the exit code of the process: 0 done,
// 1 failed, 2 wrong usage, 3 proven none, not a solution or verification failed,
// 4 stopped by a limit with a partial result, 130 interrupted. args are the
// arguments without the program's name.
//
// The first interrupt (Ctrl-C, SIGTERM, SIGHUP unless it is ignored, as nohup does) ends the
// context of the command, which then saves and returns; the second ends the process at once.
func (p *Program) Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := interruptible() // before anything else
	defer stop()
	a := kit.NewApp(stdin, stdout, stderr)
	a.Status.Enable()
	return p.Run(ctx, a, args)
}

// Start executes one command line, which interrupts end.
func (p *Program) Start(a *kit.App, args []string) int {
	ctx, stop := interruptible()
	defer stop()
	return p.Run(ctx, a, args)
}

// oneInterrupt is how long interrupts after the first count as the same one:
// timeout(1) signals a process and then its group, and wrappers pass on what the
// terminal sent already.
const oneInterrupt = 500 * time.Millisecond

// interruptible returns a context that ends at the first interrupt. A later one
// ends the process itself: a signal's default effect would not do for a process
// that was started with interrupts ignored, as shells start what runs in the
// background.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, interrupts()...)
	go obey(signals, cancel, func() { os.Exit(kit.CodeInterrupted) })
	return ctx, func() { signal.Stop(signals); cancel() }
}

// obey calls cancel at the first signal and exit at one that comes later than
// oneInterrupt after it.
func obey(signals <-chan os.Signal, cancel, exit func()) {
	<-signals
	cancel()
	first := time.Now()
	for range signals {
		if time.Since(first) > oneInterrupt {
			exit()
			return
		}
	}
}

// Run executes one command line and reports its error.
func (p *Program) Run(ctx context.Context, a *kit.App, args []string) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.Stdout.Lost = cancel
	a.Args = args
	root := p.Root(a)
	root.SetArgs(CountByDefault(root, args))
	cmd, err := root.ExecuteContextC(ctx)
	a.Status.Stop()
	switch lost := a.Stdout.Err; { // an answer that was not delivered is no answer, whatever it was
	case errors.Is(lost, syscall.EPIPE):
		return kit.CodePipe
	case lost != nil && (err == lost || !errors.Is(err, lost)):
		err = fmt.Errorf("write the answer: %w", lost)
	}
	if text := kit.Message(err, kit.Path(cmd)); text != "" {
		fmt.Fprintln(a.Stderr, text)
	}
	return kit.ExitCode(err)
}
