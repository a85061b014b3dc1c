// Package sys has operating system services that a long count needs and the standard library
// lacks: an exclusive lock on a file that dies with its process, the
// processor time used, the free space of a disk, a directory forced to the
// disk, a lower priority, a thread bound to one processor, and the directory
// where state is kept.
//
//	lock, err := sys.LockFile(filepath.Join(dir, "lock"))
//	if errors.Is(err, sys.ErrLocked) {
//		// another process works here
//	}
//	defer lock.Unlock()
//
// It is complete on Linux, macOS, FreeBSD and Windows. Functions that a
// system does not support return errors.ErrUnsupported.
package sys
