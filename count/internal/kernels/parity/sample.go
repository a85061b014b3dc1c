package parity

import (
	"math/rand/v2"
	"slices"

	"queens/count/unit"

	"queens/count/internal/parity"
)

// Sampled is the result of [Counter.Sample], with times of a stopwatch for the whole tile.
type Sampled struct {
	Lists  [2]float64  // for the lists of even sets and of odd ones
	Rest   float64     // for everything else
	Unit   int         // index of a unit in the tile
	Result unit.Result // a part of its solutions
	Times  float64     // factor to the whole tile
}

// Sample counts a random part of a tile: pairs with one list of y of each colour, in one block of
// labels, below some nodes. It makes lists of y anew, and the others if the source does not cache
// them.
func (n *Counter) Sample(of Tile, random *rand.Rand, stopwatch func() func() float64) Sampled {
	class := n.source.class(of.Queens)
	s := &sampling{
		tile: n.tileOf(of, n.seeks(class, of)), random: random, stopwatch: stopwatch, whole: float64(len(of.Units)),
	}
	s.block, s.Unit = random.IntN(s.blocks()), random.IntN(len(of.Units))
	s.Times = float64(s.blocks()) * s.whole
	for colour, rows := range rowsOfMembers(s.Class, of) {
		s.list(colour, rows)
	}
	s.bytes = s.fitsBytes()
	if slabs := s.fillBlock(); s.seek != neither {
		s.seekSome(slabs[white+black-s.seek])
	} else if s.isInReach() {
		s.Rest += s.timed(func() { s.multiply(s.Unit, s.block, slabs) }) * s.Times
	}
	s.Result, s.Times = s.result[s.Unit], s.Times*s.parts[white]*s.parts[black]
	return s.Sampled
}

type sampling struct {
	*tile
	Sampled
	random    *rand.Rand
	stopwatch func() func() float64
	block     int
	whole     float64    // units
	parts     [2]float64 // by colour: how many its lists have; one is counted
	joins     [2]float64 // the inverse of the probability of its list of y
}

func (s *sampling) timed(do func()) float64 {
	seconds := s.stopwatch()
	do()
	return seconds()
}

// list makes the lists of a colour for the unit: a part of y for a sparse join, otherwise a part of
// the nodes of x.
func (s *sampling) list(colour int, members []uint32) {
	side, groups, join := s.sides[colour], 1, joint{}
	first := []uint32{side.y.First()}
	if colour == s.seek {
		first = side.pieces()
	}
	_, y := s.RowsOf(s.units[s.Unit])
	listed := s.timed(func() { join.y = side.listFrom(y[colour], first[s.random.IntN(len(first))]) })
	s.Lists[colour] += s.timed(func() {
		if colour == s.seek {
			join.found = side.sparseGroup(members)
			return
		}
		groups = sampledParts(s.Class)
		shape := side.lean(s.shape(s.Class, colour), members, join.y)
		key := groupKey{nameOf(members), shape, part{s.random.IntN(groups), groups}}
		join.Counter, join.group = s.Counter, side.groups.Get(key)
	})
	s.Lists[colour] += float64(groups) * s.timed(func() {
		s.open(colour, join, members, func(rows uint32) bool { return rows == y[colour] })
	})
	s.parts[colour] = float64(len(first) * groups)
	s.joins[colour] = s.whole / float64(len(s.tile.joins[colour][0].units))
	s.Lists[1-colour] += listed * float64(len(first)) * s.joins[colour] // y of white ones belong to odd sets
}

// sampledParts returns the number of parts into which samples divide the nodes of a group.
func sampledParts(c *parity.Class) int {
	switch {
	case c.Even < 12:
		return 1
	case c.Even == 12 || c.Board == parity.Mirrored:
		return 4
	default:
		return 16
	}
}

// fillBlock fills the matrices of the block, except that of a sparse join, and returns those of the
// unit. Unless blocks take long, a first round caches the lists, as other blocks would.
func (s *sampling) fillBlock() (slabs [2][]uint16) {
	buffers := [2]*[][]uint16{&s.Counter.white, &s.Counter.black}
	round := 0.0
	if s.Class.Even >= 13 && s.Board != parity.Mirrored {
		round = 1
	}
	for ; round < 2; round++ {
		for colour := range buffers {
			if colour == s.seek {
				continue
			}
			j := &s.tile.joins[colour][0]
			took := s.timed(func() { s.fill(j, s.block, buffers[colour], func(k int) int { return k }) })
			s.Rest += round * took * s.parts[colour] * s.joins[colour] * float64(s.blocks())
			if s.isInReach() {
				slabs[colour] = (*buffers[colour])[slices.Index(j.units, s.Unit)]
			}
		}
	}
	return slabs
}

func (s *sampling) isInReach() bool { return s.block*slots < s.reach[s.Unit].Columns }

// seekSome lists pairs of the sparse join. Outside the block, weights are 0.
func (s *sampling) seekSome(slab []uint16) {
	seekers := s.seekers(s.tile.joins[s.seek][0].units)
	own := seekers[s.Unit]
	if s.isInReach() {
		s.Rest += s.Times * s.timed(func() {
			own.heavy = !s.weighted(s.Unit, s.block, slab, own, white+black-s.seek)
		})
	}
	var join *sparseJoin
	var keys labelled
	took := s.timed(func() { join, keys = s.seeking(0, 0, seekers) })
	fill := func(number int) (took float64, sum uint64) {
		before := own.sum
		join.some = join.sampled(number)
		took = s.timed(func() { join.fill(keys) })
		return took, own.sum - before
	}
	above, sum := fill(-1) // no branch
	every := max(1, join.some.of)
	part, more := fill(s.random.IntN(every))
	s.Rest += (took + above + (part-above)*float64(every)) * s.parts[s.seek] * s.joins[s.seek]
	s.result[s.Unit].AddProduct(sum+(more-sum)*uint64(every), 1)
}

// some is branches of a trie that a sample enters: every of-th one at a depth, from number on. The
// zero value is all of them.
type some struct {
	part
	depth int
	met   int // branches at the depth so far
}

func (s *some) skips(depth int) bool {
	if s.of == 0 || depth != s.depth {
		return false
	}
	s.met++
	return s.met%s.of != s.number
}

// sampled returns the branches of a sparse join that a sample enters, from number on: one column of
// the first queen or, if lists are long, about sixteen further down.
func (g *sparseGroup) sampled(number int) (s some) {
	if len(g.core) == 0 {
		return some{}
	}
	s.part = part{number, g.x.Columns}
	if g.long {
		for s.depth < min(2, len(g.core)-1) {
			s.depth, s.of = s.depth+1, s.of*g.x.Columns
		}
		s.of = max(1, s.of/16)
	}
	return s
}
