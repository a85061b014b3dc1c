package finding

import (
	"context"

	"queens"
	"queens/find/solver"
	"queens/internal/cli/catalogue"
	"queens/internal/cli/kit"
	"queens/list"
	"queens/symmetry"
)

func (o listOptions) listAlgorithm(n int) (*solver.Algorithm, error) {
	alg, err := catalogue.Find("list", o.Method)
	switch {
	case err != nil:
		return nil, err
	case alg.Finds == solver.Some:
		return nil, kit.Usagef("list: %s does not find all solutions; queens solve asks it for some", alg.Name)
	case o.After != "" || o.Workers > 1:
		return nil, kit.Usagef("list: --method goes with neither --after nor --workers: an algorithm starts at its beginning, on one core")
	}
	return alg, alg.Accepts(solver.Call{Problem: queens.Problem{Order: n}})
}

func (l listing) streamAlgorithm(ctx context.Context, n int, o list.Options, enc list.Encoder, emit func([]byte) error) (report list.Report, err error) {
	var text []byte
	var failed error
	_, err = l.alg.Solve(ctx, solver.Call{Problem: queens.Problem{Order: n}}, func(p queens.Perm) bool {
		if !l.wants(symmetry.ClassOf(p)) || o.Fundamental && l.alg.Finds == solver.All && !symmetry.IsCanonical(p) {
			return true
		}
		rows := make([]uint8, n)
		for c, r := range p {
			rows[c] = uint8(r)
		}
		text = enc.AppendSolution(text[:0], rows)
		if failed = emit(text); failed != nil {
			return false
		}
		report.Listed++
		return report.Listed != o.Limit
	})
	if failed != nil {
		return report, failed
	}
	return report, err
}
