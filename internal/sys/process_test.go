package sys

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestCPUTimeGrowsWithWork(t *testing.T) {
	before, err := CPUTime()
	if err != nil {
		t.Fatal(err)
	}
	const work = 60 * time.Millisecond // four ticks of the coarsest clock
	x := uint64(1)
	for range 1 << 16 { // seconds of work, if the clock stood still
		for range 1 << 16 {
			x = x*6364136223846793005 + 1
		}
		if after, _ := CPUTime(); after-before >= work {
			return
		}
	}
	t.Errorf("processor time did not reach %v in seconds of work (%d)", work, x)
}

func TestBoundThreadHasATimeOfItsOwn(t *testing.T) {
	var times []time.Duration
	var err error
	cpu, bound := OnBoundThread(func() {
		for range 2 {
			var now time.Duration
			now, err = ThreadTime()
			times = append(times, now)
		}
	})
	if runtime.GOOS != "linux" {
		if bound || !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("bound %v, %v; want neither", bound, err)
		}
		return
	}
	if err != nil || times[1] < times[0] || times[0] > time.Second {
		t.Errorf("a new thread on processor %d has used %v, %v", cpu, times, err)
	}
}

func TestFreeSpace(t *testing.T) {
	free, err := FreeSpace(t.TempDir())
	if err != nil || free == 0 {
		t.Errorf("FreeSpace of the temporary directory = %d, %v", free, err)
	}
	if _, err := FreeSpace(t.TempDir() + "/none"); runtime.GOOS != "windows" && !errors.Is(err, os.ErrNotExist) {
		t.Errorf("FreeSpace of nothing: %v, want ErrNotExist", err)
	}
}

func TestSyncDir(t *testing.T) {
	if err := SyncDir(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := SyncDir(t.TempDir() + "/none"); runtime.GOOS != "windows" && !errors.Is(err, os.ErrNotExist) {
		t.Errorf("SyncDir of nothing: %v, want ErrNotExist", err)
	}
}

// The priority cannot be raised again without rights, so another process is
// lowered.
func TestLowerPriority(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childRole+"=nice")
	out, err := cmd.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "lowered" {
		t.Errorf("child: %v, %s", err, out)
	}
}

// reportPriority lowers the priority of this process and says whether that held
// for every thread, new ones included.
func reportPriority() {
	stop := make(chan bool)
	for range 4 { // threads that exist before
		go func() { runtime.LockOSThread(); <-stop }()
	}
	time.Sleep(time.Millisecond)
	if err := LowerPriority(); err != nil {
		fmt.Println(err)
		return
	}
	for range 4 { // and after
		go func() { runtime.LockOSThread(); <-stop }()
	}
	time.Sleep(time.Millisecond)
	if err := checkPriority(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("lowered")
}

func TestPinThread(t *testing.T) {
	cpus, err := CPUs()
	if runtime.GOOS != "linux" {
		if !errors.Is(err, errors.ErrUnsupported) || !errors.Is(PinThread(0), errors.ErrUnsupported) {
			t.Errorf("CPUs: %v, PinThread: %v, want ErrUnsupported", err, PinThread(0))
		}
		return
	}
	if err != nil || len(cpus) == 0 {
		t.Fatalf("CPUs = %v, %v", cpus, err)
	}
	done := make(chan error)
	last := cpus[len(cpus)-1]
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends here
		if err := PinThread(last); err != nil {
			done <- err
			return
		}
		got, err := CPUs()
		if err == nil && (len(got) != 1 || got[0] != last) {
			err = fmt.Errorf("bound to %v, want %d", got, last)
		}
		done <- err
	}()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if after, _ := CPUs(); len(after) != len(cpus) {
		t.Errorf("another thread is bound too: %v, was %v", after, cpus)
	}
	if err := PinThread(1023); len(cpus) < 1023 && err == nil {
		t.Error("PinThread to a processor that is not there: no error")
	}
}
