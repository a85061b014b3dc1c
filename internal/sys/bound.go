package sys

import "runtime"

// OnBoundThread calls f on a thread of its own, bound to one processor where the system
// can do that, and returns when f has. bound is false where nothing was bound.
func OnBoundThread(f func()) (cpu int, bound bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the bound thread ends with its goroutine
		cpu, bound = bindThread()
		f()
	}()
	<-done
	return cpu, bound
}
