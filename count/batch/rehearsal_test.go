//go:build unix

package batch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"queens/count"
	"queens/internal/must"
)

// TestRealRehearsal counts an order with the real program: two thirds on a Slurm of three nodes
// that preempts all tasks every two minutes, and loses a node, its controller and the driver; the
// rest with GNU parallel, in a copy of the directory. QUEENS_REHEARSAL="23 DIR" sets the order and
// the directory. The same command continues.
func TestRealRehearsal(t *testing.T) {
	var order int
	var dir string
	if _, err := fmt.Sscanf(os.Getenv("QUEENS_REHEARSAL"), "%d %s", &order, &dir); err != nil {
		t.Skip(`an hour, on demand: QUEENS_REHEARSAL="23 DIR"`)
	}
	must.Find(t, "parallel", "parallel")
	r := rehearsal{
		t: t, order: order, slurm: filepath.Join(dir, "slurm"), parallel: filepath.Join(dir, "parallel"),
		program: filepath.Join(dir, "queens"),
	}
	t.Setenv("QUEENS_STATE", filepath.Join(dir, "state"))
	must.Do(t, os.MkdirAll(dir, 0o755))
	if !IsRun(r.parallel) {
		command(t, "go", "build", "-o", r.program, "../../cmd/queens")
		r.onSlurm()
		command(t, "sh", "-c", `mkdir "$2.new" && tar -C "$1" -c . | tar -C "$2.new" -x && mv "$2.new" "$2"`, "sh",
			r.slurm, r.parallel)
	}
	must.Do(t, r.drive("parallel").Wait())
	t.Log(command(t, r.program, "runs", "verify", r.parallel))
	checkRecord(t, Options{Dir: r.parallel, Question: count.Question{Order: order}})
}

type rehearsal struct {
	t                        *testing.T
	order                    int
	slurm, parallel, program string // paths
}

func (r *rehearsal) drive(engine string, args ...string) *exec.Cmd {
	r.t.Helper()
	dir := map[string]string{"slurm": r.slurm, "parallel": r.parallel}[engine]
	cmd := exec.Command(r.program, append([]string{
		"count", fmt.Sprint(r.order), "--on", engine, "--dir", dir,
		"--workers", "1", "--memory", "1G", "--task-time", "10m", "--again", "1%", "--poll", "10s", "--",
	}, args...)...)
	out := logWriter{r.t, "driver: "}
	cmd.Stdout, cmd.Stderr = out, out
	must.Do(r.t, cmd.Start())
	r.t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

func (r *rehearsal) onSlurm() {
	t := r.t
	s := newSlurm(t)
	go s.hurry(t)
	onSlurm := func() *exec.Cmd { return r.drive("slurm", "--exclusive", "--licenses=seat") }
	driver := onSlurm()
	await(t, "the first results", func() bool { return r.done() > 0 })
	nodes, preempted := 3, 0
	faults := []struct {
		at     float64 // finished part of the count
		name   string
		happen func()
	}{
		{1. / 9, "node n1 lost", func() {
			s.nodes["n1"].kill()
			_ = exec.Command("pkill", "-KILL", "--full", "task "+r.slurm+" .*--node n1 ").Run() // none may run there
			nodes = 2
		}},
		{2. / 9, "node n1 back, driver killed", func() {
			s.startNode("n1")
			nodes = 3
			_ = driver.Process.Kill()
			_ = driver.Wait()
			time.Sleep(10 * time.Second)
			driver = onSlurm()
		}},
		{3. / 9, "controller killed", func() {
			s.controller.kill()
			time.Sleep(20 * time.Second)
			s.startController()
		}},
	}
	for r.done() < 2./3 {
		if err := exec.Command("sbatch", "--partition=high", fmt.Sprint("--nodes=", nodes), "--exclusive",
			"--time=1", "--output=/dev/null", "--wrap=sleep 3").Run(); err == nil {
			preempted++
		}
		time.Sleep(time.Minute)
		if len(faults) > 0 && r.done() > faults[0].at {
			t.Logf("%.3f done: %s", r.done(), faults[0].name)
			faults[0].happen()
			faults = faults[1:]
		}
		time.Sleep(time.Minute)
		states, _ := exec.Command("sinfo", "--noheader", "--Node", "--partition=low", "--format=%N %T").Output()
		t.Logf("%.3f done; %s", r.done(), strings.Join(strings.Fields(string(states)), " "))
	}
	if len(faults) > 0 {
		t.Errorf("%d faults did not happen: the count was too fast for them", len(faults))
	}
	t.Logf("stopped after %d preemptions: %s", preempted, command(t, r.program, "runs", "stop", r.slurm))
	if err := driver.Wait(); !errors.As(err, new(*exec.ExitError)) {
		t.Errorf("the driver of a stopped count: %v", err)
	}
	run := mustRun(t, r.slurm)
	await(t, "no task is left", func() bool {
		live, err := slurm{site{run: run}}.List(t.Context())
		return err == nil && len(live) == 0
	})
	sum, tasks := 0.0, attemptsOf(t, r.slurm)
	for _, a := range tasks {
		sum += a.Processor
	}
	accounted, err := slurm{site{run: run}}.processorSeconds(t.Context())
	if err != nil {
		t.Error(err)
	}
	t.Logf("processor time of %d attempts: %.0f s by the tasks, %.0f s by sacct", len(tasks), sum, accounted)
}

func (r *rehearsal) done() float64 {
	s, err := ReadStatus(r.slurm)
	if err != nil {
		return 0
	}
	return float64(s.Done) / float64(s.Subproblems)
}
