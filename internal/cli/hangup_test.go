//go:build unix

package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"queens/internal/errs"
	"queens/internal/must"
)

// TestHangUp sends the signal of a closed terminal: the process ends as if interrupted. Under nohup
// it continues.
func TestHangUp(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // so that no child inherits that it is ignored
	for _, c := range []struct {
		name    string
		command []string
		ends    syscall.Signal
	}{
		{"closed", []string{"queens", "list", "20"}, syscall.SIGHUP},
		{"outlived", []string{"nohup", "queens", "list", "20"}, syscall.SIGINT},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := exec.LookPath(c.command[0]); err != nil {
				t.Skip(err)
			}
			var stderr strings.Builder
			cmd := exec.Command(c.command[0], c.command[1:]...)
			cmd.Stderr = &stderr
			stdout := must.Get(cmd.StdoutPipe())(t)
			must.Do(t, cmd.Start())
			list := bufio.NewReader(stdout)
			must.Get(list.ReadString('\n'))(t) // from now on it handles signals
			for _, signal := range []syscall.Signal{syscall.SIGHUP, c.ends} {
				must.Do(t, cmd.Process.Signal(signal))
				if signal == c.ends {
					break
				}
				if n, err := io.CopyN(io.Discard, list, 10<<20); err != nil { // far more than any buffer
					t.Errorf("after %v it wrote %d bytes: %v", signal, n, err)
				}
			}
			_, _ = io.Copy(io.Discard, list)
			exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
			if !ok || exit.ExitCode() != errs.Interrupted || !strings.Contains(stderr.String(),
				"to continue:\n  queens list 20 --after=") {
				t.Errorf("%v, said %q; want code %d and how to continue", exit, &stderr, errs.Interrupted)
			}
		})
	}
}
