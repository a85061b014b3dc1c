// Package sys is what the operating system gives a long count and the standard
// library does not: an exclusive lock on a file that dies with its process, the
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
// It is complete on Linux, macOS, FreeBSD and Windows. What a system does not
// offer returns errors.ErrUnsupported; no function pretends.
package sys
