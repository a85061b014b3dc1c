package matrix

import "math/bits"

// product fills the matrix of one colour of a unit.
type product struct {
	*Counter
	*unit
	colour int
	tests  uint64
}

func (p *product) compare() {
	clear(p.wide[p.colour][:p.reach.Rows*p.stride])
	for i := range p.reach.Rows {
		if p.stop.Load() {
			return
		}
		for _, item := range p.items[p.colour].keys[p.items[p.colour].starts[i]:p.items[p.colour].starts[i+1]] {
			for j := range p.reach.Columns {
				for _, lane := range p.lanes[p.colour].keys[p.lanes[p.colour].starts[j]:p.lanes[p.colour].starts[j+1]] {
					p.tests++
					if item&lane == 0 {
						p.wide[p.colour][i*p.stride+j]++
					}
				}
			}
		}
	}
}

// fill fills the narrow matrix, group by group: the second-level cache holds the rows of one, and
// its records.
func (p *product) fill() {
	clear(p.cells[p.colour][:p.reach.Rows*p.stride])
	for group := 0; group*p.source.groupRows(p.stride) < p.reach.Rows; group++ {
		for i := range p.lanes[p.colour].cells {
			p.cell(i, p.items[p.colour].cells[i].group(group), p.lanes[p.colour].cells[i].blocks, 0, 1<<16)
		}
	}
}

// fillWide fills the wide matrix: cell by cell, and each in parts that a narrow matrix holds, of as
// many blocks and as many jobs of a label. A block has at most maxSlots*slotLanes lanes of a label,
// so that some do.
func (p *product) fillWide() {
	clear(p.wide[p.colour][:p.reach.Rows*p.stride])
	for i := range p.lanes[p.colour].cells {
		lanes := &p.lanes[p.colour].cells[i]
		group := max(1, len(lanes.blocks))
		if p.source.batch*lanes.longest > p.limit {
			group = max(1, p.limit/(p.source.batch*maxSlots*slotLanes))
		}
		chunks := p.limit / (p.source.batch * max(1, min(lanes.longest, group*maxSlots*slotLanes)))
		for from := 0; from < len(lanes.blocks) && !p.stop.Load(); from += group {
			for part := 0; part*chunks*p.source.batch < p.items[p.colour].longest; part++ {
				rows := p.cells[p.colour][:p.reach.Rows*p.stride]
				clear(rows)
				p.cell(i, p.items[p.colour].cells[i].jobs, lanes.blocks[from:min(from+group, len(lanes.blocks))], part,
					chunks)
				for j, x := range rows {
					p.wide[p.colour][j] += uint32(x)
				}
			}
		}
	}
}

func (p *product) cell(number int, jobs []job, blocks []block, part, chunks int) {
	records := p.items[p.colour].cells[number].records
	p.jobs = appendJobs(p.jobs[:0], jobs, uint64(2*p.reach.Rows*p.stride), part, chunks)
	if len(p.jobs) == 0 {
		return
	}
	tests := uint64(0)
	for _, j := range p.jobs {
		tests += uint64(j.count)
	}
	for i := range blocks {
		b := &blocks[i]
		if b.first >= int64(p.reach.Columns) || p.stop.Load() {
			break
		}
		count := p.makeTables(b)
		p.kernel.test(p.tables, count, p.jobs, records, p.cells[p.colour], b)
		p.tests += tests
	}
}

// makeTables makes the tables of a block, and returns their number. A list without queens has one
// item, which fits every lane.
func (p *product) makeTables(b *block) (count int) {
	q := p.sides[p.colour].of.quarter
	m := q.Columns
	n := 0
	for rows := p.rows[p.colour]; rows != 0; rows &= rows - 1 {
		r := bits.TrailingZeros32(rows)
		p.kernel.open(p.opened[n*m:], b.sum[r+q.Sum:], b.diff[q.Diff-r:], &b.valid, m)
		n++
	}
	if n == 0 {
		p.tables[0] = b.valid
		return 1
	}
	for i := 0; i+1 < n; i += 2 {
		p.kernel.join(p.tables[tableStart(i/2, m):], p.opened[i*m:], p.opened[(i+1)*m:], m)
	}
	if n%2 == 1 {
		copy(p.tables[tableStart(n/2, m):], p.opened[(n-1)*m:n*m])
	}
	return (n + 1) / 2
}
