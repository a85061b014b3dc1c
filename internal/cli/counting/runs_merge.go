package counting

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

func newRunsMerge(a *app, state *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "merge LEDGER ...",
		Short: "Bring the results of several machines together",
		Long: `Merge takes the results of ledgers of one plan, those of "queens count N --share I/OF"
for one, into the run of that plan under the state directory. A ledger is named by its
path, or by its run's directory; whatever file name a copy has. It may be incomplete, or
still being written.

Every frame, residue and hash is checked and the plan is made anew; a ledger of another
plan is refused. Results that are there twice are compared. Equal ones confirm each
other; those that differ are named, none of them counts, and the exit code is 3. What is
missing is named, by shares if the plan was cut in one way only.

When nothing is missing, the sum is checked and certified as by "queens count", which
prints it from then on. To merge the same ledgers again changes nothing.

Exit codes: 0 done, also if results are missing, 1 failed, 2 no such ledger, 3 results
differ, or the ledgers are of different plans or damaged beyond reading.`,
		Example: `  queens runs merge share-*.ledger
  queens runs merge /net/a/n20-parity-0c9a2b11 b/ledger --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return kit.Usagef("runs merge: no arguments, want the paths of ledgers")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.mergeRuns(cmd.Context(), *state, args, asJSON) },
	}
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// runsMergeReport is the JSON form of an answer of `queens runs merge`, queens.merge/1.
type runsMergeReport struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	count.Merged
	Total   *queens.Total `json:"total,omitempty"` // of a complete run that is not in doubt
	Doubts  []string      `json:"doubts"`
	Command string        `json:"command,omitempty"` // goes on with it, or reads it if complete
}

// mergeRuns answers `queens runs merge`.
func (a *app) mergeRuns(ctx context.Context, state string, paths []string, asJSON bool) error {
	root, err := kit.RunsRoot(state)
	if err != nil {
		return err
	}
	var sources []*ledger.Run
	for _, path := range paths {
		read := func() (*ledger.Run, error) { return readRun(ctx, root, path) }
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			read = func() (*ledger.Run, error) { return ledger.Read(ctx, path) } // whatever its name
		}
		run, err := read()
		if err != nil {
			return unlikeErrors(err)
		}
		for _, sentence := range runs.RecoverySentences(&run.Recovery) {
			fmt.Fprintf(a.Stderr, "queens: %s: %s\n", human.OneLine(run.Path), sentence)
		}
		sources = append(sources, run)
	}
	a.Status.Say("merging %s", human.Plural(len(sources), "ledger"))
	merged, err := count.Merge(ctx, sources, count.Options{State: root, Program: kit.ProgramName()})
	if err != nil {
		return unlikeErrors(a.stoppedCount("", nil, err))
	}
	run, err := ledger.Read(ctx, merged.Ledger)
	if err != nil {
		return err
	}
	run, failure, err := certify(ctx, run)
	if err != nil {
		return err
	}
	r := runsMergeReport{Schema: "queens.merge/1", Name: runs.NameOf(run), Merged: merged, Doubts: append([]string{}, runs.Doubts(run)...)}
	if run.Complete() && len(r.Doubts) == 0 {
		r.Total = &run.Tally.Total
	}
	if resumption, obstacle := runs.Resume(run); obstacle == "" {
		r.Command = resumption.Command()
	}
	if asJSON {
		err = answer.WriteJSON(a.Stdout, r)
	} else {
		err = a.printMerge(r, run)
	}
	if err == nil && (len(r.Disputes) > 0 || len(r.Doubts) > 0) {
		return kit.Refuted()
	}
	return errors.Join(err, failure)
}

// certify has a run that is complete and has no certificate, or is in doubt, checked and
// certified as a count does it. It returns the run as it is then, and which check failed.
func certify(ctx context.Context, run *ledger.Run) (after *ledger.Run, failure, err error) {
	r, obstacle := runs.Resume(run)
	if !run.Complete() || obstacle != "" || run.Tally.Done != nil && len(runs.Doubts(run)) == 0 {
		return run, nil, nil
	}
	_, failure = count.Solve(ctx, r.Question, count.Options{State: r.Root, Engine: r.Engine, KeepAll: true, Program: kit.ProgramName()})
	after, err = ledger.Read(ctx, run.Path)
	return after, failure, err
}

// printMerge prints what was done, for people.
func (a *app) printMerge(r runsMergeReport, run *ledger.Run) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	say := func(name, format string, args ...any) {
		fmt.Fprintf(out, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	say("run", "%s", human.OneLine(r.Name))
	for _, s := range r.Sources {
		text := fmt.Sprintf("%s: %s, %d new, %d equal to one there was", human.OneLine(s.Path), human.Plural(s.Results, "result"), s.New, s.Equal)
		if s.Passed > 0 {
			text += fmt.Sprintf(", %d passed over: revoked or withdrawn elsewhere", s.Passed)
		}
		say("ledger", "%s", text)
	}
	for _, d := range r.Disputes {
		say("dispute", "%s", disputeText(d))
	}
	const most = 20
	for _, m := range r.Missing[:min(most, len(r.Missing))] {
		say("missing", "%s", missingText(m))
	}
	if more := len(r.Missing) - most; more > 0 {
		say("missing", "and %d more, see --json", more)
	}
	for _, doubt := range r.Doubts {
		say("doubt", "%s", human.OneLine(doubt))
	}
	switch {
	case len(r.Doubts) > 0:
		say("verdict", "%s", a.Paint(answer.Red, "in doubt"))
	case r.Total != nil:
		say("total", "%v", r.Total)
		say("verdict", "%s", a.Paint(answer.Green, "complete"))
	default:
		say("verdict", "incomplete: %s", runs.DoneText(run.Tally))
		if r.Command != "" {
			say("to go on", "%s", r.Command)
		}
	}
	return out.Flush()
}

// disputeText says which ledgers differ.
func disputeText(d count.Dispute) string {
	var claims []string
	for _, c := range d.Claims {
		text := fmt.Sprintf("%s by kernel %s in %s", c.Says, human.Dash(c.Kernel), human.OneLine(c.Path))
		if !slices.Contains(claims, text) {
			claims = append(claims, text)
		}
	}
	fate := "none counts; it is counted again"
	if d.Stands {
		fate = "the one that a second computation confirms stands"
	}
	return fmt.Sprintf("subproblem %d: %s %s: %s", d.Subproblem+1, d.What, strings.Join(claims, ", "), fate)
}

// missingText says what is missing, and of a share how to get it.
func missingText(m count.Missing) string {
	if m.Share == nil {
		if m.First == m.Last {
			return fmt.Sprintf("subproblem %d", m.First+1)
		}
		return fmt.Sprintf("subproblems %d to %d", m.First+1, m.Last+1)
	}
	return fmt.Sprintf("share %d/%d: %d of %s", m.Share.Number, m.Share.Of, m.Results, human.Plural(m.Last-m.First+1, "result"))
}
