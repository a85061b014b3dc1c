package verify

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"queens/count/ledger"
)

// Counter is a kernel of a program on a node.
type Counter struct {
	Kernel  string `json:"kernel"`
	Node    string `json:"node,omitempty"` // of a batch engine
	Program string `json:"program"`
	Results int    `json:"results"`
	// Worked is the elapsed time of its workers.
	Worked time.Duration `json:"workerNanos"`
}

func counters(run *ledger.Run) (list []Counter, err error) {
	sums := map[Counter]Counter{}
	for r, failed := range run.Computations() {
		node, _, _ := strings.Cut(r.Worker, " ")
		c := Counter{Kernel: r.Kernel, Node: node, Program: cmp.Or(r.Build, run.Header.Program)}
		sum := sums[c]
		c.Results, c.Worked = sum.Results+1, sum.Worked+r.Elapsed
		sums[Counter{Kernel: c.Kernel, Node: c.Node, Program: c.Program}] = c
		err = cmp.Or(err, failed)
	}
	return slices.SortedFunc(maps.Values(sums), func(a, b Counter) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Kernel, b.Kernel), cmp.Compare(a.Program, b.Program))
	}), err
}
