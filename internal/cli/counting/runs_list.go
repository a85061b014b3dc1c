package counting

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/batch"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

func newRunsList(a *app, state *string) *cobra.Command {
	var o runsListOptions
	cmd := a.Command("runs list", &o)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.listRuns(cmd.Context(), *state, o) }
	return cmd
}

type runsListOptions struct {
	All bool
}

const planPatience = 5 * time.Second

func (a *app) listRuns(ctx context.Context, state string, o runsListOptions) error {
	root, err := kit.RunsRoot(state)
	if err != nil {
		return err
	}
	var entries []ledger.Entry
	var unreadable, doubtful []string
	whole := map[int]bool{} // orders with a run of all solutions
	for entry, err := range ledger.List(ctx, root) {
		if err != nil {
			return fmt.Errorf("runs: %w", err)
		}
		if entry.Err != nil {
			unreadable = append(unreadable, entry.Name)
		} else if len(runs.Doubts(entry.Run)) > 0 {
			doubtful = append(doubtful, entry.Name)
		}
		entries = append(entries, entry)
		if entry.Err != nil {
			continue
		}
		if q, ok := runs.QuestionOf(entry.Run); ok && q.Of == count.AllSolutions && q.Topology == queens.Regular {
			whole[q.Order] = true
		}
	}
	slices.SortStableFunc(entries, func(a, b ledger.Entry) int { return cmp.Compare(orderOf(a), orderOf(b)) })
	all := len(entries)
	if !o.All {
		entries = slices.DeleteFunc(entries, func(e ledger.Entry) bool { return isPartOf(e, whole) })
	}
	planning, cancel := context.WithTimeout(ctx, planPatience)
	defer cancel()
	var list []runs.Run
	for _, entry := range entries {
		list = append(list, runs.OfEntry(planning, entry))
	}
	for _, dir := range batch.Remembered(root) {
		if r, err := runs.OfTasks(dir); err == nil { // or its driver has not come that far
			list = append(list, r)
		}
	}
	if a.JSON {
		for _, r := range list {
			if err := printer.WriteJSON(a.Stdout, r); err != nil {
				return err
			}
		}
	} else if _, err := io.WriteString(a.Stdout, runLines(list, a.Style(1))); err != nil {
		return err
	}
	if hidden := all - len(entries); hidden > 0 && a.Talks() {
		a.Note("%s of symmetric solutions not listed; --all lists all", humanize.Plural(hidden, "complete run"))
	}
	switch {
	case len(unreadable) > 0:
		return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: %s cannot be read: %s", humanize.Plural(len(unreadable),
			"run"), humanize.List(unreadable)))
	case len(doubtful) > 0:
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("runs: in doubt: %s; queens runs show says why, queens runs "+
			"verify --repair finds what is wrong",
			humanize.List(doubtful)))
	case all+len(list) == 0 && !a.JSON:
		a.Note("no runs under %s", root)
	}
	return nil
}

// orderOf returns the order of a run, -1 if that is not known.
func orderOf(e ledger.Entry) int {
	if e.Err == nil {
		if id, ok := runs.IdentityOf(e.Run); ok {
			return id.Order
		}
	}
	return -1
}

// isPartOf reports whether a complete and sound run counts the symmetric solutions of an order of
// the regular board that has a run of all solutions.
func isPartOf(e ledger.Entry, whole map[int]bool) bool {
	if e.Err != nil {
		return false
	}
	q, ok := runs.QuestionOf(e.Run)
	return ok && q.Of != count.AllSolutions && q.Topology == queens.Regular && whole[q.Order] &&
		e.Run.Complete() && !runs.Damaged(e.Run) && len(runs.Doubts(e.Run)) == 0
}
