package batch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/internal/humanize"
)

// rescale makes the seconds of subproblems those measured so far, or those estimated at the start.
func (d *driver) rescale() {
	done, whole := 0.0, 0.0
	for i, s := range d.seconds {
		whole += s
		if d.has(i) {
			done += s
		}
	}
	factor := d.run.Seconds / whole
	if d.merged != nil && done >= whole/1000 {
		factor = d.merged.Tally.Work.Seconds() / done
	}
	for i := range d.seconds {
		d.seconds[i] *= factor
	}
}

// needs returns the parts to submit, given the parts that are queued, running, or perhaps so. It
// cuts the remaining work by time again, if that makes fewer tasks, or tasks that end in time.
func (d *driver) needs(busy map[string]bool) ([]*Part, error) {
	covered := map[Kind][]bool{"": make([]bool, d.run.subproblems()), Again: make([]bool, d.run.subproblems())}
	for _, p := range d.parts {
		if busy[p.name()] {
			for i := range p.subproblems {
				covered[p.Kind][i] = true
			}
		}
	}
	limit := 1.5 * d.target()
	var list, left []*Part // left have some results, or do not end in time
	var rest []int         // what is open of these
	most := 0.0
	for _, p := range slices.Backward(d.parts) { // the latest cut knows best what is missing
		var open []int
		whole := true
		for i := range p.subproblems {
			switch {
			case !d.open(p, i):
				whole = false
			case !busy[p.name()] && !covered[p.Kind][i]:
				covered[p.Kind][i] = true
				open = append(open, i)
			}
		}
		switch seconds := d.secondsOf(open); {
		case len(open) == 0:
		case p.Kind == Again || whole && seconds <= limit:
			list = append(list, p)
		default:
			left, rest, most = append(left, p), append(rest, open...), max(most, seconds)
		}
	}
	slices.Sort(rest)
	fresh := d.cutByTime(rest, d.target(), Part{})
	if len(fresh) < len(left) || len(fresh) > len(left) && most > limit {
		var err error
		if left, err = d.addParts(fresh); err != nil {
			return nil, err
		}
	}
	again, err := d.secondCounts(covered[Again])
	return slices.Concat(list, left, again), err
}

// cutByTime returns parts like one, of some seconds, with the given subproblems.
func (d *driver) cutByTime(subproblems []int, target float64, like Part) (parts []Part) {
	total := d.secondsOf(subproblems)
	pieces := math.Ceil(total / target)
	done := 0.0
	var piece []int
	for k, i := range subproblems {
		piece = append(piece, i)
		done += d.seconds[i]
		if k+1 == len(subproblems) || done >= total/pieces*float64(len(parts)+1) {
			like.Ranges = runsOf(piece)
			parts, piece = append(parts, like), nil
		}
	}
	return parts
}

func (d *driver) addParts(parts []Part) ([]*Part, error) {
	if len(parts) == 0 {
		return nil, nil
	}
	k, err := createNext(filepath.Join(d.run.dir, cutsDir), d.next, cut{runSchema, parts})
	if err != nil {
		return nil, err
	}
	added, err := d.readParts(k)
	return slices.DeleteFunc(added, func(p *Part) bool { return p.cut != k }), err
}

const noCut = -1

// readParts returns the parts of new cuts. No queue has those of cut own, which this driver made.
func (d *driver) readParts(own int) (added []*Part, err error) {
	added, d.next, err = d.run.parts(d.next)
	_, prints := d.engine.(printer)
	for _, p := range added {
		d.named[p.name()] = p
		if prints || p.cut == own || p.cut == 0 && d.began {
			p.absent = enoughAbsences - 1
		}
	}
	d.parts = append(d.parts, added...)
	return added, err
}

func (d *driver) secondsOf(subproblems []int) (sum float64) {
	for _, i := range subproblems {
		sum += d.seconds[i]
	}
	return sum
}

// secondCounts cuts second counts that no part has yet, by node and kernel of the results, once
// they fill a task, or once all results exist.
func (d *driver) secondCounts(covered []bool) ([]*Part, error) {
	if d.merged == nil {
		return nil, nil
	}
	open, total, all := map[string][]int{}, 0.0, 0.0 // by node and kernel
	for r, err := range d.merged.Results() {
		if err != nil {
			return nil, fmt.Errorf("batch: %w", err)
		}
		i := r.Subproblem
		all += d.seconds[i]
		if !d.again[i] && !covered[i] && d.run.chosen(i) {
			f := nodeOf(r.Worker) + " " + r.Kernel
			open[f] = append(open[f], i)
			total += d.seconds[i]
		}
	}
	if total == 0 || total < d.target() && !d.merged.Complete() {
		return nil, nil
	}
	var parts []Part
	target := min(d.target(), all/float64(len(d.run.Bounds)-1)) // no longer than shares
	for _, f := range slices.Sorted(maps.Keys(open)) {
		node, kernel, _ := strings.Cut(f, " ")
		parts = append(parts, d.cutByTime(open[f], target, Part{Kind: Again, Kernel: kernel, Avoid: []string{node}})...)
	}
	return d.addParts(parts)
}

// enoughAbsences is how often a part that may have been submitted must be missing from the queue.
const enoughAbsences = 2

// submit submits what is missing and neither queued nor running, and reports whether that was
// everything.
func (d *driver) submit(ctx context.Context, live []Live) (all bool, err error) {
	busy := map[string]bool{}
	for _, l := range live {
		busy[l.Part] = true
	}
	all = true
	for _, p := range d.parts {
		if busy[p.name()] {
			p.absent = 0
		} else if p.absent++; p.absent < enoughAbsences {
			busy[p.name()] = true
			all = all && !slices.ContainsFunc(slices.Collect(p.subproblems), func(i int) bool { return d.open(p, i) })
		}
	}
	list, err := d.needs(busy)
	if err != nil {
		return false, err
	}
	if err := d.room(); err != nil {
		d.once(err.Error())
		return false, nil
	}
	limits, err := d.engine.Limits(ctx)
	if err != nil {
		d.Log(fmt.Sprintf("%v; asking again", err))
		return false, nil
	}
	room := 1 << 30
	for _, most := range []int{limits.Tasks, d.MaxTasks} {
		if most > 0 {
			room = min(room, max(0, most-len(live)))
		}
	}
	if len(list) > room {
		list, all = list[len(list)-room:], false // the first shares
	}
	groups := map[string]Block{} // by cut and nodes to avoid
	for _, p := range list {
		done := d.results(p)
		if done > p.had {
			p.tries = 0
		}
		if err := d.hopeless(p); err != nil {
			return false, err
		}
		p.absent, p.had = 0, done
		p.tries++
		avoid := d.avoid(p, limits.Nodes)
		g := fmt.Sprint(p.cut, avoid)
		groups[g] = Block{Cut: p.cut, Avoid: avoid, Parts: append(groups[g].Parts, p.number)}
	}
	for _, g := range groups {
		slices.Sort(g.Parts)
		for _, b := range blocks(g, limits) {
			if err := d.hand(ctx, b, len(live) > 0); err != nil {
				return false, err
			}
		}
	}
	return all, nil
}

// avoid returns the nodes that should not count a part, unless there are no others: only nodes
// named by the engine, or that published within an hour, are others.
func (d *driver) avoid(p *Part, there []string) (nodes []string) {
	nodes = distinct(slices.Concat(p.Avoid, d.wrong()))
	for _, s := range d.sources {
		if time.Since(s.written) < time.Hour {
			there = append(there, s.node)
		}
	}
	if slices.ContainsFunc(there, func(node string) bool { return !slices.Contains(nodes, node) }) {
		return nodes
	}
	return nil
}

func (d *driver) hand(ctx context.Context, b Block, others bool) error {
	err := d.engine.Submit(ctx, b)
	if err != nil && len(b.Avoid) > 0 { // there may be no other node
		b.Avoid = nil
		err = d.engine.Submit(ctx, b)
	}
	switch {
	case err == nil || ctx.Err() != nil:
		return nil
	case len(b.Parts) > 1:
		low, high := b, b
		half := len(b.Parts) / 2
		low.Parts, high.Parts = b.Parts[:half], b.Parts[half:]
		if err := d.hand(ctx, low, others); err != nil {
			return err
		}
		return d.hand(ctx, high, true)
	case others: // it accepts no more now
		d.once(err.Error() + "; trying again later")
		for _, name := range b.names() {
			d.named[name].tries--
		}
		return nil
	}
	return err
}

func (d *driver) results(p *Part) (sum int) {
	for _, s := range d.sources {
		if s.part == p.name() && s.run != nil {
			sum += s.run.Tally.Results
		}
	}
	return sum
}

func (d *driver) hopeless(p *Part) error {
	notes, err := d.run.attempts(p.name())
	if err != nil {
		return err
	}
	failed := 0
	for _, a := range notes {
		text := humanize.OneLine(fmt.Sprintf("part %s on %s (job %s): %s", a.Part, a.Node, a.Job, a.Error))
		switch {
		case slices.Contains(d.wrong(), a.Node):
		case a.Failed:
			return fmt.Errorf("batch: a check failed: %s: %w", text, ledger.ErrMismatch)
		case a.Error != "":
			d.once(text)
			failed++
		}
	}
	switch tries := p.tries; {
	case tries >= maxTries && failed > 0 || failed >= maxTries && d.results(p) == 0:
		return fmt.Errorf("batch: part %s failed %d times: %s", p.name(), failed,
			humanize.OneLine(notes[len(notes)-1].Error))
	case tries >= 3 && len(notes) == 0:
		return fmt.Errorf("batch: %d tasks of part %s ended without a trace: %s must exist at this path on every "+
			"node; see %s and the engine's own log", tries, p.name(), d.run.dir, filepath.Join(d.run.dir, logsDir))
	case tries >= 4*maxTries:
		return fmt.Errorf("batch: %d tasks of part %s ended without a new result; give them more time: --task-time",
			tries, p.name())
	}
	return nil
}

// Rehearsal is what a driver would submit now, with this machine's estimate of the cost.
type Rehearsal struct {
	Schema      string         `json:"schema"`
	Question    count.Question `json:"question"`
	Engine      string         `json:"engine"`
	Tasks       int            `json:"tasks"`
	Cores       int            `json:"cores"`       // of a task
	MemoryBytes int64          `json:"memoryBytes"` // of a task
	LimitNanos  time.Duration  `json:"limitNanos"`  // of a task
	WorkNanos   time.Duration  `json:"workNanos"`   // of one core, total
	GHz         float64        `json:"ghz,omitempty"`
	Again       float64        `json:"again"` // share of the results counted twice
	Scripts     []string       `json:"scripts"`
	Submission  []string       `json:"submission,omitempty"` // the command that reads each script
}

// Rehearse returns what Drive would submit. It writes nothing and needs no engine.
func Rehearse(ctx context.Context, o Options) (*Rehearsal, error) {
	d, err := newDriver(ctx, o)
	if err != nil {
		return nil, err
	}
	defer d.close()
	parts, err := d.run.cut(0)
	if err != nil {
		return nil, err
	}
	limits, err := d.engine.Limits(ctx)
	if errors.Is(err, queens.ErrFormat) || ctx.Err() != nil {
		return nil, err
	}
	if err != nil {
		why := d.Engine + " does not answer on this machine"
		if errors.Is(err, ErrNoEngine) {
			why = err.Error()
		}
		d.Log(fmt.Sprintf("%s, so the limits of %s are not known: the count may submit smaller blocks", why, d.Engine))
	}
	var shares Block
	for _, p := range parts {
		shares.Parts = append(shares.Parts, p.number)
	}
	r := &Rehearsal{
		Schema: "queens.batch-plan/1", Question: d.run.Question, Engine: d.Engine,
		Tasks: len(shares.Parts), Cores: d.Cores, MemoryBytes: d.Count.Memory, LimitNanos: d.TaskTime,
		GHz: d.clock, Again: max(d.run.Again, d.run.sample()), Submission: d.engine.submission(),
	}
	r.WorkNanos = time.Duration(d.run.Seconds * (1 + r.Again) * 1e9)
	for _, b := range blocks(shares, limits) {
		r.Scripts = append(r.Scripts, d.engine.Script(b))
	}
	return r, nil
}

// Words describes tasks and cost in a sentence.
func (r *Rehearsal) Words() string {
	clock := ""
	if r.GHz > 0 {
		clock = fmt.Sprintf(" at %.1f GHz", r.GHz)
	}
	seconds := r.WorkNanos.Seconds()
	return fmt.Sprintf("order %d: %s of about %s, each with %s, %.3g GiB of memory and at most %s; in all about %.3g "+
		"core-hours (%s of one core%s), by an estimate of this machine; %.3g %% of the results are counted again; "+
		"nothing was submitted",
		r.Question.Order, humanize.Plural(r.Tasks, "task"),
		humanize.Seconds(seconds/(1+r.Again)/float64(r.Tasks*r.Cores)),
		humanize.Plural(r.Cores, "core"), float64(r.MemoryBytes)/(1<<30), humanize.Duration(r.LimitNanos), seconds/3600,
		humanize.Seconds(seconds), clock, 100*r.Again)
}
