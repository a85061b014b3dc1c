package sys

import "runtime"

// OnBoundThread calls f on a thread of its own, bound to one processor where the system
// can do that, and returns when f has. cpu is the number of the processor, the last one of
// CPUs: the first ones tend to serve interrupts. bound is false where nothing was bound.
func OnBoundThread(f func()) (cpu int, bound bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the bound thread ends with its goroutine
		if cpus, err := CPUs(); err == nil && len(cpus) > 0 {
			cpu = cpus[len(cpus)-1]
			bound = PinThread(cpu) == nil
		}
		f()
	}()
	<-done
	return cpu, bound
}
