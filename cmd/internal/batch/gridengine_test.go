//go:build unix

package batch

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"queens/internal/must"
)

const gridPrograms = "/usr/lib/gridengine" // Debian's

// newGridEngine starts a master and an execution daemon with one queue of three slots.
func newGridEngine(t *testing.T) {
	t.Helper()
	must.Find(t, "gridengine-master gridengine-exec gridengine-client", gridPrograms+"/sge_qmaster",
		gridPrograms+"/sge_execd", gridPrograms+"/spoolinit", gridPrograms+"/qconf")
	root := must.Get(os.MkdirTemp("", "qg"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	host := must.Get(os.Hostname())(t)
	me := must.Get(user.Current())(t)
	write := func(name, text string) string {
		path := filepath.Join(root, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	for _, sub := range []string{"spool/qmaster/job_scripts", "spool/db", "spool/execd"} {
		must.Do(t, os.MkdirAll(filepath.Join(root, sub), 0o755))
	}
	for _, name := range []string{"bin", "lib", "util", "utilbin"} {
		must.Do(t, os.Symlink(filepath.Join("/var/lib/gridengine", name), filepath.Join(root, name)))
	}
	values := map[string]string{"Root": root, "Programs": gridPrograms, "Host": host}
	write("default/common/bootstrap", filled(t, "gridengine-bootstrap", values))
	write("default/common/act_qmaster", host+"\n")
	write("default/common/host_aliases", host+" localhost\n")
	usual := must.Get(os.ReadFile("/usr/share/gridengine/default-configuration"))(t)
	conf := strings.NewReplacer("/var/spool/gridengine/execd", root+"/spool/execd", "min_uid                1000",
		"min_uid 0", "min_gid                1000", "min_gid 0", "00:00:40", "00:00:02").Replace(string(usual))
	ports := freePorts(t, 2)
	t.Setenv("SGE_ROOT", root)
	t.Setenv("SGE_CELL", "default")
	t.Setenv("SGE_QMASTER_PORT", fmt.Sprint(ports[0]))
	t.Setenv("SGE_EXECD_PORT", fmt.Sprint(ports[1]))
	t.Setenv("SGE_ND", "1") // stay in the foreground
	command(t, gridPrograms+"/spoolinit", "berkeleydb", "libspoolb", root+"/spool/db", "init")
	for _, args := range [][]string{
		{"configuration", write("conf", conf)},
		{"complexes", "/usr/share/gridengine/util/resources/centry"},
		{"usersets", "/usr/share/gridengine/util/resources/usersets"},
		{"managers", me.Username},
	} {
		command(t, gridPrograms+"/spooldefaults", args...)
	}
	startDaemon(t, gridPrograms+"/sge_qmaster")
	await(t, "the master", func() bool { return exec.Command("qconf", "-as", host).Run() == nil })
	scheduler := command(t, "qconf", "-ssconf")
	var lines []string
	for line := range strings.Lines(scheduler) {
		name, _, _ := strings.Cut(line, " ")
		if better, ok := map[string]string{
			"schedule_interval": "0:0:2", "flush_submit_sec": "1",
			"flush_finish_sec": "1", "load_formula": "slots",
		}[name]; ok {
			line = name + " " + better + "\n"
		}
		lines = append(lines, line)
	}
	command(t, "qconf", "-Msconf", write("scheduler", strings.Join(lines, "")+"\n"))
	command(t, "qconf", "-Aq", write("queue", filled(t, "gridengine-queue", values)))
	startDaemon(t, gridPrograms+"/sge_execd")
}

// TestRealGridEngine counts on a real Grid Engine, which removes a task from its node, and cancels
// a run.
func TestRealGridEngine(t *testing.T) {
	newGridEngine(t)
	o := optionsFor(t, 18, "gridengine", t.TempDir(), "-v", slowVariable+"=320ms")
	o.Tasks, o.Again = 4, 0.05
	cmd := startDriver(t, o)
	await(t, "three tasks run", func() bool { return len(attemptsOf(t, o.Dir)) == 3 })
	live, err := queueOf(t.Context(), o.Dir)
	if err != nil || len(live) != 4 || !live[0].Running || live[3].Running {
		t.Fatalf("%+v, %v; want three that run and one that waits", live, err)
	}
	command(t, "qmod", "-rj", "queens-"+mustRun(t, o.Dir).ID)
	must.Do(t, cmd.Wait())
	checkDone(t, o)
	if notes := attemptsOf(t, o.Dir); len(notes) < 6 {
		t.Errorf("attempts %v, want those of four shares, one again, and second counts", notes)
	}
	o = optionsFor(t, 18, "gridengine", t.TempDir(), "-v", slowVariable+"=2s")
	o.Tasks, o.Detach = 4, true
	must.Get(Drive(t.Context(), o))(t)
	await(t, "three tasks run", func() bool { return len(attemptsOf(t, o.Dir)) == 3 })
	must.Do(t, Stop(t.Context(), o.Dir))
	await(t, "no task is left", func() bool {
		live, err := queueOf(t.Context(), o.Dir)
		return err == nil && len(live) == 0
	})
}
