package claims

import (
	"context"
	"fmt"
	"iter"
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
	"queens/math/placements"
	"queens/math/torus"
	"queens/symmetry"
)

// sure returns a value that has no error: of constants, or of an order within a trial's range.
func sure[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func parse(text string) queens.Perm { return sure(queens.ParsePerm(text)) }

func solutions(n int) iter.Seq[queens.Perm] { return sure(list.Solutions(n, list.Options{})) }

func fundamental(n int) iter.Seq[queens.Perm] {
	return sure(list.Solutions(n, list.Options{Fundamental: true}))
}

// permutations yields all permutations of order n; the slice is reused.
func permutations(n int) iter.Seq[queens.Perm] { return sure(torus.Permutations.Members(n)) }

func canonical(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for p := range permutations(n) {
			if symmetry.IsCanonical(p) && !yield(p.Clone()) {
				return
			}
		}
	}
}

// solve returns the solutions of order n in the order in which an algorithm finds them.
func solve(ctx context.Context, a *solver.Algorithm, n int, observe func(solver.Event)) (list []queens.Perm,
	stats solver.Stats,
) {
	call := solver.Call{Problem: queens.Problem{Order: n}, Observe: observe}
	stats = sure(a.Solve(ctx, call, func(p queens.Perm) bool {
		list = append(list, p)
		return true
	}))
	return list, stats
}

func composition(context.Context, int) outcome {
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
	return outcome{values: []any{differ, example}}
}

func faithful(_ context.Context, n int) outcome {
	maps := map[string]bool{}
	for _, s := range symmetry.All() {
		var text strings.Builder
		for p := range permutations(n) {
			text.WriteString(symmetry.Apply(s, p).String() + " ")
		}
		maps[text.String()] = true
	}
	return outcome{values: []any{symmetry.Count, len(maps)}}
}

func insertions(context.Context, int) (o outcome) {
	orbits := map[string]bool{}
	for row := range orbit.Gap(5) {
		for col := range orbit.Gap(5) {
			if q := sure(orbit.Inc(parse("2413"), row, col)); queens.Check(q, queens.Regular) == nil {
				orbits[symmetry.Canonical(q).String()] = true
				o.boards = append(o.boards, q)
			}
		}
	}
	o.values, o.boards = []any{len(o.boards), len(orbits), o.boards}, o.boards[:4]
	return o
}

// apply returns the boards that operations make, one after the other, of a placement.
func apply(p queens.Perm, operations string) (boards []queens.Perm) {
	for _, op := range sure(orbit.ParseOperations([]string{operations}, 1)) {
		p = sure(op.Apply(p))
		boards = append(boards, p)
	}
	return boards
}

func between(context.Context, int) (o outcome) {
	o.boards = append(apply(parse("13524"), "inc 3.5 3.5 del 1 1"), apply(parse("2417536"), "del 5 5 inc 3.5 3.5")...)
	o.values = named.Each(o.boards, func(p queens.Perm) any { return p })
	return o
}

func unadjusted(_ context.Context, n int) outcome {
	all, right := 0, 0
	for p := range solutions(n) {
		for m := range orbit.Moves(p) {
			all++
			got, err := orbit.Inc(sure(orbit.Del(p, m.From)), m.Row, m.Col)
			if err == nil && got.Equal(sure(orbit.Mov(p, m))) {
				right++
			}
		}
	}
	return outcome{values: []any{right, all}}
}

func triangles(_ context.Context, n int) outcome {
	p := make(queens.Perm, n)
	for i := range p {
		p[i] = i
	}
	return outcome{values: []any{n, len(orbit.SignatureOf(p).X)}}
}

func area(_ context.Context, n int) outcome {
	p := slices.Collect(sure(list.Solutions(n, list.Options{Limit: 1})))[0]
	// By the shoelace formula, of the queens of columns 1 to 3.
	twice := p[0]*(1-2) + p[1]*(2-0) + p[2]*(0-1)
	values := []any{float64(orbit.SignatureOf(p).X[0][1]), float64(max(twice, -twice)) / 2}
	return outcome{values: values, boards: []queens.Perm{p}}
}

func equivalent(context.Context, int) (o outcome) {
	first := [2]int{2, 0} // the middle corner is the origin
	for _, last := range [][2]int{{1, 1}, {-1, 1}} {
		for _, side := range [][2]int{first, last, {first[0] - last[0], first[1] - last[1]}} {
			o.values = append(o.values, side[0]*side[0]+side[1]*side[1])
		}
		twice := first[0]*last[1] - first[1]*last[0]
		o.values = append(o.values, max(twice, -twice))
	}
	return o
}

func find(name string) orbit.Reading {
	return sure(named.Find("reading", name, orbit.Readings(), func(r orbit.Reading) string { return r.Name }))
}

func unturned(_ context.Context, n int) (o outcome) {
	r, all, differ := find("unturned"), 0, 0
	for p := range canonical(n) {
		all++
		key, members := r.Key(orbit.SignatureOf(p)), symmetry.Orbit(p)
		other := slices.IndexFunc(members, func(q queens.Perm) bool { return r.Key(orbit.SignatureOf(q)) != key })
		if other < 0 {
			continue
		}
		if differ++; differ == 1 {
			o.boards = []queens.Perm{p, members[other]}
		}
	}
	o.values, o.holds = []any{differ, all}, differ == 0
	return o
}

func reading(name string, of func(n int) iter.Seq[queens.Perm]) func(context.Context, int) outcome {
	return func(_ context.Context, n int) outcome {
		c := find(name).Collide(of(n))
		return outcome{values: []any{c.Orbits, c.Keys}, boards: c.Example}
	}
}

func reached(ctx context.Context, n int) outcome {
	a := sure(orbit.NewAtlas(ctx, n, orbit.Options{}))
	r := a.Reach()
	var lost []queens.Perm
	for i := range r.Unreached() {
		lost = append(lost, a.Orbit(i))
	}
	return outcome{[]any{a.Len(), r.Found, r.Inserted, n - 1}, r.Inserted > 0 || a.Len() == 0, lost[:min(2, len(lost))]}
}

// described gives the ranks of boards, and of what an operation makes of the last one.
func described(operation string, texts ...string) func(context.Context, int) outcome {
	return func(context.Context, int) (o outcome) {
		o.boards = named.Each(texts, parse)
		o.boards = append(o.boards, apply(o.boards[len(texts)-1], operation)...)
		for _, p := range o.boards {
			no, orbitNo, text := 0, 0, fmt.Sprintf("%v, which is not a solution", p)
			for q := range solutions(8) {
				no++
				if symmetry.IsCanonical(q) && q.Compare(symmetry.Canonical(p)) <= 0 {
					orbitNo++
				}
				if q.Equal(p) {
					text = fmt.Sprintf("%v, solution %d of orbit %d", p, no, orbitNo)
					break
				}
			}
			o.values = append(o.values, text)
		}
		o.boards = o.boards[len(o.boards)-2:]
		return o
	}
}

func efficiency(ctx context.Context, n int) outcome {
	report := sure(orbit.Search(ctx, n, false, nil))
	list, stats := solve(ctx, algorithms.Get("wirth"), n, nil)
	return outcome{
		values: []any{int(report.IncTries), int(report.MovTries), report.Found, int(stats.Placements), len(list)},
		holds:  report.IncTries+report.MovTries < stats.Placements,
	}
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

func words(context.Context, int) outcome {
	meaning := map[rune]symmetry.Symmetry{'R': symmetry.Rot90, 'M': symmetry.FlipRows}
	return outcome{values: []any{reaches("RRMRRR", meaning), reaches("RRRMRRR", meaning)}}
}

func reflections(context.Context, int) outcome {
	list := []symmetry.Symmetry{symmetry.Transpose, symmetry.AntiTranspose, symmetry.FlipRows, symmetry.FlipCols}
	whole := 0
	for _, a := range list {
		for _, b := range list {
			if a != b && reaches("FMFMFMF", map[rune]symmetry.Symmetry{'F': a, 'M': b}) == symmetry.Count {
				whole++
			}
		}
	}
	return outcome{values: []any{whole, len(list) * (len(list) - 1)}}
}

func images(context.Context, int) outcome {
	texts := strings.Fields("15863724 36428571 57263148 82417536 84136275 63571428 42736851 17582463")
	printed := named.Each(texts, parse)
	orbit := symmetry.Orbit(printed[0])
	slices.SortFunc(printed, queens.Perm.Compare)
	return outcome{[]any{orbit}, slices.EqualFunc(printed, orbit, queens.Perm.Equal), orbit[:4]}
}

// census counts the solutions of order n: what is known of them, all and the orbits; the orbits of
// each class; by the class formula; the symmetries that leave solutions as they are, their eighth
// part, and what should be their number; and what T1 prints.
func census(_ context.Context, n int) outcome {
	all, fixed, c := 0, 0, [3]int{}
	for p := range solutions(n) {
		all++
		fixed += len(symmetry.Stabilizer(p))
		if symmetry.IsCanonical(p) {
			c[symmetry.ClassOf(p)]++
		}
	}
	q, _ := known.Solutions(n)
	f, _ := known.Fundamental(n)
	number := func(t queens.Total) int { return int(t.Float64()) } // exact to 15
	orbits, a, p, r := c[0]+c[1]+c[2], c[symmetry.Asymmetric], c[symmetry.Central], c[symmetry.Rotational]
	return outcome{values: []any{
		number(q), number(f), all, orbits, a, p, r, 8*a + 4*p + 2*r, fixed, fixed / 8, 8 * orbits, 73_732,
	}}
}

func halfColumn(_ context.Context, n int) (o outcome) {
	h := orbit.HalfColumns(fundamental(n))
	stays := func(p queens.Perm) bool { return p[0] > 0 && p[0] < (n+1)/2 }
	met := 0
	for p := range fundamental(n) {
		both := slices.DeleteFunc(symmetry.Orbit(p), func(p queens.Perm) bool { return !stays(p) })
		if len(both) > 0 {
			met++
		}
		if len(both) > 1 && o.boards == nil { // two of one orbit
			o.boards = both[:2]
		}
	}
	o.values = []any{met, h.Orbits, h.NotCorner, h.Upper}
	return o
}

func oneConflict(_ context.Context, n int) outcome {
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
	return outcome{[]any{solutions, all, len(one)}, solutions == 0, one[:min(4, len(one))]}
}

func digraphs(ctx context.Context, n int) outcome {
	var sum orderly.Count
	kind := sure(named.Find("kind", "digraphs", orderly.Families(), func(k orderly.Family) string { return k.Name }))
	for c, err := range kind.Counts(ctx, n, nil) {
		c = sure(c, err)
		sum.Objects += c.Objects
		sum.Candidates += c.Candidates
		sum.OutOfOrder += c.OutOfOrder
	}
	return outcome{values: []any{sum.Objects, sum.Candidates, sum.OutOfOrder}}
}

// misprinted counts the solutions in which a condition holds for every two columns.
func misprinted(condition func(p queens.Perm, i, j int) bool) func(context.Context, int) outcome {
	return func(_ context.Context, n int) outcome {
		all, good := 0, 0
		var lost []queens.Perm
		for p := range solutions(n) {
			holds := true
			for j := range n {
				for i := range j {
					holds = holds && condition(p, i, j)
				}
			}
			if all++; holds {
				good++
			} else if len(lost) < 2 {
				lost = append(lost, p)
			}
		}
		return outcome{values: []any{good, all}, boards: lost}
	}
}

func stability(ctx context.Context, n int) outcome {
	most := 0
	for _, row := range sure(placements.Count(ctx, placements.Board{Rows: n, Cols: n}, placements.Any, 1)) {
		if !row.Sets.IsZero() {
			most = row.Queens
		}
	}
	printed := fmt.Sprintf("%d queens", n)
	if n < 4 {
		printed = "nothing; the claim starts at 4"
	}
	return outcome{values: []any{printed, most}, holds: n == most}
}

func sorted(a *solver.Algorithm) func(context.Context, int) outcome {
	return func(ctx context.Context, n int) outcome {
		list, _ := solve(ctx, a, n, nil)
		for k := 1; k < len(list); k++ {
			if list[k].Compare(list[k-1]) < 0 {
				found := fmt.Sprintf("solution %d, %v, comes after %v", k+1, list[k], list[k-1])
				return outcome{[]any{found}, false, list[k-1 : k+1]}
			}
		}
		found := fmt.Sprintf("all %s solutions are in lexicographic order", commas(len(list)))
		return outcome{values: []any{found}, holds: true}
	}
}

// redundancy counts the boards that Naur's method completes and those that it keeps, for n and n-2.
func redundancy(ctx context.Context, n int) (o outcome) {
	var shares []float64
	for _, n := range []int{n, n - 2} {
		board, finished := make([]int32, n), 0
		list, _ := solve(ctx, algorithms.Get("naur"), n, func(e solver.Event) {
			if e.Kind == solver.Prune && board[e.Col] == e.Row {
				finished++
			}
			solver.Apply(board, e)
		})
		finished += len(list)
		shares = append(shares, float64(finished)/float64(len(list)))
		o.values = append(o.values, n, finished, len(list), fmt.Sprintf("%.2f", shares[len(shares)-1]))
	}
	o.holds = shares[0] > shares[1]
	return o
}

func topor(ctx context.Context, n int) outcome {
	list, _ := solve(ctx, algorithms.Get("topor"), n, nil)
	orbits := map[string]bool{}
	for _, p := range list {
		orbits[symmetry.Canonical(p).String()] = true
	}
	return outcome{values: []any{len(list), len(orbits), len(slices.Collect(fundamental(n)))}}
}

func linear(_ context.Context, n int) (o outcome) {
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
	return o
}
