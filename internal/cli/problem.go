package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"queens"
)

// problemFlags are the flags that make a problem of an order: squares by their
// chess names, diagonals as queens.ParseDiagonal reads them.
type problemFlags struct {
	topology string
	given    []string
	blocked  []string
	excluded []string
}

// addProblem adds the flags of a problem.
func addProblem(cmd *cobra.Command, f *problemFlags) {
	f.topology = queens.Regular.String()
	flags := cmd.Flags()
	flags.StringSliceVar(&f.given, "given", nil, "squares with a queen: a1,c2")
	flags.StringSliceVar(&f.blocked, "blocked", nil, "squares without a queen: d4,e5")
	flags.StringSliceVar(&f.excluded, "excluded", nil, "diagonals without a queen: s9 where row + column is 9, d-2 where row - column is -2")
	addChoice(cmd, &f.topology, "topology", queens.Topologies(), "how diagonals run at the border")
}

// problem returns the problem of order n, checked.
func (f problemFlags) problem(n int) (p queens.Problem, err error) {
	p.Order = n
	if p.Topology, err = queens.ParseTopology(f.topology); err != nil {
		return p, err
	}
	if p.Given, err = parseSquares(f.given, n); err != nil {
		return p, err
	}
	if p.Blocked, err = parseSquares(f.blocked, n); err != nil {
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
