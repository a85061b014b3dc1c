package counting

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/count/upkeep"
	"queens/internal/answer/counted"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// runsVerifyOptions are the flags of `queens runs verify`.
type runsVerifyOptions struct {
	sample int
	seed   uint64
	kernel string
	by     []string
	json   bool
	repair bool
	revoke string
	share  string
	head   string
}

func newRunsVerify(a *app, state *string) *cobra.Command {
	o := runsVerifyOptions{sample: upkeep.AutoSample, kernel: count.Auto}
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

--share 3/8 computes all results of the third of eight shares again, instead of a
sample: eight people who take one each have computed every result again.
--head HASH compares with an earlier day: the last hash of the file that "runs show"
printed then must be that of a frame of it now. What was in the ledger then is in it
still, unaltered.

--by says in which ways results are computed again, all at once. Which ones there are
depends on the engine, as the scheme of the run has it; the first is taken if none is named:
` + kit.Summaries(count.Ways(), func(w count.Way) (name, summary string) { return w.Name, w.Engine + ": " + w.Summary }) + `

--repair settles in the ledger what it finds. A result that the second computation
equals is confirmed. One that differs is computed a third time: two that agree take the
place of the one that does not, which is withdrawn, and stays to be read. In a run in
doubt every unconfirmed result is computed again and, if none of them is wrong, every
confirmed one. An interrupted repair can be continued. A complete run is then checked, and
certified, as a count does it.
--revoke withdraws all results in which a kernel took part that has proved wrong.

The directory of a "queens count --on ENGINE" is also a name. All its ledgers are merged
anew, and its record must say what they say.

An incomplete run that is sound is verified as far as it goes. Damage that has been
made good, so that no result is missing, is reported and does no harm.

Exit codes: 0 all that is there is right, 1 cannot read, 2 no such run, 3 something
is damaged and missing, differs or is in doubt, 130 interrupted.`,
		Example: `  queens runs verify n18
  queens runs verify n18 --sample 20 --seed 7
  queens runs verify n16 --kernel generic
  queens runs verify n18 --sample 5 --by colours,method,pairs
  queens runs verify n18 --share 3/8 --json
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
			changed := cmd.Flags().Changed
			for _, pair := range [][2]string{{"share", "sample"}, {"share", "repair"}, {"share", "revoke"}, {"head", "repair"}, {"head", "revoke"}} {
				if changed(pair[0]) && changed(pair[1]) {
					return kit.Usagef("runs verify: --%s and --%s do not go together", pair[0], pair[1])
				}
			}
			sample, head, err := o.parse()
			if err != nil {
				return err
			}
			root, err := kit.RunsRoot(*state)
			if err != nil {
				return err
			}
			if dir, ok := batchDir(root, args[0]); ok {
				for _, name := range []string{"repair", "revoke", "head", "share"} {
					if changed(name) {
						return kit.Usagef("runs verify: --%s is not for a directory of tasks", name)
					}
				}
				return a.verifyBatch(cmd.Context(), dir, o, sample)
			}
			run, err := readRun(cmd.Context(), root, args[0])
			if err != nil {
				return unlikeErrors(err)
			}
			if run.Recovery.NoHeader {
				return kit.WithCode(kit.CodeRefuted, fmt.Errorf("runs: verify %s: the header is lost; a count of the same order writes a new one", runs.NameOf(run)))
			}
			if s, err := plan.Lookup(run.Header.Scheme); err == nil {
				if err := (count.Options{Kernel: o.kernel, By: o.by}).AcceptsWays(run.Header.Order, s); err != nil {
					return err
				}
			}
			if o.repair || o.revoke != "" {
				return a.repairRun(cmd.Context(), run, o)
			}
			return a.verifyRun(cmd.Context(), run, o, sample, head)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.sample, "sample", o.sample, "how many results to compute again (default 300, fewer if those take ten minutes)")
	flags.Lookup("sample").DefValue = "0" // the text tells
	flags.Uint64Var(&o.seed, "seed", 0, "seed of the sample; 0 means a random one")
	kit.AddChoice(cmd, &o.kernel, "kernel", count.Kernels(), "how to compute them; auto is the fastest other one")
	ways := count.WayNames(count.Ways())
	flags.StringSliceVar(&o.by, "by", nil, "ways to compute them, besides: "+strings.Join(ways, ", "))
	kit.CompleteFlag(cmd, "by", cobra.FixedCompletions(ways, cobra.ShellCompDirectiveNoFileComp))
	flags.BoolVar(&o.repair, "repair", false, "confirm and replace results in the ledger")
	flags.StringVar(&o.share, "share", "", "compute all results of this share again, like 3/8")
	flags.StringVar(&o.head, "head", "", "the ledger must go on from one whose last frame had this `hash`")
	flags.StringVar(&o.revoke, "revoke", "", "withdraw all results of this `kernel`; a count computes them again")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// parse reads what is to be computed again, and the head of an earlier day, nil without.
func (o runsVerifyOptions) parse() (sample upkeep.Sample, head *ledger.Hash, err error) {
	sample = upkeep.Sample{Size: o.sample, Seed: o.seed}
	if o.share != "" {
		share, err := plan.ParseShare(o.share)
		if err != nil {
			return sample, nil, err
		}
		sample.Share = &share
	}
	if o.head != "" {
		head = new(ledger.Hash)
		err = head.UnmarshalText([]byte(o.head))
	}
	return sample, head, err
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

// verifyRun checks a run and prints what was checked.
func (a *app) verifyRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions, sample upkeep.Sample, head *ledger.Hash) error {
	options := count.Options{Kernel: o.kernel, By: o.by, Progress: func(p count.Progress) {
		a.Status.Say("verify: %d of %s computed again", p.Finished, human.Plural(p.Subproblems, "result"))
	}}
	var since uint64
	var err error
	if head != nil {
		since, err = run.Frame(ctx, *head)
	}
	var v upkeep.Verification
	if err == nil {
		v, err = upkeep.Verify(ctx, run, options, sample)
	}
	var r *counted.Verification
	if err == nil {
		r, err = counted.NewVerification(run, v, since)
	}
	if err != nil {
		for _, flaw := range runs.Flaws(run) {
			fmt.Fprintf(a.Stderr, "queens: %s: %s\n", runs.NameOf(run), flaw)
		}
		return unlikeErrors(err)
	}
	if err := a.Print(r, o.json); err != nil {
		return err
	}
	if !r.Verdict.Holds() {
		return kit.Refuted()
	}
	return nil
}
