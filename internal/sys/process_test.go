package sys

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"queens/internal/must"
)

func TestCPUTimeGrowsWithWork(t *testing.T) {
	before := must.Get(CPUTime())(t)
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

func TestDirectories(t *testing.T) {
	free := must.Get(FreeSpace(t.TempDir()))(t)
	if free == 0 {
		t.Error("no space is free")
	}
	must.Do(t, SyncDir(t.TempDir()))
	nothing := filepath.Join(t.TempDir(), "none")
	_, err := FreeSpace(nothing)
	for name, err := range map[string]error{"FreeSpace": err, "SyncDir": SyncDir(nothing)} {
		if runtime.GOOS != "windows" && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s of nothing: %v, want ErrNotExist", name, err)
		}
	}
}

func TestOnBoundThread(t *testing.T) {
	var own int
	var again bool
	cpu, bound := OnBoundThread(func() { own, again = bindThread() })
	if bound != (runtime.GOOS == "linux") || again != bound || own != cpu || cpu >= 1024 {
		t.Errorf("bound %t to processor %d, then %t to %d", bound, cpu, again, own)
	}
}

func TestLoad(t *testing.T) {
	load, ok := Load()
	if ok != (runtime.GOOS == "linux") || load < 0 {
		t.Errorf("load %v, known %v on %s", load, ok, runtime.GOOS)
	}
}

func TestStateDir(t *testing.T) {
	root := t.TempDir() // absolute in the spelling of this system
	for _, c := range []struct {
		name, system string
		env          map[string]string
		want         []string // below root; nil for an error
	}{
		{"own variable first", "linux", map[string]string{
			"QUEENS_STATE": root, "HOME": "/h",
			"XDG_STATE_HOME": "/x",
		}, []string{}},
		{"xdg", "linux", map[string]string{"XDG_STATE_HOME": root, "HOME": "/h"}, []string{"queens"}},
		{
			"relative xdg is ignored", "linux",
			map[string]string{"XDG_STATE_HOME": "x", "HOME": root},
			[]string{".local", "state", "queens"},
		},
		{"home", "freebsd", map[string]string{"HOME": root}, []string{".local", "state", "queens"}},
		{
			"mac", "darwin",
			map[string]string{"HOME": root, "XDG_STATE_HOME": "/x"},
			[]string{"Library", "Application Support", "queens"},
		},
		{"windows", "windows", map[string]string{"LocalAppData": root, "HOME": "/h"}, []string{"queens"}},
		{"no home", "linux", nil, nil},
		{"no local data", "windows", map[string]string{"HOME": "/h"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := stateDir(c.system, func(name string) string { return c.env[name] })
			if c.want == nil {
				if err == nil || !strings.Contains(err.Error(), "QUEENS_STATE") {
					t.Errorf("got %q, %v; want an error that names QUEENS_STATE", got, err)
				}
				return
			}
			want := filepath.Join(append([]string{root}, c.want...)...)
			if err != nil || got != want {
				t.Errorf("got %q, %v; want %q", got, err, want)
			}
		})
	}
	t.Setenv("QUEENS_STATE", root)
	if got, err := StateDir(); got != root || err != nil {
		t.Errorf("StateDir = %q, %v; want %q", got, err, root)
	}
}
