package join

// stack allocates lists that live as long as a node of the recursion. It keeps its memory, so once
// a counter has seen its largest lists it allocates no more. Slabs never move, so pushing does not
// move other lists.
type stack[K word] struct {
	slabs [][]K
	top   place
	down  bool // grows downward
}

// place is a position in a stack: a slab and the number of its keys in use.
type place struct{ slab, taken int }

// Sizes, in keys.
const (
	firstSlab = 1 << 14
	// slack is the room beside each list while it is written, for whole vectors.
	slack = 16
)

// push returns a list with room for n keys and the slack. Popping to a noted place frees everything
// pushed since.
//
// A stack grows upward and keeps the front of the last list, or downward and keeps the back. One
// that grows downward has permanent slack after the list as well.
func (s *stack[K]) push(n int) []K {
	n += slack
	if s.down {
		n += slack
	}
	for ; s.top.slab < len(s.slabs); s.top = (place{slab: s.top.slab + 1}) {
		if s.top.taken+n <= len(s.slabs[s.top.slab]) {
			return s.take(n)
		}
	}
	size := firstSlab
	if len(s.slabs) > 0 {
		size = 2 * len(s.slabs[len(s.slabs)-1])
	}
	s.slabs = append(s.slabs, make([]K, max(size, n)))
	return s.take(n)
}

func (s *stack[K]) take(n int) []K {
	slab, from := s.slabs[s.top.slab], s.top.taken
	s.top.taken += n
	if s.down {
		from = len(slab) - s.top.taken
		return slab[from : from+n-slack : from+n]
	}
	return slab[from : from+n : from+n]
}

// keepFront returns the first k keys of the last list and frees the others, which later lists
// reuse.
func (s *stack[K]) keepFront(list []K, k int) []K {
	s.top.taken -= len(list) - k
	return list[:k:k]
}

// keepBack returns the last k keys of the last list and frees the others.
func (s *stack[K]) keepBack(list []K, k int) []K {
	s.top.taken -= len(list) - k
	return list[len(list)-k:]
}

func (s *stack[K]) pop(p place) { s.top = p }
