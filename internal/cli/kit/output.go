package kit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"queens/internal/sys"
)

// AnswerWriter is standard output. It remembers the first error, so that an
// answer lost on a full disk never ends with exit code 0, and tells whoever computes
// the answer.
type AnswerWriter struct {
	Err  error  // of the first write that failed
	Lost func() // called then; may be nil

	w      io.Writer
	status *Status
}

// Write writes p, unless an earlier write failed.
func (o *AnswerWriter) Write(p []byte) (n int, err error) {
	if o.Err != nil {
		return 0, o.Err
	}
	n, err = o.status.answer(o.w, p)
	if o.Err = err; err != nil && o.Lost != nil {
		o.Lost()
	}
	return n, err
}

// IsTerminal reports whether w, a reader or a writer, is a terminal with a person.
func IsTerminal(w any) bool {
	f := file(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// ColorModes are the values of --color.
var ColorModes = []string{"auto", "always", "never"}

// Colored reports whether to colour what is written to w.
func (a *App) Colored(w io.Writer) bool {
	switch a.Color {
	case "always":
		return true
	case "never":
		return false
	default:
		return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(w)
	}
}

// Style is a way to emphasise text on a terminal: an ANSI "select graphic
// rendition" parameter.
type Style string

// Styles that the commands use.
const (
	Bold  Style = "1"
	Faint Style = "2"
	Red   Style = "31"
	Green Style = "32"
)

// Paint returns text in a style if standard output is to be coloured.
func (a *App) Paint(s Style, text string) string {
	if !a.Colored(a.Stdout) {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// WriteJSON writes v as one line of JSON. v has a field "schema" that names its
// form and version: "queens.check/1".
func WriteJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// WriteJSONRows writes one line of JSON as WriteJSON does: the object head, with a
// last member "rows" whose numbers write writes, for boards too large to be kept in
// memory twice.
func WriteJSONRows(w io.Writer, head any, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := WriteJSON(&text, head); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `%s,"rows":[`, bytes.TrimSuffix(text.Bytes(), []byte("}\n")))
	if err := write(out); err != nil {
		return err
	}
	fmt.Fprint(out, "]}\n")
	return out.Flush()
}

// WriteFile is ReplaceFile for content that is in memory.
func WriteFile(path string, content []byte) error {
	return ReplaceFile(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// ReplaceFile writes a file under a temporary name in its directory and gives it
// its own name when it is complete, so that a reader never sees half of it. What is
// no file, like /dev/null or a named pipe, is written to and stays what it is; a link
// stays one, and the file that it leads to is replaced.
func ReplaceFile(path string, write func(io.Writer) error) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	var err error
	if info, statErr := os.Stat(target); statErr == nil && !info.Mode().IsRegular() {
		err = writeThrough(target, write)
	} else {
		err = sys.ReplaceFile(target, 0o644, write)
	}
	if errors.Is(err, sys.ErrLocked) {
		return fmt.Errorf("write %s: another process is writing it", path)
	}
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err // which names the temporary file
	}
	if err != nil {
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

// TerminalSize returns the size of the terminal, an old one's if it does not say.
func (a *App) TerminalSize() (width, height int) {
	if f := file(a.Stdout); f != nil {
		if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 0 && h > 0 {
			return w, h
		}
	}
	return 80, 24
}
