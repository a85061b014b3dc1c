package claims

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"queens"
	"queens/find/algorithms"
	"queens/internal/named"
	"queens/list"
	"queens/math/orbit"
	"queens/symmetry"
)

func composition(context.Context, int) (outcome, error) {
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
	return outcome{values: []any{differ, example}}, nil
}

func faithful(_ context.Context, n int) (outcome, error) {
	maps := map[string]bool{}
	for _, s := range symmetry.All() {
		var text strings.Builder
		for p := range permutations(n) {
			text.WriteString(symmetry.Apply(s, p).String() + " ")
		}
		maps[text.String()] = true
	}
	return compared(symmetry.Count, len(maps)), nil
}

func insertions(context.Context, int) (o outcome, _ error) {
	p := queens.Perm{1, 3, 0, 2}
	orbits := map[string]bool{}
	safe := 0
	for row := range orbit.Gap(5) {
		for col := range orbit.Gap(5) {
			if q := sure(orbit.Inc(p, row, col)); queens.Check(q, queens.Regular) == nil {
				safe++
				orbits[symmetry.Canonical(q).String()] = true
				o.boards = append(o.boards, q)
			}
		}
	}
	o.values, o.boards = []any{safe, len(orbits), o.boards}, o.boards[:4]
	return o, nil
}

// apply returns the boards that operations make, one after the other, of a placement.
func apply(text, operations string) (boards []queens.Perm) {
	p := parse(text)
	for _, op := range sure(orbit.ParseOperations([]string{operations}, 1)) {
		p = sure(op.Apply(p))
		boards = append(boards, p)
	}
	return boards
}

func between(context.Context, int) (outcome, error) {
	o := outcome{boards: append(apply("13524", "inc 3.5 3.5 del 1 1"), apply("2417536", "del 5 5 inc 3.5 3.5")...)}
	for _, p := range o.boards {
		o.values = append(o.values, p)
	}
	return o, nil
}

func unadjusted(_ context.Context, n int) (outcome, error) {
	all, right := 0, 0
	for p := range solutions(n, list.Options{}) {
		for m := range orbit.Moves(p) {
			all++
			got, err := orbit.Inc(sure(orbit.Del(p, m.From)), m.Row, m.Col)
			if err == nil && got.Equal(sure(orbit.Mov(p, m))) {
				right++
			}
		}
	}
	return outcome{values: []any{right, all}, holds: right == all}, nil
}

func triangles(_ context.Context, n int) (outcome, error) {
	p := make(queens.Perm, n)
	for i := range p {
		p[i] = i
	}
	return compared(n, len(orbit.SignatureOf(p).X)), nil
}

func area(_ context.Context, n int) (outcome, error) {
	for p := range solutions(n, list.Options{Limit: 1}) {
		t := orbit.SignatureOf(p).X[0]
		// By the shoelace formula, of the queens of columns 1 to 3.
		twice := p[0]*(1-2) + p[1]*(2-0) + p[2]*(0-1)
		twice = max(twice, -twice)
		found := fmt.Sprintf("area %g: the number is twice the area", float64(twice)/2)
		return outcome{[]any{fmt.Sprint("area ", t[1]), found}, 2*t[1] == twice, []queens.Perm{p}}, nil
	}
	return outcome{values: []any{"an area", "no solution exists"}, holds: true}, nil
}

func equivalent(context.Context, int) (outcome, error) {
	first, o := [2]int{2, 0}, outcome{} // the middle corner is the origin
	for _, last := range [][2]int{{1, 1}, {-1, 1}} {
		for _, side := range [][2]int{first, last, {first[0] - last[0], first[1] - last[1]}} {
			o.values = append(o.values, side[0]*side[0]+side[1]*side[1])
		}
		twice := first[0]*last[1] - first[1]*last[0]
		o.values = append(o.values, max(twice, -twice))
	}
	o.holds = o.values[2] == o.values[6]
	return o, nil
}

func find(name string) orbit.Reading {
	return sure(named.Find("reading", name, orbit.Readings(), func(r orbit.Reading) string { return r.Name }))
}

func unturned(_ context.Context, n int) (outcome, error) {
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
	return outcome{[]any{differ, strconv.Itoa(all)}, differ == 0, boards}, nil
}

func reading(name string, of func(n int) iter.Seq[queens.Perm]) func(context.Context, int) (outcome, error) {
	return func(_ context.Context, n int) (outcome, error) {
		c := find(name).Collide(of(n))
		return outcome{[]any{c.Orbits, c.Keys, strconv.Itoa(c.Orbits)}, c.Orbits == c.Keys, c.Example}, nil
	}
}

// reach returns how far the search of order n comes, and the orbits it misses, at most two.
func reach(ctx context.Context, n int) (r *orbit.Reach, orbits int, lost []queens.Perm, err error) {
	a, err := orbit.NewAtlas(ctx, n, orbit.Options{})
	if err != nil {
		return nil, 0, nil, err
	}
	r = a.Reach()
	for i := range r.Unreached() {
		if len(lost) < 2 {
			lost = append(lost, a.Orbit(i))
		}
	}
	return r, a.Len(), lost, nil
}

func reached(ctx context.Context, n int) (outcome, error) {
	r, orbits, lost, err := reach(ctx, n)
	if err != nil {
		return outcome{}, err
	}
	return outcome{[]any{orbits, r.Found}, orbits == r.Found, lost}, nil
}

func begun(ctx context.Context, n int) (outcome, error) {
	r, orbits, _, err := reach(ctx, n)
	if err != nil {
		return outcome{}, err
	}
	return outcome{values: []any{r.Inserted, orbits, n - 1}, holds: r.Inserted > 0 || orbits == 0}, nil
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

func moved(from, printedFrom, printedTo, operation string) func(context.Context, int) (outcome, error) {
	return func(context.Context, int) (outcome, error) {
		o := outcome{boards: append([]queens.Perm{parse(from)}, apply(from, operation)...)}
		for _, p := range []queens.Perm{parse(printedFrom), parse(printedTo), o.boards[0], o.boards[1]} {
			o.values = append(o.values, describe(p))
		}
		return o, nil
	}
}

func numbered(printed, right string) func(context.Context, int) (outcome, error) {
	return func(context.Context, int) (outcome, error) {
		p, q := parse(printed), parse(right)
		return outcome{values: []any{describe(p), describe(q)}, boards: []queens.Perm{p, q}}, nil
	}
}

func efficiency(ctx context.Context, n int) (outcome, error) {
	report, err := orbit.Search(ctx, n, false, nil)
	if err != nil {
		return outcome{}, err
	}
	list, stats, err := solve(ctx, algorithms.Get("wirth"), n, nil)
	return outcome{
		values: []any{int(report.IncTries), int(report.MovTries), report.Found, int(stats.Placements), len(list)},
		holds:  report.IncTries+report.MovTries < stats.Placements,
	}, err
}
