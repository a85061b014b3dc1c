package kit

import (
	"strings"

	"github.com/spf13/cobra"

	"queens"
)

// ProblemFlags are the flags that make a problem of an order: squares by their
// chess names, diagonals as queens.ParseDiagonal reads them.
type ProblemFlags struct {
	topology string
	given    []string
	blocked  []string
	excluded []string
}

// AddProblem adds the flags of a problem.
func AddProblem(cmd *cobra.Command, f *ProblemFlags) {
	f.topology = queens.Regular.String()
	flags := cmd.Flags()
	flags.StringSliceVar(&f.given, "given", nil, "squares with a queen: a1,c2")
	flags.StringSliceVar(&f.blocked, "blocked", nil, "squares without a queen: d4,e5")
	flags.StringSliceVar(&f.excluded, "excluded", nil, "diagonals without a queen: s9 where row + column is 9, d-2 where row - column is -2")
	AddChoice(cmd, &f.topology, "topology", queens.Topologies(), "how diagonals run at the border")
}

// Problem returns the problem of order n, checked.
func (f ProblemFlags) Problem(n int) (p queens.Problem, err error) {
	p.Order = n
	if p.Topology, err = queens.ParseTopology(f.topology); err != nil {
		return p, err
	}
	if p.Given, err = ParseSquares(f.given, n); err != nil {
		return p, err
	}
	if p.Blocked, err = ParseSquares(f.blocked, n); err != nil {
		return p, err
	}
	for _, name := range f.excluded {
		d, err := queens.ParseDiagonal(strings.TrimSpace(name), n, p.Topology)
		if err != nil {
			return p, err
		}
		p.Excluded = append(p.Excluded, d)
	}
	return p, p.Validate()
}
