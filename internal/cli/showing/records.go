package showing

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

func newRecords(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "records",
		Short: "The largest orders anybody has computed, and by which method",
		Long: `Records lists computations that found a value for the largest order of their time, with
the year in which it was made public, as far as the publication was seen; and for the
main series the largest order whose value is in "queens table", and what is published
beyond it that could not be read. Sources are keys of "queens help bibliography" and OEIS
numbers.

Exit codes: 0 done, 2 wrong usage.`,
		Example: `  queens table records
  queens table records --json`,
		Args: kit.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			return a.Print(listRecords())
		},
	}
	return a.Command(cmd, nil)
}
