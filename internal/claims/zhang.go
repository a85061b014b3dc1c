package claims

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/find/textbook"
	"queens/list"
	"queens/math/orbit"
	"queens/symmetry"
)

func composition(context.Context, int) (f Finding, _ error) {
	differ, example := 0, ""
	for _, a := range symmetry.All() {
		for _, b := range symmetry.All() {
			if a.Then(b) != b.Then(a) {
				differ++
				example = fmt.Sprintf("po%d and then po%d is po%d, po%d and then po%d is po%d", a.OperationNo(),
					b.OperationNo(), a.Then(b).OperationNo(), b.OperationNo(), a.OperationNo(), b.Then(a).OperationNo())
			}
		}
	}
	return Finding{
		Printed: "a table of 64 products, without saying which operation acts first",
		Found:   fmt.Sprintf("%d of the 64 products change with the order: %s", differ, example),
	}, nil
}

func faithful(_ context.Context, n int) (Finding, error) {
	maps := map[string]bool{}
	for _, s := range symmetry.All() {
		var text strings.Builder
		for p := range permutations(n) {
			text.WriteString(symmetry.Apply(s, p).String() + " ")
		}
		maps[text.String()] = true
	}
	return both(symmetry.Count, len(maps), "different operations"), nil
}

func insertions(context.Context, int) (f Finding, _ error) {
	p := queens.Perm{1, 3, 0, 2}
	orbits := map[string]bool{}
	safe := 0
	for row := range orbit.Gap(5) {
		for col := range orbit.Gap(5) {
			q, err := orbit.Inc(p, row, col)
			if err != nil {
				return f, err
			}
			if queens.Check(q, queens.Regular) == nil {
				safe++
				orbits[symmetry.Canonical(q).String()] = true
				f.Boards = append(f.Boards, q)
			}
		}
	}
	f.Printed = "five results, the new column missing on the right"
	f.Found = fmt.Sprintf("%d places lead to a solution, in %d orbits: %v", safe, len(orbits), f.Boards)
	f.Boards, f.Shows = f.Boards[:4], "Four of them"
	return f, nil
}

// apply returns the boards that operations make, one after the other, of a placement.
func apply(text, operations string) (boards []queens.Perm, err error) {
	list, err := orbit.ParseOperations([]string{operations}, 1)
	p := parse(text)
	for _, op := range list {
		if p, err = op.Apply(p); err != nil {
			break
		}
		boards = append(boards, p)
	}
	return boards, err
}

func between(context.Context, int) (f Finding, err error) {
	first, err := apply("13524", "inc 3.5 3.5 del 1 1")
	if err != nil {
		return f, err
	}
	second, err := apply("2417536", "del 5 5 inc 3.5 3.5")
	f.Printed = "both arrows of each example are called Move"
	f.Boards, f.Shows = append(first, second...), "The boards between, and where they lead"
	f.Found = fmt.Sprintf("13524, after Inc(3.5,3.5) %v, after Del(1,1) %v; 2417536, after Del(5,5) %v, after "+
		"Inc(3.5,3.5) %v: the boards between are not solutions", f.Boards[0], f.Boards[1], f.Boards[2], f.Boards[3])
	return f, err
}

func unadjusted(_ context.Context, n int) (f Finding, _ error) {
	all, right := 0, 0
	for p := range solutions(n, list.Options{}) {
		for m := range orbit.Moves(p) {
			want, err := orbit.Mov(p, m)
			if err != nil {
				return f, err
			}
			smaller, err := orbit.Del(p, m.From)
			if err != nil {
				return f, err
			}
			all++
			if got, err := orbit.Inc(smaller, m.Row, m.Col); err == nil && got.Equal(want) {
				right++
			}
		}
	}
	return Finding{
		Printed: "delete and insert, with the same four numbers",
		Found: fmt.Sprintf("right in %s of %s moves; the others need the new place lowered by 1 where it comes "+
			"after the old one", commas(right), commas(all)), Holds: right == all,
	}, nil
}

func triangles(_ context.Context, n int) (Finding, error) {
	p := make(queens.Perm, n)
	for i := range p {
		p[i] = i
	}
	return both(n, len(orbit.SignatureOf(p).X), "triangles"), nil
}

func area(_ context.Context, n int) (f Finding, _ error) {
	for p := range solutions(n, list.Options{Limit: 1}) {
		t := orbit.SignatureOf(p).X[0]
		// By the shoelace formula, of the queens of columns 1 to 3.
		twice := p[0]*(1-2) + p[1]*(2-0) + p[2]*(0-1)
		twice = max(twice, -twice)
		f = Finding{
			Printed: fmt.Sprintf("area %d", t[1]), Found: fmt.Sprintf("area %g: the number is twice the area",
				float64(twice)/2), Holds: 2*t[1] == twice, Boards: []queens.Perm{p},
			Shows: "The queens of columns 1 to 3 are the triangle",
		}
	}
	if f.Boards == nil {
		f = Finding{Printed: "an area", Found: "no solution exists", Holds: true}
	}
	return f, nil
}

func find(name string) orbit.Reading {
	list := orbit.Readings()
	i := slices.IndexFunc(list, func(r orbit.Reading) bool { return r.Name == name })
	return list[i]
}

func unturned(_ context.Context, n int) (Finding, error) {
	r := find("unturned")
	all, differ := 0, 0
	var boards []queens.Perm
	for p := range canonical(n) {
		key := r.Key(orbit.SignatureOf(p))
		all++
		for _, q := range symmetry.Orbit(p) {
			if r.Key(orbit.SignatureOf(q)) != key {
				differ++
				if boards == nil {
					boards = []queens.Perm{p, q}
				}
				break
			}
		}
	}
	return Finding{
		Printed: fmt.Sprintf("each of the %d orbits of permutations has one", all),
		Found: fmt.Sprintf("%d of the %d orbits have several; turned with their triples, each has one", differ,
			all),
		Holds: differ == 0, Boards: boards, Shows: "Two members of one orbit, with different signatures",
	}, nil
}

func reading(name string, ofSolutions bool) func(context.Context, int) (Finding, error) {
	return func(_ context.Context, n int) (f Finding, _ error) {
		seq, what := canonical(n), "permutations"
		if ofSolutions {
			seq, what = fundamental(n), "solutions"
		}
		c := find(name).Collide(seq)
		f = both(c.Orbits, c.Keys, fmt.Sprintf("different signatures of %d orbits of %s", c.Orbits, what))
		f.Boards, f.Shows = c.Example, "Two orbits with one signature"
		return f, nil
	}
}

// reach returns how far the search of order n comes, and the orbits it misses, at most two.
func reach(ctx context.Context, n int) (r *orbit.Reach, orbits int, lost []queens.Perm, err error) {
	list := slices.Collect(fundamental(n))
	a, err := orbit.NewAtlas(ctx, n, slices.Values(list), orbit.Options{})
	if err != nil {
		return nil, 0, nil, err
	}
	r = a.Reach()
	for i := range r.Unreached() {
		if len(lost) < 2 {
			lost = append(lost, list[i])
		}
	}
	return r, len(list), lost, nil
}

func reached(ctx context.Context, n int) (Finding, error) {
	r, orbits, lost, err := reach(ctx, n)
	if err != nil {
		return Finding{}, err
	}
	f := both(orbits, r.Found, "orbits")
	f.Boards, f.Shows = lost, "Never found"
	return f, nil
}

func begun(ctx context.Context, n int) (Finding, error) {
	r, orbits, _, err := reach(ctx, n)
	if err != nil {
		return Finding{}, err
	}
	return Finding{
		Printed: "a start for every order",
		Found:   fmt.Sprintf("%d of %d orbits by inserting into the solutions of order %d", r.Inserted, orbits, n-1),
		Holds:   r.Inserted > 0 || orbits == 0,
	}, nil
}

func rank(p queens.Perm) (no, orbitNo int) {
	for q := range solutions(8, list.Options{}) {
		no++
		if symmetry.IsCanonical(q) && q.Compare(symmetry.Canonical(p)) <= 0 {
			orbitNo++
		}
		if q.Equal(p) {
			break
		}
	}
	return no, orbitNo
}

func describe(p queens.Perm) string {
	if queens.Check(p, queens.Regular) != nil {
		return fmt.Sprintf("%v, which is not a solution", p)
	}
	no, orbitNo := rank(p)
	return fmt.Sprintf("%v, solution %d of orbit %d", p, no, orbitNo)
}

func parse(text string) queens.Perm {
	p, err := queens.ParsePerm(text)
	if err != nil {
		panic(err) // a constant
	}
	return p
}

func moved(from, printedFrom, printedTo, operation string) func(context.Context, int) (Finding, error) {
	return func(context.Context, int) (Finding, error) {
		boards, err := apply(from, operation)
		if err != nil {
			return Finding{}, err
		}
		p, q := parse(from), boards[0]
		return Finding{
			Printed: fmt.Sprintf("%s becomes %s", describe(parse(printedFrom)), describe(parse(printedTo))),
			Found:   fmt.Sprintf("%s becomes %s", describe(p), describe(q)), Boards: []queens.Perm{p, q},
			Shows: "Before and after",
		}, nil
	}
}

func numbered(printed, right string) func(context.Context, int) (Finding, error) {
	return func(context.Context, int) (Finding, error) {
		return Finding{
			Printed: describe(parse(printed)), Found: describe(parse(right)),
			Boards: []queens.Perm{parse(printed), parse(right)}, Shows: "As printed, and as it should be",
		}, nil
	}
}

func efficiency(ctx context.Context, n int) (Finding, error) {
	report, err := orbit.Search(ctx, n, solutions(n-1, list.Options{}), orbit.BreadthFirst, nil)
	if err != nil {
		return Finding{}, err
	}
	list, stats, err := solve(ctx, &textbook.Wirth, n, nil)
	if err != nil {
		return Finding{}, err
	}
	return Finding{
		Printed: "the search is more efficient",
		Found: fmt.Sprintf("%s insertions and %s moves find %d orbits; backtracking places %s queens for all %d "+
			"solutions", commas(report.IncTries), commas(report.MovTries), report.Found, commas(stats.Placements),
			len(list)),
		Holds: report.IncTries+report.MovTries < stats.Placements,
	}, nil
}
