package sys

import (
	"path/filepath"
	"strings"
	"testing"
)

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
