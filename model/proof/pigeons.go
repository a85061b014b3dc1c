package proof

import (
	"slices"

	"queens"
	"queens/find/complete"
)

// maxPigeons is the largest number of lines that see one too few for which clauses are written:
// about 0.4 times its fourth power, ten million.
const maxPigeons = 71

// pigeons is a set of lines, of which each has a queen on one of the holes, one hole fewer than
// lines.
type pigeons struct {
	w    *Writer
	q    [][]int          // by line and hole: the variable that the queen of the line is there, 0 if it is not
	line []int            // the number of the clause that a line has a queen
	amo  map[[3]int]int32 // by two lines, the lesser first, and hole: the number of the clause that not both are there
	seen queens.Line
}

// pigeonhole proves in clauses that some lines see too few others: with new variables one line and
// one hole after another are left out [cook1976]. A pigeon in the hole is now in the hole of the
// line.
func (w *Writer) pigeonhole(h *complete.Hall) {
	holes := h.On
	lines := h.Lines[:len(holes)+1]
	p := &pigeons{w: w, amo: map[[3]int]int32{}, seen: h.Seen}
	for _, index := range lines {
		row := make([]int, len(holes))
		for _, sq := range w.model.Line(h.Kind, index) {
			at, ok := slices.BinarySearch(holes, lineIndex(sq, h.Seen, w.model))
			if ok && w.never(sq) == 0 {
				row[at] = w.model.Variable(sq)
			}
		}
		p.q = append(p.q, row)
		p.line = append(p.line, w.need(h.Kind, index))
	}
	for p.smaller() {
	}
}

func (p *pigeons) smaller() bool {
	if slices.ContainsFunc(p.q, func(row []int) bool { return zeros(row) == len(row) }) {
		return false // its clause is the empty one
	}
	hole, last := p.choose()
	count := len(p.q)
	type definition struct{ ours, both, hole, last int32 } // numbers of the clauses that define a variable
	next, defined := make([][]int, count), map[[2]int]definition{}
	for i, row := range p.q {
		next[i] = slices.Clone(row)
		next[i][hole] = 0
		for j, q := range row {
			other := p.q[last][j]
			if i == last || j == hole || row[hole] == 0 || other == 0 {
				continue
			}
			p.w.fresh++
			v := p.w.fresh
			next[i][j] = v
			var d definition
			var resolved []int // clauses whose resolvents with the next ones hold
			if q > 0 {
				d.ours = int32(p.w.step([]int{v, -q}))
				resolved = append(resolved, -int(d.ours))
			}
			d.both = int32(p.w.step([]int{v, -row[hole], -other}))
			resolved = append(resolved, -int(d.both))
			ours := slices.DeleteFunc([]int{-v, q}, func(l int) bool { return l == 0 })
			d.hole = int32(p.w.step(append(ours[:len(ours):len(ours)], row[hole]), resolved...))
			d.last = int32(p.w.step(append(ours[:len(ours):len(ours)], other), resolved...))
			defined[[2]int{i, j}] = d
		}
	}
	// not both of line i in hole j by its new variable and line k there by its old one
	mixed := func(i, k, j int) int {
		d := defined[[2]int{i, j}]
		var hints []int
		if p.q[i][j] > 0 {
			hints = append(hints, p.not(i, k, j))
		}
		return p.w.step([]int{-next[i][j], -p.q[k][j]}, append(hints, p.not(last, k, j), int(d.last))...)
	}
	amo := map[[3]int]int32{}
	for j := range next[0] {
		for i := range next {
			for k := i + 1; k < count; k++ {
				if i == last || k == last || next[i][j] == 0 || next[k][j] == 0 {
					continue
				}
				di, freshI := defined[[2]int{i, j}]
				dk, freshK := defined[[2]int{k, j}]
				var number int
				switch {
				case !freshI && !freshK:
					continue
				case !freshI:
					number = mixed(k, i, j)
				case !freshK:
					number = mixed(i, k, j)
				default:
					var hints []int
					if p.q[k][j] > 0 {
						hints = append(hints, mixed(i, k, j))
					}
					if p.q[i][j] > 0 {
						hints = append(hints, mixed(k, i, j))
					}
					number = p.w.step([]int{-next[i][j], -next[k][j]},
						append(hints, int(di.hole), int(dk.hole), p.not(i, k, hole))...)
				}
				amo[[3]int{i, k, j}] = int32(number)
			}
		}
	}
	for i, row := range p.q {
		if i == last || row[hole] == 0 {
			continue
		}
		var clause, hints, after []int
		for j, v := range next[i] {
			d, fresh := defined[[2]int{i, j}]
			if v > 0 {
				clause = append(clause, v)
			}
			if fresh && d.ours > 0 {
				hints = append(hints, int(d.ours))
			}
			if fresh {
				after = append(after, int(d.both))
			}
		}
		hints = append(hints, p.line[i])
		if p.q[last][hole] > 0 {
			hints = append(hints, p.not(i, last, hole))
		}
		p.line[i] = p.w.step(clause, append(append(hints, after...), p.line[last])...)
	}
	for key, number := range p.amo { // of variables that stay
		if _, changed := amo[key]; !changed && next[key[0]][key[2]] == p.q[key[0]][key[2]] &&
			next[key[1]][key[2]] == p.q[key[1]][key[2]] {
			amo[key] = number
		}
	}
	rows, numbers := next[:0], p.line[:0]
	moved := map[[3]int]int32{}
	place := func(i int) int {
		if i > last {
			return i - 1
		}
		return i
	}
	for key, number := range amo {
		if key[0] != last && key[1] != last {
			moved[[3]int{place(key[0]), place(key[1]), key[2]}] = number
		}
	}
	for i := range next {
		if i != last {
			rows, numbers = append(rows, next[i]), append(numbers, p.line[i])
		}
	}
	p.q, p.line, p.amo = rows, numbers, moved
	return true
}

func (p *pigeons) choose() (hole, line int) {
	fewest := len(p.q) + 1
	for j := range p.q[0] {
		lines := 0
		for _, row := range p.q {
			if row[j] > 0 {
				lines++
			}
		}
		if 0 < lines && lines < fewest {
			hole, fewest = j, lines
		}
	}
	fewest = len(p.q[0]) + 1
	for i, row := range p.q {
		if holes := len(row) - zeros(row); row[hole] > 0 && holes < fewest {
			line, fewest = i, holes
		}
	}
	return hole, line
}

func zeros(row []int) (count int) {
	for _, v := range row {
		if v == 0 {
			count++
		}
	}
	return count
}

// not returns the number of the clause that two lines are not both in a hole.
func (p *pigeons) not(i, k, j int) int {
	key := [3]int{min(i, k), max(i, k), j}
	if number, ok := p.amo[key]; ok {
		return int(number)
	}
	number := p.w.pair(p.q[i][j], p.q[k][j], p.seen)
	p.amo[key] = int32(number)
	return number
}
