package device_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"queens/count/unit"

	"queens/count"
	"queens/count/device"
	"queens/count/device/dense"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

// childArgument makes the test binary a program that serves devices. Its behaviour and a file
// follow.
const childArgument = "device-child"

func TestMain(m *testing.M) {
	if os.Getenv(childArgument) != "" { // TestProgramIsBesideThisOne
		fmt.Println(device.Program())
		os.Exit(0)
	}
	if len(os.Args) > 3 && os.Args[1] == childArgument {
		child(os.Args[2], os.Args[3])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child serves a device without memory, so that everything is counted on the processor, and
// misbehaves.
func child(how, file string) {
	info := device.Info{Name: "fake:0", Model: "Fake"}
	switch how {
	case "refuses":
		_ = device.Refuse(os.Stdout, errors.New("no card"))
		return
	case "speaks otherwise":
		fmt.Println(`{"protocol":"queens-device 99"}`)
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	case "babbles":
		fmt.Println("hello")
		return
	case "ends":
		os.Exit(3)
	}
	streams := []dense.Device{&faulty{how: how, file: file}, &faulty{how: how, file: file}}
	if err := device.Serve(os.Stdin, os.Stdout, info, streams); err != nil {
		panic(err)
	}
}

type faulty struct {
	dense.Device
	how, file string
	units     int
}

// Every unit calls Local.
func (f *faulty) Local() int {
	if f.units++; f.units < 5 {
		return 0
	}
	switch f.how {
	case "is killed once":
		if _, err := os.OpenFile(f.file, os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			return 0
		}
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		time.Sleep(time.Hour)
	case "exits":
		os.Exit(7)
	case "hangs":
		time.Sleep(time.Hour)
	case "prints":
		fmt.Println("a driver says hello")
	}
	return 0
}

type said struct {
	mu    sync.Mutex
	lines []string
}

func (s *said) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

func open(t *testing.T, how string, s *said) (*device.Device, error) {
	t.Helper()
	command := []string{os.Args[0], childArgument, how, filepath.Join(t.TempDir(), "mark")}
	o := device.Options{Name: device.Auto, Command: command, Memory: 1 << 26, Say: s.say}
	if how == "hangs" {
		o.Patience = 20 * time.Millisecond
	}
	d, err := device.Open(t.Context(), o)
	if err == nil {
		t.Cleanup(d.Close)
	}
	return d, err
}

// TestCrashes counts order 12 with a child that ends in the middle of a unit, once or always,
// hangs, or writes nonsense. The total is always correct, and the report says what happened.
func TestCrashes(t *testing.T) {
	variant := must.Get(methods.Find("parity"))(t)
	want, _ := known.Solutions(12)
	for _, tc := range []struct {
		how  string
		told []string // parts of the last line; if empty, nothing may be reported
	}{
		{"works", nil},
		{"is killed once", []string{"killed", "started again, and nothing is lost"}},
		{"exits", []string{"the program ended: exit status 7", "the count continues without it"}},
		{"hangs", []string{"no answer in 20ms", "the count continues without it"}},
		{"prints", []string{"invalid character", "the count continues without it"}},
	} {
		t.Run(tc.how, func(t *testing.T) {
			if tc.how == "is killed once" && runtime.GOOS == "windows" {
				tc.told[0] = "exit status"
			}
			s := new(said)
			d := must.Get(open(t, tc.how, s))(t)
			tally, err := count.Run(t.Context(), must.Get(plan.New(t.Context(), 12, variant))(t),
				count.Options{Workers: 1, Devices: []plan.Device{d}, DevicesAlone: true})
			if err != nil || tally.Total != want {
				t.Errorf("%+v, %v, want %v", tally, err, want)
			}
			if len(tc.told) == 0 {
				if len(s.lines) > 0 || tally.Kernel != "fake:0" {
					t.Errorf("told %q, kernel %s", s.lines, tally.Kernel)
				}
				return
			}
			if len(s.lines) == 0 {
				t.Fatal("nothing is told")
			}
			last := s.lines[len(s.lines)-1]
			for _, part := range tc.told {
				if !strings.Contains(last, part) {
					t.Errorf("told %q, want %q", last, part)
				}
			}
		})
	}
}

// TestOpenFails starts useless programs: each gives one sentence.
func TestOpenFails(t *testing.T) {
	for how, want := range map[string]string{
		"refuses":          "no card",
		"speaks otherwise": `the program queens-device speaks "queens-device 99", this one "queens-device 2": install both again`,
		"babbles":          "invalid character",
		"ends":             "queens-device: the program ended: exit status 3",
	} {
		if d, err := open(t, how, new(said)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", how, d, err, want)
		}
	}
	if _, err := device.Open(t.Context(),
		device.Options{Command: []string{filepath.Join(t.TempDir(), "none")}}); err == nil {
		t.Error("a program that is not there is started")
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := device.Open(t.Context(), device.Options{}); !errors.Is(err, device.ErrNone) ||
		!strings.Contains(err.Error(), "go install ./cmd/queens-device") {
		t.Errorf("without the program: %v", err)
	}
	if _, err := device.List(t.Context(), device.Options{}); !errors.Is(err, device.ErrNone) {
		t.Errorf("a list without the program: %v", err)
	}
}

// TestProgramIsBesideThisOne copies the test binary into a folder that has the program, a folder of
// that name, or neither. Another program is on the search path.
func TestProgramIsBesideThisOne(t *testing.T) {
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	onPath := t.TempDir()
	elsewhere := filepath.Join(onPath, "queens-device"+suffix)
	must.Do(t, os.WriteFile(elsewhere, nil, 0o777))
	t.Setenv("PATH", onPath)
	t.Setenv(childArgument, "asks")
	self := must.Get(os.ReadFile(must.Get(os.Executable())(t)))(t)
	for _, there := range []string{"file", "folder", "nothing"} {
		dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
		beside, want := filepath.Join(dir, "queens-device"+suffix), elsewhere
		switch there {
		case "file":
			want = beside
			must.Do(t, os.WriteFile(beside, nil, 0o777))
		case "folder":
			must.Do(t, os.Mkdir(beside, 0o777))
		}
		asking := filepath.Join(dir, "asking"+suffix)
		must.Do(t, os.WriteFile(asking, self, 0o777))
		out, err := exec.CommandContext(t.Context(), asking).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want+" <nil>" {
			t.Errorf("with %s beside the program: %s, %v, want %s", there, got, err, want)
		}
	}
}

// TestCancel checks that the next call after a cancelled one is correct.
func TestCancel(t *testing.T) {
	d := must.Get(open(t, "works", new(said)))(t)
	units := []parity.Unit{{Even: 0, Odd: 0}, {Even: 1, Odd: 2}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Count(ctx, 10, 2, units); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	results, err := d.Count(t.Context(), 10, 2, units)
	twin := func(u parity.Unit) unit.Result {
		return ladder.Labels(parity.Square.New(10, 2), u, new(atomic.Bool))
	}
	if err != nil || !slices.Equal(results, []unit.Result{twin(units[0]), twin(units[1])}) {
		t.Errorf("%+v, %v", results, err)
	}
	if r, took, err := d.Time(t.Context(), 10, 2, units[1]); err != nil || r != results[1] || took <= 0 {
		t.Errorf("%+v in %v, %v", r, took, err)
	}
	d.Close()
	if _, err := d.Count(t.Context(), 10, 2, units); err == nil {
		t.Error("a closed device counts")
	}
}

// TestRequests checks that every invalid request gets an answer.
func TestRequests(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1,"order":99,"queens":2}`:                               "there is no class 2 of order 99",
		`{"id":1,"order":10,"queens":-1}`:                              "there is no class -1 of order 10",
		`{"id":1,"order":9,"queens":0}`:                                "there is no class 0 of order 9",
		`{"id":1,"order":10,"queens":2}`:                               "there is no unit",
		`{"id":1,"order":10,"queens":2,"units":[{"even":1000}]}`:       "order 10, class 2 has no unit 1000, 0",
		`{"id":1,"order":10,"queens":2,"memory":-1}`:                   "lists of -1 bytes",
		`{"id":1,"order":10,"queens":2,"units":[{"odd":1},{"odd":2}]}`: `"results":[{`,
	} {
		in, writer := io.Pipe()
		reader, out := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- device.Serve(in, out, device.Info{}, []dense.Device{new(faulty)}) }()
		text := make([]byte, 1<<12)
		must.Get(reader.Read(text))(t)
		fmt.Fprintln(writer, line)
		n, err := reader.Read(text)
		if err != nil || !strings.Contains(string(text[:n]), want) {
			t.Errorf("%s: %s, %v, want %q", line, text[:n], err, want)
		}
		writer.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := device.Serve(strings.NewReader("nonsense"), io.Discard, device.Info{}, nil); err == nil {
		t.Error("nonsense is served")
	}
}
