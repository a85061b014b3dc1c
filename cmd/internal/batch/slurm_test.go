//go:build unix

package batch

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"text/template"
	"time"

	"queens/count"
	"queens/count/ledger"
	"queens/count/verify"
	"queens/internal/must"
)

const slurmPackages = "slurm-wlm munge"

type daemon struct {
	cmd  *exec.Cmd
	log  *os.File // what it prints
	done chan struct{}
}

// startDaemon starts a foreground program in its own process group.
func startDaemon(t *testing.T, name string, args ...string) *daemon {
	t.Helper()
	log := must.Get(os.Create(filepath.Join(t.TempDir(), "log")))(t)
	d := &daemon{cmd: exec.Command(name, args...), log: log, done: make(chan struct{})}
	d.cmd.Stdout, d.cmd.Stderr = log, log
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	d.cmd.WaitDelay = time.Second
	must.Do(t, d.cmd.Start())
	go func() { _ = d.cmd.Wait(); log.Close(); close(d.done) }()
	t.Cleanup(d.stop)
	return d
}

func (d *daemon) stop() {
	_ = d.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-d.done:
	case <-time.After(5 * time.Second):
	}
	d.kill()
}

func (d *daemon) kill() {
	_ = syscall.Kill(-d.cmd.Process.Pid, syscall.SIGKILL) // it may have ended
	<-d.done
}

func freePorts(t *testing.T, count int) (ports []int) {
	t.Helper()
	for range count {
		l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

type slurmCluster struct {
	parent     *testing.T
	dir        string
	conf       string
	controller *daemon
	nodes      map[string]*daemon
}

// newSlurm starts munge, a controller and three nodes.
func newSlurm(t *testing.T) *slurmCluster {
	t.Helper()
	must.Find(t, slurmPackages, "munged", "slurmctld", "slurmd", "sbatch")
	dir, err := os.MkdirTemp("", "qs") // a socket needs a short path
	must.Do(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	must.Do(t, os.Chmod(dir, 0o755))
	me := must.Get(user.Current())(t)
	write := func(name, text string, perm os.FileMode) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(text), perm))
		return path
	}
	socket := filepath.Join(dir, "munge.socket")
	startDaemon(t, "munged", "--foreground", "--force", "--num-threads=2", "--socket="+socket,
		"--key-file="+write("munge.key", strings.Repeat("queens", 64), 0o400),
		"--pid-file="+dir+"/munge.pid", "--log-file="+dir+"/munge.log", "--seed-file="+dir+"/munge.seed")
	await(t, "munge", func() bool { _, err := os.Stat(socket); return err == nil })
	ports := freePorts(t, 4)
	values := map[string]any{
		"Host": must.Get(os.Hostname())(t), "User": me.Username, "Munge": socket, "Dir": dir, "Ports": ports,
	}
	for _, sub := range []string{"state", "spool-n1", "spool-n2", "spool-n3"} {
		must.Do(t, os.Mkdir(filepath.Join(dir, sub), 0o755))
	}
	s := &slurmCluster{
		dir: dir, conf: write("slurm.conf", filled(t, "slurm.conf", values), 0o644), nodes: map[string]*daemon{},
	}
	t.Setenv("SLURM_CONF", s.conf)
	s.parent = t
	s.startController()
	for _, name := range []string{"n1", "n2", "n3"} {
		s.startNode(name)
	}
	await(t, "three nodes", func() bool {
		out, err := exec.Command("sinfo", "--noheader", "--Node", "--partition=low", "--format=%T").Output()
		return err == nil && strings.Count(string(out), "idle") == 3
	})
	return s
}

func (s *slurmCluster) startController() {
	s.controller = startDaemon(s.parent, "slurmctld", "-D", "-f", s.conf)
}

func (s *slurmCluster) startNode(name string) {
	s.nodes[name] = startDaemon(s.parent, "slurmd", "-D", "-N", name, "-f", s.conf)
}

// hurry starts requeued tasks, which Slurm delays by two minutes, and repairs the nodes of a killed
// controller.
func (s *slurmCluster) hurry(t *testing.T) {
	for t.Context().Err() == nil {
		// the controller may be away
		out, _ := exec.Command("squeue", "--noheader", "--array", "--states=PENDING", "--format=%A %r").Output()
		for line := range strings.Lines(string(out)) {
			switch job, reason, _ := strings.Cut(strings.TrimSpace(line), " "); reason {
			case "BeginTime":
				_ = exec.Command("scontrol", "update", "JobId="+job, "StartTime=now").Run()
			case "launch failed requeued held":
				_ = exec.Command("scontrol", "release", job).Run()
			}
		}
		out, _ = exec.Command("sinfo", "--noheader", "--Node", "--states=drain", "--format=%N %E").Output()
		for line := range strings.Lines(string(out)) {
			if node, reason, _ := strings.Cut(strings.TrimSpace(line), " "); reason == "Duplicate jobid" {
				_ = exec.Command("scontrol", "update", "nodename="+node, "state=resume").Run()
			}
		}
		time.Sleep(2 * time.Second)
	}
}

func filled(t *testing.T, name string, values any) string {
	t.Helper()
	var text strings.Builder
	must.Do(t, must.Get(template.ParseFiles(filepath.Join("testdata", name)))(t).Execute(&text, values))
	return text.String()
}

// slowly adds a pause before each subproblem.
func slowly(pause string, more ...string) string {
	return "--export=ALL," + slowVariable + "=" + pause + strings.Join(append([]string{""}, more...), ",")
}

// TestRealSlurm counts on a real Slurm with every failure that occurs on clusters.
func TestRealSlurm(t *testing.T) {
	s := newSlurm(t)
	go s.hurry(t)
	t.Run("time limit", func(t *testing.T) {
		t.Parallel()
		o := optionsFor(t, 18, "slurm", t.TempDir(), slowly("1600ms")) // about 95 s in one task
		o.Tasks = 1
		driveWell(t, o)
		if notes := attemptsOf(t, o.Dir); len(notes) < 2 {
			t.Errorf("%d attempts, want more than one", len(notes))
		}
	})
	t.Run("others", func(t *testing.T) {
		t.Parallel()
		t.Run("together", s.together)
		t.Run("node and controller lost", s.lose)
		t.Run("small arrays", func(t *testing.T) {
			o := optionsFor(t, 17, "slurm", t.TempDir())
			o.Tasks, o.Again = 12, 0.2
			if r := driveWell(t, o); r.Again == 0 || len(r.Nodes) == 0 || r.Processor == 0 {
				t.Errorf("outcome %+v", r)
			}
		})
		t.Run("held", func(t *testing.T) {
			o := optionsFor(t, 16, "slurm", t.TempDir(), "--hold")
			said := 0
			o.Log = func(text string) {
				t.Log(text)
				if text == "slurm holds tasks: JobHeldUser" {
					command(t, "scontrol", "release", "jobname=queens-"+mustRun(t, o.Dir).ID+"-0")
					said++
				}
			}
			o.Show = func(text string, _, _ float64) { // second counts are held, too
				if strings.HasPrefix(text, "21 of 21 ") {
					_ = exec.Command("scontrol", "release", "jobname=queens-"+mustRun(t, o.Dir).ID+"-0").Run()
				}
			}
			driveWell(t, o)
			if said != 1 {
				t.Errorf("said %d times, want once", said)
			}
		})
	})
}

// TestHeld reads a queue in which Slurm holds tasks.
func TestHeld(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	e := site{run: &Run{ID: "0"}}
	queue := "queens-0-0|7_1|PD||launch failed requeued held\nqueens-0-0|7_2|R|n3|None\n" +
		"queens-0-3|8_1|PD||Resources\nqueens-0-3|8_[2-3%1]|PD||JobHeldUser\nother|9_1|R|n1|None"
	must.Do(t, os.WriteFile(filepath.Join(dir, "squeue"), []byte("#!/bin/sh\ncat <<'END'\n"+queue+"\nEND\n"), 0o755))
	live := must.Get(slurmList(t.Context(), e))(t)
	want := []queued{
		{1, false, "", "launch failed requeued held"},
		{2, true, "n3", ""},
		{4, false, "", ""},
		{5, false, "", "JobHeldUser"},
		{6, false, "", "JobHeldUser"},
	}
	if !slices.Equal(live, want) {
		t.Errorf("%+v, want %+v", live, want)
	}
}

func (s *slurmCluster) together(t *testing.T) {
	t.Run("requeue and preemption", func(t *testing.T) {
		t.Parallel()
		o := optionsFor(t, 18, "slurm", t.TempDir(), slowly("550ms"))
		o.Tasks = 2
		cmd := startDriver(t, o)
		id := awaitJob(t, o)
		await(t, "tasks run", func() bool { return len(attemptsOf(t, o.Dir)) == 2 })
		command(t, "scontrol", "requeue", id+"_1")
		time.Sleep(time.Second)
		command(t, "sbatch", "--partition=high", "--nodes=3", "--exclusive", "--time=1", "--output=/dev/null",
			"--wrap=sleep 1")
		await(t, "preempted", func() bool {
			return strings.Contains(command(t, "squeue", "--noheader", "--array", "--job="+id, "--format=%r %t"), "PD")
		})
		must.Do(t, cmd.Wait())
		checkDone(t, o)
		if notes := attemptsOf(t, o.Dir); len(notes) < 4 {
			t.Errorf("%d attempts, want some of the requeued tasks", len(notes))
		}
	})
	t.Run("driver killed", func(t *testing.T) {
		t.Parallel()
		o := optionsFor(t, 18, "slurm", t.TempDir(), slowly("270ms"))
		o.Tasks = 4
		first := startDriver(t, o)
		id := awaitJob(t, o)
		_ = first.Process.Kill()
		_ = first.Wait()
		driveWell(t, o)
		name := "queens-" + mustRun(t, o.Dir).ID + "-0" // of the second counts, too
		jobs := strings.Fields(command(t, "squeue", "--noheader", "--states=all", "--format=%F", "--name="+name))
		if jobs = distinct(jobs); len(jobs) > 2 {
			t.Errorf("jobs %v beside %s, want no task submitted twice", jobs, id)
		}
	})
	t.Run("two drivers", func(t *testing.T) {
		t.Parallel()
		o := optionsFor(t, 18, "slurm", t.TempDir(), slowly("110ms"))
		o.Tasks, o.Again = 3, 0.1
		var both sync.WaitGroup
		for range 2 {
			cmd := startDriver(t, o)
			both.Go(func() {
				if err := cmd.Wait(); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		checkDone(t, o)
	})
	t.Run("directory full", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=256M", "tmpfs",
			dir).CombinedOutput(); err != nil {
			t.Skipf("a file system of its own needs a right that this user lacks: %s", out)
		}
		t.Cleanup(func() { command(t, "umount", "--lazy", dir) })
		o := optionsFor(t, 18, "slurm", dir, slowly("160ms"))
		o.Tasks = 2
		cmd := startDriver(t, o)
		awaitJob(t, o)
		await(t, "tasks run", func() bool { return len(attemptsOf(t, dir)) == 2 })
		_ = exec.Command("dd", "if=/dev/zero", "of="+dir+"/filler", "bs=1M").Run() // until it is full
		// the tasks have ended, or are publishing
		time.Sleep(7 * time.Second)
		must.Do(t, os.Remove(dir+"/filler"))
		must.Do(t, cmd.Wait())
		checkDone(t, o)
	})
	t.Run("false results", func(t *testing.T) {
		t.Parallel()
		o := optionsFor(t, 16, "slurm", t.TempDir(), "--export=ALL,"+forgeVariable+"=n2", "--nodelist=n2")
		o.Tasks, o.Again, o.Detach = 2, 1, true
		must.Get(Drive(t.Context(), o))(t)
		await(t, "the tasks", func() bool { return len(must.Get(queueOf(t.Context(), o.Dir))(t)) == 0 })
		o.Detach, o.Args = false, []string{"--exclude=n2"}
		_, err := Drive(t.Context(), o)
		if !errors.Is(err, ledger.ErrMismatch) || !strings.Contains(err.Error(), " on n2 ") {
			t.Fatalf("%v, want different results, one of them on n2", err)
		}
		for _, name := range attemptsOf(t, o.Dir) {
			if run, err := mustRun(t, o.Dir).read(t.Context(), name); err == nil && strings.Contains(name, "-n2-") {
				must.Get(verify.Repair(t.Context(), run, count.Options{Program: "queens test"}, o.Tasks*100, 1))(t)
			}
		}
		if r := driveWell(t, o); fmt.Sprint(r.Wrong) != "[n2]" || strings.Contains(fmt.Sprint(r.Nodes), "n2") {
			t.Errorf("outcome %+v, want that node n2 was wrong", r)
		}
	})
}

func (s *slurmCluster) lose(t *testing.T) {
	o := optionsFor(t, 19, "slurm", t.TempDir(), slowly("1200ms"))
	o.Tasks = 9
	cmd := startDriver(t, o)
	awaitJob(t, o)
	await(t, "tasks run", func() bool { return len(attemptsOf(t, o.Dir)) == 9 })
	// slurmctld saves its state within 5 s; one that lost its tasks starts them again and holds
	// them
	began := time.Now()
	await(t, "a saved state", func() bool {
		info, err := os.Stat(filepath.Join(s.dir, "state", "job_state"))
		return err == nil && info.ModTime().After(began)
	})
	for _, name := range attemptsOf(t, o.Dir) { // kill the node with all its processes
		if task, _ := parseAttempt(name); strings.Contains(name, "-n3-") {
			_ = exec.Command("pkill", "-KILL", "-f", fmt.Sprintf("task %s %d ", o.Dir, task)).Run()
		}
	}
	s.nodes["n3"].kill()
	s.controller.kill()
	text := must.Get(os.ReadFile(s.conf))(t)
	must.Do(t, os.WriteFile(s.conf, bytes.ReplaceAll(text, []byte("MaxArraySize=1001"), []byte("MaxArraySize=6")),
		0o644))
	time.Sleep(3 * time.Second) // the driver asks in vain
	s.startController()
	must.Do(t, cmd.Wait())
	checkDone(t, o)
	s.startNode("n3")
}

// awaitJob waits until Slurm has a job of a run, and returns its number.
func awaitJob(t *testing.T, o Options) (id string) {
	t.Helper()
	await(t, "a job is submitted", func() bool {
		run, err := ReadRun(o.Dir)
		if err != nil {
			return false
		}
		out, _ := exec.Command("squeue", "--noheader", "--format=%F", "--name="+site{run: run}.jobName()+"-0").Output()
		id, _, _ = strings.Cut(string(out), "\n")
		return id != ""
	})
	return id
}
