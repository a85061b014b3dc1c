package claims

import (
	"context"
	"fmt"
	"slices"

	"queens"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
	"queens/math/orderly"
	"queens/symmetry"
)

// cull holds the trials of [cull1994].
var cull = []Trial{
	{No: "C2", Question: "How many images do the printed words reach, and the right one", run: words},
	{No: "C3", Question: "Which are the images of 15863724", run: images},
	{No: "C4", Low: 1, High: 12, Usual: 8, Question: "How many solutions and orbits does order n have", run: twoCounts},
	{
		No: "C5", Low: 1, High: 12, Usual: 8,
		Question: "What remains if the first queen stays in the upper half of her column", run: halfColumn,
	},
	{No: "C6", Question: "For which reflections F and M does FMFMFMF reach all eight images", run: reflections},
}

// engelhardt holds the trials of [engelhardt2010].
var engelhardt = []Trial{
	{No: "E1", Low: 1, High: 12, Usual: 8, Question: "Is Q = 8A + 4P + 2R", run: classFormula},
	{
		No: "E6", Low: 1, High: 8, Usual: 6, Question: "Can a permutation have exactly one torus conflict",
		run: oneConflict,
	},
}

var generators = []Trial{
	{No: "B3", Low: 2, High: 4, Usual: 4, Question: "What does the orderly algorithm try on digraphs of n nodes if a " +
		"child may change zeros after the last 1 only", run: digraphs},
	{
		No: "B6", Low: 2, High: 12, Usual: 8, Question: "Is the sum of Burnside's lemma eight times the number of " +
			"orbits",
		run: burnside,
	},
}

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
		Printed: "rows 2 to the middle are enough for one solution of each orbit, but not that each " + "appears once",
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
