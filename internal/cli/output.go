package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/term"
)

// answerWriter is standard output. It remembers the first error, so that an
// answer lost on a full disk never ends with exit code 0.
type answerWriter struct {
	w   io.Writer
	err error
}

// Write writes p, unless an earlier write failed.
func (o *answerWriter) Write(p []byte) (n int, err error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err = o.w.Write(p)
	o.err = err
	return n, err
}

// isTerminal reports whether w, a reader or a writer, is a terminal with a person.
func isTerminal(w any) bool {
	if o, ok := w.(*answerWriter); ok {
		w = o.w
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// colorModes are the values of --color.
var colorModes = []string{"auto", "always", "never"}

// colored reports whether to colour what is written to w.
func (a *app) colored(w io.Writer) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	default:
		return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
	}
}

// style is a way to emphasise text on a terminal: an ANSI "select graphic
// rendition" parameter.
type style string

const (
	bold  style = "1"
	faint style = "2"
	red   style = "31"
	green style = "32"
)

// paint returns text in a style if standard output is to be coloured.
func (a *app) paint(s style, text string) string {
	if !a.colored(a.stdout) {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// writeJSON writes v as one line of JSON. v has a field "schema" that names its
// form and version: "queens.check/1".
func writeJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// writeFile is replaceFile for content that is in memory.
func writeFile(path string, content []byte) error {
	return replaceFile(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// replaceFile writes a file under a temporary name in its directory and gives it
// its own name when it is complete, so that a reader never sees half of it. What is
// no file, like /dev/null or a named pipe, is written to and stays what it is; a link
// stays one, and the file that it leads to is replaced.
func replaceFile(path string, write func(io.Writer) error) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	overwrite := replaceRegular
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		overwrite = writeThrough
	}
	if err := overwrite(target, write); err != nil {
		if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathErr.Err // which names the temporary file
		}
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// writeThrough writes to a device or a pipe.
func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// replaceRegular is replaceFile for a file, or the name of one that is not there yet.
func replaceRegular(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if err = write(f); err != nil {
		_ = f.Close()
		return err
	}
	_ = f.Chmod(0o644) // temporary files are private; where the mode has no meaning it stays
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
