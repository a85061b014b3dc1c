package buildinfo

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"queens/internal/must"
)

func TestFind(t *testing.T) {
	checkout := &debug.BuildInfo{
		Main: debug.Module{Version: "v0.3.1"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "abc"},
			{Key: "vcs.time", Value: "2026-11-22T08:00:00Z"},
			{Key: "vcs.modified", Value: "true"},
		},
	}
	const hash = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		name, archived string
		info           *debug.BuildInfo
		want           Info
	}{
		{
			"checkout", "$Format:%H %cI %(describe)$\n", checkout,
			Info{Version: "v0.3.1", Revision: "abc", Time: "2026-11-22T08:00:00Z", Modified: true},
		},
		{"nothing", "$Format:%H %cI %(describe)$\n", nil, Info{Version: "(devel)"}},
		{
			"release", hash + " 2026-11-22T09:00:00+01:00 v1.0.0\n", checkout,
			Info{Version: "v1.0.0", Revision: hash, Time: "2026-11-22T09:00:00+01:00"},
		},
		{
			"no tag", hash + " 2026-11-22T09:00:00+01:00 \n", checkout,
			Info{Version: "(devel)", Revision: hash, Time: "2026-11-22T09:00:00+01:00"},
		},
		{"empty", "", nil, Info{Version: "(devel)"}},
	} {
		if got := find(c.archived, c.info); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestString(t *testing.T) {
	o := Info{Version: "v1.0.0", Go: "go1.26", OS: "linux", Arch: "arm64"}
	const want = "queens v1.0.0 go1.26 linux/arm64"
	if got := o.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	o.Revision, o.Modified = "abc", true
	if got := o.String(); got != want+" revision abc modified" {
		t.Errorf("%q of a modified checkout", got)
	}
}

// TestGitArchiveFillsIn makes an archive with git and reads source.txt in it.
func TestGitArchiveFillsIn(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git")
	}
	if out, err := exec.Command(git, "rev-parse", "--is-inside-work-tree").Output(); err != nil ||
		strings.TrimSpace(string(out)) != "true" {
		t.Skip("needs a checkout")
	}
	template := must.Get(os.ReadFile("source.txt"))(t)
	dir := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.Command(git, append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v, %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("init", "-q")
	for name, text := range map[string]string{
		"source.txt":     string(template),
		".gitattributes": "source.txt export-subst\n",
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	run("add", ".")
	run("commit", "-q", "-m", "one")
	run("tag", "v1.2.3")
	run("archive", "--format=tar", "-o", "a.tar", "HEAD")
	if out, err := exec.Command("tar", "-C", dir, "-xf", filepath.Join(dir, "a.tar"),
		"source.txt").CombinedOutput(); err != nil {
		t.Fatalf("tar: %v, %s", err, out)
	}
	text := must.Get(os.ReadFile(filepath.Join(dir, "source.txt")))(t)
	if got := find(string(text), nil); got.Version != "v1.2.3" || got.Revision != run("rev-parse", "HEAD") {
		t.Errorf("%q: %+v", text, got)
	}
}
