package kit

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/format"
)

// ProblemFlags are the flags that make a problem of an order: squares by their
// chess names, diagonals as queens.ParseDiagonal reads them; or a file that says all.
type ProblemFlags struct {
	topology queens.Topology
	given    []string
	blocked  []string
	excluded []string
	board    string
}

// AddProblem adds the flags of a problem.
func AddProblem(cmd *cobra.Command, f *ProblemFlags) {
	Flag(cmd, "given", &f.given)
	Flag(cmd, "blocked", &f.blocked)
	Flag(cmd, "excluded", &f.excluded)
	Flag(cmd, "board", &f.board)
	Flag(cmd, "topology", &f.topology)
}

// FromFile reports whether --board is given, so that the order is not an argument.
func (f ProblemFlags) FromFile() bool { return f.board != "" }

// Problem returns the problem, checked: that of the file, to which args must add
// nothing, or that of the order, the first of args, with queens on the squares that the
// others name, too.
func (a *App) Problem(cmd *cobra.Command, args []string, f ProblemFlags) (p queens.Problem, err error) {
	if f.FromFile() {
		if len(args)+len(f.given)+len(f.blocked)+len(f.excluded) > 0 {
			return p, Usagef("%s: --board takes everything from the file; omit the order, squares and diagonals",
				cmd.Name())
		}
		return a.readProblem(cmd.Context(), f)
	}
	if p.Order, err = strconv.Atoi(args[0]); err != nil || p.Order < 0 {
		return p, Usagef("%s: order %q: want a number from 0 on", cmd.Name(), args[0])
	}
	p.Topology = f.topology
	if p.Given, err = ParseSquares(append(args[1:], f.given...), p.Order); err != nil {
		return p, err
	}
	if p.Blocked, err = ParseSquares(f.blocked, p.Order); err != nil {
		return p, err
	}
	for _, name := range f.excluded {
		d, err := queens.ParseDiagonal(strings.TrimSpace(name), p.Order, p.Topology)
		if err != nil {
			return p, fmt.Errorf("--excluded: %w", err)
		}
		p.Excluded = append(p.Excluded, d)
	}
	return p, p.Validate()
}

func (a *App) readProblem(ctx context.Context, f ProblemFlags) (queens.Problem, error) {
	input, _, err := a.OpenFile(ctx, f.board)
	if err != nil {
		return queens.Problem{}, err
	}
	defer input.Close()
	p, err := format.ReadProblem(input)
	if err != nil {
		return p, err
	}
	if f.topology == queens.Modular {
		if len(p.Excluded) > 0 && p.Topology != queens.Modular {
			return p, Usagef("--topology modular would change the diagonals that the file excludes; put the " +
				"topology into the file")
		}
		p.Topology = queens.Modular
	}
	return p, p.Validate()
}
