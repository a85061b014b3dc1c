//go:build !js

package api

import (
	"context"
	"net/http"

	"queens"
	"queens/count"
	"queens/count/runs"
)

func addRuns(a *API) {
	conflict := []int{http.StatusNotFound, http.StatusConflict}
	add(a, operation{
		id: "runs", path: Prefix + "/runs", tag: "counts", example: "/api/v1/runs",
		summary: "Counts on this machine, in progress and finished, from server and command line",
	}, func(ctx context.Context, _ *struct{}) (*Runs, error) {
		list, err := a.manager.List(ctx)
		return &Runs{"queens.runs/1", list}, err
	})
	add(a, operation{
		id: "start-run", method: http.MethodPost, path: Prefix + "/runs", tag: "counts",
		example: "/api/v1/runs", changes: true,
		body: `{"order":12}`, status: http.StatusAccepted, errors: conflict,
		summary: "Start a count, or resume it",
	}, a.startRun)
	add(a, operation{
		id: "run", path: Prefix + "/runs/{name}", tag: "counts", example: "/api/v1/runs/{name}", errors: conflict,
		summary: "One count",
	}, func(ctx context.Context, in *runName) (*runs.Run, error) {
		return sent(a.manager.Get(ctx, in.Name))
	})
	add(a, operation{
		id: "run-log", schema: "queens.run-log/1", path: Prefix + "/runs/{name}/log", tag: "counts",
		example: "/api/v1/runs/{name}/log", errors: conflict,
		summary: "Log of a count: state changes, and each tenth of its subproblems",
	}, func(ctx context.Context, in *runName) (*RunLog, error) {
		lines, err := a.manager.Log(ctx, in.Name)
		return &RunLog{lines}, err
	})
	add(a, operation{
		id: "run-survey", schema: "queens.run-survey/1", heavy: true, path: Prefix + "/runs/{name}/survey",
		tag: "counts", example: "/api/v1/runs/{name}/survey", errors: conflict,
		summary: "The subproblems of a count by its ledger: which are done, by which workers, and how fast",
	}, func(ctx context.Context, in *runName) (*runs.Survey, error) {
		return a.manager.Survey(ctx, in.Name)
	})
	for _, act := range []struct {
		verb, summary string
		status        int
		do            func(context.Context, string) (runs.Run, error)
	}{
		{
			"pause", "Pause a count: it keeps its results and continues when resumed, not automatically", 0,
			a.manager.Pause,
		},
		{"resume", "Resume a count, started by this server or another process", http.StatusAccepted, a.manager.Resume},
		{"stop", "Stop a count: its results stay, and it can be resumed", 0, a.manager.Stop},
	} {
		add(a, operation{
			id: act.verb + "-run", method: http.MethodPost, path: Prefix + "/runs/{name}/" + act.verb,
			tag: "counts", changes: true,
			example: "/api/v1/runs/{name}/" + act.verb, status: act.status, errors: conflict, summary: act.summary,
		}, func(ctx context.Context, in *runName) (*runs.Run, error) { return sent(act.do(ctx, in.Name)) })
	}
	add(a, operation{
		id: "remove-run", method: http.MethodDelete, path: Prefix + "/runs/{name}", tag: "counts", changes: true,
		example: "/api/v1/runs/{name}", errors: conflict,
		summary: "Delete a run and all its results",
	}, func(_ context.Context, in *runName) (*runs.Run, error) {
		return sent(a.manager.Remove(in.Name))
	})
}

func sent(r runs.Run, err error) (*runs.Run, error) { return &r, err }

type runName struct {
	Name string `path:"name" maxLength:"100" pattern:"^[A-Za-z0-9][A-Za-z0-9._-]*$" example:"n21-join-0c9a2b11"`
}

// Runs lists counts.
type Runs struct {
	Schema string     `json:"schema" enum:"queens.runs/1"`
	Runs   []runs.Run `json:"runs"`
}

// RunLog is what a server has seen of a count, oldest first.
type RunLog struct {
	Lines []runs.LogLine `json:"lines"`
}

type startRequest struct {
	Body struct {
		Order    int    `json:"order" minimum:"0" maximum:"69" doc:"up to 32; symmetric to 41, quarter-turn to 69, reflecting to 27"`
		Of       string `json:"of,omitempty" enum:"all,fundamental,classes,symmetric,quarter-turn,reflecting" default:"all" doc:"what to count"`
		Topology string `json:"topology,omitempty" enum:"regular,modular" default:"regular"`
		Method   string `json:"method,omitempty" maxLength:"40" doc:"how to divide the count; auto chooses the fastest"`
		Kernel   string `json:"kernel,omitempty" maxLength:"40" doc:"how to count the pieces; auto chooses the fastest"`
		Workers  int    `json:"workers,omitempty" minimum:"0" maximum:"1024" doc:"0: one for each core"`
		MemoryMB int    `json:"memoryMB,omitempty" minimum:"0" maximum:"1048576" doc:"most memory for lists and tables; 0: half the free memory"`
	}
}

func (a *API) startRun(ctx context.Context, in *startRequest) (*runs.Run, error) {
	b := in.Body
	topology, err := queens.ParseTopology(b.Topology)
	if err != nil {
		return nil, err
	}
	return sent(a.manager.Start(ctx,
		count.Question{Order: b.Order, Topology: topology, Of: count.Quantity(b.Of)},
		count.Options{Scheme: b.Method, Kernel: b.Kernel, Workers: b.Workers, Memory: int64(b.MemoryMB) << 20},
	))
}
