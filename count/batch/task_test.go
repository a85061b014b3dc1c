package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count"
)

// TestPrivate has a directory stay while its owner lives, and go with the next one when he is dead.
func TestPrivate(t *testing.T) {
	parent := t.TempDir()
	var made []private
	there := func(want string) {
		t.Helper()
		p, err := newPrivate(parent, "x-")
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for i, p := range made {
			if _, err := os.Stat(p.path); err == nil {
				got.WriteString(fmt.Sprint(i))
			}
		}
		if made = append(made, p); got.String() != want {
			t.Errorf("there: %q, want %q", got.String(), want)
		}
	}
	there("")
	there("0")
	if err := made[0].lock.Unlock(); err != nil { // as the death of a process does
		t.Fatal(err)
	}
	there("1")
	for _, p := range made[1:] {
		if err := p.remove(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestTask stops a task, kills one, starts it again, and gives it what it must refuse.
func TestTask(t *testing.T) {
	o := optionsFor(t, 16, "print", t.TempDir())
	o.Tasks = 2
	d := driverOf(t, o, scripted{})
	temp := t.TempDir()
	task := func(ctx context.Context, part string, pause time.Duration) error {
		return Task(ctx, o.Dir, part, TaskOptions{
			Workers: 1, Temp: temp, Program: "queens test", Node: "a-node.of-a-cluster",
			execute: func(only func(int) bool) count.Executor { return hurt{only, pause, false} },
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- task(ctx, "1", time.Second) }()
	awaitResult(t, temp)
	stop()
	if err := <-ended; !errors.Is(err, ErrLater) {
		t.Errorf("stopped: %v, want ErrLater", err)
	}
	if first := results(t, o.Dir); first == 0 || first >= d.run.Bounds[1] {
		t.Errorf("%d results of %d when the first was there", first, d.run.Bounds[1])
	}
	killed := exec.Command(o.Program, "task", o.Dir, "2")
	killed.Env = append(os.Environ(), "TMPDIR="+temp, slowVariable+"=1h")
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "the private directory of a process", time.Minute, func() bool {
		left, _ := filepath.Glob(privateLedgers(temp)) // the pattern is well-formed
		return len(left) == 1
	})
	_ = killed.Process.Kill()
	_ = killed.Wait()
	for range 2 { // the second time there is nothing to do
		if err := task(t.Context(), "1", 0); err != nil {
			t.Fatal(err)
		}
	}
	if sum := results(t, o.Dir); sum != d.run.Bounds[1] {
		t.Errorf("%d results in all ledgers of share 1, want each of %d subproblems once", sum, d.run.Bounds[1])
	}
	for _, part := range []string{"0", "3", "1.1", "-1", "01", "x"} {
		if err := task(t.Context(), part, 0); !errors.Is(err, queens.ErrFormat) && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("part %q: %v", part, err)
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary directory: %v, %v", left, err)
	}
	if err := d.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, s := range d.sources {
		if s.node != "a-node.of-a-cluster" || s.part != "1" {
			t.Errorf("%s: node %q, part %q", name, s.node, s.part)
		}
	}
}
