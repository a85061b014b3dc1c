package cli

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"queens/known"
)

// Processes of their own count the shares of one order side by side, and their ledgers
// are merged: the total is right, whoever was killed on the way.
func TestSharesOfProcesses(t *testing.T) {
	const order = 16
	want, _ := known.Solutions(order)
	for _, processes := range []int{2, 8} {
		t.Run(fmt.Sprint(processes), func(t *testing.T) {
			dir := t.TempDir()
			begin := func(share int) (*exec.Cmd, *bytes.Buffer) {
				cmd := exec.Command("queens", "count", fmt.Sprint(order), "--method", "families", "--workers", "1",
					"--share", fmt.Sprintf("%d/%d", share, processes), "--state", filepath.Join(dir, fmt.Sprint(share)))
				out := new(bytes.Buffer)
				cmd.Stdout = out
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				return cmd, out
			}
			var ledgers []string
			var commands []*exec.Cmd
			var outs []*bytes.Buffer
			for i := range processes {
				cmd, out := begin(i + 1)
				commands, outs = append(commands, cmd), append(outs, out)
			}
			_ = commands[1].Process.Kill() // it may have ended
			_ = commands[1].Wait()
			commands[1], outs[1] = begin(2)
			for i, cmd := range commands {
				if err := cmd.Wait(); err != nil {
					t.Fatalf("share %d: %v", i+1, err)
				}
				ledgers = append(ledgers, strings.TrimSpace(outs[i].String()))
			}
			merge := func(sources ...string) string {
				args := append([]string{"runs", "merge", "--state", filepath.Join(dir, "all")}, sources...)
				out, err := exec.Command("queens", args...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", args, err, out)
				}
				return string(out)
			}
			last := processes - 1
			if out := merge(ledgers[:last]...); !strings.Contains(out, fmt.Sprintf("share %d/%d: ", processes,
				processes)) || strings.Contains(out, want.String()) {
				t.Errorf("without the last share:\n%s\nwant it named, and no total", out)
			}
			if out := merge(ledgers[last]); !strings.Contains(out, want.String()) || strings.Contains(out, "missing") {
				t.Errorf("with all shares:\n%s\nwant %v", out, want)
			}
		})
	}
}
