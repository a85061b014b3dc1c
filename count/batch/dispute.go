package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"queens/count"
	"queens/count/ledger"
	"queens/count/verify"
	"queens/internal/humanize"
)

// Judgement is a settled dispute: disputes/K.json.
type Judgement struct {
	verify.Dispute
	Right     string   `json:"right"`
	Nodes     []string `json:"nodes"`     // that were wrong: none of their results count
	Withdrawn []string `json:"withdrawn"` // ledgers
}

func disputeText(x verify.Dispute) string {
	var says []string
	for _, c := range x.Claims {
		text := fmt.Sprintf("%s by kernel %s on %s", c.Says, c.Kernel, strings.Replace(c.Worker, " ", ", job ", 1))
		if c.Path != "" {
			text += " in " + filepath.Base(c.Path)
		}
		says = append(says, text)
	}
	return humanize.OneLine(fmt.Sprintf("subproblem %d: results differ in %s: %s", x.Subproblem+1, x.What,
		strings.Join(says, "; ")))
}

// judge recounts the first dispute on this machine and settles it. It reports whether take must
// withdraw ledgers.
func (d *driver) judge(ctx context.Context) (withdraw bool, err error) {
	before := len(d.judged)
	if err := d.readJudgements(); err != nil || len(d.judged) > before || len(d.dispute) == 0 {
		return len(d.judged) > before, err
	}
	x := d.dispute[0]
	node, _ := os.Hostname()
	for n, kernel := range kernelsOf(x) {
		o := count.Options{
			Workers: 1, Kernel: kernel, Memory: d.Count.Memory, Program: d.Count.Program,
			Worker: fmt.Sprintf("%s recount %d", node, n+1),
		}
		if o.Validate() != nil { // this processor cannot
			o.Kernel = count.Auto
		}
		err := count.Recount(ctx, d.plan, o, []int{x.Subproblem}, func(r ledger.Result) error {
			x.Claims = append(x.Claims, claimOf(x, r))
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	right, sure := winner(x)
	if !sure {
		return false, fmt.Errorf("batch: %s: the recounts do not settle it; start this command on another machine: %w",
			disputeText(x), ledger.ErrMismatch)
	}
	return true, d.settle(x, right)
}

func kernelsOf(x verify.Dispute) (names [2]string) {
	i := slices.IndexFunc(x.Claims, func(c verify.Claim) bool { return c.Says != x.Claims[0].Says })
	for k, c := range []verify.Claim{x.Claims[0], x.Claims[i]} {
		names[k], _, _ = strings.Cut(c.Kernel, "+")
	}
	return names
}

// winner returns the claim of most nodes: at least two, and more than for any other. With only one
// node its tasks vote: at least three, with a lead of two.
func winner(x verify.Dispute) (says string, sure bool) {
	nodes := map[string]bool{}
	for _, c := range x.Claims {
		nodes[nodeOf(c.Worker)] = true
	}
	if len(nodes) == 1 {
		return winnerOf(x, func(_ int, c verify.Claim) string { return c.Worker }, 3, 2)
	}
	return winnerOf(x, func(_ int, c verify.Claim) string { return nodeOf(c.Worker) }, 2, 1)
}

func (d *driver) settle(x verify.Dispute, right string) error {
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
		j.Withdrawn = append(j.Withdrawn, file)
		if !honest[node] {
			j.Nodes = append(j.Nodes, fileName(node))
		}
	}
	for name, s := range d.sources {
		if slices.Contains(j.Nodes, s.node) {
			j.Withdrawn = append(j.Withdrawn, name)
		}
	}
	j.Nodes, j.Withdrawn = distinct(j.Nodes), distinct(j.Withdrawn)
	if _, err := createNext(filepath.Join(d.run.dir, disputesDir), 1, j); err != nil {
		return err
	}
	return d.readJudgements()
}

// readJudgements reads and logs the new ones.
func (d *driver) readJudgements() error {
	for {
		var j Judgement
		err := readJSON(filepath.Join(d.run.dir, disputesDir, strconv.Itoa(len(d.judged)+1)+noteSuffix), &j)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		d.Log(fmt.Sprintf("%s; recounts say %s: withdrawn: %s", disputeText(j.Dispute), j.Right,
			strings.Join(j.Withdrawn, ", ")))
		for _, node := range j.Nodes {
			d.Log(fmt.Sprintf("node %s has counted wrong: none of its results counts, and it gets no more tasks "+
				"where there are others", node))
		}
		d.judged = append(d.judged, j)
	}
}

// wrong returns the nodes that have counted wrong.
func (d *driver) wrong() (nodes []string) {
	for _, j := range d.judged {
		nodes = append(nodes, j.Nodes...)
	}
	return nodes
}

func (d *driver) withdrawn(name string) bool {
	_, node, _ := parseAttempt(name)
	return slices.ContainsFunc(d.judged, func(j Judgement) bool {
		return slices.Contains(j.Nodes, node) || slices.Contains(j.Withdrawn, name)
	})
}

func (d *driver) withdraw(name string) error {
	if d.keep {
		return nil
	}
	note := strings.TrimSuffix(name, ledgerSuffix) + noteSuffix
	for _, file := range []string{name, note} {
		err := os.Rename(filepath.Join(d.run.dir, ledgersDir, file), filepath.Join(d.run.dir, withdrawnDir, file))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("batch: %w", err)
		}
	}
	return nil
}
