package table

import (
	"strings"
	"testing"
)

type kernel struct{ Entry }

var kernels = []kernel{
	{Entry{Name: "generic"}},
	{Entry{Name: "wide", Needs: "wide words", Has: func() bool { return true }}},
	{Entry{Name: "future", Needs: "wider words", Has: func() bool { return false }}},
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{"": "wide", "auto": "wide", "generic": "generic", "wide": "wide"} {
		if k, err := Find(kernels, name); err != nil || k.Name != want {
			t.Errorf("%q finds %q, %v; want %q", name, k.Name, err, want)
		}
	}
	for name, want := range map[string]string{
		"future": "kernel future needs wider words, which this processor does not have",
		"none":   `no kernel "none": want one of auto, generic, wide, future`,
	} {
		if k, err := Find(kernels, name); err == nil || err.Error() != want || k.Name != "" {
			t.Errorf("%q finds %q, %v; want %s", name, k.Name, err, want)
		}
	}
	if k, err := Find(kernels[2:], Auto); err == nil || !strings.Contains(err.Error(), "no kernel") {
		t.Errorf("auto finds %q, %v in a table without a usable kernel", k.Name, err)
	}
}
