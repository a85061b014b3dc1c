package claims

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens"
	"queens/find/solver"
	"queens/find/textbook"
	"queens/symmetry"
)

// erbas holds the trials of [erbas1992].
var erbas = []Trial{
	{No: "T1", Question: "How many solutions does order 13 have", run: thirteen},
	{
		No: "T2", Low: 4, High: 12, Usual: 5, Question: "How many solutions satisfy the definition as printed",
		run: misprinted(func(p queens.Perm, i, j int) bool {
			return max(p[i]-i, i-p[i]) != max(p[j]-j, j-p[j])
		}),
	},
	{
		No: "T3", Low: 4, High: 12, Usual: 5, Question: "How many solutions satisfy the constraints as printed",
		run: misprinted(func(p queens.Perm, i, j int) bool {
			return p[i]+p[j] != i+j
		}),
	},
	{
		No: "T5", Low: 1, High: 6, Usual: 4, Question: "How many queens fit on a board of order n without " +
			"attacking each other",
		run: stability,
	},
	{
		No: "T11", Low: 4, High: 10, Usual: 5,
		Question: "Does Rohl's first algorithm list solutions in lexicographic order",
		run: sorted(&textbook.RohlPermutation,
			"nothing of its order, only of the second algorithm that it is lexicographic"),
	},
	{
		No: "T12", Low: 4, High: 10, Usual: 8, Question: "Does Rohl's second algorithm, once repaired, list " +
			"solutions in lexicographic order",
		run: sorted(&textbook.RohlList, "in lexicographic order"),
	},
	{
		No: "T13", Low: 9, High: 11, Usual: 9,
		Question: "How many boards does Naur's method complete for each one that it keeps", run: redundancy,
	},
	{
		No: "T14", Low: 1, High: 10, Usual: 8, Question: "Does Topor's method, once repaired, give each orbit once",
		run: topor,
	},
	{
		No: "T19", Low: 4, High: 60, Usual: 7,
		Question: "How many of the boards with rows in arithmetic progression are solutions", run: linear,
	},
}

func thirteen(context.Context, int) (Finding, error) {
	all, _, _ := census(13)
	return both(73_732, all, "solutions"), nil
}

func misprinted(condition func(p queens.Perm, i, j int) bool) func(context.Context, int) (Finding, error) {
	return func(_ context.Context, n int) (Finding, error) {
		all, good, lost := kept(n, func(p queens.Perm) bool {
			return pairwise(p, func(i, j int) bool { return condition(p, i, j) })
		})
		return Finding{
			Printed: commas(good) + " solutions satisfy it", Found: commas(all) + " solutions exist",
			Holds:  good == all,
			Boards: lost, Shows: when(lost, "Solutions that do not satisfy it, for example"),
		}, nil
	}
}

func stability(_ context.Context, n int) (Finding, error) {
	most := 0
	var place func(set []queens.Square, from int)
	place = func(set []queens.Square, from int) {
		most = max(most, len(set))
		for at := from; at < n*n; at++ {
			sq := queens.Square{Row: at / n, Col: at % n}
			if !slices.ContainsFunc(set, func(other queens.Square) bool {
				_, shared := solver.LineBetween(sq, other, n, queens.Regular)
				return shared
			}) {
				place(append(set, sq), at+1)
			}
		}
	}
	place(nil, 0)
	f := both(n, most, "queens")
	if n < 4 {
		f.Printed = "nothing; the claim starts at 4"
	}
	return f, nil
}

func sorted(a *solver.Algorithm, printed string) func(context.Context, int) (Finding, error) {
	return func(ctx context.Context, n int) (Finding, error) {
		list, _, err := solve(ctx, a, n, nil)
		if err != nil {
			return Finding{}, err
		}
		f := Finding{Printed: printed, Found: fmt.Sprintf("all %s solutions are in lexicographic order",
			commas(len(list))), Holds: true}
		for k := 1; k < len(list) && f.Holds; k++ {
			if list[k].Compare(list[k-1]) < 0 {
				f.Found = fmt.Sprintf("solution %d, %v, comes after %v", k+1, list[k], list[k-1])
				f.Holds, f.Boards, f.Shows = false, list[k-1:k+1], "One after another"
			}
		}
		return f, nil
	}
}

func leaves(ctx context.Context, n int) (kept, finished int, err error) {
	board := make([]int32, n)
	list, _, err := solve(ctx, &textbook.Naur, n, func(e solver.Event) {
		if e.Kind == solver.Prune && board[e.Col] == e.Row {
			finished++
		}
		solver.Apply(board, e)
	})
	return len(list), finished + len(list), err
}

func redundancy(ctx context.Context, n int) (Finding, error) {
	kept, finished, err := leaves(ctx, n)
	before, finishedBefore, err2 := leaves(ctx, n-2)
	if err := errors.Join(err, err2); err != nil {
		return Finding{}, err
	}
	return Finding{
		Printed: "the redundancy grows with n",
		Found: fmt.Sprintf("%d boards for %d orbits, %.2f for one; order %d: %d for %d, %.2f for one", finished, kept,
			float64(finished)/float64(kept), n-2, finishedBefore, before, float64(finishedBefore)/float64(before)),
		Holds: finished*before > finishedBefore*kept,
	}, nil
}

func topor(ctx context.Context, n int) (Finding, error) {
	list, _, err := solve(ctx, &textbook.Topor, n, nil)
	if err != nil {
		return Finding{}, err
	}
	orbits := map[string]bool{}
	for _, p := range list {
		orbits[symmetry.Canonical(p).String()] = true
	}
	want := len(slices.Collect(fundamental(n)))
	return Finding{
		Printed: "an undefined step, and duplicates that are not removed",
		Found:   fmt.Sprintf("repaired, it gives %d boards in %d of %d orbits", len(list), len(orbits), want),
		Holds:   len(list) == want && len(orbits) == want,
	}, nil
}

func linear(_ context.Context, n int) (f Finding, _ error) {
	all, good := 0, 0
	for slope := 1; slope < n; slope++ {
		for shift := range n {
			p := make(queens.Perm, n)
			for i := range p {
				p[i] = (slope*i + shift) % n
			}
			all++
			if queens.Check(p, queens.Regular) == nil {
				good++
				if len(f.Boards) < 2 && n <= 20 {
					f.Boards = append(f.Boards, p)
				}
			}
		}
	}
	f.Printed = "magic squares provide solutions"
	f.Found = fmt.Sprintf("%s of %s boards with one slope and one shift are solutions", commas(good), commas(all))
	f.Holds, f.Shows = good > 0, when(f.Boards, "Some of them")
	return f, nil
}
