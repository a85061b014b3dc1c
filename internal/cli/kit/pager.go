package kit

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
)

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
	if a.NoPager || len(words) == 0 || words[0] == "cat" || strings.Count(text, "\n") < height || !IsTerminal(a.Stdout) || !IsTerminal(a.Stdin) {
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
