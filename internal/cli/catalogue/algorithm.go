// Package catalogue has the code for arguments that name an algorithm. It is separate from kit so
// that programs that only count do not link all algorithms.
package catalogue

import (
	"github.com/spf13/cobra"

	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/cli/kit"
)

// Find returns the algorithm with a name from the command line.
func Find(name string) (*solver.Algorithm, error) {
	alg, err := algorithms.Find(name)
	if err != nil {
		return nil, kit.Usagef("no algorithm that finds solutions is named %q%s; `queens explain` lists all", name,
			kit.DidYouMean(name, algorithms.Names()))
	}
	return alg, nil
}

// Complete completes names of algorithms.
func Complete(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return algorithms.Names(), cobra.ShellCompDirectiveNoFileComp
}
