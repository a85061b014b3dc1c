package matrix

import (
	"slices"
	"unsafe"
)

// maxTests is the largest number of items of a job: their counters are at most
// 8*31 = 248.
const maxTests = 31

// job is some items of one label.
type job struct {
	first uint32 // bytes before its records
	count uint16 // 1 to maxTests
	chunk uint16 // number of the job among those of the label
	row   uint64 // bytes before the row of the matrix
}

// items is one list of a unit as what is tested.
type items struct {
	starts  []uint32 // where each label begins; one more
	keys    []uint64
	words   int // of a record
	longest int // placements of one label
	cells   []itemCell
}

// itemCell is the items that use no diagonal of a pattern.
type itemCell struct {
	records []uint64
	jobs    []job // by group, then by count
	groups  []int // where the jobs of each group begin; one more
}

// newItems lists the placements on the rows. stride is the length of a row of the matrix in
// bytes, batch that of a job; group is the rows of a group.
func (l *lister) newItems(rows uint32, cut uint64, stride, batch, group int) *items {
	starts, keys, records := l.list(rows)
	it := &items{starts: starts, keys: keys, words: 1}
	if l.queens > 8 {
		it.words = 2
	}
	for i := range l.labels {
		it.longest = max(it.longest, int(starts[i+1]-starts[i]))
	}
	words, scratch, numbers := make([]uint64, 0, len(keys)*it.words), make([]uint64, len(keys)*it.words+1),
		numbersOf(keys, cut)
	for i := range records {
		words = append(words, records[i][:it.words]...)
	}
	for pattern := range len(patterns(cut)) {
		it.cells = append(it.cells, it.cell(uint8(pattern), numbers, words, scratch, stride, batch, group))
	}
	return it
}

// cell returns the items without the diagonals of the pattern of a number. records are the words of
// all, scratch has room for them and a word more.
func (it *items) cell(pattern uint8, numbers []uint8, records, scratch []uint64, stride, batch,
	group int,
) (c itemCell) {
	first, end := 0, 0
	for label := range len(it.starts) - 1 {
		from, to := it.starts[label], it.starts[label+1]
		end += choose(scratch[end:], records[int(from)*it.words:], numbers[from:to], it.words, pattern)
		for chunk := uint16(0); first < end; chunk++ {
			count := min(batch, (end-first)/it.words)
			c.jobs = append(c.jobs, job{uint32(8 * first), uint16(count), chunk, uint64(label * stride)})
			first += count * it.words
		}
	}
	c.records = slices.Clone(scratch[:end])
	for from := 0; from < len(c.jobs); {
		c.groups = append(c.groups, from)
		end, to := uint64(len(c.groups)*group*stride), from
		for to < len(c.jobs) && c.jobs[to].row < end {
			to++
		}
		// Jobs of equal length in a row spare the processor wrong guesses where each ends.
		slices.SortStableFunc(c.jobs[from:to], func(a, b job) int { return int(a.count) - int(b.count) })
		from = to
	}
	c.groups = append(c.groups, len(c.jobs))
	return c
}

// choose copies the records, of so many words, whose numbers have no bit of the pattern, and
// returns the words. A word more is written.
func choose(to, records []uint64, numbers []uint8, words int, pattern uint8) (n int) {
	if words > 1 {
		for i, number := range numbers {
			if number&pattern == 0 {
				n += copy(to[n:], records[i*words:(i+1)*words])
			}
		}
		return n
	}
	records = records[:len(numbers)]
	for i, number := range numbers { // without a branch
		to[n] = records[i]
		next := n + 1
		if number&pattern == 0 {
			n = next
		}
	}
	return n
}

// group returns the jobs of a group.
func (c *itemCell) group(number int) []job {
	if number+1 >= len(c.groups) {
		return nil
	}
	return c.jobs[c.groups[number]:c.groups[number+1]]
}

// appendJobs appends the jobs of rows before end, in bytes, with a chunk of part, of so many
// chunks each.
func appendJobs(to, jobs []job, end uint64, part, chunks int) []job {
	for _, j := range jobs {
		if j.row < end && int(j.chunk)/chunks == part {
			to = append(to, j)
		}
	}
	return to
}

func (it *items) Bytes() (n int64) {
	n = int64(4*cap(it.starts) + 8*cap(it.keys))
	for _, c := range it.cells {
		n += int64(8*cap(c.records) + int(unsafe.Sizeof(job{}))*cap(c.jobs) + 8*cap(c.groups))
	}
	return n
}

// length returns the number of placements.
func (it *items) length() uint64 { return uint64(it.starts[len(it.starts)-1]) }
