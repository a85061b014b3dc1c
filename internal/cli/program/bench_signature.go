package program

import (
	"context"
	"fmt"
	"hash/fnv"

	"queens"
	"queens/count"
	"queens/count/plan"
	"queens/internal/answer"
)

// signatureWorkload is what the signature counts: every scheme, by every kernel
// that needs nothing of the processor.
var signatureWorkload = []struct {
	scheme string
	orders []int
}{
	{"constellations", []int{8, 11}},
	{"families", []int{8, 9, 12}},
	{"half-turn", []int{13, 16}},
	{"join", []int{9, 12}},
	{"parity", []int{9, 12}},
	{"quarter-turn", []int{13, 20}},
	{"torus", []int{11, 13}},
}

// signatureCount is one count of the workload.
type signatureCount struct {
	Scheme    string       `json:"scheme"`
	Order     int          `json:"order"`
	Kernel    string       `json:"kernel"`
	Solutions queens.Total `json:"solutions"`
	Nodes     queens.Total `json:"nodes"`
}

// signatureReport is the JSON form of a signature, queens.signature/1.
type signatureReport struct {
	Schema    string           `json:"schema"`
	Signature string           `json:"signature"`
	Counts    []signatureCount `json:"counts"`
}

// signature counts the workload and prints its signature.
func (a *app) signature(ctx context.Context, asJSON bool) error {
	r, err := newSignatureReport(ctx)
	if err != nil {
		return fmt.Errorf("bench: signature: %w", err)
	}
	if asJSON {
		return answer.WriteJSON(a.Stdout, r)
	}
	_, err = fmt.Fprintln(a.Stdout, r.Signature)
	return err
}

// newSignatureReport counts the workload. The signature is the 64-bit FNV-1a hash
// of a line "SCHEME ORDER KERNEL SOLUTIONS NODES" for each count, in hexadecimal.
func newSignatureReport(ctx context.Context) (signatureReport, error) {
	r := signatureReport{Schema: "queens.signature/1"}
	hash := fnv.New64a()
	for _, work := range signatureWorkload {
		scheme, err := plan.Lookup(work.scheme)
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
				r.Counts = append(r.Counts, signatureCount{work.scheme, n, kernel, tally.Total, tally.Nodes})
				fmt.Fprintf(hash, "%s %d %s %v %v\n", work.scheme, n, kernel, tally.Total, tally.Nodes) // a hash never fails
			}
		}
	}
	r.Signature = fmt.Sprintf("%016x", hash.Sum64())
	return r, nil
}

// portableKernels returns the names of the kernels that count by the scheme on every
// processor.
func portableKernels(s plan.Scheme) []string {
	var names []string
	for _, p := range count.ProcessorsOf(s) {
		if p.Needs == "" {
			names = append(names, p.Kernel)
		}
	}
	return names
}
