// Command release builds what is published: static programs for every platform, each
// archive with documents, manual, completion, licences and a list of what it is linked with, the
// source, and check sums. scripts/release runs it.
//
// The same commit and the same version of Go give the same bytes, on any machine: no
// clock, no path, no name of a user goes in. Whoever unpacks the source and builds it
// gets the published program.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// platforms are those that archives are made for.
var platforms = []string{"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64"}

// programs are what an archive holds; all but the last one, which the others start, have commands and are static.
var programs = []string{"queens", "queens-count", "queens-device"}

// linking are the flags of the linker: no table of symbols, no debug information.
const linking = "-s -w"

const usage = `usage: scripts/release [--out DIR] [--platforms OS/ARCH,...] [VERSION]

Makes archives of the last commit in DIR. VERSION, like v1.2.0, is what the programs
say they are; without it the tag of the commit, or its date and hash.
`

func main() {
	out := flag.String("out", "dist-build", "where the archives go; emptied first")
	only := flag.String("platforms", strings.Join(platforms, ","), "which to build for")
	flag.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	flag.Parse()
	if flag.NArg() > 1 {
		flag.Usage()
		os.Exit(2)
	}
	files, err := release(context.Background(), *out, strings.Split(*only, ","), flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
	for _, f := range files {
		fmt.Println(f)
	}
}

// release makes the archives and returns their names.
func release(ctx context.Context, out string, only []string, version string) ([]string, error) {
	for _, p := range only {
		if os, arch, ok := strings.Cut(p, "/"); !ok || os == "" || arch == "" {
			return nil, fmt.Errorf("platform %q: want OS/ARCH, like linux/amd64", p)
		}
	}
	if version != "" && !strings.HasPrefix(version, "v") {
		return nil, fmt.Errorf("version %q: want one like v1.2.0", version)
	}
	work, err := os.MkdirTemp("", "release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	src, err := checkOut(ctx, filepath.Join(work, "source"), version)
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(out); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return nil, err
	}
	b := builder{src: src, work: work, out: out}
	if err := b.pack("queens-"+src.version, "source", src.dir, false); err != nil {
		return nil, err
	}
	if err := b.common(ctx); err != nil {
		return nil, err
	}
	for _, p := range only {
		if err := b.build(ctx, p); err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
	}
	return b.files, b.checkSums()
}

// builder makes the archives of one release.
type builder struct {
	src    source
	work   string   // for what is not published
	out    string   // for what is
	shared string   // files that every archive holds
	files  []string // made so far
}

// run runs a command in the source and returns its standard output.
func (b *builder) run(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	return output(ctx, b.src.dir, append(env, "SOURCE_DATE_EPOCH="+fmt.Sprint(b.src.at.Unix())), name, args...)
}

// output runs a command and returns its standard output. Its error says what the
// command said.
func output(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		return nil, fmt.Errorf("%s %s: %s", name, strings.Join(args, " "), strings.TrimSpace(string(exit.Stderr)))
	}
	return out, err
}

// compile builds the programs for a platform into a directory.
func (b *builder) compile(ctx context.Context, goos, goarch, dir string) error {
	for _, program := range programs {
		file := filepath.Join(dir, program+ending(goos))
		env := []string{"CGO_ENABLED=0", "GOOS=" + goos, "GOARCH=" + goarch, "GOFLAGS=", "GOWORK=off"}
		if _, err := b.run(ctx, env, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags="+linking, "-o", file, "./cmd/"+program); err != nil {
			return err
		}
	}
	return nil
}

// ending returns what the names of programs end with.
func ending(goos string) string {
	if goos == "windows" {
		return ".exe"
	}
	return ""
}

// common makes what all archives hold: texts, manual, completion, licences.
func (b *builder) common(ctx context.Context) error {
	b.shared = filepath.Join(b.work, "shared")
	here := filepath.Join(b.work, "here")
	if err := b.compile(ctx, runtime.GOOS, runtime.GOARCH, here); err != nil {
		return err
	}
	queens := filepath.Join(here, "queens"+ending(runtime.GOOS)) // whose page queens-count.1 is that of its command
	if _, err := b.run(ctx, nil, queens, "man", "--out", filepath.Join(b.shared, "man", "man1")); err != nil {
		return err
	}
	for _, program := range programs[:len(programs)-1] {
		file := filepath.Join(here, program+ending(runtime.GOOS))
		for _, shell := range []string{"bash", "fish", "powershell", "zsh"} {
			script, err := b.run(ctx, nil, file, "completion", shell)
			if err != nil {
				return err
			}
			if err := write(filepath.Join(b.shared, "completion", shell, program), script); err != nil {
				return err
			}
		}
	}
	texts := []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "CHANGELOG.md", "CITATION.cff"}
	source := os.DirFS(b.src.dir)
	for _, pattern := range []string{"docs/*.md", "docs/*.csv", "docs/*/*.md", "docs/images/*"} {
		names, err := fs.Glob(source, pattern)
		if err != nil {
			return err
		}
		texts = append(texts, names...)
	}
	for _, name := range texts {
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(b.shared, name), text); err != nil {
			return err
		}
	}
	return nil
}

// build makes the archive of a platform.
func (b *builder) build(ctx context.Context, platform string) error {
	goos, goarch, _ := strings.Cut(platform, "/")
	name := fmt.Sprintf("queens-%s-%s-%s", b.src.version, goos, goarch)
	dir := filepath.Join(b.work, name)
	if err := os.CopyFS(dir, os.DirFS(b.shared)); err != nil {
		return err
	}
	if err := b.compile(ctx, goos, goarch, dir); err != nil {
		return err
	}
	if err := b.describe(ctx, dir, filepath.Join(dir, "queens"+ending(goos))); err != nil {
		return err
	}
	return b.pack(name, name, dir, goos == "windows")
}

// write writes a file and makes its directory.
func write(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}

// source is the tree that is released.
type source struct {
	dir     string
	version string
	at      time.Time // of the commit
}
