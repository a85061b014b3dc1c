package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"queens/cmd/internal/answer/printer"
	"queens/internal/errs"
	"queens/internal/sys"
)

// AnswerWriter is standard output. It remembers the first error, so that an answer lost on a full
// disk never ends with exit code 0, and stops the computation.
type AnswerWriter struct {
	Err  error  // of the first failed write
	Lost func() // called once on that error; may be nil

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

// IsTerminal reports whether the reader or writer w is a terminal.
func IsTerminal(w any) bool {
	f := file(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// Colored reports whether output to w is coloured.
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

// Style returns the style of text answers on standard output.
func (a *App) Style(base int) printer.Style {
	s := printer.Style{Base: base, Spelling: a.Spelling, Color: a.Colored(a.Stdout), Person: IsTerminal(a.Stdout)}
	if s.Person {
		s.Width, _ = a.TerminalSize()
	}
	return s
}

// Paint returns text with an emphasis if standard output is coloured.
func (a *App) Paint(e printer.Emphasis, text string) string { return a.Style(1).Paint(e, text) }

// marks maps the text of a square to its characters on a terminal.
var marks = map[string]string{"Q": "♛ ", "!": "♛!", "x": "× ", "+": "· ", ".": "  "}

// Square returns a coloured square of a board. It is two characters wide, which looks square.
func (a *App) Square(row, col int, mark string) string {
	squares := [2]printer.Emphasis{"38;5;16;48;5;230", "38;5;16;48;5;180"} // black on light and dark
	text := marks[mark]
	switch {
	case mark == "!" && !UTF8():
		text = "Q!"
	case mark != "." && (text == "" || !UTF8()):
		text = mark + " "
	}
	return a.Paint(squares[(row+col)%2], text)
}

// Print prints an answer as JSON, or as text with a pager.
func (a *App) Print(r printer.Answer) error { return a.PrintIn(1, r) }

// Answer is Print, unless err is set.
func (a *App) Answer(r printer.Answer, err error) error {
	if err != nil {
		return err
	}
	return a.Print(r)
}

// Prose returns an answer whose text is wrapped like help, even without a terminal.
func (a *App) Prose(r printer.Answer) printer.Answer {
	return printer.Show("", r, func(s printer.Style) string { return Wrap(r.Text(s), a.TextWidth()) })
}

// PrintIn is Print with rows and columns of the text counted from base.
func (a *App) PrintIn(base int, r printer.Answer) error {
	if a.JSON {
		return printer.WriteJSON(a.Stdout, r)
	}
	return a.Page(a.Wrap(r.Text(a.Style(base))))
}

// Each prints answers as they arrive, at most limit if it is not 0, and returns their number. The
// status line counts them as things.
func (a *App) Each(things string, base int, limit uint64, answers iter.Seq2[printer.Answer,
	error],
) (n uint64, err error) {
	out := bufio.NewWriter(a.Stdout)
	defer func() { err = cmp.Or(err, out.Flush()) }()
	style, tally := a.Style(base), a.Status.Tally(things)
	return Each(answers, limit, func(r printer.Answer) (err error) {
		tally(1)
		if a.JSON {
			return printer.WriteJSON(out, r)
		}
		_, err = out.WriteString(a.Wrap(r.Text(style)))
		return err
	})
}

// Each writes values up to the first error, at most limit if it is not 0, and returns their number.
func Each[T any](values iter.Seq2[T, error], limit uint64, write func(T) error) (n uint64, err error) {
	for x, err := range values {
		if err == nil {
			err = write(x)
		}
		if err != nil {
			return n, err
		}
		if n++; n == limit {
			break
		}
	}
	return n, nil
}

// Answers yields the answer for each value, up to the first error.
func Answers[T, A any](values iter.Seq2[T, error], answer func(T) (A, error)) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		for x, err := range values {
			var r A
			if err == nil {
				r, err = answer(x)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Sure yields what a function makes of each value, without errors.
func Sure[T, A any](values iter.Seq[T], of func(T) A) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		for x := range values {
			if !yield(of(x), nil) {
				return
			}
		}
	}
}

// WriteFile is ReplaceFile for content in memory.
func WriteFile(path string, content []byte) error {
	return ReplaceFile(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// ReplaceFile writes a temporary file in the same directory and renames it when it is complete, so
// that a reader never sees half a file. Devices and named pipes are written directly; a symbolic
// link stays, and its target is replaced.
func ReplaceFile(path string, write func(io.Writer) error) error {
	return replaceFile(path, write, func(target string) error { return sys.ReplaceFile(target, 0o644, write) })
}

// ContinueFile is ReplaceFile for files that take long to write. write appends to the partial file,
// which remains if it fails: see sys.ContinueFile. For devices and pipes part is nil.
func ContinueFile(path string, write func(w io.Writer, part *os.File) error) error {
	through := func(w io.Writer) error { return write(w, nil) }
	return replaceFile(path, through, func(target string) error {
		return sys.ContinueFile(target, 0o644, func(f *os.File) error { return write(f, f) })
	})
}

func replaceFile(path string, write func(io.Writer) error, replace func(target string) error) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		replace = func(target string) error {
			f, err := os.OpenFile(target, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			return cmp.Or(write(f), f.Close())
		}
	}
	err := replace(target)
	if errors.Is(err, sys.ErrLocked) {
		return fmt.Errorf("write %s: another process is writing it", path)
	}
	if err != nil {
		return errs.Errorf("write %s: %w", path, sys.WithoutPath(err)) // the path is that of the temporary file
	}
	return nil
}

// TerminalSize returns the size of the terminal, by default 80 by 24.
func (a *App) TerminalSize() (width, height int) { return terminalSize(a.Stdout) }

func terminalSize(stream any) (width, height int) {
	if f := file(stream); f != nil {
		if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 1 && h > 0 {
			return w, h
		}
	}
	return 80, 24
}

// UTF8 reports whether the terminal can show more than ASCII; false only if the locale names
// another character set.
func UTF8() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// Form is the format of an answer, and its output file if any.
type Form struct{ Format, Output string }

// AddForm is AddFormat with -o. Without --format the file's extension chooses the format, through
// endings or by name.
func (a *App) AddForm(cmd *cobra.Command, f *Form, endings map[string]string, formats ...string) {
	a.AddFormat(cmd, &f.Format, formats...)
	Flag(cmd, "output", &f.Output)
	Before(cmd, func() error {
		ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(f.Output), "."))
		switch {
		case f.Output == "" || cmd.Flags().Changed("format") || cmd.Flags().Changed("json"):
		case endings[ending] != "":
			f.Format = endings[ending]
		case slices.Contains(formats, ending):
			f.Format = ending
		case ending != "" && ending != "txt":
			return Usagef("-o %s: no format has the ending .%s: want one of %s, or use --format", f.Output, ending,
				strings.Join(formats, ", "))
		}
		return nil
	})
}

// AddFormat adds --format; the first format is the default. The format json is the same as --json.
func (a *App) AddFormat(cmd *cobra.Command, format *string, formats ...string) {
	*format = cmp.Or(*format, formats[0])
	Flag(cmd, "format", format, formats...)
	Before(cmd, func() error {
		if a.JSON && slices.Contains(formats, "json") {
			*format = "json"
		}
		a.JSON = a.JSON || *format == "json"
		return nil
	})
}

// WriteTo writes to the output file if there is one, else to standard output.
func (f *Form) WriteTo(a *App, write func(io.Writer) error) error {
	if f.Output == "" {
		return write(a.Stdout)
	}
	return ReplaceFile(f.Output, write)
}

// Print is [App.Print], to the output file if there is one.
func (f *Form) Print(a *App, r printer.Answer) error {
	switch {
	case f.Output == "":
		return a.Print(r)
	case a.JSON:
		return f.WriteTo(a, func(w io.Writer) error { return printer.WriteJSON(w, r) })
	}
	return f.WriteText(a, r.Text(printer.Style{Base: 1}))
}

// WriteText is WriteTo for a text.
func (f *Form) WriteText(a *App, text string) error {
	return f.WriteTo(a, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Page prints a text. If it does not fit on the terminal, it uses the pager of the variable PAGER,
// unless --no-pager is set.
func (a *App) Page(text string) error { return a.page(text, os.Getenv("PAGER")) }

// PageHelp is Page for help, with less as the default pager, as in git.
func (a *App) PageHelp(text string) error {
	pager, ok := os.LookupEnv("PAGER")
	if !ok {
		pager = "less"
	}
	return a.page(text, pager)
}

func (a *App) page(text, pagerLine string) error {
	words := strings.Fields(pagerLine)
	_, height := a.TerminalSize()
	if a.NoPager || len(words) == 0 || words[0] == "cat" || strings.Count(text, "\n") < height ||
		!IsTerminal(a.Stdout) || !IsTerminal(a.Stdin) {
		_, err := io.WriteString(a.Stdout, text)
		return err
	}
	a.Status.hold()
	defer a.Status.release()
	pager := exec.Command(words[0], words[1:]...)
	pager.Stdin, pager.Stdout, pager.Stderr = strings.NewReader(text), file(a.Stdout), os.Stderr
	if _, ok := os.LookupEnv("LESS"); !ok {
		pager.Env = append(os.Environ(), "LESS=FRX") // as git does: keep colours, leave the text on the screen
	}
	err := pager.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); ended {
		return nil // the text was shown; the pager's exit code does not matter
	}
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		_, err = io.WriteString(a.Stdout, text)
	}
	return err
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
	return struct {
		io.Reader
		io.Closer
	}{&stoppableReader{ctx: ctx, r: f, status: a.Status}, f}, path, err
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
