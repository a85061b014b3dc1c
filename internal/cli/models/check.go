package models

import (
	"bufio"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/internal/proofcheck"
)

func newCheck(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check FORMULA PROOF",
		Short: "Check a proof that a formula has no solution",
		Long: `Check decides that a set of clauses (DIMACS) has no solution, by a textual DRAT proof, or
that a set of linear constraints (OPB) has none, by a VeriPB proof.
It reads what "queens complete --proof", "queens solve --first --proof" and "queens model --solve
cadical --proof" write, and what cadical and kissat write with --no-binary. Of VeriPB it
knows sums of constraints and clauses that follow by unit propagation. The checker shares no
code with the searches.

A VeriPB proof with hints is checked in about the time in which the search wrote it.

That a formula states the board is seen by writing it again: without --unique the one of
"complete --proof" is the text of "queens model".

Exit codes: 0 the proof is right, 2 a malformed file, 3 the proof is wrong or incomplete.`,
		Example: `  queens complete 4 b4 --unique --proof only.pbp
  queens model check only.opb only.pbp`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return kit.Usagef("model check: %s, want the files of the formula and of the proof: queens model check five.cnf five.drat", humanize.Plural(len(args), "argument"))
			}
			var files [2]*os.File
			for i, name := range args {
				f, err := os.Open(name)
				if errors.Is(err, fs.ErrNotExist) {
					return kit.Usagef("model check: %s: there is no such file", name)
				}
				if err != nil {
					return err
				}
				defer f.Close()
				files[i] = f
			}
			r, err := proofcheck.Check(bufio.NewReader(files[0]), bufio.NewReader(files[1]))
			switch {
			case errors.Is(err, proofcheck.ErrRefused):
				return kit.WithCode(kit.CodeRefuted, err)
			case errors.Is(err, proofcheck.ErrFormat):
				return kit.WithCode(kit.CodeUsage, err)
			case err != nil:
				return err
			}
			return a.Print(showProof(r))
		},
	}
	return a.Command(cmd, nil)
}
