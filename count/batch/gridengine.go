package batch

import (
	"context"
	"encoding/xml"
	"os"
	"os/user"
	"slices"
	"strings"

	"queens/internal/errs"
	"queens/internal/shell"
)

// gridEngine submits task arrays to any implementation of Grid Engine.
type gridEngine struct{ site }

func (g gridEngine) limits(ctx context.Context) (Limits, error) {
	_, err := call(ctx, "", "qstat")
	return Limits{Runs: true}, err
}

func (g gridEngine) script(b Block) string {
	seconds := g.TaskTime.Seconds()
	memory := (g.Count.Memory + int64(g.Cores)<<20 - 1) / (int64(g.Cores) << 20) // requests are per slot
	if args := strings.Join(g.Args, " "); strings.Contains(args, "mem=") || strings.Contains(args, "mem_free=") {
		memory = 0 // h_vmem or whatever this cluster has
	}
	return g.fill("gridengine", b, map[string]any{
		"Numbers": ranges(b.Tasks), "Seconds": int(seconds), "Before": int(max(seconds-60, seconds*3/4)),
		"Memory": memory,
		"Slots":  g.Cores > 1 && !slices.Contains(g.Args, "-pe"), "Log": shell.Quote(g.logs("$JOB_NAME-$TASK_ID.log")),
		"Task": g.task("$SGE_TASK_ID"),
	})
}

func (g gridEngine) submission() []string { return append([]string{"qsub", "-terse"}, g.Args...) }

func (g gridEngine) list(ctx context.Context) (live []Live, err error) {
	me := os.Getenv("USER")
	if u, err := user.Current(); err == nil {
		me = u.Username
	}
	text, err := call(ctx, "", "qstat", "-xml", "-g", "d", "-u", me)
	if err != nil {
		return nil, err
	}
	var queue struct {
		Running []gridJob `xml:"queue_info>job_list"`
		Pending []gridJob `xml:"job_info>job_list"`
	}
	if err := xml.Unmarshal([]byte(text), &queue); err != nil {
		return nil, errs.Errorf("qstat: %w", err)
	}
	for _, j := range slices.Concat(queue.Running, queue.Pending) {
		_, node, _ := strings.Cut(j.Queue, "@")
		for _, i := range parseRanges(strings.ReplaceAll(j.Tasks, ":1", "")) {
			if j.Name == g.jobName() {
				live = append(live, Live{Task: i, Running: node != "", Node: node})
			}
		}
	}
	return live, nil
}

type gridJob struct {
	Name  string `xml:"JB_name"`
	Queue string `xml:"queue_name"`
	Tasks string `xml:"tasks"`
}

func (g gridEngine) cancel(ctx context.Context) error {
	live, err := g.list(ctx)
	if err == nil && len(live) > 0 {
		_, err = call(ctx, "", "qdel", g.jobName())
	}
	return err
}
