package kit

import (
	"bufio"
	"cmp"
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

	"queens/internal/answer/printer"
	"queens/internal/sys"
)

// AnswerWriter is standard output. It remembers the first error, so that an answer lost on a full
// disk never ends with exit code 0, and tells whoever computes the answer.
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

// Style returns how answers for people are written to standard output.
func (a *App) Style(base int) printer.Style {
	s := printer.Style{Base: base, Color: a.Colored(a.Stdout), Person: IsTerminal(a.Stdout)}
	if s.Person {
		s.Width, _ = a.TerminalSize()
	}
	return s
}

// Paint returns text with an emphasis if standard output is to be coloured.
func (a *App) Paint(e printer.Emphasis, text string) string { return a.Style(1).Paint(e, text) }

// marks are the characters of a square on the terminal, by what is on it as text.
var marks = map[string]string{"Q": "♛ ", "!": "♛!", "x": "× ", "+": "· ", ".": "  "}

// Square returns a square of a board in colour, two characters wide, which makes it about square.
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

// Print writes an answer as JSON or for people, who may have a pager for it.
func (a *App) Print(r printer.Answer) error { return a.PrintIn(1, r) }

// Answer is Print for what a function returns that may fail.
func (a *App) Answer(r printer.Answer, err error) error {
	if err != nil {
		return err
	}
	return a.Print(r)
}

// Prose returns an answer whose text is wrapped as help is, also where no terminal reads it.
func (a *App) Prose(r printer.Answer) printer.Shown {
	return printer.Show("", r, func(s printer.Style) string { return Wrap(r.Text(s), a.TextWidth()) })
}

// PrintIn is Print with rows and columns of the text counted from base.
func (a *App) PrintIn(base int, r printer.Answer) error {
	if a.JSON {
		return printer.WriteJSON(a.Stdout, r)
	}
	return a.Page(a.Wrap(r.Text(a.Style(base))))
}

// Each writes answers as they come, up to limit, 0 for all, and returns how many there were. The
// status line counts them as things.
func (a *App) Each(things string, base int, limit uint64, answers iter.Seq2[printer.Answer,
	error],
) (n uint64, err error) {
	out := bufio.NewWriter(a.Stdout)
	defer func() { err = cmp.Or(err, out.Flush()) }()
	style, tally := a.Style(base), a.Status.Tally(things)
	for r, err := range answers {
		switch {
		case err != nil:
			return n, err
		case a.JSON:
			err = printer.WriteJSON(out, r)
		default:
			_, err = out.WriteString(a.Wrap(r.Text(style)))
		}
		if err != nil {
			return n, err
		}
		tally(1)
		if n++; n == limit {
			break
		}
	}
	return n, nil
}

// Answers yields what answer makes of each value, up to the first error.
func Answers[T any](
	values iter.Seq2[T, error], answer func(T) (printer.Answer, error),
) iter.Seq2[printer.Answer, error] {
	return func(yield func(printer.Answer, error) bool) {
		for x, err := range values {
			var r printer.Answer
			if err == nil {
				r, err = answer(x)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
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
	return replaceFile(path, write, func(target string) error { return sys.ReplaceFile(target, 0o644, write) })
}

// ContinueFile is ReplaceFile for a file that takes long to write. write gets the part that is
// there as a file and appends to it; if it fails, that file stays, under the name that it has, see
// sys.ContinueFile. For what is no file part is nil. An error of write is returned as it is.
func ContinueFile(path string, write func(w io.Writer, part *os.File) error) error {
	var failed error
	into := func(w io.Writer, part *os.File) error {
		failed = write(w, part)
		return failed
	}
	err := replaceFile(path, func(w io.Writer) error { return into(w, nil) }, func(target string) error {
		return sys.ContinueFile(target, 0o644, func(f *os.File) error { return into(f, f) })
	})
	return cmp.Or(failed, err)
}

func replaceFile(path string, write func(io.Writer) error, replace func(target string) error) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	var err error
	if info, statErr := os.Stat(target); statErr == nil && !info.Mode().IsRegular() {
		err = writeThrough(target, write)
	} else {
		err = replace(target)
	}
	if errors.Is(err, sys.ErrLocked) {
		return fmt.Errorf("write %s: another process is writing it", path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, sys.WithoutPath(err)) // which names the temporary file
	}
	return nil
}

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
func (a *App) TerminalSize() (width, height int) { return terminalSize(a.Stdout) }

func terminalSize(stream any) (width, height int) {
	if f := file(stream); f != nil {
		if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 1 && h > 0 {
			return w, h
		}
	}
	return 80, 24
}

// UTF8 reports whether a terminal shows more than ASCII: unless the locale names another character
// set.
func UTF8() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// Form is the form of an answer, and the file that it goes to if one is named.
type Form struct{ Format, Output string }

// AddForm is AddFormat and -o. If --format is left out the ending of the file gives the format:
// that of its name, or that which endings names.
func (a *App) AddForm(cmd *cobra.Command, f *Form, endings map[string]string, formats ...string) {
	a.AddFormat(cmd, &f.Format, formats...)
	Flag(cmd, "output", &f.Output)
	before(cmd, func() error {
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

// AddFormat adds --format alone, with the first of the formats as default. The format json is the
// same as --json.
func (a *App) AddFormat(cmd *cobra.Command, format *string, formats ...string) {
	*format = cmp.Or(*format, formats[0])
	Flag(cmd, "format", format, formats...)
	before(cmd, func() error {
		if a.JSON && slices.Contains(formats, "json") {
			*format = "json"
		}
		a.JSON = a.JSON || *format == "json"
		return nil
	})
}

// WriteTo writes to the file if one is named, else to standard output.
func (f *Form) WriteTo(a *App, write func(io.Writer) error) error {
	if f.Output == "" {
		return write(a.Stdout)
	}
	return ReplaceFile(f.Output, write)
}

// Print is [App.Print] into the file if one is named.
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

// Page writes a text to standard output: on a terminal that it does not fit on through the program
// that the variable PAGER names, if it does, and without --no-pager.
func (a *App) Page(text string) error { return a.page(text, os.Getenv("PAGER")) }

// PageHelp is Page for help, which has a pager even without the variable, as in git.
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
		pager.Env = append(os.Environ(), "LESS=FRX") // as git has it: colours are kept, the text stays on the screen
	}
	err := pager.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); ended {
		return nil // it was shown, and how the pager ends is its own affair
	}
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		_, err = io.WriteString(a.Stdout, text)
	}
	return err
}
