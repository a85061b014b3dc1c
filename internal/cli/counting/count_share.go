package counting

import (
	"context"
	"path/filepath"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

func (a *app) countShare(ctx context.Context, again string, order int, o countOptions) error {
	share, err := plan.ParseShare(o.Share)
	if err != nil {
		return err
	}
	job, _, err := a.job(order, &o)
	if err != nil {
		return err
	}
	t, err := job.CountShare(ctx, share)
	report := &count.Report{}
	if t != nil {
		report.Runs = append(report.Runs, t)
		a.warnOfDamage(report)
	}
	if err != nil {
		return a.stoppedCount(again, report, err)
	}
	path, err := filepath.Abs(filepath.Join(t.Ledger, "ledger"))
	if err != nil {
		return err
	}
	if !a.JSON {
		a.Note("share %v: %s, %d from the ledger; %s; queens runs merge brings the shares together",
			share, humanize.Plural(t.Done, "result"), t.Resumed, humanize.Duration(t.Elapsed))
	}
	run, err := ledger.Read(ctx, t.Ledger)
	if err != nil {
		return err
	}
	return a.Print(printer.Show("", runs.Of(ctx, run), func(printer.Style) string { return path + "\n" }))
}
