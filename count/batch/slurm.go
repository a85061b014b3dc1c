package batch

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/internal/errs"
	"queens/internal/shell"
)

type slurm struct{ site }

func (s slurm) limits(ctx context.Context) (Limits, error) {
	if strings.ContainsAny(s.run.dir, `%\`) {
		return Limits{}, errs.Errorf("slurm: %s: Slurm replaces %% and \\ in the names of logs: name another "+
			"directory: %w", s.run.dir, queens.ErrFormat)
	}
	text, err := call(ctx, "", "scontrol", "show", "config")
	if err != nil {
		return Limits{}, err
	}
	size := 0 // one more than the largest index
	for line := range strings.Lines(text) {
		_, _ = fmt.Sscanf(line, "MaxArraySize = %d", &size) // one line has it
	}
	if size == 0 {
		return Limits{}, errs.Errorf("scontrol show config prints no MaxArraySize")
	}
	return Limits{Index: max(1, size-1)}, nil
}

func (s slurm) script(b Block) string {
	var numbers []int
	for _, task := range b.Tasks {
		numbers = append(numbers, task-b.After)
	}
	return s.fill("slurm", b, map[string]any{
		"Numbers": ranges(numbers), "Minutes": int((s.TaskTime + time.Minute - 1) / time.Minute),
		"Before": min(60, int(s.TaskTime.Seconds()/4)), "Log": shell.Quote(s.logs("%A-%a.log")),
		"Task": s.task(fmt.Sprintf("$((SLURM_ARRAY_TASK_ID+%d))", b.After)),
	})
}

func (s slurm) submission() []string { return append([]string{"sbatch", "--parsable"}, s.Args...) }

func (s slurm) list(ctx context.Context) (live []Live, err error) {
	text, err := call(ctx, "", "squeue", "--me", "--noheader", "--array", "--format=%j|%i|%t|%N|%r")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "|")
		after, ours := strings.CutPrefix(f[0], s.jobName()+"-")
		first, err := strconv.Atoi(after)
		if len(f) != 5 || !ours || err != nil {
			continue
		}
		held := ""
		if f[2] == "PD" && strings.Contains(strings.ToLower(f[4]), "held") {
			held = f[4] // JobHeldUser, "launch failed requeued held"
		}
		_, tasks, _ := strings.Cut(f[1], "_")
		for _, i := range parseRanges(strings.TrimPrefix(tasks, "[")) { // in brackets if listed together
			live = append(live, Live{first + i, f[2] == "R" || f[2] == "CG", f[3], held})
		}
	}
	return live, nil
}

// cancel lets running tasks save their results first.
func (s slurm) cancel(ctx context.Context) error {
	names, err := call(ctx, "", "squeue", "--me", "--noheader", "--format=%j")
	for _, name := range distinct(strings.Fields(names)) {
		if strings.HasPrefix(name, s.jobName()+"-") {
			_, asked := call(ctx, "", "scancel", "--me", "--name="+name, "--signal=TERM", "--full")
			_, ended := call(ctx, "", "scancel", "--me", "--name="+name)
			err = errors.Join(err, asked, ended)
		}
	}
	return err
}
