package counting

import (
	"context"
	"fmt"
	"path/filepath"

	"queens/count"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/count/upkeep"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

func (a *app) repairRun(ctx context.Context, run *ledger.Run, o runsVerifyOptions) error {
	if filepath.Base(run.Path) != "ledger" {
		return kit.Usagef("runs verify: --repair and --revoke change a run in place; rename %s to \"ledger\", in a directory of its own", run.Path)
	}
	revoked := 0
	var err error
	if o.Revoke != "" {
		if revoked, err = upkeep.Revoke(ctx, run, o.Revoke, "revoked by hand", kit.ProgramName()); err != nil {
			return fmt.Errorf("runs: %s: %w", runs.NameOf(run), err)
		}
	}
	if o.Sample == upkeep.AutoSample && o.Revoke != "" {
		o.Sample = 0
	} else if o.Sample == upkeep.AutoSample && len(runs.Doubts(run)) > 0 {
		o.Sample = run.Tally.Results // nothing tells which of them is wrong
	}
	options := count.Options{Kernel: o.kernel, By: o.by, Program: kit.ProgramName(), Progress: func(p count.Progress) {
		a.Status.Say("repair: %d of %s computed again", p.Finished, humanize.Plural(p.Subproblems, "result"))
	}}
	repaired, err := upkeep.Repair(ctx, run, options, o.Sample, o.Seed)
	if err != nil {
		return unlikeErrors(err)
	}
	if run, err = ledger.Read(ctx, run.Path); err != nil {
		return err
	}
	run, failure, err := certify(ctx, run)
	if err != nil {
		return err
	}
	r := newRepair(run, revoked, repaired)
	if err := a.Print(r); err != nil {
		return err
	}
	if len(r.Doubts) > 0 {
		return kit.Refuted()
	}
	return failure
}
