package solve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"queens"
	"queens/internal/errs"
	"queens/model"
)

// ErrMissing says that the program of a solver is not on this machine.
var ErrMissing = errors.New("not on this machine")

// patience is how long a program that was asked to end may take before it is
// killed, and how long one that ended may leave its output open.
const patience = 2 * time.Second

// execute runs the solver. If keep is not nil, it asks for a proof and, if there is no solution,
// checks it.
func (s Solver) execute(ctx context.Context, m *model.Model, format string,
	keep func(formula, proof string) error,
) (Answer, error) {
	if err := s.missing(format); err != nil {
		return Answer{}, err
	}
	// A graph without vertices is more than programs expect.
	if len(m.Allowed()) == 0 && keep == nil {
		return Answer{None: !m.Most || len(m.Given) > 0, Optimal: m.Most}, nil
	}
	dir, err := os.MkdirTemp("", "queens-model-")
	if err != nil {
		return Answer{}, errs.Errorf("%w", err)
	}
	defer os.RemoveAll(dir)
	j := job{
		text: filepath.Join(dir, "queens."+format), answer: filepath.Join(dir, "answer.txt"), format: format,
		most: m.Most,
	}
	if keep != nil {
		j.proof = filepath.Join(dir, "proof.drat")
	}
	if err := write(j.text, m, format); err != nil {
		return Answer{}, errs.Errorf("%w", err)
	}
	var printed, complaints output
	if err := pipeline(ctx, dir, s.commands(j), &printed, &complaints); err != nil {
		return Answer{}, errs.Errorf("%s: %w", s.Name, err)
	}
	text := io.Reader(bytes.NewReader(printed.text.Bytes()))
	if f, err := os.Open(j.answer); err == nil { // some answer in a file instead
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Size() > 0 {
			text = f
		}
	}
	answer, err := ReadAnswer(text, format, m)
	if errors.Is(err, ErrNoAnswer) {
		err = errs.Errorf("%s gave %w%s", s.Name, ErrNoAnswer, quoteEnd(printed.text.String()))
	}
	if err == nil && answer.None && keep != nil {
		if err = checkProof(j.text, j.proof); err != nil {
			return answer, errs.Errorf("%s says that no solution exists, but its proof does not show it: %w: %w",
				s.Name, err, ErrContradiction)
		}
		err = keep(j.text, j.proof)
	}
	return answer, err
}

func (s Solver) missing(format string) error {
	programs := []string{s.Program}
	for _, words := range s.commands(job{format: format}) {
		programs = append(programs, words[0])
	}
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			return errs.Errorf("%s needs the program %s (%s): %w", s.Name, program, s.Source(), ErrMissing)
		}
	}
	return nil
}

func write(path string, m *model.Model, format string) error {
	f, err := model.FindFormat(format)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Write(file, m), file.Close())
}

type output struct {
	text bytes.Buffer
	full bool // more was printed
}

var errTooLong = errs.Errorf("prints more than %d bytes: %w", MaxOutput, queens.ErrFormat)

// Write keeps p, or refuses it.
func (o *output) Write(p []byte) (int, error) {
	if o.text.Len()+len(p) > MaxOutput {
		o.full = true
		return 0, errTooLong
	}
	return o.text.Write(p)
}

// pipeline runs programs one after the other, each reading what the one before has printed, and
// keeps what the last prints. When ctx ends the program is interrupted, and killed if that does not
// help.
func pipeline(ctx context.Context, dir string, commands [][]string, printed, complaints *output) error {
	for _, words := range commands {
		input := bytes.NewReader(printed.text.Bytes())
		printed.text = bytes.Buffer{}
		cmd := exec.CommandContext(ctx, words[0], words[1:]...)
		cmd.Dir, cmd.WaitDelay, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, patience, input, printed, complaints
		cmd.Cancel = func() error {
			if cmd.Process.Signal(os.Interrupt) == nil {
				return nil
			}
			return cmd.Process.Kill()
		}
		err := cmd.Run()
		switch exit, isExit := errors.AsType[*exec.ExitError](err); {
		case ctx.Err() != nil:
			return ctx.Err()
		case printed.full || complaints.full:
			return errTooLong
		case isExit && !saysAnswer(exit.ExitCode()):
			return fmt.Errorf("%w%s", err, quoteEnd(complaints.text.String()+printed.text.String()))
		case err != nil && !isExit:
			return err
		}
	}
	return nil
}

// saysAnswer reports whether SAT solvers say by an exit code what they found.
func saysAnswer(code int) bool { return code == 10 || code == 20 || code == 30 }

func quoteEnd(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	return fmt.Sprintf(": %.200q", last)
}

// Found is a solver and whether it can be used here.
type Found struct {
	Solver
	Here    bool   `json:"here"`
	Version string `json:"version,omitempty"` // empty if it is not here, built in, or does not say
}

// Installed looks for the programs of all solvers and asks them for their versions.
func Installed(ctx context.Context) []Found {
	list := make([]Found, len(solvers()))
	for i, s := range solvers() {
		list[i] = Found{Solver: s, Here: s.Program == ""}
		if s.Program != "" && s.missing("") == nil {
			list[i].Here = true
			list[i].Version = s.askVersion(ctx)
		}
	}
	return list
}

// askVersion returns the version a program prints: a number, or its first line.
func (s Solver) askVersion(ctx context.Context) string {
	if len(s.AsksVersion) == 0 {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var printed, complaints output
	if err := pipeline(ctx, os.TempDir(), [][]string{append([]string{s.Program}, s.AsksVersion...)}, &printed,
		&complaints); err != nil {
		return ""
	}
	if number := regexp.MustCompile(`\b\d+\.\d+(\.\d+)*\b`).FindString(printed.text.String()); number != "" {
		return number
	}
	first, _, _ := strings.Cut(printed.text.String(), "\n")
	return fmt.Sprintf("%.40s", strings.TrimSpace(first))
}
