// Package kit holds what the commands of queens share: the invocation with its
// streams (App), arguments and flags, placements read from anywhere, output files,
// JSON, colour, what is shown while a command works, and the exit codes of errors.
//
//	var o struct{ Limit uint64 } // --limit
//	cmd := a.Command("math greedy", &o, "most", 1000)
//	cmd.RunE = kit.ForOrder(0, 1000, func(cmd *cobra.Command, n int) error {
//		return a.Answer(greedy(cmd.Context(), n, o.Limit))
//	})
//	return cmd
package kit
