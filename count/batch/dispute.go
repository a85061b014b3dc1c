package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"queens/count/ledger"
	"queens/count/upkeep"
)

// Judgement is a dispute that was settled: disputes/K.json.
type Judgement struct {
	upkeep.Dispute
	Right     string   `json:"right"`
	Nodes     []string `json:"nodes"`     // that were wrong: none of their results counts
	Withdrawn []string `json:"withdrawn"` // ledgers
}

func disputeText(x upkeep.Dispute) string {
	var says []string
	for _, c := range x.Claims {
		says = append(says, fmt.Sprintf("%s by kernel %s on %s in %s", c.Says, c.Kernel,
			strings.Replace(c.Worker, " ", ", job ", 1), filepath.Base(c.Path)))
	}
	return fmt.Sprintf("subproblem %d: results differ in %s: %s", x.Subproblem+1, x.What, strings.Join(says, "; "))
}

// judge has disputed results recounted, and withdraws those that recounts refute. Where the
// engine's nodes do not settle it, this machine recounts.
func (d *driver) judge(ctx context.Context) error {
	if err := d.judgements(); err != nil || len(d.dispute) == 0 || d.stale {
		return err
	}
	asked := map[int]int{} // parts that recount a subproblem
	waits := map[int]bool{}
	for _, p := range d.parts {
		if p.Kind != Recount {
			continue
		}
		for i := range p.subproblems {
			asked[i]++
			waits[i] = waits[i] || d.open(p, i)
		}
	}
	var recounts []Part
	for k, i := range slices.Sorted(maps.Keys(d.dispute)) {
		x := d.dispute[i]
		if k >= maxSettling {
			break
		}
		right, sure := winner(x)
		switch {
		case waits[i]:
		case sure && asked[i] > 0:
			return d.settle(x, right) // all is brought together anew
		case asked[i] >= 2*maxRounds:
			return fmt.Errorf("batch: %s: %d recounts do not agree: %w", disputeText(x), asked[i], ledger.ErrMismatch)
		case asked[i] == 2*(maxRounds-1):
			added, err := d.addParts(recountsOf(x), 0)
			for _, n := range added {
				err = errors.Join(err, Task(ctx, d.run.dir, n.part.name,
					TaskOptions{Workers: 1, Program: d.Count.Program}))
			}
			d.stale = true
			return err
		default:
			recounts = append(recounts, recountsOf(x)...)
		}
	}
	_, err := d.addParts(recounts, 0)
	return err
}

// winner returns what most nodes say: at least two, and more than say anything else. If there is
// only one node, its tasks vote: at least three, and two more than for anything else.
func winner(x upkeep.Dispute) (says string, sure bool) {
	nodes := map[string]bool{}
	for _, c := range x.Claims {
		nodes[nodeOf(c.Worker)] = true
	}
	if len(nodes) == 1 {
		return x.Winner(func(_ int, c upkeep.Claim) string { return c.Worker }, 3, 2)
	}
	return x.Winner(func(_ int, c upkeep.Claim) string { return nodeOf(c.Worker) }, 2, 1)
}

// recountsOf returns parts that count a disputed subproblem again, by the kernels of two results
// that differ, on nodes that have found neither.
func recountsOf(x upkeep.Dispute) (parts []Part) {
	var nodes []string
	for _, c := range x.Claims {
		if node := nodeOf(c.Worker); !slices.Contains(nodes, node) {
			nodes = append(nodes, node)
		}
	}
	first := x.Claims[0]
	for _, c := range x.Claims {
		if len(parts) == 0 || c.Says != first.Says && len(parts) == 1 {
			kernel, _, _ := strings.Cut(c.Kernel, "+")
			parts = append(parts, Part{
				Kind: Recount, Ranges: [][2]int{{x.Subproblem, x.Subproblem}},
				Kernel: kernel, Avoid: nodes,
			})
		}
	}
	return parts
}

func (d *driver) settle(x upkeep.Dispute, right string) error {
	j := Judgement{Dispute: x, Right: right, Nodes: []string{}, Withdrawn: []string{}}
	honest := map[string]bool{}
	for _, c := range x.Claims {
		honest[nodeOf(c.Worker)] = honest[nodeOf(c.Worker)] || c.Says == right
	}
	for _, c := range x.Claims {
		file, node := filepath.Base(c.Path), nodeOf(c.Worker)
		if _, ok := d.sources[file]; !ok || c.Says == right {
			continue
		}
		if !slices.Contains(j.Withdrawn, file) {
			j.Withdrawn = append(j.Withdrawn, file)
		}
		if name := fileName(node); !honest[node] && !slices.Contains(j.Nodes, name) {
			j.Nodes = append(j.Nodes, name)
		}
	}
	for name, s := range d.sources {
		if slices.Contains(j.Nodes, s.node) && !slices.Contains(j.Withdrawn, name) {
			j.Withdrawn = append(j.Withdrawn, name)
		}
	}
	slices.Sort(j.Withdrawn)
	for k := 1; ; k++ {
		err := createJSON(filepath.Join(d.run.dir, disputesDir, strconv.Itoa(k)+noteSuffix), j)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		return d.judgements()
	}
}

func (r *Run) readJudgements() (list []Judgement, err error) {
	for k := 1; ; k++ {
		var j Judgement
		err := readJSON(filepath.Join(r.dir, disputesDir, strconv.Itoa(k)+noteSuffix), &j)
		if errors.Is(err, fs.ErrNotExist) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, j)
	}
}

func (d *driver) judgements() error {
	list, err := d.run.readJudgements()
	if err != nil {
		return err
	}
	for k, j := range list {
		if d.judged[strconv.Itoa(k)] {
			continue
		}
		d.judged[strconv.Itoa(k)] = true
		d.Log(fmt.Sprintf("%s; recounts say %s: withdrawn: %s", disputeText(j.Dispute), j.Right,
			strings.Join(j.Withdrawn, ", ")))
		for _, node := range j.Nodes {
			d.Log(fmt.Sprintf("node %s has counted wrong: none of its results counts, and it gets no more tasks "+
				"where there are others", node))
			d.wrong = append(d.wrong, node)
		}
		for _, name := range j.Withdrawn {
			d.gone[name] = true
		}
		d.stale = true
	}
	for name, s := range d.sources {
		if d.gone[name] || slices.Contains(d.wrong, s.node) {
			if err := d.withdraw(name); err != nil {
				return err
			}
			delete(d.sources, name)
			d.stale = true
		}
	}
	return nil
}

func (d *driver) withdraw(name string) error {
	note := strings.TrimSuffix(name, ledgerSuffix) + noteSuffix
	for _, file := range []string{name, note} {
		err := os.Rename(filepath.Join(d.run.dir, ledgersDir, file), filepath.Join(d.run.dir, withdrawnDir, file))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("batch: %w", err)
		}
	}
	return nil
}
