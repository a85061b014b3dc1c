package counting

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// runsVerifyOptions are the flags of `queens runs verify`.
type runsVerifyOptions struct {
	sample int
	seed   uint64
	kernel string
	json   bool
	repair bool
	revoke string
}

func newRunsVerify(a *app, state *string) *cobra.Command {
	o := runsVerifyOptions{sample: count.AutoSample, kernel: count.Auto}
	cmd := &cobra.Command{
		Use:   "verify NAME",
		Short: "Check one run: file, plan, sum, and a sample computed again",
		Long: `Verify checks a run without trusting the program that wrote it:
* the file: every frame has its checksum, its number and the hash of the one before;
* the sum: the totals are added up from the file alone, each against its residues
  modulo 13 and 15, and a complete run against its certificate and the published value;
* the plan is made anew and must have the hash that the ledger names;
* a random sample of the results is computed again by another kernel than the one
  that found them, and must be equal. --sample 0 leaves that out. With f false results
  among m, a sample of s passes with probability at most (1-f/m)^s: 300 pass one in a
  hundred false ones one time in twenty. More time finds more; --sample takes any number.

--repair settles in the ledger what it finds. A result that the second computation
equals is confirmed. One that differs is computed a third time: two that agree take the
place of the one that does not, which is withdrawn, and stays to be read. Of a run in
doubt all results are computed again that are not confirmed yet, so that an interrupted
repair goes on; a complete run is then checked, and certified, as a count does it.
--revoke withdraws all results in which a kernel took part that has proved wrong.

An incomplete run that is sound is verified as far as it goes. Damage that has been
made good, so that no result is missing, is reported and does no harm.

Exit codes: 0 all that is there is right, 1 cannot read, 2 no such run, 3 something
is damaged and missing, differs or is in doubt, 130 interrupted.`,
		Example: `  queens runs verify n18
  queens runs verify n18 --sample 20 --seed 7
  queens runs verify n16 --kernel generic
  queens runs verify n18 --repair`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.sample < 0 && cmd.Flags().Changed("sample") {
				return kit.Usagef("runs verify: --sample %d: want 0 or more", o.sample)
			}
			if o.seed == 0 {
				o.seed = kit.RandomSeed()
			}
			root, err := kit.RunsRoot(*state)
			if err != nil {
				return err
			}
			run, err := readRun(cmd.Context(), root, args[0])
			if err != nil {
				return unlikeErrors(err)
			}
			if run.Recovery.NoHeader {
				return kit.WithCode(kit.CodeRefuted, fmt.Errorf("runs: verify %s: the header is lost; a count of the same order writes a new one", runs.NameOf(run)))
			}
			if o.repair || o.revoke != "" {
				return a.repairRun(cmd.Context(), run, o)
			}
			return a.verifyRun(cmd.Context(), run, o)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.sample, "sample", o.sample, "how many results to compute again (default 300, fewer if counting those took ten minutes)")
	flags.Lookup("sample").DefValue = "0" // the text tells
	flags.Uint64Var(&o.seed, "seed", 0, "seed of the sample; 0 means a random one")
	kit.AddChoice(cmd, &o.kernel, "kernel", count.Kernels(), "how to compute them; auto is the fastest other one")
	flags.BoolVar(&o.repair, "repair", false, "confirm and replace results in the ledger")
	flags.StringVar(&o.revoke, "revoke", "", "withdraw all results of this `kernel`; a count computes them again")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// unlikeErrors gives the errors that say that things differ the exit code of a
// verification that failed.
func unlikeErrors(err error) error {
	for _, sentinel := range []error{ledger.ErrMismatch, ledger.ErrOtherRun, ledger.ErrResidue, ledger.ErrNoLedger, queens.ErrFormat} {
		if errors.Is(err, sentinel) {
			return kit.WithCode(kit.CodeRefuted, err)
		}
	}
	return err
}

// runsVerifyReport is the JSON form of an answer of `queens runs verify`,
// queens.verify/1.
type runsVerifyReport struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	count.Verification
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"`       // of the results; the total if complete
	Published   bool         `json:"published"` // the total is the published value
	Flaws       []string     `json:"flaws"`
	Verdict     string       `json:"verdict"` // "verified", "incomplete", "damaged" or "in doubt"
}

// verifyRun checks a run and prints what was checked.
func (a *app) verifyRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions) error {
	r := runsVerifyReport{
		Schema: "queens.verify/1", Name: runs.NameOf(run), Subproblems: run.Tally.Subproblems,
		Sum: run.Tally.Total, Flaws: append([]string{}, runs.Flaws(run)...),
	}
	options := count.Options{Kernel: o.kernel, Progress: func(p count.Progress) {
		a.Status.Say("verify: %d of %s computed again", p.Finished, human.Plural(p.Subproblems, "result"))
	}}
	v, err := count.Verify(ctx, run, options, o.sample, o.seed)
	if err == nil {
		r.Verification = v
		r.Published, err = isPublished(run)
	}
	if err != nil {
		for _, flaw := range r.Flaws {
			fmt.Fprintf(a.Stderr, "queens: %s: %s\n", r.Name, flaw)
		}
		return unlikeErrors(err)
	}
	r.Verdict = verdictOf(run)
	if o.json {
		err = answer.WriteJSON(a.Stdout, r)
	} else {
		err = a.printVerification(r, run)
	}
	if err == nil && (r.Verdict == "damaged" || r.Verdict == "in doubt") {
		return kit.Refuted()
	}
	return err
}

// verdictOf returns what is to be said of a run whose results are all right.
// A torn tail is what a killed process leaves, not a damage.
func verdictOf(run *ledger.Run) string {
	switch {
	case runs.Misplaced(run) != "", !run.Complete() && len(run.Recovery.Damages) > 0:
		return "damaged"
	case len(runs.Doubts(run)) > 0:
		return "in doubt"
	case !run.Complete():
		return "incomplete"
	default:
		return "verified"
	}
}

// isPublished compares the total of a complete run with the published value, and
// reports whether there is one.
func isPublished(run *ledger.Run) (bool, error) {
	scheme, err := plan.Lookup(run.Header.Scheme)
	if err != nil || !run.Complete() {
		return false, err
	}
	value, ok := count.Published(scheme, run.Header.Order)
	if ok && value != run.Tally.Total {
		return false, fmt.Errorf("runs: verify %s: the total is %v, the published value %v: %w", runs.NameOf(run), run.Tally.Total, value, ledger.ErrMismatch)
	}
	return ok, nil
}

// printVerification prints what was checked, for people.
func (a *app) printVerification(r runsVerifyReport, run *ledger.Run) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	say := func(name, format string, args ...any) {
		fmt.Fprintf(out, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	say("run", "%s", r.Name)
	if len(r.Flaws) == 0 {
		say("file", "sound: %s, %d frames, last %s", human.Bytes(float64(run.Size)), run.Tally.Last, run.Tally.Head)
	}
	for _, flaw := range r.Flaws {
		say("flaw", "%s", flaw)
	}
	say("plan", "made anew, the same: %s", r.Plan)
	sum := fmt.Sprintf("%v in %s", r.Sum, human.Plural(r.Results, "result"))
	switch {
	case r.Published:
		say("sum", "%s; the published value", sum)
	case r.Complete:
		say("sum", "%s; nothing is published to compare with", sum)
	default:
		say("sum", "%s so far", sum)
	}
	say("sample", "%s", sampleText(r.Verification))
	switch r.Verdict {
	case "verified":
		say("verdict", "%s", a.Paint(answer.Green, "verified"))
	case "incomplete":
		say("verdict", "right so far, incomplete: %s", runs.DoneText(run.Tally))
	case "in doubt":
		for _, doubt := range runs.Doubts(run) {
			say("doubt", "%s", human.OneLine(doubt))
		}
		say("verdict", "%s", a.Paint(answer.Red, "in doubt"))
	default:
		say("verdict", "%s: %s left", a.Paint(answer.Red, "damaged"), runs.DoneText(run.Tally))
		if r, obstacle := runs.Resume(run); obstacle == "" {
			say("to go on", "%s", r.Command())
		}
	}
	return out.Flush()
}

// sampleText says what was computed again.
func sampleText(v count.Verification) string {
	if len(v.Sample) == 0 {
		return "nothing computed again"
	}
	numbers := make([]string, len(v.Sample))
	for i, subproblem := range v.Sample {
		numbers[i] = fmt.Sprint(subproblem + 1)
	}
	text := fmt.Sprintf("%s computed again by kernel %s, equal: number %s (seed %d)",
		human.Plural(len(v.Sample), "result"), strings.Join(v.Kernels, ", "), runs.ListNames(numbers), v.Seed)
	if len(v.Sample) == v.Results {
		return text + "; these are all"
	}
	hundredth := max(1, v.Results/100)
	return text + fmt.Sprintf("; a ledger with one false result passes with probability %.3g, one with %d with %.3g",
		v.Passes(1), hundredth, v.Passes(hundredth))
}
