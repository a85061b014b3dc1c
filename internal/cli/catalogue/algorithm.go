// Package catalogue has code shared by commands that take the name of an algorithm. It is separate
// from kit so that programs that only count do not link all algorithms.
package catalogue

import (
	"github.com/spf13/cobra"

	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/cli/kit"
)

// Find returns the algorithm of a name that the user gave.
func Find(name string) (*solver.Algorithm, error) {
	alg, err := algorithms.Find(name)
	if err != nil {
		return nil, kit.Usagef("there is no algorithm %q%s; `queens explain` lists all", name,
			kit.DidYouMean(name, algorithms.Names()))
	}
	return alg, nil
}

// Complete completes names of algorithms in the shell.
func Complete(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return algorithms.Names(), cobra.ShellCompDirectiveNoFileComp
}
