//go:build !js

// Package counting counts the completions of a problem for package complete and package sample: by
// package count, or in a browser, where its kernels would double the program, by search.
package counting

import (
	"context"

	"queens"
	"queens/count"
)

// Job is a count of completions.
type Job struct{ job *count.Job }

// New returns the job of a problem. Errors: those of count.NewJob.
func New(p queens.Problem, o count.Options) (Job, error) {
	j, err := count.NewJob(count.About(p), o)
	return Job{j}, err
}

// Method returns the word of the method that counts.
func (j Job) Method() string { return j.job.Variant().Method.Info().Name }

// Work estimates the work, in board states of a search. Errors: ctx's.
func (j Job) Work(ctx context.Context) (float64, error) {
	d, err := j.job.Draft(ctx)
	if err != nil {
		return 0, err
	}
	return d.Work.Float64(), nil
}

// Count returns the number. Errors: those of count.Solve.
func (j Job) Count(ctx context.Context) (queens.Total, error) {
	r, err := j.job.Solve(ctx)
	if err != nil {
		return queens.Total{}, err
	}
	return *r.Solutions, nil
}
