// Package solve gives the models of package model to solvers, built in or on this
// machine, and reads and checks their answers.
//
//	m, err := model.New(queens.Problem{Order: 8}, model.Options{})
//	...
//	s, err := solve.Find("cadical")
//	...
//	answer, err := solve.Run(ctx, s, m, "", nil)
//	p, err := answer.Perm, err // nil if there is no solution
//
// The table Solvers lists the languages that each solver reads. Every solution is checked with
// queens.Check before it is returned, and a wrong one is an error. "No solution" is trusted,
// unless [Doubt] finds a solution.
//
// Other programs get the text as a file in a temporary directory, run under the
// context, and may print at most MaxOutput bytes.
package solve

import (
	"bytes"
	"cmp"
	"context"
	_ "embed" // solvers.csv
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"queens"
	"queens/find/complete"
	"queens/find/exactcover"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/internal/proofcheck"
	"queens/model"
)

// Solver is a solver that models can be given to.
type Solver struct {
	Name    string   `json:"name"`                    // stable identifier: "minisat"
	Summary string   `json:"summary"`                 // one sentence, no final period
	Formats []string `json:"formats,omitempty"`       // it reads, the best first; none for a solver built in
	Program string   `json:"program,omitempty"`       // its command; empty if it is built in
	Package string   `json:"debianPackage,omitempty"` // Debian package of the program; empty if Debian 12 has none

	AsksVersion []string `json:"-"` // arguments that make it print its version; none if there are none
	Proves      bool     `json:"-"` // writes a proof, textual DRAT, to a file that is named last
	Run         string   `json:"-"` // command, see solvers
	RunASP      string   `json:"-"` // for answer set programs
}

type job struct {
	text, answer string // files
	format       string
	most         bool   // queens, as many as possible
	proof        string // file for a proof; empty if none is wanted
}

// solvers holds the solvers, those built in first, then by name. To add one, add a line to
// solvers.csv. Its command has the files TEXT and ANSWER, the FORMAT, and MODELS: how many
// solutions are wanted, 0 for all, each better than the one before.
var solvers = sync.OnceValue(func() []Solver { return named.Decode[Solver](solverTable) })

//go:embed solvers.csv
var solverTable string

// builtIn has those without a program.
var builtIn = map[string]func(ctx context.Context, m *model.Model) (Answer, error){
	"csp": constraintSatisfaction, "dlx": exactCover,
}

// commands returns the programs to run one after the other, with their arguments.
func (s Solver) commands(j job) (commands [][]string) {
	line := s.Run
	if j.format == "asp" {
		line = s.RunASP
	}
	models := "1"
	if j.most {
		models = "0"
	}
	names := strings.NewReplacer("TEXT", j.text, "ANSWER", j.answer, "FORMAT", j.format, "MODELS", models)
	for part := range strings.SplitSeq(line, " | ") {
		words := strings.Fields(part)
		for i := range words {
			words[i] = names.Replace(words[i])
		}
		commands = append(commands, words)
	}
	if last := len(commands) - 1; j.proof != "" {
		commands[last] = append(commands[last], j.proof, "--no-binary")
	}
	return commands
}

// Names returns the names of the solvers.
func Names() []string { return named.Names(solvers(), solverName) }

func solverName(s Solver) string { return s.Name }

// Find returns the solver of a name.
func Find(name string) (Solver, error) {
	return named.Find("solver", name, solvers(), solverName)
}

// Run solves a model through a text in a format; "" is the best for the solver. A solution has been
// checked; the answer that none exists was tested by Doubt. With keep, it is believed only if the
// solver proves it: formula and proof, textual DRAT, are checked and handed to keep.
//
// Errors: queens.ErrFormat for a format that the solver does not read, or a solver without proofs;
// ErrMissing; ErrNoAnswer; ErrContradiction for a solution denied or a wrong proof; those of
// ReadAnswer and keep.
func Run(ctx context.Context, s Solver, m *model.Model, format string,
	keep func(formula, proof string) error,
) (answer Answer, err error) {
	for _, name := range s.Formats {
		if f, err := model.FindFormat(name); format == "" && err == nil && (!m.Most || f.Most != model.MostNever) {
			format = name
		}
	}
	switch {
	case keep != nil && m.Most:
		return answer, errs.Errorf("a proof shows that no solution exists, not how many queens fit: %w",
			queens.ErrFormat)
	case keep != nil && !s.Proves:
		others := slices.DeleteFunc(slices.Clone(solvers()), func(other Solver) bool { return !other.Proves })
		return answer, errs.Errorf("%s writes no proof that queens reads; want one of %s: %w", s.Name,
			strings.Join(named.Names(others, solverName), ", "), queens.ErrFormat)
	case m.Most && format == "":
		return answer, errs.Errorf("%s cannot maximize the number of queens: %w", s.Name, queens.ErrFormat)
	case format != "" && !slices.Contains(s.Formats, format):
		reads := "no text: leave the format out"
		if len(s.Formats) > 0 {
			reads = strings.Join(s.Formats, ", ")
		}
		return answer, errs.Errorf("%s does not read %s; it reads %s: %w", s.Name, format, reads, queens.ErrFormat)
	case s.Program == "":
		answer, err = builtIn[s.Name](ctx, m)
		answer.Proved = answer.None
		return answer, err
	}
	f, err := model.FindFormat(format)
	if err != nil {
		return answer, err
	}
	if m, err = f.State(m); err != nil {
		return answer, err
	}
	if answer, err = s.execute(ctx, m, f, keep); err == nil {
		err = answer.Doubt(ctx, m, s.Name)
		answer.Proved = answer.Proved || answer.None && keep != nil
	}
	return answer, err
}

func checkProof(formula, proof string) error {
	f, err := os.Open(formula)
	if err != nil {
		return err
	}
	defer f.Close()
	p, err := os.Open(proof)
	if err != nil {
		return err
	}
	defer p.Close()
	_, err = proofcheck.Check(f, p)
	return err
}

// ErrContradiction says that a solver denies a solution that exists.
var ErrContradiction = errs.New(errs.Refuted, "wrong answer")

// doubtNodes bounds the search that checks a solver, to some tenths of a second.
const doubtNodes = 300_000

// Doubt tests an answer that a problem has no solution, or that n queens are too many: package
// complete searches for one for some tenths of a second. If that search is complete
// the answer is Proved. Errors: ErrContradiction with the solution, if one is found.
func (answer *Answer) Doubt(ctx context.Context, m *model.Model, who string) error {
	if !answer.None && !(answer.Optimal && answer.Perm == nil) {
		return nil
	}
	a, err := complete.One(ctx, m.Problem, complete.Options{Nodes: doubtNodes})
	if err != nil {
		return errs.Errorf("check what %s says: %w", who, err)
	}
	answer.Proved = answer.None && a.Proven && a.Solution == nil
	if a.Solution != nil {
		said := "there is no solution"
		if !answer.None {
			said = fmt.Sprintf("no more than %d queens fit", len(answer.Squares))
		}
		return errs.Errorf("%s says that %s, but %v is a solution: %w", who, said, a.Solution, ErrContradiction)
	}
	return nil
}

// Source says where the program of a solver comes from.
func (s Solver) Source() string {
	if s.Package == "" {
		return "not in Debian 12"
	}
	return "Debian: " + s.Package
}

func constraintSatisfaction(ctx context.Context, m *model.Model) (answer Answer, err error) {
	a, err := complete.One(ctx, m.Problem, complete.Options{})
	if answer.None = err == nil && a.Solution == nil; a.Solution != nil {
		answer.Squares = a.Solution.Squares()
		answer.Perm, err = Verify(m, answer.Squares)
	}
	return answer, err
}

// exactCover solves a model by dancing links: an option for each square that may hold a queen, a
// primary item for each group with exactly one, a secondary one for each with at most one.
func exactCover(ctx context.Context, m *model.Model) (answer Answer, err error) {
	groups := map[queens.Square][]int{}
	primary, count := 0, 0
	for g := range m.Groups() { // those with exactly one come first
		for _, sq := range g.Squares {
			groups[sq] = append(groups[sq], count)
		}
		if count++; g.Exactly {
			primary = count
		}
	}
	squares := m.Allowed()
	options := named.Each(squares, func(sq queens.Square) []int { return groups[sq] })
	var wrong error
	err = exactcover.Search(ctx, primary, count-primary, options, exactcover.Watch{}, func(chosen []int) bool {
		for _, i := range chosen {
			answer.Squares = append(answer.Squares, squares[i])
		}
		answer.Perm, wrong = Verify(m, answer.Squares)
		return false
	})
	answer.None = err == nil && answer.Squares == nil
	return answer, cmp.Or(err, wrong)
}

// ErrMissing says that the program of a solver is not on this machine.
var ErrMissing = errors.New("not on this machine")

// patience is how long a program that was asked to end may take before it is
// killed, and how long one that ended may leave its output open.
const patience = 2 * time.Second

// execute runs the solver. If keep is not nil, it asks for a proof and checks it.
func (s Solver) execute(ctx context.Context, m *model.Model, f model.Format,
	keep func(formula, proof string) error,
) (Answer, error) {
	if err := s.missing(f.Name); err != nil {
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
		text: filepath.Join(dir, "queens."+f.Name), answer: filepath.Join(dir, "answer.txt"), format: f.Name,
		most: m.Most,
	}
	if keep != nil {
		j.proof = filepath.Join(dir, "proof.drat")
	}
	if err := write(j.text, m, f); err != nil {
		return Answer{}, errs.Errorf("%w", err)
	}
	var printed, complaints output
	if err := pipeline(ctx, dir, s.commands(j), &printed, &complaints); err != nil {
		return Answer{}, errs.Errorf("%s: %w", s.Name, err)
	}
	text := io.Reader(bytes.NewReader(printed.text.Bytes()))
	if file, err := os.Open(j.answer); err == nil { // some answer in a file instead
		defer file.Close()
		if info, err := file.Stat(); err == nil && info.Size() > 0 {
			text = file
		}
	}
	answer, err := ReadAnswer(text, f.Name, m)
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
	programs := named.Each(s.commands(job{format: format}), func(words []string) string { return words[0] })
	for _, program := range append([]string{s.Program}, programs...) {
		if _, err := exec.LookPath(program); err != nil {
			return errs.Errorf("%s needs the program %s (%s): %w", s.Name, program, s.Source(), ErrMissing)
		}
	}
	return nil
}

func write(path string, m *model.Model, f model.Format) error {
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
		case isExit && !slices.Contains([]int{10, 20, 30}, exit.ExitCode()): // else SAT solvers found something
			return fmt.Errorf("%w%s", err, quoteEnd(complaints.text.String()+printed.text.String()))
		case err != nil && !isExit:
			return err
		}
	}
	return nil
}

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
