package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens/count"
)

func newSquares(a *app) *cobra.Command {
	var o count.Options
	asJSON := false
	cmd := &cobra.Command{
		Use:   "squares N",
		Short: "How many solutions have a queen on each square",
		Long: fmt.Sprintf(`Squares counts, for each square of the board of order N, 0 to %d, the solutions with a
queen on it, and prints them as the board, row 1 on top. It counts one square of
each orbit of the board's symmetries, with that queen fixed, and checks that every
row adds up to Q(N). On a terminal the largest numbers are bold and the smallest faint.

Exit codes: 0 done, 2 bad argument, 3 a check failed, 130 interrupted.`, count.MaxSquaresOrder),
		Example: `  queens squares 8
  queens squares 12 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := orderUpTo("squares", args, count.MaxSquaresOrder)
			if err != nil {
				return err
			}
			return a.squares(cmd.Context(), n, o, asJSON)
		},
	}
	cmd.Flags().IntVar(&o.Workers, "workers", 0, "squares counted side by side; 0 means one for each core")
	addJSON(cmd, &asJSON)
	return cmd
}

// squares answers `queens squares`.
func (a *app) squares(ctx context.Context, n int, o count.Options, asJSON bool) error {
	beat := a.startHeartbeat()
	beat.say("order %d: counting through each square", n)
	r, err := count.Squares(ctx, n, o)
	beat.stop()
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(a.stdout, struct {
			Schema string `json:"schema"`
			*count.SquaresReport
		}{"queens.squares/1", r})
	}
	var table strings.Builder
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	most, least := r.Total, r.Total
	for i, row := range r.Counts {
		for j, x := range row {
			if first := i == 0 && j == 0; first || x.Compare(most) > 0 {
				most = x
			}
			if x.Compare(least) < 0 {
				least = x
			}
			fmt.Fprintf(out, "%v\t", x)
		}
		fmt.Fprintln(out)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprint(a.stdout, a.paintNumbers(table.String(), most.String(), least.String()))
	return err
}

// paintNumbers makes one number of a table bold and another faint.
func (a *app) paintNumbers(table, most, least string) string {
	if most == least || !a.colored(a.stdout) {
		return table
	}
	var b strings.Builder
	for line := range strings.Lines(table) {
		for field := range strings.SplitAfterSeq(line, " ") {
			number := strings.TrimSpace(field)
			switch rest := strings.TrimPrefix(field, number); number {
			case most:
				b.WriteString(a.paint(bold, number) + rest)
			case least:
				b.WriteString(a.paint(faint, number) + rest)
			default:
				b.WriteString(field)
			}
		}
	}
	return b.String()
}
