package sys

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"queens/internal/must"
)

func TestLocksOfNetworkFileSystems(t *testing.T) {
	const mounts = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro
61 22 0:52 / /home rw,relatime shared:32 - nfs4 files:/home rw,vers=4.2,hard,proto=tcp,local_lock=none,addr=10.0.0.2
62 22 0:53 / /old rw,relatime - nfs files:/old rw,vers=3,nolock,proto=tcp,local_lock=all,addr=10.0.0.2
63 22 0:54 / /bound rw - nfs files:/bound rw,vers=3,local_lock=flock
64 22 0:55 / /scratch rw - lustre mds@tcp:/scratch rw,flock,lazystatfs
65 22 0:56 / /work rw - lustre mds@tcp:/work rw,localflock,lazystatfs
66 22 0:57 / /win rw - cifs //files/win rw,vers=3.1.1
damaged
`
	for _, c := range []struct{ system, device, want string }{
		{"NFS", "0:52", ""},
		{"NFS", "0:53", "NFS"},
		{"NFS", "0:54", "NFS"},
		{"NFS", "0:99", "NFS"},
		{"Lustre", "0:55", ""},
		{"Lustre", "0:56", "Lustre"},
		{"CIFS", "0:57", "CIFS"},
	} {
		i := slices.IndexFunc(networkFileSystems, func(n networkFileSystem) bool { return n.name == c.system })
		if got := networkFileSystems[i].lockedAlone([]byte(mounts), c.device); got != c.want {
			t.Errorf("%s on %s: %q, want %q", c.system, c.device, got, c.want)
		}
	}
}

// localLocks asks statfs: with the directory's own file system in the table it would refuse the
// lock.
func TestLocalLocksAsksStatfs(t *testing.T) {
	f := must.Get(os.Open(t.TempDir()))(t)
	defer f.Close()
	if name := localLocks(f); name != "" {
		t.Skipf("tests run on %s", name)
	}
	proc, err := os.Open(filepath.Join("/proc", "self"))
	if err != nil {
		t.Skip(err)
	}
	defer proc.Close()
	old := networkFileSystems
	t.Cleanup(func() { networkFileSystems = old })
	networkFileSystems = []networkFileSystem{{name: "proc", magic: 0x9fa0}}
	if name := localLocks(proc); name != "proc" {
		t.Errorf("/proc/self is on %q, want proc", name)
	}
}
