package program

import (
	"context"
	"fmt"
	"hash/fnv"

	"queens/count"
	"queens/count/plan"
)

// signatureWorkload is what the signature counts: every scheme, by every kernel
// that needs nothing of the processor.
var signatureWorkload = []struct {
	scheme string
	orders []int
}{
	{"border", []int{8, 11}},
	{"families", []int{8, 9, 12}},
	{"half-turn", []int{14, 15}},
	{"join", []int{9, 12}},
	{"parity", []int{9, 12}},
	{"parity-trie", []int{9, 12}},
	{"quarter-turn", []int{21, 28}},
	{"reflecting", []int{9, 12}},
	{"squares", []int{8, 9}},
	{"torus", []int{11, 13}},
	{"torus-half-turn", []int{17, 19}},
}

// newSignature counts the workload. The signature is the 64-bit FNV-1a hash
// of a line "SCHEME ORDER KERNEL SOLUTIONS NODES" for each count, in hexadecimal.
func newSignature(ctx context.Context) (*workSignature, error) {
	r := &workSignature{Schema: "queens.signature/1"}
	hash := fnv.New64a()
	for _, work := range signatureWorkload {
		scheme, err := plan.Find(work.scheme)
		if err != nil {
			return r, err
		}
		for _, n := range work.orders {
			p, err := plan.New(ctx, n, scheme)
			if err != nil {
				return r, err
			}
			for _, kernel := range portableKernels(scheme) {
				tally, err := count.Measure(ctx, p, kernel)
				if err != nil {
					return r, err
				}
				r.Counts = append(r.Counts, signatureCount{Scheme: work.scheme, Order: n, Kernel: kernel, Solutions: tally.Total, Nodes: tally.Nodes})
				fmt.Fprintf(hash, "%s %d %s %v %v\n", work.scheme, n, kernel, tally.Total, tally.Nodes) // a hash never fails
			}
		}
	}
	r.Signature = fmt.Sprintf("%016x", hash.Sum64())
	return r, nil
}

func portableKernels(s plan.Scheme) []string {
	var names []string
	for _, p := range s.Kind.Facts().Kernels {
		if p.Needs == "" {
			names = append(names, p.Kernel)
		}
	}
	return names
}
