package claims

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/named"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
	"queens/math/orderly"
	"queens/symmetry"
)

func reaches(letters string, meaning map[rune]symmetry.Symmetry) int {
	now := symmetry.Identity
	seen := map[symmetry.Symmetry]bool{now: true}
	for _, letter := range letters {
		now = now.Then(meaning[letter])
		seen[now] = true
	}
	return len(seen)
}

func words(context.Context, int) (outcome, error) {
	meaning := map[rune]symmetry.Symmetry{'R': symmetry.Rot90, 'M': symmetry.FlipRows}
	return compared(reaches("RRMRRR", meaning), reaches("RRRMRRR", meaning)), nil
}

func images(context.Context, int) (outcome, error) {
	var printed []queens.Perm
	for text := range strings.FieldsSeq("15863724 36428571 57263148 82417536 84136275 63571428 42736851 17582463") {
		printed = append(printed, parse(text))
	}
	orbit := symmetry.Orbit(printed[0])
	slices.SortFunc(printed, queens.Perm.Compare)
	holds, text := slices.EqualFunc(printed, orbit, queens.Perm.Equal), ""
	if holds {
		text = ": as a set, those printed"
	}
	return outcome{[]any{orbit, text}, holds, orbit[:4]}, nil
}

func twoCounts(_ context.Context, n int) (outcome, error) {
	all, _, classes := census(n)
	orbits := classes[0] + classes[1] + classes[2]
	// The table is right in both columns, to 15: what is printed is what is known.
	q, _ := known.Solutions(n)
	f, _ := known.Fundamental(n)
	number := func(t queens.Total) int { return int(t.Float64()) } // exact to 15
	return outcome{
		values: []any{number(q), number(f), all, orbits}, holds: number(q) == all && number(f) == orbits,
	}, nil
}

func halfColumn(_ context.Context, n int) (outcome, error) {
	h := orbit.HalfColumns(fundamental(n))
	stays := func(p queens.Perm) bool { return p[0] > 0 && p[0] < (n+1)/2 }
	met := 0
	for p := range fundamental(n) {
		if slices.ContainsFunc(symmetry.Orbit(p), stays) {
			met++
		}
	}
	o := outcome{values: []any{met, h.Orbits, h.NotCorner, h.Upper}, holds: met == h.Orbits}
	for p := range solutions(n, list.Options{}) { // two of one orbit that both stay
		if !stays(p) || o.boards != nil {
			continue
		}
		for _, q := range symmetry.Orbit(p) {
			if !q.Equal(p) && stays(q) {
				o.boards = []queens.Perm{p, q}
			}
		}
	}
	return o, nil
}

func oneConflict(_ context.Context, n int) (outcome, error) {
	one, solutions := []queens.Perm{}, 0
	var place func(p queens.Perm, conflicts int)
	place = func(p queens.Perm, conflicts int) {
		if len(p) == n && conflicts == 1 {
			one = append(one, p.Clone())
			if queens.Check(p, queens.Regular) == nil {
				solutions++
			}
		}
		for row := range n {
			more := conflicts
			for col, r := range p {
				if apart := len(p) - col; (row-r-apart)%n == 0 || (row-r+apart)%n == 0 {
					more++ // a pair that shares both diagonals is one conflict
				}
			}
			if len(p) < n && more <= 1 && !slices.Contains(p, row) {
				place(append(p, row), more)
			}
		}
	}
	place(make(queens.Perm, 0, n), 0)
	all, _ := known.Solutions(n)
	return outcome{[]any{solutions, all, len(one)}, solutions == 0, one[:min(4, len(one))]}, nil
}

func reflections(context.Context, int) (outcome, error) {
	list := []symmetry.Symmetry{symmetry.Transpose, symmetry.AntiTranspose, symmetry.FlipRows, symmetry.FlipCols}
	all, whole := len(list)*(len(list)-1), 0
	for _, a := range list {
		for _, b := range list {
			if a != b && reaches("FMFMFMF", map[rune]symmetry.Symmetry{'F': a, 'M': b}) == symmetry.Count {
				whole++
			}
		}
	}
	return outcome{values: []any{whole, all}, holds: whole == all}, nil
}

func classFormula(_ context.Context, n int) (outcome, error) {
	all, _, orbits := census(n)
	a, p, r := orbits[symmetry.Asymmetric], orbits[symmetry.Central], orbits[symmetry.Rotational]
	sum := 8*a + 4*p + 2*r
	return outcome{values: []any{fmt.Sprintf("8·%d + 4·%d + 2·%d = %d", a, p, r, sum), all}, holds: sum == all}, nil
}

func digraphs(ctx context.Context, n int) (outcome, error) {
	objects, candidates, refused := 0, 0, 0
	kind := sure(named.Find("kind", "digraphs", orderly.Kinds(), func(k orderly.Kind) string { return k.Name }))
	for c, err := range kind.Counts(ctx, n, nil) {
		if err != nil {
			return outcome{}, err
		}
		objects += c.Objects
		candidates += c.Candidates
		refused += c.OutOfOrder
	}
	return outcome{values: []any{objects, candidates, refused}}, nil
}

func burnside(_ context.Context, n int) (outcome, error) {
	_, sum, classes := census(n)
	orbits := classes[0] + classes[1] + classes[2]
	return outcome{values: []any{sum, sum / 8, orbits}, holds: sum == 8*orbits}, nil
}

func thirteen(context.Context, int) (outcome, error) {
	all, _, _ := census(13)
	return compared(73_732, all), nil
}

func misprinted(condition func(p queens.Perm, i, j int) bool) func(context.Context, int) (outcome, error) {
	return func(_ context.Context, n int) (outcome, error) {
		all, good := 0, 0
		var lost []queens.Perm
		for p := range solutions(n, list.Options{}) {
			all++
			if pairwise(p, func(i, j int) bool { return condition(p, i, j) }) {
				good++
			} else if len(lost) < 2 {
				lost = append(lost, p)
			}
		}
		return outcome{[]any{good, all}, good == all, lost}, nil
	}
}

func stability(_ context.Context, n int) (outcome, error) {
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
	printed := fmt.Sprintf("%d queens", n)
	if n < 4 {
		printed = "nothing; the claim starts at 4"
	}
	return outcome{values: []any{printed, most}, holds: n == most}, nil
}

func sorted(a *solver.Algorithm) func(context.Context, int) (outcome, error) {
	return func(ctx context.Context, n int) (outcome, error) {
		list, _, err := solve(ctx, a, n, nil)
		for k := 1; k < len(list); k++ {
			if list[k].Compare(list[k-1]) < 0 {
				found := fmt.Sprintf("solution %d, %v, comes after %v", k+1, list[k], list[k-1])
				return outcome{[]any{found}, false, list[k-1 : k+1]}, err
			}
		}
		found := fmt.Sprintf("all %s solutions are in lexicographic order", commas(len(list)))
		return outcome{values: []any{found}, holds: true}, err
	}
}

func leaves(ctx context.Context, n int) (kept, finished int, err error) {
	board := make([]int32, n)
	list, _, err := solve(ctx, algorithms.Get("naur"), n, func(e solver.Event) {
		if e.Kind == solver.Prune && board[e.Col] == e.Row {
			finished++
		}
		solver.Apply(board, e)
	})
	return len(list), finished + len(list), err
}

func redundancy(ctx context.Context, n int) (outcome, error) {
	kept, finished, err := leaves(ctx, n)
	before, finishedBefore, err2 := leaves(ctx, n-2)
	share := func(a, b int) string { return fmt.Sprintf("%.2f", float64(a)/float64(b)) }
	return outcome{
		values: []any{
			finished, kept, share(finished, kept), n - 2, finishedBefore, before, share(finishedBefore, before),
		},
		holds: finished*before > finishedBefore*kept,
	}, cmp.Or(err, err2)
}

func topor(ctx context.Context, n int) (outcome, error) {
	list, _, err := solve(ctx, algorithms.Get("topor"), n, nil)
	orbits := map[string]bool{}
	for _, p := range list {
		orbits[symmetry.Canonical(p).String()] = true
	}
	want := len(slices.Collect(fundamental(n)))
	holds := len(list) == want && len(orbits) == want
	return outcome{values: []any{len(list), len(orbits), want}, holds: holds}, err
}

func linear(_ context.Context, n int) (o outcome, _ error) {
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
				if len(o.boards) < 2 && n <= 20 {
					o.boards = append(o.boards, p)
				}
			}
		}
	}
	o.values, o.holds = []any{good, all}, good > 0
	return o, nil
}
