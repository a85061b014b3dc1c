package kit

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/format"
)

// ProblemFlags are the flags that define a problem: its topology, squares and diagonals, or a file.
type ProblemFlags struct {
	Topology queens.Topology
	Given    []string
	Blocked  []string
	Excluded []string
	Board    string // a file, which also gives the order

	format.ProblemOptions
}

// Counts returns the number of the first row and column in answers.
func (f ProblemFlags) Counts() int { return counts(f.Base) }

// AddProblem adds the flags of a problem.
func AddProblem(cmd *cobra.Command, f *ProblemFlags) {
	Flags(cmd, f)
	f.Base = format.AnyBase
	Flag(cmd, "base", &f.Base)
	Flag(cmd, "from", &f.From, append([]string{format.AutoProblem}, format.ProblemFormats(false)...)...)
	Flag(cmd, "symbols", &f.Symbols)
}

// Problem returns the valid problem of the file, which may also be the first argument, or of the
// order in args[0] with queens on the squares in the other arguments. With a file there must be no
// other arguments, squares or diagonals.
func (a *App) Problem(cmd *cobra.Command, args []string, f ProblemFlags) (p queens.Problem, err error) {
	input, name, err := a.problemText(cmd, &args, f.Board)
	if err != nil {
		return p, err
	}
	if input != nil {
		defer input.Close()
		if len(args)+len(f.Given)+len(f.Blocked)+len(f.Excluded) > 0 {
			return p, Usagef("%s: a problem that is read has everything; omit the order, squares and diagonals",
				cmd.Name())
		}
		p, err = a.readProblem(input, f)
		return p, At(name, err)
	}
	if p.Order, err = strconv.Atoi(args[0]); err != nil || p.Order < 0 {
		return p, Usagef("%s: order %q: want a whole number, at least 0, or @FILE with a problem", cmd.Name(), args[0])
	}
	p.Topology = f.Topology
	lists, err := format.ReadSquareLists(p.Order, f.Base, strings.Join(args[1:], " "), strings.Join(f.Given, ","),
		strings.Join(f.Blocked, ","))
	if err != nil {
		return p, err
	}
	p.Given, p.Blocked = append(lists[0], lists[1]...), lists[2]
	for _, name := range f.Excluded {
		if sum, err := strconv.Atoi(strings.TrimPrefix(name, "s")); err == nil && name[0] == 's' && f.Base == 0 {
			name = "s" + strconv.Itoa(sum+2)
		}
		d, err := queens.ParseDiagonal(name, p.Order, p.Topology)
		if err != nil {
			return p, fmt.Errorf("--excluded: %w", err)
		}
		p.Excluded = append(p.Excluded, d)
	}
	return p, p.Validate()
}

// problemText opens the file of a problem, or removes the first argument if it is one: - or @FILE,
// a file, or a text, which has no name. It returns nil if the problem is in the arguments.
func (a *App) problemText(cmd *cobra.Command, args *[]string, file string) (io.ReadCloser, string, error) {
	if file != "" {
		return a.OpenFile(cmd.Context(), file)
	}
	arg := (*args)[0]
	_, notNumber := strconv.Atoi(arg)
	text := arg == "-" || strings.HasPrefix(arg, "@") || exists(arg) || len(strings.Fields(arg)) > 1
	if notNumber == nil || !text {
		return nil, "", nil
	}
	*args = (*args)[1:]
	return a.OpenText(cmd.Context(), arg)
}

func (a *App) readProblem(input io.Reader, f ProblemFlags) (queens.Problem, error) {
	p, how, err := format.ReadProblem(input, f.ProblemOptions)
	if err != nil {
		return p, err
	}
	if how != "" {
		a.Note("read %s", how)
	}
	if f.Topology == queens.Modular {
		if len(p.Excluded) > 0 && p.Topology != queens.Modular {
			return p, Usagef("--topology modular would change the diagonals that the file excludes; put the " +
				"topology into the file")
		}
		p.Topology = queens.Modular
	}
	return p, p.Validate()
}
