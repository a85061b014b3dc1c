package batch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

func randomName() string { return fmt.Sprintf("%08x", rand.Uint32()) }

// maxJSON bounds the files that are read.
const maxJSON = 1 << 20

// Errors: queens.ErrFormat for invalid contents.
func readJSON(path string, v any) error {
	f, info, err := sys.OpenRegular(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if info.Size() > maxJSON {
		return errs.Errorf("%s: %s, want at most %s: %w", path, humanize.Bytes(float64(info.Size())),
			humanize.Bytes(maxJSON), queens.ErrFormat)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxJSON))
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return errs.Errorf("%s: %w: %w", path, err, queens.ErrFormat)
	}
	return nil
}

// publish writes a file under another name and lets name give it its own: path appears atomically,
// even if another process or machine writes it at the same time.
func publish(path string, perm fs.FileMode, text []byte, name func(fresh, path string) error) error {
	fresh := fmt.Sprintf("%s.%s.new", path, randomName())
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err == nil {
		_, err = f.Write(text)
		err = errors.Join(err, f.Sync(), f.Close())
	}
	if err == nil {
		err = name(fresh, path)
	}
	_ = os.Remove(fresh) // after a failure or a link
	return err
}

func publishJSON(path string, v any, name func(fresh, path string) error) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return publish(path, 0o644, append(text, '\n'), name)
}

// create is os.Link if the file system has links: it gives a file a name that is free.
//
// Errors: fs.ErrExist.
func create(fresh, path string) error {
	err := os.Link(fresh, path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(fresh, path)
	}
	return err
}

// installProgram copies a program into a directory named by its hash, so that all tasks of a driver
// run the same program.
func installProgram(dir, program string) (path string, err error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	path = filepath.Join(dir, programsDir, fmt.Sprintf("%x", sum[:6]), "queens")
	if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, text) {
		return path, nil
	}
	if err := sys.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, publish(path, 0o755, text, os.Rename)
}

// rememberedDir is a directory in the state directory with the path of each run in a file.
const rememberedDir = "batch"

// Remember adds a directory to [Remembered].
func Remember(root, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := sys.MkdirAll(filepath.Join(root, rememberedDir), 0o755); err != nil {
		return err
	}
	path := filepath.Join(root, rememberedDir, fmt.Sprintf("%x", sha256.Sum256([]byte(dir)))[:16])
	return os.WriteFile(path, []byte(dir+"\n"), 0o644)
}

// Remembered returns the existing directories with runs, sorted.
func Remembered(root string) (dirs []string) {
	paths, _ := filepath.Glob(filepath.Join(root, rememberedDir, "*")) // the pattern is well-formed
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if dir := strings.TrimSuffix(string(text), "\n"); err == nil && IsRun(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// Remove deletes the files of a count in a directory, and the directory if nothing else is in it.
// Errors: ErrBusy if tasks are queued or running.
func Remove(ctx context.Context, dir string) error {
	if live, err := queueOf(ctx, dir); err == nil && len(live) > 0 { // without an engine there are none
		return errs.Errorf("%s are queued or running; queens runs stop cancels them: %w",
			humanize.Plural(len(live), "task"), ErrBusy)
	}
	for _, name := range []string{tasksDir, logsDir, programsDir, "runs", stopFile, engineFile, runFile} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return os.Remove(dir)
}

// ErrBusy says that tasks are queued or running.
var ErrBusy = errs.Hidden(errs.Failed, "busy")
