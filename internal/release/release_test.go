//go:build !purego

package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var at = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)

// TestArchives packs files and unpacks them again: names, texts and modes are kept, and
// the same files give the same bytes.
func TestArchives(t *testing.T) {
	entries := []entry{{"q/program", []byte("run me"), 0o755}, {"q/texts/a", []byte("read me"), 0o644}}
	tarred, err := tarball(entries, at)
	if err != nil {
		t.Fatal(err)
	}
	zipped, err := zipFile(entries, at)
	if err != nil {
		t.Fatal(err)
	}
	for _, again := range []func([]entry, time.Time) ([]byte, error){tarball, zipFile} {
		if text, err := again(entries, at); err != nil || !bytes.Equal(text, tarred) && !bytes.Equal(text, zipped) {
			t.Errorf("other bytes for the same files, %v", err)
		}
	}
	dir := t.TempDir()
	out, err := unzip(tarred)
	if err != nil {
		t.Fatal(err)
	}
	if err := unpack(bytes.NewReader(out), dir); err != nil {
		t.Fatal(err)
	}
	got, err := list(dir)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(entries) {
		t.Errorf("unpacked %v, %v; want %v", got, err, entries)
	}
	read, err := zip.NewReader(bytes.NewReader(zipped), int64(len(zipped)))
	if err != nil || len(read.File) != 2 || read.File[0].Name != "q/program" || read.File[0].Mode() != fs.FileMode(0o755) {
		t.Errorf("zip: %+v, %v", read.File, err)
	}
}

// TestUnpackStaysInside gives unpack a file that leads out of its directory.
func TestUnpackStaysInside(t *testing.T) {
	text, err := tarball([]entry{{"../x", nil, 0o644}}, at)
	if err != nil {
		t.Fatal(err)
	}
	out, err := unzip(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := unpack(bytes.NewReader(out), t.TempDir()); err == nil {
		t.Error("no error")
	}
}

// TestEveryModuleHasALicence asks for the modules that the programs are linked with.
func TestEveryModuleHasALicence(t *testing.T) {
	licences, err := readLicences("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	if licences["github.com/spf13/cobra"] != "Apache-2.0" {
		t.Errorf("licence of cobra: %q", licences["github.com/spf13/cobra"])
	}
	for _, goos := range []string{"linux", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "../../cmd/...")
		cmd.Env = append(os.Environ(), "GOOS="+goos)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for path := range strings.FieldsSeq(string(out)) {
			if licences[path] == "" && strings.Contains(path, ".") {
				t.Errorf("%s is linked and has no licence in docs/dependencies.md", path)
			}
		}
	}
}

func TestBadArguments(t *testing.T) {
	for _, c := range []struct{ platform, version, want string }{
		{"linux", "", `platform "linux": want OS/ARCH`},
		{"linux/amd64", "1.0.0", `version "1.0.0": want one like v1.2.0`},
	} {
		if _, err := release(t.Context(), t.TempDir(), []string{c.platform}, c.version); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestRelease makes a release for this machine, unpacks source and program, and builds
// the source without git: it must be the same program, which knows its version.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("links the programs three times")
	}
	if _, err := os.Stat("../../.git"); err != nil {
		t.Skip("needs a checkout")
	}
	t.Chdir("../..")
	out, platform := t.TempDir(), runtime.GOOS+"/"+runtime.GOARCH
	files, err := release(t.Context(), out, []string{platform}, "v9.8.7")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 3 {
		t.Fatalf("made %v", files)
	}
	sums, err := os.ReadFile(filepath.Join(out, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files[:2] {
		text, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		if line := fmt.Sprintf("%x  %s\n", sha256.Sum256(text), name); !strings.Contains(string(sums), line) {
			t.Errorf("no line %q among the check sums", line)
		}
		if strings.HasSuffix(name, ".zip") {
			t.Skip("the archive of this system is a zip file")
		}
		tarred, err := unzip(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := unpack(bytes.NewReader(tarred), out); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(out, "queens-v9.8.7-"+strings.ReplaceAll(platform, "/", "-"))
	for _, name := range []string{"queens-count", "man/man1/queens-list.1", "completion/zsh/queens", "licences/go/LICENSE", "sbom.cdx.json", "CITATION.cff"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	readme, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllSubmatch(readme, -1) {
		name := string(link[1])
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil && !slices.Contains([]string{"Containerfile", "scripts/release", "scripts/site"}, name) { // of the source alone
			t.Errorf("README.md leads to %s: %v", name, err)
		}
	}
	b := builder{src: source{dir: filepath.Join(out, "queens-v9.8.7"), at: at}}
	if err := b.compile(t.Context(), runtime.GOOS, runtime.GOARCH, out); err != nil {
		t.Fatal(err)
	}
	for _, program := range programs {
		var sums [2][32]byte
		for i, dir := range []string{folder, out} {
			text, err := os.ReadFile(filepath.Join(dir, program))
			if err != nil {
				t.Fatal(err)
			}
			sums[i] = sha256.Sum256(text)
		}
		if sums[0] != sums[1] {
			t.Errorf("%s: the source archive gives another program than the published one", program)
		}
	}
	version, err := exec.Command(filepath.Join(out, "queens-count"), "version").Output()
	if err != nil || !strings.HasPrefix(string(version), "queens v9.8.7 ") || !strings.Contains(string(version), "revision ") {
		t.Errorf("version %q, %v", version, err)
	}
}

// unzip returns the tar archive in a compressed one.
func unzip(text []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
