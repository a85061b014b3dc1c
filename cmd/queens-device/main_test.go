package main

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"queens/count"
	"queens/count/device"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

const childArgument = "queens-device"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == childArgument {
		os.Exit(run(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

const pocl = "pocl-opencl-icd"

// processor returns an OpenCL device that is the processor.
func processor(t *testing.T) (command []string, name string) {
	t.Helper()
	must.Find(t, pocl)
	command = []string{os.Args[0], childArgument}
	routes, err := device.List(t.Context(), device.Options{Command: command})
	if err != nil || len(routes) != 2 {
		t.Fatalf("routes %+v, %v", routes, err)
	}
	for _, r := range routes {
		for _, d := range r.Devices {
			if d.Processor {
				return command, d.Name
			}
		}
	}
	t.Skipf("no driver of OpenCL for the processor is installed (Debian: %s)", pocl)
	return nil, ""
}

func TestRealCounts(t *testing.T) {
	command, name := processor(t)
	o := device.Options{Name: name, Command: command, Memory: 1 << 28, Say: t.Errorf}
	d := must.Get(device.Open(t.Context(), o))(t)
	defer d.Close()
	variant := must.Get(methods.Find("parity"))(t)
	for n := 8; n <= 16; n++ {
		want, _ := known.Solutions(n)
		tally, err := count.Run(t.Context(), must.Get(plan.New(t.Context(), n, variant))(t),
			count.Options{Devices: []plan.Device{d}, DevicesAlone: true})
		if err != nil || tally.Total != want || tally.Kernel != name {
			t.Errorf("order %d: %+v, %v, want %v", n, tally, err, want)
		}
	}
}

func TestNoDevice(t *testing.T) {
	command := []string{os.Args[0], childArgument}
	if d, err := device.Open(t.Context(), device.Options{Name: "cuda:77", Command: command}); err == nil ||
		!strings.Contains(err.Error(), `"cuda:77": no such device here`) {
		t.Errorf("%v, %v", d, err)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"serve"}, {"list", "all"}, {"count", "8"}} {
		var out, complaints bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &complaints); code != 2 ||
			!strings.HasPrefix(complaints.String(), "usage: ") {
			t.Errorf("%q: code %d, %s", args, code, &complaints)
		}
	}
}

func TestAloneCallsDrivers(t *testing.T) {
	for program, want := range map[string]bool{".": true, "../queens": false, "../queens-count": false} {
		out := must.Get(exec.Command("go", "list", "-deps", program).Output())(t)
		if got := slices.Contains(strings.Fields(string(out)), "github.com/ebitengine/purego"); got != want {
			t.Errorf("%s is linked with purego: %v, want %v", program, got, want)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
	}{{[]string{"--help"}, 0}, {[]string{"-h"}, 0}, {nil, 2}, {[]string{"help", "me"}, 2}} {
		var out, complaints bytes.Buffer
		code := run(c.args, strings.NewReader(""), &out, &complaints)
		if code != c.code || strings.HasPrefix(out.String(), "usage: ") != (code == 0) ||
			(complaints.Len() > 0) != (code == 2) {
			t.Errorf("%q: exit code %d, %q, %q", c.args, code, &out, &complaints)
		}
	}
}
