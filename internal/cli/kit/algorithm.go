package kit

import (
	"github.com/spf13/cobra"

	"queens/find/catalog"
	"queens/find/solver"
)

// FindAlgorithm returns the algorithm of a name that the user gave to a command.
func FindAlgorithm(command, name string) (*solver.Algorithm, error) {
	alg, ok := catalog.Lookup(name)
	if !ok {
		return nil, Usagef("%s: there is no algorithm %q%s; `queens algorithms` lists all", command, name, DidYouMean(name, catalog.Names()))
	}
	return alg, nil
}

// CompleteAlgorithms completes names of algorithms in the shell.
func CompleteAlgorithms(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return catalog.Names(), cobra.ShellCompDirectiveNoFileComp
}
