package ladder

import (
	"cmp"
	"slices"

	"queens/count/internal/parity"
	"queens/count/unit"
	"queens/internal/bitmath"
)

// Step 4: groups.
//
// White placements y depend on the odd rows A' of a unit alone, so all units with the same A' have
// the same list y, and the same masks. Step 3 makes them again for each unit. And if the even rows
// A of two units have a row in common, the same queens on that row are tested in both. So the units
// with one y form one trie. Rows that most of them have come first, and placements on the same
// first rows share nodes. Each placement ends in a cell of its own unit. The same holds for black
// placements with the even rows A exchanged for the odd ones.
//
// A tile is the units of a few A and a few A', chosen so that they have many rows in common, see
// [parity.Class.Covers]. Its columns are made and multiplied one by one, as in step 3.
//
// This is how package count/internal/kernels/parity counts. It takes 64 labels at a time, removes
// the placements that the first queens attack from lists before they become lanes, and joins the
// masks of two queens at a time.

// Groups returns the results of the units of a tile, without their weights. The tests of units that
// share a trie are those of the first one.
func Groups(c *parity.Class, units []parity.Unit) []unit.Result {
	results := make([]unit.Result, len(units))
	var groups [2][]group
	var cells [2][]uint64 // of a column: a row for each unit
	for colour := range groups {
		groups[colour] = groupsOf(c, colour, units, results)
		cells[colour] = make([]uint64, len(units)*len(c.Rows))
	}
	for j := range c.OddSets {
		for colour := range groups {
			clear(cells[colour])
			for _, g := range groups[colour] {
				if j < g.columns {
					results[g.first].Tests += g.trie.count(cells[colour], g.y[j])
				}
			}
		}
		for k, u := range units {
			reach := c.Reach(u)
			for i := 0; i < reach.Rows && j < reach.Columns; i++ {
				at := k*len(c.Rows) + i
				add(&results[k], c, reach, i, j, [2]uint64{cells[parity.White][at], cells[parity.Black][at]})
			}
		}
	}
	return results
}

// group is the units with one list of y.
type group struct {
	first   int // unit
	y       [][]uint64
	trie    *trie
	columns int // in reach of any unit
}

// groupsOf groups units by their y, and adds the lengths of their lists to the results.
func groupsOf(c *parity.Class, colour int, units []parity.Unit, results []unit.Result) (groups []group) {
	of := c.Sides()[colour]
	by := map[uint32][]int{} // units, by the rows of y
	for k, u := range units {
		_, others := c.RowsOf(u)
		by[others[colour]] = append(by[others[colour]], k)
	}
	for others, list := range by {
		g := group{first: list[0], y: keysOf(&of.Y, others, of.Y.First()), trie: newTrie(&of.X)}
		var members []member
		for _, k := range list {
			rows, _ := c.RowsOf(units[k])
			reach := c.Reach(units[k])
			g.columns = max(g.columns, reach.Columns)
			results[k].Lanes[colour] = length(g.y)
			to := goal{k * len(c.Rows), reach.Rows, &results[k].Items[colour]}
			members = append(members, member{slices.Collect(bitmath.Members(rows[colour])), to})
		}
		sortRows(members)
		g.trie.growAll(node{}, members, 0, 0)
		groups = append(groups, g)
	}
	return groups
}

// member is the placements x of a unit.
type member struct {
	rows []int // those below a node, in the order of the trie
	goal
}

// sortRows puts the rows that most members have first, and members with equal first rows next to
// each other.
func sortRows(members []member) {
	number := map[int]int{}
	for _, m := range members {
		for _, row := range m.rows {
			number[row]++
		}
	}
	for _, m := range members {
		slices.SortStableFunc(m.rows, func(a, b int) int { return cmp.Compare(number[b], number[a]) })
	}
	slices.SortFunc(members, func(a, b member) int { return slices.Compare(a.rows, b.rows) })
}

// growAll is grow for several members: those with the same next row share its nodes.
func (t *trie) growAll(n node, members []member, columns uint32, key uint64) {
	if len(members[0].rows) == 0 {
		t.end(n, columns, members[0].goal)
		return
	}
	at := t.begin(n)
	for len(members) > 0 {
		row := members[0].rows[0]
		var same []member
		for len(members) > 0 && members[0].rows[0] == row {
			same, members = append(same, member{members[0].rows[1:], members[0].goal}), members[1:]
		}
		for square := range bitmath.Members(t.of.Free(row, columns, key)) {
			t.growAll(t.below(n, row, square), same, columns|1<<t.of.Column(square), key|t.of.Key(row, square))
		}
	}
	t.finish(at)
}
