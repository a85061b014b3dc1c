package batch

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/internal/shell"
)

type slurm struct{ site }

func (s slurm) Limits(ctx context.Context) (Limits, error) {
	if strings.ContainsAny(s.run.dir, `%\`) {
		return Limits{}, fmt.Errorf("batch: slurm: %s: Slurm replaces %% and \\ in the names of logs: name another "+
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
		return Limits{}, fmt.Errorf("batch: scontrol show config prints no MaxArraySize")
	}
	args := []string{"--noheader", "--Node", "--format=%N", "--states=idle,mix,alloc"}
	for i, arg := range s.Args {
		if strings.HasPrefix(arg, "--partition=") || i > 0 && s.Args[i-1] == "-p" {
			args = append(args, "--partition="+strings.TrimPrefix(arg, "--partition="))
		}
	}
	nodes, err := call(ctx, "", "sinfo", args...)
	return Limits{Index: max(1, size-1), Nodes: strings.Fields(nodes)}, err
}

func (s slurm) Script(b Block) string {
	numbers := make([]int, len(b.Parts))
	for i, part := range b.Parts {
		numbers[i] = part - b.After
	}
	return s.fill("slurm", b, map[string]any{
		"Numbers": ranges(numbers), "Minutes": int((s.TaskTime + time.Minute - 1) / time.Minute),
		"Before": min(60, int(s.TaskTime.Seconds()/4)), "Log": shell.Quote(s.logs("%x-%a.log")),
		"Task": s.task(fmt.Sprintf("%s$((SLURM_ARRAY_TASK_ID+%d))", b.prefix(), b.After)),
	})
}

func (s slurm) submission() []string { return append([]string{"sbatch", "--parsable"}, s.Args...) }

func (s slurm) Submit(ctx context.Context, b Block) error { return submit(ctx, s, b) }

func (s slurm) List(ctx context.Context) (live []Live, err error) {
	text, err := call(ctx, "", "squeue", "--me", "--noheader", "--array", "--format=%j|%i|%t|%N|%r")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) != 5 {
			continue
		}
		held := ""
		if f[2] == "PD" && strings.Contains(strings.ToLower(f[4]), "held") {
			held = f[4] // JobHeldUser, "launch failed requeued held"
		}
		job, tasks, _ := strings.Cut(f[1], "_")
		for _, i := range parseRanges(strings.TrimPrefix(tasks, "[")) { // in brackets if listed together
			if part, ok := s.partOf(f[0], i); ok {
				live = append(live, Live{part, f[2] == "R" || f[2] == "CG", f[3], fmt.Sprintf("%s_%d", job, i), held})
			}
		}
	}
	return live, nil
}

// Cancel lets running tasks publish their results first.
func (s slurm) Cancel(ctx context.Context) error {
	return cancel(ctx, s, "_", []string{"scancel", "--signal=TERM", "--full"}, []string{"scancel"})
}

// processorSeconds waits some seconds for the accounts of tasks that have just ended.
func (s slurm) processorSeconds(ctx context.Context) (sum float64, err error) {
	for range 20 {
		text, err := call(ctx, "", "sacct", "--noheader", "--parsable2", "--duplicates",
			"--format=JobName,State,TotalCPU",
			"--starttime="+s.run.Created.Local().Add(-time.Minute).Format("2006-01-02T15:04:05"))
		if err != nil {
			return 0, err
		}
		sum = 0
		unfinished := false
		for line := range strings.Lines(text) {
			f := strings.Split(strings.TrimSpace(line), "|")
			if len(f) != 3 || !strings.HasPrefix(f[0], s.jobName()+"-") {
				continue
			}
			seconds, err := parseSlurmTime(f[2])
			if err != nil {
				return 0, err
			}
			sum += seconds
			unfinished = unfinished || slices.Contains([]string{"PENDING", "RUNNING", "COMPLETING"}, f[1])
		}
		if !unfinished {
			break
		}
		time.Sleep(500 * time.Millisecond)
	}
	return sum, nil
}

// parseSlurmTime reads "1-02:03:04", "02:03:04" or "03:04.567".
func parseSlurmTime(text string) (seconds float64, err error) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == '-' || c == ':' })
	units := []float64{24 * 3600, 3600, 60, 1}
	if len(fields) < 2 || len(fields) > len(units) || strings.Contains(text, "-") != (len(fields) == len(units)) {
		return 0, fmt.Errorf("batch: sacct prints the time %q", text)
	}
	for i, field := range fields {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return 0, fmt.Errorf("batch: sacct prints the time %q", text)
		}
		seconds += x * units[len(units)-len(fields)+i]
	}
	return seconds, nil
}
