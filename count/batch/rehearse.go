package batch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"queens"
	"queens/count"
	"queens/internal/humanize"
)

// Rehearsal is what a driver would submit now, and its cost by an estimate of this machine.
type Rehearsal struct {
	Schema      string         `json:"schema"`
	Question    count.Question `json:"question"`
	Engine      string         `json:"engine"`
	Tasks       int            `json:"tasks"`
	Cores       int            `json:"cores"`       // of a task
	MemoryBytes int64          `json:"memoryBytes"` // of a task
	LimitNanos  time.Duration  `json:"limitNanos"`  // of a task
	WorkNanos   time.Duration  `json:"workNanos"`   // of one core, in all
	GHz         float64        `json:"ghz,omitempty"`
	Again       float64        `json:"again"` // share of the results that is counted again
	Scripts     []string       `json:"scripts"`
	Submission  []string       `json:"submission,omitempty"` // the command that reads each script
}

// Rehearse returns what Drive would submit. It writes nothing, and does without an engine.
func Rehearse(ctx context.Context, o Options) (*Rehearsal, error) {
	d, err := newDriver(ctx, o)
	if err != nil {
		return nil, err
	}
	defer d.state.remove()
	parts, _, err := d.run.parts()
	if err != nil {
		return nil, err
	}
	limits, err := d.engine.Limits(ctx)
	switch {
	case err == nil:
	case errors.Is(err, queens.ErrFormat) || ctx.Err() != nil:
		return nil, err
	default:
		why := d.Engine + " does not answer on this machine"
		if errors.Is(err, ErrNoEngine) {
			why = err.Error()
		}
		d.Log(fmt.Sprintf("%s, so the limits of %s are not known: the count may submit smaller blocks", why, d.Engine))
		limits = Limits{Index: 1 << 30}
	}
	var numbers []int
	for _, p := range parts {
		if k, i, _ := parsePart(p.name); k == 0 {
			numbers = append(numbers, i)
		}
	}
	r := &Rehearsal{
		Schema: "queens.batch-plan/1", Question: d.run.Question, Engine: d.Engine,
		Tasks: len(numbers), Cores: d.cores(),
		MemoryBytes: d.memory(), LimitNanos: d.taskTime(),
		WorkNanos: time.Duration(d.run.Seconds * (1 + d.run.Again) * 1e9), GHz: d.clock, Again: d.run.Again,
	}
	for _, b := range blocks(0, numbers, nil, limits) {
		r.Scripts = append(r.Scripts, d.engine.Script(b))
	}
	if e, ok := d.engine.(submitter); ok {
		r.Submission = e.submission()
	}
	return r, nil
}

// Words returns tasks and cost as a sentence.
func (r *Rehearsal) Words() string {
	again, clock := "no result is counted again (--again 2% counts some twice)", ""
	if r.Again > 0 {
		again = fmt.Sprintf("%.3g %% of the results are counted again", 100*r.Again)
	}
	if r.GHz > 0 {
		clock = fmt.Sprintf(" at %.1f GHz", r.GHz)
	}
	seconds := r.WorkNanos.Seconds()
	return fmt.Sprintf("order %d: %s of about %s, each with %s, %.3g GiB of memory and at most %s; in all about %.3g "+
		"core-hours (%s of one core%s), by an estimate of this machine; %s; nothing was submitted",
		r.Question.Order, humanize.Plural(r.Tasks, "task"),
		humanize.Seconds(seconds/(1+r.Again)/float64(r.Tasks*r.Cores)),
		humanize.Plural(r.Cores, "core"), float64(r.MemoryBytes)/(1<<30), humanize.Duration(r.LimitNanos), seconds/3600,
		humanize.Seconds(seconds), clock, again)
}
