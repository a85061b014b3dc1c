package claims

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens"
	"queens/find/solver"
	"queens/find/textbook"
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

func words(context.Context, int) (Finding, error) {
	meaning := map[rune]symmetry.Symmetry{'R': symmetry.Rot90, 'M': symmetry.FlipRows}
	a, b := reaches("RRMRRR", meaning), reaches("RRRMRRR", meaning)
	return Finding{
		Printed: fmt.Sprintf("RRMRRR, twice, and its beginnings: %d images", a),
		Found:   fmt.Sprintf("RRRMRRR and its beginnings: %d images", b), Holds: a == b,
	}, nil
}

func images(context.Context, int) (Finding, error) {
	p := parse("15863724")
	printed := []queens.Perm{p}
	for _, text := range []string{"36428571", "57263148", "82417536", "84136275", "63571428", "42736851", "17582463"} {
		printed = append(printed, parse(text))
	}
	slices.SortFunc(printed, queens.Perm.Compare)
	orbit := symmetry.Orbit(p)
	f := Finding{
		Printed: "seven more images, in an order that the program does not use",
		Found:   fmt.Sprintf("the images are %v", orbit), Holds: slices.EqualFunc(printed, orbit, queens.Perm.Equal),
		Boards: orbit[:4], Shows: "Four of them",
	}
	if f.Holds {
		f.Found += ": as a set, those printed"
	}
	return f, nil
}

func twoCounts(_ context.Context, n int) (Finding, error) {
	all, _, classes := census(n)
	orbits := classes[0] + classes[1] + classes[2]
	// The table is right in both columns, to 15: what is printed is what is known.
	q, _ := known.Solutions(n)
	f, _ := known.Fundamental(n)
	return Finding{
		Printed: fmt.Sprintf("%s solutions, %s classes", number(q), number(f)),
		Found:   fmt.Sprintf("%s solutions, %s orbits", commas(all), commas(orbits)),
		Holds:   q == queens.NewTotal(uint64(all)) && f == queens.NewTotal(uint64(orbits)),
	}, nil
}

func number(t queens.Total) string {
	x, _ := t.Uint64()
	return commas(x)
}

func halfColumn(_ context.Context, n int) (Finding, error) {
	h := orbit.HalfColumns(fundamental(n))
	stays := func(p queens.Perm) bool { return p[0] > 0 && p[0] < (n+1)/2 }
	met := 0
	for p := range fundamental(n) {
		if slices.ContainsFunc(symmetry.Orbit(p), stays) {
			met++
		}
	}
	f := Finding{
		Printed: "rows 2 to the middle are enough for one solution of each orbit, but not that each appears once",
		Found: fmt.Sprintf("%s of %s orbits, in %s solutions, with row 1 %s", commas(met), commas(h.Orbits),
			commas(h.NotCorner), commas(h.Upper)),
		Holds: met == h.Orbits,
	}
	for p := range solutions(n, list.Options{}) { // two of one orbit that both stay
		if !stays(p) || f.Boards != nil {
			continue
		}
		for _, q := range symmetry.Orbit(p) {
			if !q.Equal(p) && stays(q) {
				f.Boards, f.Shows = []queens.Perm{p, q}, "Two of one orbit that both stay"
			}
		}
	}
	return f, nil
}

func oneConflict(_ context.Context, n int) (Finding, error) {
	all, one := 0, 0
	fewest := n * n
	for p := range permutations(n) {
		conflicts := 0
		pairwise(p, func(i, j int) bool {
			if (p[i]-i-p[j]+j)%n == 0 || (p[i]+i-p[j]-j)%n == 0 {
				conflicts++
			}
			return true
		})
		all++
		if conflicts == 1 {
			one++
		}
		if conflicts > 0 {
			fewest = min(fewest, conflicts)
		}
	}
	f := Finding{
		Printed: "probably no solution has only one conflict",
		Found:   fmt.Sprintf("none of %s permutations", commas(all)), Holds: one == 0,
	}
	if fewest < n*n {
		f.Found += fmt.Sprintf("; those with conflicts have %d or more", fewest)
	}
	if one > 0 {
		f.Found = fmt.Sprintf("%s of %s permutations", commas(one), commas(all))
	}
	return f, nil
}

func reflections(context.Context, int) (Finding, error) {
	list := []symmetry.Symmetry{symmetry.Transpose, symmetry.AntiTranspose, symmetry.FlipRows, symmetry.FlipCols}
	all, whole := len(list)*(len(list)-1), 0
	for _, a := range list {
		for _, b := range list {
			if a != b && reaches("FMFMFMF", map[rune]symmetry.Symmetry{'F': a, 'M': b}) == symmetry.Count {
				whole++
			}
		}
	}
	return Finding{
		Printed: "FMFMFMF generates the whole group",
		Found: fmt.Sprintf("it does for %d of %d choices of two reflections, one at a diagonal and one at a side",
			whole, all), Holds: whole == all,
	}, nil
}

func classFormula(_ context.Context, n int) (Finding, error) {
	all, _, orbits := census(n)
	a, p, r := orbits[symmetry.Asymmetric], orbits[symmetry.Central], orbits[symmetry.Rotational]
	return Finding{
		Printed: fmt.Sprintf("8·%d + 4·%d + 2·%d = %d", a, p, r, 8*a+4*p+2*r), Found: commas(all) + " solutions",
		Holds: 8*a+4*p+2*r == all,
	}, nil
}

func digraphs(ctx context.Context, n int) (Finding, error) {
	objects, candidates, refused := 0, 0, 0
	kinds := orderly.Kinds()
	i := slices.IndexFunc(kinds, func(k orderly.Kind) bool { return k.Name == "digraphs" })
	for c, err := range kinds[i].Counts(ctx, n, nil) {
		if err != nil {
			return Finding{}, err
		}
		objects += c.Objects
		candidates += c.Candidates
		refused += c.OutOfOrder
	}
	return Finding{
		Printed: "a child changes any 0 to 1",
		Found: fmt.Sprintf("with zeros after the last 1 only, %d digraphs come of %s candidates, and the order rule "+
			"refuses %s", objects, commas(candidates), commas(refused)),
	}, nil
}

func burnside(_ context.Context, n int) (Finding, error) {
	_, sum, classes := census(n)
	orbits := classes[0] + classes[1] + classes[2]
	return Finding{
		Printed: fmt.Sprintf("%s / 8 = %s", commas(sum), commas(sum/8)), Found: commas(orbits) + " orbits",
		Holds: sum == 8*orbits,
	}, nil
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
			Boards: lost, Shows: "Solutions that do not satisfy it, for example",
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
	f.Holds, f.Shows = good > 0, "Some of them"
	return f, nil
}
