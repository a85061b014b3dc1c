package sys

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"queens/internal/errs"
)

// Files of a networkFileSystem are shared by several machines.
type networkFileSystem struct {
	name   string
	magic  uint32 // of statfs(2)
	option string // mount option with which locks bind all machines; empty if none is known
}

// networkFileSystems are those on which flock may bind one machine only. Locks span machines on
// Ceph, GFS2 and OCFS2, so these are missing. statfs does not report what is behind FUSE, 9p and
// virtiofs.
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

// localLocks returns the name of the network file system of f if a lock on f may bind only the
// processes of this machine; empty otherwise.
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

// lockedAlone returns the name of the file system, or nothing if /proc/self/mountinfo lists the
// device as mounted with the option.
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

// bindThread binds the calling thread to the last processor that it may run on; the first ones tend
// to serve interrupts. The caller has called runtime.LockOSThread and must not unlock.
func bindThread() (cpu int, bound bool) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return 0, false
	}
	for cpu = 1023; cpu > 0 && !set.IsSet(cpu); { // a set has 1,024 bits
		cpu--
	}
	set.Zero()
	set.Set(cpu)
	return cpu, unix.SchedSetaffinity(0, &set) == nil
}

// ThreadTime returns the processor time that the calling thread has used so far. It is meaningful
// only after runtime.LockOSThread.
//
// Errors: errors.ErrUnsupported outside Linux.
func ThreadTime() (time.Duration, error) {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0, errs.Errorf("processor time of a thread: %w", err)
	}
	return time.Duration(t.Nano()), nil
}

// AddressLimit returns the system's limit of address space for this process (ulimit -v) in bytes,
// the largest number if there is none.
func AddressLimit() int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil || limit.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(limit.Cur)
}
