//go:build unix

package batch

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"queens/internal/must"
)

// newSSH starts an SSH server on loopback, with its own keys, and returns a command that logs in
// there as alpha or beta.
func newSSH(t *testing.T) (ssh string) {
	t.Helper()
	const server = "/usr/sbin/sshd" // not on a user's path
	must.Find(t, "openssh-server openssh-client", "ssh", "ssh-keygen", server)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	me := must.Get(user.Current())(t)
	if me.Uid == "0" {
		must.Do(t, os.MkdirAll("/run/sshd", 0o755)) // required by a server of root
	}
	for _, name := range []string{"host", "user"} {
		command(t, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path(name))
	}
	port := freePorts(t, 1)[0]
	write := func(name, text string) { must.Do(t, os.WriteFile(path(name), []byte(text), 0o600)) }
	write("sshd.conf", fmt.Sprintf("Port %d\nListenAddress 127.0.0.1\nHostKey %s\nAuthorizedKeysFile %s\nStrictModes "+
		"no\nUsePAM no\nPidFile none\nPermitRootLogin yes\n",
		port, path("host"), path("user.pub")))
	write("ssh.conf", fmt.Sprintf("Host alpha beta\n HostName 127.0.0.1\n Port %d\n User %s\n IdentityFile %s\n "+
		"IdentitiesOnly yes\n BatchMode yes\n StrictHostKeyChecking accept-new\n UserKnownHostsFile %s\n",
		port, me.Username, path("user"), path("known")))
	d := startDaemon(t, server, "-D", "-e", "-f", path("sshd.conf"))
	await(t, "sshd", func() bool {
		c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	ssh = "ssh -F " + path("ssh.conf")
	if out, err := exec.Command("sh", "-c", ssh+" alpha true").CombinedOutput(); err != nil {
		d.stop()
		said, _ := os.ReadFile(d.log.Name())
		t.Fatalf("%v: %s; %s", err, out, said)
	}
	return ssh
}

func TestRealParallelOverSSH(t *testing.T) {
	must.Find(t, "parallel", "parallel")
	o := optionsFor(t, 17, "parallel", t.TempDir(), "--ssh", newSSH(t), "--sshlogin", "alpha,beta", "--jobs", "1",
		"--env", slowVariable)
	t.Setenv(slowVariable, "20ms")
	o.Tasks, o.Again = 6, 0.1
	driveWell(t, o)
	logs := must.Get(filepath.Glob(filepath.Join(o.Dir, logsDir, "parallel-*.log")))(t)
	var all strings.Builder
	for _, path := range logs {
		all.Write(must.Get(os.ReadFile(path))(t))
	}
	for _, host := range []string{"alpha", "beta"} {
		if !strings.Contains(all.String(), "\t"+host+"\t") {
			t.Errorf("no task on %s:\n%s", host, &all)
		}
	}
}
