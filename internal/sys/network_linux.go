package sys

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// networkFileSystem is a kind of file system whose files several machines share.
type networkFileSystem struct {
	name   string
	magic  uint32 // of statfs(2)
	option string // a mount option with which locks bind all machines; empty: none is known
}

// networkFileSystems are those on which flock may bind one machine only. Ceph, GFS2 and
// OCFS2 are not among them: their locks span. What FUSE, 9p and virtiofs stand for
// statfs does not tell.
var networkFileSystems = []networkFileSystem{
	{"AFS", unix.AFS_SUPER_MAGIC, ""},
	{"BeeGFS", 0x19830326, ""},
	{"CIFS", unix.CIFS_SUPER_MAGIC, ""},
	{"Coda", unix.CODA_SUPER_MAGIC, ""},
	{"GPFS", 0x47504653, ""},
	{"Lustre", 0x0bd00bd0, "flock"},
	{"NFS", unix.NFS_SUPER_MAGIC, "local_lock=none"},
	{"PanFS", 0xaad7aaea, ""},
	{"SMB", unix.SMB2_SUPER_MAGIC, ""},
}

// localLocks returns the name of the network file system on which f is if a lock on f
// may bind the processes of this machine alone; empty otherwise.
func localLocks(f *os.File) string {
	var system unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &system) != nil {
		return ""
	}
	i := slices.IndexFunc(networkFileSystems, func(n networkFileSystem) bool { return n.magic == uint32(system.Type) })
	if i < 0 {
		return ""
	}
	var status unix.Stat_t
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil || unix.Fstat(int(f.Fd()), &status) != nil {
		return networkFileSystems[i].name
	}
	device := fmt.Sprintf("%d:%d", unix.Major(uint64(status.Dev)), unix.Minor(uint64(status.Dev)))
	return networkFileSystems[i].lockedAlone(mounts, device)
}

// lockedAlone returns the name of the file system unless /proc/self/mountinfo says that
// the one of the device is mounted with the option.
func (n networkFileSystem) lockedAlone(mounts []byte, device string) string {
	for line := range bytes.Lines(mounts) {
		mount, system, _ := strings.Cut(string(line), " - ")
		own, options := strings.Fields(mount), strings.Fields(system) // type, source, options
		if len(own) > 2 && own[2] == device && len(options) > 2 && n.option != "" &&
			slices.Contains(strings.Split(options[2], ","), n.option) {
			return ""
		}
	}
	return n.name
}
