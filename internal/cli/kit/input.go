package kit

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// CompleteFile completes file names after @.
func CompleteFile(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	path, at := strings.CutPrefix(word, "@")
	if !at {
		return nil, cobra.ShellCompDirectiveDefault
	}
	dir, begin := filepath.Split(path)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, begin) && (begin != "" || name[0] != '.') {
			if e.IsDir() {
				name += string(filepath.Separator)
			}
			names = append(names, "@"+dir+name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// Open opens an argument and returns its name: standard input for "-", a file for "@file"; any
// other argument is the input itself, without a name.
func (a *App) Open(ctx context.Context, arg string) (input io.ReadCloser, name string, err error) {
	if path, isFile := strings.CutPrefix(arg, "@"); isFile || arg == "-" {
		return a.OpenFile(ctx, path)
	}
	return io.NopCloser(strings.NewReader(arg)), "", nil
}

// foreign is how files begin that no command reads.
var foreign = map[string][]string{
	"a PDF document":    {"%PDF-"},
	"a picture":         {"\x89PNG", "\xff\xd8\xff", "GIF8", "<svg"},
	"a web page":        {"<!DOCTYPE", "<html", "<?xml"},
	"a compressed file": {"PK\x03\x04", "\x1f\x8b"},
	"a text in UTF-16":  {"\xff\xfe", "\xfe\xff"},
}

// OpenFile opens a file, or standard input for "-", and returns its name. Reads end with the
// context. A missing file, a directory and a file without text are wrong usage.
func (a *App) OpenFile(ctx context.Context, path string) (input io.ReadCloser, name string, err error) {
	if path == "-" {
		return io.NopCloser(a.Input(ctx)), InputName(path), nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, path, Usagef("%s: no such file", path)
	case err == nil && info.IsDir():
		return nil, path, Usagef("%s is a directory; want a file", path)
	case err == nil && !info.Mode().IsRegular(): // a pipe, for one, blocks until there is a writer
		r := &stoppableReader{ctx: ctx, r: &lateFile{path: path}, status: a.Status, waits: true}
		return io.NopCloser(r), path, nil
	}
	f, err := os.Open(path)
	begin := make([]byte, 9)
	n, _ := f.ReadAt(begin, 0) // if it fails, so does Read
	for what, begins := range foreign {
		if slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(string(begin[:n]), b) }) {
			err = errors.Join(f.Close(), Usagef("%s is %s; want a text in UTF-8", path, what))
		}
	}
	return stoppableFile{ctx, f}, path, err
}

// lateFile is a file that the first read opens.
type lateFile struct {
	path string
	*os.File
}

func (l *lateFile) Read(p []byte) (n int, err error) {
	if l.File == nil {
		if l.File, err = os.Open(l.path); err != nil {
			return 0, err
		}
	}
	return l.File.Read(p)
}

type stoppableFile struct {
	ctx context.Context // of the command
	io.ReadCloser
}

func (s stoppableFile) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.ReadCloser.Read(p)
}

// stoppableReader returns when its context ends, even if a read of r blocks, as on a terminal. That
// read may then stay blocked until the process ends, so no other follows it.
type stoppableReader struct {
	ctx    context.Context // of the command
	r      io.Reader
	status *Status
	typed  bool // by a person at a terminal
	waits  bool // for the first answer of another program
}

func (s *stoppableReader) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if s.typed || s.waits {
		s.waits = false
		s.status.hold()
		defer s.status.release()
	}
	type result struct {
		n   int
		err error
	}
	buffer := make([]byte, len(p)) // the caller reuses p after the context ends
	done := make(chan result, 1)
	go func() {
		n, err := s.r.Read(buffer)
		done <- result{n, err}
	}()
	select {
	case got := <-done:
		return copy(p, buffer[:got.n]), got.err
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}

// InputName returns the name of the input that arg reads.
func InputName(arg string) string {
	if path, isFile := strings.CutPrefix(arg, "@"); isFile {
		return path
	}
	return "standard input"
}
